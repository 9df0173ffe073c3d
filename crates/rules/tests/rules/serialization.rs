//! The `serde` feature: every type comes back as it was, and types with a text form are that text.

use std::fmt::Debug;

use halfboard_rules::games::j::{self, J};
use halfboard_rules::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("serializable"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect("deserializable"), value);
}

#[test]
fn values_come_back() {
    let game: J = "j:first=black".parse().expect("valid");
    comes_back(&game, "\"j:first=black\"");
    comes_back(game.options(), "\"first=black\"");
    comes_back(&j::Options::default(), "\"\"");
    comes_back(&Outcome::Stuck(3), "\"stuck 3\"");
    comes_back(&Ending::draw(Reason::Repetition), r#"{"outcome":"1/2-1/2","reason":"repetition"}"#);
    comes_back(&Step::To(Square::new(9)), r#"{"To":9}"#);
}

#[test]
fn what_is_not_valid_is_refused() {
    assert!(serde_json::from_str::<J>("\"sllim\"").is_err());
    assert!(serde_json::from_str::<Square>("64").is_err());
    assert!(serde_json::from_str::<Color>("\"green\"").is_err());
}
