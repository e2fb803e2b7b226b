//! The one error of the core.

use std::fmt;

/// What went wrong, with the limit and the value that crossed it in its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Length { column: &'static str, expected: usize, found: usize },
    TooMany { column: &'static str, found: usize },
    NotANumber { column: &'static str, index: usize },
    Fraction { argument: &'static str },
    Amount { argument: &'static str },
    Place { column: &'static str, index: usize },
    Code { column: &'static str, index: usize, found: u8 },
    Total,
    TotalOf { conversation: usize },
    Encoding { name: String },
    Vocabulary { name: &'static str },
    TokenizerJson { reason: String },
    Tokenizer { reason: String },
    CacheSize { found: usize, least: usize },
    Worker,
}

/// The coarse kind of an [`Error`], for a caller that maps errors to its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
    /// The arrays handed in contradict each other or hold a value that is not allowed.
    Input,
    /// A sum does not fit in 64 bits.
    Overflow,
    /// A name is not known.
    Unknown,
    /// The machine or the build failed us: no thread, no memory, a broken vocabulary.
    Internal,
}

impl Error {
    pub(crate) fn length(column: &'static str, expected: usize, found: usize) -> Self {
        Self { kind: Kind::Length { column, expected, found } }
    }

    pub(crate) fn too_many(column: &'static str, found: usize) -> Self {
        Self { kind: Kind::TooMany { column, found } }
    }

    pub(crate) fn not_a_number(column: &'static str, index: usize) -> Self {
        Self { kind: Kind::NotANumber { column, index } }
    }

    pub(crate) fn fraction(argument: &'static str) -> Self {
        Self { kind: Kind::Fraction { argument } }
    }

    pub(crate) fn amount(argument: &'static str) -> Self {
        Self { kind: Kind::Amount { argument } }
    }

    pub(crate) fn code(column: &'static str, index: usize, found: u8) -> Self {
        Self { kind: Kind::Code { column, index, found } }
    }

    pub(crate) fn place(column: &'static str, index: usize) -> Self {
        Self { kind: Kind::Place { column, index } }
    }

    pub(crate) fn total() -> Self {
        Self { kind: Kind::Total }
    }

    pub(crate) fn total_of(conversation: usize) -> Self {
        Self { kind: Kind::TotalOf { conversation } }
    }

    pub(crate) fn encoding(name: &str) -> Self {
        Self { kind: Kind::Encoding { name: name.to_owned() } }
    }

    pub(crate) fn vocabulary(name: &'static str) -> Self {
        Self { kind: Kind::Vocabulary { name } }
    }

    pub(crate) fn tokenizer_json(reason: &str) -> Self {
        Self { kind: Kind::TokenizerJson { reason: reason.to_owned() } }
    }

    pub(crate) fn tokenizer(reason: &str) -> Self {
        Self { kind: Kind::Tokenizer { reason: reason.to_owned() } }
    }

    pub(crate) fn cache_size(found: usize, least: usize) -> Self {
        Self { kind: Kind::CacheSize { found, least } }
    }

    pub(crate) fn worker() -> Self {
        Self { kind: Kind::Worker }
    }

    /// The coarse kind.
    #[must_use]
    pub fn class(&self) -> ErrorClass {
        match self.kind {
            Kind::Length { .. }
            | Kind::TooMany { .. }
            | Kind::NotANumber { .. }
            | Kind::Fraction { .. }
            | Kind::Amount { .. }
            | Kind::Place { .. }
            | Kind::Code { .. }
            | Kind::CacheSize { .. }
            | Kind::TokenizerJson { .. } => ErrorClass::Input,
            Kind::Total | Kind::TotalOf { .. } => ErrorClass::Overflow,
            Kind::Encoding { .. } => ErrorClass::Unknown,
            Kind::Vocabulary { .. } | Kind::Tokenizer { .. } | Kind::Worker => ErrorClass::Internal,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Length { column, expected, found } => {
                write!(f, "column {column} has {found} values, the others of its bucket have {expected}")
            }
            Kind::TooMany { column, found } => {
                write!(f, "column {column} has {found} values, the limit is {}", u32::MAX)
            }
            Kind::NotANumber { column, index } => write!(f, "{column}[{index}] is not a number"),
            Kind::Fraction { argument } => write!(f, "{argument} must lie between 0 and 1"),
            Kind::Amount { argument } => write!(f, "{argument} must lie between 0 and 1,000,000"),
            Kind::Code { column, index, found } => {
                write!(f, "{column}[{index}] is {found}, which is no code of that column")
            }
            Kind::Place { column, index } => {
                write!(f, "{column}[{index}] belongs to no message, or to one before its neighbour's")
            }
            Kind::Total => write!(f, "the total number of tokens exceeds {}", u64::MAX),
            Kind::TotalOf { conversation } => {
                write!(f, "the tokens of conversation {conversation} exceed {}", u64::MAX)
            }
            Kind::Encoding { name } => write!(f, "no encoding is called {name:?}"),
            Kind::Vocabulary { name } => write!(f, "the embedded vocabulary of {name} cannot be read"),
            Kind::TokenizerJson { reason } => write!(f, "this is no tokenizer.json: {reason}"),
            Kind::Tokenizer { reason } => write!(f, "the tokenizer cannot read a text: {reason}"),
            Kind::CacheSize { found, least } => {
                write!(f, "a cache of {found} bytes is too small: 0 switches it off, {least} is the least")
            }
            Kind::Worker => write!(f, "a counting thread could not be started or did not finish"),
        }
    }
}

impl std::error::Error for Error {}
