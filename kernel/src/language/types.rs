//! Types as text: the name that decides which methods a value has, and what stands between the angle brackets.
//!
//! This is no type inference. It is enough to know that `&mut Vec<Option<u8>>` has the methods of `Vec`, and that what
//! `pop` gives back is an `Option`.

/// The name under which the members of slices and arrays are kept.
pub const SLICE: &str = "[]";

/// The last name of a type's path, without references and arguments: `&'a mut std::vec::Vec<u8>` → `Vec`. For
/// `impl Iterator<…>` and `dyn Fn(…)` it is the trait's name. Tuples, functions and pointers have none.
pub fn head(type_name: &str) -> Option<&str> {
    let bare = bare(type_name);
    if bare.starts_with('[') {
        return Some(SLICE);
    }
    let path = bare.split(['<', '(', '+', ' ']).next()?.trim_end_matches(':');
    let name = path.rsplit("::").next()?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (is_name && !["fn", "unsafe", "extern"].contains(&name)).then_some(name)
}

/// The type without references, `mut`, lifetimes, `dyn`, `impl` and parentheses around it.
fn bare(type_name: &str) -> &str {
    let mut rest = type_name.trim();
    loop {
        let before = rest;
        rest = rest.trim_start_matches('&').trim_start();
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest = lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        }
        for word in ["mut ", "dyn ", "impl "] {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        if rest == before {
            return rest;
        }
    }
}

/// What stands between the outermost angle brackets, without lifetimes; for slices and arrays, the type of the elements.
pub fn arguments(type_name: &str) -> Vec<&str> {
    let bare = bare(type_name);
    if let Some(inside) = bare.strip_prefix('[') {
        let inside = inside.strip_suffix(']').unwrap_or(inside);
        // In an array of arrays, the last semicolon outside of brackets is the outer one's.
        let element = inside.rsplit_once(';').filter(|(_, length)| !length.contains(']'));
        return vec![element.map_or(inside, |(element, _)| element).trim()];
    }
    let Some((_, inside)) = bare.split_once('<') else { return Vec::new() };
    let inside = inside.strip_suffix('>').unwrap_or(inside);
    split(inside).into_iter().filter(|argument| !argument.starts_with('\'')).collect()
}

/// The parts between commas that stand in no brackets.
pub fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    let mut before = ' ';
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// `type_name` with its parameters' names (`T`, `K`, …) replaced by the types they stand for in `of`, as far as the usual
/// names tell which is which, and `Self` by `of` itself.
pub fn substitute(type_name: &str, of: &str) -> String {
    let given = arguments(of);
    let mut text = String::new();
    let mut rest = type_name;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let end = rest[start..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(rest.len(), |length| start + length);
        text += &rest[..start];
        let word = &rest[start..end];
        let index = match word {
            "T" | "K" => Some(0),
            "V" | "E" => Some(1),
            _ => None,
        };
        text += match (word, index.and_then(|index| given.get(index))) {
            ("Self", _) => of,
            (_, Some(argument)) => argument,
            (_, None) => word,
        };
        rest = &rest[end..];
    }
    text + rest
}

/// The types whose methods a value of this type has, too, because it dereferences to them.
pub fn dereferenced(type_name: &str) -> Option<String> {
    let argument = || arguments(type_name).first().map(|argument| (*argument).to_owned());
    match head(type_name)? {
        "Vec" => argument().map(|element| format!("[{element}]")),
        "String" => Some("str".to_owned()),
        "Box" | "Rc" | "Arc" | "Ref" | "RefMut" | "MutexGuard" | "RwLockReadGuard" | "RwLockWriteGuard"
        | "Cow" | "LazyLock" | "LazyCell" => argument(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        for (type_name, expected) in [
            ("&'a mut std::vec::Vec<u8>", Some("Vec")),
            ("prelude::polars::prelude::DataFrame", Some("DataFrame")),
            ("[u8; 3]", Some(SLICE)),
            ("&[T]", Some(SLICE)),
            ("impl Iterator<Item = u8> + '_", Some("Iterator")),
            ("Box<dyn Fn(u8) -> u8>", Some("Box")),
            ("&'static str", Some("str")),
            ("(u8, u8)", None),
            ("fn(u8) -> u8", None),
            ("", None),
            ("堆", Some("堆")),
        ] {
            assert_eq!(head(type_name), expected, "{type_name}");
        }
    }

    #[test]
    fn arguments_and_what_they_stand_for() {
        assert_eq!(arguments("HashMap<(u8, u8), Vec<u8>>"), ["(u8, u8)", "Vec<u8>"]);
        assert_eq!(arguments("Iter<'a, u8>"), ["u8"]);
        assert_eq!(arguments("[Vec<u8>; 3]"), ["Vec<u8>"]);
        assert_eq!(arguments("[[u8; 2]; 3]"), ["[u8; 2]"]);
        assert_eq!(arguments("&[[u8; 2]]"), ["[u8; 2]"]);
        assert!(arguments("u8").is_empty() && arguments("Vec<").is_empty());
        assert_eq!(substitute("Option<T>", "Vec<Heap>"), "Option<Heap>");
        assert_eq!(substitute("Result<Self, E>", "Nim"), "Result<Nim, E>");
        assert_eq!(dereferenced("&Vec<u8>").as_deref(), Some("[u8]"));
    }
}
