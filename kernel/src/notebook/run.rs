//! Running a notebook without Jupyter, through the same evaluator as the kernel.

use super::{CellKind, Notebook, Recorder};
use crate::evaluator::{CellError, Evaluator};
use serde_json::Value;
use std::time::Instant;

/// A cell that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// How a message names the cell.
    pub cell: String,
    /// Why.
    pub error: CellError,
}

/// What a run has found out.
#[derive(Debug, Default)]
pub struct Summary {
    /// How many code cells ran to their end.
    pub cells: usize,
    /// The evidence that the cells returned or showed, in order, as JSON.
    pub evidence: Vec<Value>,
    /// How long each code cell took: its number and seconds.
    pub times: Vec<(u32, f64)>,
    /// The first cell that failed, unless it bears the tag `raises-exception`; the cells behind it did not run.
    pub failure: Option<Failure>,
}

/// Where evidence stands in a MIME bundle.
pub const EVIDENCE: &str = "application/vnd.agon.evidence+json";

/// Runs all code cells in order and puts their outputs into the notebook. `progress` gets the number of cells that are
/// done and of all code cells, and what the running cell's own progress bar says, which is not an output.
pub fn run(
    notebook: &mut Notebook,
    evaluator: &mut dyn Evaluator,
    mut progress: impl FnMut(usize, usize, &str),
) -> Summary {
    let cells = notebook.cells().into_iter().filter(|cell| cell.kind == CellKind::Code);
    let cells: Vec<_> =
        cells.map(|cell| (cell.index, cell.name(), cell.has_tag("raises-exception"), cell.source)).collect();
    evaluator.set_language(notebook.lang());
    let mut recorder = Recorder::default();
    let mut summary = Summary::default();
    let mut counts = vec![None; cells.len()];
    for (done, (index, name, may_fail, source)) in cells.iter().enumerate() {
        progress(done, cells.len(), "");
        if source.trim().is_empty() || summary.failure.is_some() {
            continue;
        }
        let count = counts.iter().flatten().count() as u32 + 1;
        counts[done] = Some(count);
        recorder.begin(*index, Some(count));
        let begin = Instant::now();
        evaluator.set_number(count);
        let outcome = evaluator.execute(source, &mut |output| match output.progress() {
            Some(bar) => progress(done, cells.len(), bar),
            None => recorder.push(output),
        });
        summary.times.push((count, begin.elapsed().as_secs_f64()));
        match outcome {
            Ok(()) => summary.cells += 1,
            Err(error) => {
                recorder.fail(&error);
                if *may_fail {
                    summary.cells += 1;
                } else {
                    summary.failure = Some(Failure { cell: name.clone(), error });
                }
            }
        }
    }
    progress(cells.len(), cells.len(), "");
    for ((index, ..), count) in cells.iter().zip(counts) {
        let outputs = recorder.outputs(*index);
        let evidence = outputs.iter().filter_map(|output| output.get("data")?.get(EVIDENCE));
        summary.evidence.extend(evidence.cloned());
        notebook.set_outputs(*index, outputs, count);
    }
    notebook.record_run();
    summary
}
