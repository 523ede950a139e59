//! What a compiler reads of the prelude instead of all of it.
//!
//! Linking a cell against the prelude's dylib of a hundred megabytes takes as long as compiling the cell. rustc needs only
//! the dylib's metadata, and the linker needs nothing at all: the host has loaded the prelude before any cell, so the
//! cell's symbols are found when it is loaded. So both are shown a dylib that has the metadata and no symbols. The linker
//! is called directly where the toolchain brings one, without the detour of the C compiler.

use super::toolchain::Toolchain;
use object::{Object, ObjectSection};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The prelude's dylib, and the one that stands for it.
pub const DYLIB: &str = "libagon_prelude.so";
/// The section of a dylib in which the compiler keeps what it knows of the crate.
const SECTION: &str = ".rustc";
/// The folders of the system's libraries, one a line.
const LIBRARIES: &str = "libraries";

/// The arguments by which rustc uses the facade in `folder` as the crate `agon`, and links with the toolchain's own linker;
/// empty if there is none.
pub fn arguments(folder: &Path, toolchain: &Toolchain) -> Vec<String> {
    let Ok(libraries) = fs::read_to_string(folder.join(LIBRARIES)) else { return vec![] };
    let mut arguments = vec![
        format!("--extern=agon={}", folder.join(DYLIB).display()),
        format!("-Clinker={}", linker(toolchain).display()),
        "-Clinker-flavor=ld.lld".to_owned(),
        "-Clink-arg=--unresolved-symbols=ignore-all".to_owned(),
        // A cell is small: threads cost more than they bring.
        "-Clink-arg=--threads=1".to_owned(),
    ];
    arguments.extend(libraries.lines().map(|folder| format!("-Clink-arg=-L{folder}")));
    arguments
}

/// Makes the facade of a dylib, if this toolchain can use one; tries it out before it is used.
///
/// # Errors
/// Files that cannot be written. Whatever else is missing means no facade.
pub fn make(dylib: &Path, folder: &Path, toolchain: &Toolchain) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let data = fs::read(dylib)?;
    let Some(metadata) = metadata(&data) else { return Ok(()) };
    let (Some(libraries), true) = (system_libraries(), linker(toolchain).is_file()) else { return Ok(()) };
    fs::write(folder.join("metadata"), metadata)?;
    let source = folder.join("facade.rs");
    let length = metadata.len();
    fs::write(
        &source,
        format!(
            "#[unsafe(no_mangle)]\n#[unsafe(link_section = {SECTION:?})]\n\
             pub static AGON_PRELUDE_METADATA: [u8; {length}] = *include_bytes!(\"metadata\");\n"
        ),
    )?;
    let compile = |arguments: &[String], source: &Path, out: &Path| {
        let mut rustc = Command::new(toolchain.rustc());
        rustc.args(["--crate-type=cdylib", "--edition=2024", "-Cprefer-dynamic"]).args(arguments);
        rustc.arg(source).arg("-o").arg(out).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        rustc.status().is_ok_and(|status| status.success())
    };
    let name = [format!("-Clink-arg=-Wl,-soname,{DYLIB}"), "--crate-name=agon_prelude".to_owned()];
    if !compile(&name, &source, &folder.join(DYLIB)) {
        return Ok(());
    }
    fs::write(folder.join(LIBRARIES), libraries.join("\n"))?;
    let trial = folder.join("trial.rs");
    fs::write(
        &trial,
        "#[unsafe(no_mangle)] pub extern \"C\" fn f() { println!(\"{:?}\", agon::Nimber(3)); }",
    )?;
    let mut arguments = arguments(folder, toolchain);
    let target = dylib.parent().unwrap_or(dylib);
    arguments.extend([
        format!("-Ldependency={}", target.display()),
        format!("-Ldependency={}", target.with_file_name("host").display()),
        format!("--target={}", toolchain.target),
    ]);
    let out = folder.join("trial.so");
    if !compile(&arguments, &trial, &out) {
        fs::remove_file(folder.join(LIBRARIES))?;
    }
    for done in [source, folder.join("metadata"), trial, out] {
        let _ = fs::remove_file(done);
    }
    Ok(())
}

fn linker(toolchain: &Toolchain) -> PathBuf {
    toolchain.sysroot.join("lib/rustlib").join(&toolchain.target).join("bin/rust-lld")
}

fn metadata(dylib: &[u8]) -> Option<&[u8]> {
    object::File::parse(dylib).ok()?.section_by_name(SECTION)?.data().ok()
}

/// Where the C compiler looks for libraries.
fn system_libraries() -> Option<Vec<String>> {
    let output = Command::new("cc").arg("-print-search-dirs").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let folders = text.lines().find_map(|line| line.strip_prefix("libraries: ="))?;
    Some(folders.split(':').filter(|folder| Path::new(folder).is_dir()).map(str::to_owned).collect())
}
