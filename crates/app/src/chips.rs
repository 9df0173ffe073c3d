//! Numbers to choose at a stack on the board: how many checkers to lift, to enter or to keep.

use halfboard_rules::board::Square;
use halfboard_rules::layout::Layout;
use halfboard_rules::present::Step;
use halfboard_rules::view::View;

/// The numbers that can be chosen now, and where they are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chips {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The stack.
    pub square: Square,
    /// Whether they are drawn below the stack, because there is no room above.
    pub below: bool,
    /// Whether nothing else can be chosen, so that they may cover other squares.
    pub asked: bool,
}

impl Chips {
    /// Returns the numbers of a view, or `None` if there is none to choose.
    pub fn new(view: &View, layout: Layout) -> Option<Chips> {
        let is_number = |step: &Step| matches!(step, Step::Count(_) | Step::Keep(_));
        let steps: Vec<Step> = view.next.iter().copied().filter(is_number).collect();
        let squares: Vec<Square> = view.chosen.iter().filter_map(|step| step.square()).collect();
        // What is kept stays where it was put down, and what is lifted stands where it was picked up.
        let &square = match steps.first()? {
            Step::Keep(_) => squares.last()?,
            _ => squares.first()?,
        };
        let asked = steps.len() == view.next.len();
        Some(Chips { steps, square, below: layout.place(square).1 == 0, asked })
    }

    /// Returns the centre of the row of numbers, in squares from the top left corner of the board. The row stays on the
    /// board, and close enough to the stack that targets beside it can still be seen and touched.
    pub fn centre(&self, layout: Layout) -> (f64, f64) {
        let (column, row) = layout.place(self.square);
        let (width, away) = if self.asked { (0.9, 0.95) } else { (0.6, 0.66) };
        let half = self.steps.len() as f64 * width / 2.0;
        let x = (column as f64 + 0.5).clamp(half, (layout.width() as f64 - half).max(half));
        (x, row as f64 + 0.5 + if self.below { away } else { -away })
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::board::Board;
    use halfboard_rules::registry;

    use super::*;

    fn chips(position: &str, chosen: &[Step], quarters: u8) -> Option<Chips> {
        let session = registry::rules("stacks-in-action").expect("valid").position(position).expect("valid");
        let view = session.view(chosen);
        assert_eq!(view.chosen, chosen);
        Chips::new(&view, Layout::new(Board::Half).turned(quarters))
    }

    fn at(name: &str) -> Square {
        Board::Half.square(name).expect("a square")
    }

    #[test]
    fn numbers_are_at_their_stack_and_on_the_board() {
        let position = "(bbb)6b/8/8/3b3(bb) b w0b0";
        for (name, quarters) in [("A1", 0), ("A1", 1), ("A1", 2), ("A1", 3), ("D8", 0), ("D8", 3)] {
            let layout = Layout::new(Board::Half).turned(quarters);
            let shown = chips(position, &[Step::From(at(name))], quarters).expect("numbers");
            assert_eq!((shown.square, shown.asked), (at(name), false));
            let (x, y) = shown.centre(layout);
            let half = 0.3 * shown.steps.len() as f64;
            assert!(x >= half && x <= layout.width() as f64 - half, "{name} {quarters}: {x}");
            assert!(y > 0.0 && y < layout.height() as f64, "{name} {quarters}: {y}");
            let (column, row) = layout.place(at(name));
            assert!((x - column as f64 - 0.5).abs() < 1.0 && (y - row as f64 - 0.5).abs() < 1.0);
        }
        assert_eq!(chips(position, &[], 0), None, "no stack is chosen");
    }

    #[test]
    fn what_is_kept_is_chosen_where_it_lies() {
        let position = "8/1(bwb)1b4/8/(bb)7 b w0b0";
        let chosen = [Step::From(at("B2")), Step::Count(3), Step::To(at("B4"))];
        let shown = chips(position, &chosen, 0).expect("numbers");
        assert_eq!(shown.steps, [1, 2, 3].map(Step::Keep));
        assert_eq!((shown.square, shown.below, shown.asked), (at("B4"), false, true));
        let first = [Step::From(at("B2")), Step::To(at("B4"))];
        let shown = chips(position, &first, 0).expect("numbers");
        assert_eq!(shown.steps, [1, 2, 3].map(Step::Count));
        assert_eq!(shown.square, at("B2"), "what is lifted is chosen where it stands");
    }
}
