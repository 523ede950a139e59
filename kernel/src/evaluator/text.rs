//! Frames of the host as outputs of the cell.

use super::frame::{self, Kind};
use super::{Output, Payload, Stream};
use serde_json::{Map, Value};

/// Decodes the two text streams; a character may be cut by the border of a frame.
#[derive(Default)]
pub struct Texts {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Texts {
    /// Passes one frame on, if it is an output.
    pub fn pass(&mut self, kind: Kind, content: Vec<u8>, outputs: &mut dyn FnMut(Output)) {
        match kind {
            Kind::Stdout => say(Stream::Stdout, decode(&mut self.stdout, &content), outputs),
            Kind::Stderr => say(Stream::Stderr, decode(&mut self.stderr, &content), outputs),
            Kind::Display | Kind::Result | Kind::Clear => {
                if let Ok(Value::Object(content)) = serde_json::from_slice(&content) {
                    outputs(display(kind, content));
                }
            }
            Kind::NextInput => {
                let content: Value = serde_json::from_slice(&content).unwrap_or_default();
                let text = content["text"].as_str().unwrap_or_default().to_owned();
                let replace = content["replace"] == true;
                outputs(Output::Payload(Payload::SetNextInput { text, replace }));
            }
            Kind::ThreadPanic => {
                let panic: Value = serde_json::from_slice(&content).unwrap_or_default();
                say(Stream::Stderr, thread_panic(&panic), outputs);
            }
            Kind::Late => {
                let Some((run, kind, content)) = frame::read_late(&content) else { return };
                let mut late = |output| outputs(Output::Late { run, output: Box::new(output) });
                // Each write of a late thread is a frame, and hardly any ends within a character.
                let mut texts = Texts::default();
                texts.pass(kind, content.to_vec(), &mut late);
                texts.finish(&mut late);
            }
            Kind::Panic
            | Kind::Question
            | Kind::Started
            | Kind::Loaded
            | Kind::Unwound
            | Kind::Failed
            | Kind::Synced
            | Kind::Missing
            | Kind::Left
            | Kind::Unloadable => {}
        }
    }

    /// What is left of a character that never came whole.
    pub fn finish(&mut self, outputs: &mut dyn FnMut(Output)) {
        for (stream, rest) in [(Stream::Stdout, &mut self.stdout), (Stream::Stderr, &mut self.stderr)] {
            say(stream, String::from_utf8_lossy(&std::mem::take(rest)).into_owned(), outputs);
        }
    }
}

/// What to say of a panic that ends a thread, but not the cell. The file is the generated one, so it is not named.
fn thread_panic(panic: &Value) -> String {
    let message = panic["message"].as_str().unwrap_or_default();
    match panic["thread"].as_str() {
        Some(name) => format!("thread `{name}` panicked: {message}\n"),
        None => format!("a thread panicked: {message}\n"),
    }
}

fn say(stream: Stream, text: String, outputs: &mut dyn FnMut(Output)) {
    if !text.is_empty() {
        outputs(Output::Text { stream, text });
    }
}

/// The text that is whole now; the beginning of a character that is not yet stays in `rest`.
fn decode(rest: &mut Vec<u8>, content: &[u8]) -> String {
    rest.extend_from_slice(content);
    let mut text = String::new();
    let mut keep = 0;
    for chunk in rest.utf8_chunks() {
        text += chunk.valid();
        let invalid = chunk.invalid();
        keep = 0;
        if !invalid.is_empty() {
            let at_end = invalid.as_ptr_range().end == rest.as_ptr_range().end;
            // Only an unfinished character can be invalid at the end and still become valid.
            if at_end && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none()) {
                keep = invalid.len();
            } else {
                text.push('\u{FFFD}');
            }
        }
    }
    rest.drain(..rest.len() - keep);
    text
}

fn display(kind: Kind, mut content: Map<String, Value>) -> Output {
    let mut object = |key: &str| match content.remove(key) {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    };
    let (mut data, metadata) = (object("data"), object("metadata"));
    data.iter_mut().for_each(|(mime, value)| become_json(mime, value));
    match kind {
        Kind::Clear => Output::Clear { wait: content.get("wait").and_then(Value::as_bool).unwrap_or(false) },
        Kind::Result => Output::Result { data, metadata },
        _ => Output::Display {
            data,
            metadata,
            id: content.get("id").and_then(Value::as_str).map(str::to_owned),
            update: content.get("update").and_then(Value::as_bool).unwrap_or(false),
        },
    }
}

/// Frontends take data of a JSON type as JSON; whoever has written it down as a text means what it says.
fn become_json(mime: &str, value: &mut Value) {
    let Value::String(text) = value else { return };
    if mime.ends_with("json")
        && let Ok(json @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text)
    {
        *value = json;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_a_json_type_becomes_json() {
        for (mime, text, json) in [
            ("application/vnd.vega.v5+json", r#"{"width": 3}"#, serde_json::json!({"width": 3})),
            ("application/json", "[1, null]", serde_json::json!([1, null])),
            ("application/json", "only words", "only words".into()),
            ("application/json", "5", "5".into()),
            ("text/plain", "[1]", "[1]".into()),
        ] {
            let mut value = Value::from(text);
            become_json(mime, &mut value);
            assert_eq!(value, json, "{mime}");
        }
    }

    #[test]
    fn characters_cut_by_frames_come_whole_and_bad_bytes_become_visible() {
        let mut rest = Vec::new();
        let dice = "骰".as_bytes();
        assert_eq!(decode(&mut rest, &dice[..2]), "");
        assert_eq!(decode(&mut rest, &[&dice[2..], b"!"].concat()), "骰!");
        assert_eq!(decode(&mut rest, b"a\xffb"), "a\u{FFFD}b");
        assert_eq!(decode(&mut rest, &dice[..1]), "");
        assert_eq!(decode(&mut rest, b"x"), "\u{FFFD}x");
    }
}
