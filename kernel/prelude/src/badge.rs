//! Evidence as a badge: the verdict, the statement, what the verdict rests on.

use crate::language::{Language, current, say};
use crate::show::{MimeBundle, Show, escape, rich};
use agon::evidence::{NO_CASE, ONE_READING};
use agon::{Evidence, Verdict};
use agon_book::Claim;
use serde_json::Value;

/// How evidence is known in the outputs of a notebook.
pub(crate) const EVIDENCE: &str = "application/vnd.agon.evidence+json";

impl Show for Evidence {
    fn bundle(&self) -> MimeBundle {
        bundle(self, None)
    }
}

/// A verdict in the reader's language, and the colour of its badge.
struct Words {
    class: &'static str,
    colour: &'static str,
    label: &'static str,
    detail: String,
}

/// The badge of evidence, and of the claim that it is about, if it is one of the book's.
pub(crate) fn bundle(evidence: &Evidence, claim: Option<&Claim>) -> MimeBundle {
    let Words { class, colour, label, detail } = words(evidence.verdict());
    let statement = claim.map_or(evidence.statement(), wording);
    let place = claim.map(|claim| format!("{} · {}", place_of(claim), claim.id));
    // A claim may be settled by what was found out about another statement.
    let checked = (statement != evidence.statement())
        .then(|| format!("{}{}", say("所验：", "Checked: "), evidence.statement()));
    let plain: Vec<String> = [
        Some(match &place {
            Some(place) => format!("[{label}] {place}\n{statement}"),
            None => format!("[{label}] {statement}"),
        }),
        checked.clone(),
        Some(detail.clone()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let head = place.map(|place| format!(" <small>{}</small><br>", escape(&place))).unwrap_or_default();
    let tail = [checked, Some(detail)].into_iter().flatten();
    let tail: String = tail.map(|line| format!("<br><small>{}</small>", formulas(&line))).collect();
    let html = format!(
        "<p class=\"agon-evidence agon-{class}\" style=\"border-left:4px solid {colour};padding-left:0.7em\">\
         <strong>{label}</strong>{head} {}{tail}</p>",
        formulas(statement)
    );
    let mut bundle = rich(plain.join("\n"), "text/html", html);
    bundle.insert(EVIDENCE.to_owned(), record(evidence, claim));
    bundle
}

/// The reasons that are the library's and not the caller's are English there.
fn in_language(reason: &str) -> &str {
    match reason {
        NO_CASE => say("一个情形也没有查", NO_CASE),
        ONE_READING => say("给出的读法不到两种", ONE_READING),
        other => other,
    }
}

/// A text with formulas as HTML. Their dollars become `\(…\)`, which every page with MathJax reads as formulas; some, such as
/// Quarto's, take dollars within HTML for money.
fn formulas(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, begun)) = rest.split_once('$')
        && let Some((formula, after)) = begun.split_once('$')
    {
        html += &format!("{}\\({}\\)", escape(before), escape(formula));
        rest = after;
    }
    html + &escape(rest)
}

/// The evidence as data, with the claim's id, its place and our wording of it.
pub(crate) fn record(evidence: &Evidence, claim: Option<&Claim>) -> Value {
    let mut record = serde_json::to_value(evidence).unwrap_or_default();
    if let Verdict::Open { reason } = evidence.verdict() {
        record["reason"] = in_language(reason).into();
    }
    if let Some(claim) = claim {
        record["claim"] = claim.id.as_str().into();
        record["place"] = place_of(claim).into();
        record["wording"] = wording(claim).into();
    }
    record
}

/// A claim in the reader's language.
pub(crate) fn wording(claim: &Claim) -> &str {
    say(&claim.zh, &claim.en)
}

/// Where a claim stands, in the reader's language.
fn place_of(claim: &Claim) -> String {
    match current() {
        Language::Chinese => claim.place.clone(),
        Language::English => claim.place_in_english(),
    }
}

/// A verdict with what it rests on in one line, such as 「已证伪（反例：3）」.
pub(crate) fn in_words(verdict: &Verdict) -> String {
    let Words { label, detail, .. } = words(verdict);
    match current() {
        Language::Chinese => format!("{label}（{detail}）"),
        Language::English => format!("{label} ({detail})"),
    }
}

fn words(verdict: &Verdict) -> Words {
    let (class, colour, label, detail) = match verdict {
        Verdict::Proven { certificate, cases, .. } => {
            let detail = match (cases, current()) {
                (None, _) => certificate.clone(),
                (Some(cases), Language::Chinese) => format!("全部 {cases} 例：{certificate}"),
                (Some(1), Language::English) => format!("the only case: {certificate}"),
                (Some(cases), Language::English) => format!("all {cases} cases: {certificate}"),
            };
            ("proven", "#2e7d4f", say("已证明", "Proven"), detail)
        }
        Verdict::VerifiedUpToBound { bound, cases, .. } => {
            let detail = match current() {
                Language::Chinese => format!("{bound}，共 {cases} 例"),
                Language::English => {
                    format!("{bound}, {cases} {}", if *cases == 1 { "case" } else { "cases" })
                }
            };
            ("verified", "#2f6fa8", say("已验证至界", "Verified up to a bound"), detail)
        }
        Verdict::Refuted { witness, expected, found } => {
            let part = |name: &'static str, value: &Option<String>| {
                value.as_ref().map(|value| format!("{name}{value}"))
            };
            let parts = [
                Some(format!("{}{witness}", say("反例：", "Witness: "))),
                part(say("所述：", "stated: "), expected),
                part(say("实得：", "found: "), found),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            ("refuted", "#b3392f", say("已证伪", "Refuted"), parts.join(say("；", "; ")))
        }
        Verdict::Ambiguous { readings } => {
            let colon = say("：", ": ");
            let readings: Vec<String> = readings
                .iter()
                .map(|reading| format!("{}{colon}{}", reading.reading, reading.outcome))
                .collect();
            ("ambiguous", "#9a6a00", say("有歧义", "Ambiguous"), readings.join(say("；", "; ")))
        }
        Verdict::Uncheckable { reason, source } => {
            let source = source.as_ref().map(|source| format!("{}{source}", say("。出处：", ". Source: ")));
            let detail = format!("{}{}", reason.trim_end_matches(['。', '.']), source.unwrap_or_default());
            ("uncheckable", "#666666", say("不由计算判定", "Beyond computation"), detail)
        }
        Verdict::Open { reason } => ("open", "#666666", say("未定", "Open"), in_language(reason).to_owned()),
    };
    Words { class, colour, label, detail }
}
