"""The models that come with the package: their encodings and the limits their vendors publish.

Read on 2026-11-30 from the vendors' pages that each group names, and compared with the price lists of
litellm 1.110.2, litellm 1.80.0 (for models retired since) and genai-prices 0.2.3. A vendor's page comes
first; where none was found, or two sources differ, the smaller number stands, because a limit that is too
small only costs room.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Limits(NamedTuple):
    """Models that share their limits, all in tokens."""

    names: str
    """Their names as the vendor spells them, with spaces between. ``x-`` is ``x`` and, because no new
    kind of it is to be expected, everything that begins with ``x-`` and has no entry of its own."""
    window: int
    max_output: int | None = None
    max_input: int | None = None
    encoding: str | None = None
    """Where it is another one than the group's."""


class Group(NamedTuple):
    """Models of one vendor with one encoding."""

    provider: str
    encoding: str
    source: str
    """The page that the limits come from, or ``LISTS``."""
    rows: tuple[Limits, ...]
    is_stand_in: bool = False
    """True where no tokenizer of these models is published."""


LISTS: Final = "the price lists"

OPENAI: Final = Group(
    "openai",
    "o200k_base",  # tiktoken 0.14.0, model.py, for everything up to gpt-5.6
    "developers.openai.com/api/docs/models",
    (
        Limits("gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna", 1_050_000, 128_000, 922_000),
        Limits("gpt-5.5 gpt-5.5-pro gpt-5.4 gpt-5.4-pro", 1_050_000, 128_000, 922_000),
        Limits("gpt-5.4-mini gpt-5.4-nano gpt-5.6-cyber", 400_000, 128_000, 272_000),
        Limits("gpt-5.3-codex gpt-5.2-codex gpt-5.1-codex gpt-5-codex", 400_000, 128_000, 272_000),
        Limits("gpt-5.1-codex-mini gpt-5.1-codex-max", 400_000, 128_000, 272_000),
        Limits("gpt-5.2 gpt-5.2-pro gpt-5.1 gpt-5.1-mini", 400_000, 128_000, 272_000),
        Limits("gpt-5 gpt-5-mini gpt-5-nano gpt-5-search-api", 400_000, 128_000, 272_000),
        Limits("gpt-5-pro", 400_000, 272_000, 272_000),
        Limits("gpt-5.3-chat gpt-5.2-chat gpt-5.1-chat gpt-5-chat", 128_000, 16_384),
        Limits("gpt-5.3-codex-spark", 128_000, 128_000),
        Limits("gpt-4.5- gpt-4.5-preview", 128_000, 16_384),
        Limits("gpt-4.1- gpt-4.1-mini- gpt-4.1-nano-", 1_047_576, 32_768),
        Limits("chatgpt-4o- gpt-4o- gpt-4o-mini-", 128_000, 16_384),
        Limits("gpt-4o-2024-05-13", 128_000, 4_096),
        Limits("gpt-4o-realtime-preview", 32_000, 4_096),
        Limits("gpt-4o-mini-realtime-preview", 16_000, 4_096),
        Limits("gpt-4o-transcribe gpt-4o-mini-transcribe gpt-4o-transcribe-diarize", 16_000, 2_000),
        Limits("gpt-4o-mini-tts", 2_000),
        Limits("gpt-audio gpt-audio-mini gpt-audio-1.5", 128_000, 16_384),
        Limits("o4-mini- o3- o3-mini- o3-pro o1- o1-pro", 200_000, 100_000),
        Limits("o4-mini-deep-research o3-deep-research codex-mini", 200_000, 100_000),
        Limits("o1-preview-", 128_000, 32_768),
        Limits("o1-mini-", 128_000, 65_536),
        Limits("computer-use-preview", 8_192, 1_024),
        Limits("gpt-oss-120b gpt-oss-20b", 131_072, 131_072, encoding="o200k_harmony"),
        Limits("gpt-oss-safeguard-120b gpt-oss-safeguard-20b", 131_072, 131_072, encoding="o200k_harmony"),
    ),
)

# OpenAI has published no tokenizer for these; o200k_base is that of the generation before.
OPENAI_6: Final = Group(
    "openai",
    "o200k_base",
    "developers.openai.com/api/docs/models",
    (
        Limits("gpt-6.2-astra gpt-6.2-sol gpt-6.1-sol gpt-6.1-terra", 1_050_000, 128_000, 922_000),
        Limits("gpt-6-astra gpt-6-sol gpt-6-luna", 1_050_000, 128_000, 922_000),
        Limits("gpt-6-cyber gpt-6-rosalind gpt-6-astra-law", 1_050_000, 128_000, 922_000),
    ),
    is_stand_in=True,
)

OPENAI_4: Final = Group(
    "openai",
    "cl100k_base",
    "platform.openai.com/docs/models, and its older copies",
    (
        Limits("gpt-4- gpt-4-0314 gpt-4-0613", 8_192, 4_096),
        Limits("gpt-4-turbo- gpt-4-turbo-preview gpt-4-1106-preview gpt-4-0125-preview", 128_000, 4_096),
        Limits("gpt-4-vision-preview gpt-4-1106-vision-preview", 128_000, 4_096),
        Limits("gpt-4-32k- gpt-4-32k-0314 gpt-4-32k-0613", 32_768, 4_096),
        Limits("gpt-3.5-turbo- gpt-35-turbo- gpt-3.5 gpt-3.5-turbo-16k- gpt-35-turbo-16k-", 16_385, 4_096),
        Limits("gpt-3.5-turbo-0613 gpt-3.5-turbo-0301 gpt-3.5-turbo-instruct-", 4_096, 4_096),
        Limits("gpt-35-turbo-0613 gpt-35-turbo-0301 gpt-35-turbo-instruct-", 4_096, 4_096),
        Limits("davinci-002 babbage-002", 16_384, 4_096),
        Limits("text-embedding-3-small text-embedding-3-large text-embedding-ada-002", 8_191),
    ),
)

# All retired. Embeddings have an input limit of 2,046 tokens and no output.
OPENAI_3: Final = Group(
    "openai",
    "r50k_base",
    "platform.openai.com/docs/models, in older copies",
    (
        Limits("text-davinci-003 text-davinci-002", 4_096, encoding="p50k_base"),
        Limits("text-davinci-001 text-curie-001 text-babbage-001 text-ada-001", 2_049),
        Limits("davinci curie babbage ada", 2_049),
        Limits("code-davinci-002 code-davinci-001", 8_001, encoding="p50k_base"),
        Limits("code-cushman-002 code-cushman-001 cushman-codex", 2_048, encoding="p50k_base"),
        Limits("davinci-codex", 4_096, encoding="p50k_base"),
        Limits("text-davinci-edit-001 code-davinci-edit-001", 2_049, encoding="p50k_edit"),
        Limits("text-similarity-davinci-001 text-similarity-curie-001", 2_046),
        Limits("text-similarity-babbage-001 text-similarity-ada-001", 2_046),
        Limits("text-search-davinci-doc-001 text-search-curie-doc-001", 2_046),
        Limits("text-search-babbage-doc-001 text-search-ada-doc-001", 2_046),
        Limits("code-search-babbage-code-001 code-search-ada-code-001", 2_046),
        Limits("gpt2 gpt-2", 1_024, encoding="gpt2"),
    ),
)

# The windows are those without a beta header: Sonnet 4 and 4.5 take 1,000,000 with one.
ANTHROPIC: Final = Group(
    "anthropic",
    "claude",
    "platform.claude.com/docs/models/overview, and each model's page",
    (
        Limits("claude-fable-5-2 claude-fable-5-1 claude-fable-5", 1_000_000, 128_000),
        Limits(
            "claude-mythos-5-2 claude-mythos-5-1 claude-mythos-5 claude-mythos-preview", 1_000_000, 128_000
        ),
        Limits("claude-opus-5-5 claude-opus-5 claude-opus-4-8 claude-opus-4-7", 1_000_000, 128_000),
        Limits("claude-opus-4-6 claude-sonnet-4-6", 1_000_000, 128_000),
        Limits("claude-sonnet-5-5 claude-sonnet-5 claude-haiku-5-5", 1_000_000, 128_000),
        Limits("claude-opus-4-5 claude-sonnet-4-5 claude-haiku-4-5", 200_000, 64_000),
        Limits("claude-opus-4-1 claude-opus-4-0 claude-opus-4 claude-4-opus", 200_000, 32_000),
        Limits("claude-sonnet-4-0 claude-sonnet-4 claude-4-sonnet claude-3-7-sonnet-", 200_000, 64_000),
        Limits("claude-3-5-sonnet- claude-3-5-haiku-", 200_000, 8_192),
        Limits("claude-3-opus- claude-3-sonnet- claude-3-haiku-", 200_000, 4_096),
        Limits("claude-2.1 claude-v2:1", 200_000, 4_096),
        Limits("claude-2.0 claude-2 claude-v2:0 claude-v2", 100_000, 4_096),
        Limits("claude-instant- claude-instant-1.2 claude-instant-1 claude-instant-v1", 100_000, 4_096),
    ),
)

# Google's input limit and window are one number and the reply is counted beside it; here it counts within.
# Gemini 4 replies with up to 1,048,576 tokens over several requests, with 65,536 in one.
GOOGLE: Final = Group(
    "google",
    "gemini",
    "ai.google.dev/gemini-api/docs/models, docs.cloud.google.com",
    (
        Limits("gemini-4-argon gemini-4-hydrogen", 1_048_576, 65_536),
        Limits(
            "gemini-3.8-flash gemini-3.8-flash-cyber gemini-3.7-flash gemini-3.6-flash", 1_048_576, 65_536
        ),
        Limits("gemini-3.5-flash gemini-3.5-flash-lite", 1_048_576, 65_536),
        Limits("gemini-3.1-pro-preview gemini-3.1-pro-preview-customtools", 1_048_576, 65_536),
        Limits("gemini-3.1-flash-lite gemini-3.1-flash-lite-preview", 1_048_576, 65_536),
        Limits("gemini-3-pro-preview gemini-3-flash-preview", 1_048_576, 65_536),
        Limits("gemini-pro-latest gemini-flash-latest gemini-flash-lite-latest", 1_048_576, 65_536),
        Limits("gemini-2.5-pro gemini-2.5-pro-preview gemini-2.5-pro-exp", 1_048_576, 65_536),
        Limits("gemini-2.5-flash gemini-2.5-flash-preview", 1_048_576, 65_536),
        Limits("gemini-2.5-flash-lite gemini-2.5-flash-lite-preview", 1_048_576, 65_536),
        Limits("gemini-2.5-computer-use-preview", 128_000, 64_000),
        Limits(
            "gemini-3-pro-image-preview gemini-2.5-flash-image gemini-2.5-flash-image-preview", 65_536, 32_768
        ),
        Limits("gemini-robotics-er-1.5-preview", 1_048_576, 65_536),
        Limits("gemini-robotics-er-2-preview gemini-omni-1.1-flash gemini-omni-1.2-flash", 131_072, 65_536),
        Limits("gemini-2.0-flash gemini-2.0-flash-exp gemini-2.0-flash-lite", 1_048_576, 8_192),
        Limits("gemini-2.0-flash-lite-preview gemini-2.0-flash-preview-image-generation", 1_048_576, 8_192),
        Limits("gemini-2.0-flash-thinking-exp", 1_048_576, 65_536),
        Limits("gemini-2.0-pro-exp gemini-1.5-pro- gemini-pro-1.5", 2_097_152, 8_192),
        Limits("gemini-1.5-flash- gemini-1.5-flash-8b- gemini-flash-1.5", 1_048_576, 8_192),
        Limits("gemini-1.0-pro- gemini-pro", 32_768, 2_048, 30_720),
        Limits("gemini-embedding-2 gemini-embedding-2-preview", 8_192),
        Limits("gemini-embedding-001", 2_048),
    ),
)

GEMMA: Final = Group(
    "google",
    "gemma",
    LISTS,
    (
        Limits("gemma-4-31b gemma-4-31b-it gemma-4-26b-a4b gemma-4-26b-a4b-it", 262_144, 32_768),
        Limits("gemma-4-e4b gemma-4-e4b-it gemma-4-e2b gemma-4-e2b-it", 131_072),
        Limits("gemma-3- gemma3-", 131_072, 8_192),
        Limits("gemma-3-1b- gemma-3-270m- gemma3-1b- gemma3-270m- gemma-3n- gemma3n-", 32_768),
        Limits("gemma-2- gemma2- gemma-2b- gemma-7b- codegemma-", 8_192),
    ),
)

LLAMA_4: Final = Group(
    "meta",
    "llama4",
    LISTS,
    (
        Limits("llama-4-scout- llama4-scout-", 10_485_760),
        Limits("llama-4-maverick- llama4-maverick-", 1_048_576),
    ),
)

LLAMA_3: Final = Group(
    "meta",
    "llama3",
    LISTS,
    (
        Limits("llama-3.3- llama3.3- llama-3.2- llama3.2- llama-3.1- llama3.1-", 131_072),
        Limits("llama-3- llama3-", 8_192),
    ),
)

LLAMA_2: Final = Group(
    "meta",
    "llama2",
    LISTS,
    (
        Limits("llama-2- llama2-", 4_096),
        Limits("codellama- code-llama-", 16_384),
    ),
)

MUSE: Final = Group(
    "meta",
    "claude",
    LISTS,
    (
        Limits("muse-spark-1.3 muse-spark-1.2 muse-spark-1.1 muse-wonder-1.0", 1_048_576, 131_072),
        Limits("muse-spark-1.3-contributor muse-spark-1.2-contributor", 1_048_576, 131_072),
    ),
    is_stand_in=True,
)

MISTRAL: Final = Group(
    "mistral",
    "mistral",
    LISTS,
    (
        Limits("mistral-large-4 mistral-large-4-0", 1_048_576),
        Limits("mistral-large-3 mistral-large-3-675b-instruct mistral-large-2512 mistral-large", 262_144),
        Limits("mistral-large-2411 mistral-large-2407 pixtral-large- pixtral-12b-", 128_000),
        Limits("mistral-medium-3.5 mistral-medium-2604 mistral-medium-latest", 262_144),
        Limits("mistral-medium-3 mistral-medium-2505 mistral-medium-3.1 mistral-medium-2508", 131_072),
        Limits("mistral-small-2603 mistral-small-latest", 262_144),
        Limits("mistral-small-3.2 mistral-small-2506 mistral-small-3.1 mistral-small-2503", 131_072),
        Limits("mistral-small-3.2-24b-instruct mistral-small-3.1-24b-instruct", 131_072),
        Limits("mistral-small mistral-small-2501 mistral-small-24b-instruct-2501 mistral-small-2409", 32_000),
        Limits("magistral-medium-latest magistral-small-latest", 262_144),
        Limits("magistral-medium magistral-small magistral-medium-2509 magistral-small-2509", 128_000),
        Limits("magistral-medium-2506 magistral-small-2506", 40_000),
        Limits("devstral-2512 devstral-latest devstral-medium-latest devstral-small-latest", 256_000),
        Limits("devstral-medium-2507 devstral-small-2507 devstral-small-2505", 128_000),
        Limits("codestral-2508 codestral-latest codestral codestral-2501", 128_000),
        Limits("codestral-2405", 32_000, 8_191),
        Limits("open-codestral-mamba codestral-mamba", 256_000),
        Limits("ministral-14b-2512 ministral-14b-latest ministral-8b-2512 ministral-8b-latest", 262_144),
        Limits("ministral-3-14b ministral-3-8b", 262_144),
        Limits("ministral-3b-2512 ministral-3b-latest ministral-3-3b ministral-3b ministral-8b", 131_072),
        Limits("open-mistral-nemo- mistral-nemo-", 128_000),
        Limits("open-mixtral-8x22b- mixtral-8x22b-", 65_336),
        Limits("open-mixtral-8x7b- mixtral-8x7b- open-mistral-7b- mistral-7b-", 32_000),
        Limits("mistral-tiny mistral-saba mistral-large-2402 mistral-medium-2312", 32_000),
        Limits("voxtral-small-2507 voxtral-small voxtral-small-24b", 32_000),
        Limits("mistral-embed codestral-embed", 8_000),
    ),
)

DEEPSEEK: Final = Group(
    "deepseek",
    "deepseek",
    "api-docs.deepseek.com/quick_start/pricing",
    (
        Limits("deepseek-flash deepseek-v4.1-flash deepseek-v4-flash deepseek-v4-pro", 1_000_000, 384_000),
        Limits("deepseek-v4-flash-vision-exp", 1_000_000, 384_000),
        Limits("deepseek-v3.2 deepseek-v3.2-exp deepseek-v3.1 deepseek-v3.1-terminus", 128_000),
        Limits("deepseek-coder deepseek-coder-v2", 128_000),
        Limits("deepseek-v3 deepseek-r1", 65_536),
        Limits("deepseek-reasoner", 128_000, 64_000),
        Limits("deepseek-chat", 128_000, 8_000),
    ),
)

# Alibaba publishes three numbers for what it serves: window, longest input, longest reply.
QWEN: Final = Group(
    "alibaba",
    "qwen",
    LISTS,
    (
        Limits("qwen3.8-max qwen3.8-flash qwen3.8-omni-flash", 1_000_000, 131_072, 991_808),
        Limits("qwen3.7-max qwen3.7-plus qwen3.5-plus", 1_000_000, 65_536, 991_808),
        Limits("qwen3.6-max-preview", 262_144, 65_536),
        Limits("qwen3-max qwen3-max-preview", 262_144, 65_536, 258_048),
        Limits("qwen3-coder-plus qwen3-coder-flash", 1_000_000, 65_536, 997_952),
        Limits("qwen-flash qwen-plus-latest qwen-plus-2025-09-11", 1_000_000, 32_768, 997_952),
        Limits("qwen-plus", 131_072, 16_384, 129_024),
        Limits("qwen-turbo-latest qwen-turbo-2025-04-28", 1_000_000, 16_384),
        Limits("qwen-turbo", 131_072, 16_384, 129_024),
        Limits("qwen-max", 32_768, 8_192, 30_720),
        Limits("qwq-plus", 131_072, 8_192, 98_304),
        Limits("qwen3-vl-plus", 262_144, 32_768, 260_096),
        Limits("qwen3.8-27b qwen3.6-27b qwen3.6-35b-a3b", 262_144),
        Limits("qwen3.5-397b-a17b qwen3.5-122b-a10b qwen3.5-35b-a3b qwen3.5-27b qwen3.5-9b", 262_144),
        Limits("qwen3-235b-a22b-2507 qwen3-235b-a22b-instruct-2507 qwen3-235b-a22b-thinking-2507", 262_144),
        Limits("qwen3-30b-a3b-2507 qwen3-30b-a3b-instruct-2507 qwen3-30b-a3b-thinking-2507", 262_144),
        Limits("qwen3-4b-instruct-2507 qwen3-4b-thinking-2507", 262_144),
        Limits("qwen3-next-80b-a3b qwen3-next-80b-a3b-instruct qwen3-next-80b-a3b-thinking", 262_144),
        Limits("qwen3-coder-480b-a35b- qwen3-coder-30b-a3b-", 262_144),
        Limits("qwen3-vl-235b-a22b- qwen3-vl-32b-", 131_072),
        Limits("qwen3-235b-a22b qwen3-30b-a3b qwen3-32b qwen3-14b qwen3-8b", 32_768),
        Limits("qwen3-4b qwen3-1.7b qwen3-0.6b qwq-32b-", 32_768),
        Limits("qwen2.5- qwen2-", 32_768),
    ),
)

GLM: Final = Group(
    "zai",
    "glm",
    LISTS,
    (
        Limits("glm-5.3 glm-5.3-flash glm-5.3-flashx glm-5.2", 1_000_000, 128_000),
        Limits("glm-5.1 glm-5 glm-5-code glm-5v-turbo", 200_000, 128_000),
        Limits("glm-4.7 glm-4.7-flash glm-4.7-flashx glm-4.6", 200_000, 128_000),
        Limits("glm-4.6v glm-4.6v-flashx", 128_000),
        Limits("glm-4.5 glm-4.5-x glm-4.5-air glm-4.5-airx glm-4.5-flash glm-4.5v", 128_000, 32_000),
        Limits("glm-4-32b-0414-128k", 128_000, 32_000),
    ),
)

KIMI: Final = Group(
    "moonshot",
    "kimi",
    LISTS,
    (
        Limits("kimi-k3.1-pro kimi-k3.1-pro-highspeed kimi-k3", 1_048_576),
        Limits("kimi-k2.7-code kimi-k2.7-code-highspeed kimi-k2.6 kimi-k2.5", 262_144),
        Limits("kimi-k2-thinking kimi-k2-thinking-turbo kimi-k2-turbo-preview", 262_144),
        Limits("kimi-k2-0905-preview kimi-k2-0905 kimi-k2-instruct-0905", 262_144),
        Limits("kimi-k2 kimi-k2-0711-preview kimi-k2-instruct", 131_072),
        Limits("moonshot-v1-128k moonshot-v1-auto moonshot-v1-128k-vision-preview", 131_072),
        Limits("moonshot-v1-32k moonshot-v1-32k-vision-preview", 32_768),
        Limits("moonshot-v1-8k moonshot-v1-8k-vision-preview", 8_192),
    ),
)

MINIMAX: Final = Group(
    "minimax",
    "minimax",
    "platform.minimax.io/docs/guides/text-generation",
    (
        Limits("MiniMax-M3 MiniMax-M3.1-Flash", 1_000_000, 128_000),
        Limits("MiniMax-M2.7 MiniMax-M2.7-highspeed MiniMax-M2.5 MiniMax-M2.5-highspeed", 204_800),
        Limits("MiniMax-M2.1 MiniMax-M2.1-highspeed MiniMax-M2.1-lightning MiniMax-M2", 204_800),
        Limits("MiniMax-M1 MiniMax-01 MiniMax-Text-01", 1_000_000),
    ),
)

XAI: Final = Group(
    "xai",
    "claude",
    LISTS,
    (
        Limits("grok-4.7 grok-4.6 grok-4.5", 500_000),
        Limits("grok-4.3 grok-4.20-", 1_000_000),
        Limits("grok-4.1-fast grok-4.1-fast-reasoning grok-4.1-fast-non-reasoning", 2_000_000),
        Limits("grok-4-fast grok-4-fast-reasoning grok-4-fast-non-reasoning", 2_000_000),
        Limits("grok-4 grok-code-fast grok-code-fast-1 grok-build-0.1", 256_000),
        Limits("grok-3 grok-3-beta grok-3-fast grok-3-fast-beta grok-3-mini grok-3-mini-beta", 131_072),
        Limits("grok-3-mini-fast grok-3-mini-fast-beta", 131_072),
        Limits("grok-2 grok-2-vision", 32_768),
    ),
    is_stand_in=True,
)

COHERE: Final = Group(
    "cohere",
    "claude",
    LISTS,
    (
        Limits("command-a-plus-05-2026 command-a-plus", 128_000, 64_000),
        Limits("command-a-03-2025 command-a", 256_000, 8_000),
        Limits("command-a-reasoning-08-2025 command-a-reasoning", 256_000, 8_192),
        Limits("command-a-vision-07-2025 command-a-vision", 128_000, 4_000),
        Limits("command-r7b-12-2024 command-r7b command-r- command-r-plus-", 128_000, 4_096),
        Limits("c4ai-aya-expanse-32b", 128_000, 4_000),
        Limits("command command-light command-nightly", 4_096, 4_096),
    ),
    is_stand_in=True,
)

AMAZON: Final = Group(
    "amazon",
    "claude",
    "the model cards of docs.aws.amazon.com, as quoted by others, and the price lists",
    (
        Limits("nova-2-lite nova-2-pro-preview", 1_000_000, 64_000),
        Limits("nova-premier", 1_000_000, 10_000),
        Limits("nova-pro nova-lite", 300_000, 5_000),
        Limits("nova-micro", 128_000, 5_000),
    ),
    is_stand_in=True,
)

GROUPS: Final = (
    *(OPENAI_6, OPENAI, OPENAI_4, OPENAI_3),
    *(ANTHROPIC, GOOGLE, GEMMA),
    *(MUSE, LLAMA_4, LLAMA_3, LLAMA_2),
    *(MISTRAL, DEEPSEEK, QWEN, GLM, KIMI, MINIMAX),
    *(XAI, COHERE, AMAZON),
)
"""Every group, in the order of the docs."""
