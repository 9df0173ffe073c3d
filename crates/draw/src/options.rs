//! What a picture of a board shows.

use halfboard_rules::present::Supply;

use crate::annotations::Annotations;
use crate::theme::Theme;

/// What a picture of a board shows, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The colours.
    pub theme: Theme,
    /// How many quarters the board is turned, clockwise. Each player sees their own side at the bottom.
    pub quarters: u8,
    /// Whether the names of rows and columns stand beside the board.
    pub coordinates: bool,
    /// Whether the squares of the last move are highlighted.
    pub last_move: bool,
    /// Whether checkers beside the board are shown.
    pub supplies: bool,
    /// The label of checkers beside the board, such as "12 in reserve".
    pub supply_label: fn(&Supply) -> String,
    /// Marks on the board.
    pub marks: Annotations,
    /// A line of text under the board.
    pub caption: Option<String>,
    /// Whether the ground is painted and has a margin; otherwise it is transparent.
    pub background: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            theme: Theme::Light,
            quarters: 0,
            coordinates: true,
            last_move: true,
            supplies: true,
            supply_label: |supply| format!("{} {}", supply.count, supply.name),
            marks: Annotations::default(),
            caption: None,
            background: true,
        }
    }
}
