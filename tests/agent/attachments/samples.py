"""Small files, and short ways to run an agent with them."""

from contextthrift.models import Capabilities, ModelLimits
from tests.agent.scripts import plan, script


def png(width=1, height=1):
    """The header of a PNG of that size."""
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    return head + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x06\x00\x00\x00"


def pdf(pages=1):
    """What looks like a PDF of so many pages."""
    return b"%PDF-1.4\n" + b"<</Type /Page>>\n" * pages + b"<</Type /Pages>>\n%%EOF"


PNG = png()
PDF = pdf()
ALL = Capabilities(images=True, pdf=True, files=True)


def seeing(*, capabilities=ALL, window=None, provider="scripted", name="scripted", **stages):
    """A scripted model that takes everything, unless it is said otherwise."""
    model = script(**stages)
    model.provider, model.name, model.capabilities = provider, name, capabilities
    model.limits = ModelLimits(context_window_tokens=window)
    return model


def looking(**options):
    """A model that plans one step, carries it out, and answers."""
    return seeing(
        **{"planner": [plan("look")], "executor": ["a cat"], "synthesizer": ["It is a cat."], **options}
    )


def files_of(request):
    """The attachments of a request's first message, behind its text."""
    return request.messages[0].parts[1:]
