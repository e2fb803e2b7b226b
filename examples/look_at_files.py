"""An agent that is shown a file and an image, and a model that takes no images.

python examples/look_at_files.py                     # a function answers: no key, no network
python examples/look_at_files.py openai:gpt-5.2      # a model answers; OPENAI_API_KEY is set
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from contextthrift import Agent
from contextthrift.models import FilePart, ModelRequest

# A GIF of one black pixel, as a data URL.
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="


def answer(request: ModelRequest) -> str:
    """What stands in for a model: it tells what it was shown, and that nothing is left to do."""
    files = [part for part in request.messages[0].parts if isinstance(part, FilePart)]
    seen = ", ".join(f"{file.name or 'unnamed'} ({file.media_type})" for file in files)
    return json.dumps({"thought": f"I see {seen}.", "steps": []})


model = sys.argv[1] if len(sys.argv) > 1 else answer

with TemporaryDirectory() as folder:
    stock = Path(folder) / "stock.csv"
    stock.write_text("tea,12\ncoffee,0\n")

    agent = Agent(model, log_level="error")
    result = agent.run_sync("Which goods are out of stock?", images=[DOT], files=[stock])
    print(result.final)

    blind = Agent(model, vision=False)
    result = blind.run_sync("Which goods are out of stock?", images=[DOT], files=[stock])
    print("refused:", result.final)
