//! How `std.json` comes about: from the sources of the standard library, which `rustup component add rust-src` installs.
//!
//! ```sh
//! cargo test --release -p agon-kernel -- --ignored write_the_table_of_std
//! ```
//!
//! The docs are the first paragraph of each doc comment, by the Rust project's developers (MIT or Apache-2.0).

use super::index::Index;
use super::resolve::Resolver;
use super::source::{Declarations, Reader};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules of interest to few cells, and large.
const LEFT_OUT: [&str; 11] = [
    "arch",
    "os",
    "simd",
    "intrinsics",
    "autodiff",
    "ffi",
    "backtrace",
    "async_iter",
    "assert_matches",
    "net",
    "rt",
];

/// Types of interest to few cells, and large.
const RARE: [&str; 22] = [
    "NonNull",
    "MetadataExt",
    "UdpSocket",
    "UnixDatagram",
    "UnixStream",
    "UnixListener",
    "FileExt",
    "CommandExt",
    "Wtf8",
    "SocketAddr",
    "SocketAddrV6",
    "SocketAddrV4",
    "TcpStream",
    "TcpListener",
    "Ipv4Addr",
    "Ipv6Addr",
    "MaybeUninit",
    "Layout",
    "CStr",
    "CString",
    "f16",
    "f128",
];

/// Editions have preludes of their own; cells are of the newest, whose additions all cells have imported anyway.
const OTHER_PRELUDES: [&str; 4] = ["rust_2015", "rust_2018", "rust_2021", "rust_2024"];

#[test]
#[ignore = "needs the sources of the standard library"]
fn write_the_table_of_std() {
    let library = match std::env::var_os("RUST_SRC") {
        Some(folder) => PathBuf::from(folder),
        None => {
            let output = Command::new("rustc").args(["--print", "sysroot"]).output().unwrap();
            let sysroot = String::from_utf8(output.stdout).unwrap();
            Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library")
        }
    };
    // One name a line, so that changes can be seen.
    let text = serde_json::to_string(&index(&library)).unwrap().replace("},{", "},\n{");
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/language/std.json"), text + "\n").unwrap();
}

fn index(library: &Path) -> Index {
    let reader = Reader { features: Some(["std".to_owned()].into()), private: false, docs: 200 };
    let mut resolver = Resolver::default();
    for name in ["core", "alloc", "std"] {
        let mut declarations = reader.read_crate(&library.join(name).join("src/lib.rs"));
        for module in LEFT_OUT {
            declarations.root.modules.remove(module);
        }
        if let Some(prelude) = declarations.root.modules.get_mut("prelude") {
            prelude.what.modules.retain(|name, _| !OTHER_PRELUDES.contains(&name.as_str()));
        }
        if name == "core" {
            add_numbers(&reader, library, &mut declarations);
        }
        declarations.members.retain(|(owner, name)| is_of_use(owner, &name.name));
        resolver.add(name, declarations);
    }
    resolver.alias("std", "alloc_crate", "alloc");
    resolver.alias("std", "core", "core");
    resolver.index(&[("std", "std")])
}

/// The methods of the integers stand in macros, once for all signed and once for all unsigned types.
fn add_numbers(reader: &Reader, library: &Path, declarations: &mut Declarations) {
    for (file, types) in [
        ("int_macros.rs", ["i8", "i16", "i32", "i64", "i128", "isize"]),
        ("uint_macros.rs", ["u8", "u16", "u32", "u64", "u128", "usize"]),
    ] {
        let text = std::fs::read_to_string(library.join("core/src/num").join(file)).unwrap();
        let body =
            text.split_once(") => {").unwrap().1.rsplit_once('}').unwrap().0.rsplit_once('}').unwrap().0;
        // A parameter of the macro stands for a type almost everywhere.
        let body = body.replace("$SelfT", "Self").replace('$', "");
        for name in types {
            let found = reader.read_cell(&format!("impl {name} {{ {body} }}"));
            declarations.members.extend(found.members);
        }
    }
}

/// Whether members of this type may turn up in a completion.
fn is_of_use(owner: &str, name: &str) -> bool {
    let is_parameter = owner.len() == 1;
    !is_parameter
        && !name.starts_with('_')
        && !owner.starts_with("__")
        && !owner.starts_with("Simd")
        && !RARE.contains(&owner)
}
