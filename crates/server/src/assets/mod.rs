//! Serves the files of the web app: lookup, compression, caching headers.

mod files;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::headers::Framable;
use files::Asset;

/// Folder of files whose names contain a content hash.
const HASHED_FOLDER: &str = "assets/";

/// Folder of the embeddable board, which pages of other sites load.
const EMBED_FOLDER: &str = "embed/";

/// Cache rule of files whose names contain a content hash.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// First parts of paths that pages of the app have. `boot.js` has the same list.
const APP_PATHS: [&str; 4] = ["g", "puzzle", "daily", "analysis"];

/// Serves the file of a path.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let brotli = accepts_brotli(&headers);
    let path = match uri.path().trim_start_matches('/') {
        // Tells the app that it may share paths. A clone without a built app has the other only.
        "" if find("server.html", brotli).is_some() => "server.html",
        "" => "index.html",
        "embed/" => "embed/index.html",
        "embed/board" => "embed/board.html",
        // Links of the page are relative to its folder.
        "embed" => return Redirect::permanent("embed/").into_response(),
        path => path,
    };
    match find(path, brotli) {
        Some(asset) => send(path, asset, &headers),
        None if is_app_path(uri.path()) => app_shell(StatusCode::OK, uri.path(), ""),
        None => not_found(),
    }
}

/// Returns whether a path belongs to a page of the app.
fn is_app_path(path: &str) -> bool {
    let first = path.strip_prefix('/').and_then(|path| path.split('/').next());
    first.is_some_and(|first| APP_PATHS.contains(&first))
}

/// Returns the page of the app for a path like `/g/ID`, with `tags` at the end of its head.
pub(crate) fn app_shell(status: StatusCode, path: &str, tags: &str) -> Response {
    let Some(shell) = find("shell.html", false) else { return not_found() };
    let root = "../".repeat(path.matches('/').count().saturating_sub(1));
    let page = String::from_utf8_lossy(&shell.content).replace("{root}", &root);
    let page = page.replacen("</head>", &format!("{tags}</head>"), 1);
    let headers = [(header::CONTENT_TYPE, content_type("shell.html")), (header::CACHE_CONTROL, "no-cache")];
    (status, headers, page).into_response()
}

/// Returns the text of a data file of the app, such as `data/puzzles-j.txt`.
pub(crate) fn data_file(name: &str) -> Option<String> {
    let page = find("index.html", false)?;
    let page = String::from_utf8_lossy(&page.content).into_owned();
    let (_, rest) = page.split_once("data-assets=\"")?;
    let (folder, _) = rest.split_once('"')?;
    let file = find(&format!("{folder}{name}"), false)?;
    String::from_utf8(file.content.to_vec()).ok()
}

fn find(path: &str, brotli: bool) -> Option<Asset> {
    // File names are plain ASCII: percent-encoded paths match none, and no path leads out of the folder. Compressed
    // files are not served by their own name.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'/');
    let inside = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    if !inside || !path.bytes().all(plain) || path.ends_with(".br") {
        return None;
    }
    files::find(path, brotli)
}

/// Returns whether the client accepts brotli.
fn accepts_brotli(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

fn send(path: &str, asset: Asset, headers: &HeaderMap) -> Response {
    let mut common: Vec<(HeaderName, String)> = vec![
        (header::ETAG, asset.etag.clone()),
        (header::CACHE_CONTROL, cache_control(path).to_owned()),
        (header::VARY, "Accept-Encoding".to_owned()),
    ];
    if path.starts_with(EMBED_FOLDER) {
        common.push((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()));
        common.push((HeaderName::from_static("cross-origin-resource-policy"), "cross-origin".to_owned()));
    }
    if matches_etag(headers, &asset.etag) {
        return framable(path, (StatusCode::NOT_MODIFIED, headers_of(common)).into_response());
    }
    common.push((header::CONTENT_TYPE, content_type(path).to_owned()));
    if asset.compressed {
        common.push((header::CONTENT_ENCODING, "br".to_owned()));
    }
    framable(path, (headers_of(common), Body::from(asset.content)).into_response())
}

fn cache_control(path: &str) -> &'static str {
    let in_hashed_folder = |rest: &str| rest.contains('/');
    if path.starts_with(HASHED_FOLDER) || path.strip_prefix(EMBED_FOLDER).is_some_and(in_hashed_folder) {
        FOR_EVER
    } else if path.starts_with(EMBED_FOLDER) && !path.ends_with(".html") {
        // Pages with many boards should not ask for each; a new version is there after some minutes.
        "public, max-age=300"
    } else {
        "no-cache"
    }
}

/// Marks the pages of the embeddable board, which other sites may show in frames.
fn framable(path: &str, mut response: Response) -> Response {
    if path.starts_with(EMBED_FOLDER) {
        response.extensions_mut().insert(Framable);
    }
    response
}

fn headers_of(list: Vec<(HeaderName, String)>) -> HeaderMap {
    let values = list.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?)));
    values.collect()
}

/// Returns whether `If-None-Match` contains this ETag.
fn matches_etag(headers: &HeaderMap, tag: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
    // A compressing proxy makes the ETag weak, which is sufficient here.
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

pub(crate) fn not_found() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::NOT_FOUND, headers, "Not found. Halfboard is at /\n").into_response()
}
