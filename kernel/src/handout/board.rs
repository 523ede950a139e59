//! Boards to play on. What a notebook says of a board is the setup alone; tables, markup and script are our own, so that
//! no notebook can bring a program onto a page.

use super::slots::Slot;
use super::theme::base64;
use super::{HandoutError, Page};
use crate::notebook::Cell;
use agon::board::Setup;
use agon_book::board::{SCRIPT, block, text};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The board in an output, as a slot.
pub fn render(value: &Value, cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let failure = |reason: String| HandoutError::Board { cell: cell.name(), reason };
    let setup = Setup::deserialize(value).map_err(|error| failure(error.to_string()))?;
    let board = setup.board().map_err(|error| failure(error.to_string()))?;
    page.has_board = true;
    let chinese = page.words.is_chinese();
    let source = text(&board, chinese);
    Ok(page.slots.put(Slot { html: block(&board, chinese), typed: source.clone(), source, in_line: false }))
}

/// The script of a page with boards, and the rule that lets it run, and nothing else.
pub fn script() -> (&'static str, String) {
    (SCRIPT, format!("; script-src 'sha256-{}'", base64(&Sha256::digest(SCRIPT))))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board_page, one_output};
    use super::*;
    use agon_book::board::MIME;
    use serde_json::json;

    fn nim() -> Value {
        json!({"game": "nim", "heaps": [3, 4, 5]})
    }

    #[test]
    fn a_page_with_boards_has_the_script_once_and_allows_no_other() {
        let page = board_page(&[nim(), json!({"game": "chomp", "rows": 3, "columns": 4})]);
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("class=\"agon-board\"").count(), 2);
        assert!(page.contains(&format!("default-src 'none'{}", script().1)), "the policy names the script");
        assert!(page.contains(&format!("<script>{SCRIPT}</script>")));
        let without = board_page(&[]);
        assert!(
            !without.contains("<script")
                && !without.contains("script-src")
                && !without.contains("agon-board")
        );
    }

    #[test]
    fn without_a_script_the_position_and_its_winning_moves_are_there() {
        let html = one_output(
            json!({"output_type": "display_data", "metadata": {}, "data": {MIME: nim(), "text/plain": "x"}}),
        );
        let html = html.unwrap();
        for part in ["<title>Nim：(3, 4, 5)</title>", "Grundy 值是 2。", "第 1 堆取 2 颗，剩 1 颗"]
        {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn the_html_of_a_notebook_is_not_asked() {
        let html = one_output(json!({"output_type": "display_data", "metadata": {},
            "data": {MIME: nim(), "text/html": "<p>evil</p><script>evil()</script>"}}));
        assert!(!html.unwrap().contains("evil"));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for (value, reason) in [
            (json!({"game": "chess"}), "chess"),
            (json!({"game": "nim", "heaps": [3], "more": "</script>"}), "more"),
            (json!({"game": "nim", "heaps": [1_000_000]}), "1 to 20 counters"),
            (json!({"game": "hackenbush", "picture": "<b>"}), "<b>"),
            (json!("nim"), "nim"),
        ] {
            let output = json!({"output_type": "display_data", "metadata": {}, "data": {MIME: value}});
            let error = one_output(output).unwrap_err();
            assert!(
                matches!(error, HandoutError::Board { .. }) && error.to_string().contains(reason),
                "{error}"
            );
        }
    }
}
