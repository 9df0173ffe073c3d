//! What `static/halfboard-board.js` calls. Lists cross the border as lines of text, which needs no other library.

use halfboard_draw::Theme;
use wasm_bindgen::prelude::*;

use crate::game::{EmbeddedGame, Look};

/// The game of an element.
#[wasm_bindgen]
pub struct Game(EmbeddedGame);

fn look(theme: &str, turned: bool, coordinates: bool) -> Result<Look, JsError> {
    let theme: Theme = theme.parse().map_err(|error: String| JsError::new(&format!("theme: {error}")))?;
    Ok(Look { theme, turned, coordinates })
}

#[wasm_bindgen]
impl Game {
    /// Creates a game from the attributes of an element; throws what is wrong with them.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &str, position: Option<String>, seed: Option<String>, moves: &str) -> Result<Game, JsError> {
        let game = EmbeddedGame::new(rules, position.as_deref(), seed.as_deref(), moves);
        game.map(Game).map_err(|error| JsError::new(&error))
    }

    /// Returns the picture as SVG.
    pub fn svg(&self, theme: &str, turned: bool, coordinates: bool) -> Result<String, JsError> {
        Ok(self.0.svg(look(theme, turned, coordinates)?))
    }

    /// Returns the steps that can be chosen next, a line each: the label, and for a step on a square its name and its
    /// left, top, width and height as shares of the picture; separated by tabs.
    pub fn choices(&self, theme: &str, turned: bool, coordinates: bool) -> Result<String, JsError> {
        let choices = self.0.choices(look(theme, turned, coordinates)?);
        let lines = choices.into_iter().map(|choice| match choice.place {
            Some((name, [x, y, width, height])) => {
                format!("{}\t{name}\t{x:.5}\t{y:.5}\t{width:.5}\t{height:.5}", choice.label)
            }
            None => choice.label,
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Chooses a step by its line. Returns the move if it is complete, which is then played.
    pub fn choose(&mut self, number: usize) -> Option<String> {
        self.0.choose(number)
    }

    /// Plays a move; throws if it is not legal.
    pub fn play(&mut self, mv: &str) -> Result<(), JsError> {
        self.0.play(mv).map_err(|error| JsError::new(&error))
    }

    /// Drops the steps chosen so far.
    pub fn cancel(&mut self) {
        self.0.cancel();
    }

    /// Whether a move is being entered.
    #[wasm_bindgen(getter)]
    pub fn entering(&self) -> bool {
        self.0.is_entering()
    }

    /// Goes to the position after so many moves.
    pub fn go(&mut self, ply: usize) {
        self.0.go(ply);
    }

    /// The number of moves that led to the position.
    #[wasm_bindgen(getter)]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The number of moves, those after the position included.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.0.length()
    }

    /// The result, or the side to move: `white`, `black` or `none`.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> String {
        self.0.state()
    }

    /// The position string.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> String {
        self.0.session().position()
    }

    /// The moves that led to the position, separated by spaces.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> String {
        self.0.session().history().join(" ")
    }

    /// The last move, or an empty text.
    #[wasm_bindgen(getter)]
    pub fn last(&self) -> String {
        self.0.session().history().pop().unwrap_or_default()
    }

    /// The name of the game.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.session().info().name.to_owned()
    }
}
