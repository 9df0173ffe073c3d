//! Security headers of all responses.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// The content security policy. In a separate file, since `cargo xtask web` also puts it into the page, for hosts that send
/// no such header.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let directives: Vec<&str> = include_str!("../policy.txt").lines().collect();
    HeaderValue::from_str(&directives.join("; ")).expect("the policy is plain text")
});

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

/// Adds the security headers to a response.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    headers.extend(FIXED);
    response
}
