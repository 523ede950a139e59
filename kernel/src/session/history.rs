//! The execution count, and the cells of this session.

use crate::wire::history::{Access, HistoryReply, HistoryRequest, Line};
use std::collections::HashSet;

/// The number of this session; sessions before it are not kept yet.
const SESSION: i64 = 1;

/// The cells that counted, in order; the first has the number 1.
#[derive(Debug, Default)]
pub struct History {
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    input: String,
    output: Option<String>,
}

impl History {
    /// The number of the last cell that counted; 0 before the first.
    pub fn count(&self) -> u32 {
        u32::try_from(self.cells.len()).unwrap_or(u32::MAX)
    }

    /// Notes a cell that begins, and returns its number.
    pub fn begin(&mut self, input: &str) -> u32 {
        self.cells.push(Cell { input: input.to_owned(), output: None });
        self.count()
    }

    /// Notes the value of a cell that has ended.
    pub fn end(&mut self, number: u32, output: Option<String>) {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        if let Some(cell) = index.and_then(|index| self.cells.get_mut(index)) {
            cell.output = output;
        }
    }

    /// The cells that a request asks for, in the order in which they were run.
    pub fn select(&self, request: &HistoryRequest) -> HistoryReply {
        let numbered = (1..).zip(&self.cells);
        let chosen: Vec<(u32, &Cell)> = match &request.access {
            Access::Tail { n } => last(numbered.collect(), *n),
            Access::Range { session: 0 | SESSION, start, stop } => {
                let number = |bound: i64| {
                    if bound < 0 { bound + i64::from(self.count()) + 1 } else { bound }
                };
                let (start, stop) = (number(start.unwrap_or(0)), stop.map_or(i64::MAX, number));
                numbered.filter(|(line, _)| (start..stop).contains(&i64::from(*line))).collect()
            }
            Access::Range { .. } => Vec::new(),
            Access::Search { pattern, n, unique } => {
                let pattern: Vec<char> = pattern.as_deref().unwrap_or("*").chars().collect();
                let matches = numbered.filter(|(_, cell)| glob(&pattern, &cell.input));
                last(if *unique { newest_of_equals(matches.collect()) } else { matches.collect() }, *n)
            }
        };
        let line = |cell: &Cell| {
            if request.output {
                Line::Both(cell.input.clone(), cell.output.clone())
            } else {
                Line::Input(cell.input.clone())
            }
        };
        HistoryReply {
            history: chosen.into_iter().map(|(number, cell)| (SESSION, number, line(cell))).collect(),
        }
    }
}

fn last<T>(mut all: Vec<T>, n: Option<usize>) -> Vec<T> {
    let surplus = n.map_or(0, |n| all.len().saturating_sub(n));
    all.drain(..surplus);
    all
}

fn newest_of_equals(mut all: Vec<(u32, &Cell)>) -> Vec<(u32, &Cell)> {
    let mut seen = HashSet::new();
    all.reverse();
    all.retain(|(_, cell)| seen.insert(&cell.input));
    all.reverse();
    all
}

/// Whether the whole text matches a pattern in which `*` stands for any text and `?` for any one character.
///
/// A mismatch after a `*` goes back to that `*` alone, so the time is at most pattern times text.
fn glob(pattern: &[char], text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    t = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn history() -> History {
        let mut history = History::default();
        for (input, output) in
            [("1 + 1", Some("2")), ("nim()", None), ("∗3", Some("∗3")), ("1 + 1", Some("2"))]
        {
            let number = history.begin(input);
            history.end(number, output.map(str::to_owned));
        }
        history
    }

    fn numbers(request: Value) -> Vec<u32> {
        let request = serde_json::from_value(request).unwrap();
        history().select(&request).history.iter().map(|(_, number, _)| *number).collect()
    }

    #[test]
    fn each_way_of_asking() {
        let table: [(Value, &[u32]); 12] = [
            (json!({"hist_access_type": "tail", "n": 3}), &[2, 3, 4]),
            (json!({"hist_access_type": "tail", "n": 9}), &[1, 2, 3, 4]),
            (json!({"hist_access_type": "range", "session": 0, "start": 2, "stop": 4}), &[2, 3]),
            (json!({"hist_access_type": "range", "session": 1, "start": 3, "stop": null}), &[3, 4]),
            (json!({"hist_access_type": "range", "start": -2}), &[3, 4]),
            (json!({"hist_access_type": "range", "session": -1, "start": 0}), &[]),
            (json!({"hist_access_type": "search", "pattern": "1*"}), &[1, 4]),
            (json!({"hist_access_type": "search", "pattern": "1*", "unique": true}), &[4]),
            (json!({"hist_access_type": "search", "pattern": "1*", "n": 1}), &[4]),
            (json!({"hist_access_type": "search", "pattern": "?3"}), &[3]),
            (json!({"hist_access_type": "search", "pattern": "*i*(*)"}), &[2]),
            (json!({"hist_access_type": "search", "pattern": "im"}), &[]),
        ];
        for (request, expected) in table {
            assert_eq!(numbers(request.clone()), expected, "{request}");
        }
    }

    #[test]
    fn outputs_come_as_pairs() {
        let request = json!({"hist_access_type": "tail", "n": 3, "output": true, "raw": true});
        let reply = history().select(&serde_json::from_value(request).unwrap());
        assert_eq!(
            serde_json::to_value(reply.history).unwrap(),
            json!([[1, 2, ["nim()", null]], [1, 3, ["∗3", "∗3"]], [1, 4, ["1 + 1", "2"]]])
        );
    }
}
