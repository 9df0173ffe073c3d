//! The texts of printed pages, in every language.

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_text::Text;

halfboard_text::phrases! {
    boards_title(games): "Boards and pieces: {games}" | "Spielbretter und Steine: {games}",
    rules_title(games): "Rules: {games}" | "Regeln: {games}",
    puzzles_title(games): "Puzzles: {games}" | "Aufgaben: {games}",
    half_board(games): "Half board: {games}" | "Halbes Brett: {games}",
    upper_half(games): "8×8 board, upper half: {games}" | "8×8-Brett, obere Hälfte: {games}",
    lower_half(games): "8×8 board, lower half: {games}" | "8×8-Brett, untere Hälfte: {games}",
    actual_size(side): "Print at actual size (100 %). Squares are {side} mm × {side} mm." |
        "In Originalgröße drucken (100 %). Die Felder sind {side} mm × {side} mm groß.",
    edges: "White owns the plain edges, Black the notched ones." |
        "Weiß gehören die glatten Ränder, Schwarz die gekerbten.",
    cut_and_glue: "Cut along the dashed line. Glue the lower half onto the tab." |
        "An der gestrichelten Linie ausschneiden. Die untere Hälfte auf die Lasche kleben.",
    glue_tab: "Glue the lower half here" | "Hier die untere Hälfte aufkleben",
    ruler: "This line is 100 mm long at actual size." | "Diese Linie ist in Originalgröße 100 mm lang.",
    pieces: "Pieces to cut out" | "Steine zum Ausschneiden",
    pieces_more(diameter): "Print at actual size on card, or glue the page onto card. A piece is {diameter} mm wide." |
        "In Originalgröße auf Karton drucken oder auf Karton kleben. Ein Stein ist {diameter} mm breit.",
    two_spare: "There are two spare pieces of each kind." | "Von jeder Sorte gibt es zwei Steine mehr.",
    white(count): "{count} white" | "{count} weiße",
    black(count): "{count} black" | "{count} schwarze",
    marked_white(count): "{count} marked white" | "{count} markierte weiße",
    marked_black(count): "{count} marked black" | "{count} markierte schwarze",
    with_variants(pieces): "for all variants: {pieces}" | "für alle Varianten: {pieces}",

    start_position: "Start position" | "Anfangsstellung",
    a_start_position: "A start position; it is random" | "Eine Anfangsstellung; sie ist zufällig",
    contents: "Contents" | "Inhalt",
    footer_rules(game): "Halfboard: rules of {game}" | "Halfboard: Regeln von {game}",
    footer_shared: "Halfboard: rules" | "Halfboard: Regeln",
    footer_boards: "Halfboard: boards and pieces" | "Halfboard: Spielbretter und Steine",
    footer_puzzles(game): "Halfboard: puzzles of {game}" | "Halfboard: Aufgaben zu {game}",
    legal: "Legal:" | "Erlaubt:",
    all_legal: "All legal moves:" | "Alle erlaubten Züge:",
    not_legal: "Not legal:" | "Nicht erlaubt:",
    result: "Result:" | "Ergebnis:",
    game_continues: "the game continues." | "die Partie geht weiter.",
    with_options: "With" | "Mit",
    after: "After" | "Nach",
    to_move(who): "{who} to move" | "{who} am Zug",
    side_has(side, what): "{side}: {what}" | "{side}: {what}",

    wins_title(game): "Puzzles: {game}" | "Aufgaben: {game}",
    wins_more: "Find the forced win, against any defence. Only the moves of the winner count. Solutions are on the last pages." |
        "Finde den erzwungenen Gewinn gegen jede Verteidigung. Nur die Züge des Gewinners zählen. Lösungen am Ende.",
    solitaire_title(game, grade): "Solitaire: {game}, {grade}" | "Solitär: {game}, {grade}",
    solitaire_more: "One player. Every board can be solved. Solutions are on the last pages." |
        "Für eine Person. Jedes Brett ist lösbar. Lösungen am Ende.",
    wins_in(who, turns): "{who} to move and win in {turns}" | "{who} am Zug, Gewinn in {turns} Zügen",
    wins_now(who): "{who} to move and win" | "{who} am Zug gewinnt sofort",
    goal_two: "Leave one white and one black checker" | "Lass einen weißen und einen schwarzen Stein übrig",
    goal_one: "Leave a single checker" | "Lass einen einzigen Stein übrig",
    goal_clear: "Clear the whole board" | "Räume das ganze Brett",
    number(number): "No. {number}" | "Nr. {number}",
    solutions: "Solutions" | "Lösungen",
    solutions_more: "The first move is the only one that wins in time. The line shows the longest defence." |
        "Nur der erste Zug gewinnt rechtzeitig. Die Zugfolge zeigt die längste Verteidigung.",
    solitaire_solutions_more: "One of the ways to solve each board." | "Je ein Weg, das Brett zu lösen.",
    checked: "Every solution was checked by the rules before it was printed." |
        "Jede Lösung wurde vor dem Druck anhand der Regeln geprüft.",
}

/// Returns the name of a grade.
pub(super) fn grade(grade: Grade) -> &'static str {
    let text = match grade {
        Grade::Gentle => Text::new("gentle", "sanft"),
        Grade::Easy => Text::new("easy", "leicht"),
        Grade::Medium => Text::new("medium", "mittel"),
        Grade::Hard => Text::new("hard", "schwer"),
        Grade::Fiendish => Text::new("fiendish", "teuflisch"),
    };
    text.get()
}
