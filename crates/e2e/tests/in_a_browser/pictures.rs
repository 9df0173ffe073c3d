//! Pictures from the menus: the shown position on the clipboard or in a file, games as animated GIFs, without a network,
//! and in both languages. What the browser's program paints is compared with what the same library paints here.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use halfboard_app::puzzles::{PuzzleSet, Solving, file_name};
use halfboard_e2e::{Browser, Mirror, with_browser, with_browsers};
use halfboard_pictures::{PictureFormat, PictureRequest, paint};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use serde_json::json;

/// A game a few turns in.
fn begun(rules: &str, turns: usize) -> Mirror {
    let mut mirror = Mirror::new(rules, &[], 3);
    for _ in 0..turns {
        let mv = mirror.play.session().moves()[0].clone();
        mirror.play.play(&mv, 0.0).expect("legal");
    }
    mirror
}

/// The request for a position as pages show it by default.
fn usual(session: &dyn Session) -> PictureRequest {
    PictureRequest { coordinates: true, ..PictureRequest::new(PictureFormat::Png, session) }
}

/// Lets the page use the clipboard and save files in a folder of this test's own.
async fn allow(browser: &Browser, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.devtools("Browser.grantPermissions", permissions).await;
    let behaviour = json!({ "behavior": "allow", "downloadPath": folder });
    browser.devtools("Browser.setDownloadBehavior", behaviour).await;
    folder
}

/// Returns the picture on the clipboard.
async fn clipboard(browser: &Browser) -> Vec<u8> {
    let text = browser
        .value(
            "navigator.clipboard.read().then((items) => items[0].getType('image/png')) \
             .then((blob) => blob.arrayBuffer()) \
             .then((bytes) => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')))",
        )
        .await;
    BASE64_STANDARD.decode(text.as_str().unwrap_or_default()).unwrap_or_else(|_| panic!("no picture: {text}"))
}

/// Waits for a file that the browser saves, and reads and deletes it.
fn saved(folder: &Path, name: &str) -> Vec<u8> {
    let (since, path) = (Instant::now(), folder.join(name));
    loop {
        // The file has this name once it is complete.
        if let Some(bytes) = std::fs::read(&path).ok().filter(|bytes| !bytes.is_empty()) {
            std::fs::remove_file(&path).expect("a file of this test");
            return bytes;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no file {name} was saved");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns width and pixels of a PNG, without opacity.
fn pixels(file: &[u8]) -> (u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut data).expect("pixels");
    let pixels = data.chunks_exact(frame.color_type.samples()).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    (frame.width, pixels.collect())
}

/// Returns whether a picture is the one that a request asks for. Programs for different machines round differently.
fn shows(file: &[u8], request: &PictureRequest) -> bool {
    let ((width, got), (expected_width, expected)) = (pixels(file), pixels(&paint(request).expect("valid")));
    let differs = |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 16);
    let different = got.iter().zip(&expected).filter(differs).count();
    (width, got.len()) == (expected_width, expected.len()) && different * 1000 < got.len()
}

/// Waits for a notice and closes it, so that the next one is told from it.
async fn told(browser: &Browser, words: &str) {
    browser.says(".notice", words).await;
    browser.click(".notice button").await;
    browser.gone(".notice").await;
}

fn frame_count(file: &[u8]) -> usize {
    let mut decoder = gif::DecodeOptions::new().read_info(file).expect("a GIF");
    let mut frames = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    frames
}

#[test]
fn a_game_is_copied_and_saved_as_it_is_shown() {
    with_browser(async |browser| {
        let files = allow(browser, "pictures-game").await;
        browser.open("").await;
        let mirror = begun("lines-of-action", 4);
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        browser.choose_in_menu("Copy image").await;
        told(browser, "Image copied").await;
        let now = usual(mirror.play.session());
        let copied = clipboard(browser).await;
        assert!(shows(&copied, &now));
        let without_coordinates = PictureRequest { coordinates: false, ..now.clone() };
        let mut before = now.clone();
        before.moves.pop();
        assert!(!shows(&copied, &without_coordinates) && !shows(&copied, &before), "differences are noticed");

        // The board as it is turned, an earlier position, in the theme of the page.
        browser.press(".tools", "Flip").await;
        browser.click("[aria-label='Previous move']").await;
        browser.device(&[("prefers-color-scheme", "dark")]).await;
        browser.until_equal("document.documentElement.dataset.theme", &json!("dark")).await;
        browser.choose_in_menu("Copy image").await;
        told(browser, "Image copied").await;
        let earlier = PictureRequest { quarters: 2, theme: "dark".to_owned(), ..before };
        assert!(shows(&clipboard(browser).await, &earlier));

        // The GIF is of the whole game, whichever position is shown.
        browser.choose_in_menu("Save GIF").await;
        told(browser, "GIF saved").await;
        assert_eq!(frame_count(&saved(&files, "lines-of-action.gif")), mirror.play.plies() + 1);

        // Where the browser cannot copy pictures, or does not allow it, there is a file.
        browser.script("navigator.clipboard.write = () => Promise.reject(new Error('blocked'))", vec![]).await;
        browser.choose_in_menu("Copy image").await;
        told(browser, "saved as a file").await;
        assert!(shows(&saved(&files, "lines-of-action.png"), &earlier));
        browser.script("delete globalThis.ClipboardItem", vec![]).await;
        browser.choose_in_menu("Copy image").await;
        assert!(shows(&saved(&files, "lines-of-action.png"), &earlier));
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn an_online_game_is_copied_and_saved() {
    with_browsers(2, async |browsers| {
        let [ann, ben] = browsers else { panic!("two browsers") };
        let files = allow(ann, "pictures-online").await;
        ann.open("#/online").await;
        ann.fill("#online-name", "Ann").await;
        ann.open("#/online/new/j").await;
        ann.click("#place-0").await;
        ann.click(".preview button[type=submit]").await;
        ann.find("#game-link").await;
        ben.open(&ann.route().await).await;
        ben.fill("#online-name", "Ben").await;
        ben.press(".joins", "Join game").await;
        let mut mirror = Mirror::new("j", &[], 0);
        let mv = mirror.play.session().moves()[0].clone();
        ann.click_move(&mut mirror, &mv).await;
        ann.until("document.querySelectorAll('.moves .turn').length == 1").await;
        ann.choose_in_menu("Copy image").await;
        told(ann, "Image copied").await;
        assert!(shows(&clipboard(ann).await, &usual(mirror.play.session())));
        ann.choose_in_menu("Save GIF").await;
        assert_eq!(frame_count(&saved(&files, "j.gif")), 2);
    });
}

#[test]
fn study_pages_make_pictures() {
    with_browser(async |browser| {
        let files = allow(browser, "pictures-study").await;
        browser.open("").await;
        browser.put("halfboard.analysis.board", "engine off\nverdicts off").await;
        // The picture is of the place that is looked at, the GIF of the whole line.
        let mirror = begun("sllim", 3);
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/analysis/kept/1").await;
        browser.click("[aria-label='Previous move']").await;
        browser.press(".actions", "Import and export").await;
        browser.press(".take-out", "Save GIF").await;
        assert_eq!(frame_count(&saved(&files, "sllim.gif")), 4);
        browser.press(".take-out", "Copy image").await;
        told(browser, "Image copied").await;
        let mut before = usual(mirror.play.session());
        before.moves.pop();
        assert!(shows(&clipboard(browser).await, &before));

        // On puzzles, in German.
        browser.put("halfboard.settings", "language de\nmotion off\n").await;
        browser.open("?de#/puzzles/lines-of-action/1").await;
        browser.press(".tools", "Menü").await;
        browser.press(".menu", "Bild kopieren").await;
        told(browser, "Bild kopiert").await;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(file_name("lines-of-action"));
        let text = std::fs::read_to_string(path).expect("the puzzles are there");
        let puzzle = PuzzleSet::read("lines-of-action", &text).expect("they can be read").puzzles.remove(0);
        let solving = Solving::new(&puzzle).expect("a valid puzzle");
        let german =
            PictureRequest { language: "de".to_owned(), quarters: solving.quarters(), ..usual(solving.session()) };
        assert!(shows(&clipboard(browser).await, &german));
        browser.open("#/solitaire/daily").await;
        browser.find(".alone [data-square]").await;
        browser.press(".tools", "Menü").await;
        browser.press(".menu", "Bild kopieren").await;
        told(browser, "Bild kopiert").await;
        let board = registry::rules("sight-reduction").expect("valid").start(0);
        assert_eq!(pixels(&clipboard(browser).await).0, pixels(&paint(&usual(&*board)).expect("valid")).0);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_painter_is_fetched_with_the_first_picture_and_then_kept() {
    with_browser(async |browser| {
        allow(browser, "pictures-offline").await;
        browser.open("").await;
        browser.offline_ready().await;
        let mirror = begun("j", 2);
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        let kept = "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys()) \
                    .then((requests) => requests.filter((request) => request.url.includes('pictures')).length)";
        assert_eq!(browser.value(kept).await, json!(0));
        browser.offline();
        browser.choose_in_menu("Copy image").await;
        told(browser, "Couldn't create the image").await;
        browser.online();
        browser.choose_in_menu("Copy image").await;
        told(browser, "Image copied").await;
        assert_eq!(browser.value(kept).await, json!(3));
        browser.offline();
        browser.open("?offline#/play/1").await;
        browser.choose_in_menu("Copy image").await;
        told(browser, "Image copied").await;
        assert!(shows(&clipboard(browser).await, &usual(mirror.play.session())));
    });
}
