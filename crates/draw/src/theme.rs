//! The colours of drawings: those of the browser app, and one for paper.

use std::fmt;
use std::str::FromStr;

use crate::drawing::Rgba;

/// A choice of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The app's light theme.
    #[default]
    Light,
    /// The app's dark theme.
    Dark,
    /// The app's theme of high contrast.
    Contrast,
    /// Black on white with little ink.
    Print,
}

/// The colours of a theme. Those that the browser app also has are named as its variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named as the variables in crates/web/style")]
pub struct Palette {
    pub paper: Rgba,
    pub surface: Rgba,
    pub line: Rgba,
    pub ink: Rgba,
    pub ink_2: Rgba,
    pub accent: Rgba,
    pub sq_1: Rgba,
    pub sq_2: Rgba,
    pub frame: Rgba,
    pub frame_ink: Rgba,
    /// The outline of the frame; transparent in the browser app.
    pub frame_line: Rgba,
    pub white_1: Rgba,
    pub white_2: Rgba,
    pub white_rim: Rgba,
    pub black_1: Rgba,
    pub black_2: Rgba,
    pub black_rim: Rgba,
    /// The ridges of black checkers.
    pub black_ridge: Rgba,
    pub shadow: Rgba,
    pub mark: Rgba,
    pub last: Rgba,
    pub target: Rgba,
    pub hint: Rgba,
    pub win: Rgba,
    pub loss: Rgba,
    pub link_casing: Rgba,
}

const TRANSPARENT: Rgba = Rgba { r: 0, g: 0, b: 0, a: 0 };

const LIGHT: Palette = Palette {
    paper: Rgba::rgb(0xf5f0e6),
    surface: Rgba::rgb(0xfffcf5),
    line: Rgba::rgb(0xe2d8c5),
    ink: Rgba::rgb(0x26231f),
    ink_2: Rgba::rgb(0x655d52),
    accent: Rgba::rgb(0x0f766e),
    sq_1: Rgba::rgb(0xecdcbc),
    sq_2: Rgba::rgb(0xd6bd90),
    frame: Rgba::rgb(0x86663f),
    frame_ink: Rgba::rgb(0xfbf1de),
    frame_line: TRANSPARENT,
    white_1: Rgba::rgb(0xfffdf6),
    white_2: Rgba::rgb(0xe9dfc9),
    white_rim: Rgba::rgb(0xa08d69),
    black_1: Rgba::rgb(0x4a4744),
    black_2: Rgba::rgb(0x262423),
    black_rim: Rgba::rgb(0x0d0c0c),
    black_ridge: Rgba::rgb(0x0d0c0c),
    shadow: Rgba { r: 0, g: 0, b: 0, a: 0x33 },
    mark: Rgba::rgb(0xc2410c),
    last: Rgba::rgb(0xf4c95d),
    target: Rgba::rgb(0x0f766e),
    hint: Rgba::rgb(0x7c3aed),
    win: Rgba::rgb(0xb06a00),
    loss: Rgba::rgb(0xb3261e),
    link_casing: Rgba::rgb(0xffffff),
};

const DARK: Palette = Palette {
    paper: Rgba::rgb(0x191715),
    surface: Rgba::rgb(0x23201d),
    line: Rgba::rgb(0x37322c),
    ink: Rgba::rgb(0xefe8db),
    ink_2: Rgba::rgb(0xb3aa9b),
    accent: Rgba::rgb(0x4fd1bf),
    sq_1: Rgba::rgb(0x9a8766),
    sq_2: Rgba::rgb(0x77654a),
    frame: Rgba::rgb(0x40321f),
    frame_ink: Rgba::rgb(0xdcc9a4),
    frame_line: TRANSPARENT,
    white_1: Rgba::rgb(0xf6efdf),
    white_2: Rgba::rgb(0xd8ccb2),
    white_rim: Rgba::rgb(0x75654a),
    black_1: Rgba::rgb(0x35322f),
    black_2: Rgba::rgb(0x161514),
    black_rim: Rgba::rgb(0),
    black_ridge: Rgba::rgb(0),
    shadow: Rgba { r: 0, g: 0, b: 0, a: 0x55 },
    mark: Rgba::rgb(0xea580c),
    last: Rgba::rgb(0xd9a93a),
    target: Rgba::rgb(0x86efe0),
    hint: Rgba::rgb(0xd0b3ff),
    win: Rgba::rgb(0xffcf5c),
    loss: Rgba::rgb(0xff8f80),
    link_casing: Rgba::rgb(0x1d1a17),
};

const CONTRAST: Palette = Palette {
    paper: Rgba::rgb(0xffffff),
    surface: Rgba::rgb(0xffffff),
    line: Rgba::rgb(0),
    ink: Rgba::rgb(0),
    ink_2: Rgba::rgb(0x1f1f1f),
    accent: Rgba::rgb(0x003d8f),
    sq_1: Rgba::rgb(0xffffff),
    sq_2: Rgba::rgb(0xbdbdbd),
    frame: Rgba::rgb(0),
    frame_ink: Rgba::rgb(0xffffff),
    frame_line: TRANSPARENT,
    white_1: Rgba::rgb(0xffffff),
    white_2: Rgba::rgb(0xffffff),
    white_rim: Rgba::rgb(0),
    black_1: Rgba::rgb(0),
    black_2: Rgba::rgb(0),
    black_rim: Rgba::rgb(0xffffff),
    black_ridge: Rgba { r: 255, g: 255, b: 255, a: 204 },
    shadow: TRANSPARENT,
    mark: Rgba::rgb(0xd00000),
    last: Rgba::rgb(0xffd500),
    target: Rgba::rgb(0x003d8f),
    hint: Rgba::rgb(0x8a00b8),
    win: Rgba::rgb(0xa3005c),
    loss: Rgba::rgb(0xb00000),
    link_casing: Rgba::rgb(0xffffff),
};

const PRINT: Palette = Palette {
    sq_2: Rgba::rgb(0xe0e0e0),
    line: Rgba::rgb(0x808080),
    frame: Rgba::rgb(0xffffff),
    frame_ink: Rgba::rgb(0),
    frame_line: Rgba::rgb(0),
    black_1: Rgba::rgb(0x333333),
    black_2: Rgba::rgb(0x333333),
    black_rim: Rgba::rgb(0),
    black_ridge: Rgba::rgb(0xffffff),
    last: Rgba::rgb(0x7c7c7c),
    target: Rgba::rgb(0x303030),
    hint: Rgba::rgb(0x606060),
    win: Rgba::rgb(0x404040),
    loss: Rgba::rgb(0x707070),
    accent: Rgba::rgb(0),
    mark: Rgba::rgb(0x707070),
    ..CONTRAST
};

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Contrast, Theme::Print];

    /// Returns the name: `light`, `dark`, `contrast` or `print`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
            Theme::Print => "print",
        }
    }

    /// Returns the colours.
    #[must_use]
    pub const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Contrast => &CONTRAST,
            Theme::Print => &PRINT,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let names = Theme::ALL.map(Theme::as_str);
        let found = Theme::ALL.into_iter().find(|theme| theme.as_str() == text);
        found.ok_or_else(|| format!("unknown theme '{text}': the themes are {}", names.join(", ")))
    }
}
