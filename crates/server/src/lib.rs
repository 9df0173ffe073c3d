//! Serves the browser app.
