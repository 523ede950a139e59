//! A frontend that says what a test tells it to say, and checks what every frontend may rely on.

use super::script::Script;
use crate::evaluator::{CellError, Evaluator};
use crate::language::Language;
use crate::session::{KernelError, Place, Setting, run};
use crate::wire::connection::Transport;
use crate::wire::message::DELIMITER;
use crate::wire::{Author, ConnectionInfo, Parent, Start};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// Far more than any reply takes, even on a busy machine.
const PATIENCE_MILLISECONDS: i32 = 60_000;

/// A kernel with a scripted evaluator, and a frontend connected to it.
pub struct Frontend {
    pub shell: zmq::Socket,
    pub control: zmq::Socket,
    pub iopub: zmq::Socket,
    pub stdin: zmq::Socket,
    pub heartbeat: zmq::Socket,
    pub author: Author,
    pub connection: ConnectionInfo,
    context: zmq::Context,
    dropped: Arc<AtomicBool>,
    kernel: Option<JoinHandle<Result<(), KernelError>>>,
    // The sockets' folder lasts as long as the frontend.
    _folder: tempfile::TempDir,
}

/// A message of the kernel.
#[derive(Clone, Debug)]
pub struct Received {
    pub prefix: Vec<Vec<u8>>,
    pub header: Value,
    pub parent: Value,
    pub metadata: Value,
    pub content: Value,
}

impl Received {
    pub fn msg_type(&self) -> &str {
        self.header["msg_type"].as_str().unwrap()
    }

    /// One word for a message on iopub: its type, with what a test wants to see of it.
    pub fn gist(&self) -> String {
        let content = &self.content;
        let detail = match self.msg_type() {
            "status" => &content["execution_state"],
            "stream" => &content["text"],
            "execute_input" => &content["code"],
            "error" => &content["ename"],
            "display_data" | "update_display_data" | "execute_result" => &content["data"]["text/plain"],
            _ => &Value::Null,
        };
        match (self.msg_type(), detail.as_str()) {
            ("status", Some(state)) => state.to_owned(),
            ("stream", Some(text)) => format!("{} {}", content["name"].as_str().unwrap(), text.trim_end()),
            (msg_type, Some(detail)) => format!("{msg_type} {detail}"),
            (msg_type, None) => msg_type.to_owned(),
        }
    }
}

impl Frontend {
    /// A frontend whose kernel is ready, over ipc.
    pub fn start() -> Frontend {
        Frontend::over(Transport::Ipc, "key", |dropped| Ok(Box::new(Script::new(dropped))))
    }

    /// A frontend of a kernel with this evaluator; it has been welcomed.
    pub fn over(
        transport: Transport,
        key: &str,
        make: impl FnOnce(Arc<AtomicBool>) -> Result<Box<dyn Evaluator>, CellError> + Send + 'static,
    ) -> Frontend {
        let folder = tempfile::tempdir().unwrap();
        let (ip, ports) = match transport {
            Transport::Ipc => (folder.path().join("k").display().to_string(), [1, 2, 3, 4, 5]),
            Transport::Tcp => ("127.0.0.1".to_owned(), free_ports()),
        };
        let [shell_port, control_port, iopub_port, stdin_port, hb_port] = ports;
        let (key, signature_scheme) = (key.to_owned(), "hmac-sha256".to_owned());
        let connection = ConnectionInfo {
            transport,
            ip,
            shell_port,
            control_port,
            iopub_port,
            stdin_port,
            hb_port,
            key,
            signature_scheme,
        };
        let dropped = Arc::new(AtomicBool::new(false));
        let kernel = std::thread::spawn({
            let (connection, dropped) = (connection.clone(), Arc::clone(&dropped));
            let setting = Setting {
                start: Start::Connection(connection),
                language_version: "1.95.0".to_owned(),
                history: Place::Memory,
                language: Arc::new(Language::default()),
            };
            move || run(setting, move || make(dropped))
        });
        let context = zmq::Context::new();
        let connect = |kind, port| {
            let socket = context.socket(kind).unwrap();
            // One identity on all channels: by it the kernel finds whom to ask.
            socket.set_identity(b"frontend").unwrap();
            socket.set_rcvtimeo(PATIENCE_MILLISECONDS).unwrap();
            socket.set_linger(0).unwrap();
            socket.connect(&connection.endpoint(port)).unwrap();
            socket
        };
        let frontend = Frontend {
            shell: connect(zmq::DEALER, shell_port),
            control: connect(zmq::DEALER, control_port),
            iopub: connect(zmq::SUB, iopub_port),
            stdin: connect(zmq::DEALER, stdin_port),
            heartbeat: connect(zmq::REQ, hb_port),
            author: Author::new(&connection.key),
            connection,
            context,
            dropped,
            kernel: Some(kernel),
            _folder: folder,
        };
        frontend.iopub.set_subscribe(b"").unwrap();
        let welcome = frontend.receive(&frontend.iopub);
        assert_eq!(welcome.gist(), "iopub_welcome");
        assert_eq!(welcome.content, json!({"subscription": ""}));
        assert_eq!(welcome.parent, json!({}));
        assert_eq!(welcome.prefix, [b""], "the topic is the subscription");
        let starting = frontend.receive(&frontend.iopub);
        assert_eq!((starting.gist().as_str(), starting.parent), ("starting", json!({})));
        frontend
    }

    /// Another subscriber to iopub.
    pub fn subscribe(&self, topic: &[u8]) -> zmq::Socket {
        let socket = self.context.socket(zmq::SUB).unwrap();
        socket.set_rcvtimeo(PATIENCE_MILLISECONDS).unwrap();
        socket.connect(&self.connection.endpoint(self.connection.iopub_port)).unwrap();
        socket.set_subscribe(topic).unwrap();
        socket
    }

    /// The frames of a request, and its msg_id.
    pub fn compose(&self, msg_type: &str, content: &Value) -> (Vec<Vec<u8>>, String) {
        let frames = self.author.compose(&[], &Parent::none(), msg_type, &json!({}), content);
        let header: Value = serde_json::from_slice(&frames[2]).unwrap();
        (frames, header["msg_id"].as_str().unwrap().to_owned())
    }

    /// Sends a request; returns its msg_id.
    pub fn send(&self, channel: &zmq::Socket, msg_type: &str, content: &Value) -> String {
        let (frames, id) = self.compose(msg_type, content);
        channel.send_multipart(frames, 0).unwrap();
        id
    }

    /// Sends a cell; returns its msg_id.
    pub fn cell(&self, code: &str) -> String {
        self.send(&self.shell, "execute_request", &json!({"code": code}))
    }

    /// The next message; every one carries what the protocol asks for, and a right signature.
    pub fn receive(&self, channel: &zmq::Socket) -> Received {
        let frames = channel.recv_multipart(0).expect("the kernel says nothing");
        let at = frames.iter().position(|frame| frame == DELIMITER).unwrap();
        let [signature, header, parent, metadata, content] = &frames[at + 1..] else {
            panic!("{} frames", frames.len())
        };
        assert!(self.author.signer().verify([header, parent, metadata, content], signature));
        let json = |frame: &[u8]| serde_json::from_slice::<Value>(frame).unwrap();
        let header = json(header);
        for field in ["msg_id", "session", "username", "date", "msg_type"] {
            assert!(header[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {header}");
        }
        assert_eq!(header["version"], "5.5");
        let own: Value = json(&self.compose("", &json!({})).0[2]);
        assert_ne!(header["session"], own["session"], "a kernel's session is its own");
        let (parent, metadata, content) = (json(parent), json(metadata), json(content));
        Received { prefix: frames[..at].to_vec(), header, parent, metadata, content }
    }

    /// The reply to this request, which is the next message.
    pub fn reply(&self, channel: &zmq::Socket, id: &str) -> Received {
        let reply = self.receive(channel);
        assert_eq!(reply.parent["msg_id"], id, "{reply:?}");
        reply
    }

    /// What is said on iopub about this request, from "busy" to "idle", which are left out.
    pub fn outputs(&self, id: &str) -> Vec<Received> {
        let busy = self.receive(&self.iopub);
        assert_eq!(busy.gist(), "busy");
        let mut said = vec![busy];
        while said.last().unwrap().gist() != "idle" {
            said.push(self.receive(&self.iopub));
        }
        for message in &said {
            assert_eq!(message.parent["msg_id"], id, "{message:?}");
        }
        said.pop();
        said.split_off(1)
    }

    /// [`Frontend::outputs`] in one word each.
    pub fn gists(&self, id: &str) -> Vec<String> {
        self.outputs(id).iter().map(Received::gist).collect()
    }

    /// Sends a request on the shell, and returns its reply and what is said on iopub.
    pub fn ask(&self, msg_type: &str, content: &Value) -> (Received, Vec<Received>) {
        let id = self.send(&self.shell, msg_type, content);
        (self.reply(&self.shell, &id), self.outputs(&id))
    }

    /// Whether nothing comes for a while.
    pub fn is_silent(&self, channel: &zmq::Socket) -> bool {
        channel.poll(zmq::POLLIN, 100).unwrap() == 0
    }

    /// Waits until the kernel has returned; the evaluator has been dropped by then.
    pub fn ended(&mut self) {
        self.kernel.take().unwrap().join().unwrap().unwrap();
        assert!(self.dropped.load(Ordering::SeqCst), "the evaluator was left behind");
    }

    /// Waits until the kernel has returned, whatever has become of its evaluator.
    pub fn returned(&mut self) {
        self.kernel.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Frontend {
    fn drop(&mut self) {
        if let Some(kernel) = self.kernel.take() {
            self.send(&self.control, "shutdown_request", &json!({"restart": false}));
            let outcome = kernel.join();
            if !std::thread::panicking() {
                outcome.unwrap().unwrap();
            }
        }
    }
}

fn free_ports() -> [u16; 5] {
    let listeners = [(); 5].map(|()| TcpListener::bind(("127.0.0.1", 0)).unwrap());
    listeners.each_ref().map(|listener| listener.local_addr().unwrap().port())
}
