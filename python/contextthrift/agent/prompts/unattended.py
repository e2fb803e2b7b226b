"""What every stage is told because nobody reads along while the agent works."""

from typing import Final

UNATTENDED: Final = (
    "- Never ask for permission or confirmation in your text. Approving tool calls is the system's business, "
    "not yours."
)
