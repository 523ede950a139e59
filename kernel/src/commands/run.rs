//! `agon run`: the labs without Jupyter, and a page for each.

use super::batch::{self, Failed};
use super::engine::{self, Engine};
use super::notebooks::{self, Job};
use super::pages::Book;
use super::summary::{self, Row};
use super::{pages, terminal};
use crate::book::lab::Lab;
use crate::handout::{self, Entry, Options, Provenance};
use crate::notebook::{Parameter, run::Summary};
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Run notebooks, write their outputs back, and write one self-contained HTML page for each.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon run                          # all of notebooks/, pages into handouts/\n  \
                        agon run notebooks/nim.ipynb --out /tmp/pages\n  \
                        agon run notebooks/nim.ipynb --param max_heap=12 --out /tmp/pages\n\n\
                        A run of several notebooks also writes index.html: chapters, labs, verdicts, errata. A lab that is run\n\
                        again alone takes its place among the pages that are there, and in their index.\n\n\
                        Exit codes: 0 all cells ran, 1 a cell failed (the notebook's file is then left as it was) or a\n\
                        page could not be made, 2 the command line cannot be understood, or names what is no notebook."
)]
pub struct Run {
    /// Notebooks, or folders of notebooks.
    #[arg(default_value = "notebooks")]
    paths: Vec<PathBuf>,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
    /// The folder for the pages: handouts, or with --param handouts/changed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Set a parameter of the notebook (repeatable): a `let` of the cell with the tag `parameters`. The notebook's file is
    /// then left as it is, and so is its page.
    #[arg(long = "param", value_name = "NAME=VALUE")]
    parameters: Vec<Parameter>,
    /// Write the notebook back even though parameters were set.
    #[arg(long, requires = "parameters")]
    save: bool,
    /// Let HTML of the notebooks stand on the pages as it is, scripts too. Pages of other people's notebooks are better
    /// made without.
    #[arg(long)]
    trust: bool,
    /// Print a JSON list instead of the table: lab, cells, verdicts, seconds, page, error.
    #[arg(long)]
    json: bool,
}

impl Run {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let mut jobs = notebooks::rust_jobs(&self.paths)?;
        if !self.parameters.is_empty() {
            for job in &mut jobs {
                job.notebook.set_parameters(&self.parameters).into_diagnostic()?;
            }
        }
        let book = match notebooks::are_several(&self.paths) {
            true => Book::default(),
            false => pages::join_book(&mut jobs, &self.out()),
        };
        let outcomes =
            batch::run_all(self.engine, &mut jobs, |_, job, summary, time| self.finish(job, summary, time))?;
        let (mut rows, mut labs) = (Vec::new(), Vec::new());
        let mut failed = HashSet::new();
        let mut times = Vec::new();
        for (job, outcome) in jobs.iter().zip(outcomes) {
            let page = outcome.is_ok().then(|| job.page.clone());
            labs.push(Entry { lab: Lab::of(&job.notebook), page });
            let (row, cells) = outcome.unwrap_or_else(|failure: Failed| {
                let report = failure.report(&job.name(), "the notebook's file was left as it was");
                eprintln!("{report:?}");
                failed.insert(job.page.clone());
                (Row::failed(job.notebook.path(), &report.to_string()), vec![])
            });
            rows.push(row);
            times.push(cells);
        }
        let has_failed = !failed.is_empty();
        pages::mend_links(&mut jobs, failed, |at, job| self.write_page(job, &times[at]))?;
        if notebooks::are_several(&self.paths) {
            let command = format!("agon run {}{}", pages::quoted(&self.paths), self.parameters_again());
            pages::write_index(&self.out(), labs, &command)?;
        } else if self.parameters.is_empty() && !has_failed {
            // With other parameters the pages around it may say what no notebook holds.
            labs.pop().map(|own| book.renew_index(&self.out(), own, "agon run")).transpose()?;
        }
        if self.json {
            terminal::print(&summary::json(&rows));
        } else if !terminal::is_quiet() {
            terminal::print(&summary::table(&rows));
        }
        Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Writes the notebook back, and its page. Also returns what the page says of the time of cells.
    fn finish(&self, job: &Job, summary: &Summary, time: Duration) -> Result<(Row, Vec<(u32, f64)>)> {
        let path = job.notebook.path();
        if self.parameters.is_empty() || self.save {
            job.notebook.write(path).into_diagnostic()?;
        }
        self.write_page(job, &summary.times)?;
        Ok((Row::new(path, &self.out().join(&job.page), summary, time), summary.times.clone()))
    }

    fn write_page(&self, job: &Job, times: &[(u32, f64)]) -> Result<()> {
        let (name, path) = (job.name(), job.notebook.path());
        let command = format!("agon run {}{}", pages::quote(&name), self.parameters_again());
        let mut provenance = Provenance::of(path, engine::LOCK_FILE, &engine::rustc_version(), &command)
            .into_diagnostic()
            .wrap_err_with(|| format!("reading {name}"))?;
        if !handout::is_date_fixed() {
            provenance.times = times.to_vec();
        }
        let options = Options { trust: self.trust, neighbours: job.neighbours.clone(), ..Options::default() };
        let html = handout::render(&job.notebook, &provenance, options)
            .into_diagnostic()
            .wrap_err_with(|| format!("the page of {name}"))?;
        pages::write(&self.out(), &job.page, html.as_bytes())
    }

    fn out(&self) -> PathBuf {
        let own = if self.parameters.is_empty() { "handouts" } else { "handouts/changed" };
        self.out.clone().unwrap_or_else(|| own.into())
    }

    /// The parameters as a shell takes them.
    fn parameters_again(&self) -> String {
        let word = |parameter: &Parameter| pages::quote(&format!("{}={}", parameter.name, parameter.value));
        self.parameters.iter().map(|parameter| format!(" --param {}", word(parameter))).collect()
    }
}
