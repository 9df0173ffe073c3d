//! A result as text that one can send to others: what it was, how it went, a row of symbols, and the way there.

use super::SolitaireRun;
use crate::phrases::solitaire as phrases;

/// Returns the way in ten parts: straight on, with steps back, or with help.
fn row(run: &SolitaireRun) -> String {
    // Signs of different shapes, so that colour is not the only difference.
    let part = |(back, helped)| match (helped, back) {
        (true, _) => "💡",
        (false, true) => "🔙",
        (false, false) => "🟩",
    };
    run.trace().into_iter().map(part).collect()
}

/// Returns the text, with the link to the puzzle.
pub fn text(run: &SolitaireRun, link: &str) -> String {
    let result = phrases::result_to_share(run);
    let title = phrases::title_to_share(run.which());
    format!("{}\n{}\n{link}\n", phrases::shared_line(title, result), row(run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases::{Language, speak};
    use crate::solitaire::{Date, PuzzleId};

    #[test]
    fn a_result_is_told_in_three_lines() {
        let today = Date::read("2026-11-16").expect("a day");
        let which = PuzzleId::Daily(today);
        let numbered = which.numbered().expect("made");
        let made = halfboard_engine::games::sight_reduction::solitaire::puzzle::generate(
            &numbered.rules,
            false,
            numbered.grade,
            numbered.number,
        );
        let mut run = SolitaireRun::of(&which, &made.expect("there is one")).expect("valid");
        run.resume(0.0);
        let line = run.line().to_vec();
        for mv in &line[..4] {
            run.play(mv, 10.0);
        }
        run.go_to(3, 20.0);
        for mv in &line[3..] {
            run.play(mv, 192.0);
        }
        run.record_win(192.0, today);
        speak(Language::English);
        assert_eq!(
            text(&run, "https://example.org/daily/2026-11-16"),
            "Halfboard solitaire, daily 2026-11-16 (gentle): solved in 3:12, no help\n\
             🟩🔙🟩🟩🟩🟩🟩🟩🟩🟩\nhttps://example.org/daily/2026-11-16\n"
        );
        speak(Language::German);
        assert!(
            text(&run, "")
                .starts_with("Halfboard-Solitär, Tagesaufgabe 2026-11-16 (sanft): gelöst in 3:12, ohne Hilfe\n")
        );
    }
}
