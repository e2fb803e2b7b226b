//! Pieces that fit in one machine word, and so are compared and found at once.

/// A piece of up to 15 bytes: its bytes in the low 15 bytes, its length in the four bits above.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Short(u128);

/// 2^64 divided by the golden ratio: Knuth's multiplier, which spreads numbers that follow each other.
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bits below the length.
const LENGTH: u32 = 120;

/// For each length the bytes that are of a piece, and the length in its place.
#[allow(clippy::indexing_slicing, reason = "the compiler runs it")]
static MASKS: [(u128, u128); 16] = {
    let (mut masks, mut length) = ([(0, 0); 16], 0_usize);
    while length < 16 {
        masks[length] = (!(u128::MAX << (length << 3)), (length as u128) << LENGTH);
        length = length.wrapping_add(1);
    }
    masks
};

impl Short {
    /// The highest four bits are never set.
    pub(super) const FREE: u32 = 124;

    /// The first `length` bytes of a text, if they are few enough.
    #[inline]
    pub(super) fn of(text: &[u8], length: usize) -> Option<Self> {
        let (mask, length) = MASKS.get(length)?;
        let bytes = text.first_chunk().map_or_else(|| padded(text), |chunk| u128::from_le_bytes(*chunk));
        Some(Self(bytes & mask | length))
    }

    #[inline]
    pub(super) fn bits(self) -> u128 {
        self.0
    }

    /// Its bytes, and some behind them.
    #[inline]
    pub(super) fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        (self.0 >> LENGTH) as usize & 15
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
