//! Many notebooks at once, on all cores.

use super::engine::{self, Engine};
use super::notebooks::Job;
use super::terminal;
use crate::evaluator::Evaluator;
use crate::notebook::run::{Failure, Summary};
use crate::notebook::{Notebook, run};
use console::strip_ansi_codes;
use indicatif::{MultiProgress, ProgressBar};
use miette::{Result, miette};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Runs the notebooks of `jobs`, which then hold the new outputs, on as many engines as there are cores. `then` gets the
/// number of a job, the job, and what the run has found out; what it returns comes in the order of the jobs. A job whose
/// cell fails does not reach it.
pub fn run_all<T: Send>(
    engine: Engine,
    jobs: &mut [Job],
    then: impl Fn(usize, &Job, &Summary, Duration) -> Result<T> + Sync,
) -> Result<Vec<Result<T, Failed>>> {
    // The engine evcxr has one workspace for a process.
    let engines = if engine == Engine::Native { cores().min(jobs.len()).max(1) } else { 1 };
    engine::prelude()?;
    let bars = terminal::bars();
    let next = AtomicUsize::new(0);
    let jobs: Vec<Mutex<&mut Job>> = jobs.iter_mut().map(Mutex::new).collect();
    let done: Vec<Mutex<Option<Result<T, Failed>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let work = || -> Result<()> {
        let mut evaluator = engine::start(engine)?;
        let mut first = true;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (Some(job), Some(done)) = (jobs.get(number), done.get(number)) else { return Ok(()) };
            if !std::mem::take(&mut first) {
                evaluator.reset().map_err(|error| engine::describe(&error))?;
            }
            let mut job = job.lock().unwrap_or_else(PoisonError::into_inner);
            let name = job.name();
            let (summary, time) = run_one(&name, &mut job.notebook, evaluator.as_mut(), &bars);
            let outcome = match summary.failure.clone() {
                Some(failure) => Err(Failed::Cell(failure)),
                None => then(number, &job, &summary, time).map_err(Failed::After),
            };
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
    let outcome = |done: Mutex<Option<_>>| {
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.unwrap_or_else(|| Err(Failed::After(miette!("the notebook did not run"))))
    };
    Ok(done.into_iter().map(outcome).collect())
}

/// Why a job has no result.
pub enum Failed {
    /// A cell failed.
    Cell(Failure),
    /// What came after the run did not work.
    After(miette::Report),
}

impl Failed {
    /// For the terminal; `name` is the notebook's.
    pub fn report(self, name: &str, help: &'static str) -> miette::Report {
        match self {
            Failed::After(report) => report,
            Failed::Cell(Failure { cell, error }) => {
                let traceback = error.traceback.join("\n");
                let first = strip_ansi_codes(&traceback).lines().next().unwrap_or_default().to_owned();
                let says_it = error.evalue.lines().next().is_some_and(|what| first.contains(what));
                let what =
                    if says_it { String::new() } else { format!(": {}: {}", error.ename, error.evalue) };
                miette!(help = help, "{name}: {cell} failed{what}\n{}", terminal::coloured(&traceback))
            }
        }
    }
}

fn run_one(
    name: &str,
    notebook: &mut Notebook,
    evaluator: &mut dyn Evaluator,
    bars: &MultiProgress,
) -> (Summary, Duration) {
    let bar: ProgressBar = bars.add(terminal::bar(0, "{msg} {bar:30} {pos}/{len} {elapsed} {prefix}"));
    bar.set_message(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    let begin = Instant::now();
    let summary = run::run(notebook, evaluator, |done, all, of_cell| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        bar.set_prefix(of_cell.to_owned());
    });
    bar.finish_and_clear();
    (summary, begin.elapsed())
}

/// `work` on each item, on all cores; the results come in the order of the items.
pub fn on_all_cores<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return done };
            done.push((number, work(item)));
        }
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores().min(items.len())).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(on_all_cores(&items, |n| n * n), items.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(on_all_cores(&[] as &[u8], |n| *n).is_empty());
    }
}
