"""Which crate counts tokens exactly and fast, measured against Python tiktoken."""
