//! Text to terms, for ranking: words of any script, the parts of identifiers, pairs where no blanks part words.

mod letter;
mod word;

use super::runs::runs;
use letter::Letter;
use word::Word;

/// A term of more bytes than this is left out, as base64 and hashes have them; its parts are not.
pub const LONGEST_TERM: usize = 80;

/// What counts as a term besides words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether the parts of an identifier follow it: `user` and `name` after `username` of `userName`.
    pub parts: bool,
}

/// The terms of a text, in the order in which they occur, each as often as it occurs.
///
/// A word is a run of letters, digits and underscores with a letter or a digit in it, in lower case and
/// compatibility-composed, so that two ways to write `é` are one. In scripts that put no blanks between
/// words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) each pair of neighbouring characters is
/// a term, and a character alone is one.
///
/// ```
/// use contextthrift_core::relevance::segment::{Options, terms};
///
/// let with_parts = Options { parts: true };
/// assert_eq!(terms("Naïve parseHTML2", with_parts), ["naïve", "parsehtml2", "parse", "html", "2"]);
/// assert_eq!(terms("2031年まで", with_parts), ["2031", "年ま", "まで"]);
/// ```
#[must_use]
pub fn terms(text: &str, options: Options) -> Vec<String> {
    let mut found = Vec::new();
    Segmenter::new(options).segment(text, |term| found.push(String::from_utf8_lossy(term).into_owned()));
    found
}

/// Reads one text after another, in the same buffers.
#[derive(Debug)]
pub struct Segmenter {
    options: Options,
    lowered: Vec<u8>,
    word: Word,
}

impl Segmenter {
    /// One that has read nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, lowered: Vec::new(), word: Word::default() }
    }

    /// Hands over each term of [`terms`] as UTF-8, in order, without an allocation for it.
    ///
    /// Most words are lower-case ASCII behind their first letter: those are a slice of the text made
    /// lower case, and only the others are looked at letter by letter.
    pub fn segment(&mut self, text: &str, mut take: impl FnMut(&[u8])) {
        let Self { options, lowered, word } = self;
        lowered.clear();
        lowered.extend_from_slice(text.as_bytes());
        lowered.make_ascii_lowercase();
        lowered.push(b' ');
        runs(lowered, belongs, |start, end| {
            let (Some(run), Some(low)) = (text.get(start..end), lowered.get(start..end)) else { return };
            if is_simple(run.as_bytes(), *options) {
                bounded(low, &mut take);
            } else if !run.is_empty() {
                word.read_all(run, *options, &mut |term| bounded(term, &mut take));
            }
        });
    }
}

/// Whether a byte in lower case may be part of a word; beyond ASCII only its character can tell.
fn belongs(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte >= 0x80
}

/// Whether a run is one ASCII word of which no parts are wanted.
fn is_simple(run: &[u8], options: Options) -> bool {
    let Some((first, others)) = run.split_first() else { return false };
    (first.is_ascii_alphabetic() && others.iter().all(u8::is_ascii_lowercase))
        || run.iter().all(u8::is_ascii_digit)
        || (!options.parts && run.is_ascii() && run.iter().any(u8::is_ascii_alphanumeric))
}

fn bounded(term: &[u8], take: &mut impl FnMut(&[u8])) {
    if term.len() <= LONGEST_TERM {
        take(term);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_parts(text: &str) -> Vec<String> {
        terms(text, Options { parts: true })
    }

    #[test]
    fn identifiers_are_whole_and_in_parts() {
        assert_eq!(with_parts("snake_case"), ["snake_case", "snake", "case"]);
        assert_eq!(with_parts("getHTTPResponse2"), ["gethttpresponse2", "get", "http", "response", "2"]);
        assert_eq!(with_parts("__init__"), ["__init__", "init"]);
        assert_eq!(with_parts("NASA's 3.14"), ["nasa", "s", "3", "14"]);
        assert_eq!(terms("snake_case aB", Options { parts: false }), ["snake_case", "ab"]);
    }

    #[test]
    fn composed_and_decomposed_letters_are_the_same_word() {
        assert_eq!(with_parts("Caf\u{e9} cafe\u{301}"), ["caf\u{e9}", "caf\u{e9}"]);
        assert_eq!(with_parts("\u{ff21}\u{ff22}c of\u{fb01}ce"), ["abc", "a", "bc", "office"]);
    }

    #[test]
    fn scripts_with_blanks_have_words() {
        assert_eq!(with_parts("Срок паспорта"), ["срок", "паспорта"]);
        assert_eq!(with_parts("ΟΔΟΣ οδός"), ["οδοσ", "οδόσ"]);
        assert_eq!(with_parts("صلاحية الجواز؟"), ["صلاحية", "الجواز"]);
        assert_eq!(with_parts("हिन्दी भाषा"), ["हिन्दी", "भाषा"]);
    }

    #[test]
    fn scripts_without_blanks_have_pairs() {
        assert_eq!(with_parts("東京都 雨"), ["東京", "京都", "雨"]);
        assert_eq!(with_parts("ฝนตก"), ["ฝน", "นต", "ตก"]);
        assert_eq!(with_parts("Pythonで書く"), ["python", "で書", "書く"]);
        assert_eq!(with_parts("ｶﾞｽ"), ["ガス"]);
    }

    #[test]
    fn what_is_neither_letter_nor_digit_parts_words() {
        assert_eq!(
            with_parts("it\u{2019}s\u{2014}fine\u{0}\u{7}now \u{fffd}ok"),
            ["it", "s", "fine", "now", "ok"]
        );
        assert_eq!(with_parts("soft\u{ad}hyphen a\u{200d}b"), ["softhyphen", "ab"]);
        assert!(with_parts("__ \u{301} \u{fe0f} ... 🙂").is_empty());
    }

    #[test]
    fn a_very_long_term_is_left_out() {
        let long = "x".repeat(LONGEST_TERM);
        assert_eq!(with_parts(&long), [long.as_str()]);
        assert!(with_parts(&format!("{long}x")).is_empty());
        assert_eq!(with_parts(&format!("{long}_y")), [long.as_str(), "y"]);
    }
}
