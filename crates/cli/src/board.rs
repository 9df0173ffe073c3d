//! Draws a board from a [`View`]. Knows no rules and no game.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::Color;
use halfboard_rules::present::{Cell, Checker, Edge, Shade, Step};
use halfboard_rules::view::View;
use halfboard_text::board as text;

use crate::phrases::board as phrases;
use crate::style::{Emphasis, Style};

/// How a square is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SquareMark {
    None,
    Last,
    Next,
    Chosen,
}

/// What to draw in addition to the view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawOptions<'a> {
    /// The players by checker, if there are more than two.
    pub(crate) legend: &'a [(Checker, &'static str)],
    /// Whether to mark the squares where a turn can begin.
    pub(crate) hints: bool,
}

/// Returns whether marking the possible first squares is informative: they must not be most of the board.
pub(crate) fn is_telling(view: &View) -> bool {
    let count = view.board.squares().filter(|&square| points_at(&view.next, square)).count();
    0 < count && count <= view.board.size() / 2
}

/// Returns whether one of the steps points at this square.
fn points_at(steps: &[Step], square: Square) -> bool {
    steps.iter().any(|step| step.squares().contains(&square))
}

/// Draws the board with coordinates, the checkers beside it, and a legend.
pub(crate) fn draw(view: &View, extras: DrawOptions, style: Style) -> String {
    let tallest = view.cells.iter().map(|cell| cell.pile.len()).max().unwrap_or(0);
    let drawing = Drawing {
        view,
        style,
        legend: extras.legend,
        marks_next: !view.chosen.is_empty() || (extras.hints && is_telling(view)),
        width: tallest.max(1) + 2,
        ground: if view.cells.iter().any(|cell| cell.shade != Shade::Plain) { "48;5;59" } else { "48;5;65" },
    };
    let rows: Vec<[Square; 8]> = view.board.rows_from_top().collect();
    let mut lines = vec![drawing.border(Edge::Top, &rows[0])];
    for (nth, row) in rows.iter().enumerate() {
        if nth > 0 {
            lines.push(drawing.divider(rows[nth - 1], *row));
        }
        lines.push(drawing.row(row));
    }
    lines.push(drawing.border(Edge::Bottom, &rows[rows.len() - 1]));
    for (line, beside) in lines.iter_mut().skip(1).zip(drawing.beside()) {
        *line += &format!("   {beside}");
    }
    // Files are named below as in chess; the columns of the half board above, where its row A is.
    match view.board {
        Board::Full => lines.push(drawing.columns()),
        Board::Half => lines.insert(0, drawing.columns()),
    }
    lines.extend(drawing.keys());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

struct Drawing<'a> {
    view: &'a View,
    style: Style,
    legend: &'a [(Checker, &'static str)],
    /// Whether to mark the squares that can be chosen.
    marks_next: bool,
    /// The width of a square in characters.
    width: usize,
    /// The background of squares without their own shade.
    ground: &'static str,
}

impl Drawing<'_> {
    /// Returns the names of the columns or files.
    fn columns(&self) -> String {
        let name = |column| {
            let letters: Vec<char> = self.view.board.name(Square::new(column)).chars().collect();
            letters[if self.view.board == Board::Full { 0 } else { 1 }]
        };
        let names: String = (0..8).map(|column| format!(" {:^1$}", name(column), self.width)).collect();
        format!("    {}", self.style.emphasize(Emphasis::Faint, names.trim_end()))
    }

    /// Draws a row of squares with its name.
    fn row(&self, row: &[Square; 8]) -> String {
        let letters: Vec<char> = self.view.board.name(row[0]).chars().collect();
        let name = letters[if self.view.board == Board::Full { 1 } else { 0 }];
        let mut text = format!("  {} ", self.style.emphasize(Emphasis::Faint, &name.to_string()));
        text += &self.side(Edge::Left, row[0]);
        for (column, &square) in row.iter().enumerate() {
            if column > 0 {
                text += &self.line(if self.style.ascii { "|" } else { "│" }, None);
            }
            if let Some(cell) = self.view.cells.get(square.index()) {
                text += &self.cell(cell);
            }
        }
        text + &self.side(Edge::Right, row[7])
    }

    /// Draws a square: a mark around its checkers, from bottom to top.
    fn cell(&self, cell: &Cell) -> String {
        let (ground, fill) = match cell.shade {
            Shade::Plain => (self.ground, ' '),
            Shade::Of(Color::White) => ("48;5;101", ' '),
            Shade::Of(Color::Black) => ("48;5;60", self.dot()),
        };
        let mark = self.mark(cell.square);
        let (left, right, ink) = match mark {
            SquareMark::None => (fill, fill, "39"),
            SquareMark::Last => ('(', ')', "1;38;5;222"),
            SquareMark::Next => (self.style.choice_marks()[0], self.style.choice_marks()[1], "1;38;5;159"),
            SquareMark::Chosen => ('[', ']', "1;38;5;226"),
        };
        let room = (self.width - 2).saturating_sub(cell.pile.len());
        let blank = |count: usize| self.style.sgr(ground, &fill.to_string().repeat(count));
        let bracket = |c: char| self.style.sgr(&format!("{ink};{ground}"), &c.to_string());
        let checkers: String = cell.pile.iter().map(|&checker| self.checker(checker, ground)).collect();
        bracket(left) + &blank(room / 2) + &checkers + &blank(room - room / 2) + &bracket(right)
    }

    fn checker(&self, checker: Checker, ground: &str) -> String {
        let ink = match checker.color {
            Color::White => "1;38;5;231",
            Color::Black => "38;5;16",
        };
        self.style.sgr(&format!("{ink};{ground}"), &self.style.checker(checker).to_string())
    }

    /// Returns the fill of squares that belong to Black, if colours do not show it.
    fn dot(&self) -> char {
        match (self.style.color, self.style.ascii) {
            (true, _) => ' ',
            (false, true) => '.',
            (false, false) => '·',
        }
    }

    fn mark(&self, square: Square) -> SquareMark {
        let view = self.view;
        if points_at(&view.chosen, square) {
            SquareMark::Chosen
        } else if self.marks_next && points_at(&view.next, square) {
            SquareMark::Next
        } else if view.last.contains(&square) {
            SquareMark::Last
        } else {
            SquareMark::None
        }
    }

    /// Draws the upper or lower border, with the edges that belong to a side.
    fn border(&self, edge: Edge, row: &[Square; 8]) -> String {
        let corners = match (self.style.ascii, edge) {
            (true, _) => ["+", "+"],
            (false, Edge::Top) => ["┌", "┐"],
            (false, _) => ["└", "┘"],
        };
        let mut text = format!("    {}", self.line(corners[0], None));
        for (column, &square) in row.iter().enumerate() {
            let owner = self.owner(edge, square);
            if column > 0 {
                let both = owner.filter(|_| owner == self.owner(edge, row[column - 1]));
                let joint = match (self.style.ascii, edge, both) {
                    (true, ..) => "+",
                    (false, Edge::Top, None) => "┬",
                    (false, Edge::Top, Some(Color::White)) => "╤",
                    (false, Edge::Top, Some(Color::Black)) => "┯",
                    (false, _, None) => "┴",
                    (false, _, Some(Color::White)) => "╧",
                    (false, _, Some(Color::Black)) => "┷",
                };
                text += &self.line(joint, both);
            }
            let stretch = match (self.style.ascii, owner) {
                (true, Some(color)) => format!("{:-^1$}", color.letter(), self.width),
                (true, None) => "-".repeat(self.width),
                (false, None) => "─".repeat(self.width),
                (false, Some(Color::White)) => "═".repeat(self.width),
                (false, Some(Color::Black)) => "━".repeat(self.width),
            };
            text += &self.line(&stretch, owner);
        }
        text + &self.line(corners[1], None)
    }

    /// Draws the left or right border beside a row.
    fn side(&self, edge: Edge, square: Square) -> String {
        let owner = self.owner(edge, square);
        let line = match (self.style.ascii, owner) {
            (true, Some(Color::White)) => "w",
            (true, Some(Color::Black)) => "b",
            (true, None) => "|",
            (false, Some(Color::White)) => "║",
            (false, Some(Color::Black)) => "┃",
            (false, None) => "│",
        };
        self.line(line, owner)
    }

    /// Draws the line between two rows.
    fn divider(&self, above: [Square; 8], below: [Square; 8]) -> String {
        let (cross, stretch) = if self.style.ascii { ("+", "-") } else { ("┼", "─") };
        let end = |edge, column: usize| {
            let owner = self.owner(edge, above[column]);
            let both = owner.filter(|_| owner == self.owner(edge, below[column]));
            let line = match (self.style.ascii, edge == Edge::Left, both) {
                (true, ..) => "+",
                (false, true, None) => "├",
                (false, true, Some(Color::White)) => "╟",
                (false, true, Some(Color::Black)) => "┠",
                (false, false, None) => "┤",
                (false, false, Some(Color::White)) => "╢",
                (false, false, Some(Color::Black)) => "┨",
            };
            self.line(line, both)
        };
        let inside = [stretch.repeat(self.width).as_str(); 8].join(cross);
        format!("    {}{}{}", end(Edge::Left, 0), self.line(&inside, None), end(Edge::Right, 7))
    }

    /// Draws a piece of a line in the colour of its owner.
    fn line(&self, text: &str, owner: Option<Color>) -> String {
        let ink = match owner {
            None => "38;5;236",
            Some(Color::White) => "1;38;5;231",
            Some(Color::Black) => "1;38;5;16",
        };
        self.style.sgr(&format!("{ink};{}", self.ground), text)
    }

    /// Returns the owner of the edge beside a square.
    fn owner(&self, edge: Edge, square: Square) -> Option<Color> {
        let place = |square: Square| match edge {
            Edge::Top | Edge::Bottom => square.column(),
            Edge::Left | Edge::Right => square.row(),
        };
        let mut marks = self.view.edges.iter().filter(|mark| mark.edge == edge);
        let mark = marks.find(|mark| (place(mark.from)..=place(mark.to)).contains(&place(square)));
        mark.map(|mark| mark.color)
    }

    /// Returns the supplies beside the board; they also show what the checkers of a colour look like.
    fn beside(&self) -> Vec<String> {
        let is_marked = self.view.cells.iter().flat_map(|cell| &cell.pile).any(|checker| checker.marked);
        let mut lines = Vec::new();
        for color in Color::BOTH {
            // On the board's background, since the terminal's may be black or white.
            let sign = |marked| self.checker(Checker { color, marked }, self.ground);
            let mut signs = sign(false);
            if is_marked {
                signs += &format!(" {}", sign(true));
            }
            lines.push(format!("{signs} {}", text::color(color)));
            let players = self.legend.iter().filter(|(checker, _)| checker.color == color);
            lines.extend(players.map(|&(checker, name)| format!("  {} {}", sign(checker.marked), text::seat(name))));
            let supplies = self.view.supplies.iter().filter(|supply| supply.color == color);
            lines.extend(supplies.map(|supply| {
                let indent = " ".repeat(4_usize.saturating_sub(supply.count.to_string().len()));
                format!("{indent}{}", text::supply(supply))
            }));
            lines.push(String::new());
        }
        lines
    }

    /// Returns the legend.
    fn keys(&self) -> Vec<String> {
        let view = self.view;
        let mut keys = Vec::new();
        if self.marks_next && view.chosen.is_empty() {
            let [open, close] = self.style.choice_marks();
            keys.push(phrases::can_be_chosen(open, close));
        }
        if !view.edges.is_empty() {
            let [white, black] = if self.style.ascii { ["w", "b"] } else { ["═ ║", "━ ┃"] };
            keys.push(phrases::edges(white, black));
        }
        if view.cells.iter().any(|cell| cell.pile.len() > 1) {
            keys.push(phrases::stacks().to_owned());
        }
        if view.cells.iter().any(|cell| cell.shade != Shade::Plain) {
            keys.push(match self.style.color {
                true => phrases::shaded_squares().to_owned(),
                false => phrases::dotted_squares(self.dot()),
            });
        }
        keys.iter().map(|key| format!("    {}", self.style.emphasize(Emphasis::Faint, key))).collect()
    }
}
