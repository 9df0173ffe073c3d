//! The tags by which other services show a link: Open Graph, and what differs from it for Twitter cards.

use axum::http::{HeaderMap, HeaderName, header};
use halfboard_draw::{CARD_HEIGHT, CARD_WIDTH};
use halfboard_text::Language;

use super::subject::Subject;

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Returns the address of this server as the client knows it, without a path: the host of the request, by the scheme that a
/// proxy tells. `None` if the host is missing or not plain.
pub(super) fn base_url(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let scheme = headers.get(FORWARDED_PROTO).and_then(|value| value.to_str().ok());
    let scheme = if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")) { "https" } else { "http" };
    (!host.is_empty() && host.bytes().all(plain)).then(|| format!("{scheme}://{host}"))
}

/// Returns the tags of a page for the head of the document.
pub(super) fn tags(subject: &Subject, language: Language, base: Option<&str>, path: &str) -> String {
    let base = base.unwrap_or_default();
    let locale = match language {
        Language::English => "en_GB",
        Language::German => "de_DE",
    };
    let picture = format!("{base}{}", super::picture_of(path, language, subject.version));
    let (title, description, alt) = (&subject.title, subject.description(), &subject.alt);
    let properties = [
        ("og:type", "website"),
        ("og:site_name", "Halfboard"),
        ("og:locale", locale),
        ("og:url", &format!("{base}{path}")),
        ("og:title", title),
        ("og:description", &description),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &CARD_WIDTH.to_string()),
        ("og:image:height", &CARD_HEIGHT.to_string()),
        ("og:image:alt", alt),
    ];
    let names = [
        ("twitter:card", "summary_large_image"),
        ("twitter:title", title),
        ("twitter:description", &description),
        ("twitter:image", &picture),
        ("twitter:image:alt", alt),
    ];
    let tag =
        |kind: &str, name: &str, content: &str| format!("<meta {kind}=\"{name}\" content=\"{}\">\n", escape(content));
    let properties = properties.iter().map(|(name, content)| tag("property", name, content));
    properties.chain(names.iter().map(|(name, content)| tag("name", name, content))).collect()
}

/// Escapes a text for an attribute. Control characters are left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair =
            |&(name, value): &(&'static str, &str)| (HeaderName::from_static(name), value.parse().expect("a value"));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn addresses_are_those_that_the_client_knows() {
        let base = |pairs: &[(&'static str, &'static str)]| base_url(&headers(pairs));
        assert_eq!(base(&[("host", "here.example:8080")]).as_deref(), Some("http://here.example:8080"));
        let proxied = [("host", "here.example"), ("x-forwarded-proto", "https")];
        assert_eq!(base(&proxied).as_deref(), Some("https://here.example"));
        assert_eq!(base(&[("host", "[::1]:80"), ("x-forwarded-proto", "gopher")]).as_deref(), Some("http://[::1]:80"));
        assert_eq!((base(&[]), base(&[("host", "x\"><script>")]), base(&[("host", "a/b")])), (None, None, None));
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("<script>\"'&\u{1}ä"), "&lt;script&gt;&quot;&#39;&amp;ä");
    }
}
