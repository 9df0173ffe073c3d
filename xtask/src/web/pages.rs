//! The layout of `dist/`: the page, the service worker, and the assets in a folder named by their hash, so that browsers may
//! cache it forever.

use std::path::Path;

use super::files::{self, Files};
use crate::{TaskError, workspace};

/// A form of the page.
struct Page {
    name: &'static str,
    /// What leads from the page to the folder of the app.
    root: &'static str,
    /// The attribute that tells the app that the server knows paths.
    paths: &'static str,
}

/// What a server answers that knows paths of pages.
const PATHS: &str = " data-paths";

/// The page for any host, for our server, and for the paths that only our server knows, of which it fills in the root.
const PAGES: [Page; 3] = [
    Page { name: "index.html", root: "", paths: "" },
    Page { name: "server.html", root: "", paths: PATHS },
    Page { name: "shell.html", root: "{root}", paths: PATHS },
];

/// The assets that make pictures. The service worker caches them when they are first needed, because most visits never do.
const ON_DEMAND: [&str; 3] = ["halfboard_pictures.js", "halfboard_pictures_bg.wasm", "pictures.js"];

/// Assembles the whole site from the compiled programs, whose names `boot.js` chooses from.
pub(crate) fn assemble(mut assets: Files, programs: &[&str]) -> Result<Files, TaskError> {
    let fixed = workspace().join("crates/web/static");
    let home = files::read_text(&fixed.join("home.html"))?;
    let german = script_string(&files::read_text(&fixed.join("home.de.txt"))?);
    let boot = fill(&fixed.join("boot.js"), &[("programs", &programs.join(" ")), ("german", &german)])?;
    assets.insert("boot.js".to_owned(), boot.into_bytes());
    assets.insert("style.css".to_owned(), style(&workspace().join("crates/web/style"))?.into_bytes());
    // Puzzles and findings are fetched on demand, so that the page stays small.
    let data = workspace().join("crates/web/data");
    for name in files::names(&data)? {
        assets.insert(format!("data/{name}"), files::read(&data.join(&name))?);
    }
    let networks = networks(&workspace().join("crates/engine/src/games"))?;
    let paths: Vec<&str> = networks.keys().map(String::as_str).collect();
    let worker = fill(&workspace().join("crates/worker/js/worker.js"), &[("networks", &paths.join(" "))])?;
    assets.insert("worker.js".to_owned(), worker.into_bytes());
    assets.extend(networks.into_iter().map(|(path, network)| (format!("networks/{path}"), network)));
    let pictures = files::read(&workspace().join("crates/pictures/js/pictures.js"))?;
    assets.insert("pictures.js".to_owned(), pictures);
    let folder = format!("assets/{}/", files::hash(&assets));
    let mut site: Files = assets.into_iter().map(|(name, content)| (format!("{folder}{name}"), content)).collect();
    let manifest = "manifest.webmanifest";
    site.insert(manifest.to_owned(), files::read(&fixed.join(manifest))?);
    for name in files::names(&fixed.join("icons"))? {
        site.insert(format!("icons/{name}"), files::read(&fixed.join("icons").join(&name))?);
    }
    // The service worker caches the page as `./`, and never itself.
    let names = std::iter::once("./").chain(site.keys().map(String::as_str));
    let (on_demand, cached): (Vec<&str>, Vec<&str>) = names.partition(|name| is_on_demand(name));
    let (on_demand, cached) = (on_demand.join(" "), cached.join(" "));
    let policy = policy(&files::read_text(&workspace().join("crates/server/policy.txt"))?);
    for page in PAGES {
        // Pages with a path of their own begin with the header only.
        let home = if page.root.is_empty() { &home } else { home.split("<main").next().unwrap_or_default() };
        let values =
            [("root", page.root), ("assets", &folder), ("paths", page.paths), ("policy", &policy), ("home", home)];
        let text = fill(&fixed.join("index.html"), &values)?;
        site.insert(page.name.to_owned(), text.into_bytes());
    }
    // Of everything: browsers must also notice when only the page has changed.
    let version = files::hash(&site);
    let worker = fill(&fixed.join("sw.js"), &[("version", &version), ("files", &cached), ("on_demand", &on_demand)])?;
    site.insert("sw.js".to_owned(), worker.into_bytes());
    Ok(site)
}

/// Returns the network files by the id of the game and their name, as the worker fetches them with a game.
fn networks(folder: &Path) -> Result<Files, TaskError> {
    let mut networks = Files::new();
    for game in files::names(folder)?.into_iter().filter(|game| folder.join(game).is_dir()) {
        let id = game.replace('_', "-");
        for name in files::names(&folder.join(&game))?.into_iter().filter(|name| name.ends_with(".net")) {
            networks.insert(format!("{id}/{name}"), files::read(&folder.join(&game).join(&name))?);
        }
    }
    Ok(networks)
}

/// Returns whether the service worker caches a file only when it is needed.
fn is_on_demand(name: &str) -> bool {
    name.starts_with("assets/") && ON_DEMAND.contains(&name.rsplit('/').next().unwrap_or_default())
}

/// Concatenates the style sheets in the order given by `order.txt`, because the order of rules matters in CSS.
fn style(folder: &Path) -> Result<String, TaskError> {
    let list = folder.join("order.txt");
    let order = files::read_text(&list)?;
    let order: Vec<&str> = order.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    let sheets = files::names(folder)?.into_iter().filter(|name| name.ends_with(".css"));
    if let Some(name) = sheets.into_iter().find(|name| !order.contains(&name.as_str())) {
        return Err(format!("{}: {name} is missing; list every style sheet of the folder", list.display()));
    }
    order.iter().map(|name| files::read_text(&folder.join(name))).collect()
}

/// Returns the server's content security policy for a `<meta>` element, for hosts that do not send our headers. Browsers ignore
/// `frame-ancestors` there and log a warning.
fn policy(lines: &str) -> String {
    let directives = lines.lines().filter(|line| !line.is_empty() && !line.starts_with("frame-ancestors"));
    directives.collect::<Vec<_>>().join("; ")
}

/// Escapes lines for a string of a script.
fn script_string(lines: &str) -> String {
    lines.trim_end().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Replaces the `{{names}}` of a template; fails if one is missing on either side.
pub(crate) fn fill(template: &Path, values: &[(&str, &str)]) -> Result<String, TaskError> {
    let mut text = files::read_text(template)?;
    for (name, value) in values {
        let place = format!("{{{{{name}}}}}");
        if !text.contains(&place) {
            return Err(format!("{}: no placeholder {place}", template.display()));
        }
        text = text.replace(&place, value);
    }
    match text.split_once("{{").and_then(|(_, rest)| rest.split_once("}}")) {
        Some((name, _)) => Err(format!("{}: no value for the placeholder {{{{{name}}}}}", template.display())),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_what_they_are_in_a_script() {
        assert_eq!(script_string("a \"b\"\nc\\d\n"), r#"a \"b\"\nc\\d"#);
    }

    #[test]
    fn pictures_are_cached_when_they_are_needed() {
        assert!(is_on_demand("assets/1f/pictures.js") && is_on_demand("assets/1f/halfboard_pictures_bg.wasm"));
        assert!(!is_on_demand("./") && !is_on_demand("assets/1f/worker.js") && !is_on_demand("pictures.js"));
    }

    #[test]
    fn the_page_states_the_policy_without_what_browsers_ignore_there() {
        assert_eq!(
            policy("default-src 'none'\nimg-src 'self'\nframe-ancestors 'none'\n"),
            "default-src 'none'; img-src 'self'"
        );
    }
}
