//! What is known of a name.

use serde::{Deserialize, Serialize};

/// A name and what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// The name itself.
    #[serde(rename = "n")]
    pub name: String,
    /// What it names.
    #[serde(rename = "k")]
    pub kind: Kind,
    /// Its declaration, without its body.
    #[serde(rename = "s", default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// Its doc comment, in Markdown.
    #[serde(rename = "d", default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// Where it is found, as a path; for members, the type.
    #[serde(rename = "p", default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The type of its value: of a variable, a constant or a field, or of what a function gives back.
    #[serde(rename = "t", default, skip_serializing_if = "String::is_empty")]
    pub type_name: String,
}

/// What a name can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A variable.
    #[default]
    Variable,
    /// A field of a struct.
    Field,
    /// A function with `self`.
    Method,
    /// Any other function.
    Function,
    /// A constant or a static.
    Constant,
    /// A variant of an enum.
    Variant,
    /// A struct, an enum, a union or an alias.
    Type,
    /// A trait.
    Trait,
    /// A macro.
    Macro,
    /// A module or a crate.
    Module,
    /// A word of the language.
    Keyword,
    /// A line that the kernel understands.
    Directive,
}

impl Kind {
    /// The word by which frontends choose an icon.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Variable => "instance",
            Kind::Field => "property",
            Kind::Method | Kind::Function => "function",
            Kind::Constant | Kind::Variant => "constant",
            Kind::Type => "class",
            Kind::Trait => "interface",
            Kind::Macro => "macro",
            Kind::Module => "module",
            Kind::Keyword => "keyword",
            Kind::Directive => "magic",
        }
    }

    /// Names of different spaces may be equal: a module, a function, a field and a macro.
    pub fn space(self) -> u8 {
        match self {
            Kind::Type | Kind::Trait | Kind::Module => 0,
            Kind::Macro => 1,
            Kind::Field => 2,
            _ => 3,
        }
    }
}
