"""A run whose attachments are not taken: ended before any call where that is known, else when it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.agent.attachments.refusal import (
    is_attachment_refusal,
    quoted,
    refused_kind,
    unsupported_attachment_error,
)
from contextthrift.agent.attachments.shown import capabilities_of, is_shown_attachments, takes
from contextthrift.agent.policy import Policy
from contextthrift.exceptions import AttachmentsNotSupportedError
from contextthrift.models.media_type import kind_of_type
from contextthrift.models.overflow import label_of
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from contextthrift.agent.run import Run
    from contextthrift.models import ModelRequest, Reply


class AttachmentRefusal(Policy):
    """Ends a run whose attachments the model does not take, with one error that says so."""

    async def admit(self, run: Run) -> None:
        """Refuses the first attachment of a kind that the executor's model is known not to take.

        Raises:
            AttachmentsNotSupportedError: There is one.
        """
        if not run.attachments:
            return
        known = capabilities_of(run.config, "executor")
        for part in run.attachments:
            if takes(known, part) is False:
                is_prompted = run.config.mode_of("executor") == "prompted"
                raise unsupported_attachment_error(
                    label_of(run.config.model_of("executor")),
                    kind_of_type(part.media_type),
                    "with tools in its prompt it is taken to read text only" if is_prompted else None,
                )

    async def around_call(
        self, run: Run, request: ModelRequest, proceed: Callable[[ModelRequest], Awaitable[Reply]]
    ) -> Reply:
        """Says in the same words what the provider refused.

        Raises:
            AttachmentsNotSupportedError: The call failed, and its error reads as if for an attachment.
        """
        try:
            return await proceed(request)
        except AttachmentsNotSupportedError:
            raise
        except Exception as error:
            is_tried = bool(run.attachments) and is_shown_attachments(request.stage)
            model = run.config.model_of(request.stage)
            if not is_tried or run.signal.aborted or not is_attachment_refusal(error, model.name):
                raise
            said = text_of(error)
            raise unsupported_attachment_error(
                label_of(model),
                refused_kind(said, run.attachments),
                quoted(said),
            ) from error
