//! Requests other than cells, and messages that are not requests.

use super::frontend::Frontend;
use super::script::Script;
use crate::wire::connection::Transport;
use serde_json::{Value, json};

#[test]
fn kernel_info_says_what_frontends_ask_for() {
    let frontend = Frontend::start();
    let (reply, outputs) = frontend.ask("kernel_info_request", &json!({}));
    assert!(outputs.is_empty());
    let content = reply.content;
    assert_eq!(content["status"], "ok");
    assert_eq!(content["protocol_version"], "5.5");
    assert_eq!(content["implementation"], "agon");
    assert_eq!(content["implementation_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        content["language_info"],
        json!({
            "name": "rust", "version": "1.95.0", "mimetype": "text/x-rustsrc", "file_extension": ".rs",
            "pygments_lexer": "rust", "codemirror_mode": "rust",
        })
    );
    assert!(content["banner"].as_str().unwrap().contains("Rust 1.95.0"));
    assert!(content["help_links"][0]["url"].as_str().unwrap().starts_with("https://"));
    assert_eq!(content["supported_features"], json!(["kernel subshells"]));
}

#[test]
fn each_request_has_its_reply() {
    let frontend = Frontend::start();
    let ask = |msg_type: &str, content: Value| {
        let (reply, outputs) = frontend.ask(msg_type, &content);
        assert!(outputs.is_empty());
        (reply.msg_type().to_owned(), reply.content)
    };
    let table = [
        ("is_complete_request", json!({"code": "1"}), json!({"status": "complete"})),
        ("is_complete_request", json!({"code": "f("}), json!({"status": "incomplete", "indent": "    "})),
        ("is_complete_request", json!({"code": ")"}), json!({"status": "invalid"})),
        ("comm_info_request", json!({"target_name": "t"}), json!({"status": "ok", "comms": {}})),
        (
            "complete_request",
            json!({"code": "堆", "cursor_pos": 1}),
            json!({"status": "ok", "matches": [], "cursor_start": 0, "cursor_end": 1, "metadata": {}}),
        ),
        (
            "inspect_request",
            json!({"code": "a", "cursor_pos": 1, "detail_level": 0}),
            json!({"status": "ok", "found": false, "data": {}, "metadata": {}}),
        ),
        (
            "history_request",
            json!({"hist_access_type": "tail", "n": 1}),
            json!({"status": "ok", "history": []}),
        ),
        (
            "connect_request",
            json!({}),
            json!({"status": "ok", "shell_port": 1, "control_port": 2, "iopub_port": 3, "stdin_port": 4, "hb_port": 5}),
        ),
    ];
    for (msg_type, content, expected) in table {
        let reply_type = msg_type.replace("_request", "_reply");
        assert_eq!(ask(msg_type, content), (reply_type, expected));
    }
    let (_, debug) = ask("debug_request", json!({"seq": 7, "type": "request", "command": "initialize"}));
    assert_eq!(
        (&debug["type"], &debug["request_seq"], &debug["success"], &debug["command"]),
        (&json!("response"), &json!(7), &json!(false), &json!("initialize"))
    );
}

#[test]
fn completions_come_with_their_types_also_while_a_cell_runs() {
    let frontend = Frontend::start();
    let cell = frontend.cell("print on\nwait");
    while frontend.receive(&frontend.iopub).gist() != "stdout on" {}
    let id = frontend.send(
        &frontend.shell,
        "complete_request",
        &json!({"code": "let 🎲 = whi", "cursor_pos": 11}),
    );
    let reply = frontend.reply(&frontend.shell, &id).content;
    assert_eq!(
        (&reply["matches"], &reply["cursor_start"], &reply["cursor_end"]),
        (&json!(["while"]), &json!(8), &json!(11))
    );
    let types = &reply["metadata"]["_jupyter_types_experimental"];
    assert_eq!((&types[0]["text"], &types[0]["type"]), (&json!("while"), &json!("keyword")));
    assert!(frontend.outputs(&id).is_empty());
    let again = frontend.receive(&frontend.iopub);
    assert_eq!(
        (again.gist().as_str(), &again.parent["msg_id"]),
        ("busy", &json!(cell)),
        "the cell still runs"
    );
    let id = frontend.send(
        &frontend.shell,
        "inspect_request",
        &json!({"code": "while", "cursor_pos": 2, "detail_level": 1}),
    );
    let reply = frontend.reply(&frontend.shell, &id).content;
    assert_eq!(reply["found"], true);
    assert!(reply["data"]["text/plain"].is_string() && reply["data"]["text/markdown"].is_string());
    let interrupt = frontend.send(&frontend.control, "interrupt_request", &json!({}));
    frontend.reply(&frontend.control, &interrupt);
    assert_eq!(frontend.reply(&frontend.shell, &cell).content["ename"], "Interrupted");
}

#[test]
fn a_question_is_answered_with_a_page() {
    let frontend = Frontend::start();
    for code in ["while?", "?while", "while??"] {
        let (reply, outputs) = frontend.ask("execute_request", &json!({"code": code}));
        assert_eq!((&reply.content["status"], outputs.len()), (&json!("ok"), 1), "only its input is shown");
        let page = &reply.content["payload"][0];
        assert_eq!((&page["source"], &page["start"]), (&json!("page"), &json!(0)));
        assert!(page["data"]["text/plain"].as_str().unwrap().contains("A loop as long as"));
    }
    let unattended = json!({"code": "while?", "allow_stdin": false});
    let (reply, outputs) = frontend.ask("execute_request", &unattended);
    assert_eq!(reply.content["payload"][0]["source"], "page");
    assert_eq!(
        (outputs.len(), outputs[1].msg_type()),
        (2, "display_data"),
        "nobody would see the page alone"
    );
    let (reply, _) = frontend.ask("execute_request", &json!({"code": "nonsense?"}));
    assert_eq!(reply.content["ename"], "Unknown");
    assert!(reply.content["evalue"].as_str().unwrap().contains("`nonsense`"));
}

#[test]
fn a_request_that_cannot_be_read_is_answered_with_an_error() {
    let frontend = Frontend::start();
    for msg_type in ["complete_request", "execute_request", "history_request"] {
        let (reply, outputs) = frontend.ask(msg_type, &json!({"code": 5}));
        assert!(outputs.is_empty());
        assert_eq!(reply.content["status"], "error");
        assert_eq!(reply.content["ename"], "MalformedRequest");
        assert_eq!(reply.content.get("execution_count").is_some(), msg_type == "execute_request");
    }
}

#[test]
fn unknown_messages_are_ignored_and_unknown_comms_closed() {
    let frontend = Frontend::start();
    for channel in [&frontend.shell, &frontend.control] {
        let id = frontend.send(channel, "sing_request", &json!({}));
        assert!(frontend.outputs(&id).is_empty());
        assert!(frontend.is_silent(channel));
    }
    let id =
        frontend.send(&frontend.shell, "comm_open", &json!({"comm_id": "c", "target_name": "t", "data": {}}));
    let outputs = frontend.outputs(&id);
    assert_eq!(outputs[0].msg_type(), "comm_close");
    assert_eq!(outputs[0].content, json!({"comm_id": "c", "data": {}}));
    let id = frontend.send(&frontend.shell, "comm_msg", &json!({"comm_id": "c", "data": {}}));
    assert!(frontend.outputs(&id).is_empty());
}

#[test]
fn bad_frames_are_dropped_and_buffers_carried() {
    let frontend = Frontend::start();
    let request = || frontend.compose("kernel_info_request", &json!({})).0;
    let mut forged = request();
    forged[5] = br#"{"code": "evil"}"#.to_vec();
    let truncated = request()[..4].to_vec();
    for frames in [forged, truncated, vec![vec![0xff]], vec![vec![], vec![]]] {
        for channel in [&frontend.shell, &frontend.control] {
            channel.send_multipart(&frames, 0).unwrap();
        }
    }
    assert!(frontend.is_silent(&frontend.shell) && frontend.is_silent(&frontend.iopub));
    let (mut frames, id) = frontend.compose("kernel_info_request", &json!({}));
    frames.push(vec![0; 100]);
    frontend.shell.send_multipart(frames, 0).unwrap();
    assert_eq!(frontend.reply(&frontend.shell, &id).content["status"], "ok");
}

#[test]
fn a_parent_header_is_a_copy() {
    let frontend = Frontend::start();
    let header = br#"{"msg_id":"x","msg_type":"kernel_info_request","subshell_id":null,"extra":[1.50]}"#;
    let frames: [&[u8]; 4] = [header, b"{}", b"{}", b"{}"];
    let signature = frontend.author.signer().sign(frames);
    let mut message = vec![b"<IDS|MSG>".to_vec(), signature.into_bytes()];
    message.extend(frames.map(<[u8]>::to_vec));
    frontend.shell.send_multipart(message, 0).unwrap();
    let reply = frontend.shell.recv_multipart(0).unwrap();
    assert_eq!(reply[3], header);
}

#[test]
fn every_subscription_is_welcomed() {
    let frontend = Frontend::start();
    let topic = b"\xff\x00topic";
    let other = frontend.subscribe(topic);
    let welcome = frontend.receive(&other);
    assert_eq!(welcome.prefix, [topic]);
    assert_eq!(welcome.content["subscription"], "\u{fffd}\u{0}topic");
    let second = frontend.subscribe(b"");
    assert_eq!(frontend.receive(&second).gist(), "iopub_welcome");
    let (reply, _) = {
        // What the first subscriber hears of the newcomers.
        assert_eq!(frontend.receive(&frontend.iopub).gist(), "iopub_welcome");
        assert_eq!(frontend.receive(&frontend.iopub).gist(), "iopub_welcome");
        frontend.ask("kernel_info_request", &json!({}))
    };
    assert_eq!(reply.content["status"], "ok");
    assert_eq!(frontend.receive(&second).gist(), "busy", "\"starting\" is said once");
}

#[test]
fn the_heart_beats_and_tcp_without_a_key_works() {
    let frontend = Frontend::over(Transport::Tcp, "", |dropped| Ok(Box::new(Script::new(dropped))));
    frontend.heartbeat.send(&b"\x00ping"[..], 0).unwrap();
    assert_eq!(frontend.heartbeat.recv_bytes(0).unwrap(), b"\x00ping");
    let (reply, _) = frontend.ask("execute_request", &json!({"code": "1"}));
    assert_eq!(reply.content["status"], "ok");
}
