//! Phrases of the fairness page.

use halfboard_engine::fairness::stats::Share;
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_text::games as texts;

use super::board::color;
use super::{Language, games, language, rules};
use crate::fairness::{BoardError, Favour, Finding, FindingSide, Judged, Outcome};
use crate::shared::OpenError;

halfboard_text::phrases! {
    title: "How fair are the games?" | "Wie fair sind die Spiele?",
    lead: "Solver results and engine games for every variant: does moving first matter, how often is it a draw, and how long are the games?" |
        "Solver-Ergebnisse und Engine-Partien zu jeder Variante: Ist es wichtig, wer beginnt, wie oft gibt es Remis, und wie lange dauern Partien?",
    how_to_read: "How to read the charts" | "So liest man die Diagramme",
    read_dot: "A dot is the share of points of who begins, a draw counted as half a point; at 50 % it does not matter who begins. The line through it is the 95 % interval: where it crosses 50 %, so few games cannot tell an advantage for certain." |
        "Ein Punkt ist der Anteil der Punkte für die Seite, die beginnt, ein Remis als halber Punkt; bei 50 % ist es gleich, wer beginnt. Der Strich durch ihn ist das 95-%-Intervall: Kreuzt er die 50 %, so zeigen so wenige Partien keinen sicheren Vorteil.",
    read_proven: "Filled square: proven. Every board counted was solved exactly; the interval is about other boards than these." |
        "Gefülltes Quadrat: bewiesen. Jedes gezählte Brett wurde exakt gelöst; das Intervall gilt anderen Brettern als diesen.",
    read_estimated: "Open circle: estimated, from games of the engine against itself, equally strong on both sides." |
        "Offener Kreis: geschätzt, aus Partien der Engine gegen sich selbst, auf beiden Seiten gleich stark.",
    read_length: "The thick line under “Turns” covers the lengths of eight games in ten, the mark in it the median; each side's turn counts." |
        "Der dicke Strich unter „Züge“ umfasst die Längen von acht unter zehn Partien, die Marke darin den Median; jeder Zug jeder Seite zählt.",
    proven: "proven" | "bewiesen",
    estimated: "estimated" | "geschätzt",
    variant_heading: "Variant" | "Variante",
    begins: "First player scores" | "Ergebnis für Beginner",
    solvable: "Can be solved" | "Lösbar",
    share_and_bounds: "Share (95 %)" | "Anteil (95 %)",
    share_of_boards: "Share of the boards" | "Anteil der Bretter",
    draws: "Draws" | "Remis",
    length: "Turns" | "Züge",
    out_of: "Out of" | "Von",
    boards(count): "{count} boards" | "{count} Brettern",
    games_played(count): "{count} games" | "{count} Partien",
    too_long(count): "{count} too long" | "{count} zu lang",
    designers: "What a designer could do" | "Was man am Spiel ändern könnte",
    commands: "The commands that made these figures" | "Die Kommandos hinter diesen Zahlen",
    solitaires: "Solitaires" | "Solitäre",
    two_players: "Two players" | "Zwei Spieler",
    seat_one: "seat 1" | "Platz 1",
    seat_one_note: "At the fair start the share is that of seat 1, who says who begins." |
        "Beim fairen Anfang ist es der Anteil von Platz 1, der bestimmt, wer beginnt.",
    fates_title: "Random boards: who wins" | "Zufällige Bretter: wer gewinnt",
    fate_white: "White, no matter who begins" | "Weiß, egal wer beginnt",
    fate_black: "Black, no matter who begins" | "Schwarz, egal wer beginnt",
    fate_second: "the second player" | "wer als Zweiter zieht",
    fate_first: "the first player" | "wer beginnt",
    endings: "How the games ended" | "Wie die Partien endeten",
    otherwise_left: "Otherwise left" | "Sonst bleiben",
    left_on(left, boards): "{left} on {boards} boards" | "{left} auf {boards} Brettern",
    end_no_move: "no legal move" | "kein erlaubter Zug",
    end_united: "united" | "vereint",
    end_repetition: "repetition" | "Wiederholung",
    end_losing_chain: "losing chain" | "verlierende Kette",
    end_winning_chain: "winning chain" | "gewinnende Kette",
    end_cleared: "cleared" | "geräumt",
    end_cross: "cross" | "Kreuz",
    end_momentum: "momentum" | "Schwung",
    end_unfinished: "too long" | "zu lang",
    load_failed: "Couldn't load the results. Are you offline? Once loaded, they are available offline." |
        "Die Ergebnisse konnten nicht geladen werden. Bist du offline? Einmal geladen, sind sie auch offline da.",
    retry: "Try again" | "Noch einmal versuchen",
    unreadable: "Couldn't read the results." | "Die Ergebnisse können nicht gelesen werden.",
    loading: "Loading results …" | "Ergebnisse werden geladen …",

    judge_title: "How fair is this board?" | "Wie fair ist dieses Brett?",
    judge_lead: "Solves any board of Sight Reduction, once with White to move first and once with Black. The result is proven." |
        "Löst jedes Brett von Sight Reduction, einmal mit Weiß und einmal mit Schwarz am Zug. Das Ergebnis ist bewiesen.",
    board_field: "Position or seed" | "Stellung oder Seed",
    board_more: "A number is the seed of a random board. A position has four rows like wbw1b2w with “/” between them." |
        "Eine Zahl ist der Seed eines zufälligen Bretts. Eine Stellung hat vier Reihen wie wbw1b2w mit „/“ dazwischen.",
    judge: "Solve this board" | "Dieses Brett lösen",
    random_board: "Random board" | "Zufälliges Brett",
    judging: "Solving …" | "Wird gelöst …",
    judge_failed: "The solver stopped. Ask again to restart it." |
        "Der Solver wurde beendet. Frag noch einmal, um ihn neu zu starten.",
    favours(who): "This board favours {who}: {who} wins no matter who begins." |
        "Dieses Brett begünstigt {who}: {who} gewinnt, egal wer beginnt.",
    favours_second: "The second player wins, with either colour." |
        "Wer als Zweiter zieht, gewinnt, mit jeder Farbe.",
    favours_first: "The first player wins, with either colour. None of 1200 random boards was like this." |
        "Wer beginnt, gewinnt, mit jeder der Farben. Von 1200 zufälligen Brettern war keines so.",
    begins_and_wins(who): "{who} begins and wins." | "{who} beginnt und gewinnt.",
    begins_and_loses(who): "{who} begins and loses against best play." | "{who} beginnt und verliert gegen bestes Spiel.",
    cannot_begin(who): "{who} begins, has no move, and loses." | "{who} beginnt, hat keinen Zug und verliert.",
    one_keeps(moves): "Of {moves} first moves 1 keeps the win." | "Von {moves} ersten Zügen hält einer den Gewinn.",
    keep_the_win(keep, moves): "Of {moves} first moves {keep} keep the win." |
        "Von {moves} ersten Zügen halten {keep} den Gewinn.",
    what_it_means: "That holds when both sides play perfectly. Between people a won board still has to be won." |
        "Das gilt, wenn beide Seiten perfekt spielen. Unter Menschen muss ein gewonnenes Brett erst gewonnen werden.",
    proven_by_solver: "Proven by the solver" | "Vom Solver bewiesen",
    analyse: "Analyse" | "Analysieren",
    play_board: "Play this board" | "Dieses Brett spielen",
    copy_link: "Copy link" | "Link kopieren",
    link_copied: "Link copied" | "Link kopiert",
    white_begins: "White begins" | "Weiß beginnt",
    black_begins: "Black begins" | "Schwarz beginnt",
    not_two_player(given): "Can't solve “{given}”: only two-player boards of Sight Reduction work here." |
        "„{given}“ kann nicht gelöst werden: Hier gehen nur Bretter von Sight Reduction für zwei Spieler.",
    position_or_seed: "Enter either a position or a seed, without moves." |
        "Gib entweder eine Stellung oder einen Seed ein, ohne Züge.",
    not_in_play: "This board is still being set up. Enter a complete board." |
        "Dieses Brett wird noch aufgebaut. Gib ein vollständiges Brett ein.",
}

/// Formats a share in per cent with one decimal, as the language writes it.
pub fn percent(part: f64) -> String {
    let text = format!("{:.1}", part * 100.0);
    match language() {
        Language::English => format!("{text} %"),
        Language::German => format!("{} %", text.replace('.', ",")),
    }
}

/// Formats the confidence bounds of a share.
pub fn bounds(share: &Share) -> String {
    let (low, high) = share.bounds();
    let number = |part: f64| percent(part).trim_end_matches(" %").to_owned();
    format!("{}–{}", number(low), number(high))
}

/// Returns the name of a finding's variant, without the game; unnamed rules are described by their options.
pub fn variant(finding: &Finding) -> String {
    let plain = finding.rules == finding.game();
    match rules::preset(&finding.rules) {
        Some(preset) if !plain => preset.name.get().to_owned(),
        Some(_) => {
            let name = registry::game(finding.game()).map_or("", |game| game.info().name);
            rules::short_name(name).to_owned()
        }
        None => options(finding),
    }
}

/// Describes the options of unnamed rules, without the solitaire option.
fn options(finding: &Finding) -> String {
    let known = texts::find(finding.game()).map_or(&[][..], |texts| texts.options);
    let given = finding.rules.split_once(':').map_or("", |(_, options)| options).split(',');
    let told = given.filter(|option| *option != "solitaire=on").map(|given| {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        let option = known.iter().find(|option| option.name == name);
        option
            .map_or_else(|| given.to_owned(), |option| format!("{}: {}", option.label.get(), option.value_label(value)))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// Returns the number of boards or games counted.
pub fn sample_size(finding: &Finding) -> String {
    let count = finding.outcome.count();
    let counted = if finding.proven { boards(count) } else { games_played(count) };
    match finding.games.as_ref().map_or(0, |games| games.unfinished) {
        0 => counted,
        unfinished => format!("{counted} ({})", too_long(unfinished)),
    }
}

/// Returns whether a finding is proven or estimated.
pub fn certainty(finding: &Finding) -> &'static str {
    if finding.proven { proven() } else { estimated() }
}

/// Describes the share of a finding, as the text alternative of its plot.
pub fn share_of(finding: &Finding) -> String {
    let share = finding.share();
    let who = match finding.outcome {
        Outcome::Duel { side: FindingSide::SeatOne, .. } => format!(" ({})", seat_one()),
        _ => String::new(),
    };
    format!("{}{who}", percent(share.part()))
}

/// Lists how the games of a finding ended, most frequent first.
pub fn endings_summary(finding: &Finding) -> Option<String> {
    let mut ends = finding.games.as_ref()?.ends.clone();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let ends: Vec<String> = ends.iter().map(|(reason, count)| format!("{} {count}", end(reason))).collect();
    Some(ends.join(", "))
}

fn end(reason: &str) -> &str {
    match reason {
        "no-move" => end_no_move(),
        "united" | "united-by-opponent" | "both-united" => end_united(),
        "repetition" => end_repetition(),
        "losing-chain" => end_losing_chain(),
        "winning-chain" => end_winning_chain(),
        "cleared" => end_cleared(),
        "cross" => end_cross(),
        "momentum" => end_momentum(),
        "unfinished" => end_unfinished(),
        other => other,
    }
}

/// Lists how many checkers the unsolvable solitaires leave.
pub fn left_summary(finding: &Finding) -> String {
    match &finding.outcome {
        Outcome::Alone { left, .. } => {
            left.iter().map(|(left, boards)| left_on(left, boards)).collect::<Vec<_>>().join(", ")
        }
        Outcome::Duel { .. } => String::new(),
    }
}

/// Returns which side a board favours.
pub fn favour(favour: Favour) -> String {
    match favour {
        Favour::Color(who) => favours(color(who)),
        Favour::First => favours_first().to_owned(),
        Favour::Second => favours_second().to_owned(),
    }
}

/// Describes the verdict with a colour to move first.
pub fn judged(begins: Color, judged: &Judged) -> String {
    let who = color(begins);
    match judged {
        Judged { moves: 0, .. } => cannot_begin(who),
        Judged { winner, .. } if *winner != begins => begins_and_loses(who),
        Judged { keep: None, .. } => begins_and_wins(who),
        Judged { keep: Some(1), moves, .. } => format!("{} {}", begins_and_wins(who), one_keeps(moves)),
        Judged { keep: Some(keep), moves, .. } => format!("{} {}", begins_and_wins(who), keep_the_win(keep, moves)),
    }
}

/// Explains an invalid board. The second part is the parser's message in English.
pub fn board_error(error: &BoardError) -> (String, Option<String>) {
    match error {
        BoardError::Rules(error) => games::open_error(&OpenError::Rules(error.clone())),
        BoardError::Seed(seed) => games::open_error(&OpenError::Seed(seed.clone())),
        BoardError::Position(error) => games::open_error(&OpenError::Position(error.clone())),
        BoardError::NoDuel(given) => (not_two_player(given), None),
        BoardError::TooMuch => (position_or_seed().to_owned(), None),
        BoardError::NotInPlay => (not_in_play().to_owned(), None),
    }
}
