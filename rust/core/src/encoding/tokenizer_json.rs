//! A Hugging Face `tokenizer.json`, counted exactly as that file says.
//!
//! The `tokenizers` crate of Hugging Face reads and runs it, with a regex engine in pure Rust. What a
//! file says of padding and of cutting long texts is set aside: both would falsify a count.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokenizers::Tokenizer;

use crate::Error;
use crate::parallel::spread;

/// As for the other encodings: less text than this is not worth a thread.
const BYTES_WORTH_A_THREAD: usize = 64 * 1024;

/// A tokenizer read from a `tokenizer.json`.
#[derive(Debug)]
pub struct TokenizerJson {
    tokenizer: Tokenizer,
}

impl TokenizerJson {
    /// Reads the bytes of a `tokenizer.json`.
    ///
    /// # Errors
    /// They are not one; the message of the error says why.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let read = guarded(|| {
            let mut tokenizer = Tokenizer::from_bytes(bytes)?;
            tokenizer.with_padding(None);
            tokenizer.with_truncation(None)?;
            tokenizer.set_encode_special_tokens(true);
            Ok(tokenizer)
        });
        read.map(|tokenizer| Self { tokenizer }).map_err(|reason| Error::tokenizer_json(&reason))
    }

    /// The number of tokens of `text`, nothing added around it. Text that spells a control token
    /// counts as plain text.
    ///
    /// # Errors
    /// The tokenizer has no way to read the text, as one without an unknown token may have none.
    pub fn count(&self, text: &str) -> Result<u64, Error> {
        let counted = guarded(|| Ok(self.tokenizer.encode_fast(text, false)?.len() as u64));
        counted.map_err(|reason| Error::tokenizer(&reason))
    }

    /// The number of tokens of each text, in order, on all cores when there is enough to count.
    ///
    /// # Errors
    /// As for [`TokenizerJson::count`].
    pub fn count_batch<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Result<Vec<u64>, Error> {
        spread(texts, BYTES_WORTH_A_THREAD, |texts, counts| {
            for (text, slot) in texts.iter().zip(counts) {
                *slot = self.count(text.as_ref())?;
            }
            Ok(())
        })
    }
}

/// Runs the other crate's code; a file that contradicts itself can make it panic.
fn guarded<T>(work: impl FnOnce() -> tokenizers::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(answer) => answer.map_err(|reason| reason.to_string()),
        Err(_) => Err("it contradicts itself".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::TokenizerJson;

    /// Letters a and b, the pair `ab`, a control token, and a limit of one token that must not count.
    const FILE: &str = r#"{
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 1, "strategy": "LongestFirst", "stride": 0},
        "padding": {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": null,
                    "pad_id": 0, "pad_type_id": 0, "pad_token": "a"},
        "added_tokens": [{"id": 3, "content": "<ab>", "special": true, "single_word": false,
                          "lstrip": false, "rstrip": false, "normalized": false}],
        "normalizer": null, "pre_tokenizer": null, "post_processor": null, "decoder": null,
        "model": {"type": "BPE", "dropout": null, "unk_token": "a", "continuing_subword_prefix": null,
                  "end_of_word_suffix": null, "fuse_unk": false, "byte_fallback": false,
                  "ignore_merges": false, "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
    }"#;

    #[test]
    fn limits_padding_and_control_tokens_of_the_file_do_not_change_a_count() {
        let tokenizer = TokenizerJson::from_bytes(FILE.as_bytes()).unwrap();
        let texts = ["", "ab", "aab", "<ab>"];
        assert_eq!(tokenizer.count_batch(&texts).unwrap(), [0, 1, 2, 3]);
    }

    #[test]
    fn what_is_no_tokenizer_is_refused_with_the_reason() {
        let error = TokenizerJson::from_bytes(b"{}").unwrap_err();
        assert!(error.to_string().starts_with("this is no tokenizer.json: "), "{error}");
    }
}
