"""Measures text with a function of your own, for a model whose tokenizer only you have."""

from contextthrift import fit, register_token_estimator


def by_words(text: str) -> int:
    """One token a word and a half: what a house model counts, say."""
    return -(-len(text.split()) * 3 // 2)


register_token_estimator("house", by_words)

chat = [
    {"role": role, "content": f"Remark {number}: " + "lorem ipsum " * 40}
    for number in range(50)
    for role in ("user", "assistant")
]
chat.append({"role": "user", "content": "And now?"})
fitted = fit(chat, context_window=1_000, output_reserve=200, encoding="house")
print(fitted.trace.summary())
print(f"the newest stays: {fitted.messages[-1] is chat[-1]}")
