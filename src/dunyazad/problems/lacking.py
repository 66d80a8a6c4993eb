"""What a problem cannot give, and why."""

from __future__ import annotations

import msgspec

__all__ = ["Lacking"]


class Lacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A problem does not give what was asked of it.

    Attributes:
        code: The reason, in kebab case.
        sentence: What is wrong, with the values.
    """

    code: str
    sentence: str
