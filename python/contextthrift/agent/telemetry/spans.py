"""Spans: the one place that imports OpenTelemetry, and only its API."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from contextthrift.agent.telemetry import names
from contextthrift.agent.telemetry.attributes import error_type
from contextthrift.exceptions import Aborted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opentelemetry.trace import Span, Tracer, TracerProvider

    from contextthrift.agent.telemetry.attributes import Attributes


class Spans:
    """Opens spans of one tracer."""

    __slots__ = ("_tracer",)

    def __init__(self, tracer: Tracer) -> None:
        """Takes the tracer."""
        self._tracer = tracer

    @contextmanager
    def span(self, name: str, attributes: Attributes, *, is_client: bool = False) -> Iterator[Span]:
        """A block within a span, which is the current one there.

        Of an exception it tells the kind alone, as its words may be anybody's. A cancellation is no error.
        """
        from opentelemetry.trace import SpanKind, StatusCode  # noqa: PLC0415 - an extra; here it is there

        with self._tracer.start_as_current_span(
            name,
            kind=SpanKind.CLIENT if is_client else SpanKind.INTERNAL,
            attributes=attributes,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except (asyncio.CancelledError, Aborted):
                span.set_attribute(names.STOPPED, True)
                raise
            except BaseException as error:
                span.set_attribute(names.ERROR, error_type(error))
                span.set_status(StatusCode.ERROR)
                raise


def find_spans(provider: TracerProvider | None) -> Spans | None:
    """Spans of a provider, else of the one that the program has set or will set; None without the API."""
    try:
        from opentelemetry.trace import get_tracer  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return Spans(provider.get_tracer(names.SCOPE) if provider else get_tracer(names.SCOPE))
