//! What every cell links: the library, polars, plotters, and how values show themselves.
//!
//! Cells see this crate under the name `agon`, so `use agon::*;` brings the mathematics ([`agon`]) and the notebook's
//! own calls ([`show`](fn@show), [`claim`](fn@claim), [`say`](fn@say), [`figure`](fn@figure), [`play`](fn@play),
//! [`grundy_plot`], …) at once. It is compiled
//! once, as a dylib, and never rebuilt by a cell.
//!
//! | room | what lives there |
//! |---|---|
//! | [`cell`] | what the code around a cell calls |
//! | [`channel`] | the way from a cell to the kernel: frames over the host's connection |
//! | `debug` | `dbg!` |
//! | [`mod@claim`] | the book's claims and their verdicts |
//! | [`mod@show`] | which MIME types a value has; the value of a cell's last expression |
//! | [`mod@input`] | questions to the reader |
//! | [`live`] | displays that change, progress bars |
//! | [`table`] | data frames as tables |
//! | [`mod@figure`] | plotters drawings as SVG with a description |
//! | [`sequence`] | tables and plots of Grundy sequences |
//! | [`mod@play`] | boards to play on |
//! | [`language`] | the language of the reader: `say` |

mod badge;
pub mod cell;
pub mod channel;
pub mod claim;
#[doc(hidden)]
pub mod debug;
pub mod figure;
pub mod input;
pub mod language;
#[doc(hidden)]
pub mod light;
pub mod live;
mod panic;
pub mod play;
pub mod sequence;
pub mod show;
pub mod table;

pub use agon::board::{bash, chomp, hackenbush, kayles, misere_nim, nim, wythoff};
pub use agon::*;
pub use claim::claim;
pub use figure::{Figure, figure};
pub use input::{input, password};
pub use language::say;
pub use live::{clear_output, next_input, progress, show_as, update};
pub use play::play;
pub use sequence::{grundy_plot, grundy_table};
pub use show::{Show, display, show};

pub use plotters;
pub use polars;

/// Tokio as cells see it: as polars has it, with the two macros that it lacks and that need nothing of it.
pub mod tokio {
    pub use ::futures_util::{join, try_join};
    pub use ::tokio::*;
}
