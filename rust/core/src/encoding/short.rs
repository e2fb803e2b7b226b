//! Pieces that fit in one machine word, and so are compared and found at once.

/// A piece of up to 15 bytes: its bytes in the low 15 bytes, its length in the four bits above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Short(u128);

/// 2^64 divided by the golden ratio: Knuth's multiplier, which spreads numbers that follow each other.
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bits below the length.
const LENGTH: u32 = 120;

impl Short {
    /// The highest four bits are never set.
    pub(super) const FREE: u32 = 124;

    /// The piece of `text` from `at` to `end`, if it is short enough.
    #[inline]
    pub(super) fn new(text: &[u8], at: usize, end: usize) -> Option<Self> {
        let length = end.wrapping_sub(at);
        if length > 15 {
            return None;
        }
        let rest = text.get(at..)?;
        let bytes = rest.first_chunk().map_or_else(|| padded(rest), |chunk| u128::from_le_bytes(*chunk));
        let mask = (1_u128 << (length << 3)).wrapping_sub(1);
        Some(Self(bytes & mask | (length as u128) << LENGTH))
    }

    #[inline]
    pub(super) fn bits(self) -> u128 {
        self.0
    }

    #[inline]
    pub(super) fn is_ascii(self) -> bool {
        self.0 & ((u128::MAX / 255) << 7 & !(0xff << LENGTH)) == 0
    }

    /// A number of `bits` bits that is spread well over pieces.
    #[inline]
    pub(super) fn place(self, bits: u32) -> usize {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed = (low ^ high.rotate_left(29)).wrapping_mul(GOLDEN);
        (mixed >> 64_u32.wrapping_sub(bits)) as usize
    }
}

/// What stands close to the end of its text.
fn padded(rest: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    u128::from_le_bytes(bytes)
}
