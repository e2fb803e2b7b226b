//! What a character is to a word.

use unicode_normalization::char::is_combining_mark;

/// The part a character plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letter {
    /// A letter that is not upper case.
    Small,
    /// An upper-case letter.
    Capital,
    Digit,
    Underscore,
    /// Belongs to the character before it.
    Mark,
    /// Of a script that puts no blanks between words.
    Unspaced,
    /// Parts words.
    Gap,
}

impl Letter {
    pub(super) fn of(character: char) -> Self {
        match character {
            'a'..='z' => Self::Small,
            'A'..='Z' => Self::Capital,
            '0'..='9' => Self::Digit,
            '_' => Self::Underscore,
            '\0'..='\x7f' => Self::Gap,
            _ if is_combining_mark(character) => {
                if is_unspaced(character) {
                    Self::Unspaced
                } else {
                    Self::Mark
                }
            }
            _ if !character.is_alphanumeric() => Self::Gap,
            _ if is_unspaced(character) => Self::Unspaced,
            _ if character.is_numeric() => Self::Digit,
            _ if character.is_uppercase() => Self::Capital,
            _ => Self::Small,
        }
    }
}

/// Whether a character has neither width nor meaning: soft hyphen, joiners, byte order mark, variation selectors.
pub(super) fn is_ignored(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
    )
}

/// Whether a character stands in a block of a script that is written without blanks between words.
///
/// Korean has blanks, but between phrases: its particles hang on the words.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' // Thai, Lao
        | '\u{1000}'..='\u{109f}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}' // Burmese
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{1950}'..='\u{19df}' | '\u{1a20}'..='\u{1aaf}' // Tai Le, New Tai Lue, Tai Tham
        | '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7ff}' // Hangul
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{31ff}' // kana, bopomofo
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' // Han
        | '\u{20000}'..='\u{3ffff}')
}
