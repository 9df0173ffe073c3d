//! Scripts of names, by code point.
//!
//! The ranges are the letters (general categories Lu, Ll, Lt, Lm and Lo), decimal digits (Nd) and marks (Mn and Mc) of the
//! *recommended* scripts of Unicode Standard Annex 31, table 5, except Thaana, from `UnicodeData.txt` of Unicode 14. Left out
//! are letters that are forms of others (ligatures, fullwidth and mathematical letters), click letters, which look like
//! punctuation, Hangul letters that are not syllables, and blank letters: the Hangul fillers and the Khmer inherent vowels.

/// A script, or a group of scripts that are written together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Devanagari,
    Bengali,
    Gurmukhi,
    Gujarati,
    Oriya,
    Tamil,
    Telugu,
    Kannada,
    Malayalam,
    Sinhala,
    Thai,
    Lao,
    Tibetan,
    Myanmar,
    Khmer,
    Georgian,
    Ethiopic,
    /// Han, Hiragana, Katakana, Bopomofo and Hangul.
    EastAsian,
}

/// What a valid character of a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A digit or punctuation that goes with every script.
    Common,
    Letter(Script),
    /// A combining mark; of its own script, or of Latin, Greek and Cyrillic if `None`.
    Mark(Option<Script>),
}

impl Script {
    /// Returns whether a mark goes with letters of this script.
    pub(super) fn takes(self, mark: Option<Script>) -> bool {
        match mark {
            Some(own) => own == self,
            None => matches!(self, Script::Latin | Script::Greek | Script::Cyrillic),
        }
    }

    /// Returns the maximum number of marks on a letter.
    pub(super) fn max_marks(self) -> usize {
        match self {
            // Medial consonants, vowels and tones are marks.
            Script::Khmer | Script::Myanmar | Script::Tibetan => 4,
            _ => 2,
        }
    }
}

/// Returns what a character is in a name; `None` if it is not valid.
pub(super) fn classify(c: char) -> Option<Kind> {
    match c {
        'a'..='z' | 'A'..='Z' => Some(Kind::Letter(Script::Latin)),
        '!'..='~' | '\u{2019}' => Some(Kind::Common),
        _ if contains(SHARED_MARKS, c) => Some(Kind::Mark(None)),
        _ => find(MARKS, c).map(|script| Kind::Mark(Some(script))).or_else(|| find(LETTERS, c).map(Kind::Letter)),
    }
}

fn find(table: &[(Script, &[(char, char)])], c: char) -> Option<Script> {
    table.iter().find(|(_, ranges)| contains(ranges, c)).map(|(script, _)| *script)
}

fn contains(ranges: &[(char, char)], c: char) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&c))
}

/// The accents of alphabets in use; none strikes a letter out or joins two.
#[rustfmt::skip]
const SHARED_MARKS: &[(char, char)] = &[
    ('\u{300}', '\u{304}'), ('\u{306}', '\u{30c}'), ('\u{30f}', '\u{30f}'), ('\u{311}', '\u{311}'),
    ('\u{31b}', '\u{31b}'), ('\u{323}', '\u{328}'), ('\u{32d}', '\u{32e}'), ('\u{330}', '\u{331}'),
];

#[rustfmt::skip]
const LETTERS: &[(Script, &[(char, char)])] = &[
    (Script::Latin, &[('\u{c0}', '\u{d6}'), ('\u{d8}', '\u{f6}'), ('\u{f8}', '\u{131}'), ('\u{134}', '\u{13e}'),
        ('\u{141}', '\u{148}'), ('\u{14a}', '\u{17e}'), ('\u{180}', '\u{1bf}'), ('\u{1cd}', '\u{1f0}'),
        ('\u{1f4}', '\u{24f}'), ('\u{253}', '\u{254}'), ('\u{256}', '\u{257}'), ('\u{259}', '\u{259}'),
        ('\u{25b}', '\u{25b}'), ('\u{263}', '\u{263}'), ('\u{268}', '\u{268}'), ('\u{272}', '\u{272}'),
        ('\u{28b}', '\u{28b}'), ('\u{1e00}', '\u{1e99}'), ('\u{1e9e}', '\u{1eff}')]),
    (Script::Greek, &[('\u{386}', '\u{386}'), ('\u{388}', '\u{38a}'), ('\u{38c}', '\u{38c}'),
        ('\u{38e}', '\u{3a1}'), ('\u{3a3}', '\u{3ce}'), ('\u{1f00}', '\u{1f15}'), ('\u{1f18}', '\u{1f1d}'),
        ('\u{1f20}', '\u{1f45}'), ('\u{1f48}', '\u{1f4d}'), ('\u{1f50}', '\u{1f57}'), ('\u{1f59}', '\u{1f59}'),
        ('\u{1f5b}', '\u{1f5b}'), ('\u{1f5d}', '\u{1f5d}'), ('\u{1f5f}', '\u{1f7d}'), ('\u{1f80}', '\u{1fb4}'),
        ('\u{1fb6}', '\u{1fbc}'), ('\u{1fc2}', '\u{1fc4}'), ('\u{1fc6}', '\u{1fcc}'), ('\u{1fd0}', '\u{1fd3}'),
        ('\u{1fd6}', '\u{1fdb}'), ('\u{1fe0}', '\u{1fec}'), ('\u{1ff2}', '\u{1ff4}'), ('\u{1ff6}', '\u{1ffc}')]),
    (Script::Cyrillic, &[('\u{400}', '\u{481}'), ('\u{48a}', '\u{52f}')]),
    (Script::Armenian, &[('\u{531}', '\u{556}'), ('\u{561}', '\u{586}')]),
    (Script::Hebrew, &[('\u{5d0}', '\u{5ea}')]),
    (Script::Arabic, &[('\u{620}', '\u{64a}'), ('\u{660}', '\u{669}'), ('\u{66e}', '\u{66f}'),
        ('\u{671}', '\u{674}'), ('\u{679}', '\u{6d3}'), ('\u{6d5}', '\u{6d5}'), ('\u{6ee}', '\u{6fc}'),
        ('\u{6ff}', '\u{6ff}'), ('\u{750}', '\u{77f}')]),
    (Script::Devanagari, &[('\u{904}', '\u{939}'), ('\u{93d}', '\u{93d}'), ('\u{950}', '\u{950}'),
        ('\u{958}', '\u{961}'), ('\u{966}', '\u{96f}'), ('\u{971}', '\u{97f}')]),
    (Script::Bengali, &[('\u{980}', '\u{980}'), ('\u{985}', '\u{98c}'), ('\u{98f}', '\u{990}'),
        ('\u{993}', '\u{9a8}'), ('\u{9aa}', '\u{9b0}'), ('\u{9b2}', '\u{9b2}'), ('\u{9b6}', '\u{9b9}'),
        ('\u{9bd}', '\u{9bd}'), ('\u{9ce}', '\u{9ce}'), ('\u{9dc}', '\u{9dd}'), ('\u{9df}', '\u{9e1}'),
        ('\u{9e6}', '\u{9f1}'), ('\u{9fc}', '\u{9fc}')]),
    (Script::Gurmukhi, &[('\u{a05}', '\u{a0a}'), ('\u{a0f}', '\u{a10}'), ('\u{a13}', '\u{a28}'),
        ('\u{a2a}', '\u{a30}'), ('\u{a32}', '\u{a33}'), ('\u{a35}', '\u{a36}'), ('\u{a38}', '\u{a39}'),
        ('\u{a59}', '\u{a5c}'), ('\u{a5e}', '\u{a5e}'), ('\u{a66}', '\u{a6f}'), ('\u{a72}', '\u{a74}')]),
    (Script::Gujarati, &[('\u{a85}', '\u{a8d}'), ('\u{a8f}', '\u{a91}'), ('\u{a93}', '\u{aa8}'),
        ('\u{aaa}', '\u{ab0}'), ('\u{ab2}', '\u{ab3}'), ('\u{ab5}', '\u{ab9}'), ('\u{abd}', '\u{abd}'),
        ('\u{ad0}', '\u{ad0}'), ('\u{ae0}', '\u{ae1}'), ('\u{ae6}', '\u{aef}'), ('\u{af9}', '\u{af9}')]),
    (Script::Oriya, &[('\u{b05}', '\u{b0c}'), ('\u{b0f}', '\u{b10}'), ('\u{b13}', '\u{b28}'),
        ('\u{b2a}', '\u{b30}'), ('\u{b32}', '\u{b33}'), ('\u{b35}', '\u{b39}'), ('\u{b3d}', '\u{b3d}'),
        ('\u{b5c}', '\u{b5d}'), ('\u{b5f}', '\u{b61}'), ('\u{b66}', '\u{b6f}'), ('\u{b71}', '\u{b71}')]),
    (Script::Tamil, &[('\u{b83}', '\u{b83}'), ('\u{b85}', '\u{b8a}'), ('\u{b8e}', '\u{b90}'),
        ('\u{b92}', '\u{b95}'), ('\u{b99}', '\u{b9a}'), ('\u{b9c}', '\u{b9c}'), ('\u{b9e}', '\u{b9f}'),
        ('\u{ba3}', '\u{ba4}'), ('\u{ba8}', '\u{baa}'), ('\u{bae}', '\u{bb9}'), ('\u{bd0}', '\u{bd0}'),
        ('\u{be6}', '\u{bef}')]),
    (Script::Telugu, &[('\u{c05}', '\u{c0c}'), ('\u{c0e}', '\u{c10}'), ('\u{c12}', '\u{c28}'),
        ('\u{c2a}', '\u{c39}'), ('\u{c3d}', '\u{c3d}'), ('\u{c58}', '\u{c5a}'), ('\u{c5d}', '\u{c5d}'),
        ('\u{c60}', '\u{c61}'), ('\u{c66}', '\u{c6f}')]),
    (Script::Kannada, &[('\u{c80}', '\u{c80}'), ('\u{c85}', '\u{c8c}'), ('\u{c8e}', '\u{c90}'),
        ('\u{c92}', '\u{ca8}'), ('\u{caa}', '\u{cb3}'), ('\u{cb5}', '\u{cb9}'), ('\u{cbd}', '\u{cbd}'),
        ('\u{cdd}', '\u{cde}'), ('\u{ce0}', '\u{ce1}'), ('\u{ce6}', '\u{cef}'), ('\u{cf1}', '\u{cf2}')]),
    (Script::Malayalam, &[('\u{d04}', '\u{d0c}'), ('\u{d0e}', '\u{d10}'), ('\u{d12}', '\u{d3a}'),
        ('\u{d3d}', '\u{d3d}'), ('\u{d4e}', '\u{d4e}'), ('\u{d54}', '\u{d56}'), ('\u{d5f}', '\u{d61}'),
        ('\u{d66}', '\u{d6f}'), ('\u{d7a}', '\u{d7f}')]),
    (Script::Sinhala, &[('\u{d85}', '\u{d96}'), ('\u{d9a}', '\u{db1}'), ('\u{db3}', '\u{dbb}'),
        ('\u{dbd}', '\u{dbd}'), ('\u{dc0}', '\u{dc6}'), ('\u{de6}', '\u{def}')]),
    (Script::Thai, &[('\u{e01}', '\u{e30}'), ('\u{e32}', '\u{e33}'), ('\u{e40}', '\u{e46}'),
        ('\u{e50}', '\u{e59}')]),
    (Script::Lao, &[('\u{e81}', '\u{e82}'), ('\u{e84}', '\u{e84}'), ('\u{e86}', '\u{e8a}'), ('\u{e8c}', '\u{ea3}'),
        ('\u{ea5}', '\u{ea5}'), ('\u{ea7}', '\u{eb0}'), ('\u{eb2}', '\u{eb3}'), ('\u{ebd}', '\u{ebd}'),
        ('\u{ec0}', '\u{ec4}'), ('\u{ec6}', '\u{ec6}'), ('\u{ed0}', '\u{ed9}'), ('\u{edc}', '\u{edf}')]),
    (Script::Tibetan, &[('\u{f00}', '\u{f00}'), ('\u{f20}', '\u{f29}'), ('\u{f40}', '\u{f47}'),
        ('\u{f49}', '\u{f6c}'), ('\u{f88}', '\u{f8c}')]),
    (Script::Myanmar, &[('\u{1000}', '\u{102a}'), ('\u{103f}', '\u{1049}'), ('\u{1050}', '\u{1055}'),
        ('\u{105a}', '\u{105d}'), ('\u{1061}', '\u{1061}'), ('\u{1065}', '\u{1066}'), ('\u{106e}', '\u{1070}'),
        ('\u{1075}', '\u{1081}'), ('\u{108e}', '\u{108e}'), ('\u{1090}', '\u{1099}')]),
    (Script::Khmer, &[('\u{1780}', '\u{17b3}'), ('\u{17d7}', '\u{17d7}'), ('\u{17dc}', '\u{17dc}')]),
    (Script::Georgian, &[('\u{10d0}', '\u{10fa}'), ('\u{10fd}', '\u{10ff}'), ('\u{1c90}', '\u{1cba}')]),
    (Script::Ethiopic, &[('\u{1200}', '\u{1248}'), ('\u{124a}', '\u{124d}'), ('\u{1250}', '\u{1256}'),
        ('\u{1258}', '\u{1258}'), ('\u{125a}', '\u{125d}'), ('\u{1260}', '\u{1288}'), ('\u{128a}', '\u{128d}'),
        ('\u{1290}', '\u{12b0}'), ('\u{12b2}', '\u{12b5}'), ('\u{12b8}', '\u{12be}'), ('\u{12c0}', '\u{12c0}'),
        ('\u{12c2}', '\u{12c5}'), ('\u{12c8}', '\u{12d6}'), ('\u{12d8}', '\u{1310}'), ('\u{1312}', '\u{1315}'),
        ('\u{1318}', '\u{135a}')]),
    (Script::EastAsian, &[('\u{3005}', '\u{3005}'), ('\u{3041}', '\u{3096}'), ('\u{309d}', '\u{309e}'),
        ('\u{30a1}', '\u{30fa}'), ('\u{30fc}', '\u{30fe}'), ('\u{3105}', '\u{312f}'), ('\u{3400}', '\u{4dbf}'),
        ('\u{4e00}', '\u{9fff}'), ('\u{ac00}', '\u{d7a3}')]),
];

#[rustfmt::skip]
const MARKS: &[(Script, &[(char, char)])] = &[
    (Script::Hebrew, &[('\u{5b0}', '\u{5bd}'), ('\u{5bf}', '\u{5bf}'), ('\u{5c1}', '\u{5c2}'),
        ('\u{5c7}', '\u{5c7}')]),
    (Script::Arabic, &[('\u{64b}', '\u{655}'), ('\u{670}', '\u{670}')]),
    (Script::Devanagari, &[('\u{900}', '\u{903}'), ('\u{93a}', '\u{93c}'), ('\u{93e}', '\u{94f}'),
        ('\u{951}', '\u{957}'), ('\u{962}', '\u{963}')]),
    (Script::Bengali, &[('\u{981}', '\u{983}'), ('\u{9bc}', '\u{9bc}'), ('\u{9be}', '\u{9c4}'),
        ('\u{9c7}', '\u{9c8}'), ('\u{9cb}', '\u{9cd}'), ('\u{9d7}', '\u{9d7}'), ('\u{9e2}', '\u{9e3}'),
        ('\u{9fe}', '\u{9fe}')]),
    (Script::Gurmukhi, &[('\u{a01}', '\u{a03}'), ('\u{a3c}', '\u{a3c}'), ('\u{a3e}', '\u{a42}'),
        ('\u{a47}', '\u{a48}'), ('\u{a4b}', '\u{a4d}'), ('\u{a51}', '\u{a51}'), ('\u{a70}', '\u{a71}'),
        ('\u{a75}', '\u{a75}')]),
    (Script::Gujarati, &[('\u{a81}', '\u{a83}'), ('\u{abc}', '\u{abc}'), ('\u{abe}', '\u{ac5}'),
        ('\u{ac7}', '\u{ac9}'), ('\u{acb}', '\u{acd}'), ('\u{ae2}', '\u{ae3}'), ('\u{afa}', '\u{aff}')]),
    (Script::Oriya, &[('\u{b01}', '\u{b03}'), ('\u{b3c}', '\u{b3c}'), ('\u{b3e}', '\u{b44}'),
        ('\u{b47}', '\u{b48}'), ('\u{b4b}', '\u{b4d}'), ('\u{b55}', '\u{b57}'), ('\u{b62}', '\u{b63}')]),
    (Script::Tamil, &[('\u{b82}', '\u{b82}'), ('\u{bbe}', '\u{bc2}'), ('\u{bc6}', '\u{bc8}'),
        ('\u{bca}', '\u{bcd}'), ('\u{bd7}', '\u{bd7}')]),
    (Script::Telugu, &[('\u{c00}', '\u{c04}'), ('\u{c3c}', '\u{c3c}'), ('\u{c3e}', '\u{c44}'),
        ('\u{c46}', '\u{c48}'), ('\u{c4a}', '\u{c4d}'), ('\u{c55}', '\u{c56}'), ('\u{c62}', '\u{c63}')]),
    (Script::Kannada, &[('\u{c81}', '\u{c83}'), ('\u{cbc}', '\u{cbc}'), ('\u{cbe}', '\u{cc4}'),
        ('\u{cc6}', '\u{cc8}'), ('\u{cca}', '\u{ccd}'), ('\u{cd5}', '\u{cd6}'), ('\u{ce2}', '\u{ce3}')]),
    (Script::Malayalam, &[('\u{d00}', '\u{d03}'), ('\u{d3b}', '\u{d3c}'), ('\u{d3e}', '\u{d44}'),
        ('\u{d46}', '\u{d48}'), ('\u{d4a}', '\u{d4d}'), ('\u{d57}', '\u{d57}'), ('\u{d62}', '\u{d63}')]),
    (Script::Sinhala, &[('\u{d81}', '\u{d83}'), ('\u{dca}', '\u{dca}'), ('\u{dcf}', '\u{dd4}'),
        ('\u{dd6}', '\u{dd6}'), ('\u{dd8}', '\u{ddf}'), ('\u{df2}', '\u{df3}')]),
    (Script::Thai, &[('\u{e31}', '\u{e31}'), ('\u{e34}', '\u{e3a}'), ('\u{e47}', '\u{e4e}')]),
    (Script::Lao, &[('\u{eb1}', '\u{eb1}'), ('\u{eb4}', '\u{ebc}'), ('\u{ec8}', '\u{ecd}')]),
    (Script::Tibetan, &[('\u{f18}', '\u{f19}'), ('\u{f35}', '\u{f35}'), ('\u{f37}', '\u{f37}'),
        ('\u{f39}', '\u{f39}'), ('\u{f3e}', '\u{f3f}'), ('\u{f71}', '\u{f84}'), ('\u{f86}', '\u{f87}'),
        ('\u{f8d}', '\u{f97}'), ('\u{f99}', '\u{fbc}'), ('\u{fc6}', '\u{fc6}')]),
    (Script::Myanmar, &[('\u{102b}', '\u{103e}'), ('\u{1056}', '\u{1059}'), ('\u{105e}', '\u{1060}'),
        ('\u{1062}', '\u{1064}'), ('\u{1067}', '\u{106d}'), ('\u{1071}', '\u{1074}'), ('\u{1082}', '\u{108d}'),
        ('\u{108f}', '\u{108f}'), ('\u{109a}', '\u{109d}')]),
    (Script::Khmer, &[('\u{17b6}', '\u{17d3}'), ('\u{17dd}', '\u{17dd}')]),
];
