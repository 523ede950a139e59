//! `agon eval`: one cell from the shell.

use super::engine::{self, Engine};
use super::terminal;
use crate::evaluator::{Evaluator, Output, Payload, Question, Stream};
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr};
use serde_json::{Value, json};
use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;

/// Run one cell and print what it prints and its value.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon eval '3u32 ^ 4 ^ 5'\n  agon eval 'use agon::*; mex([0, 1, 3])'\n  agon eval --json - < cell.rs\n\n\
                  Exit codes: 0 the cell ran, 1 it failed, 2 the command line cannot be understood."
)]
pub struct Eval {
    /// The code of the cell; `-` reads it from standard input.
    code: String,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
    /// Print one JSON object with all outputs and the error, if there is one.
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let code = if self.code == "-" {
            let mut code = String::new();
            std::io::stdin()
                .read_to_string(&mut code)
                .into_diagnostic()
                .wrap_err("reading the cell from standard input")?;
            code
        } else {
            self.code
        };
        let mut evaluator = engine::start(self.engine)?;
        if self.json { as_json(evaluator.as_mut(), &code) } else { as_text(evaluator.as_mut(), &code) }
    }
}

fn as_text(evaluator: &mut dyn Evaluator, code: &str) -> Result<ExitCode> {
    match evaluator.execute(code, &mut print) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            for line in &error.traceback {
                eprintln!("{}", terminal::coloured(line));
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

fn print(output: Output) {
    match output {
        bar if bar.progress().is_some() => print_bar(bar.progress().unwrap_or_default()),
        Output::Text { stream: Stream::Stdout, text } => print_now(&mut std::io::stdout(), &text),
        Output::Text { stream: Stream::Stderr, text } => print_now(&mut std::io::stderr(), &text),
        Output::Display { data, .. }
        | Output::Result { data, .. }
        | Output::Payload(Payload::Page { data, .. }) => match data.get("text/plain") {
            Some(Value::String(text)) => print_now(&mut std::io::stdout(), &format!("{text}\n")),
            _ => {
                let types: Vec<&str> = data.keys().map(String::as_str).collect();
                print_now(&mut std::io::stdout(), &format!("[{}]\n", types.join(", ")));
            }
        },
        Output::Late { output, .. } => print(*output),
        Output::Ask(question) => ask(&question),
        Output::Clear { .. } | Output::Begun(_) | Output::Payload(_) => {}
    }
}

fn as_json(evaluator: &mut dyn Evaluator, code: &str) -> Result<ExitCode> {
    let mut outputs: Vec<Value> = Vec::new();
    let outcome = evaluator.execute(code, &mut |output| outputs.extend(to_json(output)));
    let failed = outcome.is_err();
    let report = json!({
        "status": if failed { "error" } else { "ok" },
        "outputs": outputs,
        "error": outcome.err(),
    });
    terminal::print(&format!("{report}\n"));
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn to_json(output: Output) -> Option<Value> {
    Some(match output {
        Output::Text { stream, text } => json!({"output_type": "stream", "name": stream, "text": text}),
        Output::Display { data, metadata, id, update } => {
            json!({"output_type": "display_data", "data": data, "metadata": metadata, "id": id, "update": update})
        }
        Output::Result { data, metadata } => {
            json!({"output_type": "execute_result", "data": data, "metadata": metadata})
        }
        Output::Clear { wait } => json!({"output_type": "clear_output", "wait": wait}),
        Output::Payload(payload) => json!({"output_type": "payload", "payload": payload}),
        Output::Late { output, .. } => to_json(*output)?,
        Output::Ask(question) => {
            ask(&question);
            return None;
        }
        Output::Begun(_) => return None,
    })
}

/// Answers a question with a line of standard input: typed, if that is a terminal.
fn ask(question: &Question) {
    print_now(&mut std::io::stderr(), question.prompt());
    let line = if question.is_hidden() && std::io::stdin().is_terminal() {
        console::Term::stderr().read_secure_line().map(Some)
    } else {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|length| {
            (length > 0).then(|| line.strip_suffix('\n').unwrap_or(&line).trim_end_matches('\r').to_owned())
        })
    };
    question.answer(match line {
        Ok(Some(line)) => Ok(line),
        Ok(None) => Err("standard input has ended, so there is no answer to the cell's question: \
                         run `agon eval` in a terminal, or give it a line for each question"
            .to_owned()),
        Err(error) => Err(format!("standard input cannot be read: {error}")),
    });
}

/// A progress bar stays on its line; only who looks at a terminal sees it.
fn print_bar(bar: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        print_now(&mut stderr, &format!("\r\x1b[K{bar}"));
    }
}

/// A reader that is gone (`| head`) is no reason to panic.
fn print_now(stream: &mut impl Write, text: &str) {
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}
