"""What may be said about a set besides where it is."""

from __future__ import annotations

import msgspec

__all__ = ["SourceOptions"]


class SourceOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How to find and read a set; empty where the set itself tells.

    Attributes:
        format: The name of its format.
        question_field: The field that holds the question.
        answer_field: The field that holds the answer.
        name: What its problems' ids begin with.
        config: Which part of a set on the Hugging Face Hub.
        split: Which split of it.
        revision: Which commit, branch or tag of it.
        size: How many problems a generator makes.
        seed: The seed of a generator.
    """

    format: str = ""
    question_field: str = ""
    answer_field: str = ""
    name: str = ""
    config: str = ""
    split: str = ""
    revision: str = ""
    size: int = 100
    seed: int = 0
