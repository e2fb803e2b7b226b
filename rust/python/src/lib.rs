//! The compiled module `contextthrift._core`: convert, release the GIL, call the core, map the error, return.

#![allow(missing_docs, reason = "the module's documentation is its stub, python/contextthrift/_core.pyi")]

mod catalog;
mod chat;
mod column;
mod conversation;
mod encoding;
mod enter;
mod kind;
mod plan_batch;
mod relevance;
mod subtract;
mod text;
mod tokenizer_json;
mod turn_index;

#[pyo3::pymodule(gil_used = false)]
mod _core {
    use contextthrift_core::Bucket;
    use contextthrift_core::budget;
    use contextthrift_core::conversation::{
        Action, Change, FLAG_CONTINUES, FLAG_NOTED, FLAG_PINNED, FLAG_USER, Kind, Stage, Without,
    };
    use contextthrift_core::encoding::{DEFAULT_MAX_BYTES, Encoding, LEAST_MAX_BYTES};
    use contextthrift_core::subtract::{
        MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, THOUGHT_PROTECTED,
    };
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    use crate::enter::enter;

    #[pymodule_export]
    use crate::catalog::ToolCatalog;
    #[pymodule_export]
    use crate::chat::{
        PlainChat, chat_counts, messages_sent, next_odd, noted_costs, read_chat, read_claude_chat,
    };
    #[pymodule_export]
    use crate::column::total;
    #[pymodule_export]
    use crate::conversation::{ConversationPlan, earlier_turns, plan_conversation};
    #[pymodule_export]
    use crate::encoding::{
        cache_clear, cache_info, count, count_batch, count_batch_here, count_up_to, is_exact, set_cache_size,
    };
    #[pymodule_export]
    use crate::kind::all_of;
    #[pymodule_export]
    use crate::plan_batch::{change_conversations, plan_conversations};
    #[pymodule_export]
    use crate::relevance::{coverage, fill_by_identifiers, group_turns, identifiers, words};
    #[pymodule_export]
    use crate::subtract::{SubtractPlan, shed_sets, subtract};
    #[pymodule_export]
    use crate::tokenizer_json::TokenizerJson;
    #[pymodule_export]
    use crate::turn_index::{TurnIndex, asks, terms};

    #[pyfunction]
    fn resolve_budget(py: Python<'_>, window: u64, reserve: Option<u64>, fraction: f64) -> PyResult<u64> {
        enter(py, || budget::resolve(window, reserve, fraction))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("DEFAULT_RESERVE_FRACTION", budget::DEFAULT_RESERVE_FRACTION)?;
        module.add("DEFAULT_CACHE_BYTES", DEFAULT_MAX_BYTES)?;
        module.add("LEAST_CACHE_BYTES", LEAST_MAX_BYTES)?;
        module.add("ENCODINGS", PyTuple::new(py, Encoding::ALL.map(Encoding::name))?)?;
        module.add("BUCKETS", PyTuple::new(py, Bucket::ALL.map(Bucket::row_name))?)?;
        module.add("KINDS", PyTuple::new(py, Kind::ALL.map(Kind::name))?)?;
        module.add("STAGES", PyTuple::new(py, Stage::ALL.map(Stage::name))?)?;
        module.add("ACTIONS", PyTuple::new(py, Action::ALL.map(Action::name))?)?;
        module.add("CHANGES", PyTuple::new(py, Change::ALL.map(Change::name))?)?;
        module.add("WITHOUT", PyTuple::new(py, Without::ALL.map(Without::name))?)?;
        module.add("FLAG_CONTINUES", FLAG_CONTINUES)?;
        module.add("FLAG_NOTED", FLAG_NOTED)?;
        module.add("FLAG_PINNED", FLAG_PINNED)?;
        module.add("FLAG_USER", FLAG_USER)?;
        module.add("MESSAGE_EPHEMERAL", MESSAGE_EPHEMERAL)?;
        module.add("MESSAGE_SUMMARY", MESSAGE_SUMMARY)?;
        module.add("RESULT_THIS_TURN", RESULT_THIS_TURN)?;
        module.add("THOUGHT_PROTECTED", THOUGHT_PROTECTED)
    }
}
