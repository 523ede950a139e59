//! What a running cell says, as the outputs of a notebook.

use crate::evaluator::{CellError, MimeBundle, Output, Payload, Stream};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Collects the outputs of a run, cell by cell, the way a Jupyter client does: consecutive text of one stream is one
/// output in which `\r` and `\b` have had their effect, a cleared output is gone, and an updated display has replaced
/// the earlier ones of its id, in whichever cell they are.
#[derive(Debug, Default)]
pub struct Recorder {
    cells: BTreeMap<usize, Recorded>,
    current: usize,
    /// The cell that each run of the evaluator belongs to.
    runs: BTreeMap<u32, usize>,
}

#[derive(Debug, Default)]
struct Recorded {
    entries: Vec<Entry>,
    execution_count: Option<u32>,
    clear_on_next: bool,
}

#[derive(Debug)]
enum Entry {
    Text(Stream, Terminal),
    Display { data: MimeBundle, metadata: Map<String, Value>, id: Option<String> },
    Done(Value),
}

impl Recorder {
    /// The outputs that follow belong to the cell at `index`; those it had are forgotten.
    pub fn begin(&mut self, index: usize, execution_count: Option<u32>) {
        self.current = index;
        self.cells.insert(index, Recorded { execution_count, ..Recorded::default() });
    }

    /// Takes one output of the current cell, or of a thread that an earlier one has left behind. Nobody answers a question.
    pub fn push(&mut self, output: Output) {
        match output {
            Output::Begun(run) => drop(self.runs.insert(run, self.current)),
            Output::Late { run, output } => {
                self.push_to(self.runs.get(&run).copied().unwrap_or(self.current), *output);
            }
            output => self.push_to(self.current, output),
        }
    }

    fn push_to(&mut self, index: usize, output: Output) {
        if let Output::Clear { wait } = output {
            let cell = self.cells.entry(index).or_default();
            cell.clear_on_next = wait;
            if !wait {
                cell.entries.clear();
            }
            return;
        }
        // Nobody sits before the notebook who would see a page of help beside it.
        if let Output::Payload(Payload::Page { data, .. }) = output {
            return self
                .push_to(index, Output::Display { data, metadata: Map::new(), id: None, update: false });
        }
        if matches!(output, Output::Payload(_) | Output::Ask(_)) {
            return;
        }
        if let Output::Display { data, metadata, id: Some(id), update: true } = output {
            self.update(&id, &data, &metadata);
            return;
        }
        let cell = self.cells.entry(index).or_default();
        if std::mem::take(&mut cell.clear_on_next) {
            cell.entries.clear();
        }
        match output {
            Output::Text { stream, text } => match cell.entries.last_mut() {
                Some(Entry::Text(last, terminal)) if *last == stream => terminal.write(&text),
                _ => {
                    let mut terminal = Terminal::default();
                    terminal.write(&text);
                    cell.entries.push(Entry::Text(stream, terminal));
                }
            },
            Output::Display { data, metadata, id, .. } => {
                cell.entries.push(Entry::Display { data, metadata, id })
            }
            Output::Result { data, metadata } => cell.entries.push(Entry::Done(json!({
                "output_type": "execute_result", "data": data, "metadata": metadata,
                "execution_count": cell.execution_count,
            }))),
            Output::Clear { .. }
            | Output::Payload(_)
            | Output::Ask(_)
            | Output::Begun(_)
            | Output::Late { .. } => {}
        }
    }

    /// The current cell has failed.
    pub fn fail(&mut self, error: &CellError) {
        let cell = self.cells.entry(self.current).or_default();
        cell.entries.push(Entry::Done(json!({
            "output_type": "error", "ename": error.ename, "evalue": error.evalue, "traceback": error.traceback,
        })));
    }

    /// The outputs of the cell at `index`, for [`super::Notebook::set_outputs`].
    pub fn outputs(&self, index: usize) -> Vec<Value> {
        let entries = self.cells.get(&index).map_or(&[][..], |cell| &cell.entries);
        entries.iter().filter_map(Entry::to_json).collect()
    }

    /// Every display of this id shows the new value. An unknown id shows nothing, as in Jupyter.
    fn update(&mut self, id: &str, data: &MimeBundle, metadata: &Map<String, Value>) {
        for entry in self.cells.values_mut().flat_map(|cell| &mut cell.entries) {
            if let Entry::Display { data: shown, metadata: of_shown, id: Some(its) } = entry
                && its == id
            {
                shown.clone_from(data);
                of_shown.clone_from(metadata);
            }
        }
    }
}

impl Entry {
    fn to_json(&self) -> Option<Value> {
        match self {
            Self::Text(stream, terminal) => {
                let text = terminal.text();
                (!text.is_empty()).then(|| json!({"output_type": "stream", "name": stream, "text": text}))
            }
            Self::Display { data, metadata, .. } => {
                Some(json!({"output_type": "display_data", "data": data, "metadata": metadata}))
            }
            Self::Done(output) => Some(output.clone()),
        }
    }
}

/// A text as it stands after its carriage returns and backspaces: other kernels leave them in the file for Jupyter to obey.
pub fn overwritten(text: &str) -> String {
    let mut terminal = Terminal::default();
    for line in text.split_inclusive('\n') {
        // Colours are many characters and no place: of such a line, what was written last.
        let last = |line: &str| line.trim_end().rsplit('\r').next().map(str::len);
        let skipped = if line.contains('\u{1b}') {
            last(line).map_or(0, |length| line.trim_end().len() - length)
        } else {
            0
        };
        terminal.write(&line[skipped..]);
    }
    terminal.text()
}

/// Text with the two controls that Jupyter obeys: `\r` goes back to the start of the line, `\b` back by one, and what
/// follows writes over what was there. Only the last line can still change.
#[derive(Debug, Default)]
struct Terminal {
    done: String,
    line: Vec<char>,
    cursor: usize,
}

impl Terminal {
    fn write(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' => {
                    self.done.extend(self.line.drain(..));
                    self.done.push('\n');
                    self.cursor = 0;
                }
                '\r' => self.cursor = 0,
                '\x08' => self.cursor = self.cursor.saturating_sub(1),
                _ => {
                    if self.cursor < self.line.len() {
                        self.line[self.cursor] = c;
                    } else {
                        self.line.push(c);
                    }
                    self.cursor += 1;
                }
            }
        }
    }

    fn text(&self) -> String {
        self.done.chars().chain(self.line.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(stream: Stream, text: &str) -> Output {
        Output::Text { stream, text: text.into() }
    }

    fn display(plain: &str, id: Option<&str>, update: bool) -> Output {
        let data = json!({"text/plain": plain}).as_object().unwrap().clone();
        Output::Display { data, metadata: Map::new(), id: id.map(Into::into), update }
    }

    fn record(outputs: impl IntoIterator<Item = Output>) -> Vec<Value> {
        let mut recorder = Recorder::default();
        recorder.begin(0, Some(4));
        outputs.into_iter().for_each(|output| recorder.push(output));
        recorder.outputs(0)
    }

    #[test]
    fn text_of_one_stream_is_merged_until_something_comes_between() {
        use Stream::{Stderr, Stdout};
        let outputs = record([
            text(Stdout, "a"),
            text(Stdout, "b\n"),
            text(Stderr, "e"),
            text(Stdout, "c"),
            text(Stdout, ""),
        ]);
        assert_eq!(
            outputs,
            [
                json!({"output_type": "stream", "name": "stdout", "text": "ab\n"}),
                json!({"output_type": "stream", "name": "stderr", "text": "e"}),
                json!({"output_type": "stream", "name": "stdout", "text": "c"}),
            ]
        );
    }

    #[test]
    fn a_bar_of_another_kernel_is_its_last_state() {
        for (written, shown) in [
            ("  0%|   |\r 50%|█  |\r100%|██ |\n", "100%|██ |\n"),
            ("\u{1b}[31m 50%\u{1b}[0m\r\u{1b}[32mdone\u{1b}[0m\r\nnext", "\u{1b}[32mdone\u{1b}[0m\nnext"),
            ("plain\r\ntext", "plain\ntext"),
        ] {
            assert_eq!(overwritten(written), shown, "{written:?}");
        }
    }

    #[test]
    fn carriage_returns_write_over_the_line() {
        for (written, shown) in [
            ("10 %\r20 %", "20 %"),
            ("100\r20\n", "200\n"),
            ("a\r\nb", "a\nb"),
            ("ab\x08c", "ac"),
            ("\x08甲\r乙", "乙"),
        ] {
            assert_eq!(record([text(Stream::Stdout, written)])[0]["text"], shown, "{written:?}");
        }
    }

    #[test]
    fn clearing_can_wait_for_the_next_output() {
        assert!(record([display("1", None, false), Output::Clear { wait: false }]).is_empty());
        assert_eq!(record([display("1", None, false), Output::Clear { wait: true }]).len(), 1);
        let replaced =
            record([display("1", None, false), Output::Clear { wait: true }, display("2", None, false)]);
        assert_eq!(replaced.len(), 1);
        assert_eq!(replaced[0]["data"]["text/plain"], "2");
    }

    #[test]
    fn an_update_reaches_displays_in_earlier_cells() {
        let mut recorder = Recorder::default();
        recorder.begin(0, Some(1));
        recorder.push(display("old", Some("p"), false));
        recorder.push(display("other", Some("q"), false));
        recorder.begin(3, Some(2));
        recorder.push(display("new", Some("p"), true));
        recorder.push(display("lost", Some("unknown"), true));
        assert_eq!(recorder.outputs(0)[0]["data"]["text/plain"], "new");
        assert_eq!(recorder.outputs(0)[1]["data"]["text/plain"], "other");
        assert!(recorder.outputs(3).is_empty());
    }

    #[test]
    fn a_late_output_belongs_to_the_cell_whose_run_it_names() {
        let mut recorder = Recorder::default();
        recorder.begin(0, Some(1));
        recorder.push(Output::Begun(7));
        recorder.begin(3, Some(2));
        recorder.push(Output::Begun(8));
        let late = |run| Output::Late { run, output: Box::new(text(Stream::Stdout, "late")) };
        recorder.push(late(7));
        assert_eq!(recorder.outputs(0)[0]["text"], "late");
        assert!(recorder.outputs(3).is_empty());
        recorder.push(late(9));
        assert_eq!(recorder.outputs(3)[0]["text"], "late");
    }

    #[test]
    fn results_and_errors_have_their_fields() {
        let mut recorder = Recorder::default();
        recorder.begin(0, Some(4));
        let data = json!({"text/plain": "∗2"}).as_object().unwrap().clone();
        recorder.push(Output::Result { data, metadata: Map::new() });
        recorder.fail(&CellError {
            ename: "Panic".into(),
            evalue: "no".into(),
            traceback: vec!["at 1".into()],
        });
        let outputs = recorder.outputs(0);
        assert_eq!(outputs[0]["execution_count"], 4);
        assert_eq!(
            outputs[1],
            json!({"output_type": "error", "ename": "Panic", "evalue": "no", "traceback": ["at 1"]})
        );
    }
}
