//! Words of the analysis board.

halfboard_text::phrases! {
    title(variant): "Analysis: {variant}" | "Analyse: {variant}",
    begin_title: "Analyse a game" | "Eine Partie analysieren",
    begin_lead: "Choose a game, or bring one in. The engine shows its best lines for every position." |
        "Wähle ein Spiel, oder lies eine Partie ein. Die Engine zeigt zu jeder Stellung ihre besten Varianten.",
    choose_game: "From the start" | "Vom Anfang an",
    rules_string: "Rules string" | "Regeltext",
    rules_string_more: "For any mix of options, such as “lines-of-action:wrap=both”." |
        "Für jede Mischung von Regeln, etwa „lines-of-action:wrap=both“.",
    variant_of(game): "Variant of {game}" | "Variante von {game}",
    analyse: "Analyse" | "Analysieren",
    analyse_game(game): "Analyse {game}" | "{game} analysieren",
    wrong_link: "This link cannot be opened" | "Dieser Link lässt sich nicht öffnen",
    wrong_kept: "This analysis cannot be read" | "Diese Analyse ist nicht zu lesen",
    no_such_analysis: "This analysis is not here any more. It may have been deleted, or kept in another browser." |
        "Diese Analyse gibt es hier nicht mehr. Vielleicht wurde sie gelöscht oder in einem anderen Browser aufgehoben.",
    left_out_one: "1 move could not be read and is left out." | "1 Zug war nicht zu lesen und fehlt.",
    left_out(count): "{count} moves could not be read and are left out." | "{count} Züge waren nicht zu lesen und fehlen.",
    full: "This analysis holds as many moves as it can. Delete a branch to go on." |
        "Mehr Züge fasst diese Analyse nicht. Lösche einen Zweig, um fortzufahren.",

    moves: "Moves" | "Züge",
    no_moves: "Play a move on the board, or step through the lines of the engine." |
        "Zieh auf dem Brett, oder geh den Varianten der Engine nach.",
    start: "Start" | "Anfang",
    variation: "Variation" | "Variante",
    comment_on(mv): "Comment on {mv}" | "Kommentar zu {mv}",
    comment_on_start: "Comment on the start" | "Kommentar zum Anfang",
    promote: "Make main line" | "Zur Hauptvariante machen",
    delete: "Delete from here" | "Ab hier löschen",
    deleted(mv): "{mv} was deleted with what followed." | "{mv} wurde mit allem Folgenden gelöscht.",
    undo: "Undo" | "Rückgängig",
    undone: "It is back." | "Es ist wieder da.",
    promoted: "This is the main line now." | "Das ist jetzt die Hauptvariante.",
    at_move(number, mv): "After turn {number}, {mv}." | "Nach Zug {number}, {mv}.",
    at_start: "At the start." | "Am Anfang.",
    to_move(actor): "{actor} to move." | "{actor} ist am Zug.",

    flip: "Flip" | "Umdrehen",
    edit: "Edit position" | "Stellung bearbeiten",
    review: "Review the game" | "Partie auswerten",
    share: "Import and export" | "Einlesen und ausgeben",
    others: "Other analyses" | "Andere Analysen",
    keys: "Keys" | "Tasten",
    new: "New analysis" | "Neue Analyse",

    engine: "Engine" | "Engine",
    engine_on: "Engine lines" | "Varianten der Engine",
    lines: "Number of lines" | "Anzahl der Varianten",
    thinking: "Thinking …" | "Ich denke …",
    engine_off: "The engine is switched off." | "Die Engine ist abgeschaltet.",
    engine_failed: "The engine has stopped." | "Die Engine ist stehen geblieben.",
    again: "Start it again" | "Neu starten",
    over: "The game is over here." | "Hier ist die Partie zu Ende.",
    think_longer: "Think longer" | "Länger nachdenken",
    depth(depth): "depth {depth}" | "Tiefe {depth}",
    speed(thousands): "{thousands} thousand positions a second" | "{thousands} Tsd. Stellungen je Sekunde",
    looked_at(thousands): "{thousands} thousand positions" | "{thousands} Tsd. Stellungen",
    for_white: "Percentages are White's." | "Prozente gelten für Weiß.",
    for_first: "Percentages are the first seat's." | "Prozente gelten für Platz 1.",
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
    proven_more: "Proven means: it was worked out to the end, and no play of the other side can change it." |
        "Bewiesen heißt: bis zum Ende durchgerechnet, und die andere Seite kann nichts daran ändern.",
    proven_alone: "Proven means: it was worked out to the end." | "Bewiesen heißt: bis zum Ende durchgerechnet.",
    estimated_more: "Estimated means: the engine's judgement as far as it has looked. It may be wrong." |
        "Geschätzt heißt: das Urteil der Engine, so weit sie geschaut hat. Es kann falsch sein.",

    verdicts: "Exact verdict of every move" | "Genaues Urteil über jeden Zug",
    solving: "Solving the position …" | "Die Stellung wird gelöst …",
    solve_setup: "Solve this set-up" | "Diesen Aufbau lösen",
    takes_long: "While the board is still being arranged, solving takes minutes and is not begun by itself." |
        "Solange das Brett noch aufgebaut wird, dauert das Lösen Minuten und beginnt nicht von selbst.",
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
    all_lose: "Whatever is chosen here, it loses." | "Was auch gewählt wird, es verliert.",

    bring_in: "Bring in" | "Einlesen",
    bring_in_more: "A record, SGF of Lines of Action, an analysis saved here, or a position string." |
        "Eine Aufzeichnung, SGF von Lines of Action, eine hier gespeicherte Analyse oder ein Stellungstext.",
    from_file: "From a file" | "Aus einer Datei",
    from_text: "Or paste the text" | "Oder den Text einfügen",
    position_rules: "Rules for a position string" | "Regeln für einen Stellungstext",
    take_in: "Open" | "Öffnen",
    taken_in(count): "{count} games were taken in; this is the first. The others are under “Other analyses”." |
        "{count} Partien wurden eingelesen; das ist die erste. Die anderen stehen unter „Andere Analysen“.",
    nothing_in_it: "There is nothing in this text." | "In diesem Text ist nichts.",
    too_long: "This text is too long for an analysis: at most 2 megabytes and 5000 moves." |
        "Dieser Text ist zu lang für eine Analyse: höchstens 2 Megabyte und 5000 Züge.",
    too_many: "These are too many games for one text: at most 20." |
        "Das sind zu viele Partien für einen Text: höchstens 20.",
    record_wrong(game, line): "Game {game} is wrong in line {line}." | "Partie {game} ist falsch in Zeile {line}.",
    position_wrong(character): "This is no position of these rules: it is wrong at character {character}." |
        "Das ist keine Stellung dieser Regeln: falsch bei Zeichen {character}.",
    take_out: "Take out" | "Ausgeben",
    copy_link: "Copy link" | "Link kopieren",
    copy_position: "Copy position" | "Stellung kopieren",
    copy_record: "Copy record" | "Aufzeichnung kopieren",
    save_record: "Save record" | "Aufzeichnung speichern",
    save_sgf: "Save SGF" | "SGF speichern",
    save_tree: "Save with all branches" | "Mit allen Zweigen speichern",
    copied: "It is on the clipboard." | "Es ist in der Zwischenablage.",
    record_more: "A link leads to this position. A record holds the line that you look at, a saved analysis all branches." |
        "Ein Link führt zu dieser Stellung. Eine Aufzeichnung enthält die Variante, die du ansiehst, eine gespeicherte Analyse alle Zweige.",
    position_string: "Position string" | "Stellungstext",

    kept_more: "Analyses with comments or branches of yours stay until you delete them; of the others the last dozen." |
        "Analysen mit deinen Kommentaren oder Zweigen bleiben, bis du sie löschst; von den anderen das letzte Dutzend.",
    kept_none: "There is no other analysis." | "Es gibt keine andere Analyse.",
    kept_this: "shown now" | "jetzt zu sehen",
    kept_move: "1 move" | "1 Zug",
    kept_moves(count): "{count} moves" | "{count} Züge",
    kept_deleted: "The analysis was deleted." | "Die Analyse wurde gelöscht.",
    open: "Open" | "Öffnen",
    delete_kept: "Delete" | "Löschen",

    key_step: "one move back, one move on" | "einen Zug zurück, einen Zug vor",
    key_ends: "to the start, to the end of the line" | "an den Anfang, ans Ende der Variante",
    key_branches: "the other moves from the same position" | "die anderen Züge aus derselben Stellung",
    key_delete: "delete the move with what follows" | "den Zug mit allem Folgenden löschen",
    key_undo: "bring back what was deleted" | "Gelöschtes zurückholen",
    key_engine: "play the best move of the engine" | "den besten Zug der Engine spielen",
    key_board: "walk over the board when it has the focus; Enter chooses, Esc takes a step back" |
        "über das Brett gehen, wenn es den Fokus hat; Enter wählt, Esc nimmt einen Schritt zurück",
    key_type: "letters and digits: type a move, Enter plays it" |
        "Buchstaben und Ziffern: einen Zug eintippen, Enter spielt ihn",
    key_help: "this list" | "diese Liste",
}

/// How many moves were left out.
pub fn missing(count: usize) -> String {
    if count == 1 { left_out_one().to_owned() } else { left_out(count) }
}
