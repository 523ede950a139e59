//! Comms. This kernel offers no targets: it refuses to open a comm, has none to list, and hears nothing on any. (It reads
//! what Quarto says while it opens one.)

use super::dispatch::Answer;
use super::{Call, Session, tongue};
use crate::wire::Reply;
use crate::wire::comm::{CommClose, CommInfo, CommInfoRequest, CommOpen};
use serde_json::Map;

impl Answer for CommInfoRequest {
    fn answer(self, _: &Session, _: &Call) -> Self::Reply {
        tracing::debug!(self.target_name, "no comm is open");
        Reply::Ok(CommInfo::default())
    }
}

/// Refuses a comm: its target is unknown, so it is closed at once.
pub fn open(session: &Session, call: &Call) {
    match call.message.content::<CommOpen>() {
        Ok(CommOpen { comm_id, target_name, data }) => {
            if target_name == tongue::QUARTO {
                session.tongue.learn(&data);
            }
            tracing::info!(target_name, "a comm to an unknown target was closed");
            session.iopub.publish(&call.message.as_parent, &CommClose { comm_id, data: Map::new() });
        }
        Err(error) => tracing::warn!(%error, "a comm_open cannot be read"),
    }
}

/// A message on a comm that is not open, such as the echo of a comm just refused.
pub fn ignore(_: &Session, call: &Call) {
    tracing::debug!(msg_type = call.message.header.msg_type, "ignored: its comm is not open");
}
