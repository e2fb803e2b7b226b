//! Counting texts with the same words before each of them.

use super::Encoding;
use crate::Error;

impl Encoding {
    /// How many tokens more each text is with `before` in front of it; texts come with what they are alone.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_behind<'a>(
        self,
        before: &str,
        texts: impl Iterator<Item = (&'a str, u64)>,
    ) -> Result<Vec<u64>, Error> {
        let word = self.count("a")?;
        let before_a_word = self.count(&format!("{before}a"))?.saturating_sub(word);
        let mut more = Vec::new();
        let mut joined = Vec::new();
        let mut places = Vec::new();
        for (place, (text, alone)) in texts.enumerate() {
            let is_apart = self.is_exact() && before.ends_with('\n') && begins_with_word(text);
            more.push(if is_apart { before_a_word } else { alone });
            if !is_apart {
                places.push(place);
                joined.push(format!("{before}{text}"));
            }
        }
        for (place, count) in places.into_iter().zip(self.count_batch_here(&joined)?) {
            if let Some(slot) = more.get_mut(place) {
                *slot = count.saturating_sub(*slot);
            }
        }
        Ok(more)
    }
}

/// Every exact encoding begins a new piece with a letter or a digit behind the end of a line, so that what stands
/// before it and what follows are counted as if each was alone.
fn begins_with_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXTS: [&str; 12] =
        ["", "a", "word 's", "7 up", "123456", "'s", " a", "\n\nb", "/x", "\u{301}e", "水", ".\n"];

    fn assert_counts(encoding: Encoding, before: &str, text: &str) {
        let alone = encoding.count(text).unwrap();
        let more = encoding.count_behind(before, [(text, alone)].into_iter()).unwrap();
        let joined = encoding.count(&format!("{before}{text}")).unwrap();
        assert_eq!(more, [joined.saturating_sub(alone)], "{} {before:?} {text:?}", encoding.name());
    }

    #[test]
    fn a_text_costs_what_it_costs_with_the_words_before_it() {
        for encoding in Encoding::ALL {
            for before in ["", "a", "[Note.]\n\n", "Note:\n", "1\n2\n", "x \n", "\r\n"] {
                TEXTS.iter().for_each(|text| assert_counts(encoding, before, text));
            }
        }
    }

    proptest! {
        #[test]
        fn so_does_any_text(before in "[a-z '/.\\]\\n]{0,6}\\n{0,2}", text in "[a-zA-Z0-9' /\\n\u{301}水é]{0,12}") {
            for encoding in Encoding::ALL {
                assert_counts(encoding, &before, &text);
            }
        }
    }
}
