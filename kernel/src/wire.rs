//! The messages of the Jupyter protocol 5.5, typed, one file a message.
//!
//! Frames come in from [`crate::socket`], and [`Message::parse`] checks their signature and takes them apart; a kernel's
//! own messages are composed and signed by its [`Author`]. Nothing here touches a socket. Every struct links the
//! paragraph of the [specification](https://jupyter-client.readthedocs.io/en/stable/messaging.html) it transcribes.
//!
//! | a frame of a message | here |
//! |---|---|
//! | identities, delimiter, signature | [`message`], [`signature`] |
//! | header, parent header | [`header`]; the parent is kept as the bytes that came in |
//! | content | one file a message: [`execute`], [`kernel_info`], … |

pub mod author;
pub mod clear_output;
pub mod comm;
pub mod complete;
pub mod connect;
pub mod connection;
pub mod debug;
pub mod display;
pub mod error;
pub mod execute;
pub mod header;
pub mod history;
pub mod input;
pub mod inspect;
pub mod interrupt;
pub mod is_complete;
pub mod kernel_info;
pub mod message;
pub mod registration;
pub mod reply;
pub mod shutdown;
pub mod signature;
pub mod status;
pub mod stream;
pub mod subshell;
pub mod welcome;

pub use author::Author;
pub use connection::ConnectionInfo;
pub use header::{Header, Parent};
pub use message::Message;
pub use registration::Start;
pub use reply::Reply;
pub use signature::Signer;

/// The version of the protocol spoken here, as it stands in headers and in `kernel_info_reply`.
pub const PROTOCOL_VERSION: &str = "5.5";

/// The content of one kind of message.
pub trait Content {
    /// The `msg_type` of its header.
    const TYPE: &'static str;
}

/// A request whose content can be read, and the content it is answered with.
pub trait Request: Content + serde::de::DeserializeOwned {
    /// The content of the reply.
    type Reply: Content + serde::Serialize;
}
