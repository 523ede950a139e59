//! What cargo says of a crate that a reader wants, without the folders and packages of ours that it speaks of as well.

use super::super::prelude::cache_folder;
use super::crates::DYLIB;

/// How the lines begin in which cargo says what it is doing.
const PROGRESS: [&str; 7] =
    ["Updating", "Locking", "Adding", "Blocking", "Downloading", "Downloaded", "Compiling"];

/// How cargo speaks of a manifest that it cannot read; what is wrong with it follows.
const OF_MANIFEST: [&str; 2] =
    ["error: failed to load manifest for workspace member", "error: failed to parse manifest at"];

/// What cargo says, for the reader of a notebook.
pub fn for_readers(said: &str) -> String {
    let cache = cache_folder().map(|folder| folder.display().to_string());
    without_ours(said, cache.as_deref().unwrap_or(DYLIB))
}

fn without_ours(said: &str, cache: &str) -> String {
    let mut kept: Vec<String> = vec![];
    // What was wrong with our manifest is what is wrong with the reader's line in it.
    let mut of_ours = false;
    for line in said.lines() {
        let is_ours = line.contains(DYLIB) || line.contains(cache);
        let is_place = line.trim_start().starts_with("-->");
        if PROGRESS.iter().any(|word| line.trim_start().starts_with(word)) {
            continue;
        }
        if is_ours && OF_MANIFEST.iter().any(|begin| line.starts_with(begin)) {
            of_ours = true;
        } else if is_ours && !is_place {
            kept.extend(of_notebook(line));
        } else if of_ours && (line.is_empty() || line == "Caused by:") {
            // The cause comes first now.
        } else if of_ours {
            kept.push(format!("error: {}", line.trim_start()));
            of_ours = false;
        } else if !line.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line.to_owned());
        }
    }
    kept.join("\n").trim_end().to_owned()
}

/// A line about our package, as one about the notebook; `None` if nothing is left of it.
fn of_notebook(line: &str) -> Option<String> {
    if let Some((before, _)) = line.split_once(" of package `") {
        return Some(before.to_owned());
    }
    let (before, rest) = line.split_once("package `")?;
    let (_, after) = rest.split_once('`')?;
    let says_more = before.is_empty() && after.len() > 1;
    says_more.then(|| format!("the notebook{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(said: &str) -> String {
        without_ours(said, "/cache")
    }

    #[test]
    fn a_manifest_of_ours_is_the_readers_line() {
        let said = "error: failed to load manifest for workspace member `/cache/x/cell`\nreferenced by workspace at `/cache/x/Cargo.toml`\n\n\
                    Caused by:\n  failed to load manifest for dependency `bad`\n\nCaused by:\n  failed to read `/home/bad/Cargo.toml`";
        assert_eq!(
            cleaned(said),
            "error: failed to load manifest for dependency `bad`\n\nCaused by:\n  failed to read `/home/bad/Cargo.toml`"
        );
    }

    #[test]
    fn a_package_of_ours_is_the_notebook() {
        let said = "    Updating crates.io index\nerror: failed to select a version for `badc`.\n    ... required by package `agon_extras_0 v1.0.0 (/cache/x)`\n\
                    versions that meet the requirements `*` are: 0.1.0\n\npackage `agon_extras_0` depends on `badc` with feature `nope` but `badc` does not have that feature.\n\n\n\
                    failed to select a version for `badc` which could resolve this conflict\n";
        assert_eq!(
            cleaned(said),
            "error: failed to select a version for `badc`.\nversions that meet the requirements `*` are: 0.1.0\n\n\
             the notebook depends on `badc` with feature `nope` but `badc` does not have that feature.\n\n\
             failed to select a version for `badc` which could resolve this conflict"
        );
        let said = "error: failed to get `x` as a dependency of package `agon_extras_0 v1.0.0 (/cache/x)`";
        assert_eq!(cleaned(said), "error: failed to get `x` as a dependency");
    }

    #[test]
    fn places_in_code_stay() {
        let said = "error[E0308]: mismatched types\n --> /cache/x/linked/src/lib.rs:1:1";
        assert_eq!(cleaned(said), said);
    }
}
