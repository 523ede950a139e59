//! A cell that asks its reader for a line.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Why nobody answers, unless somebody knows better.
const NOBODY: &str = "nobody can be asked for input here: bind the value in the cell instead (`let name = …;`), or run the cell in \
                      JupyterLab or by `agon eval`";

/// A question that waits for its answer. If all its copies are dropped without one, the cell hears that nobody can be
/// asked.
#[derive(Clone)]
pub struct Question(Arc<Asked>);

struct Asked {
    prompt: String,
    hidden: bool,
    answer: Mutex<Option<Answer>>,
}

type Answer = Box<dyn FnOnce(Result<String, String>) + Send>;

impl Question {
    /// A question whose answer goes to `answer`.
    pub fn new(
        prompt: String,
        hidden: bool,
        answer: impl FnOnce(Result<String, String>) + Send + 'static,
    ) -> Question {
        Question(Arc::new(Asked { prompt, hidden, answer: Mutex::new(Some(Box::new(answer))) }))
    }

    /// What stands before the box.
    pub fn prompt(&self) -> &str {
        &self.0.prompt
    }

    /// Whether the screen shall not show what is typed.
    pub fn is_hidden(&self) -> bool {
        self.0.hidden
    }

    /// Tells the cell what was typed, or why nothing was. Only the first answer counts.
    pub fn answer(&self, line: Result<String, String>) {
        self.0.answer(line);
    }
}

impl Asked {
    fn answer(&self, line: Result<String, String>) {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(answer) = answer {
            answer(line);
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.answer(Err(NOBODY.to_owned()));
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("prompt", &self.0.prompt).field("hidden", &self.0.hidden).finish()
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Question) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;

    #[test]
    fn the_first_answer_counts_and_silence_is_one() {
        let (sender, answers) = unbounded();
        let question = |prompt: &str| {
            let sender = sender.clone();
            Question::new(prompt.to_owned(), false, move |line| sender.send(line).unwrap())
        };
        let asked = question("?");
        let copy = asked.clone();
        drop(asked);
        copy.answer(Ok("42".into()));
        copy.answer(Ok("43".into()));
        drop(copy);
        assert_eq!(answers.try_iter().collect::<Vec<_>>(), [Ok("42".to_owned())]);
        drop(question("?"));
        assert!(answers.try_recv().unwrap().unwrap_err().contains("agon eval"));
    }
}
