//! `FromStr` is the inverse of `Display`, for every type that has both.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use halfboard_rules::game::Game;
use halfboard_rules::prelude::*;
use halfboard_rules::registry::RulesError;

fn is_inverse<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(value: &T) {
    assert_eq!(&value.to_string().parse::<T>().expect("what is displayed is valid"), value);
}

/// A game and its options, by default and for every preset.
fn of_game<G>()
where
    G: Game<Options: Default + Display + FromStr<Err: Debug>>,
    G: Default + Display + FromStr<Err: Debug> + PartialEq + Debug,
{
    assert_eq!(G::default().to_string(), G::INFO.id);
    for preset in G::PRESETS {
        is_inverse(&preset.options);
        is_inverse(&G::new(preset.options).expect("a preset is valid"));
    }
    assert_eq!(G::Options::default().to_string(), "");
}

#[test]
fn games_and_options() {
    macro_rules! check {
        ($($module:ident::$Game:ident),+ $(,)?) => {$(of_game::<halfboard_rules::games::$module::$Game>();)+};
    }
    halfboard_rules::games!(check);
}

#[test]
fn plain_values() {
    Color::BOTH.iter().for_each(is_inverse);
    let solitaire = [Outcome::Draw, Outcome::Solved, Outcome::Stuck(0), Outcome::Stuck(12)];
    Color::BOTH.map(Outcome::Win).iter().chain(&solitaire).for_each(is_inverse);
    is_inverse(&Reason::UnitedByOpponent);
    assert!("stuck 012".parse::<Outcome>().is_err());
    assert!("green".parse::<Color>().is_err());
}

#[test]
fn a_game_refuses_the_rules_of_another() {
    use halfboard_rules::games::j::J;
    let error = "sllim".parse::<J>().expect_err("another game");
    assert_eq!(error, RulesError::OtherGame { id: "sllim".to_owned(), expected: "j" });
    assert_eq!(error.to_string(), "rules: expected j, found sllim");
    assert!(matches!("jj".parse::<J>(), Err(RulesError::UnknownGame { .. })));
    assert!(matches!("j:first=green".parse::<J>(), Err(RulesError::Options { .. })));
}
