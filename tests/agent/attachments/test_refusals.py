"""What becomes of a run whose model does not take what is attached."""

import asyncio

import pytest

from contextthrift.agent import Agent, Policy
from contextthrift.agent.attachments import is_attachment_refusal, unsupported_attachment_error
from contextthrift.exceptions import (
    AttachmentsNotSupportedError,
    ContextWindowExceededError,
    ImagesNotSupportedError,
    InvalidArgument,
    ModelDisconnected,
    ModelError,
    WrongType,
)
from contextthrift.memory import MemoryStore
from contextthrift.models import Capabilities, FilePart
from contextthrift.usage import Usage
from tests.agent import order
from tests.agent.attachments.samples import PDF, PNG, looking, seeing
from tests.agent.scripts import calls, decision, plan, run, tool, types

CSV = {"data": b"a,b", "name": "t.csv"}
NO_IMAGES = "scripted (scripted) can't take images. Remove the image, or use a vision model"
REFUSED = ModelError("house answered 400: this model does not support image input", status=400)
SAID = (
    "scripted (scripted) can't take images (it answered: house answered 400: this model does not support "
    "image input). Remove the image, or use a vision model"
)


def asked(model, images=(), files=(), **config):
    """Result and events of a run that carries attachments."""
    result, events = run(model, options={"images": list(images), "files": list(files)}, **config)
    order.check(result, events)
    return result, events


KNOWN = {
    "images": ("image", ImagesNotSupportedError, NO_IMAGES),
    "pdf": (
        "pdf",
        AttachmentsNotSupportedError,
        (
            "scripted (scripted) can't take PDF files. Convert it to text or Markdown, or use a model "
            "that reads PDF files"
        ),
    ),
    "files": (
        "file",
        AttachmentsNotSupportedError,
        (
            "scripted (scripted) can't take file attachments. Paste the file's text into the goal, or use "
            "another model"
        ),
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_what_a_model_is_known_not_to_take_ends_the_run_before_anything_is_called_or_stored(what):
    kind, error, message = KNOWN[what]
    model, store = looking(capabilities=Capabilities(**{what: False})), MemoryStore()
    result, events = asked(model, [PNG], [PDF, CSV], memory=store)
    assert (types(events), model.requests) == (["run.start", "error"], [])
    assert (events[-1].phase, events[-1].error, result.final) == ("run", message, message)
    assert type(result.error.exception) is error
    assert result.error.exception.kind == kind
    assert Agent(model, memory=store).run_sync("and now?").error is None
    assert [message.content for message in store_content(store)] == ["and now?", "It is a cat."]


def store_content(store):
    return asyncio.run(store.load("default"))


def test_the_first_that_is_not_taken_is_told():
    nothing = Capabilities(images=False, pdf=False, files=False)
    told = [asked(looking(capabilities=nothing), [], files)[0] for files in ([CSV, PDF], [PDF, CSV])]
    assert [result.error.exception.kind for result in told] == ["file", "pdf"]


def test_a_model_with_tools_in_its_prompt_is_said_to_read_text_only():
    result, _ = asked(looking(capabilities=Capabilities()), files=[PDF], tool_mode="prompted")
    assert result.final == (
        "scripted (scripted) can't take PDF files (with tools in its prompt it is taken to read text only). "
        "Convert it to text or Markdown, or use a model that reads PDF files"
    )


def test_the_host_knows_better_than_the_model_and_the_tables():
    model = looking(capabilities=Capabilities(), provider="deepseek", name="deepseek-chat")
    assert Agent(model).capabilities == Capabilities(images=False, pdf=False)
    agent = Agent(model, vision=True, inputs={"files": True})
    assert agent.capabilities == Capabilities(images=True, pdf=False, files=True)
    assert Agent(model, vision=True, inputs={"images": False}).capabilities.images is False
    assert agent.run_sync("What is it?", images=[PNG], files=[CSV]).error is None


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"vision": 1}, WrongType, "vision must be True, False or None; got 1"),
        ({"inputs": ["images"]}, WrongType, "inputs must be a mapping such as"),
        ({"inputs": {"pdf": "yes"}}, WrongType, r"inputs\['pdf'\] must be True, False or None; got 'yes'"),
        ({"inputs": {"image": True}}, InvalidArgument, "inputs has no kind 'image'; did you mean 'images'"),
        ({"max_attachment_bytes": -1}, InvalidArgument, "max_attachment_bytes must be a whole number, 0 or"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        Agent(looking(), **options)


def test_a_planner_that_is_refused_ends_the_run_without_being_asked_in_words():
    model = looking(planner=[REFUSED])
    result, events = asked(model, [PNG])
    assert (types(events), len(model.requests)) == (["run.start", "error"], 1)
    assert (events[-1].phase, events[-1].error, result.final) == ("run", SAID, SAID)
    assert isinstance(result.error.exception, ImagesNotSupportedError)
    assert result.error.exception.__cause__ is REFUSED


def test_an_executor_that_is_refused_ends_the_run_and_charges_what_was_spent():
    executor = [calls("look", usage=Usage.of(input_tokens=7, output_tokens=1)), REFUSED]
    model = looking(executor=executor)
    result, events = asked(model, [PNG], tools=[tool("look")])
    assert (events[-1].type, events[-1].phase, result.final) == ("error", "run", SAID)
    assert [event.usage for event in events if event.type == "usage"][-1] == Usage.of(
        input_tokens=7, output_tokens=1
    )
    assert model.requests_of("replanner") == model.requests_of("synthesizer") == []


def test_a_synthesizer_that_is_refused_ends_the_run():
    result, events = asked(looking(synthesizer=[REFUSED]), [PNG])
    assert (events[-1].type, events[-1].phase, result.final) == ("error", "run", SAID)
    assert "final" not in types(events)


def test_a_replanner_carries_nothing_so_its_trouble_is_its_own():
    model = seeing(
        planner=[plan("look", "tell")],
        executor=["[BLOCKER] no", "told"],
        replanner=[REFUSED],
        synthesizer=["so"],
    )
    result, events = asked(model, [PNG])
    assert result.final == "so"
    assert [event.mode for event in events if event.type == "replan.decision"] == ["continue"]
    assert all(len(request.messages[0].parts) == 1 for request in model.requests_of("replanner"))


@pytest.mark.parametrize(
    "trouble",
    [
        ModelError("no right to use vision models", status=403),
        ModelError("too many images a minute", status=429),
        ModelError("image service is down", status=503),
        ModelDisconnected("the image was being sent when it broke off"),
        ContextWindowExceededError("m", 9, 8),
        ModelError("prompt is too long with this image: 210000 tokens > 200000 maximum", status=400),
        ModelError("temperature must be below 2; see the documentation", status=400),
        ModelError("scripted-vision: temperature must be below 2", status=400),
    ],
)
def test_other_trouble_is_told_as_it_is(trouble):
    model = looking(planner=[trouble], name="scripted-vision")
    result, _ = asked(model, [PNG], llm_max_retries=0)
    assert result.error is not None
    assert not isinstance(result.error.exception, AttachmentsNotSupportedError)


def test_a_run_without_attachments_is_never_refused_for_them():
    result, _ = run(looking(planner=[REFUSED]))
    assert result.error.message == "house answered 400: this model does not support image input"


@pytest.mark.parametrize(
    ("images", "files", "said", "kind"),
    [
        ([PNG], [], "unsupported document", "image"),
        ([PNG], [PDF], "invalid image in the document", "pdf"),
        ([PNG], [CSV], "cannot read this image", "image"),
        ([PNG], [CSV, PDF], "invalid content type", "image"),
        ([], [CSV, PDF], "Unsupported binary content type: text/csv", "file"),
    ],
)
def test_the_kind_that_was_refused_is_the_only_one_or_the_one_that_is_named_or_the_first(
    images, files, said, kind
):
    result, _ = asked(looking(planner=[ModelError(said, status=400)]), images, files)
    assert result.error.exception.kind == kind


def test_a_long_answer_of_the_provider_is_quoted_in_part_and_on_one_line():
    said = "no\n images " + "x" * 500
    result, _ = asked(looking(planner=[ModelError(said, status=400)]), [PNG])
    assert f"(it answered: no images {'x' * 150})" in result.final


def test_a_stage_of_a_model_that_cannot_take_them_is_told_their_names():
    model = looking()
    planner = seeing(capabilities=Capabilities(images=False), planner=[plan("look")])
    result, _ = asked(model, [{"data": PNG, "name": "cat.png"}], [PDF], planner=planner)
    assert result.error is None
    (planned,) = planner.requests
    assert planned.messages[0].text.endswith("\n[attached: cat.png, pdf 2]")
    assert [part.media_type for part in planned.messages[0].parts[1:]] == ["application/pdf"]
    assert [len(request.messages[0].parts) for request in model.requests] == [3, 3]


def test_each_stage_sees_them_in_the_first_message_of_every_round_but_the_replanner():
    model = seeing(
        planner=[plan("look", "tell")],
        executor=[calls("look"), "seen", "told"],
        replanner=[decision("continue")],
        synthesizer=["so"],
    )
    asked(model, [PNG], tools=[tool("look")], replan_after="always")
    seen = [(request.stage, len(request.messages[0].parts) - 1) for request in model.requests]
    assert seen == [
        ("planner", 1),
        ("executor", 1),
        ("executor", 1),
        ("replanner", 0),
        ("executor", 1),
        ("replanner", 0),
        ("synthesizer", 1),
    ]


def test_a_policy_of_the_hosts_own_may_attach_as_well_and_sees_the_clear_error():
    class Attach(Policy):
        async def admit(self, run):
            run.attachments = self.given

        async def around_call(self, run, request, proceed):
            try:
                return await proceed(request)
            except AttachmentsNotSupportedError as error:
                seen.append(error.kind)
                raise

    seen = []
    Attach.given = (FilePart(media_type="image/png", data=PNG),)
    result, _ = run(looking(planner=[REFUSED]), policies=[Attach()])
    assert (result.final, seen) == (SAID, ["image"])
    result, _ = run(looking(capabilities=Capabilities(images=False)), policies=[Attach()])
    assert result.final == NO_IMAGES


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Multi-modal input is off", True),
        ("unsupported_file_type", True),
        ("this endpoint doesn't support raw file uploads", True),
        ("`inlineData` is not allowed", True),
        ("unsupported parameter: top_k", False),
        ("supervision is off", False),
        ("prompt is too long with this image: 210000 tokens > 200000 maximum", False),
        ("filed under: other", False),
    ],
)
def test_words_that_say_so(said, refused):
    assert is_attachment_refusal(said) is refused


def test_the_error_is_a_models_and_says_its_kind():
    error = unsupported_attachment_error("m", "image", "so it says")
    assert isinstance(error, ModelError)
    assert (type(error), error.kind) == (ImagesNotSupportedError, "image")
    assert str(error) == "m can't take images (so it says). Remove the image, or use a vision model"
