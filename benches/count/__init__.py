"""Counting against every rival that pip can install: `make bench-count`, explained in docs/speed.md."""
