//! A kernel whose evaluator is not there yet, or never comes.

use super::frontend::Frontend;
use super::script::{Script, error};
use crate::wire::connection::Transport;
use crossbeam_channel::{Sender, bounded};
use serde_json::json;

/// A kernel whose evaluator is made when the sender is used or dropped.
fn slow() -> (Frontend, Sender<()>) {
    let (go, wait) = bounded::<()>(1);
    let frontend = Frontend::over(Transport::Ipc, "key", move |dropped| {
        let _ = wait.recv();
        Ok(Box::new(Script::new(dropped)))
    });
    (frontend, go)
}

#[test]
fn everything_but_cells_is_answered_while_the_evaluator_starts() {
    let (frontend, go) = slow();
    let cell = frontend.cell("1");
    for channel in [&frontend.shell, &frontend.control] {
        let id = frontend.send(channel, "kernel_info_request", &json!({}));
        assert_eq!(frontend.reply(channel, &id).content["status"], "ok");
        assert!(frontend.outputs(&id).is_empty());
    }
    assert!(frontend.is_silent(&frontend.shell));
    go.send(()).unwrap();
    let reply = frontend.reply(&frontend.shell, &cell);
    assert_eq!((&reply.content["status"], &reply.content["execution_count"]), (&json!("ok"), &json!(1)));
    assert_eq!(frontend.gists(&cell), ["execute_input 1", "execute_result 1"]);
}

#[test]
fn cells_that_wait_for_the_evaluator_can_be_interrupted() {
    let (frontend, go) = slow();
    let cell = frontend.cell("1");
    // The cell has arrived when a request sent after it is answered.
    frontend.ask("kernel_info_request", &json!({}));
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    assert_eq!(frontend.reply(&frontend.control, &interrupt).content, json!({"status": "ok"}));
    assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Interrupted");
    go.send(()).unwrap();
    let next = frontend.cell("2");
    assert_eq!(frontend.reply(&frontend.shell, &next).content["status"], "ok");
}

#[test]
fn without_an_evaluator_every_cell_has_the_reason() {
    let frontend = Frontend::over(Transport::Ipc, "key", |_| {
        Err(error("Unavailable", "no rustc; install it from rustup.rs"))
    });
    for count in 1..3 {
        let (reply, outputs) = frontend.ask("execute_request", &json!({"code": "1"}));
        assert_eq!(reply.content["ename"], "Unavailable");
        assert_eq!(reply.content["evalue"], "no rustc; install it from rustup.rs");
        assert_eq!(reply.content["execution_count"], count);
        assert_eq!(outputs.len(), 2, "the cell and its error");
    }
    assert_eq!(frontend.ask("kernel_info_request", &json!({})).0.content["status"], "ok");
}

#[test]
fn cells_that_waited_in_vain_all_have_the_reason() {
    let (go, wait) = bounded::<()>(1);
    let frontend = Frontend::over(Transport::Ipc, "key", move |_| {
        let _ = wait.recv();
        Err(error("Unavailable", "no rustc"))
    });
    let cells = [frontend.cell("1"), frontend.cell("2")];
    go.send(()).unwrap();
    for cell in cells {
        assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Unavailable");
    }
}

#[test]
fn a_kernel_ends_while_its_evaluator_starts() {
    let (mut frontend, go) = slow();
    let id = frontend.send(&frontend.control, "shutdown_request", &json!({"restart": true}));
    assert_eq!(frontend.reply(&frontend.control, &id).content, json!({"status": "ok", "restart": true}));
    frontend.returned();
    drop(go);
}
