//! The web app over a real socket. Needs its files: `cargo xtask web`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::LazyLock;

/// A server for all tests of this file.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime").block_on(halfboard_server::serve(listener, std::future::pending()))
    });
    address
});

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut stream = TcpStream::connect(*SERVER).expect("a connection");
    let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{lines}\r\n").expect("sent");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("an answer");
    let border = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(all[..border].to_vec()).expect("plain text");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    Answer { status, head, body: all[border + 4..].to_vec() }
}

fn get(path: &str) -> Answer {
    ask("GET", path, &[])
}

/// The folder of the assets, as the page names it.
fn assets() -> String {
    let page = get("/").text();
    let named = page.split_once("data-assets=\"").and_then(|(_, rest)| rest.split_once('"'));
    format!("/{}", named.expect("the app is not built: run `cargo xtask web`").0)
}

#[test]
fn home_page_is_served_without_caching() {
    for path in ["/", "/index.html", "/?rules=j", "//"] {
        let page = get(path);
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        assert!(page.text().contains("<title>Halfboard</title>"));
    }
}

#[test]
fn every_kind_of_file_has_its_type() {
    let assets = assets();
    let types = [
        (format!("{assets}halfboard_bg.wasm"), "application/wasm"),
        (format!("{assets}halfboard.js"), "text/javascript; charset=utf-8"),
        (format!("{assets}style.css"), "text/css; charset=utf-8"),
        ("/sw.js".to_owned(), "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest".to_owned(), "application/manifest+json"),
        ("/icons/icon.svg".to_owned(), "image/svg+xml"),
        ("/icons/icon-192.png".to_owned(), "image/png"),
    ];
    for (path, kind) in types {
        let answer = get(&path);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
        let for_ever = answer.header("cache-control") == Some("public, max-age=31536000, immutable");
        assert_eq!(for_ever, path.starts_with("/assets/"), "{path}");
        assert_eq!(answer.header("content-length"), Some(answer.body.len().to_string().as_str()), "{path}");
    }
}

#[test]
fn files_are_compressed_if_the_client_accepts_it() {
    let path = format!("{}halfboard_bg.wasm", assets());
    let plain = get(&path);
    assert!(plain.body.starts_with(b"\0asm"));
    for accepted in ["br", "gzip, deflate, br, zstd", "BR;q=0.5"] {
        let packed = ask("GET", &path, &[("Accept-Encoding", accepted)]);
        assert_eq!(packed.header("content-encoding"), Some("br"), "{accepted}");
        assert_eq!(packed.header("content-type"), Some("application/wasm"));
        assert_eq!(packed.header("vary"), Some("Accept-Encoding"));
        assert!(packed.body.len() < plain.body.len() / 2);
        assert_ne!(packed.header("etag"), plain.header("etag"));
    }
    for refused in ["gzip", "br;q=0", "br; q=0.0", "brotli", ""] {
        let answer = ask("GET", &path, &[("Accept-Encoding", refused)]);
        assert_eq!((answer.header("content-encoding"), answer.body.len()), (None, plain.body.len()), "{refused}");
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
    }
    let picture = ask("GET", "/icons/icon-192.png", &[("Accept-Encoding", "br")]);
    assert_eq!(picture.header("content-encoding"), None);
}

#[test]
fn unchanged_files_return_not_modified() {
    let first = get("/sw.js");
    let tag = first.header("etag").expect("a tag");
    for known in [tag.to_owned(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let again = ask("GET", "/sw.js", &[("If-None-Match", &known)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        assert_eq!((again.header("etag"), again.header("cache-control")), (Some(tag), Some("no-cache")));
    }
    assert_eq!(ask("GET", "/sw.js", &[("If-None-Match", "\"other\"")]).status, 200);
}

#[test]
fn every_response_has_security_headers() {
    let tag = get("/").header("etag").expect("a tag").to_owned();
    let again = ask("GET", "/", &[("If-None-Match", &tag)]);
    assert_eq!(again.status, 304);
    for answer in [get("/"), get("/nothing"), ask("POST", "/", &[]), again] {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "), "{policy}");
        assert!(policy.ends_with("; frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert!(answer.header("permissions-policy").is_some_and(|policy| policy.contains("camera=()")));
    }
}

#[test]
fn only_the_embeddable_board_may_be_framed_and_loaded_by_others() {
    let script = get("/embed/halfboard-board.js");
    let text = script.text();
    let hashed = text.split_once("from \"./").and_then(|(_, rest)| rest.split_once('"')).expect("an import").0;
    let files = [
        ("/embed/".to_owned(), "text/html; charset=utf-8", "no-cache"),
        ("/embed/board?rules=j".to_owned(), "text/html; charset=utf-8", "no-cache"),
        ("/embed/halfboard-board.js".to_owned(), "text/javascript; charset=utf-8", "public, max-age=300"),
        (format!("/embed/{hashed}"), "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        (
            format!("/embed/{}_bg.wasm", hashed.trim_end_matches(".js")),
            "application/wasm",
            "public, max-age=31536000, immutable",
        ),
    ];
    for (path, kind, cache) in files {
        let answer = get(&path);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(answer.header("cache-control"), Some(cache), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
        assert_eq!(answer.header("x-frame-options"), None, "{path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.ends_with("; frame-src 'self'; frame-ancestors *"), "{policy}");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "), "{policy}");
    }
    assert_eq!((get("/embed").status, get("/embed").header("location")), (308, Some("embed/")));
    for path in ["/", "/embed/nothing", "/embedded", "/g/0123456789abcdefghijkl", "/sw.js", "/healthz"] {
        let answer = get(path);
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert!(
            answer.header("content-security-policy").is_some_and(|policy| policy.ends_with("frame-ancestors 'none'"))
        );
    }
}

#[test]
fn the_page_states_the_policy_of_the_header() {
    let page = get("/");
    let policy = page.header("content-security-policy").expect("a policy");
    let stated = policy.strip_suffix("; frame-ancestors 'none'").expect("the last directive");
    assert!(page.text().contains(&format!("content=\"{stated}\"")), "{stated}");
}

#[test]
fn unknown_paths_return_not_found() {
    let paths = [
        "/nothing",
        "/assets",
        "/assets/",
        "/icons/",
        "/index.html/",
        "/index.html.br",
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..\\Cargo.toml",
        "/./index.html",
        "//etc/passwd",
        "/assets//boot.js",
        "/%00",
        "/index.html%00",
        "/C:/x",
        "/.git/config",
    ];
    for path in paths {
        let answer = get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
        assert!(answer.text().starts_with("Not found."), "{path}");
    }
}

#[test]
fn shared_pages_return_the_app_shell() {
    let assets = assets();
    let paths = [
        // This server has no games.
        ("/g/0123456789abcdefghijkl", "../", 404),
        ("/puzzle/lines-of-action/3", "../../", 200),
        ("/daily/2026-11-16", "../", 200),
        ("/analysis?rules=j&moves=A5", "", 200),
        ("/g/%22%3E%3Cscript%3E", "../", 404),
        ("/puzzle", "", 200),
    ];
    for (path, root, status) in paths {
        let page = get(path);
        assert_eq!((page.status, page.header("content-type")), (status, Some("text/html; charset=utf-8")), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-cache"), "{path}");
        let text = page.text();
        assert!(text.contains(&format!("src=\"{root}{}boot.js\"", &assets[1..])), "{path}: {text}");
        assert!(text.contains(&format!("data-root=\"{root}\"")) && text.contains(" data-paths"), "{path}: {text}");
        assert!(!text.contains("{root}") && !text.contains("<script>"), "{path}: {text}");
    }
    assert!(get("/").text().contains(" data-paths"));
    assert!(!get("/index.html").text().contains(" data-paths"));
    for path in ["//g/x", "/gg/x", "/games/x", "/puzzles"] {
        assert_eq!(get(path).status, 404, "{path}");
    }
}

#[test]
fn only_get_and_head_are_allowed() {
    let (get, head) = (get("/"), ask("HEAD", "/", &[]));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), get.header("content-length"));
    assert_eq!(head.header("etag"), get.header("etag"));
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        for path in ["/", "/sw.js"] {
            let answer = ask(method, path, &[]);
            assert_eq!((answer.status, answer.header("allow")), (405, Some("GET,HEAD")), "{method} {path}");
        }
    }
}
