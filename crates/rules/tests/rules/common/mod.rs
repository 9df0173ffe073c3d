//! What several tests need: the whole option space of a game.

use halfboard_rules::options::Values;
use halfboard_rules::registry::{self, GameEntry};

/// Every valid combination of listed options, with one example for an option that has a form instead of a list.
pub(crate) fn all_rules(game: &dyn GameEntry) -> Vec<String> {
    let mut combinations = vec![Vec::new()];
    for option in game.options() {
        let values: Vec<&str> = match option.values {
            Values::Listed(values) => values.to_vec(),
            Values::Pattern { default, example, .. } => vec![default, example],
        };
        let extended = combinations.iter().flat_map(|chosen: &Vec<String>| {
            values.iter().map(move |value| {
                let mut chosen = chosen.clone();
                chosen.push(format!("{}={value}", option.name));
                chosen
            })
        });
        combinations = extended.collect();
    }
    let texts = combinations.iter().map(|chosen| format!("{}:{}", game.info().id, chosen.join(",")));
    texts.filter_map(|text| registry::rules(&text).ok()).map(|rules| rules.canonical()).collect()
}
