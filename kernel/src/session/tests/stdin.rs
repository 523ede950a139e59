//! Questions to the frontend, and what threads say when their cell has ended.

use super::frontend::Frontend;
use crate::wire::Parent;
use serde_json::json;

fn asking(frontend: &Frontend, code: &str) -> String {
    frontend.send(&frontend.shell, "execute_request", &json!({"code": code, "allow_stdin": true}))
}

#[test]
fn a_question_names_its_cell_and_its_answer_is_taken_once() {
    let frontend = Frontend::start();
    let id = asking(&frontend, "print above\nask name?");
    let question = frontend.receive(&frontend.stdin);
    assert_eq!((question.msg_type(), &question.parent["msg_id"]), ("input_request", &json!(id)));
    assert_eq!(question.content, json!({"prompt": "name?", "password": false}));
    assert!(frontend.is_silent(&frontend.shell), "the cell waits");
    // An answer to another question, one that is none, and the one that counts.
    let stale = Parent::of(br#"{"msg_id": "another"}"#);
    let content = json!({"value": "stale"});
    let frames = frontend.author.compose(&[], &stale, "input_reply", &json!({}), &content);
    frontend.stdin.send_multipart(frames, 0).unwrap();
    frontend.send(&frontend.stdin, "input_request", &json!({"value": "no reply"}));
    frontend.send(&frontend.stdin, "input_reply", &json!({"value": "Zermelo"}));
    frontend.send(&frontend.stdin, "input_reply", &json!({"value": "too late"}));
    assert_eq!(frontend.reply(&frontend.shell, &id).content["status"], "ok");
    assert_eq!(
        frontend.gists(&id),
        ["execute_input print above\nask name?", "stdout above", "stdout Zermelo"]
    );
}

#[test]
fn an_answer_that_cannot_be_read_is_an_error_of_the_cell() {
    let frontend = Frontend::start();
    let id = asking(&frontend, "ask name?");
    frontend.receive(&frontend.stdin);
    frontend.send(&frontend.stdin, "input_reply", &json!({"value": 5}));
    let evalue = frontend.reply(&frontend.shell, &id).content["evalue"].clone();
    assert!(evalue.as_str().unwrap().contains("cannot be read"), "{evalue}");
}

#[test]
fn nobody_is_asked_who_does_not_allow_it() {
    let frontend = Frontend::start();
    for content in [json!({"code": "ask ?"}), json!({"code": "ask ?", "allow_stdin": false})] {
        let (reply, _) = frontend.ask("execute_request", &content);
        assert!(reply.content["evalue"].as_str().unwrap().contains("takes no questions"));
    }
    assert!(frontend.is_silent(&frontend.stdin));
}

#[test]
fn a_waiting_cell_can_be_interrupted() {
    let frontend = Frontend::start();
    let id = asking(&frontend, "ask ?");
    frontend.receive(&frontend.stdin);
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    frontend.reply(&frontend.control, &interrupt);
    assert_eq!(frontend.reply(&frontend.shell, &id).content["ename"], "Interrupted");
    frontend.send(&frontend.stdin, "input_reply", &json!({"value": "too late"}));
    let next = asking(&frontend, "ask again?");
    frontend.receive(&frontend.stdin);
    frontend.send(&frontend.stdin, "input_reply", &json!({"value": "in time"}));
    assert_eq!(frontend.reply(&frontend.shell, &next).content["status"], "ok");
    while frontend.receive(&frontend.iopub).gist() != "stdout in time" {}
}

#[test]
fn late_text_names_the_cell_that_it_comes_from() {
    let frontend = Frontend::start();
    let first = frontend.cell("run 1\nlate 1 mine");
    assert_eq!(frontend.reply(&frontend.shell, &first).content["status"], "ok");
    assert_eq!(frontend.gists(&first)[1], "stdout mine");
    let second = frontend.cell("run 2\nprint two\nlate 1 late\nlate 77 whose");
    assert_eq!(frontend.reply(&frontend.shell, &second).content["status"], "ok");
    let mut said = Vec::new();
    loop {
        let message = frontend.receive(&frontend.iopub);
        if message.gist() == "idle" {
            break;
        }
        if message.msg_type() == "stream" {
            let parent = message.parent["msg_id"].as_str().unwrap().to_owned();
            said.push((parent, message.content["text"].as_str().unwrap().to_owned()));
        }
    }
    // What no run of a cell is known for counts as the last one's that has ended.
    assert_eq!(said, [(second, "two\n".to_owned()), (first.clone(), "late\nwhose\n".to_owned())]);
}
