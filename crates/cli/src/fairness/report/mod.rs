//! The report in four formats.

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

/// The content of a report.
pub(super) struct Report {
    /// A command that reproduces the report.
    pub(super) command: String,
    /// The seeds.
    pub(super) seeds: SeedRange,
    /// Nodes per turn.
    pub(super) nodes: u64,
    /// Maximum number of turns of a game.
    pub(super) most_plies: u64,
    /// The results by rules string.
    pub(super) subjects: Vec<Subject>,
}

/// The results for one rules string.
pub(super) struct Subject {
    /// The rules string.
    rules: String,
    /// The name of the variant, else the rules string.
    name: String,
    /// The names of the seats.
    seats: &'static [&'static str],
    /// Whether the players decide who begins during the set-up.
    is_settled: bool,
    /// Whether the start position is random.
    is_random: bool,
    /// The settings of played games.
    plan: SurveyConfig,
    /// Number of distinct games.
    different: u64,
    /// The statistics.
    summary: FairnessSummary,
}

impl Subject {
    /// Summarizes boards and games.
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

    /// Returns whether the rules are a solitaire.
    fn is_alone(&self) -> bool {
        self.seats.len() == 1
    }

    /// Returns the side whose share is the headline: in the fair start that of seat 1, as it is open who begins.
    fn side(&self) -> &'static str {
        match self.seats.len() {
            1 => "solved",
            _ if self.is_settled => "seat 1",
            2 => "the side that begins",
            _ => "the team that begins",
        }
    }

    /// Returns the headline share: of the side that begins, or of solved solitaires.
    fn headline(&self) -> Share {
        if self.is_alone() { self.summary.solitaire().share() } else { self.tally().score() }
    }

    /// Returns the results of the headline side.
    fn tally(&self) -> Tally {
        if self.is_settled && !self.summary.is_exact() { self.summary.games.seat_one } else { self.summary.first() }
    }

    /// Returns whether the side has an advantage, as far as the confidence interval shows; `None` for a solitaire.
    fn finding(&self) -> Option<&'static str> {
        let (low, high) = self.headline().bounds();
        match self.is_alone() {
            true => None,
            false if low > 0.5 => Some("better"),
            false if high < 0.5 => Some("worse"),
            false => Some("open"),
        }
    }

    /// Returns the source of the results.
    fn source(&self) -> &'static str {
        if self.summary.is_exact() { "solved" } else { "played" }
    }

    /// Describes why games differ from each other.
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
    /// Describes the method in sentences.
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

/// Formats a fraction in per cent.
fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Formats the confidence interval of a share in per cent.
fn bounds(share: &Share) -> String {
    let (low, high) = share.bounds();
    format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)
}
