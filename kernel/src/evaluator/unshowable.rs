//! What to say of a last expression whose value cannot be shown.

/// The method that the code around a last expression calls.
const METHOD: &str = "evcxr_display";

/// Whether the compiler's message is about a last expression that cannot be shown.
pub fn is_about_showing(message: &str) -> bool {
    message.contains(METHOD)
}

/// The message in the reader's words: why the value cannot be shown, and what to do.
pub fn explained(message: &str) -> String {
    // "… exists for reference `&fn(i32) -> i32 {double}`, but …"
    let ty =
        message.split_once("reference `&").map_or("", |(_, rest)| rest.split('`').next().unwrap_or(rest));
    if ty.starts_with("{closure@") {
        return "a closure has no value to show: call it, or end the cell with `;`".to_owned();
    }
    if ty.contains("{closure@") {
        return "the value of the last expression contains a closure, which cannot be shown: end the cell with `;`".to_owned();
    }
    let is_function = ty.contains("fn(") && ty.ends_with('}');
    if let Some(begin) = opening(ty, '{', '}').filter(|_| is_function) {
        let path = &ty[begin + 1..ty.len() - 1];
        // The types that it is called with are no part of the name: `std::cmp::max::<i32>`.
        let path = opening(path, '<', '>').map_or(path, |begin| path[..begin].trim_end_matches("::"));
        let name = path.rsplit("::").next().unwrap_or(path);
        return format!(
            "`{name}` is a function and has no value to show: call it (`{name}(…)`), or end the cell with `;`"
        );
    }
    "the value of the last expression cannot be shown: its type has neither `Debug` nor `Show`; \
     add `#[derive(Debug)]`, or end the cell with `;`"
        .to_owned()
}

/// The same where `:fmt {}` is in force.
pub const WITHOUT_DISPLAY: &str = "the value of the last expression cannot be shown by `:fmt {}`: its type has no `Display`; \
    `:fmt {:?}` shows values by `Debug` again";

/// Whether values are shown by `Display`, as far as the compiler's full text tells.
pub fn is_by_display(rendered: &str) -> bool {
    rendered.contains("ShowDisplay")
}

/// Whether a help is about traits that are not for readers.
pub fn is_idle(help: &str) -> bool {
    help.contains("ShowDebug") || help.contains("ShowDisplay") || help.starts_with("items from traits")
}

/// Where the bracket begins that ends with the text, if one does.
fn opening(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        // The arrow of a function's type is no bracket.
        if c == close && !text[..at].ends_with('-') {
            depth += 1;
        } else if c == open {
            depth -= 1;
        }
        if depth == 0 {
            return (at + c.len_utf8() < text.len()).then_some(at);
        }
    }
    None
}

/// A label of the same message, without the names of traits that are not for readers.
pub fn label(label: &str) -> &str {
    if label.starts_with("method cannot be called") { "cannot be shown" } else { label }
}

/// Whether a label is about traits that are not for readers.
pub fn is_internal(label: &str) -> bool {
    label.contains("ShowResult")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_closures_are_called() {
        for (ty, words) in [
            ("fn(i32) -> i32 {double}", "`double(…)`"),
            ("for<'a> fn(&'a str) -> usize {core::str::<impl str>::len}", "`len(…)`"),
            ("fn(i32, i32) -> i32 {std::cmp::max::<i32>}", "`max(…)`"),
            ("fn(u8) -> u8 {apply::<fn(u8) -> Vec<u8> {core::id::<u8>}>}", "`apply(…)`"),
            ("{closure@cells/0c/agon_cell.rs:15:15: 15:35}", "a closure has no value"),
            ("(u8, {closure@cells/0c/agon_cell.rs:15:15: 15:35})", "contains a closure"),
            ("Option<S>", "#[derive(Debug)]"),
            ("fn(i32) -> i32", "#[derive(Debug)]"),
        ] {
            let message = format!(
                "the method `evcxr_display` exists for reference `&{ty}`, but its trait bounds were not satisfied"
            );
            assert!(is_about_showing(&message) && explained(&message).contains(words), "{ty}");
        }
    }
}
