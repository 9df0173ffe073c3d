//! What a shared page is about, in words and as a picture. Only what everyone may see who knows the link.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::online::OnlineRoute;
use halfboard_app::phrases::{puzzles as puzzle_phrases, solitaire as solitaire_phrases};
use halfboard_app::puzzles::{PuzzleRoute, PuzzleSet, Solving, file_name};
use halfboard_app::route::Route;
use halfboard_app::shared;
use halfboard_app::solitaire::{Date, PuzzleId, PuzzleNumber, SolitaireRoute};
use halfboard_draw::{CardText, Drawing, Options, Theme};
use halfboard_engine::games::sight_reduction::solitaire::puzzle::generate;
use halfboard_protocol::event::Player;
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_rules::record::{Finish, Start};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_text::rules::short_name;
use halfboard_text::{Language, board, result, speak};

use super::phrases;
use crate::app::App;
use crate::assets;
use crate::hub::run_on_log;
use crate::time::system_time;

/// The number of milliseconds of a day.
const DAY: u64 = 86_400_000;

/// What a page is about.
pub(super) struct Subject {
    /// Identifies the picture, without its language.
    pub(super) key: String,
    /// The version of a game, which changes with it.
    pub(super) version: Option<u32>,
    /// The title.
    pub(super) title: String,
    /// The sentences below the title.
    pub(super) lines: Vec<String>,
    /// The description of the picture.
    pub(super) alt: String,
    board: BoardSource,
}

/// Where the board of a picture comes from.
enum BoardSource {
    Game(Box<dyn Session>),
    /// Takes a moment to generate.
    Solitaire(PuzzleNumber),
}

impl Subject {
    /// Returns the description of the page.
    pub(super) fn description(&self) -> String {
        self.lines.join(" ")
    }

    /// Draws the picture; `None` if there is no such board.
    pub(super) fn card(&self, language: Language) -> Option<Drawing> {
        speak(language);
        let view = match &self.board {
            BoardSource::Game(session) => session.view(&[]),
            BoardSource::Solitaire(PuzzleNumber { rules, aimed, grade, number }) => {
                let puzzle = generate(rules, *aimed, *grade, *number).ok()?;
                Start::Seed(puzzle.seed).session(&puzzle.rules).ok()?.view(&[])
            }
        };
        let options = Options { background: false, supply_label: board::supply, ..Options::default() };
        let text = CardText { title: self.title.clone(), lines: self.lines.clone(), footer: "Halfboard".to_owned() };
        Some(halfboard_draw::card(&halfboard_draw::board(&view, &options), &text, Theme::Light))
    }
}

/// Returns the subject of an online game as spectators see it. Of a game that the lobby does not list only the rules and the
/// start are told: services keep previews, and show them to others.
pub(super) async fn of_game(app: &App, route: &OnlineRoute, language: Language) -> Option<Subject> {
    let OnlineRoute::Game { id } = route else { return None };
    let snapshot = app.hub.state(id, None, 0).await.ok()?;
    let (events, game) = (snapshot.events.len(), id.clone());
    let game = run_on_log(events, move || Game::from_log(game, &snapshot.events)).await.ok()?;
    let is_listed = game.terms().public && !app.hub.store().is_hidden(id).await.ok()?;
    // After the last point of suspension: the language is that of the thread.
    speak(language);
    let mut session = game.session().clone_box();
    let name = short_name(session.info().name);
    let (title, lines) = match is_listed {
        true => (public_title(&game, name), vec![status(&game)]),
        false => {
            while session.undo() {}
            (phrases::game_of(name), vec![phrases::private_game().to_owned()])
        }
    };
    let version = if is_listed { game.version() } else { 1 };
    Some(Subject {
        // The title has names, which may be erased without a new version.
        key: format!("g {id} {version} {title}"),
        version: Some(version),
        title,
        lines,
        alt: phrases::picture_of(name),
        board: BoardSource::Game(session),
    })
}

fn public_title(game: &Game, name: &str) -> String {
    if game.phase() == Phase::Open {
        return phrases::challenge(name);
    }
    let names: Vec<String> = game.seats().iter().map(|player| player_name(player.as_ref())).collect();
    phrases::players(name, names.join(" – "))
}

fn player_name(player: Option<&Player>) -> String {
    match player {
        Some(Player::Person { name }) => name.clone(),
        Some(Player::Engine { level, .. }) => phrases::computer(level),
        None => phrases::free_seat().to_owned(),
    }
}

fn status(game: &Game) -> String {
    match (game.phase(), game.finish()) {
        (Phase::Open, _) => {
            let waits = game.seats().iter().flatten().find(|player| matches!(player, Player::Person { .. }));
            phrases::join(player_name(waits))
        }
        (Phase::Over(GameOver::Ruled(ending)), _) => result::ended(ending),
        (_, Finish::Declared(winner, why)) => result::declared(winner, why),
        (Phase::Over(_), _) => phrases::aborted().to_owned(),
        (Phase::Playing, _) => {
            let seat = game.turn().and_then(|seat| game.player(seat));
            phrases::to_move(player_name(seat), game.plies())
        }
    }
}

/// Returns the subject of a page that needs no storage.
pub(super) fn of_page(route: &Route, language: Language) -> Option<Subject> {
    speak(language);
    match route {
        Route::Puzzles(PuzzleRoute::Number { game, number }) => of_puzzle(game, *number),
        Route::Solitaire(route @ SolitaireRoute::Day(_)) => of_day(route),
        Route::Analysis(AnalysisRoute::Link(link)) => {
            let play = shared::open(link, &[], 0, "").ok()?;
            let session = play.session().clone_box();
            let name = short_name(session.info().name);
            Some(Subject {
                key: format!("a {} {} {}", session.rules(), session.start(), session.history().join(" ")),
                version: None,
                title: phrases::analysis_of(name),
                lines: vec![turn(&*session)],
                alt: phrases::picture_of(name),
                board: BoardSource::Game(session),
            })
        }
        _ => None,
    }
}

/// Returns whose turn it is, or how the game ended.
fn turn(session: &dyn Session) -> String {
    if let Some(ending) = session.ending() {
        return result::ended(ending);
    }
    let seat = session.turn();
    let who = session.color_of(seat).map(board::color);
    let who = who.unwrap_or_else(|| board::seat(session.seats()[usize::from(seat.0)]));
    match session.ply() {
        0 => phrases::starts(who),
        plies => phrases::to_move(who, plies),
    }
}

fn of_puzzle(game: &str, number: usize) -> Option<Subject> {
    let info = registry::game(game).ok()?.info();
    let text = assets::data_file(&file_name(game))?;
    let puzzle = PuzzleSet::read(game, &text).ok()?.puzzle(number)?.clone();
    let solving = Solving::new(&puzzle).ok()?;
    Some(Subject {
        key: format!("p {game} {number}"),
        version: None,
        title: puzzle_phrases::puzzle_of(short_name(info.name), number),
        lines: vec![puzzle_phrases::task(&solving), phrases::solve_it().to_owned()],
        alt: phrases::picture_of(short_name(info.name)),
        board: BoardSource::Game(solving.session().clone_box()),
    })
}

fn of_day(route: &SolitaireRoute) -> Option<Subject> {
    let puzzle = PuzzleId::read(route, Date::new(9999, 12, 31)?).ok()??;
    let PuzzleId::Daily(date) = puzzle else { return None };
    // A day begins fourteen hours earlier in some places than in Greenwich.
    if u64::from(date.number()) > (system_time() + DAY * 14 / 24) / DAY {
        return None;
    }
    let numbered = puzzle.numbered()?;
    Some(Subject {
        key: format!("d {date}"),
        version: None,
        title: phrases::daily(date),
        lines: vec![
            phrases::daily_more(solitaire_phrases::grade(numbered.grade)),
            solitaire_phrases::lead().to_owned(),
        ],
        alt: phrases::picture_of("Sight Reduction"),
        board: BoardSource::Solitaire(numbered),
    })
}
