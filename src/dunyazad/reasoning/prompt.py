"""What a language-model method asks and gets; kept below all rooms, since problems are proposed by models as well."""

from __future__ import annotations

from dunyazad._prompts import Completion, Prompt

__all__ = ["Completion", "Prompt"]
