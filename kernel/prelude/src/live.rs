//! Displays that change while a cell runs, and progress bars.
//!
//! A bar lives only while something runs: it appears when the work has taken a moment and is gone at the end, so that a
//! notebook looks the same whether the machine was fast or slow. Its metadata say that it is one
//! (`agon.progress`), so that `agon run` can show it in its own way and keep it out of the notebook's file.

use crate::channel::{self, Kind};
use crate::language::say;
use crate::show::{MimeBundle, Showable, rich};
use agon::interrupt;
use agon::progress::Progress;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shows a value under a name by which [`update`] can replace it.
pub fn show_as<T: Showable + ?Sized>(id: &str, value: &T) {
    send(value.shown(), json!({}), id, false);
}

/// Replaces what was shown under this name, wherever it stands, in this cell or an earlier one.
pub fn update<T: Showable + ?Sized>(id: &str, value: &T) {
    send(value.shown(), json!({}), id, true);
}

/// Removes what the cell has shown: at once, or when the next output comes (`wait`), which does not flicker.
pub fn clear_output(wait: bool) {
    channel::send(Kind::Clear, &json!({"wait": wait}));
}

/// Has the frontend put code into a new cell below this one when it has ended, or, with `replace`, into this cell itself.
pub fn next_input(code: &str, replace: bool) {
    channel::send(Kind::NextInput, &json!({"text": code, "replace": replace}));
}

fn send(data: MimeBundle, metadata: Value, id: &str, update: bool) {
    channel::send(Kind::Display, &json!({"data": data, "metadata": metadata, "id": id, "update": update}));
}

/// Goes through the items and shows how far it is, if that takes longer than a moment.
///
/// ```ignore
/// let won = progress(0..1_000_000u32).filter(|n| wins(*n)).count();
/// ```
pub fn progress<I: IntoIterator>(items: I) -> Items<I::IntoIter> {
    let items = items.into_iter();
    let all = match items.size_hint() {
        (least, Some(most)) if least == most => Some(most as u64),
        _ => None,
    };
    Items { items, ticks: Ticks::new(all) }
}

/// The iterator that [`progress`] returns.
#[derive(Debug)]
pub struct Items<I> {
    items: I,
    ticks: Ticks,
}

impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.items.next()?;
        self.ticks.tick();
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

/// Counts items, and looks at the clock only every so often: for cheap items a look costs more than the item.
#[derive(Debug)]
struct Ticks {
    bar: Bar,
    all: Option<u64>,
    done: u64,
    /// When `done` gets here, it is time for a look.
    look: u64,
    stride: u64,
    looked: Instant,
}

impl Ticks {
    fn new(all: Option<u64>) -> Ticks {
        Ticks { bar: Bar::new(), all, done: 0, look: 0, stride: 1, looked: Instant::now() }
    }

    /// An item begins; those before it are done.
    fn tick(&mut self) {
        if self.done >= self.look {
            interrupt::check();
            let now = Instant::now();
            let since = now - self.looked;
            if since < Duration::from_millis(1) {
                self.stride *= 2;
            } else if since > Duration::from_millis(20) {
                self.stride = (self.stride / 2).max(1);
            }
            self.looked = now;
            self.look = self.done + self.stride;
            self.bar.move_to(self.done, self.all);
        }
        self.done += 1;
    }
}

/// One bar on the reader's screen. It disappears when it is dropped.
#[derive(Debug)]
struct Bar {
    begin: Instant,
    shown: Option<(String, Instant)>,
}

impl Bar {
    const PATIENCE: Duration = Duration::from_millis(300);
    const PAUSE: Duration = Duration::from_millis(100);

    fn new() -> Bar {
        Bar { begin: Instant::now(), shown: None }
    }

    /// Shows how much is done, unless that is too soon after the last time.
    fn move_to(&mut self, done: u64, all: Option<u64>) {
        let now = Instant::now();
        let due = match &self.shown {
            None => now - self.begin >= Bar::PATIENCE,
            Some((_, last)) => now - *last >= Bar::PAUSE,
        };
        if due {
            self.show(picture(done, all, now - self.begin));
        }
    }

    fn show(&mut self, picture: MimeBundle) {
        static BARS: AtomicU64 = AtomicU64::new(0);
        let metadata = json!({"agon": {"progress": true}});
        let update = self.shown.is_some();
        let (id, last) = self.shown.get_or_insert_with(|| {
            (format!("agon-progress-{}", BARS.fetch_add(1, Ordering::Relaxed)), Instant::now())
        });
        *last = Instant::now();
        send(picture, metadata, id, update);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown.is_some() {
            self.show(rich("", "text/html", ""));
        }
    }
}

/// A bar in text and in HTML.
fn picture(done: u64, all: Option<u64>, time: Duration) -> MimeBundle {
    const WIDTH: u64 = 24;
    let seconds = time.as_secs();
    let Some(all) = all.filter(|all| *all > 0) else {
        let text = crate::say!("已完成 {done} · {seconds} 秒", "{done} done · {seconds} s");
        return rich(&text, "text/html", format!("<small>{text}</small>"));
    };
    let share = |of: u64| (done.min(all) as f64 / all as f64 * of as f64) as u64;
    let (percent, full) = (share(100), share(WIDTH) as usize);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH as usize - full));
    let text = crate::say!("{done}/{all} · {seconds} 秒", "{done}/{all} · {seconds} s");
    let html = format!(
        "<progress value=\"{done}\" max=\"{all}\" aria-label=\"{}\"></progress> <small>{percent} % · {text}</small>",
        say("进度", "progress")
    );
    rich(format!("{bar} {percent:>3} % · {text}"), "text/html", html)
}

/// Shows what the library reports: registered once, when the crate is attached to a kernel.
pub(crate) fn observe(progress: Progress) {
    static BAR: Mutex<Option<Bar>> = Mutex::new(None);
    let mut bar = BAR.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match progress {
        Progress::At { done, all } => {
            let bar = bar.get_or_insert_with(Bar::new);
            // The library reports at the pace at which a bar moves, and only when something takes long.
            bar.show(picture(done, all, bar.begin.elapsed()));
        }
        Progress::Ended => *bar = None,
    }
}
