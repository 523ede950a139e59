//! `agon`: the Jupyter kernel, the notebook engine, the handouts, the command line.
//!
//! | room | what lives there | may touch |
//! |---|---|---|
//! | [`commands`] | one file a subcommand | everything |
//! | [`evaluator`] | the text of a cell → code that has run | the compiler, the child process |
//! | [`notebook`] | `.ipynb` in and out, running, comparing, what belongs to what | files, `evaluator` |
//! | [`book`] | which lab has found out what about which claim | `notebook` |
//! | [`handout`] | notebook → one self-contained HTML page; the index of all | `notebook`, `book` |
//! | [`language`] | completion and inspection | the sources of what cells link |
//! | [`session`] | what a kernel remembers; the order of its messages | `evaluator`, `socket` |
//! | [`socket`] | the five channels, one thread owning one zmq socket each | `wire` |
//! | [`wire`] | the messages of the Jupyter protocol, typed | nothing |

#![deny(unsafe_code)]

mod book;
mod commands;
#[allow(unsafe_code)]
mod evaluator;
mod handout;
mod language;
mod notebook;
mod session;
mod socket;
mod wire;

use std::process::ExitCode;

fn main() -> ExitCode {
    evaluator::host::run_if_asked();
    language::analyzer::process::run_if_asked();
    handout::take_date();
    if let Err(error) = evaluator::evcxr::prepare_environment() {
        eprintln!("agon: {error}");
        return ExitCode::FAILURE;
    }
    let code = commands::main();
    evaluator::prelude::close_session();
    code
}
