"""The agent: plan, execute, replan, synthesise."""
