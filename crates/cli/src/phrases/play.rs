//! Texts of `play`. Commands are typed in English in every language.

halfboard_text::phrases! {
    which_game: "Which game?" | "Welches Spiel?",
    which_variant(game): "Which {game}?" | "Welche Variante von {game}?",
    choose: "A number, a name, a rules string, or quit:" | "Eine Nummer, ein Name, ein Regelstring oder quit:",
    numbers(most): "Enter a number from 1 to {most}." | "Gib eine Nummer von 1 bis {most} ein.",

    after(mv): "(after {mv})" | "(nach {mv})",
    over_menu: "undo, new (same game again), menu (another game), save FILE, or quit?"
        | "undo, new (noch eine Partie), menu (anderes Spiel), save FILE oder quit?",
    game_over(menu): "The game is over: {menu}" | "Die Partie ist zu Ende: {menu}",
    any_marked(count, open, close): "any of the {count} squares marked {open} {close}"
        | "eines der {count} Felder mit {open} {close}",
    complete_turn(word): "('{word}' is a complete turn; type '{word} ...' to add to it.)"
        | "('{word}' ist ein vollständiger Zug; '{word} ...' setzt ihn fort.)",
    nothing_to_undo: "Nothing to undo: this is the start." | "Nichts rückgängig zu machen: Das ist der Anfang.",
    redone: "Redone." | "Wiederholt.",
    nothing_to_redo: "Nothing to redo." | "Nichts zu wiederholen.",
    not_over: "The game is not over; type resign or draw to end it."
        | "Die Partie ist nicht zu Ende; resign oder draw beendet sie.",
    moves_usage: "Type moves, or moves all for the full list." | "Tippe moves, oder moves all für die ganze Liste.",
    no_step_chosen: "No step chosen yet; undo takes back a turn."
        | "Noch kein Schritt gewählt; undo nimmt einen Zug zurück.",
    ambiguous(word, choices): "'{word}' can be: {choices}." | "'{word}' kann sein: {choices}.",
    ambiguous_list(word, choices): "'{word}' can be:\n{choices}" | "'{word}' kann sein:\n{choices}",
    first_steps(choices, count): "A turn can begin with:\n{choices}\n'moves all' lists all {count} moves."
        | "Ein Zug kann so beginnen:\n{choices}\n'moves all' zeigt alle {count} Züge.",
    hints_usage: "Type hints on, or hints off." | "Tippe hints on oder hints off.",
    too_many_marks: "Most squares can be chosen now; they are marked when it is half of the board or less."
        | "Gerade sind die meisten Felder wählbar; markiert wird, wenn es höchstens das halbe Brett ist.",
    and_more(row, more): "{row} and {more} more" | "{row} und {more} weitere",

    turn_complete(rest, mv): "The turn is complete before '{rest}': {mv}." | "Der Zug ist vor '{rest}' vollständig: {mv}.",
    you_can_choose(reason, choices): "{reason} You can choose: {choices}." | "{reason} Wählbar: {choices}.",
    cannot_choose(word): "'{word}' cannot be chosen now." | "'{word}' ist jetzt nicht wählbar.",
    not_a_move(word, similar): "'{word}' is not a legal move here; similar: {similar}. Type help for help."
        | "'{word}' ist hier kein erlaubter Zug; ähnlich: {similar}. help zeigt die Hilfe.",

    engine_level(level, count, name, rating):
        "Your opponent: the engine at level {level} of {count} ({name}, rating {rating})."
        | "Dein Gegner: die Engine auf Stufe {level} von {count} ({name}, Wertung {rating}).",
    adaptive_level(level, count, name, rating):
        "Your opponent adapts to you: level {level} of {count} ({name}, rating {rating})."
        | "Dein Gegner passt sich dir an: Stufe {level} von {count} ({name}, Wertung {rating}).",
    your_rating(rating, games, next): "Your rating: {rating} (games: {games}). Next level: {next}."
        | "Deine Wertung: {rating} (Partien: {games}). Nächste Stufe: {next}.",
    plays(seat, mv): "{seat} plays {mv}." | "{seat} spielt {mv}.",
    steps_undone: "Steps undone." | "Schritte zurückgenommen.",
    game_continues: "The game continues." | "Die Partie geht weiter.",
    undone(moves): "Undone: {moves}. Type redo to play it again." | "Zurückgenommen: {moves}. redo spielt es noch einmal.",
    best_move(mv, steps, worth): "Best move: {mv} ({steps}). {worth}" | "Bester Zug: {mv} ({steps}). {worth}",
    solitaire_no_opponent: "This is a solitaire, so the engine does not play; type hint for advice."
        | "Das ist ein Solitär, die Engine spielt nicht mit; hint gibt Rat.",
    no_such_seat(seat): "There is no seat '{seat}' in this game; you keep yours."
        | "Einen Platz '{seat}' gibt es hier nicht; du behältst deinen.",

    alone: "You are playing alone; quit ends the game." | "Du spielst allein; quit beendet die Partie.",
    no_colors_yet: "Colours are not chosen yet, so you cannot resign; quit ends the game."
        | "Die Farben sind noch nicht gewählt, du kannst nicht aufgeben; quit beendet die Partie.",
    engine_declines: "The engine declines the draw." | "Die Engine lehnt das Remis ab.",
    agree_to_draw(player): "{player}: do you accept a draw? (yes or no)" | "{player}: Nimmst du das Remis an? (ja oder nein)",
    draw_declined: "Draw declined." | "Remis abgelehnt.",
    save_usage: "Save to which file? Type save FILE." | "In welche Datei? Tippe save FILE.",
    saved_from_now_on(place): "Saved to {place}; every turn is saved from now on."
        | "Gespeichert in {place}; ab jetzt wird jeder Zug gespeichert.",
    saved(place): "Saved to {place}." | "Gespeichert in {place}.",
    not_saved_because(problem): "Not saved: {problem}" | "Nicht gespeichert: {problem}",
    not_saved: "The game was not saved." | "Die Partie wurde nicht gespeichert.",
    quit_unsaved: "This game is not saved. Quit anyway? (yes, no, or save FILE)"
        | "Diese Partie ist nicht gespeichert. Trotzdem beenden? (ja, nein oder save FILE)",
    after_one_game(path): "{path}, after the game in it" | "{path}, nach der Partie darin",
    after_games(path, count): "{path}, after the {count} games in it" | "{path}, nach den {count} Partien darin",
    saving_is_off: "Nothing is saved unless you type 'save FILE', or start with --save FILE."
        | "Nichts wird gespeichert, außer du tippst 'save FILE' oder startest mit --save FILE.",
    seed(seed): "Start position: --seed {seed}." | "Startstellung: --seed {seed}.",
    every_turn_saved(place): "Every turn is saved to {place}." | "Jeder Zug wird gespeichert in {place}.",

    /// What can be typed.
    help(open, close): "\
Type a move as 'moves' lists it, or the squares of a turn one after the other,
on one line or several: 'b1 b3', or 'b1' and then 'b3'. The beginning of a word
is enough; if it is ambiguous, the possibilities are listed. Items of a numbered
list can be chosen by number. If a square alone is a complete move, 'A5 ...'
offers the other moves that begin with it.

  moves      list the legal moves, or the next steps of a turn; if there are
             very many moves, only their first steps
  moves all  list every legal move
  hints on   mark the squares where a turn can begin, unless that is more than
             half of the board; 'hints off' turns it off
  hint       show the engine's best move and what it is worth
  back       take back one step of this turn
  undo       take back your steps, or the last turn; against the engine, your
             last turn and its answer
  redo       play again what was undone
  save FILE  save the game, and every turn from now on
  draw       offer a draw
  resign     resign
  rules      show the rules in force
  board      draw the board again
  new        play the same game again, when it is over
  menu       choose another game, when one is over
  quit       leave; --resume FILE resumes a saved game

On the board, ( ) is the last move, [ ] is chosen, {open} {close} can be chosen."
        | "\
Tippe einen Zug, wie 'moves' ihn zeigt, oder die Felder eines Zuges nacheinander,
in einer Zeile oder mehreren: 'b1 b3', oder 'b1' und dann 'b3'. Der Anfang eines
Wortes genügt; ist er mehrdeutig, werden die Möglichkeiten gezeigt. Aus einer
nummerierten Liste kannst du mit der Nummer wählen. Ist ein Feld allein schon
ein Zug, bietet 'A5 ...' die anderen Züge an, die damit beginnen.

  moves      die erlaubten Züge oder die nächsten Schritte eines Zuges; bei sehr
             vielen Zügen nur ihre ersten Schritte
  moves all  alle erlaubten Züge
  hints on   Felder markieren, auf denen ein Zug beginnen kann, wenn es höchstens
             das halbe Brett ist; 'hints off' schaltet das ab
  hint       der beste Zug der Engine und was er wert ist
  back       einen Schritt dieses Zuges zurücknehmen
  undo       deine Schritte oder den letzten Zug zurücknehmen; gegen die Engine
             deinen letzten Zug und ihre Antwort
  redo       Zurückgenommenes wiederholen
  save FILE  die Partie speichern, und ab jetzt jeden Zug
  draw       Remis anbieten
  resign     aufgeben
  rules      die geltenden Regeln
  board      das Brett noch einmal zeichnen
  new        noch eine Partie, wenn sie zu Ende ist
  menu       ein anderes Spiel, wenn die Partie zu Ende ist
  quit       beenden; --resume FILE setzt eine gespeicherte Partie fort

Auf dem Brett ist ( ) der letzte Zug, [ ] gewählt, {open} {close} wählbar.",
}
