"""Models by name: what is understood, and what is said where something is missing."""

import asyncio
import subprocess
import sys

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import MissingProvider, ModelError, UnknownModel, WrongType
from contextthrift.models import Capabilities, ModelLimits, adapted, language_model
from contextthrift.models.provider_name import split_name
from tests.models.server import openai_chat
from tests.models.server.http import refusal, serving
from tests.models.wires import model_at, needs_providers, reply_of, request

KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch):
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("openai:gpt-5.2", ("openai", "gpt-5.2")),
        ("openai/gpt-5.2", ("openai", "gpt-5.2")),
        (" Anthropic:claude-opus-4-6 ", ("anthropic", "claude-opus-4-6")),
        ("gemini/gemini-2.5-flash", ("google", "gemini-2.5-flash")),
        ("openrouter:anthropic/claude-opus-4.6:free", ("openrouter", "anthropic/claude-opus-4.6:free")),
        ("openai:ft:gpt-4o:acme::1", ("openai", "ft:gpt-4o:acme::1")),
    ],
)
def test_a_name_is_a_provider_and_a_model(name, meant):
    assert split_name(name) == meant


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gpt-5.2", "'gpt-5.2' has no provider in front; did you mean 'openai:gpt-5.2'?"),
        ("openai:", "'openai:' has no model behind its provider; a name has the form 'openai:gpt-5.2'"),
        ("no-such", "'no-such' has no provider in front; a name has the form 'openai:gpt-5.2'"),
        ("", "'' has no provider in front; a name has the form 'openai:gpt-5.2'"),
    ],
)
def test_a_name_without_a_provider_is_completed(name, message):
    with pytest.raises(UnknownModel) as caught:
        Agent(name)
    assert str(caught.value) == message


@needs_providers
def test_an_unknown_provider_gets_near_names():
    with pytest.raises(UnknownModel) as caught:
        Agent("antropic:claude-opus-4-6")
    message = "there is no provider 'antropic'; did you mean 'anthropic:claude-opus-4-6'?"
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("openai:gpt-5.2", "OPENAI_API_KEY"),
        ("openai-chat:gpt-5.2", "OPENAI_API_KEY"),
        ("anthropic:claude-opus-4-6", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "GOOGLE_API_KEY or GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_names_the_variable(name, variables):
    with pytest.raises(MissingProvider) as caught:
        Agent(name)
    provider = name.partition(":")[0]
    assert str(caught.value) == (
        f"models of {provider!r} need a key: set {variables} in the environment "
        "(in code: language_model(..., api_key=...))"
        + ("; for a server that wants no key give base_url=" if provider.startswith("openai") else "")
    )


@needs_providers
def test_a_provider_that_is_not_tested_here_says_what_it_needs():
    with pytest.raises(
        MissingProvider, match="deepseek:deepseek-chat cannot be had: Set the `DEEPSEEK_API_KEY`"
    ):
        language_model("deepseek:deepseek-chat")


def without(package, name, key="api_key='x'"):
    """What making the model says in a process that does not have the package."""
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from contextthrift.models import language_model\n"
        f"try: language_model({name!r}, {key})\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100
    )
    return done.stdout


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [("pydantic_ai", "openai:gpt-5.2", "openai"), ("anthropic", "anthropic:claude-opus-4-6", "anthropic")],
)
def test_a_missing_extra_says_what_to_install(package, name, extra):
    said = without(package, name)
    provider = name.partition(":")[0]
    assert said.startswith(
        f"MissingProvider models of {provider!r} need an extra: pip install 'contextthrift[{extra}]' ("
    )


@pytest.mark.parametrize(
    ("package", "name", "key"),
    [
        ("pydantic_ai", "google:gemini-2.5-flash", "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("google", "google:gemini-2.5-flash", "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("google.genai", "google:gemini-2.5-flash", "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("anthropic", "anthropic:claude-opus-4-6", "ANTHROPIC_API_KEY"),
    ],
)
def test_an_extra_and_a_key_that_are_both_missing_are_told_at_once(package, name, key):
    extra = name.partition(":")[0]
    assert without(package, name, key="") == (
        f"MissingProvider models of {extra!r} need an extra and a key: pip install 'contextthrift[{extra}]', "
        f"and set {key} in the environment (in code: language_model(..., api_key=...))\n"
    )


def test_a_misspelt_provider_is_asked_about_where_the_extra_is_missing():
    said = without("pydantic_ai", "opnai:gpt-5.2").rstrip()
    assert said.startswith(
        "MissingProvider models of 'opnai' need an extra: pip install 'contextthrift[agent]'"
    )
    assert said.endswith("; or did you mean 'openai:gpt-5.2'?")


def test_a_package_of_a_provider_that_no_extra_brings_is_named():
    said = without("groq", "groq:llama-4")
    assert said.startswith("MissingProvider models of 'groq' need a package that is missing: Please install")


def test_importing_the_agent_and_the_models_imports_no_client():
    code = (
        "import sys, contextthrift, contextthrift.agent, contextthrift.models\n"
        "print([name for name in ('pydantic_ai', 'pydantic', 'openai', 'anthropic') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


@needs_providers
def test_windows_come_from_our_table_and_yours_win():
    model = language_model("openai:gpt-5.2", api_key="x", limits=ModelLimits(max_output_tokens=9_000))
    assert model.limits == ModelLimits(
        context_window_tokens=400_000, max_input_tokens=272_000, max_output_tokens=9_000
    )
    assert language_model("openai:nobody-knows", api_key="x").limits == ModelLimits()


@needs_providers
def test_no_window_is_taken_for_granted_on_a_server_of_ones_own():
    assert language_model("openai-chat:gpt-4o", base_url="http://localhost:8000/v1").limits == ModelLimits()


@needs_providers
def test_denials_are_believed_and_claims_are_not():
    assert language_model("openai:gpt-5.2", api_key="x").capabilities == Capabilities()
    old = language_model("anthropic:claude-3-haiku-20240307", api_key="x")
    assert old.capabilities == Capabilities(structured_output=False)
    eyes = language_model("openai:gpt-5.2", api_key="x", capabilities=Capabilities(images=True))
    assert eyes.capabilities == Capabilities(images=True)


@needs_providers
def test_a_model_of_pydantic_ai_is_taken_as_it_is():
    from pydantic_ai.models.test import TestModel

    config = Agent(TestModel()).config
    assert (config.model.provider, config.model.name) == ("test", "test")
    assert adapted(TestModel()).name == "test"


@needs_providers
def test_a_model_that_chooses_between_others_is_taken_and_its_last_error_told():
    from pydantic_ai.models.fallback import FallbackModel

    async def ask():
        async with serving(*[refusal(503, {"error": {"message": "busy"}})] * 2) as (_, url):
            models = [model_at(url, openai_chat)._model, model_at(url, openai_chat)._model]
            with pytest.raises(ModelError) as caught:
                await reply_of(adapted(FallbackModel(*models)), request(reasoning="high"))
            return caught.value

    error = asyncio.run(ask())
    assert (error.status, str(error).rpartition(": ")[2]) == (503, "busy")


@needs_providers
def test_stages_take_names_too(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    config = Agent(lambda request: "hi", planner="anthropic:claude-opus-4-6").config
    assert (config.planner.provider, config.planner.name) == ("anthropic", "claude-opus-4-6")


def test_something_else_is_no_model():
    with pytest.raises(
        WrongType, match="model must be a model .* a name such as 'openai:gpt-5.2', or a function"
    ):
        Agent(7)
