//! [The frames of a message](https://jupyter-client.readthedocs.io/en/stable/messaging.html#wire-protocol): identities,
//! delimiter, signature, four JSON frames, and buffers, which are carried but not signed.

use super::{Header, Parent, Signer};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Ends the routing identities.
pub const DELIMITER: &[u8] = b"<IDS|MSG>";

/// A message as a frontend sent it; its content is typed when the kind of message is known.
#[derive(Clone, Debug)]
pub struct Message {
    /// The routing prefix, which a reply carries back.
    pub identities: Vec<Vec<u8>>,
    /// Who sent what.
    pub header: Header,
    /// What messages caused by this one name as their parent.
    pub as_parent: Parent,
    /// The `msg_id` of the message that this one answers, if it says so.
    pub in_reply_to: Option<String>,
    /// Data about the message, such as the id of its cell.
    pub metadata: Map<String, Value>,
    /// What the message says; nothing if that cannot be read.
    pub content: Value,
    /// Why the content cannot be read, such as half of a character that takes two escapes. Whoever has sent the message
    /// waits for a reply, so it is not dropped.
    unreadable: Option<String>,
    /// Binary data after the content.
    pub buffers: Vec<Vec<u8>>,
}

/// Why a multipart message is not a message of the protocol. Such a message is logged and dropped.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// Nothing says where the identities end.
    #[error(
        "there is no <IDS|MSG> frame among the {frames} frames: is another program talking to this port?"
    )]
    NoDelimiter {
        /// How many frames there were.
        frames: usize,
    },
    /// The delimiter is not followed by signature, header, parent header, metadata and content.
    #[error("only {found} of the 5 frames after <IDS|MSG> are there")]
    Truncated {
        /// How many there were.
        found: usize,
    },
    /// The frontend has another key, or somebody else wrote the message.
    #[error(
        "the signature does not belong to the message: frontend and kernel need the same connection file"
    )]
    Signature,
    /// A frame is not the JSON that the protocol asks for.
    #[error("the {frame} frame cannot be read: {source}")]
    Json {
        /// Which frame it is.
        frame: &'static str,
        /// What the parser says.
        source: serde_json::Error,
    },
}

impl Message {
    /// Takes a multipart message apart, after checking its signature.
    pub fn parse(frames: Vec<Vec<u8>>, signer: &Signer) -> Result<Message, FrameError> {
        let delimiter = frames
            .iter()
            .position(|frame| frame == DELIMITER)
            .ok_or(FrameError::NoDelimiter { frames: frames.len() })?;
        let mut identities = frames;
        let mut parts = identities.split_off(delimiter).into_iter().skip(1);
        let found = parts.len();
        let mut next = || parts.next().ok_or(FrameError::Truncated { found });
        let (signature, header, parent, metadata, content) = (next()?, next()?, next()?, next()?, next()?);
        if !signer.verify([&header, &parent, &metadata, &content], &signature) {
            return Err(FrameError::Signature);
        }
        let content: Result<Value, serde_json::Error> = serde_json::from_slice(&content);
        Ok(Message {
            identities,
            header: json("header", &header)?,
            as_parent: Parent::of(&header),
            in_reply_to: parent_id(&parent),
            metadata: match json("metadata", &metadata)? {
                Value::Object(metadata) => metadata,
                // No reply depends on it.
                _ => Map::new(),
            },
            unreadable: content.as_ref().err().map(ToString::to_string),
            content: content.unwrap_or_default(),
            buffers: parts.collect(),
        })
    }

    /// The content as the type that belongs to the message's kind.
    pub fn content<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        match &self.unreadable {
            Some(why) => Err(serde::de::Error::custom(why)),
            None => T::deserialize(&self.content),
        }
    }
}

/// A parent header matters in replies only, so one that cannot be read is none.
fn parent_id(frame: &[u8]) -> Option<String> {
    let parent: Value = serde_json::from_slice(frame).ok()?;
    parent.get("msg_id")?.as_str().map(str::to_owned)
}

fn json<T: DeserializeOwned>(frame: &'static str, bytes: &[u8]) -> Result<T, FrameError> {
    serde_json::from_slice(bytes).map_err(|source| FrameError::Json { frame, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Author, Content, shutdown::ShutdownRequest};
    use proptest::prelude::*;
    use serde_json::json;

    fn frames(key: &str) -> Vec<Vec<u8>> {
        let parent = Parent::of(br#"{"msg_id": "1",  "unknown": [true]}"#);
        let mut frames = Author::new(key).compose(
            &[b"\xff\x00router".to_vec(), b"inner".to_vec()],
            &parent,
            ShutdownRequest::TYPE,
            &json!({"cellId": "c"}),
            &json!({"restart": true, "ключ": "∗3"}),
        );
        frames.push(vec![0xde, 0xad]);
        frames
    }

    #[test]
    fn what_is_composed_is_parsed() {
        let sent = frames("key");
        let message = Message::parse(sent.clone(), &Signer::new("key")).unwrap();
        assert_eq!(message.identities, [b"\xff\x00router".to_vec(), b"inner".to_vec()]);
        assert_eq!(message.header.msg_type, "shutdown_request");
        assert_eq!(message.header.version, "5.5");
        assert_eq!(message.as_parent.frame(), sent[4]);
        assert_eq!(
            sent[5], br#"{"msg_id": "1",  "unknown": [true]}"#,
            "a parent header is copied byte for byte"
        );
        assert_eq!(message.in_reply_to.as_deref(), Some("1"));
        assert_eq!(message.metadata["cellId"], "c");
        assert_eq!(message.content["ключ"], "∗3");
        assert!(message.content::<ShutdownRequest>().unwrap().restart);
        assert_eq!(message.buffers, [[0xde, 0xad]]);
    }

    #[test]
    fn every_truncation_and_a_foreign_key_are_errors() {
        let sent = frames("key");
        for length in 0..8 {
            let error = Message::parse(sent[..length].to_vec(), &Signer::new("key")).unwrap_err();
            match length {
                0..=2 => assert!(matches!(error, FrameError::NoDelimiter { frames } if frames == length)),
                _ => assert!(matches!(error, FrameError::Truncated { found } if found == length - 3)),
            }
        }
        assert!(matches!(Message::parse(sent.clone(), &Signer::new("other")), Err(FrameError::Signature)));
        assert!(Message::parse(sent, &Signer::new("")).is_ok());
    }

    #[test]
    fn a_frame_that_is_not_json_is_named() {
        for (index, name) in [(4, "header"), (6, "metadata")] {
            let mut sent = frames("");
            sent[index] = b"{\"a\":".to_vec();
            assert!(matches!(
                Message::parse(sent, &Signer::new("")),
                Err(FrameError::Json { frame, .. }) if frame == name
            ));
        }
    }

    #[test]
    fn what_no_reply_depends_on_may_be_strange() {
        for header in [
            r#"{"msg_id":"1","msg_type":"t"}"#,
            r#"{"msg_id":"1","msg_type":"t","username":null,"date":12,"version":5.3,"session":[],"subshell_id":null,"more":{}}"#,
        ] {
            for other in ["null", "[]", "5", "{}"] {
                let mut sent = frames("");
                sent[4] = header.into();
                (sent[5], sent[6]) = (other.into(), other.into());
                let message = Message::parse(sent, &Signer::new("")).unwrap();
                assert_eq!(message.header.msg_type, "t");
                assert!(message.metadata.is_empty() && message.in_reply_to.is_none());
            }
        }
    }

    #[test]
    fn a_content_that_is_not_json_is_an_error_of_its_request() {
        for content in [&b"{\"a\":"[..], br#"{"code": "\ud83c"}"#, b""] {
            let mut sent = frames("");
            sent[7] = content.to_vec();
            let message = Message::parse(sent, &Signer::new("")).unwrap();
            assert!(message.content::<ShutdownRequest>().is_err());
            assert_eq!(message.header.msg_type, "shutdown_request");
        }
    }

    fn frame() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            Just(DELIMITER.to_vec()),
            Just(b"{}".to_vec()),
            Just(br#"{"msg_id":"1","msg_type":"t"}"#.to_vec()),
            proptest::collection::vec(any::<u8>(), 0..40),
        ]
    }

    /// A change of the bytes of a frame at a place.
    #[derive(Clone, Debug)]
    enum Damage {
        Flip(u8),
        Insert(u8),
        Remove,
        Truncate,
        Repeat,
    }

    fn damage() -> impl Strategy<Value = Damage> {
        prop_oneof![
            (1..=u8::MAX).prop_map(Damage::Flip),
            any::<u8>().prop_map(Damage::Insert),
            Just(Damage::Remove),
            Just(Damage::Truncate),
            Just(Damage::Repeat),
        ]
    }

    fn do_damage(frame: &mut Vec<u8>, at: usize, damage: &Damage) {
        let at = at % (frame.len() + 1);
        match damage {
            Damage::Insert(byte) => frame.insert(at, *byte),
            Damage::Truncate => frame.truncate(at),
            Damage::Flip(_) | Damage::Remove if at == frame.len() => {}
            Damage::Flip(bits) => frame[at] ^= bits,
            Damage::Remove => drop(frame.remove(at)),
            Damage::Repeat => frame.extend_from_within(at..),
        }
    }

    /// A request of each kind that the kernel reads, with a content as frontends send it.
    fn request() -> impl Strategy<Value = (&'static str, Value)> {
        proptest::sample::select(vec![
            ("execute_request", json!({"code": "∗3\n", "user_expressions": {"a": "1"}, "allow_stdin": true})),
            ("complete_request", json!({"code": "堆.le", "cursor_pos": 4})),
            ("inspect_request", json!({"code": "mex", "cursor_pos": 2, "detail_level": 1})),
            ("is_complete_request", json!({"code": "fn f() {"})),
            ("history_request", json!({"hist_access_type": "tail", "n": 10, "output": true, "raw": true})),
            ("comm_open", json!({"comm_id": "1", "target_name": "t", "data": {}})),
            ("comm_info_request", json!({"target_name": "t"})),
            ("shutdown_request", json!({"restart": false})),
            ("input_reply", json!({"value": "三"})),
            ("debug_request", json!({"type": "request", "command": "attach", "seq": 3})),
            ("delete_subshell_request", json!({"subshell_id": "s"})),
        ])
    }

    /// Reads the content as each kind of message: whichever it claims to be, it may be anything.
    fn read_as_everything(message: &Message) {
        use crate::wire::*;
        let _ = message.content::<execute::ExecuteRequest>();
        let _ = message.content::<complete::CompleteRequest>();
        let _ = message.content::<inspect::InspectRequest>();
        let _ = message.content::<is_complete::IsCompleteRequest>();
        let _ = message.content::<history::HistoryRequest>();
        let _ = message.content::<comm::CommOpen>();
        let _ = message.content::<comm::CommInfoRequest>();
        let _ = message.content::<shutdown::ShutdownRequest>();
        let _ = message.content::<input::InputReply>();
        let _ = message.content::<debug::DebugRequest>();
        let _ = message.content::<subshell::DeleteSubshellRequest>();
    }

    proptest! {
        #[test]
        fn a_damaged_message_is_read_or_refused_but_never_a_panic(
            (msg_type, content) in request(),
            damages in proptest::collection::vec((0..8usize, any::<usize>(), damage()), 0..6),
        ) {
            let parent = Parent::of(br#"{"msg_id": "1"}"#);
            let sent = Author::new("").compose(&[b"id".to_vec()], &parent, msg_type, &json!({}), &content);
            let mut frames = sent.clone();
            for (frame, at, damage) in &damages {
                let frame = frame % frames.len();
                do_damage(&mut frames[frame], *at, damage);
            }
            let outcome = Message::parse(frames.clone(), &Signer::new(""));
            if frames == sent {
                prop_assert_eq!(&outcome.as_ref().unwrap().content, &content);
            }
            if let Ok(message) = outcome {
                read_as_everything(&message);
            }
        }

        #[test]
        fn no_damage_to_a_signed_frame_passes_the_signature(
            frame in 4..8usize,
            at in any::<usize>(),
            damage in damage(),
        ) {
            let sent = frames("key");
            let mut damaged = sent.clone();
            do_damage(&mut damaged[frame], at, &damage);
            let outcome = Message::parse(damaged.clone(), &Signer::new("key"));
            prop_assert_eq!(outcome.is_ok(), damaged == sent);
        }

        #[test]
        fn no_frames_make_the_parser_panic(
            frames in proptest::collection::vec(frame(), 0..10),
            key in prop_oneof![Just(""), Just("key")],
        ) {
            let _ = Message::parse(frames, &Signer::new(key));
        }
    }
}
