"""Statements for questions of amounts: how much, what is the …, find the …."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dunyazad.problems.decomposition.clause import DO, gap_is_here, joints, predicate
from dunyazad.problems.decomposition.parse import parse
from dunyazad.problems.decomposition.quoting import SLOT, Found
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["how_much", "requested", "what_is"]

_MONEY_VERBS = word_set(
    "cost pay spend earn make save owe charge receive donate raise invest lose be get collect contribute"
)
_MONEY_NOUNS = word_set(
    """
    money profit change cost price income revenue salary pay bill payment total savings tax tip fee rent budget wage
    earnings spending expense expenses debt interest sales allowance refund discount loss
    """
)
# How an amount of dollars is said, by what follows "how much".
_SHOWN = {
    "": f"${SLOT}",
    "money": f"${SLOT}",
    "in total": f"${SLOT} in total",
    "more money": f"${SLOT} more",
    "more": f"${SLOT} more",
    "less": f"${SLOT} less",
    "less money": f"${SLOT} less",
    "total money": f"a total of ${SLOT}",
    "total": f"a total of ${SLOT}",
    "money in total": f"${SLOT} in total",
    "altogether": f"${SLOT} altogether",
    "money altogether": f"${SLOT} altogether",
}
_COUNTS = word_set(
    """
    number sum age score average count amount quantity total difference ratio product temperature weight height length
    width area volume distance perimeter speed time population
    """
)
_IN_UNIT = re.compile(
    r",? in (?:pounds|feet|inches|miles|meters|kilometers|hours|minutes|seconds|days|weeks|months|years|square feet"
    r"|square inches|gallons|liters|ounces|grams|kilograms|miles per hour)$"
)


def how_much(doc: Doc, money: bool) -> Found | None:
    """Turn "how much does the hen cost" around, where dollars are counted; None where no rule is sure."""
    if not money:
        return None
    value = re.match(r"how much (?:money )?(is|are|was|were|will|would) (.+?)( be)? worth\b(.*?)\??$", doc.text, re.I)
    if value:
        sentence = f"{value[2]} {value[1]}{value[3] or ''} worth ${SLOT}{value[4]}"
        return sentence, sentence, "money"
    worth = re.match(
        r"how much (?:money )?(is|are|was|were|will be|would be) ((?:the|his|her|their|its|[A-Z]\S*'s?) .*?)\??$",
        doc.text,
        re.I,
    )
    if worth and not re.search(r"\b(?:worth|missing|left|remaining|owed|saved|spent|made|going|than)\b", worth[2]):
        return _noun_is(worth[2], worth[1], money)
    clause = joints(doc, 2)
    if clause is None or not clause.subject or clause.subject.lower() == "there":
        return None
    noun = clause.noun.strip(" ,").lower()
    if ("more" in noun or "less" in noun) and doc[clause.aux].lemma_ == "be":
        return None
    cut = predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    lemmas = {t.lemma_ for t in doc[clause.aux :] if t.pos_ in ("VERB", "AUX") and t.lower_ not in DO}
    if clause.start < len(doc) and doc[clause.aux].lower_ in DO:
        lemmas.add(doc[clause.start].lower_)  # whatever the parser took it for
    if noun in ("", "in total", "total", "more", "altogether", "less") and not (
        lemmas & _MONEY_VERBS - {"be"} or (lemmas <= {"be"})
    ):
        return None
    if "weigh" in lemmas or "take" in lemmas or "grow" in lemmas:
        return None
    if noun in _SHOWN and gap_is_here(rest):
        sentence = f"{clause.subject} {verbs} {_SHOWN[noun]} {rest}"
        return sentence, sentence, "money"
    if noun in ("", "money", "in total"):
        end = " in total" if noun == "in total" else ""
        sentence = f"the amount of money that {clause.subject} {verbs} {rest}{end} is ${SLOT}"
        if not lemmas <= {"be"}:
            return sentence, sentence, "amount"
        return None
    if noun.split()[-1] in _MONEY_NOUNS and "more" not in noun and "less" not in noun:
        sentence = f"the amount of {clause.noun} that {clause.subject} {verbs} {rest} is ${SLOT}"
        return sentence, sentence, "amount"
    return None


def what_is(core: str, money: bool) -> Found | None:
    """Turn "what is the price of the hen" around; None where no rule is sure."""
    match = re.match(r"what(?P<verb>(?: is| are| was| were| will be| would be|'s)) (?P<noun>.*)$", core, re.I)
    if not match:
        return None
    verb = match["verb"].strip().replace("'s", "is")
    return _noun_is(match["noun"], verb, money)


def requested(noun: str, money: bool) -> Found | None:
    """Answer "find the price of the hen", given what is asked for; None where no rule is sure."""
    return _noun_is(noun, "is", money)


def _noun_is(noun: str, verb: str, money: bool) -> Found | None:
    doc = parse(noun[0].upper() + noun[1:])
    head = next((chunk.root for chunk in doc.noun_chunks), None)
    if head is None or head.pos_ not in ("NOUN", "PROPN") or doc[0].lower_ in ("it", "he", "she", "they"):
        return None
    if doc[-1].tag_ in ("IN", "TO") or any(token.tag_ == "WP" for token in doc[:2]):
        return None
    slot = _measure(head, noun, money)
    if slot is None:
        return None
    sentence = f"{noun} {verb} {slot}"
    return sentence, sentence, "identity"


def _measure(subject: Token, noun: str, money: bool) -> str | None:
    lower = noun.lower()
    if re.search(r"\bpercent(?:age)?\b", lower.split(" of ")[0]):
        return f"{SLOT}%"
    if " in cents" in lower or "cents" in lower:
        return None
    head = subject.lemma_.lower()
    of = next((c for c in subject.children if c.lower_ == "of"), None)
    inner = {t.lemma_.lower() for t in of.subtree} if of is not None else set()
    if head in _MONEY_NOUNS - {"total", "change", "loss", "interest"} or (
        head in ("amount", "total", "difference", "sum", "average", "loss", "change")
        and inner & _MONEY_NOUNS - {"total", "change"}
    ):
        return f"${SLOT}" if money else None
    if head in ("number", "sum", "age", "score", "count", "average", "total", "ratio"):
        if money and head in ("total", "average", "sum"):
            return None
        return SLOT
    unit = _IN_UNIT.search(lower)
    if unit and head in _COUNTS:
        return SLOT
    return None
