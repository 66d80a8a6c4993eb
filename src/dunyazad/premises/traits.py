"""What a step is like as a whole, and what a step further back is like: the traits of `rules.RULES`, by name.

All are told in one pass, in the order of the rules, and only those that a step has: most steps have few of them.
"""

from __future__ import annotations

import re
from math import log1p

from dunyazad.premises.facts import Facts

__all__ = ["far_traits_of", "traits_of"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_THEORY = _words("formula theorem identity definition property properties rule rules law principle convert conversion")
_GIVEN = _words("given since according problem stated states told original initial initially")
_GOAL = _words("find need needs want wants asked determine question asks solve goal")
_REWRITES = _words(
    "simplify simplifying simplified simplifies substitute substituting substituted subtract subtracting sides plug"
    " plugging combine combining expand expanding factor factoring factored isolate isolating rearrange rearranging"
    " solving adding"
)
_SUBSTITUTES = _words("substitute substituting plug plugging put putting")
_TOPICS = {"cites": _GIVEN, "theory": _THEORY, "rewrites": _REWRITES, "substitutes": _SUBSTITUTES}
_TOPICAL = frozenset().union(*_TOPICS.values())
_OPENING = re.compile(
    r"\W{0,4}(?:(?P<concludes>therefore|so|thus|hence|finally|in conclusion|the (?:final )?answer)"
    r"|(?P<announces>calculate|find|determine|compute|identify|understand))\b"
)
# Texts of fewer characters are short, and very short.
_SHORT, _VERY_SHORT = 100, 60


def traits_of(facts: Facts) -> dict[str, float]:
    """How much of each trait a step has."""
    found: dict[str, float] = {}
    if facts.step > 3:
        found["late"] = 1
    elif facts.step == 2:
        found["second"] = 1
    if facts.step == facts.ledger.length:
        found["last"] = 1
    _add_of_wording(facts, found)
    _add_of_values(facts, found)
    new = facts.content.telling - facts.before.telling - facts.ledger.contents[0].telling
    if new:
        found["new-content"] = min(6, len(new)) / 3
    if not facts.ledger.results[facts.step - 1]:
        found["opens"] = 1
    return found


def _add_of_wording(facts: Facts, found: dict[str, float]) -> None:
    text = facts.content.text
    opening = _OPENING.match(text)
    if opening is not None and opening.lastgroup is not None:
        found[opening.lastgroup] = 1
    if len(text) < _SHORT:
        found["short"] = 1 if len(text) >= _VERY_SHORT else 2
    topical = facts.content.words & _TOPICAL
    if topical:
        found |= dict.fromkeys((name for name, words in _TOPICS.items() if not words.isdisjoint(topical)), 1)


def _add_of_values(facts: Facts, found: dict[str, float]) -> None:
    previous = facts.step - 1
    if facts.unknown:
        found["unknown"] = min(3, facts.unknown)
    if 0 < facts.uses == facts.given_used:
        found["only-given"] = 1
    if facts.given_elsewhere:
        found["elsewhere"] = min(2, facts.given_elsewhere)
    if facts.sources and min(facts.sources) < previous:
        found["back"] = 1
    if facts.uses > facts.given_used and not facts.goes_on and facts.ledger.new[previous]:
        found["left-aside"] = 1
    if facts.uses and not facts.shares:
        found["apart"] = 1


def far_traits_of(facts: Facts, step: int) -> dict[str, float]:
    """How much of each trait a step before the previous one has, seen from the present one."""
    ledger, content = facts.ledger, facts.ledger.contents[step]
    found = {
        "far-length": log1p(len(content.text)) / 3,
        "far-used": ledger.last_use[step] > 0,
        "far-words": ledger.shared_words(step, facts.content.telling),
        "far-goal": not _GOAL.isdisjoint(content.words),
        "far-plain": not content.computes,
        "far-distance": min(5, facts.step - step) / 5,
    }
    return {name: value for name, value in found.items() if value}
