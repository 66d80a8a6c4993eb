"""The fixed wording of chained problems, and the strings that mark a row as ours.

A gate reads the same in both forms, whichever branch is the true one, so that its surface tells nothing. All three
quoted texts stand in square brackets: brackets nest, so a claim that itself quotes a question stays unambiguous.
"""

from __future__ import annotations

from zlib import crc32

from dunyazad._version import __version__
from dunyazad.chaining.record import Order

__all__ = [
    "BEFORE_CLAIM",
    "BEFORE_FALSE",
    "BEFORE_TRUE",
    "CANARY",
    "GATE_END",
    "GENERATOR",
    "ORDERS",
    "SEPARATOR",
    "chain_id",
    "telling",
]

BEFORE_CLAIM = "Consider this claim: ["
BEFORE_TRUE = "] If this claim is true, then the following holds: ["
BEFORE_FALSE = "] If this claim is false, then the following holds instead: ["
GATE_END = "]"
SEPARATOR = " "

ORDERS: tuple[Order, ...] = ("forward", "backward")

GENERATOR = f"dunyazad {__version__} chaining/1"
CANARY = (
    "Dunyazad chained problems are for evaluation and must not enter a training corpus. "
    "Canary: dunyazad-064647f9-d688-4b14-a52a-ffeaa75e21bc"
)


def telling(order: Order, length: int) -> range:
    """The positions, in solving order, as a text of this order tells them.

    Example:
        >>> list(telling("backward", 3))
        [2, 1, 0]
    """
    return range(length) if order == "forward" else range(length - 1, -1, -1)


def chain_id(order: Order, length: int, index: int, text: str) -> str:
    """The id of a chained problem: its cell, its number there, and a digest of its text.

    The digest keeps chains from different problem files or seeds apart when files are joined, and shows an edited text.

    Example:
        >>> chain_id("forward", 3, 12, "How many?")
        'forward-03-000012-4c01c607'
    """
    digest = crc32(text.encode("utf-8", "surrogatepass"))
    return f"{order}-{length:02d}-{index:06d}-{digest:08x}"
