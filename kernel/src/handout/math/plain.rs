//! A rendered formula as a line of text, for titles of windows and for attributes, where nothing can be drawn.

/// What the MathML in KaTeX's HTML says: `\mathcal G(n)\oplus 2^{10}` is `G(n)⊕2¹⁰`. `None` if there is none.
pub fn plain(html: &str) -> Option<String> {
    let (_, inside) = html.split_once("<semantics>")?;
    let mut rest = inside.split("<annotation").next()?;
    let text = children(&mut rest).iter().map(Node::text).collect::<String>();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

enum Node<'a> {
    Text(&'a str),
    Element(&'a str, Vec<Node<'a>>),
}

/// The nodes up to the end tag that closes them, which is taken too.
fn children<'a>(rest: &mut &'a str) -> Vec<Node<'a>> {
    let mut nodes = Vec::new();
    while let Some((text, tag)) = rest.split_once('<') {
        if !text.is_empty() {
            nodes.push(Node::Text(text));
        }
        let Some((tag, behind)) = tag.split_once('>') else { break };
        *rest = behind;
        if tag.starts_with('/') {
            return nodes;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        let content = if tag.ends_with('/') { Vec::new() } else { children(rest) };
        nodes.push(Node::Element(name, content));
    }
    nodes
}

impl Node<'_> {
    fn text(&self) -> String {
        let (name, nodes) = match self {
            Node::Text(text) => return visible(text),
            Node::Element(name, nodes) => (*name, nodes),
        };
        let part = |at: usize| nodes.get(at).map(Node::text).unwrap_or_default();
        match name {
            "mfrac" => format!("{}/{}", grouped(part(0)), grouped(part(1))),
            "msqrt" => format!("√{}", grouped(nodes.iter().map(Node::text).collect())),
            "msup" => part(0) + &raised(&part(1)),
            "msub" => part(0) + &lowered(&part(1)),
            "msubsup" | "munderover" => part(0) + &lowered(&part(1)) + &raised(&part(2)),
            // An accent or a brace says little without its place.
            "mover" | "munder" => part(0),
            "mspace" | "mtr" | "mtd" => format!(" {} ", nodes.iter().map(Node::text).collect::<String>()),
            "mpadded" | "mphantom" if nodes.is_empty() => String::new(),
            _ => nodes.iter().map(Node::text).collect(),
        }
    }
}

fn visible(text: &str) -> String {
    // A space with an invisible separator behind it is KaTeX's negative space: it brings together.
    if text.ends_with('\u{2063}') {
        return String::new();
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#x27;", "'");
    text.replace("&amp;", "&").replace(['\u{2061}', '\u{2062}', '\u{200b}'], "")
}

fn grouped(text: String) -> String {
    if text.chars().count() > 1 && text.chars().any(|c| !c.is_alphanumeric()) {
        format!("({text})")
    } else {
        text
    }
}

fn raised(text: &str) -> String {
    scripts(text, "0123456789+-−()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿⁱ").unwrap_or_else(|| match text {
        "′" | "″" => text.to_owned(),
        _ => format!("^{}", grouped(text.to_owned())),
    })
}

fn lowered(text: &str) -> String {
    scripts(text, "0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎")
        .unwrap_or_else(|| format!("_{}", grouped(text.to_owned())))
}

fn scripts(text: &str, plain: &str, scripts: &str) -> Option<String> {
    text.chars().map(|c| scripts.chars().nth(plain.chars().position(|known| known == c)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Math, Piece};

    #[test]
    fn formulas_are_read_as_text() {
        for (tex, text) in [
            (r"g(n)", "g(n)"),
            (r"\mathcal G(G)\oplus\mathcal G(H)", "G(G)⊕G(H)"),
            (r"2^{10} - x_{12}", "2¹⁰−x₁₂"),
            (r"\frac{1}{2}", "1/2"),
            (r"\frac{a+b}{2}", "(a+b)/2"),
            (r"\sqrt 5", "√5"),
            (r"\{0 \mid 1\} < \omega", "{0∣1}<ω"),
            (r"\varphi^{x+y}", "φ^(x+y)"),
            (r"\text{mex}\,S", "mex S"),
            (r"\uparrow\!\ast", "↑∗"),
        ] {
            let slot = Math::default().slot(&Piece::Inline(tex.into()), "cell 1").unwrap();
            assert_eq!(slot.source, text, "{tex}");
        }
    }
}
