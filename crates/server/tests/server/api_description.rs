//! The description of the HTTP API, for programs and for people.

use std::collections::BTreeSet;

use halfboard_server::api;
use serde_json::Value;

use crate::api::{JSON, SERVER, ask_at, get};

/// The description is valid and complete.
#[test]
fn openapi_description_is_complete() {
    let text = get("/api/openapi.json");
    assert_eq!(text.header("content-type"), Some("application/json"));
    assert_eq!(text.body, api::description());
    let all: Value = serde_json::from_str(&text.body).expect("it is JSON");
    assert!(all["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")), "{}", all["openapi"]);
    let mut routes = BTreeSet::new();
    for (path, methods) in all["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            routes.insert(format!("{method} {path}"));
            assert!(operation["summary"].is_string() && operation["operationId"].is_string(), "{method} {path}");
            let answers = operation["responses"].as_object().expect("responses");
            for (status, answer) in answers {
                assert!(answer["description"].as_str().is_some_and(|words| words.ends_with('.')), "{path} {status}");
                assert!(answer["content"].is_object(), "{path} {status} says nothing about its body");
            }
            // Every route that is described is there.
            let real = path.replace("{id}", "0123456789abcdefghijkl");
            let answer = ask_at(*SERVER, &method.to_uppercase(), &real, JSON, "{}");
            assert!(
                !answer.body.contains("there is nothing at") && answer.status != 405,
                "{method} {path}: {answer:?}"
            );
        }
    }
    let expected = [
        "get /api/archive/games",
        "get /api/archive/games/{id}/record",
        "get /api/explorer",
        "get /api/games/{id}",
        "get /api/games/{id}/events",
        "get /api/games/{id}/record",
        "get /api/games/{id}/socket",
        "get /api/lobby",
        "get /api/status",
        "post /api/games",
        "post /api/games/{id}/commands",
        "post /api/games/{id}/seats",
    ];
    assert_eq!(routes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    let types = all["components"]["schemas"].as_object().expect("types");
    let mut named = BTreeSet::new();
    references(&all, &mut named);
    for name in &named {
        assert!(types.contains_key(name), "{name} is not described");
    }
    for name in [
        "NewGame",
        "TakeSeat",
        "Seat",
        "State",
        "Keyed",
        "Command",
        "Event",
        "Refusal",
        "Code",
        "FromServer",
        "FromClient",
    ] {
        let described = types.get(name).unwrap_or_else(|| panic!("{name}"));
        assert!(described["description"].is_string(), "{name} has no words: {described}");
    }
    assert!(all["components"]["securitySchemes"]["seat"]["scheme"] == "bearer");
}

/// The page for programmers names every kind of event, command, message and refusal.
#[test]
fn api_documentation_names_every_event_and_message() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/online.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let all: Value = serde_json::from_str(&api::description()).expect("it is JSON");
    let mut words = 0;
    for name in ["Code", "Command", "Event", "End", "Request", "FromClient", "FromServer"] {
        let mut kinds = BTreeSet::new();
        constants(&all["components"]["schemas"][name], &mut kinds);
        for kind in &kinds {
            let named = [format!("`{kind}`"), format!("\"{kind}\"")].iter().any(|word| page.contains(word));
            assert!(named, "docs/online.md does not name {name} {kind}");
        }
        words += kinds.len();
    }
    assert!(words > 40, "{words} kinds were found");
    for path in all["paths"].as_object().expect("paths").keys() {
        assert!(page.contains(path), "{path}");
    }
}

/// Collects the constants of a type.
fn constants(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(words) = fields.get("enum").and_then(Value::as_array) {
                found.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            fields.values().for_each(|value| constants(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| constants(value, found)),
        _ => {}
    }
}

/// The names of the types that something refers to.
fn references(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.as_str()) {
                    ("$ref", Some(place)) => {
                        named.insert(place.strip_prefix("#/components/schemas/").expect("a type").to_owned());
                    }
                    _ => references(value, named),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, named)),
        _ => {}
    }
}
