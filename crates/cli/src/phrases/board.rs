//! Texts around a drawn board.

halfboard_text::phrases! {
    can_be_chosen(open, close): "{open} {close} can be chosen" | "{open} {close} wählbar",
    edges(white, black): "edges: {white} White's, {black} Black's" | "Ränder: {white} Weiß, {black} Schwarz",
    stacks: "stacks: bottom on the left, top on the right" | "Stapel: links unten, rechts oben",
    shaded_squares: "bluish squares are Black's, brownish ones White's" | "bläuliche Felder: Schwarz, bräunliche: Weiß",
    dotted_squares(dot): "dotted squares ({dot}) are Black's, blank ones White's"
        | "gepunktete Felder ({dot}): Schwarz, leere: Weiß",
}
