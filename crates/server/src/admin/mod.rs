//! Administration of a running server by its operator, over a Unix socket.
//!
//! A Unix socket needs no secret of its own: the kernel tells the server which user connects, no other machine can, and no web
//! page can make a browser connect. What the operator sets for all nodes is stored, and every node reads it once a second.

pub(crate) mod erase;
mod execute;
pub(crate) mod operator;
mod request;
#[cfg(unix)]
pub(crate) mod socket;
mod usage;

pub(crate) use execute::execute;
pub(crate) use operator::Operator;
pub use request::{AddressReport, AdminReply, AdminRequest, Ban, OperatorResult, PATH, ServiceMode};
pub use usage::UsageCounts;
