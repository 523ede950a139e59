//! [Connection files](https://jupyter-client.readthedocs.io/en/stable/kernels.html#connection-files): where the five
//! channels are bound, and the key that signs.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::net::{IpAddr, ToSocketAddrs};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The content of a connection file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionInfo {
    /// How the channels are reached.
    pub transport: Transport,
    /// The address to bind; for `ipc`, the beginning of the sockets' paths.
    pub ip: String,
    /// Port (for `ipc`, suffix of the path) of the shell channel.
    pub shell_port: u16,
    /// The same for the control channel.
    pub control_port: u16,
    /// The same for iopub.
    pub iopub_port: u16,
    /// The same for stdin.
    pub stdin_port: u16,
    /// The same for the heartbeat.
    pub hb_port: u16,
    /// The signing key; empty means that messages are not signed.
    #[serde(default)]
    pub key: String,
    /// The way of signing; only `hmac-sha256` is known here.
    #[serde(default = "hmac_sha256")]
    pub signature_scheme: String,
}

/// The transports that a connection file may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// TCP.
    Tcp,
    /// Unix domain sockets.
    Ipc,
}

/// Why a connection file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// It cannot be opened.
    #[error("the connection file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It does not hold what a connection file holds.
    #[error("{} is not a Jupyter connection file: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What the parser says.
        source: serde_json::Error,
    },
    /// It asks for signatures that this kernel cannot make.
    #[error("{} asks for the signature scheme {scheme:?}; use \"hmac-sha256\"", path.display())]
    Scheme {
        /// The file.
        path: PathBuf,
        /// What it asks for.
        scheme: String,
    },
}

fn hmac_sha256() -> String {
    "hmac-sha256".to_owned()
}

/// Reads a file of JSON.
pub(super) fn parse_file<T: DeserializeOwned>(path: &Path) -> Result<T, ConnectionError> {
    let text =
        fs::read(path).map_err(|source| ConnectionError::Unreadable { path: path.to_owned(), source })?;
    serde_json::from_slice(&text)
        .map_err(|source| ConnectionError::Malformed { path: path.to_owned(), source })
}

/// Whether messages can be signed as the file asks for.
pub(super) fn check_scheme(path: &Path, key: &str, scheme: &str) -> Result<(), ConnectionError> {
    // Some frontends write an empty scheme beside an empty key.
    if key.is_empty() || scheme == hmac_sha256() {
        return Ok(());
    }
    Err(ConnectionError::Scheme { path: path.to_owned(), scheme: scheme.to_owned() })
}

impl ConnectionInfo {
    /// Reads a connection file.
    pub fn read(path: &Path) -> Result<ConnectionInfo, ConnectionError> {
        let info: ConnectionInfo = parse_file(path)?;
        check_scheme(path, &info.key, &info.signature_scheme)?;
        Ok(info)
    }

    /// Writes a connection file that only its owner can read: whoever has the key can run anything.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut file = fs::File::options().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)
    }

    /// The zmq endpoint of a port; 0 is any free one.
    pub fn endpoint(&self, port: u16) -> String {
        match self.transport {
            Transport::Tcp if port == 0 => format!("tcp://{}:*", self.host()),
            Transport::Ipc => format!("ipc://{}-{port}", self.ip),
            Transport::Tcp => format!("tcp://{}:{port}", self.host()),
        }
    }

    /// The address in the form in which zmq binds it: numeric, IPv6 in brackets. zmq does not resolve the names of hosts
    /// that it binds.
    fn host(&self) -> String {
        let address = self.ip.parse().ok().or_else(|| {
            let mut addresses = (self.ip.as_str(), 0).to_socket_addrs().ok()?;
            addresses.next().map(|address| address.ip())
        });
        match address {
            Some(IpAddr::V6(address)) => format!("[{address}]"),
            Some(IpAddr::V4(address)) => address.to_string(),
            // `*` and names of interfaces are zmq's own business.
            None => self.ip.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ConnectionInfo, ConnectionError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kernel.json");
        fs::write(&path, text).unwrap();
        ConnectionInfo::read(&path)
    }

    const FILE: &str = r#"{"transport": "tcp", "ip": "127.0.0.1", "shell_port": 1, "control_port": 2,
        "iopub_port": 3, "stdin_port": 4, "hb_port": 5, "key": "k", "signature_scheme": "hmac-sha256",
        "kernel_name": "agon", "jupyter_session": ""}"#;

    #[test]
    fn endpoints_follow_the_transport() {
        let mut info = read(FILE).unwrap();
        assert_eq!(info.endpoint(info.shell_port), "tcp://127.0.0.1:1");
        for (ip, endpoint) in [("::1", "tcp://[::1]:5"), ("*", "tcp://*:5")] {
            info.ip = ip.to_owned();
            assert_eq!(info.endpoint(info.hb_port), endpoint);
        }
        let info = read(&FILE.replace("tcp", "ipc").replace("127.0.0.1", "/run/k")).unwrap();
        assert_eq!(info.endpoint(info.iopub_port), "ipc:///run/k-3");
    }

    #[test]
    fn errors_name_the_file() {
        let missing = ConnectionInfo::read(Path::new("/nowhere/kernel.json")).unwrap_err();
        assert!(missing.to_string().starts_with("the connection file /nowhere/kernel.json cannot be read"));
        assert!(matches!(read("{}"), Err(ConnectionError::Malformed { .. })));
        let scheme = read(&FILE.replace("sha256", "md5"));
        assert!(matches!(scheme, Err(ConnectionError::Scheme { scheme, .. }) if scheme == "hmac-md5"));
    }
}
