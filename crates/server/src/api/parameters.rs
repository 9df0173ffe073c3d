//! Query parameters.

use std::borrow::Cow;

use halfboard_archive::normalize_date;
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::responses::ApiError;

/// Returns the error of an invalid parameter.
pub(super) fn invalid(message: impl Into<String>) -> ApiError {
    Refusal::new(RefusalCode::Invalid, message).into()
}

/// The parameters of a query string. Each stands there at most once.
pub(super) struct Parameters<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Parameters<'a> {
    /// Parses a query string that may have these parameters.
    pub(super) fn parse(query: &'a str, names: &[&str]) -> Result<Parameters<'a>, ApiError> {
        let mut found: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if !names.contains(&name.as_ref()) || found.iter().any(|(earlier, _)| *earlier == name) {
                let name: String = name.chars().take(50).collect();
                return Err(invalid(format!("unknown or repeated parameter '{name}'; there are {}", names.join(", "))));
            }
            if !value.is_empty() {
                found.push((name, value));
            }
        }
        Ok(Parameters(found))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_ref())
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, ApiError> {
        let parse = |value: &str| value.parse().map_err(|_| invalid(format!("{name} must be a whole number")));
        self.get(name).map(parse).transpose()
    }

    pub(super) fn date(&self, name: &str) -> Result<Option<String>, ApiError> {
        let parse =
            |value| normalize_date(value).ok_or_else(|| invalid(format!("{name} must be a date such as 2026-11-16")));
        self.get(name).map(parse).transpose()
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, ApiError> {
        let parse = |value: &str| value.parse().map_err(|_| invalid(format!("{name} must be true or false")));
        self.get(name).map(parse).transpose()
    }
}
