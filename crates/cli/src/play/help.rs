//! The longer texts of a game in the terminal: help, and what the rules in force are.

use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;

use crate::layout::wrap;
use crate::style::Style;
use crate::variant::Variant;

/// What can be typed when the game is over.
pub(super) const OVER: &str = "undo, new (the same game again), menu (another game), save FILE, or quit?";

/// What can be typed. The signs are those that the board is drawn with.
pub(super) fn help(style: Style) -> String {
    let [open, close] = style.choice_marks();
    format!(
        "\
Type a move as 'moves' lists it, or the squares of a turn one after the other,
on one line or on several: 'b1 b3', or 'b1' and then 'b3'. The beginning of a
word will do: where it can mean several things, they are listed.
What is listed with a number can be chosen by the number. Where a square alone
is a whole move, 'A5 ...' goes on to the other choices that begin with it.

  moves      list the legal moves, or the choices part-way through a turn;
             where there are very many, what they begin with
  moves all  list every legal move
  hints on   mark on the board what a turn can begin with, where that is half of
             the squares or less; 'hints off' ends it
  hint       name the best move that the engine sees, and what it is worth
  back       take back one step of this turn
  undo       take back your steps, or the last turn; against the engine, your
             last turn and its answer
  redo       play again what was taken back
  save FILE  save the game, and every turn from now on
  draw       offer a draw; the other side is asked
  resign     give up
  rules      the rules in force
  board      draw the board again
  new        the same game again, when one is over
  menu       another game, when one is over
  quit       leave; a saved game can be resumed with --resume FILE

On the board ( ) is the last move, [ ] what you have chosen, {open} {close} what you can."
    )
}

/// The rules in force in a few lines.
pub(super) fn rules(session: &dyn Session, style: Style) -> String {
    let mut lines = Variant::of(session.info(), session.rules()).description(style);
    lines.push(format!("The full rules are in docs/rules/{}.md.", session.info().id));
    wrapped(&lines)
}

/// What is played, in a line or two.
pub(super) fn welcome(rules: &dyn Rules, style: Style) -> String {
    format!("\n{}", wrapped(&Variant::of(rules.info(), rules.canonical()).greeting(style)))
}

/// Lines that go on a little further in than they begin.
fn wrapped(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| wrap(line, if line.starts_with(' ') { 6 } else { 0 }));
    lines.collect::<Vec<_>>().join("\n")
}
