//! Phrases of the analysis board.

halfboard_text::phrases! {
    title(variant): "Analysis: {variant}" | "Analyse: {variant}",
    begin_title: "Analyse a game" | "Eine Partie analysieren",
    begin_lead: "Choose a game or import one. The engine shows its best lines for every position." |
        "Wähle ein Spiel oder importiere eine Partie. Die Engine zeigt zu jeder Stellung ihre besten Varianten.",
    more_variants: "Variants and import" | "Varianten und Import",
    choose_game: "Choose a game" | "Spiel wählen",
    rules_string: "Rules string" | "Regeltext",
    rules_string_more: "For any combination of options, such as “lines-of-action:wrap=both”." |
        "Für jede Kombination von Optionen, etwa „lines-of-action:wrap=both“.",
    variant_of(game): "Variant of {game}" | "Variante von {game}",
    analyse: "Analyse" | "Analysieren",
    analyse_game(game): "Analyse {game}" | "{game} analysieren",
    invalid_link: "Invalid link" | "Ungültiger Link",
    load_failed: "Couldn't load this analysis" | "Diese Analyse kann nicht geladen werden",
    no_such_analysis: "This analysis is not in this browser. It may have been deleted or saved in another browser." |
        "Diese Analyse ist nicht in diesem Browser. Vielleicht wurde sie gelöscht oder in einem anderen Browser gespeichert.",
    skipped_one: "1 unreadable move was skipped." | "1 unlesbarer Zug wurde ausgelassen.",
    skipped(count): "{count} unreadable moves were skipped." | "{count} unlesbare Züge wurden ausgelassen.",
    full: "This analysis is full. Delete a branch to continue." |
        "Diese Analyse ist voll. Lösche einen Zweig, um fortzufahren.",

    moves: "Moves" | "Züge",
    no_moves: "Play a move on the board or follow an engine line." |
        "Ziehe auf dem Brett oder folge einer Variante der Engine.",
    start: "Start" | "Anfang",
    variation: "Variation" | "Variante",
    comment_on(mv): "Comment on {mv}" | "Kommentar zu {mv}",
    comment_on_start: "Comment on the start" | "Kommentar zum Anfang",
    promote: "Make main line" | "Zur Hauptvariante machen",
    delete: "Delete from here" | "Ab hier löschen",
    deleted(mv): "Deleted {mv} and the moves after it" | "{mv} und die folgenden Züge gelöscht",
    undo: "Undo" | "Rückgängig",
    restored: "Restored" | "Wiederhergestellt",
    promoted: "Now the main line" | "Jetzt die Hauptvariante",
    at_move(number, mv): "After move {number}, {mv}." | "Nach Zug {number}, {mv}.",
    at_start: "At the start." | "Am Anfang.",
    to_move(actor): "{actor} to move." | "{actor} ist am Zug.",

    flip: "Flip board" | "Brett drehen",
    edit: "Edit position" | "Stellung bearbeiten",
    review: "Review game" | "Partie auswerten",
    share: "Import and export" | "Importieren und exportieren",
    others: "Other analyses" | "Andere Analysen",
    keys: "Keyboard shortcuts" | "Tastenkürzel",
    new: "New analysis" | "Neue Analyse",

    engine: "Engine" | "Engine",
    engine_on: "Engine lines" | "Varianten der Engine",
    lines: "Number of lines" | "Anzahl der Varianten",
    thinking: "Thinking …" | "Denkt nach …",
    engine_off: "Engine off" | "Engine aus",
    engine_failed: "The engine stopped." | "Die Engine wurde beendet.",
    restart_engine: "Restart" | "Neu starten",
    over: "The game is over here." | "Hier ist die Partie zu Ende.",
    think_longer: "Think longer" | "Länger nachdenken",
    depth(depth): "depth {depth}" | "Tiefe {depth}",
    speed(count): "{count} positions/s" | "{count} Stellungen/s",
    positions_searched(count): "{count} positions" | "{count} Stellungen",
    for_white: "Percentages for White" | "Prozente für Weiß",
    for_first: "Percentages for seat 1" | "Prozente für Platz 1",
    line_number(number): "Line {number}" | "Variante {number}",
    play_to(mv): "Play on to {mv}" | "Bis {mv} spielen",
    percent(share): "{share} %" | "{share} %",
    wins_in(side, turns): "{side} in {turns}" | "{side} in {turns}",
    wins(side): "{side} wins" | "{side} gewinnt",
    seat(number): "Seat {number}" | "Platz {number}",
    draw: "draw" | "remis",
    left(count): "{count} left" | "{count} übrig",
    solved_in(turns): "solved in {turns}" | "gelöst in {turns}",
    proven: "proven" | "bewiesen",
    estimated: "estimated" | "geschätzt",
    proven_more: "Proven: calculated to the end; the other side cannot change it." |
        "Bewiesen: bis zum Ende berechnet; die andere Seite kann nichts daran ändern.",
    proven_solitaire: "Proven: calculated to the end." | "Bewiesen: bis zum Ende berechnet.",
    estimated_more: "Estimated: the engine's opinion so far. It may be wrong." |
        "Geschätzt: die bisherige Einschätzung der Engine. Sie kann falsch sein.",

    verdicts: "Exact result of every move" | "Genaues Ergebnis jedes Zugs",
    solving: "Solving the position …" | "Die Stellung wird gelöst …",
    solve_setup: "Solve this setup" | "Diesen Aufbau lösen",
    takes_long: "Solving takes minutes during setup, so it does not start automatically." |
        "Während des Aufbaus dauert das Lösen Minuten und beginnt nicht automatisch.",
    verdict_wins(side): "{side} wins with best play: proven." | "{side} gewinnt bei bestem Spiel: bewiesen.",
    verdict_wins_in(side, turns): "{side} wins with best play, {turns} turns from here: proven." |
        "{side} gewinnt bei bestem Spiel, {turns} Züge von hier: bewiesen.",
    verdict_draw: "A draw with best play: proven." | "Remis bei bestem Spiel: bewiesen.",
    verdict_solved: "It can be solved: proven." | "Es ist lösbar: bewiesen.",
    verdict_stuck_one: "At best 1 checker is left: proven." | "Im besten Fall bleibt 1 Stein: bewiesen.",
    verdict_stuck(count): "At best {count} checkers are left: proven." |
        "Im besten Fall bleiben {count} Steine: bewiesen.",
    verdict_unknown: "It could not be solved." | "Es ließ sich nicht lösen.",
    keeps_win: "keeps the win" | "hält den Gewinn",
    loses: "loses" | "verliert",
    keeps_best: "keeps the best result" | "hält das beste Ergebnis",
    spoils: "spoils it" | "verdirbt es",
    judged(count, all): "{count} of {all} choices keep it." | "{count} von {all} Möglichkeiten halten es.",
    all_lose: "Every choice loses." | "Jede Wahl verliert.",

    import: "Import" | "Importieren",
    import_more: "Game records, SGF and other formats for Lines of Action, an exported analysis, or a position string." |
        "Partieaufzeichnungen, SGF und andere Formate für Lines of Action, eine exportierte Analyse oder ein Stellungstext.",
    from_file: "From a file" | "Aus einer Datei",
    from_text: "Or paste the text" | "Oder den Text einfügen",
    position_rules: "Rules for a position string" | "Regeln für einen Stellungstext",
    open_imported: "Open" | "Öffnen",
    imported(count): "Imported {count} games; this is the first. The others are under “Other analyses”." |
        "{count} Partien importiert; das ist die erste. Die anderen stehen unter „Andere Analysen“.",
    imported_partial(read, all, game, line): "Read {read} of {all} games; error in game {game}, line {line}." |
        "{read} von {all} Partien gelesen; Fehler in Partie {game}, Zeile {line}.",
    empty_text: "The text is empty." | "Der Text ist leer.",
    too_long: "Too long: at most 2 megabytes and 5000 moves." |
        "Zu lang: höchstens 2 Megabyte und 5000 Züge.",
    too_many: "Too many games: at most 20." |
        "Zu viele Partien: höchstens 20.",
    record_error(game, line): "Error in game {game}, line {line}." | "Fehler in Partie {game}, Zeile {line}.",
    invalid_position(character): "Invalid position for these rules at character {character}." |
        "Ungültige Stellung für diese Regeln bei Zeichen {character}.",
    export: "Export" | "Exportieren",
    copy_link: "Copy link" | "Link kopieren",
    copy_position: "Copy position" | "Stellung kopieren",
    copy_record: "Copy record" | "Aufzeichnung kopieren",
    save_record: "Download record" | "Aufzeichnung herunterladen",
    save_sgf: "Download SGF" | "SGF herunterladen",
    save_tree: "Download with all branches" | "Mit allen Zweigen herunterladen",
    copied: "Copied to clipboard" | "In die Zwischenablage kopiert",
    record_more: "The link opens this position. A record contains the current line, a download with all branches the whole analysis." |
        "Der Link öffnet diese Stellung. Eine Aufzeichnung enthält die aktuelle Variante, der Download mit allen Zweigen die ganze Analyse.",
    position_string: "Position string" | "Stellungstext",

    saved_more: "Analyses with your comments or branches are kept until you delete them; of the others, the last twelve." |
        "Analysen mit deinen Kommentaren oder Zweigen bleiben, bis du sie löschst; von den anderen die letzten zwölf.",
    saved_none: "No other analyses." | "Keine anderen Analysen.",
    saved_current: "current" | "aktuell",
    saved_move: "1 move" | "1 Zug",
    saved_moves(count): "{count} moves" | "{count} Züge",
    saved_deleted: "Analysis deleted" | "Analyse gelöscht",
    open: "Open" | "Öffnen",
    delete_saved: "Delete" | "Löschen",

    key_step: "previous and next move" | "vorheriger und nächster Zug",
    key_ends: "start and end of the line" | "Anfang und Ende der Variante",
    key_branches: "other moves from this position" | "andere Züge aus dieser Stellung",
    key_delete: "delete the move and those after it" | "den Zug und die folgenden löschen",
    key_undo: "undo the deletion" | "Löschen rückgängig machen",
    key_engine: "play the engine's best move" | "den besten Zug der Engine spielen",
    key_board: "move around the board when it is focused; Enter selects, Esc undoes a step" |
        "auf dem Brett bewegen, wenn es den Fokus hat; Enter wählt, Esc nimmt einen Schritt zurück",
    key_type: "letters and digits: type a move, Enter plays it" |
        "Buchstaben und Ziffern: einen Zug eintippen, Enter spielt ihn",
    key_help: "this list" | "diese Liste",
}

/// Returns a notice of skipped moves.
pub fn skipped_moves(count: usize) -> String {
    if count == 1 { skipped_one().to_owned() } else { skipped(count) }
}

/// Returns a large number in a short form, such as `950`, `207k` or `2.1M`.
pub fn rounded(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..10_000_000 => format!("{}.{}M", count / 1_000_000, count % 1_000_000 / 100_000),
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        let cases = [(0, "0"), (999, "999"), (207_400, "207k"), (2_000_000, "2.0M"), (12_345_678, "12M")];
        for (count, expected) in cases {
            assert_eq!(rounded(count), expected);
        }
    }
}
