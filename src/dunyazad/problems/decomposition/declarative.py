"""Turn a question into the statement that answers it, with `{ANS}` where the answer goes.

Strategy. The question word and its noun are lifted out and the clause is put back into the order of a statement. Where
the place of the answer is not sure, "the number of … that … is {ANS}" needs none; where the question has no form that
is known here, the statement quotes it. So every question has a statement, and a doubtful one is never bent into shape.

Each question gives two statements: `usual`, and `safe` for an answer of one or of a broken number, with which a plural
noun ("1 hens") would not agree.
"""

from __future__ import annotations

import re

import msgspec

from dunyazad.problems.decomposition.amounts import how_much, requested, what_is
from dunyazad.problems.decomposition.counting import how_many, how_old, what_percent
from dunyazad.problems.decomposition.parse import parse
from dunyazad.problems.decomposition.quoting import Found, Statement, quoted
from dunyazad.problems.decomposition.split import Asked
from dunyazad.problems.word_lists import word_set

__all__ = ["declare"]

_IN_DOLLARS = re.compile(r",? \(?in (?:US )?dollars?\)?,?(?=[ ?.]|$)", re.I)
# Statements that end in the answer: a condition after it would hang on the wrong verb.
_CLOSED = ("counted", "identity", "amount")
_SMALL = word_set("The A An There It They He She His Her Their This That These Those Each Every All Both")


def declare(asked: Asked, story: str) -> Statement:
    """Give the statement that answers a question; the story tells which units are counted."""
    money = ("$" in story or "dollar" in story.lower()) and "cent" not in asked.text.lower().replace("percent", "")
    core = asked.core
    if money and _IN_DOLLARS.search(core):
        core = _IN_DOLLARS.sub("", core)
    found = _by_form(core, money)
    last_resort = quoted(asked, story, money=money)
    if found is None:
        return last_resort
    usual, safe, rule = found
    if asked.tail and rule in _CLOSED:
        return last_resort  # "the number of hens is 5 if she sells" would hang on the wrong verb
    if money and asked.lead.lower() == "in dollars":
        asked = msgspec.structs.replace(asked, lead="")
    return Statement(_finish(asked, usual), _finish(asked, safe) if safe else last_resort.safe, rule)


def _finish(asked: Asked, sentence: str) -> str:
    sentence = re.sub(r"\s+", " ", sentence).strip(" ,").replace(" ,", ",")
    sentence = f"{asked.lead}, {_lower(sentence)}" if asked.lead else sentence[0].upper() + sentence[1:]
    sentence = f"{sentence} {asked.tail}" if asked.tail else sentence
    return sentence if sentence.endswith((" a.m.", " p.m.")) else f"{sentence}."


def _lower(sentence: str) -> str:
    first = sentence.split(" ", 1)[0]
    return sentence[0].lower() + sentence[1:] if first in _SMALL else sentence


def _by_form(core: str, money: bool) -> Found | None:
    lower = core.lower()
    if lower.startswith("how many "):
        return how_many(parse(core + "?"))
    if lower.startswith("how much "):
        return how_much(parse(core + "?"), money)
    if lower.startswith("how old "):
        return how_old(parse(core + "?"))
    if re.match(r"what (?:percent|percentage)\b", lower):
        return what_percent(parse(core + "?"))
    if re.match(r"what(?: is| are| was| were| will be| would be|'s) ", lower):
        return what_is(core, money)
    asked = re.match(r"(?:calculate|find|determine|compute|work out|figure out) (?=how (?:many|much) )", lower)
    if asked:
        return _by_form(core[asked.end() :][0].upper() + core[asked.end() + 1 :], money)
    request = re.match(
        r"(?:please )?(?:calculate|find|determine|compute|work out|figure out) (?=the |[A-Z])", core, re.I
    )
    if request:
        return requested(core[request.end() :], money)
    return None
