"""JSON lines: a conversation on each line of a file that may be larger than memory."""
