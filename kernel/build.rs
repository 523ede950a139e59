//! Notes the compiler's version and the target, so that a kernel can name them without asking, and shows cells the program's own
//! ways to sleep, to start threads, to write and to become another program.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=RUSTC");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version =
        Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    let number = version.split_whitespace().nth(1).unwrap_or("unknown");
    println!("cargo::rustc-env=AGON_RUSTC_VERSION={number}");
    println!("cargo::rustc-env=AGON_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    // See sleep.rs, threads.rs and exec.rs in src/evaluator/host.
    for symbol in ["clock_nanosleep", "pthread_create", "write", "writev", "execvp"] {
        println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol={symbol}");
    }
}
