//! The handshake (JEP 66): telling the launcher where the channels have been bound, and hearing that it knows.

use crate::wire::registration::{HandshakeRequest, Registration};
use crate::wire::{Author, ConnectionInfo, Content, Message, Parent};
use serde_json::json;
use std::time::{Duration, Instant};

/// How long the launcher has to answer. A kernel of which nobody knows has no reason to run.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why the launcher does not know of this kernel.
#[derive(Debug, thiserror::Error)]
pub enum HandshakeError {
    /// The registration socket cannot be reached.
    #[error("cannot connect to the registration socket {endpoint}: {source}")]
    Connect {
        /// Its address.
        endpoint: String,
        /// What zmq says.
        source: zmq::Error,
    },
    /// Nothing came back.
    #[error("the registration socket {endpoint} does not acknowledge the kernel")]
    Unacknowledged {
        /// Its address.
        endpoint: String,
    },
}

/// Tells the launcher of `registration` where the channels are, and waits until it has acknowledged it.
pub fn shake_hands(
    registration: &Registration,
    author: &Author,
    bound: &ConnectionInfo,
) -> Result<(), HandshakeError> {
    let endpoint = registration.endpoint();
    let connect = || {
        let context = zmq::Context::new();
        let socket = context.socket(zmq::DEALER)?;
        socket.set_linger(0)?;
        socket.connect(&endpoint)?;
        socket.send_multipart(announcement(registration, author, bound), 0)?;
        Ok(socket)
    };
    let socket =
        connect().map_err(|source| HandshakeError::Connect { endpoint: endpoint.clone(), source })?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now()).as_millis();
        let is_there = socket.poll(zmq::POLLIN, i64::try_from(left).unwrap_or(0));
        if !is_there.is_ok_and(|count| count > 0) && Instant::now() >= deadline {
            return Err(HandshakeError::Unacknowledged { endpoint });
        }
        let Ok(frames) = socket.recv_multipart(zmq::DONTWAIT) else { continue };
        if acknowledges(registration, author, frames) {
            return Ok(());
        }
        tracing::warn!("an answer from the registration socket that is no acknowledgement was dropped");
    }
}

fn announcement(registration: &Registration, author: &Author, bound: &ConnectionInfo) -> Vec<Vec<u8>> {
    match &registration.kernel_id {
        Some(kernel_id) => registration.announcement(kernel_id, bound),
        None => {
            let (none, request) = (Parent::none(), HandshakeRequest::new(bound));
            // The empty frame is what a REP socket expects in front.
            author.compose(&[Vec::new()], &none, HandshakeRequest::TYPE, &json!({}), &request)
        }
    }
}

fn acknowledges(registration: &Registration, author: &Author, frames: Vec<Vec<u8>>) -> bool {
    if registration.kernel_id.is_some() {
        return registration.is_acknowledgement(&frames);
    }
    Message::parse(frames, author.signer()).is_ok_and(|message| {
        message.header.msg_type == "handshake_reply" && message.content["status"] == "ok"
    })
}
