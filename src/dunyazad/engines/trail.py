"""What came back in a verification, wave by wave: kept in a run's log, and read again without a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from dunyazad._prompts import Completion
from dunyazad.engines.methods import Case, Methods, Verifier
from dunyazad.errors import CallUsage, Verification
from dunyazad.reasoning import ReasoningChain

__all__ = ["TRAIL", "Trail", "Wave", "replay", "trail_of"]

TRAIL = "dunyazad_verification"  # where a sample's metadata holds it


class Wave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to one wave of prompts, and what they took."""

    completions: tuple[Completion, ...]
    usage: CallUsage = CallUsage()


class Trail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a verification is derived from.

    Attributes:
        chain: The chain.
        methods: What was done with it.
        model: Which model answered; empty before it did.
        prompts: The prompt texts that were sent, by name, each with its sha256.
        waves: What came back.
    """

    chain: ReasoningChain
    methods: Methods
    model: str = ""
    prompts: dict[str, str] = {}
    waves: tuple[Wave, ...] = ()

    def as_metadata(self) -> dict[str, Any]:
        """As plain values, for a sample's metadata."""
        made: dict[str, Any] = msgspec.to_builtins(self)
        return made


def trail_of(metadata: Mapping[str, Any]) -> Trail | None:
    """Read a sample's trail; None where it has none that can be read."""
    try:
        return msgspec.convert(metadata[TRAIL], Trail) if TRAIL in metadata else None
    except msgspec.ValidationError:
        return None


def replay(trail: Trail) -> Verification:
    """Read the answers as this version does. A prompt that has none has failed.

    Raises:
        InputError: The methods are none of this version's.
    """
    methods = msgspec.structs.replace(trail.methods, prompts=None)  # texts that nobody has to have any more
    plan = Verifier(methods).plan(Case(trail.chain), trail.model)
    waves: Sequence[Wave] = trail.waves
    while wave := plan.next():
        keys = {prompt.key for prompt in wave}
        given = waves[0] if waves else Wave(())
        waves = waves[1:]
        plan.feed(_kept(given.completions, keys), given.usage)
    verification = plan.verification
    return msgspec.structs.replace(verification, prompts=trail.prompts) if trail.prompts else verification


def _kept(completions: Sequence[Completion], keys: set[str]) -> list[Completion]:
    return [completion for completion in completions if completion.key in keys]
