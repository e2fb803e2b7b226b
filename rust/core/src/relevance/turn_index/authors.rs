//! Who wrote a turn, and whom a query names.

use crate::Error;
use crate::relevance::index::Vocabulary;
use crate::relevance::segment::{Options, Segmenter};

/// No author, or one whose name has no letters.
pub(super) const NOBODY: u32 = u32::MAX;

/// Parts no two words, so a name of two words is not found in one.
const BETWEEN: u8 = b' ';

/// All authors, each by the words of the name between two blanks.
#[derive(Debug, Default)]
pub(super) struct Authors {
    names: Vocabulary,
}

impl Authors {
    pub(super) fn number(&mut self, name: &str) -> Result<u32, Error> {
        let words = words(name);
        if words.len() > 1 { self.names.number(&words) } else { Ok(NOBODY) }
    }

    /// For each author whether the query has all words of the name side by side.
    pub(super) fn named(&self, query: &str) -> Vec<bool> {
        let query = words(query);
        let count = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let stands = |name: &[u8]| query.windows(name.len()).any(|words| words == name);
        (0..count).map(|author| stands(self.names.term(author))).collect()
    }

    pub(super) fn size(&self) -> usize {
        self.names.size()
    }
}

/// The words of a text, each between blanks.
fn words(text: &str) -> Vec<u8> {
    let mut words = vec![BETWEEN];
    Segmenter::new(Options { parts: false }).segment(text, |word| {
        words.extend_from_slice(word);
        words.push(BETWEEN);
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_only_as_a_whole() {
        let mut authors = Authors::default();
        let names = ["Mel", "Ann Lee", "melanie", "田中", "?"];
        let numbers = names.map(|name| authors.number(name).unwrap());
        assert_eq!(numbers, [0, 1, 2, 3, NOBODY]);
        assert_eq!(authors.named("Did MELANIE's boss call Ann?"), [false, false, true, false]);
        assert_eq!(authors.named("ann  lee, mel"), [true, true, false, false]);
        assert_eq!(authors.named("田中さん"), [false, false, false, true]);
        assert_eq!(authors.named(""), [false; 4]);
    }
}
