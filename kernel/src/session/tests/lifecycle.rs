//! Interrupt and shutdown.

use super::frontend::Frontend;
use serde_json::json;
use std::time::Duration;

#[test]
fn an_interrupt_ends_the_running_cell_and_keeps_the_kernel() {
    let frontend = Frontend::start();
    let cell = frontend.cell("print on\nwait");
    let heard: Vec<String> = (0..3).map(|_| frontend.receive(&frontend.iopub).gist()).collect();
    assert_eq!(heard, ["busy", "execute_input print on\nwait", "stdout on"]);
    let info = frontend.send(&frontend.control, "kernel_info_request", &json!({}));
    assert_eq!(frontend.reply(&frontend.control, &info).content["status"], "ok", "control does not wait");
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    assert_eq!(frontend.reply(&frontend.control, &interrupt).content, json!({"status": "ok"}));
    let reply = frontend.reply(&frontend.shell, &cell);
    assert_eq!((&reply.content["status"], &reply.content["ename"]), (&json!("error"), &json!("Interrupted")));
    let next = frontend.cell("1");
    assert_eq!(frontend.reply(&frontend.shell, &next).content["status"], "ok");
}

#[test]
fn an_interrupt_upon_busy_is_never_lost() {
    let frontend = Frontend::start();
    for _ in 0..20 {
        let cell = frontend.cell("sleep 1\nwait");
        assert_eq!(frontend.receive(&frontend.iopub).gist(), "busy");
        let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
        frontend.reply(&frontend.control, &interrupt);
        assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Interrupted");
        let mut idle = 0;
        while idle < 2 {
            idle += usize::from(frontend.receive(&frontend.iopub).gist() == "idle");
        }
    }
}

#[test]
fn either_channel_takes_every_request() {
    let frontend = Frontend::start();
    let cell = frontend.send(&frontend.control, "execute_request", &json!({"code": "print on\nwait"}));
    while frontend.receive(&frontend.iopub).gist() != "stdout on" {}
    let interrupt = frontend.send(&frontend.shell, "interrupt_request", &json!({}));
    assert_eq!(frontend.reply(&frontend.shell, &interrupt).content, json!({"status": "ok"}));
    assert_eq!(frontend.reply(&frontend.control, &cell).content["ename"], "Interrupted");
}

#[test]
fn an_interrupt_without_a_cell_does_nothing() {
    let frontend = Frontend::start();
    let id = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    assert_eq!(frontend.reply(&frontend.control, &id).content, json!({"status": "ok"}));
    assert!(frontend.outputs(&id).is_empty());
    assert_eq!(frontend.ask("execute_request", &json!({"code": "1"})).0.content["status"], "ok");
}

#[test]
fn an_interrupt_stops_a_cell_that_is_held_up_for_printing_too_much() {
    let frontend = Frontend::start();
    // 33 MB: the throttle lets half of it through at once.
    let cell = frontend.cell("flood 2500000\nwait");
    while !frontend.receive(&frontend.iopub).gist().starts_with("stdout") {}
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    frontend.reply(&frontend.control, &interrupt);
    assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Interrupted");
}

fn shuts_down(frontend: &mut Frontend, on_control: bool) {
    let channel = if on_control { &frontend.control } else { &frontend.shell };
    let id = frontend.send(channel, "shutdown_request", &json!({"restart": false}));
    let expected = json!({"status": "ok", "restart": false});
    let mut reply = frontend.receive(channel);
    if reply.msg_type() == "execute_reply" {
        reply = frontend.receive(channel);
    }
    assert_eq!((reply.msg_type(), &reply.content), ("shutdown_reply", &expected));
    assert_eq!(reply.parent["msg_id"], id);
    let broadcast = loop {
        let message = frontend.receive(&frontend.iopub);
        if message.msg_type() == "shutdown_reply" {
            break message;
        }
    };
    assert_eq!((&broadcast.parent["msg_id"], &broadcast.content), (&json!(id), &expected));
    assert_eq!(frontend.receive(&frontend.iopub).gist(), "idle");
}

#[test]
fn a_shutdown_on_either_channel_ends_the_kernel() {
    for on_control in [true, false] {
        let mut frontend = Frontend::start();
        shuts_down(&mut frontend, on_control);
        frontend.ended();
    }
}

#[test]
fn a_shutdown_interrupts_the_running_cell() {
    for on_control in [true, false] {
        let mut frontend = Frontend::start();
        let cell = frontend.cell("print on\nwait");
        while frontend.receive(&frontend.iopub).gist() != "stdout on" {}
        shuts_down(&mut frontend, on_control);
        let reply = frontend.reply(&frontend.shell, &cell);
        assert_eq!(reply.content["ename"], "Interrupted");
        frontend.ended();
    }
}

#[test]
fn a_shutdown_does_not_wait_for_a_cell_that_will_not_end() {
    let mut frontend = Frontend::start();
    frontend.cell("print on\nhang");
    while frontend.receive(&frontend.iopub).gist() != "stdout on" {}
    shuts_down(&mut frontend, true);
    let start = std::time::Instant::now();
    frontend.returned();
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn ten_thousand_cells_in_a_row_are_all_answered_in_order() {
    let frontend = Frontend::start();
    const ALL: usize = 10_000;
    let cells: Vec<String> = (0..ALL).map(|number| frontend.cell(&number.to_string())).collect();
    let begin = std::time::Instant::now();
    for (count, cell) in (1u64..).zip(&cells) {
        let reply = frontend.reply(&frontend.shell, cell).content;
        assert_eq!((reply["status"].as_str(), reply["execution_count"].as_u64()), (Some("ok"), Some(count)));
    }
    for (number, cell) in cells.iter().enumerate() {
        assert_eq!(
            frontend.gists(cell),
            [format!("execute_input {number}"), format!("execute_result {number}")]
        );
    }
    assert!(begin.elapsed() < Duration::from_secs(120), "{:?}", begin.elapsed());
    let (reply, _) =
        frontend.ask("history_request", &json!({"hist_access_type": "search", "pattern": "9999"}));
    assert_eq!(reply.content["history"], json!([[1, ALL, "9999"]]));
}
