//! Slow, obvious twins of what the core decides, written from the specification.

pub(crate) mod conversation;
pub(crate) mod ladder;
pub(crate) mod laws;
pub(crate) mod subtract;
