//! Texts of `games`, and of the descriptions of variants.

halfboard_text::phrases! {
    by(name, designers): "{name}, by {designers}" | "{name}, von {designers}",
    one_preset: "1 preset" | "1 Variante",
    presets_count(count): "{count} presets" | "{count} Varianten",
    more: "'halfboard games ID' describes a game's options, presets and levels."
        | "'halfboard games ID' beschreibt die Optionen, Varianten und Stufen eines Spiels.",
    presets: "Presets" | "Varianten",
    options: "Options" | "Optionen",
    levels(rules): "Levels of the engine in {rules}, with ratings in Elo above random play" |
        "Stufen der Engine in {rules}, mit Wertungen in Elo über zufälligem Spiel",
    credits: "Credits" | "Mitwirkende",
    default: "(default)" | "(Standard)",
    for_example(form): "for example: {form}" | "zum Beispiel: {form}",
    rules_string(id): "A rules string is the id, or {id}:option=value,option=value; options left out have their default."
        | "Ein Regelstring ist die ID oder {id}:option=wert,option=wert; ausgelassene Optionen haben den Standardwert.",
    differences: "A custom variant. Differences from the standard game:" | "Eine eigene Variante. Unterschiede zum Grundspiel:",
    standard_game(summary): "Standard game: {summary}" | "Grundspiel: {summary}",
    this_variant(summary): "This variant: {summary}" | "Diese Variante: {summary}",
    rules_string_is(rules): "Rules string: {rules}" | "Regelstring: {rules}",
    full_rules(id): "The full rules are in docs/rules/{id}.md." | "Die vollständigen Regeln stehen in docs/rules/de/{id}.md.",
}
