//! Subshells: what they answer while a cell runs, and what they refuse.

use super::frontend::{Frontend, Received};
use crate::wire::Parent;
use serde_json::{Value, json};

/// Sends a request to a subshell; returns its msg_id.
fn send(frontend: &Frontend, subshell: &str, msg_type: &str, content: &Value) -> String {
    let (frames, id) = frontend.compose(msg_type, content);
    let mut header: Value = serde_json::from_slice(&frames[2]).unwrap();
    header["subshell_id"] = json!(subshell);
    let header = header.to_string().into_bytes();
    let content = content.to_string().into_bytes();
    let parent = Parent::none();
    let signature = frontend.author.signer().sign([&header, parent.frame(), b"{}", &content]);
    let frames =
        [b"<IDS|MSG>".to_vec(), signature.into_bytes(), header, b"{}".to_vec(), b"{}".to_vec(), content];
    frontend.shell.send_multipart(frames, 0).unwrap();
    id
}

fn control(frontend: &Frontend, msg_type: &str, content: &Value) -> Value {
    let id = frontend.send(&frontend.control, msg_type, content);
    let reply = frontend.reply(&frontend.control, &id);
    assert_eq!(reply.msg_type(), msg_type.replace("_request", "_reply"));
    assert!(frontend.outputs(&id).is_empty());
    reply.content
}

fn create(frontend: &Frontend) -> String {
    let reply = control(frontend, "create_subshell_request", &json!({}));
    assert_eq!(reply["status"], "ok");
    reply["subshell_id"].as_str().unwrap().to_owned()
}

fn ask(frontend: &Frontend, subshell: &str, msg_type: &str, content: &Value) -> Received {
    let id = send(frontend, subshell, msg_type, content);
    frontend.reply(&frontend.shell, &id)
}

#[test]
fn subshells_are_made_listed_and_ended() {
    let frontend = Frontend::start();
    let list = || control(&frontend, "list_subshell_request", &json!({}));
    assert_eq!(list(), json!({"status": "ok", "subshell_id": []}));
    let (one, two) = (create(&frontend), create(&frontend));
    let mut both = [one.clone(), two.clone()];
    both.sort();
    assert_eq!(list()["subshell_id"], json!(both));
    assert_eq!(
        control(&frontend, "delete_subshell_request", &json!({"subshell_id": one})),
        json!({"status": "ok"})
    );
    assert_eq!(list()["subshell_id"], json!([two]));
    let again = control(&frontend, "delete_subshell_request", &json!({"subshell_id": one}));
    assert_eq!((&again["status"], &again["ename"]), (&json!("error"), &json!("UnknownSubshell")));
    for msg_type in ["execute_request", "complete_request", "kernel_info_request"] {
        let reply = ask(&frontend, &one, msg_type, &json!({"code": "1", "cursor_pos": 1}));
        assert_eq!(reply.msg_type(), msg_type.replace("_request", "_reply"));
        assert_eq!(
            (&reply.content["status"], &reply.content["ename"]),
            (&json!("error"), &json!("UnknownSubshell"))
        );
    }
}

#[test]
fn while_a_cell_runs_a_subshell_answers_everything_but_cells() {
    let frontend = Frontend::start();
    let subshell = create(&frontend);
    let cell = frontend.cell("print on\nwait");
    while frontend.receive(&frontend.iopub).gist() != "stdout on" {}
    for (msg_type, content) in [
        ("kernel_info_request", json!({})),
        ("complete_request", json!({"code": "whi", "cursor_pos": 3})),
        ("inspect_request", json!({"code": "while", "cursor_pos": 3})),
        ("is_complete_request", json!({"code": "1"})),
        ("history_request", json!({"hist_access_type": "tail", "n": 3})),
        ("comm_info_request", json!({})),
    ] {
        let reply = ask(&frontend, &subshell, msg_type, &content);
        assert_eq!(reply.msg_type(), msg_type.replace("_request", "_reply"));
        assert_ne!(reply.content["status"], "error");
    }
    let refused = ask(&frontend, &subshell, "execute_request", &json!({"code": "2"}));
    assert_eq!((&refused.content["ename"], &refused.content["execution_count"]), (&json!("Busy"), &json!(1)));
    assert!(refused.content["evalue"].as_str().unwrap().contains("one cell at a time"));
    let page = ask(&frontend, &subshell, "execute_request", &json!({"code": "while?"}));
    assert_eq!(page.content["payload"][0]["source"], "page");
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    frontend.reply(&frontend.control, &interrupt);
    assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Interrupted");
    assert_eq!(ask(&frontend, &subshell, "execute_request", &json!({"code": "3"})).content["status"], "ok");
}

#[test]
fn a_subshell_counts_and_remembers_for_itself() {
    let frontend = Frontend::start();
    let subshell = create(&frontend);
    for _ in 0..3 {
        frontend.ask("execute_request", &json!({"code": "main"}));
    }
    let reply = ask(&frontend, &subshell, "execute_request", &json!({"code": "beside"}));
    assert_eq!(reply.content["execution_count"], 1);
    let own = json!({"hist_access_type": "range", "session": 0, "start": 1});
    let history = |subshell: Option<&str>| match subshell {
        Some(subshell) => ask(&frontend, subshell, "history_request", &own).content["history"].clone(),
        None => {
            let id = frontend.send(&frontend.shell, "history_request", &own);
            frontend.reply(&frontend.shell, &id).content["history"].clone()
        }
    };
    assert_eq!(history(Some(&subshell)), json!([[2, 1, "beside"]]));
    assert_eq!(history(None), json!([[1, 1, "main"], [1, 2, "main"], [1, 3, "main"]]));
}

#[test]
fn a_cell_of_a_subshell_holds_up_the_main_shell() {
    let frontend = Frontend::start();
    let subshell = create(&frontend);
    let beside = send(&frontend, &subshell, "execute_request", &json!({"code": "sleep 300\nfail x"}));
    let waiting = send(&frontend, &subshell, "execute_request", &json!({"code": "never"}));
    while !frontend.receive(&frontend.iopub).gist().starts_with("execute_input") {}
    let main = frontend.cell("main");
    assert_eq!(frontend.reply(&frontend.shell, &beside).content["ename"], "Error");
    // What fails in a subshell gives up what waits there, and nothing else.
    assert_eq!(frontend.reply(&frontend.shell, &waiting).content["ename"], "Aborted");
    assert_eq!(frontend.reply(&frontend.shell, &main).content["status"], "ok");
}
