//! Events across versions: how programs that do not know a kind of event, or a field of it, read it and carry it unchanged.
//!
//! Kinds that came after release 0.1.0 are written as an older kind with their own name in the field `kind`:
//!
//! ```json
//! {"type":"gave-time","from":0,"to":0,"ms":13000,"key":5,"kind":"refunded","seat":0,"since":1794845338922,"until":1794845351922}
//! ```
//!
//! A program that does not know the kind reads the event as its `type`, the [fallback](Event::fallback); one that knows
//! neither keeps the event without any effect but its version. So nodes and pages of different versions fold the same
//! log without errors, and none of them changes what it does not know. An event of a known kind with unknown fields is read
//! [without them](Event::as_known), and written again with them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::Event;
use crate::json;
use crate::json_value::JsonValue;

/// An event of a kind, or with fields, that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedEvent {
    json: JsonValue,
    /// The event as which it is read.
    pub reads_as: Option<Box<Event>>,
    knows_kind: bool,
}

impl CarriedEvent {
    /// Returns the name of its kind.
    pub fn kind(&self) -> &str {
        self.json.text(KIND).or_else(|| self.json.text(TYPE)).unwrap_or_default()
    }
}

impl Event {
    /// Returns the event without its unknown fields; itself if it has none, or its kind is unknown.
    pub fn as_known(&self) -> &Event {
        match self {
            Event::Carried(CarriedEvent { reads_as: Some(event), knows_kind: true, .. }) => event,
            event => event,
        }
    }

    /// Edits the event, or what is known of a carried one, and returns the result of `edit`. What is unknown stays as it is.
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut Event) -> R) -> R {
        let Event::Carried(CarriedEvent { json, reads_as: Some(event), .. }) = self else { return edit(self) };
        let before = JsonValue::from_event(event);
        let result = edit(event);
        if let (Some(before), Some(after)) = (before, JsonValue::from_event(event)) {
            json.apply_difference(&before, after);
        }
        result
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
        let fields = |event: &Event| match own_fields(event) {
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
fn own_fields(event: &Event) -> Option<JsonValue> {
    let mut text = Vec::new();
    Event::serialize(event, &mut serde_json::Serializer::new(&mut text)).ok()?;
    serde_json::from_slice(&text).ok()
}

impl JsonValue {
    /// Returns an event as it is written.
    fn from_event(event: &Event) -> Option<JsonValue> {
        serde_json::from_str(&json::encode(event)).ok()
    }

    /// Returns whether an event, written again, has everything that this one has.
    fn is_kept_by(&self, event: &Event) -> bool {
        // Most events were written by this version.
        json::encode(self) == json::encode(event)
            || JsonValue::from_event(event).is_some_and(|written| written.contains(self))
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let json = JsonValue::deserialize(deserializer)?;
        let first = json.text(TYPE).ok_or_else(|| D::Error::missing_field(TYPE))?;
        let knows_type = FIRST_KINDS.contains(&first);
        let decode = |json: &JsonValue| Event::deserialize(json).map_err(D::Error::custom);
        let event = match json.text(KIND).map(|kind| LATER_KINDS.contains(&kind)) {
            None if knows_type => decode(&json)?,
            Some(true) => {
                let mut own = json.clone();
                if let JsonValue::Object(fields) = &mut own {
                    fields.retain(|(name, _)| name != TYPE);
                    fields.iter_mut().filter(|(name, _)| name == KIND).for_each(|(name, _)| TYPE.clone_into(name));
                }
                decode(&own)?
            }
            _ => {
                let reads_as = knows_type.then(|| decode(&json).map(Box::new)).transpose()?;
                return Ok(Event::Carried(CarriedEvent { json, reads_as, knows_kind: false }));
            }
        };
        if json.is_kept_by(&event) {
            return Ok(event);
        }
        Ok(Event::Carried(CarriedEvent { json, reads_as: Some(Box::new(event)), knows_kind: true }))
    }
}
