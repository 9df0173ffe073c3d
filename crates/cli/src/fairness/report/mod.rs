//! What is told about rules, in four forms with the same figures: one file or folder each.
//! Touches nothing: a form is a text.

mod csv;
mod html;
mod json;
mod text;

use std::collections::HashSet;

use halfboard_engine::arena;
use halfboard_engine::fairness::play::SurveyConfig;
use halfboard_engine::fairness::stats::Share;
use halfboard_engine::fairness::summary::{FairnessSummary, Tally};
use halfboard_engine::fairness::{GameSample, SolvedStart};
use halfboard_rules::registry::{self, GameEntry, Rules};

use super::seed_range::SeedRange;

/// All that is told.
pub(super) struct Report {
    /// The command that gives the same figures.
    pub(super) command: String,
    /// The seeds.
    pub(super) seeds: SeedRange,
    /// Positions that a side looked at in a turn.
    pub(super) nodes: u64,
    /// Turns after which games stayed unfinished.
    pub(super) most_plies: u64,
    /// The rules, each with what was found out.
    pub(super) subjects: Vec<Subject>,
}

/// Rules with what was found out about them.
pub(super) struct Subject {
    /// The rules string.
    rules: String,
    /// What people call them: the name of the variant, or else the rules string.
    name: String,
    /// What the seats are called.
    seats: &'static [&'static str],
    /// Whether the players settle in the set-up who begins.
    is_settled: bool,
    /// Whether chance sets the board up.
    is_random: bool,
    /// How games were played.
    plan: SurveyConfig,
    /// How many of the games differ.
    different: u64,
    /// The figures.
    summary: FairnessSummary,
}

impl Subject {
    /// What these boards and games say about rules.
    pub(super) fn new(rules: &dyn Rules, plan: SurveyConfig, boards: &[SolvedStart], games: &[GameSample]) -> Self {
        let canonical = rules.canonical();
        let presets = registry::game(rules.info().id).into_iter().flat_map(GameEntry::presets);
        let preset = presets.into_iter().find(|preset| preset.rules == canonical);
        let (start, texts) = (rules.start(0), halfboard_text::games::texts(rules.info()));
        Subject {
            // Reports are in English in every language, as other programs read them.
            name: preset.map_or_else(|| canonical.clone(), |preset| texts.preset(preset.id).name.en.to_owned()),
            rules: canonical,
            seats: rules.seats(),
            is_settled: rules.seats().len() > 1 && start.color_of(start.turn()).is_none(),
            is_random: arena::depends_on_seed(rules),
            plan,
            different: games.iter().map(|game| game.moves).collect::<HashSet<_>>().len() as u64,
            summary: FairnessSummary::of(boards, games),
        }
    }

    /// Whether it is a solitaire.
    fn is_alone(&self) -> bool {
        self.seats.len() == 1
    }

    /// Whose share is told first: in the fair start it is settled on the way who begins, so there it is the first seat's.
    fn side(&self) -> &'static str {
        match self.seats.len() {
            1 => "solved",
            _ if self.is_settled => "seat 1",
            2 => "the side that begins",
            _ => "the team that begins",
        }
    }

    /// The share that is told first: of the side that begins, or of solitaires that come out.
    fn headline(&self) -> Share {
        if self.is_alone() { self.summary.solitaire().share() } else { self.tally().score() }
    }

    /// The results of the side that the headline is about.
    fn tally(&self) -> Tally {
        if self.is_settled && !self.summary.is_exact() { self.summary.games.seat_one } else { self.summary.first() }
    }

    /// Whether the side is better or worse off than the other, as far as the bounds of its share show; nothing is asked of
    /// a solitaire.
    fn finding(&self) -> Option<&'static str> {
        let (low, high) = self.headline().bounds();
        match self.is_alone() {
            true => None,
            false if low > 0.5 => Some("better"),
            false if high < 0.5 => Some("worse"),
            false => Some("open"),
        }
    }

    /// Where the results come from.
    fn source(&self) -> &'static str {
        if self.summary.is_exact() { "solved" } else { "played" }
    }

    /// How games came to differ from each other.
    fn variety(&self) -> String {
        let SurveyConfig { openings, noise, .. } = self.plan;
        let mut by = Vec::new();
        if self.is_random {
            by.push("chance sets the board up".to_owned());
        }
        match openings {
            0 => {}
            1 => by.push("1 random turn opens each game".to_owned()),
            many => by.push(format!("{many} random turns open each game")),
        }
        if noise > 0 {
            by.push(format!("either side misjudges by {noise} hundredths of a logit"));
        }
        if by.is_empty() {
            return "all begin alike and are the same: --noise makes them differ".to_owned();
        }
        format!("{}; {} of them differ", by.join(", "), self.different)
    }
}

impl Report {
    /// How the figures were made, in sentences.
    fn method(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let any = |exact: bool| self.subjects.iter().any(|subject| subject.summary.is_exact() == exact);
        if any(true) {
            lines.push(
                "Solved: every start was decided exactly; the bounds are about other starts than these.".to_owned(),
            );
        }
        if self.subjects.iter().any(|subject| subject.summary.games.count > 0) {
            let nodes = self.nodes;
            lines.push(format!("Played: the engine against itself, {nodes} positions a turn on either side."));
        }
        if any(true) && self.subjects.iter().any(|subject| subject.summary.games.count > 0) {
            lines.push("Lengths, choices and endings are those of played games.".to_owned());
        }
        lines.push(format!("Seeds {}; bounds are 95 % (Wilson); a draw is half a win.", self.seeds));
        lines
    }
}

/// A part in per cent, with one digit after the point.
fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// The bounds of a share in per cent.
fn bounds(share: &Share) -> String {
    let (low, high) = share.bounds();
    format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)
}
