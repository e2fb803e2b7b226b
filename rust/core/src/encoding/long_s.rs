//! The one gap of the engine: in the o200k family it does not take `'ſ` as the contraction `'s`
//! behind an ASCII word, although the pattern ignores case and U+017F folds to `s`.
//!
//! A text that holds `'ſ` is cut by the pattern itself and counted piece by piece.

use std::sync::LazyLock;

use regex::Regex;
use tiktoken::CoreBpe;

use crate::Error;

/// The pattern of o200k_base as OpenAI publishes it, but for `\s+(?!\S)`, which [`piece_end`] makes up for.
static PIECE: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+",
    ))
});

pub(super) fn is_in(text: &str) -> bool {
    text.contains("'ſ")
}

pub(super) fn count(bpe: &CoreBpe, text: &str) -> Result<u64, Error> {
    let pattern = PIECE.as_ref().map_err(|_| Error::vocabulary("o200k_base"))?;
    let (mut tokens, mut rest) = (0_u64, text);
    while let Some(found) = pattern.find(rest) {
        let (piece, behind) = rest.split_at_checked(piece_end(rest, found.end())).unwrap_or((rest, ""));
        tokens = tokens.saturating_add(bpe.count(piece) as u64);
        rest = behind;
    }
    Ok(tokens)
}

/// Where a piece that the pattern ends at `end` really ends: the last of several blanks before a
/// word belongs to the word.
fn piece_end(text: &str, end: usize) -> usize {
    let piece = text.get(..end).unwrap_or(text);
    let is_blank = piece.chars().all(char::is_whitespace) && !piece.ends_with(['\r', '\n']);
    let last = piece.chars().next_back().map_or(0, char::len_utf8);
    if is_blank && end < text.len() && last < piece.len() { end.saturating_sub(last) } else { end }
}

#[cfg(test)]
mod tests {
    use crate::encoding::Encoding;

    fn o200k(text: &str) -> u64 {
        Encoding::O200kBase.count(text).unwrap()
    }

    /// As tiktoken 0.14 counts them.
    #[test]
    fn a_long_s_behind_an_apostrophe_is_a_contraction() {
        assert_eq!([o200k("x'ſ'veth"), o200k("re’x'ſ'retx"), o200k("dsſ'ſ'StbssK")], [6, 8, 9]);
    }

    #[test]
    fn a_word_keeps_its_own_blank_and_cutting_by_the_pattern_changes_nothing_else() {
        let texts =
            ["a  b", "it's   a\t\tword \n\n  here", "日本語 text,\r\n 12345 done   ", "HTTPServer's don't"];
        let bpe = super::super::bpe::engine("o200k_base").unwrap();
        for text in texts {
            assert_eq!(super::count(bpe, text).unwrap(), o200k(text), "{text:?}");
        }
    }
}
