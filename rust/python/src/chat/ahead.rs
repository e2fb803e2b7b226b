//! Telling the processor which messages come next, so that it waits for the memory of several at once.
//!
//! Each message of a long chat is a dict somewhere in memory, the table of its entries somewhere else, and its content
//! at a third place: most of the time of a walk over them is waiting for these. Processors other than x86-64 are left
//! to guess.
#![allow(unsafe_code, reason = "borrowed pointers that are never followed, for a prefetch alone; see each")]

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pyo3::{ffi, intern};

/// So many places before a message is read its dict is fetched, then its table, and then its content.
const FAR: usize = 16;
const NEAR: usize = 8;
const NEXT: usize = 4;

/// In a dict of CPython the fifth word, from 3.6 on, says where its table is. In another it says something else, and
/// the prefetch is in vain.
const TABLE: usize = 4;

/// Has fetched what will be read of the messages some places behind `place`.
#[inline]
pub(super) fn look_ahead(messages: &Bound<'_, PyList>, place: usize) {
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    fetch_message(messages, place);
    let next = Some(place.saturating_add(NEXT)).filter(|next| *next < messages.len());
    let message = next.and_then(|next| messages.get_item(next).ok());
    if let Some(message) = message.and_then(|message| message.cast_into_exact::<PyDict>().ok()) {
        fetch(value(&message, intern!(message.py(), "content")));
    }
}

/// Has fetched the dicts of the messages some places behind `place`, and their tables.
#[inline]
pub(super) fn fetch_message(messages: &Bound<'_, PyList>, place: usize) {
    let (far, near) = (place.saturating_add(FAR), place.saturating_add(NEAR));
    if far < messages.len() {
        fetch(item(messages, far));
    }
    if near < messages.len() {
        fetch_table(item(messages, near));
    }
}

/// Has a value fetched.
#[inline]
pub(super) fn fetch_value(value: &Bound<'_, PyAny>) {
    fetch(value.as_ptr());
}

/// Where an item is. Counting a reference to it would have to wait for that very memory.
fn item(list: &Bound<'_, PyList>, place: usize) -> *mut ffi::PyObject {
    let place = ffi::Py_ssize_t::try_from(place).unwrap_or_default();
    // SAFETY: the list is alive and its thread attached to the interpreter; what comes back is looked at at once, or never
    unsafe { ffi::PyList_GetItem(list.as_ptr(), place) }
}

/// Where a value is; nowhere if there is none.
fn value(dict: &Bound<'_, PyDict>, name: &Bound<'_, PyString>) -> *mut ffi::PyObject {
    // SAFETY: both are alive and their thread attached to the interpreter; what comes back is never read
    let found = unsafe { ffi::PyDict_GetItemWithError(dict.as_ptr(), name.as_ptr()) };
    if found.is_null() {
        drop(PyErr::take(dict.py())); // a key that cannot be compared is met again when the message is read
    }
    found
}

/// Has the table of entries fetched of what may be a dict; it is as long as two lines, or longer.
fn fetch_table(dict: *mut ffi::PyObject) {
    // SAFETY: the list that has just named it holds it, no code of Python has run since, and a dict is longer than five
    // words; what stands there is not followed
    let table = unsafe {
        if ffi::PyDict_CheckExact(dict) == 0 {
            return;
        }
        *dict.cast::<*mut ffi::PyObject>().add(TABLE)
    };
    fetch(table);
    fetch(table.cast::<[u8; 64]>().wrapping_add(1).cast());
}

/// Has an object fetched: its type and its size are often in two lines.
#[cfg(target_arch = "x86_64")]
fn fetch(object: *mut ffi::PyObject) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing and faults nowhere
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(object.cast());
        _mm_prefetch::<_MM_HINT_T0>(object.cast::<[i8; 32]>().wrapping_add(1).cast());
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn fetch(_object: *mut ffi::PyObject) {}
