"""How well and how fast turns are ranked."""
