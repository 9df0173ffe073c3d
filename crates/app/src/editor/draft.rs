//! A draft of a position: piles on squares and the fields of the position string, legal or not.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::Color;
use halfboard_rules::position_format::{
    FieldName, FieldValues, PositionField, PositionFormat, format_piles, parse_piles,
};
use halfboard_rules::present::{Cell, Checker, Supply};
use halfboard_rules::registry::Rules;
use halfboard_rules::view::View;

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    board: Board,
    form: PositionFormat,
    /// By square, each from bottom to top.
    piles: Vec<Vec<Checker>>,
    /// The contents of the fields, in the order of the format.
    held: Vec<FieldContent>,
}

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldContent {
    /// A word.
    Word(&'static str),
    /// A number for each colour.
    Counts([u8; 2]),
}

impl Draft {
    /// Parses a position string, which need not be legal; returns `None` if it does not have the format.
    pub fn read(rules: &dyn Rules, text: &str) -> Option<Draft> {
        let (board, form) = (rules.info().board, rules.position_format());
        let mut words = text.split(' ');
        let piles = parse_piles(board, words.next()?)?;
        let held = form.fields.iter().map(|field| held(field, words.next()?)).collect::<Option<_>>()?;
        let all_fit = piles.iter().all(|pile| {
            pile.len() <= usize::from(form.tallest) && pile.iter().all(|checker| form.marked || !checker.marked)
        });
        (all_fit && words.next().is_none()).then_some(Draft { board, form, piles, held })
    }

    /// Returns the position string, legal or not.
    pub fn write(&self) -> String {
        let mut text = format_piles(self.board, &self.piles);
        for held in &self.held {
            text.push(' ');
            match held {
                FieldContent::Word(word) => text.push_str(word),
                FieldContent::Counts([white, black]) => text.push_str(&format!("w{white}b{black}")),
            }
        }
        text
    }

    /// Returns the format of the position.
    pub fn form(&self) -> PositionFormat {
        self.form
    }

    /// Returns the checkers on a square, from bottom to top.
    pub fn pile(&self, square: Square) -> &[Checker] {
        self.piles.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// Puts a checker on a square: on top in games with stacks, otherwise replacing the one there. Putting the same
    /// checker twice removes it. Returns false if the stack is full.
    pub fn put(&mut self, square: Square, checker: Checker) -> bool {
        let tallest = usize::from(self.form.tallest);
        let Some(pile) = self.piles.get_mut(square.index()) else { return false };
        if tallest == 1 {
            *pile = if pile.as_slice() == [checker] { Vec::new() } else { vec![checker] };
        } else if pile.len() < tallest {
            pile.push(checker);
        } else {
            return false;
        }
        self.follow();
        true
    }

    /// Removes the top checker of a square; returns false if there is none.
    pub fn take(&mut self, square: Square) -> bool {
        let taken = self.piles.get_mut(square.index()).and_then(Vec::pop).is_some();
        self.follow();
        taken
    }

    /// Empties a square; returns false if it was empty.
    pub fn erase(&mut self, square: Square) -> bool {
        let Some(pile) = self.piles.get_mut(square.index()).filter(|pile| !pile.is_empty()) else { return false };
        pile.clear();
        self.follow();
        true
    }

    /// Empties the board.
    pub fn clear(&mut self) {
        self.piles.iter_mut().for_each(Vec::clear);
        self.follow();
    }

    /// Mirrors the board: left becomes right.
    pub fn mirror(&mut self) {
        self.piles.chunks_mut(8).for_each(<[Vec<Checker>]>::reverse);
    }

    /// Swaps the colours of checkers, counts and the side to move.
    pub fn swap_colors(&mut self) {
        for checker in self.piles.iter_mut().flatten() {
            checker.color = checker.color.other();
        }
        for at in 0..self.held.len() {
            match self.held[at] {
                FieldContent::Counts([white, black]) => self.held[at] = FieldContent::Counts([black, white]),
                FieldContent::Word(word) if self.form.fields[at].name != FieldName::Seats => {
                    let other = word.chars().map(|letter| match letter {
                        'w' => 'b',
                        'b' => 'w',
                        'W' => 'B',
                        'B' => 'W',
                        letter => letter,
                    });
                    let other: String = other.collect();
                    if let Some(same) = self.words(at).iter().find(|word| **word == other) {
                        self.held[at] = FieldContent::Word(same);
                    }
                }
                FieldContent::Word(_) => {}
            }
        }
    }

    /// Returns the content of a field, by its index in the format.
    pub fn content(&self, at: usize) -> Option<FieldContent> {
        self.held.get(at).copied()
    }

    /// Returns the valid words of a field; empty for counts.
    pub fn words(&self, at: usize) -> &'static [&'static str] {
        match self.form.fields.get(at).map(|field| field.values) {
            Some(FieldValues::Words(words)) => words,
            Some(FieldValues::ByPhase(phases)) => {
                let phase = self.phase();
                phases.iter().find(|(name, _)| Some(*name) == phase).map_or(&[], |(_, words)| words)
            }
            _ => &[],
        }
    }

    fn phase(&self) -> Option<&'static str> {
        let at = self.form.fields.iter().position(|field| field.name == FieldName::Phase)?;
        match self.held[at] {
            FieldContent::Word(word) => Some(word),
            FieldContent::Counts(_) => None,
        }
    }

    /// Returns the indices of the fields that leave a choice.
    pub fn open_fields(&self) -> Vec<usize> {
        let is_open = |at: &usize| match self.form.fields[*at].values {
            FieldValues::Counts(_) => true,
            FieldValues::Rest(_) => false,
            FieldValues::Words(_) | FieldValues::ByPhase(_) => self.words(*at).len() > 1,
        };
        (0..self.held.len()).filter(is_open).collect()
    }

    /// Sets the content of a field, if it is valid there. Fields that depend on the phase follow it.
    pub fn set_field(&mut self, at: usize, held: FieldContent) {
        let Some(field) = self.form.fields.get(at) else { return };
        match (field.values, held) {
            (FieldValues::Counts(most) | FieldValues::Rest(most), FieldContent::Counts(counts)) => {
                self.held[at] = FieldContent::Counts(counts.map(|count| count.min(most)));
            }
            (FieldValues::Words(_) | FieldValues::ByPhase(_), FieldContent::Word(word))
                if self.words(at).contains(&word) =>
            {
                self.held[at] = held;
            }
            _ => {}
        }
        if field.name == FieldName::Phase {
            for at in 0..self.held.len() {
                let words = self.words(at);
                if let (FieldContent::Word(word), Some(first)) = (self.held[at], words.first())
                    && !words.contains(&word)
                {
                    self.held[at] = FieldContent::Word(first);
                }
            }
        }
    }

    /// Returns the number of checkers of a colour on the board.
    pub fn on_board(&self, color: Color) -> u8 {
        self.piles.iter().flatten().filter(|checker| checker.color == color).count() as u8
    }

    /// Updates the fields that the board alone determines.
    fn follow(&mut self) {
        for (at, field) in self.form.fields.iter().enumerate() {
            if let FieldValues::Rest(owned) = field.values {
                self.held[at] =
                    FieldContent::Counts(Color::BOTH.map(|color| owned.saturating_sub(self.on_board(color))));
            }
        }
    }

    /// Returns the view of `like`, a position by the same rules, with the draft's checkers.
    pub fn view(&self, like: &View) -> View {
        let cells = like.cells.iter().zip(&self.piles).map(|(cell, pile)| Cell { pile: pile.clone(), ..*cell });
        let mut supplies = Vec::new();
        for (field, held) in self.form.fields.iter().zip(&self.held) {
            let (name, each) = match field.name {
                FieldName::Reserve => ("in reserve", 1),
                FieldName::Stock => ("in stock", 1),
                FieldName::Sets => ("escaped", 4),
                _ => continue,
            };
            if let FieldContent::Counts(counts) = held {
                let supply = |color: Color| Supply { color, name, count: each * counts[color.index()] };
                supplies.extend(Color::BOTH.map(supply));
            }
        }
        View {
            board: self.board,
            cells: cells.collect(),
            supplies,
            edges: like.edges.clone(),
            last: Vec::new(),
            last_steps: Vec::new(),
            chosen: Vec::new(),
            next: Vec::new(),
            turn: None,
            ending: None,
            decisive: Vec::new(),
        }
    }
}

/// Parses the content of a field.
fn held(field: &PositionField, word: &str) -> Option<FieldContent> {
    let find =
        |words: &[&'static str]| words.iter().find(|known| **known == word).map(|known| FieldContent::Word(known));
    match field.values {
        FieldValues::Words(words) => find(words),
        FieldValues::ByPhase(phases) => phases.iter().find_map(|(_, words)| find(words)),
        FieldValues::Counts(most) | FieldValues::Rest(most) => {
            let number = |digits: &str| digits.parse().ok().filter(|count: &u8| *count <= most);
            let (white, black) = word.strip_prefix('w')?.split_once('b')?;
            Some(FieldContent::Counts([number(white)?, number(black)?]))
        }
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::random::SplitMix64;
    use halfboard_rules::registry;

    use super::*;

    const WHITE: Checker = Checker { color: Color::White, marked: false };
    const BLACK: Checker = Checker { color: Color::Black, marked: false };

    fn draft(rules: &str, text: &str) -> Draft {
        Draft::read(&*registry::rules(rules).expect("valid"), text).expect("the form of a position")
    }

    #[test]
    fn every_position_of_every_preset_is_read_written_and_drawn_as_it_is() {
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let rules = registry::rules(&preset.rules).expect("valid");
            let like = rules.start(0).view(&[]);
            for seed in 0..3 {
                let mut session = rules.start(seed);
                let mut random = SplitMix64::new(seed);
                for _ in 0..30 {
                    let text = session.position();
                    let draft = Draft::read(&*rules, &text).unwrap_or_else(|| panic!("{text}"));
                    assert_eq!(draft.write(), text);
                    let (drawn, shown) = (draft.view(&like), session.view(&[]));
                    assert_eq!(drawn.cells, shown.cells);
                    assert_eq!(drawn.edges, shown.edges);
                    for supply in &drawn.supplies {
                        assert!(supply.count == 0 || shown.supplies.contains(supply), "{text}: {supply:?}");
                    }
                    if !session.play_random(&mut random) {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn checkers_are_put_piled_and_taken() {
        let at = Square::new(3);
        let mut stacks = draft("stacks-in-action", "8/8/8/8 w w12b12");
        assert!(stacks.put(at, WHITE) && stacks.put(at, BLACK) && stacks.put(at, WHITE) && !stacks.put(at, BLACK));
        assert_eq!(stacks.write(), "3(wbw)4/8/8/8 w w12b12");
        assert!(stacks.take(at) && stacks.erase(at) && !stacks.take(at) && !stacks.erase(at));

        let mut lines = draft("lines-of-action:players=four", "8/8/8/8/8/8/8/8 B - -");
        assert!(lines.put(at, WHITE) && lines.put(at, Checker { marked: true, ..BLACK }));
        assert_eq!(lines.write(), "8/8/8/8/8/8/8/3B4 B - -");
        lines.swap_colors();
        lines.mirror();
        assert_eq!(lines.write(), "8/8/8/8/8/8/8/4W3 W - -");
        // The same once more takes it away.
        assert!(lines.put(Square::new(4), Checker { marked: true, ..WHITE }));
        assert_eq!(lines.write(), "8/8/8/8/8/8/8/8 W - -");
    }

    #[test]
    fn a_reserve_that_hangs_on_the_board_follows_it_and_fields_follow_the_phase() {
        let mut j = draft("j", "8/8/8/8 w w12b12");
        j.put(Square::new(0), WHITE);
        assert_eq!(j.write(), "w7/8/8/8 w w11b12");
        assert_eq!(j.open_fields(), [0]);
        j.clear();
        assert_eq!(j.write(), "8/8/8/8 w w12b12");

        let mut fair = draft("sight-reduction:setup=fair", "8/8/8/8 1 swap --");
        assert_eq!(fair.open_fields(), [1]);
        fair.set_field(1, FieldContent::Word("play"));
        assert_eq!(fair.write(), "8/8/8/8 w play wb");
        assert_eq!(fair.open_fields(), [0, 1, 2]);
        fair.set_field(1, FieldContent::Word("pick"));
        assert_eq!(fair.write(), "8/8/8/8 2 pick --");
        fair.set_field(0, FieldContent::Word("w"));
        assert_eq!(fair.write(), "8/8/8/8 2 pick --");
    }

    #[test]
    fn what_has_not_the_form_is_not_read() {
        let rules = registry::rules("j").expect("valid");
        for text in [
            "",
            "8/8/8/8",
            "8/8/8/8 w",
            "8/8/8/8 w w12b12 x",
            "8/8/8/8 x w12b12",
            "8/8/8/8 w w13b0",
            "W7/8/8/8 w w11b12",
        ] {
            assert_eq!(Draft::read(&*rules, text), None, "{text}");
        }
    }
}
