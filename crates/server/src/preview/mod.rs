//! Link previews: the pages that people share have real paths, which are answered with the app and with what other services
//! show of a link, including a picture.
//!
//! `/g/ID`, `/puzzle/GAME/NUMBER`, `/daily/DATE` and `/analysis?…` are the pages `#/online/ID`, `#/puzzles/…`,
//! `#/solitaire/daily/…` and `#/analysis?…`. The picture of a page is at `/preview/LANGUAGE` and the same path with `.png`.

mod cache;
mod phrases;
mod subject;
mod tags;

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::route::Route;
use halfboard_draw::CARD_WIDTH;
use halfboard_text::Language;
use tokio::sync::Semaphore;

use self::cache::PictureCache;
use self::subject::Subject;
use crate::admission::{ClientAddress, too_many};
use crate::app::App;
use crate::assets;
use crate::limits::AddressLimits;

/// The maximum length of a path with its query, in bytes. The app shares no longer ones.
const MAX_PATH: usize = 4096;

/// The number of pictures that are painted at the same time.
const PAINTERS: usize = 1;

/// The number of requests that may wait for a picture.
const MAX_WAITING: usize = 32;

/// The paths of pages, and what their hashes begin with; as in `boot.js`.
const PAGES: [(&str, &str); 4] =
    [("g", "online"), ("puzzle", "puzzles"), ("daily", "solitaire/daily"), ("analysis", "analysis")];

/// Where pictures are.
const PICTURES: &str = "/preview/";

/// The state of previews. Clones share it.
#[derive(Clone)]
struct Previews {
    app: Option<App>,
    addresses: AddressLimits,
    cache: Arc<Mutex<PictureCache>>,
    painters: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Returns the routes of shared pages and their pictures.
pub(crate) fn routes(app: Option<App>, addresses: AddressLimits) -> Router {
    let previews = Previews {
        app,
        addresses,
        cache: Arc::default(),
        painters: Arc::new(Semaphore::new(PAINTERS)),
        waiting: Arc::new(Semaphore::new(MAX_WAITING)),
    };
    Router::new()
        .route("/g/{id}", get(page))
        .route("/puzzle/{game}/{number}", get(page))
        .route("/daily/{date}", get(page))
        .route("/analysis", get(page))
        .route("/preview/{*path}", get(picture))
        .with_state(previews)
}

/// Serves the app with the preview of a page. A page that does not exist is the app as well, which says so.
async fn page(State(previews): State<Previews>, uri: Uri, headers: HeaderMap) -> Response {
    let language = language(&headers);
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    match previews.subject(path, language).await {
        Some(subject) => {
            let tags = tags::tags(&subject, language, tags::base_url(&headers).as_deref(), path);
            assets::app_shell(StatusCode::OK, uri.path(), &tags)
        }
        // The analysis board needs no link to begin with.
        None if route(path) == Some(Route::Analysis(AnalysisRoute::Fresh)) => {
            assets::app_shell(StatusCode::OK, uri.path(), "")
        }
        None => assets::app_shell(StatusCode::NOT_FOUND, uri.path(), ""),
    }
}

/// Serves the picture of a page.
async fn picture(State(previews): State<Previews>, ClientAddress(address): ClientAddress, uri: Uri) -> Response {
    if !previews.addresses.allow_picture(address) {
        return too_many("too many pictures were requested from this address; wait a minute\n");
    }
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    let Some((language, page)) = pictured(path) else { return assets::not_found() };
    let Some(subject) = previews.subject(&page, language).await else { return assets::not_found() };
    match previews.painted(language, subject).await {
        Some(picture) => {
            let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=300")];
            (headers, picture).into_response()
        }
        None => {
            let headers = [(header::RETRY_AFTER, "10"), (header::CACHE_CONTROL, "no-store")];
            (StatusCode::SERVICE_UNAVAILABLE, headers, "too many pictures are being painted\n").into_response()
        }
    }
}

impl Previews {
    /// Returns what a page is about, or `None` if there is no such page. Only what spectators may see.
    async fn subject(&self, path: &str, language: Language) -> Option<Subject> {
        let route = route(path)?;
        match route {
            Route::Online(route) => subject::of_game(self.app.as_ref()?, &route, language).await,
            // Replaying a long line of moves takes a while.
            route => tokio::task::spawn_blocking(move || subject::of_page(&route, language)).await.ok()?,
        }
    }

    /// Returns a picture, or `None` if too many are being painted.
    async fn painted(&self, language: Language, subject: Subject) -> Option<Bytes> {
        let key = format!("{} {}", language.tag(), subject.key);
        if let Some(picture) = self.cache().get(&key) {
            return Some(picture);
        }
        let _place = self.waiting.try_acquire().ok()?;
        let _painter = self.painters.acquire().await.ok()?;
        // Another request may have asked for the same.
        if let Some(picture) = self.cache().get(&key) {
            return Some(picture);
        }
        let paint = move || subject.card(language)?.to_png(CARD_WIDTH).ok();
        let picture = Bytes::from(tokio::task::spawn_blocking(paint).await.ok()??);
        self.cache().insert(key, picture.clone());
        Some(picture)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, PictureCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the app's route of a path with its query.
fn route(path: &str) -> Option<Route> {
    let path = Some(path).filter(|path| path.len() <= MAX_PATH)?.strip_prefix('/')?;
    let end = path.find(['/', '?']).unwrap_or(path.len());
    let (first, rest) = path.split_at(end);
    let (_, hash) = PAGES.iter().find(|(name, _)| *name == first)?;
    // The version of a game in the address of its picture is for caches only.
    let rest = if first == "g" { rest.split('?').next().unwrap_or_default() } else { rest };
    Route::read(&format!("#/{hash}{rest}")).ok()
}

/// Returns the path of the picture of a page.
fn picture_of(path: &str, language: Language, version: Option<u32>) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query = match version {
        Some(version) => format!("?v={version}"),
        None if query.is_empty() => String::new(),
        None => format!("?{query}"),
    };
    format!("{PICTURES}{}{path}.png{query}", language.tag())
}

/// Returns the language and the path of the page of a picture.
fn pictured(path: &str) -> Option<(Language, String)> {
    let (language, page) = path.strip_prefix(PICTURES)?.split_once('/')?;
    let language = Language::ALL.into_iter().find(|known| known.tag() == language)?;
    let (path, query) = page.split_once('?').map_or((page, None), |(path, query)| (path, Some(query)));
    let path = path.strip_suffix(".png")?;
    Some((language, query.map_or(format!("/{path}"), |query| format!("/{path}?{query}"))))
}

/// Returns the language that a client prefers. Weights are ignored: the first that is supported counts.
fn language(headers: &HeaderMap) -> Language {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    list.split(',').find_map(|tag| Language::of_tag(tag.split(';').next()?.trim())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lead_back_to_their_pages() {
        for path in ["/puzzle/j/12", "/daily/2026-11-16", "/analysis?rules=j&moves=A5%20B4"] {
            for language in Language::ALL {
                let picture = picture_of(path, language, None);
                assert_eq!(pictured(&picture), Some((language, path.to_owned())), "{picture}");
                assert!(route(path).is_some());
            }
        }
        let game = "/g/0123456789abcdefghijkl";
        let picture = picture_of(game, Language::English, Some(7));
        assert_eq!(picture, "/preview/en/g/0123456789abcdefghijkl.png?v=7");
        let (_, page) = pictured(&picture).expect("a picture");
        assert_eq!(route(&page), route(game));
    }

    #[test]
    fn other_paths_are_no_pages() {
        for path in ["", "/", "/x", "/g", "/settings", "/analysis/kept/1x", "/puzzle/j", "g/0123456789abcdefghijkl"] {
            let known = route(path).is_some_and(|route| route.path().is_some());
            assert!(!known, "{path}");
        }
        assert_eq!(route(&format!("/analysis?rules=j&moves={}", "A5%20".repeat(1000))), None);
        for path in ["/preview/", "/preview/en", "/preview/fr/g/x.png", "/preview/en/daily/2026-11-16"] {
            assert_eq!(pictured(path), None, "{path}");
        }
    }

    #[test]
    fn the_first_supported_language_counts() {
        let of = |value: &'static str| {
            language(&[(header::ACCEPT_LANGUAGE, value.parse().expect("a value"))].into_iter().collect())
        };
        assert_eq!(of("fr-FR, de-AT;q=0.8, en;q=0.5"), Language::German);
        assert_eq!((of("en-GB"), of("*"), language(&HeaderMap::new())), Default::default());
    }
}
