//! The badge of a claim: what a run established, in words, colour and sign. It is made from the run's evidence, never
//! from prose.

use super::slots::escaped;
use super::words::Words;
use super::{HandoutError, Page};
use crate::notebook::Cell;
use agon::{Evidence, Verdict};
use serde::Deserialize;
use serde_json::Value;

/// The class of a verdict's badge, its sign, and its name.
pub fn look(verdict: &Verdict, words: &Words) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Proven { .. } => ("proven", "✓", words.proven),
        Verdict::VerifiedUpToBound { .. } => ("verified", "◐", words.verified),
        Verdict::Refuted { .. } => ("refuted", "✗", words.refuted),
        Verdict::Ambiguous { .. } => ("ambiguous", "≷", words.ambiguous),
        Verdict::Uncheckable { .. } => ("uncheckable", "–", words.uncheckable),
        Verdict::Open { .. } => ("open", "?", words.open),
    }
}

/// The badge for the evidence in an output, slots not yet filled.
pub fn render(value: &Value, cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let place = cell.name();
    let evidence = Evidence::deserialize(value)
        .map_err(|error| HandoutError::Evidence { cell: place.clone(), reason: error.to_string() })?;
    let words = page.words;
    let (class, sign, verdict) = look(evidence.verdict(), words);
    // A claim of the book brings its own wording; what was checked may be another statement.
    let of_claim = |key: &str| value.get(key).and_then(Value::as_str);
    let statement = of_claim("wording").unwrap_or(evidence.statement());
    let checked = (statement != evidence.statement()).then(|| evidence.statement().to_owned());
    let mut html = format!(
        "<div class=\"badge {class}\"><p class=\"verdict\"><span><span class=\"sign\" aria-hidden=\"true\">{sign}</span>{}</span>",
        escaped(verdict)
    );
    if let (Some(claim), Some(page_of_book)) = (of_claim("claim"), of_claim("place")) {
        let anchor = anchor(claim);
        // A claim that is shown again is found where it stands first.
        let id = if page.ids.insert(anchor.clone()) { format!(" id=\"{anchor}\"") } else { String::new() };
        let (claim, page_of_book) = (escaped(claim), escaped(page_of_book));
        html += &format!("<span class=\"claim\"{id}>{page_of_book} · <code>{claim}</code></span>");
    }
    html += &format!("</p><p class=\"statement\">{}</p>", page.text(statement, &place)?);
    let mut details = vec![(words.checked.to_owned(), checked)];
    details.extend(particulars(evidence.verdict(), words));
    let details: Vec<_> = details.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    if !details.is_empty() {
        html.push_str("<dl>");
        for (name, value) in details {
            let lang = words.lang_of(&value);
            let (name, value) = (page.text(&name, &place)?, page.text(&value, &place)?);
            html += &format!("<div><dt>{name}</dt><dd{lang}>{value}</dd></div>");
        }
        html.push_str("</dl>");
    }
    html.push_str("</div>");
    Ok(html)
}

/// The id of a claim's badge on its page.
pub fn anchor(claim: &str) -> String {
    format!("claim-{}", escaped(claim))
}

/// What a verdict rests on, name by name.
pub fn particulars(verdict: &Verdict, words: &Words) -> Vec<(String, Option<String>)> {
    let named = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
    match verdict {
        Verdict::Proven { certificate, cases: None, .. } => vec![named(words.certificate, certificate)],
        Verdict::Proven { certificate, cases: Some(cases), .. } => {
            vec![(
                words.all_cases.to_owned(),
                Some(format!("{certificate} · {} {}", grouped(*cases), words.cases)),
            )]
        }
        Verdict::VerifiedUpToBound { bound, cases, .. } => {
            vec![(words.bound.to_owned(), Some(format!("{bound} · {} {}", grouped(*cases), words.cases)))]
        }
        Verdict::Refuted { witness, expected, found } => vec![
            named(words.witness, witness),
            (words.expected.to_owned(), expected.clone()),
            (words.found.to_owned(), found.clone()),
        ],
        Verdict::Ambiguous { readings } => {
            readings.iter().map(|reading| named(&reading.reading, &reading.outcome)).collect()
        }
        Verdict::Uncheckable { reason, source } => {
            vec![named(words.reason, reason), (words.literature.to_owned(), source.clone())]
        }
        Verdict::Open { reason } => vec![named(words.reason, reason)],
    }
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
    use crate::notebook::run::EVIDENCE;
    use serde_json::json;

    #[test]
    fn literature_is_read_in_its_language() {
        let source = |source: &str| {
            badge(json!({"statement": "s", "verdict": "uncheckable", "reason": "史实", "source": source}))
        };
        let html = source("D. Gale, F. M. Stewart, Infinite games with perfect information").unwrap();
        assert!(html.contains("<dd lang=\"en\">D. Gale") && html.contains("<dd>史实</dd>"), "{html}");
        for chinese in ["高斯，Disquisitiones Arithmeticae 的中译本里", "(3, 4, 5) 与 n ≤ 8", "a b c d e f"]
        {
            assert!(!source(chinese).unwrap().contains("<dd lang"), "{chinese}");
        }
    }

    fn badge(evidence: Value) -> Result<String, HandoutError> {
        one_output(json!({"output_type": "execute_result", "execution_count": 1, "metadata": {},
                          "data": {EVIDENCE: evidence, "text/plain": "plain"}}))
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
                &["badge verified", "已验证至界", "<dt>界</dt><dd>n ≤ 8 · 1\u{202f}234\u{202f}567 例"],
            ),
            (
                json!({"statement": "s", "verdict": "refuted", "witness": "(3, 4, 5)", "expected": "N", "found": null}),
                &["badge refuted", "已证伪", "反例", "(3, 4, 5)", "<dt>所述</dt><dd>N</dd>"],
            ),
            (json!({"statement": "s", "verdict": "open", "reason": "太大"}), &["badge open", "未定", "太大"]),
            (
                json!({"statement": "s", "verdict": "proven", "certificate": "三个比特", "cases": 8}),
                &["badge proven", "<dt>全部情形</dt><dd>三个比特 · 8 例</dd>"],
            ),
            (
                json!({"statement": "s", "verdict": "ambiguous", "readings": [
                    {"reading": "甲", "outcome": "真"}, {"reading": "乙", "outcome": "假"}]}),
                &["badge ambiguous", "有歧义", "<dt>甲</dt><dd>真</dd>", "<dt>乙</dt><dd>假</dd>"],
            ),
            (
                json!({"statement": "s", "verdict": "uncheckable", "reason": "史实", "source": "某书"}),
                &[
                    "badge uncheckable",
                    "不由计算判定",
                    "<dt>原因</dt><dd>史实</dd>",
                    "<dt>出处</dt><dd>某书</dd>",
                ],
            ),
        ] {
            let html = badge(evidence).unwrap();
            for part in parts {
                assert!(html.contains(part), "{part} in {html}");
            }
            assert!(!html.contains("plain") && !html.contains("<dt>实得"), "{html}");
        }
    }

    #[test]
    fn a_claim_shows_its_id_its_place_and_its_wording_with_formulas() {
        let html = badge(json!({
            "statement": "n < 3", "verdict": "refuted", "witness": "$n=3$", "expected": null, "found": null,
            "claim": "000-p1-x", "place": "p1", "wording": "每个 $n$ 都小于三"
        }))
        .unwrap();
        for part in [
            "id=\"claim-000-p1-x\"",
            "p1 · <code>000-p1-x</code>",
            "<dt>所验</dt><dd>n &#60; 3</dd>",
            "都小于三",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert_eq!(html.matches("<math").count(), 2, "{html}");
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
