"""The configuration of an agent: every option, its default, and what it may be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, get_args

from contextthrift.agent.attachments.size import MAX_ATTACHMENT_BYTES
from contextthrift.agent.limits import CallCaps, Limits, limits_of, resolve_call_caps
from contextthrift.agent.policy import Policy
from contextthrift.agent.prompts import Prompts, default_prompts
from contextthrift.compaction.settings import Compaction, resolve_compaction
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.models import CallableModel, adapted, language_model, select_tool_mode
from contextthrift.models.base import Stage
from contextthrift.models.thinking import ThinkingSetting, thinking_config
from contextthrift.settings import check_names
from contextthrift.tools import Tool, tool

if TYPE_CHECKING:
    from contextthrift.agent.log import LogLevel, LogSink
    from contextthrift.compaction.settings import CompactionConfig
    from contextthrift.events import StepResult
    from contextthrift.memory import ContextStore
    from contextthrift.models import Model
    from contextthrift.models.callable import AnswerFunction
    from contextthrift.models.language_model import PydanticAI
    from contextthrift.models.tool_mode import ToolMode, ToolModeSetting
    from contextthrift.tools.narrowing import Strategy
    from contextthrift.tools.toolset import Toolset

DescribeState: TypeAlias = Callable[[], "str | Awaitable[str | None] | None"]
ReplanTrigger: TypeAlias = "Literal['failure', 'always'] | Callable[[StepResult], object]"
StrategySetting = Literal["auto", "all", "plan-narrowed"]
ToolsetWrapper: TypeAlias = "Callable[[Toolset], Toolset]"
ToolSetting: TypeAlias = "Tool | Callable[..., Any]"
ModelSetting: TypeAlias = "Model | AnswerFunction | PydanticAI | str"
"""A model, a function, a model of pydantic-ai, or a name such as ``openai:gpt-5.2``."""


class AgentOptions(TypedDict, total=False):
    """The options of an agent beside its model."""

    planner: ModelSetting
    """Model of planner and replanner; the agent's own where it is left out."""
    synthesizer: ModelSetting
    """Model that writes the answer."""
    client_name: str
    """Who asks, for the caches of providers."""
    tools: Iterable[ToolSetting] | Mapping[str, ToolSetting]
    """What can be called, in the order in which models are told of it: tools and functions, also by name."""
    available_tools: Iterable[str]
    """Only these, where any are given."""
    excluded_tools: Iterable[str]
    """Not these."""
    toolset_wrappers: Iterable[ToolsetWrapper]
    """What crosses all tools: each is put around the toolset of a run, the last one outermost."""
    tool_mode: ToolModeSetting
    """``native``, ``prompted``, or ``auto`` by the provider."""
    tool_selection_strategy: StrategySetting
    """``plan-narrowed`` gives a step only the tools that the plan suggests for it; ``auto`` is ``all``."""
    tool_search_threshold: int
    """Tools above which ``auto`` searches instead of listing all; read once there is a search."""
    system_prompt: str
    """Stands first in the system text of every stage."""
    prompts: Prompts
    """Builders of the prompts, in place of the default ones."""
    vision: bool
    """Whether the executor's model takes images, where you know better than the model and the tables."""
    inputs: Mapping[str, bool | None]
    """The same by kind, ``images``, ``pdf`` and ``files``; goes before ``vision``."""
    max_attachment_bytes: int
    """How large an image or a file of a run may be, in bytes; 0 for any size."""
    describe_state: DescribeState
    """Tells the state of the world, asked before each stage. A function that is not async must not block."""
    policies: Iterable[Policy]
    """What happens at the fixed points of a run."""
    memory: ContextStore
    """Where conversations are kept."""
    session_id: str
    """The conversation a run belongs to where it does not say."""
    max_iterations: int
    """Steps executed in a run, those of revised plans included."""
    max_steps_per_task: int
    """Rounds of tool calls inside a step."""
    max_revisions: int
    """Revised plans that are accepted."""
    max_tool_calls: int
    """Tool calls in a run; 0 for any number."""
    max_plan_steps: int
    """Steps of one plan."""
    chat_timeout_s: float
    """Seconds for one call of planner, replanner and synthesizer, and for one whole step; 0 for any time."""
    llm_max_retries: int
    """Times a call is made again after trouble that may pass."""
    retry_base_delay_s: float
    """Seconds before the first such time, doubled for each further one."""
    limits: Limits | Mapping[str, Any]
    """Caps on the tokens of a run."""
    budgets: Mapping[str, int]
    """Caps on the answer of one call, by stage; ``limits.per_call`` wins."""
    compaction: CompactionConfig | Mapping[str, Any]
    """What is made shorter, and when.

    Of it only ``max_tool_output_chars`` and ``summary_max_tokens`` are read until there are summaries.
    """
    fit_to_window: bool
    """Whether requests are made to fit the window of their model, where it is known. True if left out."""
    compress_after_chars: int
    """Characters of a stored conversation above which it is summarised where compaction is not by tokens.

    Nothing reads it until conversations are summarised.
    """
    temperature: float
    thinking: ThinkingSetting
    """How much models think."""
    stage_thinking: Mapping[str, ThinkingSetting]
    """The same by stage."""
    replan: bool
    """Whether the plan is looked at again."""
    replan_after: ReplanTrigger
    """``failure``, ``always``, or a function of the step's result."""
    synthesize: bool
    """Whether a model writes the answer; else it is the steps' own summaries."""
    log_level: LogLevel
    logger: LogSink


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentConfig:
    """An agent's options, checked and complete; their meaning stands in `AgentOptions`."""

    model: Model
    planner: Model | None = None
    synthesizer: Model | None = None
    client_name: str = "contextthrift"
    tools: tuple[Tool, ...] = ()
    available_tools: tuple[str, ...] = ()
    excluded_tools: tuple[str, ...] = ()
    toolset_wrappers: tuple[ToolsetWrapper, ...] = ()
    tool_mode: ToolModeSetting = "auto"
    tool_selection_strategy: StrategySetting = "auto"
    tool_search_threshold: int = 40
    system_prompt: str | None = None
    prompts: Prompts = field(default_factory=default_prompts)
    vision: bool | None = None
    inputs: Mapping[str, bool | None] | None = None
    max_attachment_bytes: int = MAX_ATTACHMENT_BYTES
    describe_state: DescribeState | None = None
    policies: tuple[Policy, ...] = ()
    memory: ContextStore | None = None
    session_id: str = "default"
    max_iterations: int = 8
    max_steps_per_task: int = 4
    max_revisions: int = 2
    max_tool_calls: int = 0
    max_plan_steps: int = 8
    chat_timeout_s: float = 120.0
    llm_max_retries: int = 2
    retry_base_delay_s: float = 0.5
    limits: Limits | None = None
    budgets: CallCaps = field(default_factory=CallCaps)
    compaction: Compaction = field(default_factory=Compaction)
    fit_to_window: bool = True
    compress_after_chars: int = 12_000
    temperature: float | None = None
    thinking: ThinkingSetting = None
    stage_thinking: Mapping[str, ThinkingSetting] | None = None
    replan: bool = True
    replan_after: ReplanTrigger = "failure"
    synthesize: bool = True
    log_level: LogLevel = "warn"
    logger: LogSink | None = None

    def model_of(self, stage: Stage) -> Model:
        """The model of a stage; the replanner has the planner's, compaction the synthesizer's."""
        own = {"planner": self.planner, "replanner": self.planner}.get(stage)
        if stage in {"synthesizer", "compaction"}:
            own = self.synthesizer
        return own or self.model

    def mode_of(self, stage: Stage) -> ToolMode:
        """Whether a stage's model is given tools and shapes natively, or reads about them."""
        return select_tool_mode(self.model_of(stage).provider, self.tool_mode)

    @property
    def strategy(self) -> Strategy:
        """Which tools a step can call."""
        return "all" if self.tool_selection_strategy == "auto" else self.tool_selection_strategy


def resolve_config(model: ModelSetting, options: Mapping[str, Any]) -> AgentConfig:
    """The configuration that ``options`` mean.

    Raises:
        InvalidArgument: An option that does not exist, or a value that cannot be meant.
        WrongType: A value of a type that cannot be read.
    """
    check_names("an agent", options, AgentOptions.__annotations__, noun="option")
    given = {name: value for name, value in options.items() if value is not None}
    compaction = resolve_compaction(given.get("compaction"))
    read = {name: _READERS[name](value) for name, value in given.items() if name in _READERS}
    caps = resolve_call_caps(
        read.get("limits"), budgets=given.get("budgets"), summary_max_tokens=compaction.summary_max_tokens
    )
    config = AgentConfig(
        model=model_from("model", model), **{**given, **read, "budgets": caps, "compaction": compaction}
    )
    _check(config)
    return config


def model_from(option: str, given: object) -> Model:
    """A model, or what is made into one: a name, a model of pydantic-ai, a function.

    Raises:
        MissingProvider: A name whose provider's extra or key is missing.
        UnknownModel: A name without a provider, or with one that nobody knows.
        WrongType: It is nothing of that.
    """
    if isinstance(given, str):
        return language_model(given)
    if hasattr(given, "stream"):
        return given  # type: ignore[return-value]  # a protocol: what it lacks shows when it is called
    if hasattr(given, "request_stream"):
        return adapted(given)
    if callable(given):
        return CallableModel(function=given)
    raise WrongType(
        f"{option} must be a model (an object with a stream method), a name such as 'openai:gpt-5.2', or a "
        f"function that answers a ModelRequest; got {short(given)}"
    )


def _tools(given: Any) -> tuple[Tool, ...]:
    if isinstance(given, Mapping):
        return tuple(_tool(each, f"tools[{name!r}]", name) for name, each in given.items())
    return tuple(_tool(each, f"tools[{place}]") for place, each in enumerate(_listed("tools", given)))


def _tool(given: Any, where: str, name: str | None = None) -> Tool:
    """A tool as it is, or a function made into one; with a name of its own where there is one."""
    if isinstance(given, Tool):
        return given if name in {None, given.name} else replace(given, name=name)
    if not callable(given) or isinstance(given, type):
        got = f"the class {given.__name__}" if isinstance(given, type) else _type_name(given)
        raise WrongType(f"{where} must be a function or a Tool of contextthrift.tools; got {got}")
    return tool(given, name=name)


def _listed(name: str, given: Any) -> tuple[Any, ...]:
    if not isinstance(given, Iterable) or isinstance(given, type):
        raise WrongType(f"{name} must be a list; got {_type_name(given)}")
    return tuple(given)


def _type_name(value: object) -> str:
    """The name of its type, with its module unless that is Python's own: two classes are called ``Tool``."""
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _prompts(given: Any) -> Prompts:
    if not isinstance(given, Prompts):
        raise WrongType(f"prompts must be a Prompts of contextthrift.agent.prompts; got {_type_name(given)}")
    return given


def _memory(given: Any) -> ContextStore:
    missing = [name for name in ("load", "append") if not hasattr(given, name)]
    if isinstance(given, type):
        raise WrongType(f"memory must be a store, not the class of one; write {given.__name__}()")
    if missing:
        raise WrongType(
            f"memory must be a store such as MemoryStore(); got {_type_name(given)} without {missing[0]}"
        )
    return given  # type: ignore[no-any-return]  # a protocol: it has what a run calls


def _toolset_wrappers(given: Any) -> tuple[ToolsetWrapper, ...]:
    wrappers = _listed("toolset_wrappers", given)
    for place, wrapper in enumerate(wrappers):
        if not callable(wrapper):
            raise WrongType(
                f"toolset_wrappers[{place}] must be a WrapperToolset's class, or a function from toolset to "
                f"toolset; got {_type_name(wrapper)}"
            )
    return wrappers


def _policies(given: Any) -> tuple[Policy, ...]:
    policies = _listed("policies", given)
    for place, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            got = f"the class {policy.__name__}" if isinstance(policy, type) else _type_name(policy)
            raise WrongType(f"policies[{place}] must be a Policy of contextthrift.agent; got {got}")
    return policies


def _function(name: str) -> Callable[[Any], Any]:
    def read(given: Any) -> Any:
        if not callable(given):
            raise WrongType(f"{name} must be a function; got {type(given).__name__}")
        return given

    return read


def _names(given: Any) -> tuple[str, ...]:
    if isinstance(given, str):
        raise WrongType(f"a list of names is expected; got the text {short(given)}")
    return tuple(given)


_READERS: dict[str, Callable[[Any], Any]] = {
    "planner": lambda given: model_from("planner", given),
    "synthesizer": lambda given: model_from("synthesizer", given),
    "tools": _tools,
    "available_tools": _names,
    "excluded_tools": _names,
    "toolset_wrappers": _toolset_wrappers,
    "prompts": _prompts,
    "memory": _memory,
    "policies": _policies,
    "limits": limits_of,
    "describe_state": _function("describe_state"),
}

_AT_LEAST = {
    "max_iterations": 1,
    "max_steps_per_task": 1,
    "max_revisions": 0,
    "max_tool_calls": 0,
    "max_plan_steps": 0,
    "tool_search_threshold": 0,
    "llm_max_retries": 0,
    "compress_after_chars": 0,
    "max_attachment_bytes": 0,
}

_WORDS = {
    "tool_mode": ("auto", "native", "prompted"),
    "tool_selection_strategy": get_args(StrategySetting),
}


def _check(config: AgentConfig) -> None:
    for name, least in _AT_LEAST.items():
        _check_count(name, getattr(config, name), least)
    for name in ("chat_timeout_s", "retry_base_delay_s"):
        _check_seconds(name, getattr(config, name))
    for name, words in _WORDS.items():
        if (given := getattr(config, name)) not in words:
            raise InvalidArgument(f"{name} must be one of {', '.join(words)}; got {short(given)}")
    if config.replan_after not in ("failure", "always") and not callable(config.replan_after):
        raise InvalidArgument(
            f"replan_after must be failure, always or a function; got {short(config.replan_after)}"
        )
    for name in ("system_prompt", "session_id"):
        _check_text(name, getattr(config, name))
    if config.temperature is not None and not _is_number(config.temperature):
        raise WrongType(f"temperature must be a number; got {short(config.temperature)}")
    for name in ("replan", "synthesize", "fit_to_window"):
        if not isinstance(getattr(config, name), bool):
            raise WrongType(f"{name} must be True or False; got {short(getattr(config, name))}")
    _check_inputs(config)
    _check_thinking(config)


def _check_inputs(config: AgentConfig) -> None:
    inputs = {} if config.inputs is None else config.inputs
    if not isinstance(inputs, Mapping):
        raise WrongType(f"inputs must be a mapping such as {{'images': True}}; got {_type_name(inputs)}")
    check_names("inputs", inputs, ("images", "pdf", "files"), noun="kind")
    said = {"vision": config.vision, **{f"inputs[{kind!r}]": value for kind, value in inputs.items()}}
    for name, value in said.items():
        if value is not None and not isinstance(value, bool):
            raise WrongType(f"{name} must be True, False or None; got {short(value)}")


def _check_text(name: str, given: object) -> None:
    if given is not None and not isinstance(given, str):
        raise WrongType(f"{name} must be a str; got {type(given).__name__}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_thinking(config: AgentConfig) -> None:
    check_names("stage_thinking", config.stage_thinking or {}, get_args(Stage), noun="stage")
    for setting in (config.thinking, *(config.stage_thinking or {}).values()):
        thinking_config(setting)


def _check_count(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InvalidArgument(f"{name} must be a whole number, {least} or more; got {short(value)}")


def _check_seconds(name: str, value: Any) -> None:
    if not _is_number(value) or not 0 <= value < float("inf"):
        raise InvalidArgument(f"{name} must be a number of seconds, 0 or more; got {short(value)}")
