"""Counts texts and whole requests, exactly where that is possible, and says where it is not."""

from contextthrift import count_messages, encoding_for_model, get_encoding

text = "Tokenization isn't counting characters: 你好世界, naïve, 🔥."
for name in ("cl100k_base", "o200k_base", "claude", "gemini"):
    encoding = get_encoding(name)
    print(f"{name:12} {encoding.count(text):3} tokens, {'exact' if encoding.exact else 'an estimate'}")

encoding = encoding_for_model("gpt-4o")
print(encoding.count_list(["one", "two words", ""]), "token counts of three texts in one call")
within = encoding.count_up_to("many words " * 1_000_000, 1_000) is not None
print(f"11 MB within 1,000 tokens: {within}, known after the first of them")

messages = [
    {"role": "system", "content": "You are brief."},
    {"role": "user", "content": "What is the capital of France?"},
]
print(count_messages(messages, encoding=encoding), "tokens in the request, framing included")
