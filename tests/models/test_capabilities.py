"""Which attachments a model takes."""

import pytest

from contextthrift.models import Capabilities, resolve_capabilities, supports_images, supports_pdf
from contextthrift.testing import ScriptedModel


def model(provider, name, **capabilities):
    return ScriptedModel(provider=provider, name=name, capabilities=Capabilities(**capabilities))


@pytest.mark.parametrize(
    ("provider", "name", "images", "pdf"),
    [
        ("openai.chat", "gpt-5", True, True),
        ("openai.chat", "gpt-3.5-turbo", False, False),
        ("openai-compatible", "anything", None, None),
        ("OpenAI-Compatible.chat", "anything", None, None),
        ("xai", "grok-4", True, None),
        ("moonshotai", "kimi-k2", True, False),
        ("deepseek", "deepseek-reasoner", False, False),
        ("transformers", "Qwen2-VL", True, False),
        ("transformers", "Qwen2-vlad", False, False),
        ("house", "gpt-5", None, None),
    ],
)
def test_tables_say_what_a_model_takes(provider, name, images, pdf):
    assert (supports_images(model(provider, name)), supports_pdf(model(provider, name))) == (images, pdf)


@pytest.mark.parametrize(
    ("name", "images"),
    [
        ("openai/gpt-5/deepseek", True),
        ("openai-compatible/m", None),
        ("DeepSeek/flash", False),
        ("o3-mini", False),
    ],
)
def test_an_id_is_provider_and_name(name, images):
    assert supports_images(name) is images


def test_the_host_goes_before_the_model_and_the_model_before_the_tables():
    said = model("openai", "gpt-5", images=False, pdf=False, tools=True)
    assert resolve_capabilities(said) == Capabilities(images=False, pdf=False, tools=True)
    assert resolve_capabilities(said, vision=True, inputs={"pdf": True, "files": False}) == Capabilities(
        images=True, pdf=True, files=False, tools=True
    )
    assert resolve_capabilities(said, vision=True, inputs={"images": False}).images is False


def test_a_model_that_only_reads_prompts_takes_what_is_sure():
    unknown = resolve_capabilities(model("house", "m"), "prompted")
    assert unknown == Capabilities(images=False, pdf=False, files=False)
    assert resolve_capabilities(model("openai", "gpt-5"), "prompted").images is True
