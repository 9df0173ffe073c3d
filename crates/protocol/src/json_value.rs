//! Any JSON value, with the fields of objects in their order: what is read and written again is the same text, provided
//! that it was written compactly and its numbers are integers, as everything in the protocol is.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize, Serialize, Serializer, forward_to_deserialize_any};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JsonValue {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    String(String),
    Array(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

impl JsonValue {
    /// Returns a string field of an object.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let JsonValue::Object(fields) = self else { return None };
        match fields.iter().find(|(field, _)| field == name) {
            Some((_, JsonValue::String(text))) => Some(text),
            _ => None,
        }
    }

    /// Returns whether this value has everything that another has: objects may have more fields, in another order.
    pub(crate) fn contains(&self, other: &JsonValue) -> bool {
        match (self, other) {
            (JsonValue::Object(fields), JsonValue::Object(others)) => others
                .iter()
                .all(|(name, other)| fields.iter().any(|(field, value)| field == name && value.contains(other))),
            _ => self == other,
        }
    }

    /// Changes what differs between two other values, and nothing else.
    pub(crate) fn apply_difference(&mut self, before: &JsonValue, after: JsonValue) {
        match (self, before, after) {
            (JsonValue::Object(fields), JsonValue::Object(before), JsonValue::Object(after)) => {
                for (name, after) in after {
                    let before = before.iter().find(|(field, _)| *field == name).map(|(_, value)| value);
                    if before == Some(&after) {
                        continue;
                    }
                    match fields.iter_mut().find(|(field, _)| *field == name) {
                        Some((_, value)) => value.apply_difference(before.unwrap_or(&JsonValue::Null), after),
                        None => fields.push((name, after)),
                    }
                }
            }
            (value, _, after) => *value = after,
        }
    }
}

impl Serialize for JsonValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            JsonValue::Null => serializer.serialize_unit(),
            JsonValue::Bool(value) => serializer.serialize_bool(*value),
            JsonValue::Unsigned(value) => serializer.serialize_u64(*value),
            JsonValue::Signed(value) => serializer.serialize_i64(*value),
            JsonValue::Float(value) => serializer.serialize_f64(*value),
            JsonValue::String(value) => serializer.serialize_str(value),
            JsonValue::Array(values) => {
                let mut array = serializer.serialize_seq(Some(values.len()))?;
                values.iter().try_for_each(|value| array.serialize_element(value))?;
                array.end()
            }
            JsonValue::Object(fields) => {
                let mut object = serializer.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))?;
                object.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for JsonValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonValue, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = JsonValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<JsonValue, E> {
        Ok(JsonValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsonValue, E> {
        Ok(JsonValue::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<JsonValue, E> {
        Ok(JsonValue::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<JsonValue, E> {
        Ok(JsonValue::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<JsonValue, E> {
        Ok(JsonValue::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<JsonValue, E> {
        Ok(JsonValue::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<JsonValue, E> {
        Ok(JsonValue::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<JsonValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = array.next_element()? {
            values.push(value);
        }
        Ok(JsonValue::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<JsonValue, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = object.next_entry()? {
            fields.push(field);
        }
        Ok(JsonValue::Object(fields))
    }
}

/// An error from decoding a [`JsonValue`], with the text of its cause.
type ValueError = serde::de::value::Error;

impl<'de> IntoDeserializer<'de, ValueError> for &'de JsonValue {
    type Deserializer = &'de JsonValue;

    fn into_deserializer(self) -> &'de JsonValue {
        self
    }
}

impl<'de> Deserializer<'de> for &'de JsonValue {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self {
            JsonValue::Null => visitor.visit_unit(),
            JsonValue::Bool(value) => visitor.visit_bool(*value),
            JsonValue::Unsigned(value) => visitor.visit_u64(*value),
            JsonValue::Signed(value) => visitor.visit_i64(*value),
            JsonValue::Float(value) => visitor.visit_f64(*value),
            JsonValue::String(value) => visitor.visit_borrowed_str(value),
            JsonValue::Array(values) => visitor.visit_seq(SeqDeserializer::new(values.iter())),
            JsonValue::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (BorrowedStrDeserializer::new(name), value));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        if *self == JsonValue::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self {
            JsonValue::String(name) => visitor.visit_enum(BorrowedStrDeserializer::new(name)),
            JsonValue::Object(fields) if fields.len() == 1 => {
                let (name, content) = &fields[0];
                visitor.visit_enum(JsonVariant { name, content })
            }
            _ => Err(ValueError::invalid_type(Unexpected::Other("other JSON"), &"a string or an object of one field")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an externally tagged enum, with its content.
struct JsonVariant<'de> {
    name: &'de str,
    content: &'de JsonValue,
}

impl<'de> EnumAccess<'de> for JsonVariant<'de> {
    type Error = ValueError;
    type Variant = &'de JsonValue;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, &'de JsonValue), ValueError> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self.content))
    }
}

impl<'de> VariantAccess<'de> for &'de JsonValue {
    type Error = ValueError;

    fn unit_variant(self) -> Result<(), ValueError> {
        <()>::deserialize(self)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ValueError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_any(visitor)
    }
}
