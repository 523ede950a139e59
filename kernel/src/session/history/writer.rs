//! The thread that keeps the histories of a kernel. A cell that cannot be written now is written with a later one.

use super::Place;
use super::database::{Cell, Database, DatabaseError};
use crate::wire::history::{HistoryReply, HistoryRequest};
use crossbeam_channel::{Receiver, Sender};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What the writer is asked to do. A track is the history of the session or of a subshell.
pub enum Order {
    /// A cell begins.
    Begin { track: usize, number: u32, input: String },
    /// A cell has ended with a value.
    End { track: usize, number: u32, output: String },
    /// Find cells.
    Select { track: usize, request: HistoryRequest, answer: Sender<HistoryReply> },
    /// Write what is not written, say so, and end.
    Close(Sender<()>),
}

/// Keeps histories.
pub struct Writer {
    /// `None` only if SQLite gives no database at all, not even in memory.
    database: Option<Database>,
    tracks: BTreeMap<usize, Track>,
}

#[derive(Default)]
struct Track {
    session: i64,
    cells: Vec<Cell>,
    /// The indices of the cells that are not in the database yet.
    unsaved: BTreeSet<usize>,
}

impl Track {
    /// The newest cells are asked for, so they are looked for from the end.
    fn position(&self, number: u32) -> Option<usize> {
        self.cells.iter().rposition(|cell| cell.number == number)
    }
}

impl Writer {
    /// Opens the place, or keeps everything in memory if that fails.
    pub fn open(place: &Place) -> Writer {
        let mut writer = Writer { database: None, tracks: BTreeMap::new() };
        let opened = match place {
            Place::File(path) => open(path).and_then(|database| {
                let session = database.begin_session()?;
                Ok((database, session))
            }),
            Place::Memory => in_memory(),
        };
        let opened = opened.or_else(|error| {
            tracing::warn!(%error, ?place, "the history of earlier sessions cannot be used");
            in_memory()
        });
        match opened {
            Ok((database, session)) => {
                writer.database = Some(database);
                writer.tracks.insert(0, Track { session, ..Track::default() });
            }
            Err(error) => tracing::error!(%error, "there is no history"),
        }
        writer
    }

    /// Carries out orders until it is told to close, or nobody can give any.
    pub fn serve(mut self, inbox: &Receiver<Order>) {
        while let Ok(order) = inbox.recv() {
            // What has come together is written together.
            for order in std::iter::once(order).chain(inbox.try_iter()) {
                match order {
                    Order::Begin { track, number, input } => {
                        let track = self.track(track);
                        track.unsaved.insert(track.cells.len());
                        track.cells.push(Cell { number, input, output: None });
                    }
                    Order::End { track, number, output } => {
                        let track = self.track(track);
                        if let Some(index) = track.position(number) {
                            track.cells[index].output = Some(output);
                            track.unsaved.insert(index);
                        }
                    }
                    Order::Select { track, request, answer } => {
                        self.save();
                        // Whoever has asked may have given up waiting.
                        let _ = answer.send(self.select(track, &request));
                    }
                    Order::Close(done) => {
                        self.save();
                        let _ = done.send(());
                        return;
                    }
                }
            }
            self.save();
        }
    }

    /// A track; one that is not known yet gets a session of its own.
    fn track(&mut self, number: usize) -> &mut Track {
        let database = &self.database;
        self.tracks.entry(number).or_insert_with(|| {
            let session = database.as_ref().map_or(Ok(0), Database::begin_session).unwrap_or_else(|error| {
                tracing::warn!(%error, "a subshell has no session in the history");
                0
            });
            Track { session, ..Track::default() }
        })
    }

    /// Writes what is not written yet; what cannot be written stays so for the next time.
    fn save(&mut self) {
        let Some(database) = &mut self.database else { return };
        if self.tracks.values().all(|track| track.unsaved.is_empty()) {
            return;
        }
        let unsaved = self
            .tracks
            .values()
            .flat_map(|track| track.unsaved.iter().map(|index| (track.session, &track.cells[*index])));
        match database.save(unsaved) {
            Ok(()) => self.tracks.values_mut().for_each(|track| track.unsaved.clear()),
            Err(error) => tracing::warn!(%error, "cells are not in the history yet"),
        }
    }

    fn select(&mut self, track: usize, request: &HistoryRequest) -> HistoryReply {
        let Track { session, cells, .. } = self.track(track);
        let (session, count) = (*session, cells.last().map_or(0, |cell| cell.number));
        let found = match &self.database {
            Some(database) => database.select(session, count, request).or_else(|error| {
                tracing::warn!(%error, "earlier sessions cannot be read; this one is remembered");
                self.select_from_memory(session, count, request)
            }),
            None => return HistoryReply { history: Vec::new() },
        };
        found.unwrap_or_else(|error| {
            tracing::error!(%error, "the history cannot be read");
            HistoryReply { history: Vec::new() }
        })
    }

    /// Answers from what this kernel has run itself.
    fn select_from_memory(
        &self,
        session: i64,
        count: u32,
        request: &HistoryRequest,
    ) -> Result<HistoryReply, DatabaseError> {
        let mut database = Database::in_memory()?;
        let tracks = self.tracks.values();
        database.save(tracks.flat_map(|track| track.cells.iter().map(|cell| (track.session, cell))))?;
        database.select(session, count, request)
    }
}

fn in_memory() -> Result<(Database, i64), DatabaseError> {
    let database = Database::in_memory()?;
    let session = database.begin_session()?;
    Ok((database, session))
}

/// Opens a file. One that is damaged is put aside, where whoever misses it may look at it, and a new one is begun.
fn open(path: &Path) -> Result<Database, DatabaseError> {
    Database::open(path).or_else(|error| {
        if !error.is_damage() {
            return Err(error);
        }
        let aside = path.with_extension("damaged");
        tracing::warn!(%error, "the history {} is damaged and was moved to {}", path.display(), aside.display());
        std::fs::rename(path, aside)?;
        Database::open(path)
    })
}
