//! What dicts and lists of Python hold, looked at without counting references to it.
//!
//! To look a name up in a dict takes a hundred instructions, to step to its next entry forty, and to count a reference
//! and give it back twenty; a message of a long chat has up to a dozen values. `docs/speed.md` has what that comes to.
#![allow(unsafe_code, reason = "borrowed references, good while no code of Python runs; see each")]

use std::ops::Range;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// While this lives no code of Python runs, so what a dict or a list holds stays where it is.
pub(super) struct Still<'py>(Python<'py>);

impl<'py> Still<'py> {
    /// # Safety
    ///
    /// Until this is dropped nothing may be called that can run code of Python, or make a container: that may
    /// collect garbage, and so run finalizers. Where a call leaves an error, nothing that was borrowed may be looked at
    /// again. The interpreter must have a lock, and this thread hold it all the time.
    pub(super) unsafe fn new(py: Python<'py>) -> Self {
        Self(py)
    }

    /// The entries of a dict, in their order.
    pub(super) fn entries<'a>(&'a self, of: Borrowed<'a, 'py, PyDict>) -> Entries<'a, 'py> {
        Entries { of, next: 0, left: of.len() }
    }

    /// What stands in a list, from one place to before another.
    pub(super) fn items<'a>(
        &'a self,
        of: Borrowed<'a, 'py, PyList>,
        places: Range<usize>,
    ) -> impl Iterator<Item = Borrowed<'a, 'py, PyAny>> {
        (places.start..places.end.min(of.len())).map_while(move |place| {
            let place = ffi::Py_ssize_t::try_from(place).ok()?;
            // SAFETY: the place is within the list, which holds the item while nothing of Python runs
            unsafe { Borrowed::from_ptr_or_opt(self.0, ffi::PyList_GetItem(of.as_ptr(), place)) }
        })
    }
}

/// Names and values.
pub(super) struct Entries<'a, 'py> {
    of: Borrowed<'a, 'py, PyDict>,
    next: ffi::Py_ssize_t,
    /// How many are left: to ask once more for the end takes as long as an entry.
    left: usize,
}

impl<'a, 'py> Iterator for Entries<'a, 'py> {
    type Item = (Borrowed<'a, 'py, PyAny>, Borrowed<'a, 'py, PyAny>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the dict is alive, and holds both while nothing of Python runs; they are there where it says so
        unsafe {
            if ffi::PyDict_Next(self.of.as_ptr(), &raw mut self.next, &raw mut key, &raw mut value) == 0 {
                return None;
            }
            let py = self.of.py();
            Some((Borrowed::from_ptr(py, key), Borrowed::from_ptr(py, value)))
        }
    }
}
