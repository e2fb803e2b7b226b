//! A vocabulary: the merges of a byte-pair encoding, laid out for counting.
//!
//! Tokens 0 to 255 are the bytes. Every other is the merge of two tokens with smaller numbers, and its own
//! number is its rank: of all merges that a text offers, the one with the smallest number is made first,
//! and of equals the leftmost.

mod edges;
mod embedded;
mod merges;
mod pairs;
mod texts;
mod trie;
mod whole;

pub(super) use embedded::{CL100K, Embedded, O200K, P50K, R50K};

use super::short::Short;
use merges::Merges;
use texts::Texts;
use trie::Trie;
use whole::Whole;

/// A token by its rank.
pub(super) type Token = u32;

/// How many tokens are single bytes.
const BYTES: Token = 256;

/// The most tokens, so that three of them fit in 64 bits.
const MOST: usize = (1 << 20) - 1;

/// Tokens by their text, and which of them may stand side by side.
pub(super) struct Vocabulary {
    whole: Whole,
    trie: Trie,
    merges: Merges,
    /// Bytes of each token.
    lengths: Vec<u8>,
    /// The longest other token that begins each token; a byte for itself.
    shorter: Vec<Token>,
    longest: u8,
}

impl Vocabulary {
    /// The vocabulary with these merges, in the order of their rank. None where a merge is of a token that
    /// only comes later, where a token is longer than 255 bytes, or where they are more than a million.
    ///
    /// Merging must make every token out of its own bytes; this is not checked.
    pub(super) fn new(merges: Vec<(Token, Token)>) -> Option<Self> {
        let texts = Texts::new(&merges)?;
        let lengths = texts.lengths()?;
        let (trie, shorter) = trie::Builder::new(&texts).finish()?;
        let longest = lengths.iter().copied().max()?;
        Some(Self { whole: Whole::new(&texts), trie, merges: Merges::new(merges), lengths, shorter, longest })
    }

    /// Whether a piece is one token.
    #[inline]
    pub(super) fn contains(&self, piece: Short) -> bool {
        self.whole.contains(piece)
    }

    /// Has fetched what [`contains`](Self::contains) will read.
    #[inline]
    pub(super) fn fetch(&self, piece: Short) {
        self.whole.fetch(piece);
    }

    /// The longest token that `text` begins with; none of no text.
    #[inline]
    pub(super) fn longest_in(&self, text: &[u8]) -> Option<Found> {
        self.trie.longest_in(text, |token| self.merges.fetch(token))
    }

    /// The next shorter token that begins the text of `token`.
    #[inline]
    pub(super) fn shorter(&self, token: Token) -> Option<Found> {
        let shorter = *self.shorter.get(token as usize)?;
        (shorter != token).then(|| self.found(shorter))
    }

    /// A token with its length.
    #[inline]
    pub(super) fn found(&self, token: Token) -> Found {
        Found { token, length: self.lengths.get(token as usize).copied().map_or(0, usize::from) }
    }

    /// Whether merging leaves the two tokens as they are where their texts stand side by side.
    pub(super) fn may_meet(&self, left: Token, right: Token) -> bool {
        self.merges.leave(left, right)
    }

    /// True only of two tokens that may meet, and of most of them: a quick answer before the full one.
    #[inline]
    pub(super) fn surely_may_meet(&self, left: Token, right: Token) -> bool {
        self.merges.surely_leave(left, right)
    }

    /// The token that two tokens merge to, if they do.
    #[inline]
    pub(super) fn whole(&self, left: Token, right: Token) -> Option<Token> {
        self.merges.whole(left, right)
    }

    /// The token that two bytes merge to, if they do.
    #[inline]
    pub(super) fn whole_of_bytes(&self, pair: [u8; 2]) -> Option<Token> {
        self.merges.whole_of_bytes(pair)
    }

    /// Bytes of the longest token.
    pub(super) fn longest_token(&self) -> u64 {
        self.longest.into()
    }
}

/// A token and how many bytes it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) token: Token,
    pub(super) length: usize,
}
