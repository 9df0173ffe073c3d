//! The game of an element: its moves, the steps of the move that is being entered, and its picture.

use halfboard_draw::{Annotations, Options, Theme, square_corner};
use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::present::Step;
use halfboard_rules::registry;
use halfboard_rules::session::{Progress, Session};

/// How a board looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Whether the board is seen from the other side.
    pub turned: bool,
    /// Whether the names of rows and columns stand beside the board.
    pub coordinates: bool,
}

/// A step that can be chosen next.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The square and its place in the picture, as shares of the picture's width and height: left, top, width, height.
    /// `None` if the step is not on a square of its own.
    pub place: Option<(String, [f64; 4])>,
    /// The step as it is written.
    pub label: String,
}

/// The game of an element.
#[derive(Clone, Debug)]
pub struct EmbeddedGame {
    session: Box<dyn Session>,
    /// The number of moves, those that can be redone included.
    length: usize,
    chosen: Vec<Step>,
}

impl EmbeddedGame {
    /// Creates a game from the attributes of an element: the rules string, the position or seed to start from, and moves
    /// separated by spaces, all of which are played.
    ///
    /// # Errors
    ///
    /// Fails with a sentence for people if the rules, the position, the seed or a move is invalid.
    pub fn new(rules: &str, position: Option<&str>, seed: Option<&str>, moves: &str) -> Result<EmbeddedGame, String> {
        let rules = registry::rules(rules).map_err(|error| format!("rules: {error}"))?;
        let session = match (position, seed) {
            (Some(position), _) => rules.position(position).map_err(|error| format!("position: {error}"))?,
            (None, Some(seed)) => {
                let invalid =
                    |_| format!("seed: invalid seed {seed:?}: valid are whole numbers from 0 to {}", u64::MAX);
                rules.start(seed.trim().parse().map_err(invalid)?)
            }
            (None, None) => rules.start(0),
        };
        let mut game = EmbeddedGame { session, length: 0, chosen: Vec::new() };
        for (index, mv) in moves.split_whitespace().enumerate() {
            game.play(mv).map_err(|error| format!("moves: move {}: {error}", index + 1))?;
        }
        Ok(game)
    }

    /// Plays a move. Moves that could be redone are dropped.
    ///
    /// # Errors
    ///
    /// Fails if the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, mv: &str) -> Result<(), String> {
        let mv = self.session.respell(mv);
        self.session.play(&mv).map_err(|error| error.to_string())?;
        self.chosen.clear();
        self.length = self.session.ply();
        Ok(())
    }

    /// Goes to the position after the first `ply` moves, or to the last one.
    pub fn go(&mut self, ply: usize) {
        self.chosen.clear();
        while self.session.ply() > ply && self.session.undo() {}
        while self.session.ply() < ply.min(self.length) && self.session.redo() {}
    }

    /// Returns the number of moves that led to the position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.session.ply()
    }

    /// Returns the number of moves, those after the position included.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the session at the position.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the result of a game that is over, such as `1-0`; otherwise `white` or `black` for the side to move, or
    /// `none` while colours have not been chosen.
    #[must_use]
    pub fn state(&self) -> String {
        if let Some(ending) = self.session.ending() {
            return ending.outcome.to_string();
        }
        match self.session.color_of(self.session.turn()) {
            Some(Color::White) => "white".to_owned(),
            Some(Color::Black) => "black".to_owned(),
            None => "none".to_owned(),
        }
    }

    /// Returns the picture as an SVG document.
    #[must_use]
    pub fn svg(&self, look: Look) -> String {
        let view = self.session.view(&self.chosen);
        let rings = self.chosen.iter().flat_map(|step| step.squares()).collect();
        let marks = Annotations { rings, overlays: view.decisive.clone(), ..Annotations::default() };
        halfboard_draw::svg(&view, &options(look, marks))
    }

    fn next_steps(&self) -> Vec<Step> {
        if self.session.ending().is_some() {
            return Vec::new();
        }
        match self.session.progress(&self.chosen) {
            Some(Progress::Next(steps)) => steps,
            _ => Vec::new(),
        }
    }

    /// Returns the steps that can be chosen next, by their numbers. None if the game is over.
    #[must_use]
    pub fn choices(&self, look: Look) -> Vec<Choice> {
        let steps = self.next_steps();
        let view = self.session.view(&self.chosen);
        let options = options(look, Annotations::default());
        let picture = halfboard_draw::board(&view, &options);
        let place = |square: Square| {
            let (x, y) = square_corner(&view, &options, square);
            let side = halfboard_draw::SQUARE_SIDE;
            let share = [x / picture.width, y / picture.height, side / picture.width, side / picture.height];
            (view.board.name(square), share)
        };
        let on = |step: &Step| step.square().filter(|_| step.squares().len() == 1);
        let alone = |square: Square| steps.iter().filter(|step| on(step) == Some(square)).count() == 1;
        let choice = |step: &Step| Choice {
            place: on(step).filter(|square| alone(*square)).map(place),
            label: step.to_token(view.board),
        };
        steps.iter().map(choice).collect()
    }

    /// Chooses a step by its number. Returns the move if it is complete, which is then played.
    pub fn choose(&mut self, number: usize) -> Option<String> {
        let step = *self.next_steps().get(number)?;
        self.chosen.push(step);
        match self.session.progress(&self.chosen) {
            Some(Progress::Complete(mv)) => {
                self.play(&mv).ok()?;
                Some(mv)
            }
            Some(Progress::Next(_)) => None,
            None => {
                self.chosen.clear();
                None
            }
        }
    }

    /// Returns whether a move is being entered.
    #[must_use]
    pub fn is_entering(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// Drops the steps chosen so far.
    pub fn cancel(&mut self) {
        self.chosen.clear();
    }
}

fn options(look: Look, marks: Annotations) -> Options {
    Options {
        theme: look.theme,
        quarters: if look.turned { 2 } else { 0 },
        coordinates: look.coordinates,
        marks,
        background: false,
        ..Options::default()
    }
}
