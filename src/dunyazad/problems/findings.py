"""What the certifier reports."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Finding"]


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the certifier noticed in a problem.

    Attributes:
        code: Which check, in kebab case.
        sentence: What is wrong, with the values.
        severity: An `error` makes the problem unusable; a `note` says what it lacks.
    """

    code: str
    sentence: str
    severity: Literal["error", "note"] = "error"
