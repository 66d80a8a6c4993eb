"""What each rule counts: read from `weights.toml`, which `benchmarks/premise_weights.py` writes."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec

__all__ = ["KINDS", "Weights", "shipped_weights"]

KINDS = ("question", "previous", "far")


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Log-odds by rule, for the three kinds of candidates; "intercept" is what each starts with.

    Attributes:
        question: For the question.
        previous: For the previous step.
        far: For a step before that, once a link points at it.
    """

    question: dict[str, float]
    previous: dict[str, float]
    far: dict[str, float]


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    text = files("dunyazad.premises").joinpath("weights.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Weights)
