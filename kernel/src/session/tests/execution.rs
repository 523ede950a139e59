//! Cells: order of messages, counts, silence, errors.

use super::frontend::{Frontend, Received};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn status(reply: &Received) -> (&str, u64) {
    assert_eq!(reply.msg_type(), "execute_reply");
    (reply.content["status"].as_str().unwrap(), reply.content["execution_count"].as_u64().unwrap())
}

#[test]
fn outputs_keep_their_order_and_the_reply_comes_before_idle() {
    let frontend = Frontend::start();
    let code = "print 1\nprint 2\nwarn 3\nprint 4\nshow d\nprint 5\nupdate e\nclear wait\n∗3";
    let id = frontend.cell(code);
    let reply = frontend.reply(&frontend.shell, &id);
    assert_eq!(status(&reply), ("ok", 1));
    assert_eq!(reply.metadata["status"], "ok");
    assert!(reply.metadata["started"].is_string());
    let outputs = frontend.outputs(&id);
    let gists: Vec<String> = outputs.iter().map(Received::gist).collect();
    assert_eq!(
        gists,
        [
            &format!("execute_input {code}"),
            "stdout 1\n2",
            "stderr 3",
            "stdout 4",
            "display_data d",
            "stdout 5",
            "update_display_data e",
            "clear_output",
            "execute_result ∗3",
        ]
    );
    assert_eq!(outputs[4].content["transient"], json!({"display_id": "d"}));
    assert_eq!(outputs[7].content, json!({"wait": true}));
    assert_eq!(outputs[8].content["execution_count"], 1);
}

#[test]
fn text_comes_while_the_cell_runs() {
    let frontend = Frontend::start();
    let id = frontend.cell("print early\nwait");
    let heard: Vec<String> = (0..3).map(|_| frontend.receive(&frontend.iopub).gist()).collect();
    assert_eq!(heard[2], "stdout early");
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    frontend.reply(&frontend.control, &interrupt);
    assert_eq!(status(&frontend.reply(&frontend.shell, &id)), ("error", 1));
}

#[test]
fn text_arrives_whole_in_few_messages() {
    let frontend = Frontend::start();
    let start = Instant::now();
    let id = frontend.cell("flood 80000");
    assert_eq!(status(&frontend.reply(&frontend.shell, &id)), ("ok", 1));
    let outputs = frontend.outputs(&id);
    let text: String = outputs[1..].iter().map(|message| message.content["text"].as_str().unwrap()).collect();
    assert_eq!(text.lines().count(), 80_000);
    assert!(text.ends_with("line 79999\n"));
    let limit = usize::try_from(start.elapsed().as_millis()).unwrap() / 20 + text.len() / 50_000 + 2;
    assert!(outputs.len() < limit, "{} messages", outputs.len());
}

#[test]
fn of_a_flood_of_text_beginning_and_end_are_shown_and_the_rest_is_in_a_file() {
    let frontend = Frontend::start();
    let id = frontend.cell("flood 200000\nshow d\nprint last");
    assert_eq!(status(&frontend.reply(&frontend.shell, &id)), ("ok", 1));
    let outputs = frontend.outputs(&id);
    let of = |stream: &str| -> String {
        let texts = outputs.iter().filter(|message| message.content["name"] == stream);
        texts.map(|message| message.content["text"].as_str().unwrap()).collect()
    };
    let (stdout, notices) = (of("stdout"), of("stderr"));
    assert!(stdout.starts_with("line 0\n") && stdout.ends_with("line 199999\nlast\n"));
    assert!(stdout.len() < 1_100_000, "{} bytes", stdout.len());
    let path = notices.rsplit_once("all of it is in ").unwrap().1.split_once(".txt").unwrap().0;
    let all = std::fs::read_to_string(format!("{path}.txt")).unwrap();
    assert!(
        all.starts_with("line 0\nline 1\n")
            && all.contains("line 123456\n")
            && all.ends_with("line 199999\nlast\n")
    );
    // The end of the text comes before what was shown after it.
    let gists: Vec<String> = outputs.iter().map(Received::gist).collect();
    assert_eq!(gists[gists.len() - 2..], ["display_data d", "stdout last"]);
}

#[test]
fn updates_of_a_display_that_follow_each_other_are_sent_together() {
    let frontend = Frontend::start();
    let code = format!(
        "show 0\n{}print on\nupdate last",
        (0..2000).map(|n| format!("update {n}\n")).collect::<String>()
    );
    let id = frontend.cell(&code);
    assert_eq!(status(&frontend.reply(&frontend.shell, &id)), ("ok", 1));
    let gists = frontend.gists(&id);
    assert!(gists.len() < 500, "{} messages", gists.len());
    assert_eq!(
        gists[gists.len() - 3..],
        ["update_display_data 1999", "stdout on", "update_display_data last"]
    );
}

#[test]
fn counts_move_only_for_cells_that_are_stored() {
    let frontend = Frontend::start();
    let run = |content: Value| {
        let (reply, outputs) = frontend.ask("execute_request", &content);
        (status(&reply).1, outputs.iter().map(Received::gist).collect::<Vec<_>>())
    };
    assert_eq!(run(json!({"code": "a"})), (1, vec!["execute_input a".into(), "execute_result a".into()]));
    let silent = "print x\nshow y\nz";
    assert_eq!(run(json!({"code": silent, "silent": true})), (1, vec![]));
    assert_eq!(run(json!({"code": "fail x", "silent": true, "store_history": true})), (1, vec![]));
    let (count, said) = run(json!({"code": "b", "store_history": false}));
    assert_eq!((count, said.len()), (1, 2));
    assert_eq!(run(json!({"code": "fail x"})).0, 2);
    assert_eq!(run(json!({"code": "c", "silent": false, "store_history": true})).0, 3);
    let (history, _) =
        frontend.ask("history_request", &json!({"hist_access_type": "tail", "n": 2, "output": true}));
    assert_eq!(history.content["history"], json!([[1, 2, ["fail x", null]], [1, 3, ["c", "c"]]]));
}

#[test]
fn an_error_is_shown_once_and_stands_in_the_reply() {
    let frontend = Frontend::start();
    let (reply, outputs) = frontend.ask("execute_request", &json!({"code": "print 1\nfail no"}));
    assert_eq!(status(&reply), ("error", 1));
    let gists: Vec<String> = outputs.iter().map(Received::gist).collect();
    assert_eq!(gists[1..], ["stdout 1", "error Error"]);
    for content in [&reply.content, &outputs[2].content] {
        assert_eq!(content["ename"], "Error");
        assert_eq!(content["evalue"], "no");
        assert_eq!(content["traceback"], json!(["Error: no"]));
    }
}

#[test]
fn a_panic_of_the_evaluator_is_an_error_and_the_kernel_goes_on() {
    let frontend = Frontend::start();
    let (reply, _) = frontend.ask("execute_request", &json!({"code": "panic"}));
    assert_eq!(reply.content["ename"], "Crashed");
    assert!(reply.content["evalue"].as_str().unwrap().ends_with("scripted"));
    assert_eq!(status(&frontend.ask("execute_request", &json!({"code": "1"})).0), ("ok", 2));
}

#[test]
fn user_expressions_follow_a_success_and_fail_each_for_itself() {
    let frontend = Frontend::start();
    let expressions = json!({"a": "6", "b": "fail x", "c": "print y"});
    let (reply, outputs) =
        frontend.ask("execute_request", &json!({"code": "1", "user_expressions": expressions}));
    assert_eq!(status(&reply), ("ok", 1));
    assert_eq!(reply.content["payload"], json!([]));
    assert_eq!(
        reply.content["user_expressions"],
        json!({
            "a": {"status": "ok", "data": {"text/plain": "6"}, "metadata": {}},
            "b": {"status": "error", "ename": "Error", "evalue": "x", "traceback": ["Error: x"]},
            "c": {"status": "ok", "data": {"text/plain": "()"}, "metadata": {}},
        })
    );
    let gists: Vec<String> = outputs.iter().map(Received::gist).collect();
    assert_eq!(gists[1..], ["execute_result 1", "stdout y"]);
    let (reply, _) =
        frontend.ask("execute_request", &json!({"code": "fail", "user_expressions": {"a": "6"}}));
    assert_eq!(reply.content.get("user_expressions"), None);
}

#[test]
fn after_an_error_waiting_cells_are_given_up_and_the_rest_is_served() {
    let frontend = Frontend::start();
    let first = frontend.cell("sleep 300\nfail no");
    let second = frontend.cell("print never");
    let info = frontend.send(&frontend.shell, "kernel_info_request", &json!({}));
    let third = frontend.cell("print never");
    assert_eq!(status(&frontend.reply(&frontend.shell, &first)), ("error", 1));
    let aborted = frontend.reply(&frontend.shell, &second);
    assert_eq!(status(&aborted), ("error", 1));
    assert_eq!(aborted.content["ename"], "Aborted");
    assert!(aborted.content["traceback"].is_array() && aborted.content["evalue"].is_string());
    assert_eq!(frontend.reply(&frontend.shell, &info).content["status"], "ok");
    assert_eq!(status(&frontend.reply(&frontend.shell, &third)), ("error", 1));
    frontend.outputs(&first);
    assert!(frontend.outputs(&second).is_empty());
    assert!(frontend.outputs(&info).is_empty());
    assert!(frontend.outputs(&third).is_empty());
    assert_eq!(status(&frontend.ask("execute_request", &json!({"code": "1"})).0), ("ok", 2));
}

#[test]
fn without_stop_on_error_waiting_cells_run() {
    let frontend = Frontend::start();
    let first = frontend.send(
        &frontend.shell,
        "execute_request",
        &json!({"code": "sleep 300\nfail no", "stop_on_error": false}),
    );
    let second = frontend.cell("2");
    assert_eq!(status(&frontend.reply(&frontend.shell, &first)), ("error", 1));
    assert_eq!(status(&frontend.reply(&frontend.shell, &second)), ("ok", 2));
}

#[test]
fn requests_wait_for_the_cell_before_them() {
    let frontend = Frontend::start();
    // Before the evaluator has started, cells wait and kernel_info does not.
    frontend.ask("execute_request", &json!({"code": ""}));
    let cell = frontend.cell("sleep 200\n1");
    let info = frontend.send(&frontend.shell, "kernel_info_request", &json!({}));
    let start = Instant::now();
    frontend.reply(&frontend.shell, &cell);
    frontend.reply(&frontend.shell, &info);
    assert!(start.elapsed() > Duration::from_millis(150));
    frontend.outputs(&cell);
    frontend.outputs(&info);
}
