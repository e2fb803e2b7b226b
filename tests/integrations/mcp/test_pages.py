"""The example and the configurations of the page are what they say."""

import json
import re
from pathlib import Path

import pages

PAGE = Path(__file__).parents[3] / "docs" / "mcp.md"


def test_the_example_counts_and_explains(capsys):
    counted, summary, *cuts = pages.run_example("mcp_client.py", capsys).splitlines()
    assert counted.startswith("{'tokens': 10514, ")
    assert "fits a budget of 6,144" in summary
    assert len(cuts) == 3


def test_the_configurations_are_json_and_start_the_command():
    found = [
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    ]
    servers = [(config.get("mcpServers") or config["servers"])["contextthrift"] for config in found]
    assert [server["args"] for server in servers] == [["mcp"], ["mcp"]]
    assert all(Path(server["command"]).name == "contextthrift" for server in servers)
