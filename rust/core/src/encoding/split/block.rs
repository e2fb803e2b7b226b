//! Up to 64 bytes of ASCII that begin where a piece begins, and where the pieces in them begin.
//!
//! What the patterns ask of a character is asked of all of them at once: a set of places is a number with a bit
//! for each, a run goes on by a carry, and what stands behind a place is a shift away (Langdale and
//! Lemire 2019, who read JSON so).

use super::lanes::{Lanes, between};

/// Bytes of a text from a place on: a block, and as many as a short piece can have that begins in it.
pub(in crate::encoding) type Window = [u8; 80];

/// The places in a block by what stands there.
pub(in crate::encoding) struct Block<'a> {
    bytes: &'a [u8; 64],
    /// How many bytes are of the block: all before the first one beyond ASCII or the end of the text.
    pub(super) length: u32,
    pub(super) letters: Lanes,
    pub(super) digits: Lanes,
    /// White space, line breaks included.
    pub(super) spaces: Lanes,
    /// The blank, U+0020.
    pub(super) blanks: Lanes,
    pub(super) newlines: Lanes,
    /// Everything else.
    pub(super) signs: Lanes,
}

impl<'a> Block<'a> {
    /// The block at the beginning of a window into a text of which `rest` bytes are left there.
    #[inline]
    pub(in crate::encoding) fn new(window: &'a Window, rest: usize) -> Option<Self> {
        let bytes: &[u8; 64] = window.first_chunk()?;
        let ascii = between(bytes, 0, 127);
        let length = ascii.trailing_ones().min(rest.min(64) as u32);
        let all = below(length);
        let letters = all & (between(bytes, b'a', b'z') | between(bytes, b'A', b'Z'));
        let digits = all & between(bytes, b'0', b'9');
        let blanks = all & between(bytes, b' ', b' ');
        let newlines = all & (between(bytes, b'\n', b'\n') | between(bytes, b'\r', b'\r'));
        let spaces = all & (between(bytes, b'\t', b'\r') | blanks);
        let signs = all & !(letters | digits | spaces);
        Some(Self { bytes, length, letters, digits, spaces, blanks, newlines, signs })
    }

    /// Capital letters.
    #[inline]
    pub(super) fn upper(&self) -> Lanes {
        self.letters & between(self.bytes, b'A', b'Z')
    }

    /// The places of one ASCII character.
    #[inline]
    pub(super) fn all(&self, byte: u8) -> Lanes {
        below(self.length) & between(self.bytes, byte, byte)
    }

    /// What the block has from a place on.
    #[inline]
    pub(super) fn from(&self, place: u32) -> &[u8] {
        self.bytes.get(place as usize..self.length as usize).unwrap_or_default()
    }

    /// Where a row of digits is cut, three by three.
    #[inline]
    pub(super) fn threes(&self) -> Lanes {
        let goes_on = self.digits & self.digits << 1;
        let goes_on_for_three = goes_on & goes_on << 1 & self.digits << 3;
        let mut last = self.digits & !(self.digits << 1);
        let mut starts = last;
        loop {
            last = last << 3 & goes_on_for_three;
            if last == 0 {
                return starts;
            }
            starts |= last;
        }
    }

    /// Where a word begins with a letter: not behind one, nor behind a sign or a space that begins it.
    #[inline]
    pub(super) fn word_starts(&self, signs: Lanes) -> Lanes {
        let begin = signs | self.spaces & !self.newlines;
        self.letters & !((self.letters | begin) << 1)
    }

    /// Where white space is cut whatever its line breaks: before its last character, if something follows.
    #[inline]
    pub(super) fn gaps(&self) -> Lanes {
        self.spaces & !(self.spaces << 1) | self.spaces & !(self.spaces >> 1)
    }

    /// Where `free` is cut, the white space that no sign has taken: a row stays together up to its last line
    /// break, and so does what is behind that, but for the last character before something else.
    #[inline]
    pub(super) fn space_starts(&self, free: Lanes) -> Lanes {
        let (lines, others) = (free & self.newlines, free & !self.newlines);
        let last = others & !(self.spaces >> 1);
        let behind_line = others & lines << 1;
        let behind_last_line = behind_line & !backward(others, others & lines >> 1);
        free & !(free << 1) | last | behind_last_line
    }

    /// The starts that are certain: not those in white space that goes on behind the block.
    #[inline]
    pub(super) fn certain(&self, starts: Lanes, free: Lanes) -> Lanes {
        let open = (free << (64_u32.wrapping_sub(self.length) & 63)).leading_ones();
        starts & below(self.length.saturating_sub(open).saturating_add(1))
    }
}

/// The places before `length`.
#[inline]
fn below(length: u32) -> Lanes {
    Lanes::MAX.checked_shr(64_u32.saturating_sub(length)).unwrap_or_default()
}

/// The places of `row` from those of `from`, which are in it, on to the end of each row.
#[inline]
pub(super) fn forward(row: Lanes, from: Lanes) -> Lanes {
    row & (!row.wrapping_add(from) | from)
}

/// The same towards the beginning.
#[inline]
fn backward(row: Lanes, from: Lanes) -> Lanes {
    if from == 0 { 0 } else { forward(row.reverse_bits(), from.reverse_bits()).reverse_bits() }
}
