//! `agon run`: the labs without Jupyter, and a page for each.

use super::engine::{self, Engine};
use super::summary::{self, Row};
use crate::evaluator::Evaluator;
use crate::handout::{self, Provenance};
use crate::notebook::{Notebook, run, write_atomically};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Run notebooks, write their outputs back, and write one self-contained HTML page for each.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon run                          # all of notebooks/, pages into handouts/\n  \
                        agon run notebooks/nim.ipynb --out /tmp/pages\n\n\
                        Exit code 1 when a cell fails; the notebook's file is then left as it was."
)]
pub struct Run {
    /// Notebooks, or folders of notebooks.
    #[arg(default_value = "notebooks")]
    paths: Vec<PathBuf>,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
    /// The folder for the pages.
    #[arg(long, value_name = "DIR", default_value = "handouts")]
    out: PathBuf,
}

/// A notebook to run, and where its page goes below the output folder.
struct Job {
    notebook: PathBuf,
    page: PathBuf,
}

impl Run {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let jobs = jobs(&self.paths)?;
        // A file that is no notebook is reported before half a minute goes into starting the engine.
        let mut notebooks = Vec::new();
        for job in &jobs {
            let notebook = Notebook::read(&job.notebook).into_diagnostic()?;
            if notebook.language() != "rust" {
                return Err(miette!(
                    help = "agon runs notebooks whose kernel is a Rust kernel",
                    "{}: the cells are in {}, not in Rust",
                    job.notebook.display(),
                    notebook.language()
                ));
            }
            notebooks.push(notebook);
        }
        let mut evaluator = engine::start(self.engine)?;
        let mut rows = Vec::new();
        let mut failed = false;
        for (number, (job, notebook)) in jobs.iter().zip(notebooks).enumerate() {
            if number > 0 {
                evaluator.reset().map_err(|error| engine::describe(&error))?;
            }
            match run_one(job, notebook, evaluator.as_mut(), &self.out) {
                Ok(row) => rows.push(row),
                Err(report) => {
                    eprintln!("{report:?}");
                    rows.push(Row::failed(&job.notebook));
                    failed = true;
                }
            }
        }
        print!("{}", summary::table(&rows));
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn run_one(job: &Job, mut notebook: Notebook, evaluator: &mut dyn Evaluator, out: &Path) -> Result<Row> {
    let name = job.notebook.display().to_string();
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {elapsed}").into_diagnostic()?);
    bar.set_message(name.clone());
    bar.enable_steady_tick(Duration::from_millis(200));
    let begin = Instant::now();
    let summary = run::run(&mut notebook, evaluator, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    if let Some(failure) = &summary.failure {
        let traceback = failure.error.traceback.join("\n");
        return Err(miette!(
            help = "the notebook's file was left as it was",
            "{name}: {} failed: {}: {}\n{traceback}",
            failure.cell,
            failure.error.ename,
            failure.error.evalue
        ));
    }
    notebook.write(&job.notebook).into_diagnostic()?;
    let page = out.join(&job.page);
    let command = format!("agon run {name}");
    let provenance = Provenance::of(&job.notebook, engine::LOCK_FILE, &engine::rustc_version(), &command)
        .into_diagnostic()
        .wrap_err_with(|| format!("reading {name}"))?;
    let html = handout::render(&notebook, &provenance)
        .into_diagnostic()
        .wrap_err_with(|| format!("the page of {name}"))?;
    if let Some(folder) = page.parent() {
        std::fs::create_dir_all(folder).into_diagnostic().wrap_err_with(|| {
            format!("making the folder {}; choose another one with --out", folder.display())
        })?;
    }
    write_atomically(&page, html.as_bytes())
        .into_diagnostic()
        .wrap_err_with(|| format!("writing {}", page.display()))?;
    Ok(Row::new(&job.notebook, &page, &summary, begin.elapsed()))
}

/// The notebooks that the paths stand for, each once, in order.
fn jobs(paths: &[PathBuf]) -> Result<Vec<Job>> {
    let mut jobs: Vec<Job> = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            find(path, &mut found)?;
            found.sort();
            if found.is_empty() {
                return Err(miette!(
                    help = "name a notebook, or a folder that holds some",
                    "{}: no notebooks here",
                    path.display()
                ));
            }
            for notebook in found {
                let page = notebook.strip_prefix(path).unwrap_or(&notebook).with_extension("html");
                jobs.push(Job { notebook, page });
            }
        } else if path.exists() {
            let page = PathBuf::from(path.file_name().unwrap_or_default()).with_extension("html");
            jobs.push(Job { notebook: path.clone(), page });
        } else {
            return Err(miette!(
                help = "paths are looked up from the current folder; in a clone the labs are in notebooks/",
                "{}: no such file or folder",
                path.display()
            ));
        }
    }
    let mut seen = std::collections::HashSet::new();
    jobs.retain(|job| seen.insert(job.notebook.clone()));
    let mut pages = std::collections::HashSet::new();
    match jobs.iter().find(|job| !pages.insert(job.page.clone())) {
        Some(job) => Err(miette!(
            help = "run them with different --out folders",
            "two notebooks would write the same page {}",
            job.page.display()
        )),
        None => Ok(jobs),
    }
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).into_diagnostic().wrap_err_with(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry.into_diagnostic()?.path();
        // Jupyter's own copies stand in hidden folders.
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            find(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ipynb") && !hidden {
            found.push(path);
        }
    }
    Ok(())
}
