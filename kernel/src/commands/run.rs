//! `agon run`: the labs without Jupyter, and a page for each.

use super::engine::{self, Engine};
use super::notebooks;
use super::summary::{self, Row};
use crate::book::lab::Lab;
use crate::evaluator::Evaluator;
use crate::handout::{self, Entry, Provenance};
use crate::notebook::{Notebook, Parameter, run, write_atomically};
use clap::Args;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Run notebooks, write their outputs back, and write one self-contained HTML page for each.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon run                          # all of notebooks/, pages into handouts/\n  \
                        agon run notebooks/nim.ipynb --out /tmp/pages\n  \
                        agon run notebooks/nim.ipynb --param max_heap=12 --out /tmp/pages\n\n\
                        A run of several notebooks also writes index.html: chapters, labs, verdicts, errata.\n\
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
    /// Set a parameter of the notebook (repeatable): a `let` of the cell with the tag `parameters`. The notebook's file is
    /// then left as it is.
    #[arg(long = "param", value_name = "NAME=VALUE")]
    parameters: Vec<Parameter>,
    /// Write the notebook back even though parameters were set.
    #[arg(long, requires = "parameters")]
    save: bool,
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
            let mut notebook = Notebook::read(&job.notebook).into_diagnostic()?;
            if notebook.language() != "rust" {
                return Err(miette!(
                    help = "agon runs notebooks whose kernel is a Rust kernel",
                    "{}: the cells are in {}, not in Rust",
                    job.notebook.display(),
                    notebook.language()
                ));
            }
            if !self.parameters.is_empty() {
                notebook.set_parameters(&self.parameters).into_diagnostic()?;
            }
            notebooks.push(notebook);
        }
        let bars = MultiProgress::new();
        let outcomes = self.run_all(&jobs, notebooks, &bars)?;
        let (mut rows, mut labs) = (Vec::new(), Vec::new());
        let mut failed = false;
        for (job, (lab, outcome)) in jobs.iter().zip(outcomes) {
            let page = outcome.is_ok().then(|| job.page.clone());
            labs.push(Entry { lab, page });
            rows.push(outcome.unwrap_or_else(|report| {
                eprintln!("{report:?}");
                failed = true;
                Row::failed(&job.notebook)
            }));
        }
        if self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir()) {
            self.write_index(labs)?;
        }
        print!("{}", summary::table(&rows));
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Runs the notebooks on as many engines as there are cores; what became of them comes in their order.
    fn run_all(
        &self,
        jobs: &[Job],
        notebooks: Vec<Notebook>,
        bars: &MultiProgress,
    ) -> Result<Vec<(Lab, Result<Row>)>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // The engine evcxr has one workspace for a process.
        let engines = if self.engine == Engine::Native { cores.min(jobs.len()).max(1) } else { 1 };
        engine::prelude()?;
        let next = AtomicUsize::new(0);
        let notebooks: Vec<Mutex<Notebook>> = notebooks.into_iter().map(Mutex::new).collect();
        let done: Vec<Mutex<Option<Result<Row>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
        let work = || -> Result<()> {
            let mut evaluator = engine::start(self.engine)?;
            let mut first = true;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let (Some(job), Some(notebook), Some(done)) =
                    (jobs.get(number), notebooks.get(number), done.get(number))
                else {
                    return Ok(());
                };
                if !std::mem::take(&mut first) {
                    evaluator.reset().map_err(|error| engine::describe(&error))?;
                }
                let mut notebook = notebook.lock().unwrap_or_else(PoisonError::into_inner);
                let outcome = self.run_one(job, &mut notebook, evaluator.as_mut(), bars);
                *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..engines).map(|_| scope.spawn(work)).collect();
            let ended = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|_| Err(miette!("a worker panicked"))));
            ended.collect::<Result<()>>()
        })?;
        let outcome = |(notebook, done): (Mutex<Notebook>, Mutex<Option<Result<Row>>>)| {
            let notebook = notebook.into_inner().unwrap_or_else(PoisonError::into_inner);
            let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
            (Lab::of(&notebook), done.unwrap_or_else(|| Err(miette!("the notebook did not run"))))
        };
        Ok(notebooks.into_iter().zip(done).map(outcome).collect())
    }

    fn run_one(
        &self,
        job: &Job,
        notebook: &mut Notebook,
        evaluator: &mut dyn Evaluator,
        bars: &MultiProgress,
    ) -> Result<Row> {
        let name = job.notebook.display().to_string();
        let bar = bars.add(ProgressBar::new(0)).with_style(
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {elapsed} {prefix}")
                .into_diagnostic()?,
        );
        bar.set_message(name.clone());
        bar.enable_steady_tick(Duration::from_millis(200));
        let begin = Instant::now();
        let summary = run::run(notebook, evaluator, |done, all, of_cell| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_prefix(of_cell.to_owned());
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
        if self.parameters.is_empty() || self.save {
            notebook.write(&job.notebook).into_diagnostic()?;
        }
        let command = format!("agon run {name}{}", self.parameters_again());
        let provenance = Provenance::of(&job.notebook, engine::LOCK_FILE, &engine::rustc_version(), &command)
            .into_diagnostic()
            .wrap_err_with(|| format!("reading {name}"))?;
        let html = handout::render(notebook, &provenance)
            .into_diagnostic()
            .wrap_err_with(|| format!("the page of {name}"))?;
        self.write_page(&job.page, &html)?;
        Ok(Row::new(&job.notebook, &self.out.join(&job.page), &summary, begin.elapsed()))
    }

    /// The parameters as a shell takes them.
    fn parameters_again(&self) -> String {
        let quoted = |parameter: &Parameter| {
            let text = format!("{}={}", parameter.name, parameter.value);
            let plain = |c: char| c.is_ascii_alphanumeric() || "_=.-+".contains(c);
            if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
        };
        self.parameters.iter().map(|parameter| format!(" --param {}", quoted(parameter))).collect()
    }

    /// One index for each language of the labs.
    fn write_index(&self, labs: Vec<Entry>) -> Result<()> {
        let (chinese, english): (Vec<_>, Vec<_>) = labs.into_iter().partition(|entry| entry.lab.is_chinese());
        let indexes = match (chinese.is_empty(), english.is_empty()) {
            (false, false) => vec![
                (chinese, "zh-CN", "index.html", Some("en/index.html")),
                (english, "en", "en/index.html", Some("../index.html")),
            ],
            (false, true) => vec![(chinese, "zh-CN", "index.html", None)],
            (true, _) => vec![(english, "en", "index.html", None)],
        };
        let folders: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let command = format!("agon run {}{}", folders.join(" "), self.parameters_again());
        for (labs, lang, page, other) in indexes {
            let page = PathBuf::from(page);
            // A notebook of that name is somebody's own index.
            if labs.iter().any(|entry| entry.page.as_ref() == Some(&page)) {
                continue;
            }
            let html = handout::index(&labs, lang, &page, other, &command).into_diagnostic()?;
            self.write_page(&page, &html)?;
        }
        Ok(())
    }

    fn write_page(&self, page: &Path, html: &str) -> Result<()> {
        let page = self.out.join(page);
        if let Some(folder) = page.parent() {
            std::fs::create_dir_all(folder).into_diagnostic().wrap_err_with(|| {
                format!("making the folder {}; choose another one with --out", folder.display())
            })?;
        }
        write_atomically(&page, html.as_bytes())
            .into_diagnostic()
            .wrap_err_with(|| format!("writing {}", page.display()))
    }
}

/// The notebooks that the paths stand for, each once, in order.
fn jobs(paths: &[PathBuf]) -> Result<Vec<Job>> {
    let mut jobs: Vec<Job> = Vec::new();
    notebooks::each(paths, |path, notebook| {
        // Below a folder pages lie as the notebooks do.
        let below = notebook.strip_prefix(path).ok().filter(|below| !below.as_os_str().is_empty());
        let page =
            below.or(notebook.file_name().map(Path::new)).unwrap_or(Path::new("page")).with_extension("html");
        jobs.push(Job { notebook, page });
    })?;
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
