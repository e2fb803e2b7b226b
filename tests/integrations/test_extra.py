"""Without its framework an integration says what to install."""

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("name", "missing", "extra"),
    [
        ("langchain", "langchain_core", "langchain"),
        ("litellm", "litellm", "litellm"),
        ("llama_index", "llama_index", "llama-index"),
        ("mcp", "mcp", "mcp"),
        ("openai_agents", "agents", "openai-agents"),
        ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
    ],
)
def test_a_missing_framework_is_told_with_its_extra(monkeypatch, name, missing, extra):
    package = f"contextthrift.integrations.{name}"
    for module in list(sys.modules):
        if module == package or module.startswith((f"{package}.", f"{missing}.")):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, missing, None)
    told = rf"^{missing} is not installed; it comes with: pip install 'contextthrift\[{extra}\]'$"
    with pytest.raises(ModuleNotFoundError, match=told):
        import_module(package)


def test_importing_the_package_of_integrations_loads_no_framework():
    import_module("contextthrift.integrations")
    assert not {"langchain", "litellm", "llama_index", "mcp", "agents"} & set(sys.modules)
