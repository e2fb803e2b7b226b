//! Telling the processor which messages come next, so that it waits for the memory of several at once.
//!
//! Each message of a long chat is a dict somewhere in memory, and its content a text somewhere else: most of the time
//! of a walk over them is waiting for these places. Processors other than x86-64 are left to guess.
#![allow(unsafe_code, reason = "borrowed pointers that are never read, for a prefetch alone; see each")]

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pyo3::{ffi, intern};

/// So many places before a message is read its own memory is fetched, and half as many before that of its content.
const FAR: usize = 16;
const NEAR: usize = 8;

/// Has fetched what will be read of the messages some places behind `place`.
#[inline]
pub(super) fn look_ahead(messages: &Bound<'_, PyList>, place: usize) {
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    fetch_message(messages, place);
    let near = place.saturating_add(NEAR);
    let near = Some(near).filter(|near| *near < messages.len());
    let message = near.and_then(|near| messages.get_item(near).ok());
    if let Some(message) = message.and_then(|message| message.cast_into_exact::<PyDict>().ok()) {
        fetch(value(&message, intern!(message.py(), "content")));
    }
}

/// Has fetched the dict of the message some places behind `place`.
#[inline]
pub(super) fn fetch_message(messages: &Bound<'_, PyList>, place: usize) {
    let far = place.saturating_add(FAR);
    if far < messages.len() {
        fetch(item(messages, far));
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
    // SAFETY: the list is alive and its thread attached to the interpreter; what comes back is never read
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

#[cfg(target_arch = "x86_64")]
fn fetch(place: *mut ffi::PyObject) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing and faults nowhere
    unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
}

#[cfg(not(target_arch = "x86_64"))]
fn fetch(_place: *mut ffi::PyObject) {}
