//! How this kernel's own messages come about: header, signature, frames.

use super::{Content, Header, PROTOCOL_VERSION, Parent, Signer, message::DELIMITER};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

/// Composes and signs messages in the name of one process. Its session is new for each process, so that a frontend
/// notices a restart.
#[derive(Clone)]
pub struct Author {
    session: Arc<str>,
    signer: Signer,
}

impl Author {
    /// An author with a fresh session, who signs with `key`.
    pub fn new(key: &str) -> Author {
        Author { session: Uuid::new_v4().to_string().into(), signer: Signer::new(key) }
    }

    /// What checks incoming messages.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// A message without metadata, with the topic under which iopub subscribers may ask for it.
    pub fn broadcast<C: Content + Serialize>(&self, parent: &Parent, content: &C) -> Vec<Vec<u8>> {
        let topic = format!("kernel.{}.{}", self.session, C::TYPE).into_bytes();
        self.compose(&[topic], parent, C::TYPE, &json!({}), content)
    }

    /// The frames of a message: `identities` route it (on iopub, the topic stands in their place).
    pub fn compose(
        &self,
        identities: &[Vec<u8>],
        parent: &Parent,
        msg_type: &str,
        metadata: &Value,
        content: &impl Serialize,
    ) -> Vec<Vec<u8>> {
        self.compose_as(&Uuid::new_v4().to_string(), identities, parent, msg_type, metadata, content)
    }

    /// The same, with a `msg_id` by which the reply can be known.
    pub fn compose_as(
        &self,
        msg_id: &str,
        identities: &[Vec<u8>],
        parent: &Parent,
        msg_type: &str,
        metadata: &Value,
        content: &impl Serialize,
    ) -> Vec<Vec<u8>> {
        let header = Header {
            msg_id: msg_id.to_owned(),
            msg_type: msg_type.to_owned(),
            session: self.session.to_string(),
            username: "agon".to_owned(),
            date: now(),
            version: PROTOCOL_VERSION.to_owned(),
            subshell_id: None,
        };
        let (header, metadata, content) = (bytes(&header), bytes(metadata), bytes(content));
        let signature = self.signer.sign([&header, parent.frame(), &metadata, &content]);
        let mut frames = identities.to_vec();
        frames.push(DELIMITER.to_vec());
        frames.extend([signature.into_bytes(), header, parent.frame().to_vec(), metadata, content]);
        frames
    }
}

/// The present moment as headers write it: ISO 8601, in UTC, to the microsecond.
pub fn now() -> String {
    format!("{:.6}", jiff::Timestamp::now())
}

/// Every content is made of structs with string keys, for which serialising cannot fail.
fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|error| {
        tracing::error!(%error, "a message cannot be written as JSON and goes out empty");
        b"{}".to_vec()
    })
}
