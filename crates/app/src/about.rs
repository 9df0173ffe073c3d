//! The version of the app, and the libraries compiled into it with their licences.

/// A library and its licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    /// The name.
    pub name: &'static str,
    /// The licence, as an SPDX expression.
    pub licence: &'static str,
    /// The address of its repository.
    pub address: &'static str,
}

const fn library(name: &'static str, licence: &'static str, address: &'static str) -> Library {
    Library { name, licence, address }
}

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The licence of the program.
pub const LICENCE: &str = "MIT OR Apache-2.0";

/// The libraries that the browser app and its worker use directly.
pub const LIBRARIES: &[Library] = &[
    library("console_error_panic_hook", "Apache-2.0 OR MIT", "https://github.com/rustwasm/console_error_panic_hook"),
    library("js-sys", "MIT OR Apache-2.0", "https://github.com/wasm-bindgen/wasm-bindgen"),
    library("leptos", "MIT", "https://github.com/leptos-rs/leptos"),
    library("postcard", "MIT OR Apache-2.0", "https://github.com/jamesmunns/postcard"),
    library("qrcodegen", "MIT", "https://github.com/nayuki/QR-Code-generator"),
    library("serde", "MIT OR Apache-2.0", "https://github.com/serde-rs/serde"),
    library("wasm-bindgen", "MIT OR Apache-2.0", "https://github.com/wasm-bindgen/wasm-bindgen"),
    library("wasm-bindgen-futures", "MIT OR Apache-2.0", "https://github.com/wasm-bindgen/wasm-bindgen"),
    library("web-sys", "MIT OR Apache-2.0", "https://github.com/wasm-bindgen/wasm-bindgen"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names under `[dependencies]`, without our own crates.
    fn dependencies(manifest: &str) -> BTreeSet<&str> {
        let section = manifest.split("[dependencies]").nth(1).expect("a section").split("\n[").next().expect("a part");
        let names = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim());
        names.filter(|name| !name.starts_with("halfboard-")).collect()
    }

    #[test]
    fn the_list_is_what_the_browser_app_uses() {
        let mut used = dependencies(include_str!("../../web/Cargo.toml"));
        used.extend(dependencies(include_str!("../../worker/Cargo.toml")));
        assert!(used.remove("idna_adapter"), "named to choose its version, not used");
        let listed: BTreeSet<&str> = LIBRARIES.iter().map(|library| library.name).collect();
        assert_eq!(listed, used);
        assert!(include_str!("../../../Cargo.toml").contains(&format!("license = \"{LICENCE}\"")));
    }
}
