//! Names that players may choose, and those that are refused.

use halfboard_protocol::name::{NameError, parse};

#[test]
fn names_of_many_languages_are_accepted() {
    let names = [
        "Ann",
        "Jörg Müßig",
        "Zoé",
        "Zoe\u{301}",
        "Łukasz",
        "Çağrı",
        "Nguyễn Thị",
        "Þórður",
        "O'Neil",
        "O’Neil",
        "Anna-Lena",
        "R. Olivaw_3 (bot) +1!",
        "<b>Bob & \"Co\"</b>",
        "42",
        "Анна Ёлкина",
        "Движок v2",
        "Γιώργος",
        "Արամ",
        "שרה",
        "محمد",
        "प्रिया",
        "தமிழ்",
        "สมชาย",
        "ကြို့",
        "გიორგი",
        "王小明",
        "やまだタロー",
        "김민준",
        "DJ田中",
    ];
    for name in names {
        assert_eq!(parse(name).as_deref(), Ok(name));
    }
    assert_eq!(parse(" \u{a0}Ann\t\n\u{3000} Lee ").as_deref(), Ok("Ann Lee"));
    assert_eq!(parse(&"x".repeat(24)).as_deref(), Ok(&*"x".repeat(24)));
}

#[test]
fn invisible_blank_and_symbol_characters_are_refused() {
    let refused = [
        '\0',
        '\u{7}',
        '\u{7f}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{180e}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2800}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffd}',
        '\u{ffff}',
        '\u{e000}',
        '\u{378}',
        '\u{1d173}',
        '\u{e0041}',
        '\u{e0100}',
        '\u{10fffd}',
        // Letters in disguise: fullwidth, mathematical, Cherokee, click, ligature, long s, small capital.
        'Ａ',
        '𝐀',
        'Ꭺ',
        'ǃ',
        'ﬁ',
        'ſ',
        'ᴀ',
        '②',
        '½',
        '😀',
        '★',
        '‐',
        '․',
        '⁄',
        '\u{338}',
    ];
    for c in refused {
        for name in [format!("Ann{c}"), format!("{c}Ann"), format!("Ann {c} Lee")] {
            assert_eq!(parse(&name), Err(NameError::Character(c)), "{:?}", name.escape_unicode().to_string());
        }
    }
    for name in ["", " ", "\u{a0}\u{2003}", "...", "- -"] {
        assert_eq!(parse(name), Err(NameError::Empty), "{name:?}");
    }
    assert_eq!(parse(&"é".repeat(25)), Err(NameError::TooLong));
}

#[test]
fn scripts_that_look_alike_are_not_mixed_in_a_word() {
    for (name, c) in
        [("Аnn", 'n'), ("Annа", 'а'), ("Ann-Lenа", 'а'), ("Bοb", 'ο'), ("Annօ", 'օ'), ("王а", 'а'), ("aש", 'ש')]
    {
        assert_eq!(parse(name), Err(NameError::MixedScripts(c)), "{name}");
    }
}

#[test]
fn marks_belong_to_letters_and_do_not_pile_up() {
    assert!(parse("e\u{301}\u{323}").is_ok());
    for (name, c) in [
        ("e\u{301}\u{301}\u{302}", '\u{302}'),
        ("\u{301}Ann", '\u{301}'),
        ("Ann \u{301}", '\u{301}'),
        ("1\u{301}", '\u{301}'),
        ("A\u{5b0}", '\u{5b0}'),
        ("王\u{301}", '\u{301}'),
        ("\u{e01}\u{e47}\u{e47}\u{e47}", '\u{e47}'),
    ] {
        assert_eq!(parse(name), Err(NameError::Mark(c)), "{}", name.escape_unicode());
    }
}

#[test]
fn an_error_names_the_character_and_what_is_valid() {
    let message = parse("Ann\u{200b}").expect_err("a zero-width space").to_string();
    assert!(message.contains("U+200B") && message.contains("letters, digits"), "{message}");
    assert_eq!(NameError::Character('\u{e0041}').code_point().as_deref(), Some("U+E0041"));
    assert_eq!(NameError::Empty.code_point(), None);
}
