//! The `tiktoken` crate with its one gap closed, as the project does it in
//! `rust/core/src/encoding/long_s.rs` and `bpe.rs`.
//!
//! In the o200k family it does not take `'ſ` as the contraction `'s` behind an ASCII word. A text
//! that holds `'ſ` is cut by the pattern itself and counted piece by piece.

use std::sync::LazyLock;

use regex::Regex;
use tiktoken::CoreBpe;

/// The pattern of o200k_base, but for `\s+(?!\S)`, which [`piece_end`] makes up for.
static PIECE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+",
    ))
    .expect("the pattern of o200k_base")
});

pub fn load(encoding: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    let bpe = tiktoken::get_encoding(encoding).expect("an encoding that is built in");
    let is_o200k = encoding.starts_with("o200k");
    move |text| if is_o200k && text.contains("'ſ") { pieces(bpe, text) } else { bpe.count(text) }
}

fn pieces(bpe: &CoreBpe, text: &str) -> usize {
    let (mut tokens, mut rest) = (0, text);
    while let Some(found) = PIECE.find(rest) {
        let (piece, behind) = rest.split_at(piece_end(rest, found.end()));
        tokens += bpe.count(piece);
        rest = behind;
    }
    tokens
}

/// Where a piece that the pattern ends at `end` really ends: the last of several blanks before a
/// word belongs to the word.
fn piece_end(text: &str, end: usize) -> usize {
    let piece = &text[..end];
    let is_blank = piece.chars().all(char::is_whitespace) && !piece.ends_with(['\r', '\n']);
    let last = piece.chars().next_back().map_or(0, char::len_utf8);
    if is_blank && end < text.len() && last < piece.len() { end - last } else { end }
}
