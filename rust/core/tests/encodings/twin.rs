//! Counting as it is defined: the published pattern by a regex engine, then merge after merge.
//!
//! The regex engine is the one that tiktoken is built on.

use std::collections::HashMap;
use std::sync::LazyLock;

use fancy_regex::Regex;

use crate::patterns::{CL100K, GPT2, O200K};

type Ranks = HashMap<Vec<u8>, usize>;

pub struct Twin {
    pattern: Regex,
    pub ranks: Ranks,
}

static CL100K_BASE: LazyLock<Twin> =
    LazyLock::new(|| Twin::new(CL100K, include_bytes!("../../vocabulary/cl100k_base.merges"), usize::MAX));
static O200K_BASE: LazyLock<Twin> =
    LazyLock::new(|| Twin::new(O200K, include_bytes!("../../vocabulary/o200k_base.merges"), usize::MAX));
static P50K_BASE: LazyLock<Twin> =
    LazyLock::new(|| Twin::new(GPT2, include_bytes!("../../vocabulary/p50k_base.merges"), usize::MAX));
static R50K_BASE: LazyLock<Twin> =
    LazyLock::new(|| Twin::new(GPT2, include_bytes!("../../vocabulary/p50k_base.merges"), 50_000));

impl Twin {
    pub fn of(encoding: &str) -> &'static Self {
        match encoding {
            "cl100k_base" => &CL100K_BASE,
            "o200k_base" | "o200k_harmony" => &O200K_BASE,
            "p50k_base" | "p50k_edit" => &P50K_BASE,
            "r50k_base" | "gpt2" => &R50K_BASE,
            other => panic!("{other} has no twin"),
        }
    }

    fn new(pattern: &str, file: &[u8], merges: usize) -> Self {
        let column = file.len() / 6;
        let part = |number: usize, row: usize| {
            (0..3).fold(0, |value, byte| value << 8 | usize::from(file[(3 * number + byte) * column + row]))
        };
        let mut texts: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte]).collect();
        for row in 0..column.min(merges) {
            texts.push([&texts[part(0, row)][..], &texts[part(1, row)][..]].concat());
        }
        let ranks = texts.into_iter().enumerate().map(|(rank, text)| (text, rank)).collect();
        Self { pattern: Regex::new(pattern).unwrap(), ranks }
    }

    pub fn pieces<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.pattern.find_iter(text).map(|found| found.unwrap().as_str())
    }

    pub fn count(&self, text: &str) -> u64 {
        self.pieces(text)
            .map(
                |piece| {
                    if self.ranks.contains_key(piece.as_bytes()) { 1 } else { self.merged(piece.as_bytes()) }
                },
            )
            .sum()
    }

    /// The pair with the lowest rank, of equals the leftmost, becomes one, until no pair has a rank.
    pub fn merged(&self, piece: &[u8]) -> u64 {
        let mut parts: Vec<&[u8]> = piece.chunks(1).collect();
        let mut ends: Vec<usize> = (1..=piece.len()).collect();
        loop {
            let start = |at: usize| ends[at] - parts[at].len();
            let pairs = (1..parts.len()).map(|at| (self.ranks.get(&piece[start(at - 1)..ends[at]]), at));
            let Some((_, at)) = pairs.filter_map(|(rank, at)| Some((rank?, at))).min() else {
                return parts.len() as u64;
            };
            parts[at - 1] = &piece[start(at - 1)..ends[at]];
            ends[at - 1] = ends[at];
            parts.remove(at);
            ends.remove(at);
        }
    }
}
