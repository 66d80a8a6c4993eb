"""Word problems taken apart by rule: GSM8K and sets in its format become certified parts.

The proposer (program, binding, story, statement) and the certifier are apart: what is proposed is an ordinary record.
"""

from __future__ import annotations

from dunyazad.problems.decomposition.propose import propose
from dunyazad.problems.decomposition.record import Rejected, SourceProblem, TextNumber
from dunyazad.problems.decomposition.source import read_gsm8k_line
from dunyazad.problems.decomposition.streaming import decompose, decompose_sources

__all__ = ["Rejected", "SourceProblem", "TextNumber", "decompose", "decompose_sources", "propose", "read_gsm8k_line"]
