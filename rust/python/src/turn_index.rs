//! An index of turns, behind a lock: many may ask at once, one may change it.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use contextthrift_core::relevance::index::Bm25;
use contextthrift_core::relevance::segment::{self, Options};
use contextthrift_core::relevance::turn_index as core;
use pyo3::prelude::*;

use crate::column::Column;
use crate::enter::{enter, exception};
use crate::text::Text;

#[pyfunction]
pub(crate) fn terms(py: Python<'_>, text: Text, parts: bool) -> PyResult<Vec<String>> {
    enter(py, || Ok(segment::terms(text.as_ref(), Options { parts })))
}

#[pyfunction]
pub(crate) fn asks(py: Python<'_>, texts: Vec<Text>) -> PyResult<Vec<bool>> {
    enter(py, || Ok(texts.iter().map(|text| core::asks(text.as_ref())).collect()))
}

#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct TurnIndex(RwLock<core::TurnIndex>);

#[pymethods]
impl TurnIndex {
    #[new]
    fn new(
        bm25: (f64, f64),
        spread: (f64, f64, u8),
        words: (bool, bool, f64),
        grams: usize,
        feedback: (usize, usize, f64),
        factors: (f64, f64),
    ) -> PyResult<Self> {
        let ranking = core::Ranking {
            bm25: Bm25 { k1: bm25.0, b: bm25.1 },
            spread: core::Spread { weight: spread.0, decay: spread.1, reach: spread.2 },
            stemming: words.0,
            parts: words.1,
            common: words.2,
            grams,
            feedback: core::Feedback { turns: feedback.0, terms: feedback.1, weight: feedback.2 },
            named_author: factors.0,
            question: factors.1,
        };
        let index = core::TurnIndex::new(ranking).map_err(|error| exception(&error))?;
        Ok(Self(RwLock::new(index)))
    }

    /// Adds turns in order; the columns tell who wrote each, and whether a session begins with it.
    fn extend(
        &self,
        py: Python<'_>,
        texts: Vec<Text>,
        authors: Vec<Option<Text>>,
        begins_session: Column<u8>,
    ) -> PyResult<()> {
        enter(py, || {
            let mut index = self.write();
            let turns = texts.iter().zip(&authors).zip(begins_session.iter());
            turns.into_iter().try_for_each(|((text, author), begins)| {
                index.push(text.as_ref(), author.as_ref().map(AsRef::as_ref), *begins != 0)
            })
        })
    }

    fn best(&self, py: Python<'_>, query: Text, limit: usize) -> PyResult<Vec<(usize, f64)>> {
        enter(py, || Ok(self.read().best(query.as_ref(), limit)))
    }

    fn scores(&self, py: Python<'_>, query: Text) -> PyResult<Vec<f64>> {
        enter(py, || Ok(self.read().scores(query.as_ref())))
    }

    fn remove_oldest(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        enter(py, || self.write().remove_oldest(count))
    }

    fn size(&self) -> usize {
        self.read().size()
    }

    fn __len__(&self) -> usize {
        self.read().len()
    }
}

impl TurnIndex {
    fn read(&self) -> RwLockReadGuard<'_, core::TurnIndex> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, core::TurnIndex> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
