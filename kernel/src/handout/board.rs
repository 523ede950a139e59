//! Boards to play on. What a notebook says of a board is the setup alone; tables, markup and script are our own, so that
//! no notebook can bring a program onto a page.

use super::slots::Slot;
use super::{HandoutError, Page};
use crate::notebook::Cell;
use agon::board::Setup;
use agon_book::board::{block, text};
use serde::Deserialize;
use serde_json::Value;

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

#[cfg(test)]
mod tests {
    use super::super::tests::{board_page, one_output};
    use super::*;
    use agon_book::board::{MIME, SCRIPT};
    use serde_json::json;

    fn nim() -> Value {
        json!({"game": "nim", "heaps": [3, 4, 5]})
    }

    #[test]
    fn a_page_with_boards_has_their_script_once() {
        let page = board_page(&[nim(), json!({"game": "chomp", "rows": 3, "columns": 4})]);
        assert_eq!(page.matches("class=\"agon-board\"").count(), 2);
        assert_eq!(page.matches(&format!("<script>{SCRIPT}</script>")).count(), 1);
        let without = board_page(&[]);
        assert!(!without.contains(SCRIPT) && !without.contains("agon-board"));
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
