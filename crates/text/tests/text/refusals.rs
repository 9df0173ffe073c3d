//! Why squares cannot be chosen, in German: as specific as in English, for every reason that there is. The positions
//! are those in which the rules' own sentences are checked.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::Step;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::refusal::{Refusal, Refused};
use halfboard_rules::registry;
use halfboard_rules::session::{Progress, Session};
use halfboard_text::refusal::{explain, explain_square};
use halfboard_text::{Language, speak};

/// The reasons of the rules' own test, with what is said there.
const REASONS: &str = include_str!("../data/refusals.txt");

fn session(rules: &str, position: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("valid rules").position(position).expect("a valid position")
}

/// A question: a session, the steps chosen, and the square that is pointed at.
fn question(session: &dyn Session, words: &str) -> (Vec<Step>, Square) {
    let board = session.info().board;
    let mut words: Vec<&str> = words.split(' ').collect();
    let square = words.pop().and_then(|name| board.square(name)).expect("a square");
    let mut chosen = Vec::new();
    for word in words {
        let next = session.view(&chosen).next;
        chosen.push(next.into_iter().find(|step| step.to_token(board) == word).expect("a step"));
    }
    (chosen, square)
}

/// All reasons that are recorded, by question.
fn recorded() -> Vec<(String, Refused)> {
    let mut reasons = Vec::new();
    for block in REASONS.split("\n\n").skip(1) {
        let mut lines = block.lines();
        let (rules, position) = lines.next().and_then(|head| head.split_once(" | ")).expect("rules and a position");
        let session = session(rules, position);
        for line in lines {
            let (words, _) = line.split_once(": ").expect("a question and an answer");
            let (chosen, square) = question(&*session, words);
            let why = session.refusal(&chosen, square).expect("a reason");
            reasons.push((format!("{rules} | {position} | {words}"), why));
        }
    }
    reasons
}

/// The names of squares in a text.
fn squares(text: &str, board: Board) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| board.square(word).is_some()).map(str::to_owned).collect()
}

/// The German sentence is one, and names the squares that the English one names.
fn is_as_good(why: &Refused) {
    speak(Language::English);
    let english = explain(why);
    let is_sentence =
        |text: &str| text.ends_with('.') && ![": .", "..", "  ", " ."].iter().any(|wrong| text.contains(wrong));
    assert!(is_sentence(&english), "{english}");
    speak(Language::German);
    let german = explain(why);
    assert_ne!(german, english);
    assert!(is_sentence(&german), "{german}");
    assert_eq!(squares(&german, why.board), squares(&english, why.board), "{english} {german}");
    // What follows a colon is a sentence, and so begins with a capital letter or the name of a square.
    for (_, after) in german.match_indices(": ").map(|(at, colon)| german.split_at(at + colon.len())) {
        let word = after.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        let begins = word.starts_with(char::is_uppercase) || why.board.square(word).is_some();
        assert!(begins, "{german}");
    }
}

/// Returns the name of a refusal's variant; of a game's own refusals, the inner one.
fn kind(refusal: &Refusal) -> String {
    let text = format!("{refusal:?}");
    let mut names = text.split(|letter: char| !letter.is_alphanumeric());
    let first = names.next().unwrap_or_default();
    let is_game = !matches!(refusal, Refusal::Over(_) | Refusal::NoSquare(_)) && text.starts_with(&format!("{first}("));
    let kind = if is_game { names.next().unwrap_or_default() } else { first };
    kind.to_owned()
}

/// Returns the variants that an enum declares in source text.
fn variants(source: &str, declaration: &str) -> BTreeSet<String> {
    let (_, variants) = source.split_once(declaration).expect("the enum");
    let depth = variants.lines().nth(1).map_or(0, |line| line.len() - line.trim_start().len());
    let own = variants.lines().skip(1).take_while(|line| line.trim() != "}" || line.find('}') >= Some(depth));
    let declared = own.filter_map(|line| line.get(depth..)).filter(|line| line.starts_with(char::is_uppercase));
    declared.map(|line| line.chars().take_while(|letter| letter.is_alphanumeric()).collect()).collect()
}

/// `UPDATE_REFUSALS=1 cargo test -p halfboard-text refusals` writes the sentences anew.
#[test]
fn reasons_are_said_as_recorded() {
    let mut now = REASONS.to_owned();
    speak(Language::English);
    for (question, why) in recorded() {
        let words = question.rsplit(" | ").next().expect("a question");
        let (rules, position) = question.rsplit_once(" | ").and_then(|(at, _)| at.split_once(" | ")).expect("a place");
        let block = now.find(&format!("{rules} | {position}\n")).expect("a block");
        let line = block + now[block..].find(&format!("\n{words}: ")).expect("a line") + 1;
        let end = line + now[line..].find('\n').expect("an end");
        now.replace_range(line..end, &format!("{words}: {}", explain(&why)));
    }
    if std::env::var_os("UPDATE_REFUSALS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/refusals.txt");
        std::fs::write(path, &now).expect("the sentences can be written");
        return;
    }
    let differing = REASONS.lines().zip(now.lines()).find(|(then, now)| then != now);
    assert!(REASONS == now, "{differing:?}");
}

#[test]
fn every_reason_can_be_said_in_german() {
    let mut kinds = BTreeSet::new();
    for (_, why) in recorded() {
        is_as_good(&why);
        kinds.insert(kind(&why.refusal));
    }
    // Two that no legal question leads to.
    for refusal in [Refusal::OffBoard, Refusal::Unexplained] {
        is_as_good(&Refused { board: Board::Half, square: Square::new(9), refusal: refusal.clone() });
        kinds.insert(kind(&refusal));
    }
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/src");
    let read = |path: PathBuf| fs::read_to_string(path).expect("a source file");
    let mut declared = variants(&read(rules.join("refusal/mod.rs")), "pub enum Refusal {");
    for game in registry::games() {
        let folder = rules.join("games").join(game.info().id.replace('-', "_"));
        let source = read(folder.join("refusals.rs"));
        let (_, name) = source.split_once("pub enum ").expect("the game's reasons");
        declared.append(&mut variants(&source, name.split(' ').next().expect("a name")));
    }
    assert_eq!(kinds, declared);
}

#[test]
fn every_square_of_a_random_game_of_every_preset_is_answered_in_german() {
    let mut random = SplitMix64::new(3);
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let mut session = registry::rules(&preset.rules).expect("valid rules").start(1);
        for _ in 0..30 {
            let mut chosen = Vec::new();
            while let Some(Progress::Next(next)) = session.progress(&chosen) {
                for square in session.info().board.squares() {
                    session.refusal(&chosen, square).iter().for_each(is_as_good);
                }
                chosen.push(next[random.below(next.len() as u64) as usize]);
            }
            if !session.play_random(&mut random) {
                break;
            }
        }
    }
}

/// Sentences that are put together from parts, with their endings and capitals.
#[test]
fn german_sentences_are_put_together_well() {
    let expected = [
        (
            "w7/1w6/8/4w1w1 w play wb | A1",
            "Der Stein auf A1 sieht keinen anderen weißen: Seine Linien sind leer. B2 ist nur diagonal zu sehen, und \
             das zählt nicht.",
        ),
        (
            "bwwwwwww/bbwbbbbb/wbwwwwww/bbbwbbbb 2 pick -- | A1",
            "Jetzt ist kein Feld gefragt: Platz 2 wählt eine Farbe.",
        ),
        (
            "3b4/8/8/8/8/8/7b/w3w3 w - - | a1 e5",
            "Auf der Damenlinie von a1 nach e5 steht nur ein Stein, also geht der Zug genau ein Feld weit, nicht 4; \
             auf der anderen stehen 2 Steine, also geht der Zug genau 2 Felder weit, nicht 4.",
        ),
        (
            "7b/8/8/8/8/8/bb6/w1w5 w - - | a1",
            "Der Stein auf a1 kann nicht ziehen: Die feindlichen Steine auf a2 und b2 versperren den Weg; auf c1 steht \
             ein Freund; seine übrigen Wege führen über den Rand hinaus.",
        ),
        (
            "(bbb)7/8/8/8 b w0b2 | A1",
            "Schwarz fehlen ein Einer und ein Zweier: Schwarz muss auf einem leeren Feld einsetzen.",
        ),
        (
            "8/8/(bbb)(bb)b5/8 b w0b0 | C1 1 C3",
            "C3 liegt 2 Felder von C1 entfernt; ein Zug geht genau ein Feld weit (du hebst einen Stein ab) oder 3 (so \
             viele Stapel stehen auf der Damenlinie).",
        ),
        (
            "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0 | C1 C6",
            "Der feindliche Stapel auf C3 versperrt den Weg von C1 nach C6.",
        ),
        (
            "8/8/(bbb)(bb)b5/8 b w0b1 | C1 C2",
            "Auf C2 steht ein Stapel: Wer wie Schwarz noch einen Stein im Vorrat hat, darf dort nicht landen.",
        ),
        (
            "1w2w2b/2ww1w1b/b2ww3/4w2b w w0b0 w1b2 - | A2 B5 A1",
            "A1 gehört zu keinem Vierer, der entkommen kann: Wähle die Spalte ab A5, die Reihe ab B3 oder das Quadrat \
             ab B4.",
        ),
    ];
    let recorded = recorded();
    speak(Language::German);
    for (question, answer) in expected {
        let found = recorded.iter().find(|(asked, _)| asked.ends_with(&format!("| {question}")));
        let (_, why) = found.expect("a recorded question");
        assert_eq!(explain(why), answer);
    }
}

#[test]
fn a_square_that_can_be_chosen_is_answered_all_the_same() {
    let j = session("j", "8/8/8/8 w w12b12");
    let edge = Board::Half.square("A5").expect("a square");
    speak(Language::English);
    assert_eq!(explain_square(&*j, &[], edge), "That is not possible now.");
    speak(Language::German);
    assert_eq!(explain_square(&*j, &[], edge), "Das geht jetzt nicht.");
}
