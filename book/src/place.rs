//! Where a claim stands, in English: the ledger writes places as the book does, in Chinese.
//!
//! A place is a list of pages with what is on them (`p23, p30 习题 16`), or a short text with its part
//! (`公平组合赛局·引言、§1`). All words that occur are in the tables below; a test goes through the whole ledger.

/// The short texts.
const TEXTS: [(&str, &str); 4] = [
    ("公平组合赛局", "Fair Combinatorial Games"),
    ("博弈知识汇总", "Digest of Games"),
    ("无偏博弈", "Impartial Games"),
    ("SG 函数", "SG Function"),
];

/// Parts that are not counted.
const PARTS: [(&str, &str); 24] = [
    ("参考文献", "references"),
    ("引言", "introduction"),
    ("流程图", "flow chart"),
    ("多处", "several places"),
    ("全文", "throughout"),
    ("文末", "end of the text"),
    ("开头", "beginning"),
    ("总表", "table of results"),
    ("算法", "algorithm"),
    ("商集", "quotient set"),
    ("逻辑依赖链", "chain of dependencies"),
    ("珠算玩法", "playing on an abacus"),
    ("孤单堆与充裕堆", "lonely and rich heaps"),
    ("必胜与必败", "winning and losing"),
    ("后继等价引理", "lemma on equivalent options"),
    ("游戏的代数", "the algebra of games"),
    ("无偏游戏的定义", "definition of impartial games"),
    ("Nim 的线性空间", "Nim as a vector space"),
    ("SG 定理", "the SG theorem"),
    ("第一步", "step 1"),
    ("第二步", "step 2"),
    ("第三步", "step 3"),
    ("第四步", "step 4"),
    ("第二件", "item 2"),
];

/// Parts that are counted, the longer words first.
const COUNTED: [(&str, &str); 11] = [
    ("系定理", "Corollary"),
    ("习题", "Exercise"),
    ("定义", "Definition"),
    ("定理", "Theorem"),
    ("引理", "Lemma"),
    ("性质", "Property"),
    ("易错", "pitfall"),
    ("挑战", "challenge"),
    ("误读", "misreading"),
    ("读法", "reading"),
    ("例", "Example"),
];

/// Chinese numbers, where they count something.
const NUMBERS: [(char, char); 6] =
    [('一', '1'), ('二', '2'), ('三', '3'), ('四', '4'), ('五', '5'), ('六', '6')];

/// A place of the ledger for readers of English; what no table knows stays as it is.
pub(crate) fn in_english(place: &str) -> String {
    match TEXTS.iter().find_map(|(text, english)| Some((place.strip_prefix(text)?, english))) {
        Some((rest, english)) => in_text(english, rest),
        None => on_pages(place),
    }
}

/// `p23, p30 习题 16`: pages stand behind semicolons once one of them says more than its number.
fn on_pages(place: &str) -> String {
    let mut pages: Vec<String> = Vec::new();
    for part in place.split(", ") {
        match part.strip_prefix('p') {
            Some(page) => pages.push(on_page(page)),
            // `例 3-1, 3-2`: the second one of the same kind.
            None => {
                if let Some(last) = pages.last_mut() {
                    *last = format!("{} and {}", last.replace("Example ", "Examples "), part.trim());
                }
            }
        }
    }
    let separator = if pages.iter().any(|page| page.contains(", ")) { "; " } else { ", " };
    pages.join(separator)
}

fn on_page(page: &str) -> String {
    if let Some((first, last)) = page.split_once("–p") {
        return format!("pp. {first}–{last}");
    }
    let end = page.find(|c: char| !c.is_ascii_digit()).unwrap_or(page.len());
    let (number, rest) = page.split_at(end);
    match part(rest) {
        part if part.is_empty() => format!("p. {number}"),
        part => format!("p. {number}, {part}"),
    }
}

/// `（二）性质 1` or `·定理 8 的证明`.
fn in_text(text: &str, rest: &str) -> String {
    let mut name = text.to_owned();
    let mut rest = rest;
    if let Some((number, behind)) = rest.strip_prefix('（').and_then(|rest| rest.split_once('）')) {
        name += &format!(" ({})", digits(number));
        rest = behind;
    }
    let rest = rest.trim_start_matches('·');
    let rest = rest.strip_prefix('（').and_then(|rest| rest.strip_suffix('）')).unwrap_or(rest);
    for item in rest.split('、').map(part).filter(|item| !item.is_empty()) {
        if item.chars().all(|c| c.is_ascii_digit()) {
            // `定理 3、4`: the second one of the same kind.
            name = format!("{} and {item}", name.replace("Theorem ", "Theorems "));
        } else {
            name += &format!(", {item}");
        }
    }
    name
}

fn part(text: &str) -> String {
    let text = text.trim();
    if let Some((_, english)) = PARTS.iter().find(|(chinese, _)| *chinese == text) {
        return (*english).to_owned();
    }
    if let Some(inner) = text.strip_suffix("的证明") {
        return format!("proof of {}", part(inner));
    }
    if let Some(inner) = text.strip_suffix("（逆）") {
        return format!("{} (converse)", part(inner));
    }
    if let Some(number) = text.strip_prefix('线').filter(|number| !number.is_empty()) {
        return format!("thread {}", digits(number));
    }
    for (chinese, english) in COUNTED {
        if let Some(number) = text.strip_prefix(chinese) {
            let number = digits(number.trim());
            let several = if number.contains(['–', ',']) { "s" } else { "" };
            return format!("{english}{several} {number}").trim_end().to_owned();
        }
    }
    match digits(text) {
        number if number != text => format!("part {number}"),
        _ => text.to_owned(),
    }
}

fn digits(number: &str) -> String {
    let digit = |c| NUMBERS.iter().find(|(chinese, _)| *chinese == c).map_or(c, |(_, digit)| *digit);
    number.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ledger;

    #[test]
    fn places_are_worded_as_an_english_book_does() {
        for (place, english) in [
            ("p36", "p. 36"),
            ("p36, p38", "p. 36, p. 38"),
            ("p3–p69", "pp. 3–69"),
            ("p19 §1.9", "p. 19, §1.9"),
            ("p17 ①, p19 引理 1", "p. 17, ①; p. 19, Lemma 1"),
            ("p58 例 3-1, 3-2", "p. 58, Examples 3-1 and 3-2"),
            ("p45, p66, p68③", "p. 45; p. 66; p. 68, ③"),
            ("p62 易错②, p55 误读四", "p. 62, pitfall ②; p. 55, misreading 4"),
            ("p61 线四, p58, p39", "p. 61, thread 4; p. 58; p. 39"),
            ("p68 四", "p. 68, part 4"),
            ("p65 第三步", "p. 65, step 3"),
            ("公平组合赛局·引言、§1", "Fair Combinatorial Games, introduction, §1"),
            ("博弈知识汇总（二）性质 3", "Digest of Games (2), Property 3"),
            ("博弈知识汇总·（定理 9、10）", "Digest of Games, Theorems 9 and 10"),
            ("博弈知识汇总·定理 8 的证明", "Digest of Games, proof of Theorem 8"),
            ("博弈知识汇总·例 1–3", "Digest of Games, Examples 1–3"),
            ("SG 函数·引理 2（逆）", "SG Function, Lemma 2 (converse)"),
            ("SG 函数·引理 2.5 (a)", "SG Function, Lemma 2.5 (a)"),
            ("SG 函数·系定理 7", "SG Function, Corollary 7"),
            ("无偏博弈·定义", "Impartial Games, Definition"),
        ] {
            assert_eq!(in_english(place), english, "{place}");
        }
    }

    #[test]
    fn no_place_of_the_ledger_keeps_a_chinese_word_or_loses_a_number() {
        for claim in Ledger::compiled_in().claims() {
            let english = claim.place_in_english();
            let is_chinese = |c: char| matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '·');
            assert!(!english.is_empty() && !english.contains(is_chinese), "{}: {english}", claim.place);
            let numbers = |text: &str| -> Vec<String> {
                let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
                parts.map(str::to_owned).collect()
            };
            assert_eq!(
                numbers(&english),
                numbers(&digits(&counted(&claim.place))),
                "{}: {english}",
                claim.place
            );
        }
    }

    /// The place with those Chinese numerals left out that are parts of words.
    fn counted(place: &str) -> String {
        place.replace('一', "1").replace("无偏", "")
    }
}
