//! Pieces that fit in two machine words.

use super::short::GOLDEN;

/// A piece of 16 to 30 bytes: its first 16, then the rest with the length in the byte behind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Long([u128; 2]);

/// Bits below the length.
const LENGTH: u32 = 112;

impl Long {
    /// The highest eight bits of the second word are never set.
    pub(super) const FREE: u32 = 120;

    /// The piece, if it is long enough and not too long.
    #[inline]
    pub(super) fn new(piece: &[u8]) -> Option<Self> {
        if piece.len() > 30 {
            return None;
        }
        let (front, last) =
            (u128::from_le_bytes(*piece.first_chunk()?), u128::from_le_bytes(*piece.last_chunk()?));
        let doubled = 32_usize.wrapping_sub(piece.len()) << 3;
        let back = last.checked_shr(doubled as u32).unwrap_or_default();
        Some(Self([front, back | (piece.len() as u128) << LENGTH]))
    }

    #[inline]
    pub(super) fn front(self) -> u128 {
        self.0[0]
    }

    #[inline]
    pub(super) fn back(self) -> u128 {
        self.0[1]
    }

    /// A number of `bits` bits that is spread well over pieces.
    #[inline]
    pub(super) fn place(self, bits: u32) -> usize {
        let [front, back] = self.0;
        let mixed = front.rotate_left(31) ^ back;
        let (low, high) = (mixed as u64, (mixed >> 64) as u64);
        let spread = (low.wrapping_mul(GOLDEN) ^ high.rotate_left(29)).wrapping_mul(GOLDEN);
        (spread >> 64_u32.wrapping_sub(bits)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Long;

    #[test]
    fn a_piece_is_its_bytes_and_its_length() {
        let text: Vec<u8> = (1..=40).collect();
        for length in 0..=40 {
            let Some(piece) = Long::new(&text[..length]) else {
                assert!(!(16..=30).contains(&length));
                continue;
            };
            let mut bytes = [0; 32];
            bytes[..length].copy_from_slice(&text[..length]);
            bytes[30] = length as u8;
            assert_eq!([piece.front().to_le_bytes(), piece.back().to_le_bytes()].concat(), bytes);
        }
    }
}
