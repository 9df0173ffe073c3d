//! Events across versions: how programs that do not know a kind of event read it, and carry it unchanged.
//!
//! Kinds that came after release 0.1.0 are written as an older kind with their own name in the field `kind`:
//!
//! ```json
//! {"type":"gave-time","from":0,"to":0,"ms":13000,"key":5,"kind":"refunded","seat":0,"since":1794845338922,"until":1794845351922}
//! ```
//!
//! A program that does not know the kind reads the event as its `type`, the [fallback](Event::fallback); one that knows
//! neither keeps the event without any effect but its version. So nodes and pages of different versions fold the same
//! log without errors, and none of them changes what it does not know.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::Event;
use crate::json_value::JsonValue;

/// An event of a kind that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedEvent {
    json: JsonValue,
    /// The event as which it is read.
    pub reads_as: Option<Box<Event>>,
}

impl CarriedEvent {
    /// Returns the name of its kind.
    pub fn kind(&self) -> &str {
        self.json.text(KIND).or_else(|| self.json.text(TYPE)).unwrap_or_default()
    }
}

/// The field with the kind, or with the fallback's kind if there is a field [`KIND`].
const TYPE: &str = "type";
/// The field with the name of a kind that has a fallback.
const KIND: &str = "kind";

/// The kinds of release 0.1.0. Later kinds have a fallback among these.
const FIRST_KINDS: [&str; 10] =
    ["created", "seated", "played", "asked", "agreed", "declined", "gave-time", "said", "ended", "rematched"];

/// The kinds that came later.
const LATER_KINDS: [&str; 1] = ["refunded"];

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Event::Carried(carried) = self {
            return carried.json.serialize(serializer);
        }
        let Some(fallback) = self.fallback() else { return Event::serialize(self, serializer) };
        let fields = |event: &Event| match to_value(event) {
            Some(JsonValue::Object(fields)) => fields,
            _ => Vec::new(),
        };
        let mut merged = fields(&fallback);
        for (name, value) in fields(self) {
            if name == TYPE {
                merged.push((KIND.to_owned(), value));
            } else if !merged.iter().any(|(other, _)| *other == name) {
                merged.push((name, value));
            }
        }
        JsonValue::Object(merged).serialize(serializer)
    }
}

/// Converts an event to JSON with its own kind as the type.
fn to_value(event: &Event) -> Option<JsonValue> {
    let mut text = Vec::new();
    Event::serialize(event, &mut serde_json::Serializer::new(&mut text)).ok()?;
    serde_json::from_slice(&text).ok()
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let mut json = JsonValue::deserialize(deserializer)?;
        let first = json.text(TYPE).ok_or_else(|| D::Error::missing_field(TYPE))?;
        let knows_type = FIRST_KINDS.contains(&first);
        let decode = |json: JsonValue| Event::deserialize(json).map_err(D::Error::custom);
        match json.text(KIND).map(|kind| LATER_KINDS.contains(&kind)) {
            None if knows_type => decode(json),
            Some(true) => {
                if let JsonValue::Object(fields) = &mut json {
                    fields.retain(|(name, _)| name != TYPE);
                    fields.iter_mut().filter(|(name, _)| name == KIND).for_each(|(name, _)| TYPE.clone_into(name));
                }
                decode(json)
            }
            _ => {
                let reads_as = knows_type.then(|| decode(json.clone()).map(Box::new)).transpose()?;
                Ok(Event::Carried(CarriedEvent { json, reads_as }))
            }
        }
    }
}
