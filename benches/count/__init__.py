"""Counting against every rival that pip can install: `make bench-count`; see docs/counting-speed.md."""
