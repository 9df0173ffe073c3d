//! Engines with the game's type erased: told a game as text, they answer with moves as text.

use std::sync::Arc;

use halfboard_rules::game::Game;
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::options::OptionSet;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::session::{Match, MoveError, Session};

use crate::evaluate::Evaluate;
use crate::levels::{Handicap, Level};
use crate::limits::{Limits, Now, Stop};
use crate::reasons::{self, Reason};
use crate::report::{Line, Report};
use crate::search::{History, Search, Settings};
use crate::solve::answer::{Answer, Ask};
use crate::solve::by_tables::by_tables;
use crate::solve::forced::{self, Forced, Keep, Progress, Question};
use crate::solve::watch::{Halt, Watch};
use crate::sparring::{self, Kind};
use crate::table::NoMemory;
use crate::tables::Tables;

/// An engine that plays one game by its rules string.
pub trait Player: Send {
    /// The rules string it plays by.
    fn rules(&self) -> String;

    /// Takes over a game: its start and the moves up to now.
    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError>;

    /// Changes how searches are run.
    fn set(&mut self, settings: Settings);

    /// Lets searches ask finished tables; nothing where the player does not search.
    fn set_tables(&mut self, _tables: Arc<Tables>) {}

    /// What a level for people holds back; nothing where the player knows no levels.
    fn handicap(&self, _level: Level) -> Handicap {
        Handicap::NONE
    }

    /// The word that stops a search from another thread. It is taken back when the next search begins.
    fn stop(&self) -> Stop;

    /// Forgets what was learnt, for a new game.
    fn clear(&mut self);

    /// Why the first move of a line is good in the game taken over; the second is its best answer. Nothing where the line
    /// is not legal, or the player cannot tell.
    fn reasons(&self, _line: &[String]) -> Vec<Reason> {
        Vec::new()
    }

    /// Solves the game taken over; see [`crate::solve::solve`]. Nothing is known where the player is no solver.
    fn solve(&mut self, _ask: &Ask, _watch: &mut Watch<'_>) -> Result<Answer<String>, Halt> {
        Ok(Answer::unknown(0))
    }

    /// Proves a forced win in the game taken over, if it can; see [`forced::solve`]. Nothing where the player is no solver.
    fn prove(
        &mut self,
        _question: &Question,
        _stop: &Stop,
        _on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Forced<String>, NoMemory> {
        Ok(Forced::unknown())
    }

    /// Searches the game taken over. The report has at least one line, and every line at least one move.
    fn go(&mut self, limits: &Limits, on_report: &mut dyn FnMut(&Report<String>)) -> Result<Report<String>, GoError>;

    /// The same, and tells between the reports how many nodes there were, where the player counts them.
    fn go_with_pulse(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<String>),
        _on_pulse: &mut dyn FnMut(u64),
    ) -> Result<Report<String>, GoError> {
        self.go(limits, on_report)
    }
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoError {
    /// The game is over.
    GameOver,
    /// The engine failed; this says what it did, and begins with "it".
    Failed(String),
}

impl std::fmt::Display for GoError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GoError::GameOver => write!(f, "the game is over"),
            GoError::Failed(what) => write!(f, "the engine failed: {what}"),
        }
    }
}

impl std::error::Error for GoError {}

/// Why a game could not be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetGameError {
    /// It is played by other rules.
    OtherRules(String),
    /// It cannot be followed; this would be a fault of ours.
    Move(MoveError),
}

impl std::fmt::Display for SetGameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SetGameError::OtherRules(rules) => write!(f, "this engine plays by other rules than {rules}"),
            SetGameError::Move(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SetGameError {}

/// Why an engine could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MakeError {
    /// There are no such rules.
    Rules(RulesError),
    /// There is not so much memory.
    Memory(NoMemory),
}

impl std::fmt::Display for MakeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MakeError::Rules(error) => write!(f, "{error}"),
            MakeError::Memory(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for MakeError {}

impl From<RulesError> for MakeError {
    fn from(error: RulesError) -> Self {
        MakeError::Rules(error)
    }
}

impl From<NoMemory> for MakeError {
    fn from(error: NoMemory) -> Self {
        MakeError::Memory(error)
    }
}

/// An engine for a rules string, with a table of so many mebibytes.
///
/// ```
/// use halfboard_engine::{limits::{Limits, system_now}, player};
/// let session = halfboard_rules::registry::rules("j")?.start(0);
/// let mut engine = player::player("j", 1, system_now)?;
/// engine.set_game(&*session)?;
/// let report = engine.go(&Limits::depth(2), &mut |_| {})?;
/// assert!(session.moves().contains(&report.lines[0].moves[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn player(rules: &str, mebibytes: usize, now: Now) -> Result<Box<dyn Player>, MakeError> {
    make_player(rules, Role::Engine { mebibytes }, now)
}

/// A sparring partner for a rules string; the seed decides between what it finds equal.
pub fn sparring_partner(rules: &str, kind: Kind, seed: u64, now: Now) -> Result<Box<dyn Player>, MakeError> {
    make_player(rules, Role::Sparring { kind, seed }, now)
}

fn make_player(rules: &str, role: Role, now: Now) -> Result<Box<dyn Player>, MakeError> {
    let canonical = registry::rules(rules)?.canonical();
    let (id, options) = canonical.split_once(':').map_or((canonical.as_str(), None), |(id, rest)| (id, Some(rest)));
    let (_, make) =
        PLAYERS.iter().find(|(game, _)| *game == id).ok_or_else(|| RulesError::UnknownGame { id: id.to_owned() })?;
    make(options, role, now)
}

/// What kind of player to make.
#[derive(Clone, Copy)]
enum Role {
    Engine { mebibytes: usize },
    Sparring { kind: Kind, seed: u64 },
}

type Make = fn(Option<&str>, Role, Now) -> Result<Box<dyn Player>, MakeError>;

/// One line a game, as in the registry of rules.
const PLAYERS: [(&str, Make); 5] = [
    (SightReduction::INFO.id, make::<SightReduction>),
    (LinesOfAction::INFO.id, make::<LinesOfAction>),
    (StacksInAction::INFO.id, make::<StacksInAction>),
    (J::INFO.id, make::<J>),
    (Sllim::INFO.id, make::<Sllim>),
];

fn make<G: Evaluate + Present>(options: Option<&str>, role: Role, now: Now) -> Result<Box<dyn Player>, MakeError> {
    let options = options.map_or(Ok(G::Options::DEFAULT), G::Options::parse);
    let game = options.and_then(G::new).map_err(|error| RulesError::Options { game: G::INFO.id, error })?;
    let start = game.start(0);
    let thinker = match role {
        Role::Engine { mebibytes } => Thinker::Search(Search::new(game.clone(), mebibytes, now)?),
        Role::Sparring { kind, seed } => Thinker::Sparring { kind, random: SplitMix64::new(seed) },
    };
    Ok(Box::new(Typed { game: Match::new(game, start), thinker, now }))
}

struct Typed<G: Evaluate> {
    game: Match<G>,
    thinker: Thinker<G>,
    now: Now,
}

enum Thinker<G: Evaluate> {
    Search(Search<G>),
    Sparring { kind: Kind, random: SplitMix64 },
}

/// A report with its moves as text.
fn in_words<G: Present>(game: &G, report: &Report<G::Move>) -> Report<String> {
    let lines = report
        .lines
        .iter()
        .map(|line| Line { value: line.value, moves: line.moves.iter().map(|&mv| game.format_move(mv)).collect() });
    Report {
        depth: report.depth,
        deepest: report.deepest,
        nodes: report.nodes,
        seconds: report.seconds,
        lines: lines.collect(),
        exhausted: report.exhausted,
        full: report.full,
    }
}

impl<G: Evaluate + Present> Player for Typed<G> {
    fn rules(&self) -> String {
        Session::rules(&self.game)
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        if session.rules() != Session::rules(&self.game) {
            return Err(SetGameError::OtherRules(session.rules()));
        }
        let game = self.game.game().clone();
        let start = game.parse_position(&session.start());
        let start = start.map_err(|_| SetGameError::OtherRules(session.rules()))?;
        let mut followed = Match::new(game, start);
        for mv in session.history() {
            Session::play(&mut followed, &mv).map_err(SetGameError::Move)?;
        }
        self.game = followed;
        Ok(())
    }

    fn set(&mut self, settings: Settings) {
        if let Thinker::Search(search) = &mut self.thinker {
            search.set(settings);
        }
    }

    fn set_tables(&mut self, tables: Arc<Tables>) {
        if let Thinker::Search(search) = &mut self.thinker {
            search.set_tables(tables);
        }
    }

    fn handicap(&self, level: Level) -> Handicap {
        match &self.thinker {
            Thinker::Search(_) => level.handicap::<G>(),
            Thinker::Sparring { .. } => Handicap::NONE,
        }
    }

    fn stop(&self) -> Stop {
        match &self.thinker {
            Thinker::Search(search) => search.stop(),
            // Sparring partners are not stopped: they keep to their limits.
            Thinker::Sparring { .. } => Stop::default(),
        }
    }

    fn reasons(&self, line: &[String]) -> Vec<Reason> {
        let game = self.game.game();
        let find = |position: &G::Position, word: &String| {
            game.legal_moves(position).into_iter().find(|&mv| game.format_move(mv) == *word)
        };
        let position = self.game.position();
        let Some(mv) = line.first().and_then(|word| find(position, word)) else { return Vec::new() };
        let mut next = *position;
        game.play(&mut next, mv);
        reasons::reasons(game, position, mv, line.get(1).and_then(|word| find(&next, word)))
    }

    fn solve(&mut self, ask: &Ask, watch: &mut Watch<'_>) -> Result<Answer<String>, Halt> {
        let (game, position) = (self.game.game(), self.game.position());
        if let Some(ending) = self.game.ending() {
            return Ok(Answer::over(ending.outcome));
        }
        let known = match &self.thinker {
            Thinker::Search(search) => {
                search.tables(&History::of(&self.game)).and_then(|tables| by_tables(game, position, tables, ask))
            }
            Thinker::Sparring { .. } => None,
        };
        let solved = if known.is_some() { known } else { game.solve(position, ask, watch)? };
        let answer = match solved {
            Some(answer) => answer,
            None => {
                let keep = if ask.keep { Keep::All } else { Keep::Nothing };
                let question = Question {
                    shortest: ask.distance,
                    keep,
                    thorough: ask.nodes.is_some(),
                    proof: ask.proof,
                    nodes: ask.nodes.or(ask.default_nodes).unwrap_or(u64::MAX),
                    mebibytes: ask.mebibytes,
                    ..Question::default()
                };
                let most = usize::try_from(question.nodes).unwrap_or(usize::MAX);
                let on_progress = &mut |progress: Progress| (watch.on_progress)(progress.nodes as usize, most);
                let found = forced::solve_match(&self.game, &question, self.now, watch.stop, on_progress)?;
                let mover = game.turn(position).team();
                let answer = Answer::of_forced(found, mover, |team| game.color_of(position, team));
                let keep = if ask.keep { answer.keep } else { Vec::new() };
                Answer { keep, ..answer }
            }
        };
        Ok(answer.map(|mv| game.format_move(mv)))
    }

    fn prove(
        &mut self,
        question: &Question,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Forced<String>, NoMemory> {
        let found = forced::solve_match(&self.game, question, self.now, stop, on_progress)?;
        let game = self.game.game();
        Ok(Forced {
            verdict: found.verdict,
            line: found.line.into_iter().map(|mv| game.format_move(mv)).collect(),
            keep: found.keep.into_iter().map(|(mv, plies)| (game.format_move(mv), plies)).collect(),
            keys_are_all: found.keys_are_all,
            ruled_out: found.ruled_out,
            proof: found.proof,
            nodes: found.nodes,
            seconds: found.seconds,
        })
    }

    fn clear(&mut self) {
        if let Thinker::Search(search) = &mut self.thinker {
            search.clear();
        }
    }

    fn go(&mut self, limits: &Limits, on_report: &mut dyn FnMut(&Report<String>)) -> Result<Report<String>, GoError> {
        self.go_with_pulse(limits, on_report, &mut |_| {})
    }

    fn go_with_pulse(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<String>),
        on_pulse: &mut dyn FnMut(u64),
    ) -> Result<Report<String>, GoError> {
        if self.game.ending().is_some() {
            return Err(GoError::GameOver);
        }
        let game = self.game.game();
        let position = self.game.position();
        match &mut self.thinker {
            Thinker::Search(search) => {
                let history = History::of(&self.game);
                let on_report = &mut |report: &Report<G::Move>| on_report(&in_words(game, report));
                let report = search.go_with_pulse(position, &history, limits, on_report, on_pulse);
                Ok(in_words(game, &report))
            }
            Thinker::Sparring { kind, random } => {
                let mv = game.format_move(sparring::choose(game, position, *kind, limits, random, self.now));
                Ok(Report::of_move(mv))
            }
        }
    }
}
