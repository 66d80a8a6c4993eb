"""What a language-model method asks and gets: plain records, so that any engine can carry them.

A method is sans-I/O: `prompts(…)` gives every prompt of a wave at once, `read(…, completions)` turns what came
back, in the same order, into a result. A completion that failed is a record too; no method ever sees an exception.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Completion", "Prompt"]


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One call to make.

    Attributes:
        key: Unique within its wave ("step-3").
        system: The system message; may be empty.
        user: The user message.
        schema: A JSON schema for the answer, as JSON text; empty for free text.
    """

    key: str
    system: str
    user: str
    schema: str = ""


class Completion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came back for a prompt.

    Attributes:
        key: The prompt's key.
        text: The completion; empty unless the outcome is `completed` or `truncated`.
        outcome: `failed` means that no response came.
        reason: Why it is not `completed`.
    """

    key: str
    text: str = ""
    outcome: Literal["completed", "refused", "truncated", "failed"] = "completed"
    reason: str = ""
