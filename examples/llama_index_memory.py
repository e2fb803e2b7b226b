"""A chat engine of LlamaIndex whose memory keeps everything and gives what fits."""

from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import MockLLM

from contextthrift.integrations.llama_index import FitMemory, FitOptions

# Of a real model the memory knows the window: FitMemory.from_defaults(llm=llm).
options = FitOptions(context_window=300, output_reserve=0, encoding="o200k_base")
memory = FitMemory.from_defaults(options=options, system_prompt="Answer briefly.")
engine = SimpleChatEngine.from_defaults(
    llm=MockLLM(max_tokens=20), memory=memory, system_prompt="Answer briefly."
)

for number in range(1, 21):
    engine.chat(f"Question {number}: what do herons eat?")

print(f"{len(memory.get_all())} messages kept, {len(memory.get())} given")
print(next(message.content for message in memory.get() if "left out" in message.content))
