//! The declarations of a source text, as the parser sees them: what is called what, with its signature and its docs.

use super::declaration::{colour, declaration, declaration_of_struct};
use super::name::{Kind, Name};
use super::types::head;
use crate::evaluator::parse::{parse, with_room};
use ra_ap_syntax::ast::{self, HasAttrs, HasName, HasVisibility};
use ra_ap_syntax::{AstNode, SyntaxNode};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a module declares.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Its doc comment.
    pub docs: String,
    /// Its functions, types, traits, constants and macros.
    pub items: Vec<Item<Name>>,
    /// Its imports, which may be exports as well.
    pub uses: Vec<Item<Use>>,
    /// The modules in it.
    pub modules: BTreeMap<String, Item<Module>>,
}

/// A declaration, and whether it can be seen from outside.
#[derive(Clone, Debug)]
pub struct Item<T> {
    /// Whether it is `pub`.
    pub public: bool,
    /// What it is.
    pub what: T,
}

/// One branch of a `use` tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What is imported.
    pub path: Vec<String>,
    /// Under which name; `None` for everything in `path`.
    pub name: Option<String>,
}

/// What a crate or a cell declares.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// Its outermost module.
    pub root: Module,
    /// Methods, associated functions, fields and variants, each with its type's name.
    pub members: Vec<(String, Name)>,
    /// Which type implements which trait.
    pub traits: BTreeSet<(String, String)>,
    /// The variables that a cell binds, with their types if it states them.
    pub variables: Vec<(String, String)>,
}

/// Reads declarations.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The features that are switched on; `None` if code for any is read.
    pub features: Option<BTreeSet<String>>,
    /// Whether private declarations count, as in a cell.
    pub private: bool,
    /// How many bytes of a doc comment are kept.
    pub docs: usize,
}

impl Reader {
    /// Reads a crate, beginning with its `lib.rs`.
    pub fn read_crate(&self, root: &Path) -> Declarations {
        let mut found = Declarations::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        found.root = self.read_file(root, &folder, &mut found);
        found
    }

    /// Reads the text of a cell.
    pub fn read_cell(&self, code: &str) -> Declarations {
        let wrapped = format!("fn cell() {{ {code}\n}}");
        let read = || {
            let mut found = Declarations::default();
            let tree = parse(&wrapped).syntax_node();
            if let Some(body) = tree.descendants().find_map(ast::StmtList::cast) {
                found.root = self.read_items(body.syntax(), Path::new(""), &mut found);
                found.variables = variables(&body);
            }
            found
        };
        with_room(&wrapped, read).unwrap_or_default()
    }

    /// `folder` is where the files of its modules are.
    fn read_file(&self, file: &Path, folder: &Path, found: &mut Declarations) -> Module {
        let Ok(text) = std::fs::read_to_string(file) else {
            tracing::debug!("{} is not there", file.display());
            return Module::default();
        };
        let tree = parse(&text).syntax_node();
        let mut module = self.read_items(&tree, folder, found);
        module.docs = self.docs_of(&tree);
        module
    }

    fn read_items(&self, parent: &SyntaxNode, folder: &Path, found: &mut Declarations) -> Module {
        let mut module = Module::default();
        for item in parent.children().filter_map(ast::Item::cast).filter(|item| self.is_wanted(item)) {
            match &item {
                ast::Item::Use(item) => {
                    let public = self.is_public(item);
                    if let Some(tree) = item.use_tree() {
                        branches(&tree, &[], &mut |what| module.uses.push(Item { public, what }));
                    }
                }
                ast::Item::Module(item) => {
                    let Some(name) = item.name().map(|name| name.text().to_string()) else { continue };
                    let inner = self.read_module(item, &name, folder, found);
                    // A module in a function of the same name, or for another platform: the first is as good.
                    module.modules.entry(name).or_insert(Item { public: self.is_public(item), what: inner });
                }
                ast::Item::Impl(item) => self.read_impl(item, found),
                ast::Item::MacroCall(call) => {
                    module.items.extend(colour(call).map(|what| Item { public: true, what }));
                }
                _ => {
                    if let Some(name) = self.declared(&item) {
                        let public = match &item {
                            ast::Item::MacroRules(item) => {
                                self.private || has_attribute(item, "macro_export")
                            }
                            item => ast::AnyHasVisibility::cast(item.syntax().clone())
                                .is_some_and(|item| self.is_public(&item)),
                        };
                        self.read_members(&item, &name, found);
                        module.items.push(Item { public, what: name });
                    }
                }
            }
        }
        module
    }

    fn read_module(&self, item: &ast::Module, name: &str, folder: &Path, found: &mut Declarations) -> Module {
        let inner = folder.join(name);
        let mut module = match item.item_list() {
            Some(list) => self.read_items(list.syntax(), &inner, found),
            None => match attribute_value(item, "path") {
                Some(path) => {
                    let file = folder.join(path);
                    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
                    self.read_file(&file, &folder, found)
                }
                None => {
                    let candidates: [PathBuf; 2] = [folder.join(format!("{name}.rs")), inner.join("mod.rs")];
                    match candidates.iter().find(|file| file.exists()) {
                        Some(file) => self.read_file(file, &inner, found),
                        None => Module::default(),
                    }
                }
            },
        };
        let docs = self.docs_of(item.syntax());
        if !docs.is_empty() {
            module.docs = docs;
        }
        module
    }

    fn read_impl(&self, item: &ast::Impl, found: &mut Declarations) {
        let text = |ty: ast::Type| ty.syntax().text().to_string();
        let Some(owner) = item.self_ty().map(text).and_then(|ty| head(&ty).map(str::to_owned)) else {
            return;
        };
        if let Some(of) = item.trait_().map(text) {
            if let Some(name) = head(&of) {
                found.traits.insert((owner, name.to_owned()));
            }
            return;
        }
        let members = item.assoc_item_list().into_iter().flat_map(|list| list.assoc_items());
        members.for_each(|member| self.read_member(&member, &owner, false, found));
    }

    fn read_member(&self, member: &ast::AssocItem, owner: &str, of_trait: bool, found: &mut Declarations) {
        let node = member.syntax();
        let visible = of_trait
            || ast::AnyHasVisibility::cast(node.clone()).is_some_and(|member| self.is_public(&member));
        let Some(item) = ast::Item::cast(node.clone()).filter(|item| visible && self.is_wanted(item)) else {
            return;
        };
        if let Some(name) = self.declared(&item) {
            found.members.push((owner.to_owned(), Name { place: owner.to_owned(), ..name }));
        }
    }

    /// Fields, variants, and what a trait asks for.
    fn read_members(&self, item: &ast::Item, owner: &Name, found: &mut Declarations) {
        let mut add = |name: Option<ast::Name>, kind: Kind, node: &SyntaxNode, type_name: String| {
            if let Some(name) = name {
                let member = Name {
                    name: name.text().to_string(),
                    kind,
                    signature: declaration(node),
                    docs: self.docs_of(node),
                    place: owner.name.clone(),
                    type_name,
                };
                found.members.push((owner.name.clone(), member));
            }
        };
        match item {
            ast::Item::Struct(item) => {
                if let Some(ast::FieldList::RecordFieldList(list)) = item.field_list() {
                    for field in list.fields().filter(|field| self.is_public(field) && self.is_wanted(field))
                    {
                        let type_name = field.ty().map(|ty| ty.syntax().text().to_string());
                        add(field.name(), Kind::Field, field.syntax(), type_name.unwrap_or_default());
                    }
                }
            }
            ast::Item::Enum(item) => {
                for variant in item
                    .variant_list()
                    .into_iter()
                    .flat_map(|list| list.variants())
                    .filter(|variant| self.is_wanted(variant))
                {
                    add(variant.name(), Kind::Variant, variant.syntax(), owner.name.clone());
                }
            }
            ast::Item::Trait(item) => {
                for member in item.assoc_item_list().into_iter().flat_map(|list| list.assoc_items()) {
                    self.read_member(&member, &owner.name, true, found);
                }
            }
            _ => {}
        }
        for derived in derives(item) {
            found.traits.insert((owner.name.clone(), derived));
        }
    }

    /// The name that an item declares.
    fn declared(&self, item: &ast::Item) -> Option<Name> {
        let text = |ty: Option<ast::Type>| ty.map(|ty| ty.syntax().text().to_string()).unwrap_or_default();
        let (name, kind, type_name) = match item {
            ast::Item::Fn(item) => {
                let has_self = item.param_list().is_some_and(|list| list.self_param().is_some());
                let kind = if has_self { Kind::Method } else { Kind::Function };
                (item.name(), kind, text(item.ret_type().and_then(|ret| ret.ty())))
            }
            ast::Item::Struct(item) => (item.name(), Kind::Type, String::new()),
            ast::Item::Enum(item) => (item.name(), Kind::Type, String::new()),
            ast::Item::Union(item) => (item.name(), Kind::Type, String::new()),
            ast::Item::TypeAlias(item) => (item.name(), Kind::Type, text(item.ty())),
            ast::Item::Trait(item) => (item.name(), Kind::Trait, String::new()),
            ast::Item::Const(item) => (item.name(), Kind::Constant, text(item.ty())),
            ast::Item::Static(item) => (item.name(), Kind::Constant, text(item.ty())),
            ast::Item::MacroRules(item) => (item.name(), Kind::Macro, String::new()),
            ast::Item::MacroDef(item) => (item.name(), Kind::Macro, String::new()),
            _ => return None,
        };
        let name = name?.text().to_string();
        let signature = match (kind, item) {
            (Kind::Macro, _) => format!("macro_rules! {name}"),
            (_, ast::Item::Struct(item)) => {
                let is_public = |field: &SyntaxNode| {
                    ast::AnyHasVisibility::cast(field.clone()).is_some_and(|field| self.is_public(&field))
                };
                declaration_of_struct(item, is_public)
            }
            _ => declaration(item.syntax()),
        };
        Some(Name {
            name,
            kind,
            signature,
            docs: self.docs_of(item.syntax()),
            place: String::new(),
            type_name,
        })
    }

    /// Whether an item is there in this configuration, and meant for users.
    fn is_wanted(&self, item: &impl HasAttrs) -> bool {
        item.attrs().all(|attribute| {
            let text = squeezed(attribute.syntax());
            let inside = text.trim_start_matches("#!").trim_start_matches('#').trim_matches(['[', ']']);
            if let Some(condition) = inside.strip_prefix("cfg(").and_then(|rest| rest.strip_suffix(')')) {
                return self.holds(condition);
            }
            let unwanted = ["unstable(", "doc(hidden)", "deprecated", "rustc_deprecated"];
            !unwanted.iter().any(|unwanted| inside.starts_with(unwanted))
        })
    }

    /// Whether a condition of `cfg` holds, as far as it speaks of features and tests; of the rest, the usual is assumed.
    fn holds(&self, condition: &str) -> bool {
        let inner = |name: &str| {
            let inside = condition.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
            Some(super::types::split(inside))
        };
        if let Some(all) = inner("all") {
            return all.into_iter().all(|part| self.holds(part));
        }
        if let Some(any) = inner("any") {
            return any.into_iter().any(|part| self.holds(part));
        }
        if let Some(not) = inner("not") {
            return !not.into_iter().all(|part| self.holds(part));
        }
        if let Some(feature) = condition.strip_prefix("feature=") {
            let feature = feature.trim_matches('"');
            return self.features.as_ref().is_none_or(|features| features.contains(feature));
        }
        !["test", "doctest", "windows", "bootstrap", "no_global_oom_handling"].contains(&condition)
            && !condition.starts_with("target_")
    }

    fn is_public(&self, item: &impl HasVisibility) -> bool {
        // `pub(crate)` is not for users.
        self.private || item.visibility().is_some_and(|visibility| visibility.syntax().text() == "pub")
    }

    /// The doc comment of a node, cut at a paragraph if it is long.
    fn docs_of(&self, node: &SyntaxNode) -> String {
        let comments = ast::DocCommentIter::from_syntax_node(node);
        let lines = comments.filter_map(|comment| comment.doc_comment().map(|(text, _)| text.to_owned()));
        let docs: Vec<String> =
            lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned()).collect();
        let docs = docs.join("\n").trim().to_owned();
        if docs.len() <= self.docs {
            return docs;
        }
        let kept = &docs[..docs.floor_char_boundary(self.docs)];
        let end = kept.rfind("\n\n").or_else(|| kept.rfind(". ").map(|at| at + 1)).unwrap_or(kept.len());
        // A code block that was cut in two would swallow everything behind it.
        let kept = &kept[..end];
        match kept.matches("```").count() % 2 {
            0 => kept.to_owned(),
            _ => kept[..kept.rfind("```").unwrap_or(0)].trim_end().to_owned(),
        }
    }
}

fn has_attribute(item: &impl HasAttrs, name: &str) -> bool {
    item.attrs().any(|attribute| squeezed(attribute.syntax()).contains(name))
}

fn attribute_value(item: &impl HasAttrs, name: &str) -> Option<String> {
    let start = format!("#[{name}=\"");
    item.attrs().find_map(|attribute| {
        let text = squeezed(attribute.syntax());
        Some(text.strip_prefix(&start)?.strip_suffix("\"]")?.to_owned())
    })
}

fn derives(item: &ast::Item) -> Vec<String> {
    let derive = |attribute: ast::Attr| {
        let text = squeezed(attribute.syntax());
        let list = text.strip_prefix("#[derive(")?.strip_suffix(")]")?.to_owned();
        Some(list.split(',').filter_map(|name| head(name).map(str::to_owned)).collect::<Vec<_>>())
    };
    item.attrs().filter_map(derive).flatten().collect()
}

/// The text of a node without spaces.
fn squeezed(node: &SyntaxNode) -> String {
    node.text().to_string().split_whitespace().collect()
}

/// The variables that the statements of a cell bind.
fn variables(body: &ast::StmtList) -> Vec<(String, String)> {
    let statements = body.statements().filter_map(|statement| match statement {
        ast::Stmt::LetStmt(statement) => Some(statement),
        _ => None,
    });
    let bound = statements.flat_map(|statement| {
        let pattern = statement.pat();
        let is_simple = matches!(pattern, Some(ast::Pat::IdentPat(_)));
        let stated = statement.ty().filter(|_| is_simple);
        let stated = stated.map(|ty| ty.syntax().text().to_string()).unwrap_or_default();
        let patterns =
            pattern.into_iter().flat_map(|pattern| pattern.syntax().descendants().collect::<Vec<_>>());
        let names = patterns.filter_map(ast::IdentPat::cast).filter_map(|pattern| pattern.name());
        names.map(|name| (name.text().to_string(), stated.clone())).collect::<Vec<_>>()
    });
    bound.filter(|(name, _)| !name.starts_with(char::is_uppercase)).collect()
}

/// The branches of a `use` tree: `use a::{b, c as d, e::*}` has three.
pub fn branches(tree: &ast::UseTree, before: &[String], add: &mut impl FnMut(Use)) {
    let segments = tree.path().into_iter().flat_map(|path| path.segments().collect::<Vec<_>>());
    let own = segments.filter_map(|segment| segment.name_ref().map(|name| name.text().to_string()));
    let mut path: Vec<String> = before.iter().cloned().chain(own).collect();
    if let Some(list) = tree.use_tree_list() {
        list.use_trees().for_each(|tree| branches(&tree, &path, add));
    } else if tree.star_token().is_some() {
        add(Use { path, name: None });
    } else {
        // `use a::{self}` imports `a`.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = match tree.rename() {
            Some(rename) => rename.name().map(|name| name.text().to_string()),
            None => path.last().cloned(),
        };
        if let Some(name) = name {
            add(Use { path, name: Some(name) });
        }
    }
}
