//! Administration of a running server by its operator, over a Unix socket.
//!
//! A Unix socket needs no secret of its own: the kernel tells the server which user connects, no other machine can, and no web
//! page can make a browser connect.

#[cfg(unix)]
pub(crate) mod socket;
