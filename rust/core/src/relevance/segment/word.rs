//! A run of characters to terms, letter by letter.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::letter::is_ignored;
use super::{Letter, Options};

/// The word that is being read: its text in lower case, and what each character is.
#[derive(Debug, Default)]
pub(super) struct Word {
    text: Vec<u8>,
    /// Each character's part, and where it ends in the text.
    letters: Vec<(Letter, usize)>,
}

impl Word {
    /// Hands over the terms of a run without ASCII gaps.
    pub(super) fn read_all(&mut self, run: &str, options: Options, take: &mut impl FnMut(&[u8])) {
        let characters = run.chars().filter(|character| !is_ignored(*character));
        if run.is_ascii() || is_nfkc_quick(characters.clone()) == IsNormalized::Yes {
            self.read_normal(characters, options, take);
        } else {
            self.read_normal(characters.nfkc(), options, take);
        }
    }

    fn read_normal(
        &mut self,
        characters: impl Iterator<Item = char>,
        options: Options,
        take: &mut impl FnMut(&[u8]),
    ) {
        self.clear();
        for character in characters {
            let letter = Letter::of(character);
            let begins = self.letters.first().is_some_and(|(first, _)| {
                letter != Letter::Mark && (*first == Letter::Unspaced) != (letter == Letter::Unspaced)
            });
            match letter {
                Letter::Gap => self.end(options, take),
                _ if begins => self.end(options, take),
                _ => {}
            }
            if letter != Letter::Gap {
                self.push(letter, character);
            }
        }
        self.end(options, take);
    }

    fn push(&mut self, letter: Letter, character: char) {
        // The two forms of small sigma differ by their place in a word alone.
        let folded = if character == 'ς' { 'σ' } else { character };
        for lower in folded.to_lowercase() {
            self.text.extend_from_slice(lower.encode_utf8(&mut [0; 4]).as_bytes());
        }
        match self.letters.last_mut() {
            Some((Letter::Unspaced, end)) if letter == Letter::Mark => *end = self.text.len(),
            _ => self.letters.push((letter, self.text.len())),
        }
    }

    fn end(&mut self, options: Options, take: &mut impl FnMut(&[u8])) {
        match self.letters.first() {
            Some((Letter::Unspaced, _)) => self.pairs(take),
            Some(_) if self.letters.iter().any(|(letter, _)| is_content(*letter)) => {
                take(&self.text);
                if options.parts {
                    self.parts(take);
                }
            }
            _ => {}
        }
        self.clear();
    }

    fn pairs(&self, take: &mut impl FnMut(&[u8])) {
        if self.letters.len() == 1 {
            return take(&self.text);
        }
        let starts = std::iter::once(0).chain(self.letters.iter().map(|(_, end)| *end));
        for (start, (_, end)) in starts.zip(self.letters.iter().skip(1)) {
            if let Some(pair) = self.text.get(start..*end) {
                take(pair);
            }
        }
    }

    /// Hands over the parts, unless there is one alone and it is the whole.
    fn parts(&self, take: &mut impl FnMut(&[u8])) {
        let (mut start, mut before) = (0, Letter::Underscore);
        for (place, (letter, end)) in self.letters.iter().enumerate() {
            let letter = if *letter == Letter::Mark { before } else { *letter };
            let from =
                place.checked_sub(1).and_then(|place| self.letters.get(place)).map_or(0, |(_, end)| *end);
            let next = self.letters.get(place.saturating_add(1)).map(|(letter, _)| *letter);
            if is_border(before, letter, next) {
                self.part(start, from, take);
                start = if letter == Letter::Underscore { *end } else { from };
            } else if letter == Letter::Underscore {
                start = *end;
            }
            before = letter;
        }
        self.part(start, self.text.len(), take);
    }

    fn part(&self, start: usize, end: usize, take: &mut impl FnMut(&[u8])) {
        if start < end && (start, end) != (0, self.text.len()) {
            self.text.get(start..end).into_iter().for_each(take);
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.letters.clear();
    }
}

fn is_content(letter: Letter) -> bool {
    matches!(letter, Letter::Small | Letter::Capital | Letter::Digit)
}

/// Whether a part ends between two letters; the one behind them tells `HTTP|Server` from `HTTPS`.
fn is_border(before: Letter, letter: Letter, next: Option<Letter>) -> bool {
    match (before, letter) {
        (Letter::Underscore, _) => false,
        (Letter::Small, Letter::Capital) | (_, Letter::Underscore) => true,
        (Letter::Capital, Letter::Capital) => next == Some(Letter::Small),
        _ => (before == Letter::Digit) != (letter == Letter::Digit),
    }
}
