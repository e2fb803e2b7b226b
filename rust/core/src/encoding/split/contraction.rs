//! English contractions: `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d`.

/// The end of a contraction whose apostrophe is at `at`, in lower case alone.
#[inline]
pub(super) fn lower(text: &[u8], at: usize) -> Option<usize> {
    let length = match text.get(at..)? {
        [b'\'', b's' | b'd' | b'm' | b't', ..] => 2,
        [b'\'', b'l', b'l', ..] | [b'\'', b'v' | b'r', b'e', ..] => 3,
        _ => return None,
    };
    Some(at.wrapping_add(length))
}

/// The same in any case, which takes in U+017F, the long s (`\xc5\xbf`), because it folds to `s`.
#[inline]
pub(super) fn any_case(text: &[u8], at: usize) -> Option<usize> {
    let length = match text.get(at..)? {
        [b'\'', b's' | b'd' | b'm' | b't' | b'S' | b'D' | b'M' | b'T', ..] => 2,
        [b'\'', b'l' | b'L', b'l' | b'L', ..]
        | [b'\'', b'v' | b'V' | b'r' | b'R', b'e' | b'E', ..]
        | [b'\'', 0xc5, 0xbf, ..] => 3,
        _ => return None,
    };
    Some(at.wrapping_add(length))
}
