//! Security headers of all responses.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// The directive that forbids frames, which is part of the policy.
const NO_FRAMES: &str = "frame-ancestors 'none'";

/// The content security policy. In a separate file, since `cargo xtask web` also puts it into the page, for hosts that send
/// no such header.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| policy(NO_FRAMES));

/// The policy of pages that other sites may show in frames, and that may show themselves.
static FRAMABLE_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| policy("frame-src 'self'; frame-ancestors *"));

fn policy(frames: &str) -> HeaderValue {
    let directives: Vec<&str> = include_str!("../policy.txt").lines().collect();
    let policy = directives.join("; ").replace(NO_FRAMES, frames);
    HeaderValue::from_str(&policy).expect("the policy is plain text")
}

/// Marks a response, as an extension, that other sites may show in frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framable;

/// Constant headers.
const FIXED: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// Tells browsers to use only TLS for a year.
pub(crate) async fn require_tls(mut response: Response) -> Response {
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    response
}

/// Adds the security headers to a response.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    let framable = response.extensions().get::<Framable>().is_some();
    let headers = response.headers_mut();
    let policy = if framable { &*FRAMABLE_POLICY } else { &*POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    if !framable {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers.extend(FIXED);
    response
}
