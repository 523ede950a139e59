//! `agon export`: pages of notebooks as they are, without running them.

use super::chromium::Chromium;
use super::notebooks::{self, Job};
use super::pages::Book;
use super::{batch, pages, terminal};
use crate::book::lab::Lab;
use crate::handout::{self, Entry, Medium, Options, Provenance};
use crate::notebook::CellKind;
use clap::{Args, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write one self-contained page for each notebook, from the outputs it holds.
///
/// Nothing is run, so notebooks of any kernel will do. A notebook whose code was changed after `agon run` made its outputs
/// is refused; of outputs that another program made, the foot of the page says that there is no record. HTML in the
/// notebook is always sanitised here: only `agon run --trust`, which has made the outputs itself, lets it through.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon export                              # all of notebooks/ into handouts/\n  \
                        agon export notebooks/nim.ipynb --out /tmp/pages\n  \
                        agon export notebooks/nim.ipynb --to pdf     # needs Chromium or Chrome\n  \
                        agon export analysis.ipynb                   # a Python notebook\n\n\
                        Several notebooks also get an index.html. One that is made again takes its place among the pages that\n\
                        are there, and in their index.\n\n\
                        Exit codes: 0 all pages are written, 1 a page could not be made, 2 the command line cannot be\n\
                        understood, or names what is no notebook.\n\n\
                        Environment: AGON_CHROMIUM names the browser for PDF, SOURCE_DATE_EPOCH the date on the pages."
)]
pub struct Export {
    /// Notebooks, or folders of notebooks.
    #[arg(default_value = "notebooks")]
    paths: Vec<PathBuf>,
    /// The folder for the pages.
    #[arg(long, value_name = "DIR", default_value = "handouts")]
    out: PathBuf,
    /// What the pages are.
    #[arg(long, value_enum, default_value_t = Format::Html)]
    to: Format,
    /// Make pages of notebooks whose code was changed after it ran, with a banner that says so.
    #[arg(long)]
    allow_stale: bool,
    /// Print a JSON list: notebook, page, bytes, error.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One HTML file each, complete in itself.
    Html,
    /// One PDF file each, printed by an installed Chromium.
    Pdf,
}

/// A page that was written.
struct Written {
    page: PathBuf,
    bytes: usize,
}

impl Export {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let chromium = (self.to == Format::Pdf).then(Chromium::find).transpose()?;
        let mut jobs = notebooks::jobs(&self.paths)?;
        let mut book = Book::default();
        if self.to == Format::Pdf {
            for job in &mut jobs {
                job.page.set_extension("pdf");
            }
        } else if !notebooks::are_several(&self.paths) {
            book = pages::join_book(&mut jobs, &self.out);
        }
        let outcomes = batch::on_all_cores(&jobs, |job| self.export(job, chromium.as_ref()));
        let failures = jobs.iter().zip(&outcomes).filter(|(_, outcome)| outcome.is_err());
        let failures = failures.map(|(job, _)| job.page.clone()).collect();
        pages::mend_links(&mut jobs, failures, |_, job| self.export(job, chromium.as_ref()).map(drop))?;
        let mut failed = false;
        let mut rows = Vec::new();
        let mut entries = Vec::new();
        for (job, outcome) in jobs.iter().zip(&outcomes) {
            entries
                .push(Entry { lab: Lab::of(&job.notebook), page: outcome.is_ok().then(|| job.page.clone()) });
            match outcome {
                Ok(Written { page, bytes }) => {
                    rows.push(json!({"notebook": job.name(), "page": page.display().to_string(), "bytes": bytes, "error": null}));
                    if !self.json && !terminal::is_quiet() {
                        let kilobytes = bytes.div_ceil(1000);
                        terminal::print(&format!("{} → {} ({kilobytes} kB)\n", job.name(), page.display()));
                    }
                }
                Err(report) => {
                    failed = true;
                    eprintln!("{report:?}");
                    let error: Vec<String> = report.chain().map(ToString::to_string).collect();
                    rows.push(json!({"notebook": job.name(), "page": null, "bytes": null, "error": error.join(": ")}));
                }
            }
        }
        if self.to == Format::Html && !notebooks::are_several(&self.paths) {
            let own = entries.pop().filter(|_| !failed);
            own.map(|own| book.renew_index(&self.out, own, "agon export")).transpose()?;
        } else if self.to == Format::Html {
            pages::write_index(&self.out, entries, &format!("agon export {}", pages::quoted(&self.paths)))?;
        }
        if self.json {
            terminal::print(&format!("{:#}\n", Value::Array(rows)));
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn export(&self, job: &Job, chromium: Option<&Chromium>) -> Result<Written> {
        let name = job.name();
        let again = match job.notebook.language() {
            "rust" => format!("agon run {}", pages::quote(&name)),
            _ => {
                let name = pages::quote(&name);
                format!("jupyter nbconvert --to notebook --execute --inplace {name} && agon export {name}")
            }
        };
        // With which compiler and which crates the outputs were made, nobody has written down.
        let provenance = Provenance::of(job.notebook.path(), b"", "", &again)
            .into_diagnostic()
            .wrap_err_with(|| format!("reading {name}"))?;
        let cells = job.notebook.cells();
        let code =
            || cells.iter().filter(|cell| cell.kind == CellKind::Code && !cell.source.trim().is_empty());
        if code().next().is_some()
            && code().all(|cell| cell.execution_count.is_none() && cell.outputs.is_empty())
        {
            terminal::tell(&format!(
                "{name} has never run, so its page has code and no results; before: {again}"
            ));
        }
        let medium = if chromium.is_some() { Medium::Paper } else { Medium::Screen };
        let options = Options {
            allow_stale: self.allow_stale,
            medium,
            neighbours: job.neighbours.clone(),
            ..Options::default()
        };
        let html = handout::render(&job.notebook, &provenance, options)
            .into_diagnostic()
            .wrap_err_with(|| format!("the page of {name}"))?;
        let bytes = match chromium {
            None => html.into_bytes(),
            Some(chromium) => chromium.print(&html).wrap_err_with(|| format!("the PDF of {name}"))?,
        };
        pages::write(&self.out, &job.page, &bytes)?;
        Ok(Written { page: self.out.join(&job.page), bytes: bytes.len() })
    }
}
