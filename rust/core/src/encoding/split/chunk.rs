#![allow(unsafe_code, clippy::all)]
//! Sixteen bytes of a text looked at at once: enough for most words of ASCII.
//!
//! The bytes stand in one number and are compared by arithmetic (Mycroft 1987), which any processor does about
//! as fast as its own instructions for that; those cannot be called without `unsafe`.

/// The bytes, the first one lowest; zeros stand behind the end of the text.
#[derive(Clone, Copy)]
pub(in crate::encoding) struct Chunk(u128);

#[derive(Clone, Copy)]
pub(super) struct Places(u32);

impl Chunk {
    #[inline]
    pub(in crate::encoding) fn new(text: &[u8], at: usize) -> Self {
        let rest = text.get(at..).unwrap_or_default();
        Self(rest.first_chunk().map_or_else(|| padded(rest), |chunk| u128::from_le_bytes(*chunk)))
    }

    #[inline]
    pub(in crate::encoding) fn bytes(self) -> u128 {
        self.0
    }

    #[inline]
    pub(super) fn byte(self, place: u32) -> u8 {
        (self.0 >> ((place & 15) << 3)) as u8
    }

    /// Where ASCII letters stand.
    #[inline]
    pub(super) fn letters(self) -> Places {
        Places(unsafe { sse(self.0 | u128::MAX / 255 << 5, b'a', b'z') })
    }

    /// Where bytes from `low` to `high` stand, both ASCII.
    #[inline]
    pub(super) fn between(self, low: u8, high: u8) -> Places {
        Places(unsafe { sse(self.0, low, high) })
    }

    #[inline]
    pub(super) fn digits(self) -> Places {
        self.between(b'0', b'9')
    }

    /// The length of at most three ASCII digits that no other digit goes on.
    #[inline]
    pub(super) fn up_to_three_digits(self) -> Option<usize> {
        match self.digits().end(0) {
            0 => None,
            digits @ 1..3 => self.ended(digits),
            _ => Some(3),
        }
    }

    /// A length, if what follows is in the chunk and of ASCII, so that no character beyond it goes on there.
    #[inline]
    pub(super) fn ended(self, length: u32) -> Option<usize> {
        (length < 16 && self.byte(length).is_ascii()).then_some(length as usize)
    }
}


#[allow(unsafe_code)]
#[inline]
#[target_feature(enable = "sse2")]
fn sse(bytes: u128, low: u8, high: u8) -> u32 {
    use std::arch::x86_64::*;
        let moved = 0x80_u8.wrapping_sub(low).cast_signed();
        let beyond = 0x81_u8.wrapping_add(high.wrapping_sub(low)).cast_signed();
        let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
        let within = _mm_cmplt_epi8(_mm_add_epi8(bytes, _mm_set1_epi8(moved)), _mm_set1_epi8(beyond));
        _mm_movemask_epi8(within).cast_unsigned()
}
impl Places {
    #[inline]
    pub(super) fn contains(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }
    #[inline]
    pub(super) fn end(self, start: u32) -> u32 {
        start + (self.0 >> start).trailing_ones()
    }
}

/// What stands close to the end of its text.
fn padded(rest: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    u128::from_le_bytes(bytes)
}

/// A set of ASCII characters.
pub(super) struct Bytes(u128);

impl Bytes {
    pub(super) const fn new(bytes: &[u8]) -> Self {
        let (mut set, mut rest) = (0, bytes);
        while let [first, behind @ ..] = rest {
            set |= 1 << (*first & 127);
            rest = behind;
        }
        Self(set)
    }

    #[inline]
    pub(super) fn contains(&self, byte: u8) -> bool {
        byte.is_ascii() && self.0 >> (byte & 127) & 1 == 1
    }
}
