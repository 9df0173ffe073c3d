//! Elements of the page: targets of events, and the keyboard focus.

use leptos::ev::{Event, FocusEvent, KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, HtmlInputElement};

/// Returns an attribute of the element in which an event happened.
pub(crate) fn target_attribute(event: &Event, name: &str) -> Option<String> {
    event.target()?.dyn_into::<Element>().ok()?.get_attribute(name)
}

/// Returns an attribute of the element under a pointer. The target of the event may be another: a touch stays bound to the
/// element where it began.
pub(crate) fn attribute_under(event: &PointerEvent, name: &str) -> Option<String> {
    document().element_from_point(event.client_x() as f32, event.client_y() as f32)?.get_attribute(name)
}

/// Returns whether an event happened within an element of a selector.
pub(crate) fn is_within(event: &Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.closest(selector).is_ok_and(|found| found.is_some()))
}

/// Sends all further events of a pointer to an element until the pointer is released.
pub(crate) fn capture_pointer(element: &Element, event: &PointerEvent) {
    let _ = element.set_pointer_capture(event.pointer_id());
}

/// Returns the width of an element on the screen, in pixels.
pub(crate) fn width(element: &Element) -> f64 {
    element.get_bounding_client_rect().width()
}

/// Returns whether a key was pressed in a form field.
pub(crate) fn is_in_field(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

/// Returns whether a key was pressed in an input that is not a radio button.
pub(crate) fn is_in_text_field(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    target.is_some_and(|input| input.type_() != "radio")
}

/// Selects the text of the field that received the focus.
pub(crate) fn select_text(event: &FocusEvent) {
    event_target::<HtmlInputElement>(event).select();
}

/// Focuses the first element of a selector in the page.
pub(crate) fn focus(selector: &str) {
    if let Some(root) = document().document_element() {
        focus_within(&root, selector);
    }
}

/// Focuses the first element of a selector within another.
pub(crate) fn focus_within(root: &Element, selector: &str) {
    let element = root.query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Focuses the first element of a selector without scrolling to it.
pub(crate) fn focus_in_place(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// Focuses the first element of a selector if no element has the focus, such as after the focused one was removed.
pub(crate) fn focus_if_lost(selector: &str) {
    let active = document().active_element();
    if active.is_none_or(|element| matches!(element.tag_name().as_str(), "BODY" | "HTML")) {
        focus(selector);
    }
}
