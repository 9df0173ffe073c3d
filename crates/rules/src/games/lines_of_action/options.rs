//! The options of Lines of Action and its named variants.

use crate::game::{Color, Preset};
use crate::options::{OptionError, OptionSet};

choices! {
    /// How the checkers stand at the start.
    pub enum LinesOfActionSetup {
        Standard = "standard": "Black on the first and last rank, White on the first and last file, corners empty",
        ScrambledEggs = "scrambled-eggs": "the same squares with black and white alternating round the edge",
        Parachute = "parachute": "six each on the side files; six more are dropped, one with each of the first turns",
    }
}

choices! {
    /// Which edges are closed onto the opposite one.
    pub enum Wrap {
        None = "none": "lines end at the edge",
        Both = "both": "every line goes on at the opposite edge",
        Files = "files": "file a is joined to file h",
        Ranks = "ranks": "rank 1 is joined to rank 8",
    }
}

choices! {
    /// The number of players and their checkers.
    pub enum Players {
        Two = "two": "one against one",
        Four = "four": "two against two, each with six checkers",
        Alternating = "alternating": "one against one; plain and marked checkers are moved in turn",
    }
}

choices! {
    /// The order in which four players move.
    pub enum Order {
        Clockwise = "clockwise": "West, North, East, South",
        Counterclockwise = "counterclockwise": "West, South, East, North",
        PairsLeft = "pairs-left": "both partners, then the opponents, the one to the left of who moved last first",
        PairsRight = "pairs-right": "both partners, then the opponents, the one to the right of who moved last first",
        PairsNamed = "pairs-named": "both partners; the second names the opponent who moves next",
    }
}

choices! {
    /// Whose checkers a parachutist drops.
    pub enum Drops {
        Own = "own": "one's own",
        Opponent = "opponent": "the enemy's",
    }
}

choices! {
    /// What it means when one turn unites both sides.
    pub enum BothUnited {
        Mover = "mover": "the mover wins",
        Draw = "draw": "a draw",
    }
}

choices! {
    /// What becomes of a player without a move.
    pub enum Stuck {
        Pass = "pass": "the player passes",
        Loses = "loses": "the player loses",
        Draw = "draw": "a draw",
    }
}

choices! {
    /// Which occurrence of a position is a draw.
    pub enum Repetition {
        Third = "third": "the third occurrence of a position is a draw",
        Second = "second": "the second occurrence of a position is a draw",
        None = "none": "positions may occur any number of times",
    }
}

options! {
    /// The options of Lines of Action.
    pub struct Options {
        setup: LinesOfActionSetup = "setup": "how the checkers stand at the start",
        first: Color = "first": "who begins",
        wrap: Wrap = "wrap": "edges closed onto the opposite edge",
        players: Players = "players": "how many play; four and alternating only with setup=standard",
        order: Order = "order": "the order of four players; only with players=four",
        drops: Drops = "drops": "whose checkers are dropped; only with setup=parachute",
        both_united: BothUnited = "both-united": "when one turn unites both sides",
        stuck: Stuck = "stuck": "when a player has no move; loses and draw only with players=two",
        repetition: Repetition = "repetition": "which occurrence of a position is a draw",
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let four = self.players == Players::Four;
        let standard = self.setup == LinesOfActionSetup::Standard;
        OptionError::unless(standard, "players", self.players, "goes only with setup=standard")?;
        OptionError::unless(self.players == Players::Two, "stuck", self.stuck, "goes only with players=two")?;
        OptionError::unless(four, "order", self.order, "goes only with players=four")?;
        OptionError::unless(
            self.setup == LinesOfActionSetup::Parachute,
            "drops",
            self.drops,
            "goes only with setup=parachute",
        )
    }
}

const DEFAULT: Options = Options::DEFAULT;
const FOUR: Options = Options { players: Players::Four, ..DEFAULT };
const PARACHUTE: Options = Options { setup: LinesOfActionSetup::Parachute, ..DEFAULT };
const BLACK_BEGINS: Options = Options { first: Color::Black, ..DEFAULT };

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset::new("standard", DEFAULT),
    Preset::new("scrambled-eggs", Options { setup: LinesOfActionSetup::ScrambledEggs, ..DEFAULT }),
    Preset::new("parachute", PARACHUTE),
    Preset::new("parachute-enemy-drops", Options { drops: Drops::Opponent, ..PARACHUTE }),
    Preset::new("torus", Options { wrap: Wrap::Both, ..DEFAULT }),
    Preset::new("cylinder-files-joined", Options { wrap: Wrap::Files, ..DEFAULT }),
    Preset::new("cylinder-ranks-joined", Options { wrap: Wrap::Ranks, ..DEFAULT }),
    Preset::new("four-players", FOUR),
    Preset::new("four-players-counterclockwise", Options { order: Order::Counterclockwise, ..FOUR }),
    Preset::new("four-players-pairs-to-the-left", Options { order: Order::PairsLeft, ..FOUR }),
    Preset::new("four-players-pairs-to-the-right", Options { order: Order::PairsRight, ..FOUR }),
    Preset::new("four-players-pairs-named", Options { order: Order::PairsNamed, ..FOUR }),
    Preset::new("alternating", Options { players: Players::Alternating, ..DEFAULT }),
    Preset::new("tournament-mso", Options { both_united: BothUnited::Draw, ..BLACK_BEGINS }),
    Preset::new("sackson-1982", BLACK_BEGINS),
    Preset::new("openspiel", Options { stuck: Stuck::Loses, repetition: Repetition::Second, ..BLACK_BEGINS }),
    Preset::new("playstrategy", Options { both_united: BothUnited::Draw, stuck: Stuck::Draw, ..BLACK_BEGINS }),
];
