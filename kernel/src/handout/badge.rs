//! The badge of a claim: what a run established, in words, colour and sign. It is made from the run's evidence, never
//! from prose.

use super::HandoutError;
use super::slots::escaped;
use super::words::Words;
use crate::notebook::Cell;
use agon::{Evidence, Verdict};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;

/// How evidence is known in the outputs of a notebook.
pub const MIME: &str = "application/vnd.agon.evidence+json";

/// The badge for the evidence in an output.
pub fn render(value: &Value, words: &Words, cell: &Cell) -> Result<String, HandoutError> {
    let evidence = Evidence::deserialize(value)
        .map_err(|error| HandoutError::Evidence { cell: cell.name(), reason: error.to_string() })?;
    let (class, sign, verdict, details) = match evidence.verdict() {
        Verdict::Proven { certificate, .. } => {
            ("proven", "✓", words.proven.to_owned(), vec![(words.certificate, Some(certificate))])
        }
        Verdict::VerifiedUpToBound { bound, cases, .. } => {
            let verdict = format!("{} {} · {} {}", words.verified, bound, grouped(*cases), words.cases);
            ("verified", "◐", verdict, vec![])
        }
        Verdict::Refuted { witness, expected, found } => (
            "refuted",
            "✗",
            words.refuted.to_owned(),
            vec![
                (words.witness, Some(witness)),
                (words.expected, expected.as_ref()),
                (words.found, found.as_ref()),
            ],
        ),
        Verdict::Open { reason } => ("open", "?", words.open.to_owned(), vec![(words.reason, Some(reason))]),
    };
    let mut html = format!(
        "<div class=\"badge {class}\"><p class=\"verdict\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span>{}</p>\
         <p class=\"statement\">{}</p>",
        escaped(&verdict),
        escaped(evidence.statement())
    );
    let details: Vec<_> = details.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    if !details.is_empty() {
        html.push_str("<dl>");
        for (name, value) in details {
            let _ = write!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(value));
        }
        html.push_str("</dl>");
    }
    html.push_str("</div>");
    Ok(html)
}

/// Digits in groups of three, from 10 000 on.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let first = (digits.len() - 1) % 3 + 1;
    let mut groups = digits[..first].to_owned();
    for start in (first..digits.len()).step_by(3) {
        // A narrow space that does not break.
        groups.push('\u{202f}');
        groups.push_str(&digits[start..start + 3]);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::tests::one_output;
    use super::*;
    use serde_json::json;

    fn badge(evidence: Value) -> Result<String, HandoutError> {
        one_output(json!({"output_type": "execute_result", "execution_count": 1, "metadata": {},
                          "data": {MIME: evidence, "text/plain": "plain"}}))
    }

    #[test]
    fn each_verdict_has_its_word_and_its_particulars() {
        for (evidence, parts) in [
            (
                json!({"statement": "a < b", "verdict": "proven", "certificate": "周期 12"}),
                &["badge proven", "已证明", "a &#60; b", "周期 12"][..],
            ),
            (
                json!({"statement": "s", "verdict": "verified-up-to-bound", "bound": "n ≤ 8", "cases": 1234567}),
                &["badge verified", "验证至 n ≤ 8", "1\u{202f}234\u{202f}567 例"],
            ),
            (
                json!({"statement": "s", "verdict": "refuted", "witness": "(3, 4, 5)", "expected": "N", "found": null}),
                &["badge refuted", "已证伪", "反例", "(3, 4, 5)", "<dt>所述</dt><dd>N</dd>"],
            ),
            (json!({"statement": "s", "verdict": "open", "reason": "太大"}), &["badge open", "未定", "太大"]),
        ] {
            let html = badge(evidence).unwrap();
            for part in parts {
                assert!(html.contains(part), "{part} in {html}");
            }
            assert!(!html.contains("plain") && !html.contains("<dt>实得"), "{html}");
        }
    }

    #[test]
    fn evidence_of_another_shape_is_an_error() {
        let error = badge(json!({"statement": "s", "verdict": "certain"})).unwrap_err();
        assert!(matches!(error, HandoutError::Evidence { .. }), "{error}");
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(
            [710, 10_000, 123_456].map(grouped),
            ["710", "10\u{202f}000", "123\u{202f}456"].map(String::from)
        );
    }
}
