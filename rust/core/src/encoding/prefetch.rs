//! Telling the processor what will soon be read, so that it waits for several places of memory at once.

/// Has the line of memory fetched in which an entry stands.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
#[allow(
    unsafe_code,
    reason = "a prefetch reads nothing and faults nowhere; this one is of a place in the table"
)]
pub(super) fn prefetch<T>(table: &[T], place: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    if let Some(entry) = table.get(place) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) };
    }
}

/// Other processors are left to guess.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
pub(super) fn prefetch<T>(_table: &[T], _place: usize) {}
