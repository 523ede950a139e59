//! The history as a database: one row a session, one row a cell.

use crate::wire::history::{Access, HistoryReply, HistoryRequest, Line};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};
use std::fs::{DirBuilder, File};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

/// How long to wait for another kernel that is writing.
const BUSY: Duration = Duration::from_millis(300);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS sessions (
        session INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
    );
    CREATE TABLE IF NOT EXISTS cells (
        session INTEGER NOT NULL,
        number INTEGER NOT NULL,
        input TEXT NOT NULL,
        output TEXT,
        PRIMARY KEY (session, number)
    ) WITHOUT ROWID;";

/// A cell, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number in its session.
    pub number: u32,
    /// Its text.
    pub input: String,
    /// Its value as plain text.
    pub output: Option<String>,
}

/// An open database.
pub struct Database {
    connection: Connection,
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The file cannot be made.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// What SQLite says.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

impl DatabaseError {
    /// Whether the file holds something else than a database.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        matches!(self, DatabaseError::Sqlite(error)
            if matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)))
    }
}

impl Database {
    /// Opens a file, which is made if it is missing; only its owner can read it, for cells may hold anything.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        if let Some(folder) = path.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        File::options().create(true).append(true).mode(0o600).open(path)?;
        Database::prepare(Connection::open(path)?)
    }

    /// A database that ends with this value.
    pub fn in_memory() -> Result<Database, DatabaseError> {
        Database::prepare(Connection::open_in_memory()?)
    }

    fn prepare(connection: Connection) -> Result<Database, DatabaseError> {
        connection.busy_timeout(BUSY)?;
        connection.execute_batch(SCHEMA)?;
        Ok(Database { connection })
    }

    /// Enters a new session, and returns its number.
    pub fn begin_session(&self) -> Result<i64, DatabaseError> {
        self.connection.execute("INSERT INTO sessions DEFAULT VALUES", [])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Enters cells with their sessions, all or none of them.
    pub fn save<'a>(
        &mut self,
        cells: impl IntoIterator<Item = (i64, &'a Cell)>,
    ) -> Result<(), DatabaseError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?)")?;
            for (session, cell) in cells {
                insert.execute(params![session, cell.number, cell.input, cell.output])?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// The cells that a request of this session asks for, in the order in which they were run. `count` is the number of
    /// the session's last cell.
    pub fn select(
        &self,
        session: i64,
        count: u32,
        request: &HistoryRequest,
    ) -> Result<HistoryReply, DatabaseError> {
        let (query, values) = query(session, count, &request.access);
        let mut statement = self.connection.prepare(&query)?;
        let rows = statement.query_map(params_from_iter(values), |row| {
            let (input, output): (String, Option<String>) = (row.get(2)?, row.get(3)?);
            let line = if request.output { Line::Both(input, output) } else { Line::Input(input) };
            Ok((row.get(0)?, row.get(1)?, line))
        })?;
        Ok(HistoryReply { history: rows.collect::<Result<_, _>>()? })
    }
}

/// The query for a request, and its values.
fn query(session: i64, count: u32, access: &Access) -> (String, Vec<Value>) {
    const COLUMNS: &str = "session, number, input, output";
    // A negative limit is none.
    let limit = |n: &Option<usize>| n.map_or(-1, |n| i64::try_from(n).unwrap_or(-1)).into();
    let last = |rows: &str| {
        format!(
            "SELECT {COLUMNS} FROM ({rows} ORDER BY session DESC, number DESC LIMIT ?) ORDER BY session, number"
        )
    };
    match access {
        Access::Tail { n } => (last(&format!("SELECT {COLUMNS} FROM cells")), vec![limit(n)]),
        Access::Range { session: wanted, start, stop } => {
            let wanted = if *wanted <= 0 { session + wanted } else { *wanted };
            // Numbers count back from the end in the present session only, whose end is known.
            let number = |bound: i64| if bound < 0 { bound + i64::from(count) + 1 } else { bound };
            let (start, stop) = (number(start.unwrap_or(0)), stop.map_or(i64::MAX, number));
            (
                format!(
                    "SELECT {COLUMNS} FROM cells WHERE session = ? AND number >= ? AND number < ? ORDER BY number"
                ),
                vec![wanted.into(), start.into(), stop.into()],
            )
        }
        Access::Search { pattern, n, unique } => {
            // To SQLite a bracket opens a set of characters; to the protocol it is a bracket.
            let pattern = pattern.as_deref().unwrap_or("*").replace('[', "[[]");
            let matching = if *unique {
                // Of equal cells the newest: SQLite takes the other columns from the row with the greatest number.
                format!(
                    "SELECT {COLUMNS}, max(session * 4294967296 + number) FROM cells WHERE input GLOB ? GROUP BY input"
                )
            } else {
                format!("SELECT {COLUMNS} FROM cells WHERE input GLOB ?")
            };
            (last(&matching), vec![pattern.into(), limit(n)])
        }
    }
}
