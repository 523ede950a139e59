//! [Registration files](https://jupyter-client.readthedocs.io/en/latest/kernels.html#registration-file-format) and the
//! [handshake](https://jupyter-client.readthedocs.io/en/latest/messaging.html#kernel-startup-handshake) (JEP 66): the
//! kernel chooses its ports itself, and tells them to the one that started it.
//!
//! Version 5.6 of the protocol has a message of content alone for this, without a header. A launcher that came before it
//! has no `kernel_id` in its file, and expects an ordinary message, `handshake_request`.

use super::connection::{ConnectionError, ConnectionInfo, Transport, parse_file};
use super::{Content, message::DELIMITER, signature::Signer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;

/// The content of a registration file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Registration {
    /// How the registration socket, and later the channels, are reached.
    pub transport: Transport,
    /// The address of the registration socket; the channels are bound to the same.
    #[serde(alias = "registration_ip")]
    pub ip: String,
    /// The port of the registration socket.
    pub registration_port: u16,
    /// The signing key.
    #[serde(default)]
    pub key: String,
    /// The way of signing.
    #[serde(default)]
    pub signature_scheme: String,
    /// How the launcher calls this kernel.
    #[serde(default)]
    pub kernel_id: Option<String>,
}

/// What a kernel is started with: where to bind its channels, or whom to tell where it has bound them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ports have been chosen by the launcher.
    Connection(ConnectionInfo),
    /// The kernel chooses them.
    Registration(Registration),
}

impl Start {
    /// Reads a connection file or a registration file.
    pub fn read(path: &Path) -> Result<Start, ConnectionError> {
        let value: Value = parse_file(path)?;
        if value.get("registration_port").is_none() {
            return ConnectionInfo::read(path).map(Start::Connection);
        }
        let registration = Registration::deserialize(value)
            .map_err(|source| ConnectionError::Malformed { path: path.to_owned(), source })?;
        super::connection::check_scheme(path, &registration.key, &registration.signature_scheme)?;
        Ok(Start::Registration(registration))
    }

    /// Where the channels are to be bound; port 0 stands for any free one.
    pub fn to_bind(&self) -> ConnectionInfo {
        match self {
            Start::Connection(connection) => connection.clone(),
            Start::Registration(registration) => registration.to_bind(),
        }
    }
}

impl Registration {
    fn to_bind(&self) -> ConnectionInfo {
        let (ip, ports) = match self.transport {
            Transport::Tcp => (self.ip.clone(), [0; 5]),
            // Paths beside the registration socket's, which no other kernel has.
            Transport::Ipc => (format!("{}-{}", self.ip, uuid::Uuid::new_v4()), [1, 2, 3, 4, 5]),
        };
        let [shell_port, control_port, iopub_port, stdin_port, hb_port] = ports;
        ConnectionInfo {
            transport: self.transport,
            ip,
            shell_port,
            control_port,
            iopub_port,
            stdin_port,
            hb_port,
            key: self.key.clone(),
            signature_scheme: "hmac-sha256".to_owned(),
        }
    }

    /// The zmq endpoint of the registration socket.
    pub fn endpoint(&self) -> String {
        self.to_bind_with_own_ip().endpoint(self.registration_port)
    }

    fn to_bind_with_own_ip(&self) -> ConnectionInfo {
        ConnectionInfo { ip: self.ip.clone(), ..self.to_bind() }
    }

    /// The frames that tell a launcher of version 5.6 where the channels are.
    pub fn announcement(&self, kernel_id: &str, bound: &ConnectionInfo) -> Vec<Vec<u8>> {
        let content = json!({
            "kernel_id": kernel_id,
            "shell_port": bound.shell_port.to_string(),
            "control_port": bound.control_port.to_string(),
            "iopub_port": bound.iopub_port.to_string(),
            "stdin_port": bound.stdin_port.to_string(),
            "hb_port": bound.hb_port.to_string(),
        })
        .to_string()
        .into_bytes();
        let signature = Signer::new(&self.key).sign([&content, b"", b"", b""]);
        vec![DELIMITER.to_vec(), signature.into_bytes(), content]
    }

    /// Whether these frames are the launcher's answer to the announcement, signed with our key.
    pub fn is_acknowledgement(&self, frames: &[Vec<u8>]) -> bool {
        let Some(at) = frames.iter().position(|frame| frame == DELIMITER) else { return false };
        matches!(&frames[at + 1..], [signature, content, ..]
            if Signer::new(&self.key).verify([content, b"", b"", b""], signature))
    }
}

/// Tells an older launcher where the channels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HandshakeRequest {
    /// Shell.
    pub shell_port: u16,
    /// Control.
    pub control_port: u16,
    /// Iopub.
    pub iopub_port: u16,
    /// Stdin.
    pub stdin_port: u16,
    /// Heartbeat.
    pub hb_port: u16,
}

impl HandshakeRequest {
    /// The ports of these channels.
    pub fn new(bound: &ConnectionInfo) -> HandshakeRequest {
        let ConnectionInfo { shell_port, control_port, iopub_port, stdin_port, hb_port, .. } = *bound;
        HandshakeRequest { shell_port, control_port, iopub_port, stdin_port, hb_port }
    }
}

impl Content for HandshakeRequest {
    const TYPE: &'static str = "handshake_request";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &Value) -> Result<Start, ConnectionError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kernel.json");
        std::fs::write(&path, value.to_string()).unwrap();
        Start::read(&path)
    }

    #[test]
    fn both_kinds_of_registration_files_are_known() {
        let of_5_6 = json!({"kernel_id": "k-1", "transport": "tcp", "registration_ip": "127.0.0.1",
            "registration_port": 7, "signature_scheme": "hmac-sha256", "key": "secret"});
        let older = json!({"transport": "tcp", "ip": "127.0.0.1", "registration_port": 7,
            "signature_scheme": "hmac-sha256", "key": "secret"});
        for (file, kernel_id) in [(of_5_6, Some("k-1")), (older, None)] {
            let Start::Registration(registration) = read(&file).unwrap() else { panic!("{file}") };
            assert_eq!(registration.kernel_id.as_deref(), kernel_id);
            assert_eq!(registration.endpoint(), "tcp://127.0.0.1:7");
            assert_eq!(registration.to_bind().endpoint(0), "tcp://127.0.0.1:*");
        }
        let wrong = json!({"transport": "tcp", "ip": "127.0.0.1", "registration_port": 7, "key": "k",
            "signature_scheme": "hmac-md5"});
        assert!(matches!(read(&wrong), Err(ConnectionError::Scheme { .. })));
    }

    #[test]
    fn an_acknowledgement_is_signed() {
        let registration = Registration {
            transport: Transport::Tcp,
            ip: "127.0.0.1".into(),
            registration_port: 7,
            key: "secret".into(),
            signature_scheme: "hmac-sha256".into(),
            kernel_id: Some("k".into()),
        };
        let frames = registration.announcement("k", &registration.to_bind());
        assert!(registration.is_acknowledgement(&frames));
        let content: Value = serde_json::from_slice(&frames[2]).unwrap();
        assert_eq!((&content["kernel_id"], &content["hb_port"]), (&json!("k"), &json!("0")));
        let other = Registration { key: "other".into(), ..registration };
        assert!(!other.is_acknowledgement(&frames) && !other.is_acknowledgement(&[]));
    }
}
