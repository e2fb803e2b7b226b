"""How images and files go out to each provider, and how the providers' own refusals end a run."""

import asyncio
import base64
import json

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import AttachmentsNotSupportedError, ImagesNotSupportedError, ModelError
from contextthrift.models import Capabilities, FilePart, ModelLimits, supports_images, user_message
from tests.models.server import anthropic, gemini, openai_chat, openai_responses
from tests.models.server.http import Answer, refusal, serving
from tests.models.server.turn import Turn
from tests.models.wires import model_at, needs_providers, on_every_wire, reply_of, request

pytestmark = needs_providers

PNG = b"\x89PNG\r\n\x1a\n"
PNG64 = base64.b64encode(PNG).decode()
PDF = b"%PDF-1.4"
PDF64 = base64.b64encode(PDF).decode()
IMAGE = FilePart(media_type="image/png", data=PNG, name="cat.png")
DOCUMENT = FilePart(media_type="application/pdf", data=PDF, name="r.pdf")
TEXT = FilePart(media_type="application/json", data='\ufeff{"a": "é"}'.encode(), name="a.json")
PLAN = json.dumps({"thought": "Nice.", "steps": []})


def sent(wire, *files, **options):
    """What stands behind the text in the user's message, in the provider's own form."""

    async def ask():
        async with serving(Answer(wire.pieces(Turn(text=("ok",))))) as (server, url):
            asked = request(messages=(user_message("What is it?", *files),))
            await reply_of(model_at(url, wire, **options), asked)
            return server.bodies[0]

    return said_by_the_user(asyncio.run(ask()))[1:]


def said_by_the_user(body):
    """The parts of the last message."""
    if "contents" in body:
        return body["contents"][-1]["parts"]
    return (body.get("messages") or body["input"])[-1]["content"]


def test_openai_chat_takes_images_and_pdf_files_inline_and_text_as_text():
    image, document, text = sent(openai_chat, IMAGE, DOCUMENT, TEXT)
    assert image == {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG64}"}}
    assert document["type"] == "file"
    assert document["file"]["file_data"] == f"data:application/pdf;base64,{PDF64}"
    assert document["file"]["filename"].endswith(".pdf")
    assert text["type"] == "text"
    assert '{"a": "é"}' in text["text"]
    assert "a.json" in text["text"]
    assert "\ufeff" not in text["text"]


def test_openai_responses_takes_all_of_them_as_files():
    image, document, text = sent(openai_responses, IMAGE, DOCUMENT, TEXT)
    assert (image["type"], image["image_url"]) == ("input_image", f"data:image/png;base64,{PNG64}")
    assert (document["type"], document["file_data"]) == (
        "input_file",
        f"data:application/pdf;base64,{PDF64}",
    )
    assert text["type"] == "input_file"
    head, _, payload = text["file_data"].partition(",")
    assert (head, base64.b64decode(payload).decode()) == ("data:text/plain;base64", '{"a": "é"}')


def test_anthropic_takes_images_and_documents_of_pdf_and_plain_text():
    assert sent(anthropic, IMAGE, DOCUMENT, TEXT) == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG64}},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": PDF64}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": '{"a": "é"}'}},
    ]


def test_gemini_takes_any_type_inline():
    text64 = base64.b64encode('{"a": "é"}'.encode()).decode()
    assert sent(gemini, IMAGE, DOCUMENT, TEXT) == [
        {"inlineData": {"data": PNG64, "mime_type": "image/png"}},
        {"inlineData": {"data": PDF64, "mime_type": "application/pdf"}},
        {"inlineData": {"data": text64, "mime_type": "application/json"}},
    ]


LINKED = FilePart(media_type="image/*", url="https://example.com/photo?id=3")
LINKED_PDF = FilePart(media_type="application/pdf", url="https://example.com/r.pdf")


def test_links_go_out_as_links_where_the_provider_follows_them():
    (image,) = sent(openai_chat, LINKED)
    assert image["image_url"]["url"] == LINKED.url
    image, document = sent(openai_responses, LINKED, LINKED_PDF)
    assert (image["image_url"], document["file_url"]) == (LINKED.url, LINKED_PDF.url)
    assert sent(anthropic, LINKED, LINKED_PDF) == [
        {"type": "image", "source": {"type": "url", "url": LINKED.url}},
        {"type": "document", "source": {"type": "url", "url": LINKED_PDF.url}},
    ]


@pytest.mark.parametrize(
    ("wire", "media_type"),
    [
        (gemini, "image/png"),
        (gemini, "application/pdf"),
        (openai_chat, "application/pdf"),
        (anthropic, "text/csv"),
    ],
)
def test_a_link_to_a_private_address_is_not_fetched_for_a_provider_that_cannot_follow_it(wire, media_type):
    async def ask():
        async with serving() as (private, private_url), serving() as (server, url):
            part = FilePart(media_type=media_type, url=f"{private_url}/secret")
            with pytest.raises(ModelError, match="private"):
                await reply_of(model_at(url, wire), request(messages=(user_message("Look", part),)))
            return private.received + server.received

    assert asyncio.run(ask()) == []


@on_every_wire
def test_a_text_that_is_no_utf8_is_told_before_anything_is_sent(wire):
    async def ask():
        async with serving() as (server, url):
            part = FilePart(media_type="text/csv", data="é".encode("latin-1"), name="t.csv")
            with pytest.raises(ModelError) as raised:
                await reply_of(model_at(url, wire), request(messages=(user_message("Look", part),)))
            assert server.received == []
            return str(raised.value)

    assert asyncio.run(ask()) == (
        "the file t.csv has the media type text/csv and is no text in UTF-8; save it as UTF-8, or give it "
        "another media type"
    )


def run(wire, *script, name=None, **options):
    """The result of a run that carries an image, and the server."""

    async def go():
        async with serving(*script) as (server, url):
            agent = Agent(model_at(url, wire, name, **options.pop("model", {})), retry_base_delay_s=0)
            return await agent.run("hello there", **options), server

    return asyncio.run(go())


@on_every_wire
def test_a_run_shows_its_attachments_to_the_model(wire):
    known = {"limits": ModelLimits(context_window_tokens=32_000)}
    script = Answer(wire.pieces(Turn(text=(PLAN,))))
    result, server = run(wire, script, model=known, images=[PNG], files=[PDF])
    assert result.final == "Nice."
    text, *parts = said_by_the_user(server.bodies[0])
    assert "[attached: image 1, pdf 2]" in json.dumps(text)
    assert (len(parts), PNG64 in json.dumps(parts[0]), PDF64 in json.dumps(parts[1])) == (2, True, True)


@on_every_wire
def test_an_image_that_a_provider_refuses_ends_the_run_with_one_clear_error(wire):
    refused = refusal(400, wire.error("This model does not support image input."))
    result, server = run(wire, refused, images=[PNG])
    assert len(server.received) == 1
    assert isinstance(result.error.exception, ImagesNotSupportedError)
    assert "can't take images (it answered: " in result.final
    assert "This model does not support image input." in result.final


@on_every_wire
def test_what_a_model_is_known_not_to_take_is_not_sent(wire):
    known = {"capabilities": Capabilities(pdf=False)}
    result, server = run(wire, model=known, files=[PDF])
    assert server.received == []
    assert result.error.exception.kind == "pdf"


def test_a_type_that_a_protocol_has_no_form_for_is_a_refusal():
    result, server = run(anthropic, files=[b"\x00\x01"])
    assert server.received == []
    assert isinstance(result.error.exception, AttachmentsNotSupportedError)
    assert result.error.exception.kind == "file"


def test_a_server_of_ones_own_is_no_provider_whose_models_see():
    async def known():
        async with serving() as (_, url):
            models = [model_at(url, openai_chat, f"openai-chat:{name}") for name in ("qwen3-8b", "qwen2-vl")]
            return [(supports_images(model), Agent(model).capabilities.pdf) for model in models]

    assert asyncio.run(known()) == [(None, None), (True, None)]
