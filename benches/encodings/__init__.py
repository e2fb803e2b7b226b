"""Whether the engine counts exactly as Python tiktoken, how fast, and what an attacker can do to it."""
