"""Fits a real conversation into a small window and prints what went, when and why."""

import json
from pathlib import Path

from contextthrift import fit

here = Path(__file__).parent
messages = json.loads((here / "airline.json").read_text(encoding="utf-8"))
tools = json.loads((here / "airline_tools.json").read_text(encoding="utf-8"))

fitted = fit(messages, tools=tools, context_window=6_000, output_reserve=400, encoding="o200k_base")
print(fitted.trace)
print(f"{len(messages)} messages in, {len(fitted.messages)} out")
