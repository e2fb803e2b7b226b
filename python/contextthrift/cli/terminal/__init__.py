"""The terminal agent: ``contextthrift agent "goal"``."""
