//! Which of 64 bytes lie between two: the only thing that is done to many bytes at once.

/// A bit for each of 64 bytes, the first byte lowest.
pub(super) type Lanes = u64;

/// The places of a set, the first one first.
pub(super) struct Places(pub(super) Lanes);

impl Iterator for Places {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < 64).then_some(place)
    }
}

/// The bytes from `low` to `high`, which are ASCII.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
#[allow(unsafe_code, reason = "every x86-64 processor has SSE2, which the compiler does not take as read")]
pub(super) fn between(bytes: &[u8; 64], low: u8, high: u8) -> Lanes {
    unsafe { by_sse2(bytes, low, high) }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
pub(super) fn between(bytes: &[u8; 64], low: u8, high: u8) -> Lanes {
    by_words(bytes, low, high)
}

/// Sixteen at a time. A byte beyond ASCII is negative, so less than any.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn by_sse2(bytes: &[u8; 64], low: u8, high: u8) -> Lanes {
    use std::arch::x86_64::{
        _mm_andnot_si128, _mm_cmpgt_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8,
    };
    let (below, highest) = (low.wrapping_sub(1).cast_signed(), high.cast_signed());
    let (below, highest) = (_mm_set1_epi8(below), _mm_set1_epi8(highest));
    let (parts, _) = bytes.as_chunks::<16>();
    parts.iter().rev().fold(0, |lanes, part| {
        let part = u128::from_le_bytes(*part).cast_signed();
        let part = _mm_set_epi64x((part >> 64) as i64, part as i64);
        let within = _mm_andnot_si128(_mm_cmpgt_epi8(part, highest), _mm_cmpgt_epi8(part, below));
        lanes << 16 | Lanes::from(_mm_movemask_epi8(within).cast_unsigned())
    })
}

/// Eight at a time, by arithmetic that no byte carries into the next (Mycroft 1987).
#[cfg(any(test, miri, not(target_arch = "x86_64")))]
fn by_words(bytes: &[u8; 64], low: u8, high: u8) -> Lanes {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    /// Moves the lowest bit of each byte to the highest byte, the first byte's lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (parts, _) = bytes.as_chunks::<8>();
    parts.iter().rev().fold(0, |lanes, part| {
        let word = u64::from_le_bytes(*part);
        let bits = word & !HIGH;
        let from = bits.wrapping_add(ONES.wrapping_mul(u64::from(0x80_u8.wrapping_sub(low))));
        let beyond = bits.wrapping_add(ONES.wrapping_mul(u64::from(0x7f_u8.wrapping_sub(high))));
        let within = from & !beyond & !word & HIGH;
        lanes << 8 | (within >> 7).wrapping_mul(GATHER) >> 56
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_bytes_between_two() {
        for first in 0..=255_u8 {
            let bytes: [u8; 64] = std::array::from_fn(|at| first.wrapping_add((at as u8).wrapping_mul(37)));
            for (low, high) in [(b'a', b'z'), (b'0', b'9'), (b' ', b' '), (9, 13), (0, 127), (127, 127)] {
                let within = |at: &usize| (low..=high).contains(&bytes[*at]);
                let expected = (0..64).filter(within).fold(0, |lanes: Lanes, at| lanes | 1 << at);
                assert_eq!(between(&bytes, low, high), expected, "{first} {low} {high}");
                assert_eq!(by_words(&bytes, low, high), expected, "{first} {low} {high}");
            }
        }
    }
}
