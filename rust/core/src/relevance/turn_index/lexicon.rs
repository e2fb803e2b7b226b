//! Words to terms, and the runs of characters each term has.

use super::Ranking;
use super::stem::Stems;
use crate::Error;
use crate::relevance::index::{Postings, Run, Vocabulary};

/// A word that was not looked at yet.
const UNKNOWN: u32 = u32::MAX;

/// All words of an index. A term is a word, or the stem of one, by its number in the same vocabulary.
#[derive(Debug)]
pub(super) struct Lexicon {
    words: Vocabulary,
    /// For each word its term.
    terms: Vec<u32>,
    stems: Option<Stems>,
    grams: Grams,
}

impl Lexicon {
    pub(super) fn new(ranking: &Ranking) -> Self {
        let stems = ranking.stemming.then(Stems::new);
        Self { words: Vocabulary::default(), terms: Vec::new(), stems, grams: Grams::new(ranking.grams) }
    }

    /// The term of a word, which is taken in if it is new.
    pub(super) fn term(&mut self, word: &[u8]) -> Result<u32, Error> {
        let number = self.words.number(word)?;
        match self.terms.get(number as usize) {
            Some(term) if *term != UNKNOWN => Ok(*term),
            _ => self.take_in(word, number),
        }
    }

    #[cold]
    fn take_in(&mut self, word: &[u8], number: u32) -> Result<u32, Error> {
        let stem = self.stems.as_ref().and_then(|stems| stems.stem(word));
        let term = match &stem {
            Some(stem) => self.words.number(stem)?,
            None => number,
        };
        self.terms.resize(self.words.len(), UNKNOWN);
        self.terms.get_mut(number as usize).into_iter().for_each(|slot| *slot = term);
        self.grams.take_in(term, stem.as_deref().unwrap_or(word))?;
        Ok(term)
    }

    /// Takes in a term as it is, without looking for its stem.
    pub(super) fn adopt(&mut self, term: &[u8]) -> Result<u32, Error> {
        let number = self.words.number(term)?;
        self.grams.take_in(number, term)?;
        Ok(number)
    }

    /// The text of a term, whether it was taken in or not, and its number if it was.
    pub(super) fn find(&self, word: &[u8]) -> (Vec<u8>, Option<u32>) {
        let text = self.stems.as_ref().and_then(|stems| stems.stem(word)).unwrap_or_else(|| word.to_vec());
        let number = self.words.find(&text);
        (text, number)
    }

    pub(super) fn text(&self, term: u32) -> &[u8] {
        self.words.term(term)
    }

    pub(super) fn grams(&self) -> &Grams {
        &self.grams
    }

    pub(super) fn size(&self) -> usize {
        let terms = self.terms.capacity().saturating_mul(size_of::<u32>());
        self.words.size().saturating_add(terms).saturating_add(self.grams.size())
    }
}

/// Which terms have a run of characters.
///
/// The turns that have it are those that have one of these terms, so it needs no postings of its own.
#[derive(Debug)]
pub(super) struct Grams {
    characters: usize,
    runs: Vocabulary,
    terms: Postings,
    /// For each term how many it has; 0 for one that was not taken in.
    counts: Vec<u8>,
}

impl Grams {
    fn new(characters: usize) -> Self {
        Self { characters, runs: Vocabulary::default(), terms: Postings::default(), counts: Vec::new() }
    }

    fn take_in(&mut self, term: u32, text: &[u8]) -> Result<(), Error> {
        if self.characters == 0 || self.count(term) > 0 {
            return Ok(());
        }
        let (mut count, mut failed) = (0_u8, None);
        each_gram(text, self.characters, |gram| {
            count = count.saturating_add(1);
            let taken = self.runs.number(gram).and_then(|gram| self.terms.count(gram, term));
            failed = failed.take().or(taken.err());
        });
        let place = term as usize;
        if place >= self.counts.len() {
            self.counts.resize(place.saturating_add(1), 0);
        }
        self.counts.get_mut(place).into_iter().for_each(|slot| *slot = count);
        failed.map_or(Ok(()), Err)
    }

    /// How many runs a term has.
    pub(super) fn count(&self, term: u32) -> u8 {
        self.counts.get(term as usize).copied().unwrap_or_default()
    }

    /// The runs of a text that some term has.
    pub(super) fn known(&self, text: &[u8]) -> Vec<u32> {
        let mut known = Vec::new();
        if self.characters > 0 {
            each_gram(text, self.characters, |gram| known.extend(self.runs.find(gram)));
        }
        known
    }

    /// The terms that have a run, with how often they have it.
    pub(super) fn terms(&self, gram: u32) -> Run<'_> {
        self.terms.since(gram, 0)
    }

    fn size(&self) -> usize {
        self.runs.size().saturating_add(self.terms.size()).saturating_add(self.counts.capacity())
    }
}

/// Hands over each run of so many characters; a shorter text is one.
fn each_gram(text: &[u8], characters: usize, mut take: impl FnMut(&[u8])) {
    let starts: Vec<usize> =
        (0_usize..).zip(text).filter(|(_, byte)| is_start(**byte)).map(|(i, _)| i).collect();
    if starts.len() <= characters {
        return take(text);
    }
    let ends = starts.iter().copied().skip(characters).chain([text.len()]);
    for gram in starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end)) {
        take(gram);
    }
}

/// Whether a character of UTF-8 begins with this byte.
fn is_start(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grams(text: &str) -> Vec<String> {
        let mut grams = Vec::new();
        each_gram(text.as_bytes(), 4, |gram| grams.push(String::from_utf8(gram.to_vec()).unwrap()));
        grams
    }

    #[test]
    fn runs_overlap_and_a_short_word_is_one() {
        assert_eq!(grams("paint"), ["pain", "aint"]);
        assert_eq!(grams("na\u{ef}ve"), ["na\u{ef}v", "a\u{ef}ve"]);
        assert_eq!(
            (grams("four"), grams("an"), grams("雨")),
            (vec!["four".into()], vec!["an".into()], vec!["雨".into()])
        );
    }

    #[test]
    fn words_of_one_stem_are_one_term() {
        let ranking = Ranking { stemming: true, grams: 4, ..Ranking::plain(1.0, 1.0) };
        let mut lexicon = Lexicon::new(&ranking);
        let terms = ["paints", "painting", "paint", "naïve", "paints2"]
            .map(|word| lexicon.term(word.as_bytes()).unwrap());
        assert_eq!(
            terms.map(|term| lexicon.text(term).to_vec()),
            [&b"paint"[..], b"paint", b"paint", "naïve".as_bytes(), b"paints2"]
        );
        assert_eq!(lexicon.grams().count(terms[0]), 2);
        assert_eq!(lexicon.find(b"painted"), (b"paint".to_vec(), Some(terms[0])));
    }
}
