"""The agent: plans, executes step by step, plans again where needed, and answers."""
