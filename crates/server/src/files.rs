//! The files of the app: which one an address means, in which form it is sent, and how long browsers may keep it.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../dist"]
struct Dist;

/// Names under this folder change with their contents.
const NAMED_BY_CONTENT: &str = "assets/";

/// Answers a request for an address.
pub(crate) async fn answer(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match find(path, accepts_brotli(&headers)) {
        Some(found) => send(path, found, &headers),
        None => missing(),
    }
}

/// A file, in the form in which it is sent.
struct Found {
    file: EmbeddedFile,
    compressed: bool,
}

fn find(path: &str, brotli: bool) -> Option<Found> {
    // Names are plain: no escape in an address means any of them, and nothing leads out of the folder. Compressed forms
    // have no address of their own.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'/');
    let inside = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    if !inside || !path.bytes().all(plain) || path.ends_with(".br") {
        return None;
    }
    let compressed = if brotli { Dist::get(&format!("{path}.br")) } else { None };
    match compressed {
        Some(file) => Some(Found { file, compressed: true }),
        None => Some(Found { file: Dist::get(path)?, compressed: false }),
    }
}

/// Whether a browser takes files compressed with brotli.
fn accepts_brotli(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

fn send(path: &str, found: Found, headers: &HeaderMap) -> Response {
    let hash = found.file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let keep = if path.starts_with(NAMED_BY_CONTENT) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut common: Vec<(HeaderName, String)> = vec![
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, keep.to_owned()),
        (header::VARY, "Accept-Encoding".to_owned()),
    ];
    if has_it(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, headers_of(common)).into_response();
    }
    common.push((header::CONTENT_TYPE, content_type(path).to_owned()));
    if found.compressed {
        common.push((header::CONTENT_ENCODING, "br".to_owned()));
    }
    let bytes = match found.file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    (headers_of(common), Body::from(bytes)).into_response()
}

fn headers_of(list: Vec<(HeaderName, String)>) -> HeaderMap {
    let values = list.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?)));
    values.collect()
}

/// Whether the browser says that it has the content with this tag.
fn has_it(headers: &HeaderMap, tag: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
    // Whoever compresses on the way makes the tag a weak one, which is as good here.
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn missing() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::NOT_FOUND, headers, "There is nothing at this address. Halfboard is at /\n").into_response()
}
