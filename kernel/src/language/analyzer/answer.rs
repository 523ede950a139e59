//! rust-analyzer's answers as names.

use super::super::cursor::is_of_name;
use super::super::name::{Kind, Name};
use super::project::Project;
use ra_ap_ide::{
    CompletionConfig, CompletionFieldsToResolve, CompletionItem, CompletionItemKind, FilePosition, FileRange,
    HoverConfig, HoverDocFormat, RaFixtureConfig, SubstTyLen, SymbolKind, TextRange, TextSize,
};
use ra_ap_ide_db::imports::insert_use::{ImportGranularity, InsertUseConfig, PrefixKind};
use std::cmp::Reverse;

/// The names that can stand at a place, likeliest first. They are not filtered by what stands there already.
pub fn completions(project: &Project, at: usize) -> Vec<Name> {
    let config = CompletionConfig {
        enable_postfix_completions: false,
        // Names that need an import are found by a search through everything, which takes too long.
        enable_imports_on_the_fly: false,
        enable_self_on_the_fly: true,
        enable_auto_iter: false,
        enable_auto_await: false,
        enable_private_editable: false,
        enable_term_search: false,
        term_search_fuel: 0,
        full_function_signatures: true,
        callable: None,
        add_colons_to_module: false,
        add_semicolon_to_unit: false,
        snippet_cap: None,
        insert_use: InsertUseConfig {
            granularity: ImportGranularity::Item,
            enforce_granularity: false,
            prefix_kind: PrefixKind::Plain,
            group: false,
            skip_glob_imports: true,
        },
        prefer_no_std: false,
        prefer_prelude: true,
        prefer_absolute: false,
        snippets: Vec::new(),
        limit: None,
        fields_to_resolve: CompletionFieldsToResolve::empty(),
        exclude_flyimport: Vec::new(),
        exclude_traits: &[],
        ra_fixture: RaFixtureConfig::default(),
    };
    let position = FilePosition { file_id: project.file, offset: offset(at) };
    let found = project.host.analysis().completions(&config, position, None);
    let mut items: Vec<CompletionItem> = found.ok().flatten().unwrap_or_default();
    items.sort_by_key(|item| (Reverse(item.relevance.score()), item.lookup().to_owned()));
    items.iter().filter_map(completion).collect()
}

fn completion(item: &CompletionItem) -> Option<Name> {
    let CompletionItemKind::SymbolKind(kind) = item.kind else { return None };
    let kind = match kind {
        SymbolKind::Const | SymbolKind::ConstParam | SymbolKind::Static => Kind::Constant,
        SymbolKind::CrateRoot | SymbolKind::Module | SymbolKind::ToolModule => Kind::Module,
        SymbolKind::Enum
        | SymbolKind::SelfType
        | SymbolKind::Struct
        | SymbolKind::TypeAlias
        | SymbolKind::TypeParam
        | SymbolKind::Union => Kind::Type,
        SymbolKind::Field => Kind::Field,
        SymbolKind::Function => Kind::Function,
        SymbolKind::Method => Kind::Method,
        SymbolKind::Local | SymbolKind::SelfParam | SymbolKind::ValueParam => Kind::Variable,
        SymbolKind::Macro | SymbolKind::ProcMacro | SymbolKind::Derive => Kind::Macro,
        SymbolKind::Trait => Kind::Trait,
        SymbolKind::Variant => Kind::Variant,
        _ => return None,
    };
    // `Some(…)`, `vec!`
    let label = item.label.primary.as_str();
    let raw = if label.starts_with("r#") { 2 } else { 0 };
    let end = label[raw..].find(|c| !is_of_name(c)).map_or(label.len(), |end| raw + end);
    let name = label[..end].to_owned();
    let detail = item.detail.clone().unwrap_or_default();
    let signature = match kind {
        Kind::Field => format!("{name}: {detail}"),
        Kind::Variable => format!("let {name}: {detail}"),
        _ if detail.is_empty() => name.clone(),
        _ => detail.clone(),
    };
    let type_name = if matches!(kind, Kind::Field | Kind::Variable) { detail } else { String::new() };
    Some(Name { name, kind, signature, type_name, ..Name::default() })
}

/// The name at a place.
pub fn name(project: &Project, at: usize) -> Option<Name> {
    let config = HoverConfig {
        links_in_hover: false,
        memory_layout: None,
        documentation: true,
        keywords: false,
        format: HoverDocFormat::Markdown,
        max_trait_assoc_items_count: None,
        max_fields_count: Some(5),
        max_enum_variants_count: Some(5),
        max_subst_ty_len: SubstTyLen::Hide,
        show_drop_glue: false,
        ra_fixture: RaFixtureConfig::default(),
    };
    let place = FileRange { file_id: project.file, range: TextRange::empty(offset(at)) };
    let found = project.host.analysis().hover(&config, place).ok()??;
    read_hover(found.info.markup.as_str())
}

/// Takes a hover apart: blocks of code, of which the last is the declaration and one before it the place, then the docs
/// behind a line.
fn read_hover(markup: &str) -> Option<Name> {
    const OPEN: &str = "```rust\n";
    const CLOSE: &str = "\n```";
    let mut rest = markup.trim();
    let mut blocks = Vec::new();
    while let Some(block) = rest.strip_prefix(OPEN) {
        let end = block.find(CLOSE)?;
        blocks.push(&block[..end]);
        rest = block[end + CLOSE.len()..].trim_start();
    }
    let signature = without_bounds_of_impl(blocks.last()?);
    let place = if blocks.len() > 1 { blocks[0].to_owned() } else { String::new() };
    let docs = rest.strip_prefix("---").unwrap_or(rest).trim().to_owned();
    Some(Name {
        name: String::new(),
        kind: kind(&signature),
        signature,
        docs,
        place,
        type_name: String::new(),
    })
}

/// The declaration of a method without what its `impl` asks of its own parameters.
fn without_bounds_of_impl(declaration: &str) -> String {
    let own = declaration.split_once("// Bounds from impl:").map_or(declaration, |(own, _)| own).trim_end();
    own.strip_suffix("where").unwrap_or(own).trim_end().to_owned()
}

/// What a declaration declares, by its words.
fn kind(signature: &str) -> Kind {
    for word in signature.split(|c: char| !c.is_alphanumeric() && c != '_') {
        return match word {
            "fn" if signature.contains("self") => Kind::Method,
            "fn" => Kind::Function,
            "struct" | "enum" | "union" | "type" => Kind::Type,
            "trait" => Kind::Trait,
            "mod" | "crate" => Kind::Module,
            "macro" | "macro_rules" => Kind::Macro,
            "const" if signature.contains("const fn") => continue,
            "const" | "static" => Kind::Constant,
            "let" => Kind::Variable,
            _ => continue,
        };
    }
    Kind::Field
}

/// The function whose arguments are written at a place.
pub fn call(project: &Project, at: usize) -> Option<Name> {
    let position = FilePosition { file_id: project.file, offset: offset(at) };
    let found = project.host.analysis().signature_help(position).ok()??;
    let docs = found.doc.map(|docs| docs.as_str().to_owned()).unwrap_or_default();
    Some(Name { kind: kind(&found.signature), signature: found.signature, docs, ..Name::default() })
}

fn offset(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hover_has_place_declaration_and_docs() {
        let found = read_hover("```rust\nalloc::vec::Vec\n```\n\n```rust\nimpl<T, A> Vec<T, A>\npub const fn len(&self) -> usize\nwhere\n    // Bounds from impl:\n    A: Allocator,\n```\n\n---\n\nThe length.\n\n```\nlet a = 1;\n```").unwrap();
        assert_eq!((found.place.as_str(), found.kind), ("alloc::vec::Vec", Kind::Method));
        assert_eq!(found.signature, "impl<T, A> Vec<T, A>\npub const fn len(&self) -> usize");
        assert_eq!(found.docs, "The length.\n\n```\nlet a = 1;\n```");
        let found = read_hover("```rust\nlet n: u32\n```").unwrap();
        assert_eq!((found.kind, found.place.as_str(), found.docs.as_str()), (Kind::Variable, "", ""));
        assert_eq!(read_hover("nothing"), None);
    }
}
