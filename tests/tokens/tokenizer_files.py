"""Small ``tokenizer.json`` files of the kinds that open models publish, trained in the test."""

import tokenizers
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, trainers

TEXTS = [
    "",
    "Hello, world! It's 12345 o'clock; don't panic.",
    "  leading, trailing  \n\n\tand\r\nlines   ",
    "naïve café — “quotes” … ½ ﬁ ﬂ Å",
    "你好世界，こんにちは。안녕하세요",
    "🔥🎉👨‍👩‍👧 🇩🇪",
    "def f(x):\n    return {'a': [1, 2, 3]}  # comment\n",
    "https://example.org/a?b=c&d=%20e",
    "<s> [INST] <|endoftext|> </s>",
    "e\u0301\u0301\u0301 \x00 \u200b \ufeff",
]

GPT_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""The pattern that Llama 3 and its kin publish in their file."""


def byte_level() -> tokenizers.Tokenizer:
    """Byte-level pairs behind a pattern, as Llama 3, Qwen, DeepSeek and GLM have them."""
    tokenizer = tokenizers.Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(GPT_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _trained(
        tokenizer, trainers.BpeTrainer(vocab_size=600, initial_alphabet=alphabet, special_tokens=SPECIAL)
    )


def sentence_pieces() -> tokenizers.Tokenizer:
    """Pairs over text with its spaces marked and bytes for the rest, as Llama 2 and Gemma have them."""
    tokenizer = tokenizers.Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    return _trained(
        tokenizer, trainers.BpeTrainer(vocab_size=700, special_tokens=["<unk>", *SPECIAL, *fallback])
    )


def unigrams() -> tokenizers.Tokenizer:
    """Pieces by probability, as T5 and XLM-R have them."""
    tokenizer = tokenizers.Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return _trained(
        tokenizer,
        trainers.UnigramTrainer(vocab_size=400, unk_token="<unk>", special_tokens=["<unk>", *SPECIAL]),
    )


def word_pieces() -> tokenizers.Tokenizer:
    """Beginnings and continuations of words, as BERT has them."""
    tokenizer = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return _trained(tokenizer, trainers.WordPieceTrainer(vocab_size=400, special_tokens=["[UNK]", *SPECIAL]))


SPECIAL = ["<s>", "</s>", "<|endoftext|>"]

KINDS = {kind.__name__: kind for kind in (byte_level, sentence_pieces, unigrams, word_pieces)}


def _trained(tokenizer: tokenizers.Tokenizer, trainer: trainers.Trainer) -> tokenizers.Tokenizer:
    trainer.show_progress = False
    words = [
        f"{a}{b} " * 3 for a in ("token", "count", "fit", "win", "世", "é") for b in ("s", "ing", "dow", "界")
    ]
    tokenizer.train_from_iterator([text for text in TEXTS if "<s>" not in text] * 4 + words, trainer)
    tokenizer.enable_truncation(max_length=4)
    tokenizer.enable_padding(length=9)
    return tokenizer
