"""Statements for questions that count: how many, how old, what percent of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dunyazad.problems.decomposition.clause import DO, RELATIVE, Clause, gap_is_here, joints, predicate
from dunyazad.problems.decomposition.quoting import SLOT, Found

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["how_many", "how_old", "what_percent"]

# "How many minutes does Bo have to nap?" may ask for what is there for it; "Bo has to nap 20 minutes" says he must.
_OBLIGED = re.compile(r"\b(?:has|have|had) to\b")
_SPENT = re.compile(r"\b(?:seconds|minutes|hours|days|nights|weeks|months|years|dollars|cents)$")
# "10% of the pole is the length of the flag" is the wrong way round.
_IS_THE = re.compile(r"(is|are|was|were) ((?:the|his|her|their|its|[A-Z][a-z]+'s) .*)")


def how_many(doc: Doc) -> Found | None:
    """Turn "how many hens does Bo have" around; None where no rule is sure."""
    clause = joints(doc, 2)
    if clause is None:
        return _plain_subject(doc)
    noun = clause.noun
    if not noun or not any(t.pos_ in ("NOUN", "PROPN") or t.tag_ in ("NNS", "NN") for t in doc[2 : clause.aux]):
        return None
    if re.search(r"\b(?:ago|before|until|after)\b", noun):
        return None
    shown = f"{SLOT} {noun}"
    aux = doc[clause.aux]
    if not clause.subject:
        rest = doc[clause.aux :].text.rstrip("? ")
        if aux.lower_ in DO:
            return None
        if aux.tag_ != "MD" and _opens_noun(doc[clause.aux + 1]):
            return _inverted(doc, clause)
        return f"{shown} {rest}", f"the number of {noun} that {rest} is {SLOT}", "subject"
    if clause.subject == "there":
        return _existential(doc, clause, shown)
    cut = predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    subject = clause.subject
    if re.search(
        r"\b(?:older|younger|taller|shorter|longer|heavier|lighter|more|less|fewer|higher|deeper|faster|old|tall|long|high|wide|away)$",
        noun,
    ) and aux.lower_ in ("is", "are", "was", "were", "will", "would"):
        if "more" in noun or "fewer" in noun or "less" in noun:
            return None
        return f"{subject} {verbs} {shown} {rest}", "", "measure"
    comparing = re.search(r"\b(?:more|fewer|less)\b", noun)
    if comparing and re.search(r"\b(?:more|fewer|less) than\b|\bcompared\b", rest):
        return None
    counted = f"the number of {noun} that {subject} {verbs} {rest} is {SLOT}"
    if gap_is_here(rest):
        if noun[0].isdigit() or (_OBLIGED.search(verbs) and _SPENT.search(noun)):
            return counted, counted, "counted"
        return f"{subject} {verbs} {shown} {rest}", "" if comparing else counted, "object"
    if comparing:
        return None
    return counted, counted, "counted"


def _opens_noun(token: Token) -> bool:
    return token.pos_ in ("DET", "PROPN", "NOUN", "PRON", "NUM") or token.text[0].isupper()


def _existential(doc: Doc, clause: Clause, shown: str) -> Found | None:
    """Turn "how many hens are there in the yard" around."""
    aux, rest = doc[clause.aux].lower_, doc[clause.start :].text.rstrip("? ")
    if aux in ("are", "were"):
        counted = f"the number of {clause.noun} {rest} is {SLOT}" if rest and "than" not in rest.split() else ""
        return f"there {aux} {shown} {rest}", counted, "there"
    match = re.match(r"(be|have been)\b ?(.*)$", rest)
    if not match or doc[clause.aux].tag_ != "MD":
        return None
    return f"there {aux} {match[1]} {shown} {match[2]}", "", "there"


def _inverted(doc: Doc, clause: Clause) -> Found | None:
    """Turn "how many calories is the omelet" and "how many times is the board cleaned" around."""
    chunk = next((chunk for chunk in doc.noun_chunks if chunk.start == clause.aux + 1), None)
    if chunk is None or " than" in doc.text:
        return None
    aux, rest = doc[clause.aux].text, doc[chunk.end :].text.rstrip("? ")
    if not rest:
        measured = f"{chunk.text} {aux} {SLOT} {clause.noun}"
        return measured, "", "measure"
    if doc[chunk.end].tag_ not in ("VBN", "VBG"):
        return None
    counted = f"the number of {clause.noun} that {chunk.text} {aux} {rest} is {SLOT}"
    return counted, counted, "counted"


def _plain_subject(doc: Doc) -> Found | None:
    """Turn "how many people came" around: nothing moves."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or root.tag_ not in ("VBD", "VBZ", "VBP") or root.i < 3:
        return None
    if root.lower_ in ("is", "are", "was", "were") and _opens_noun(doc[root.i + 1]):
        return None
    noun, rest = doc[2 : root.i].text, doc[root.i :].text.rstrip("? ")
    if re.search(r",|\b(?:ago|before|until|after)\b", noun) or any(t.pos_ == "PROPN" for t in doc[2 : root.i]):
        return None
    if RELATIVE.search(noun) or not any(t.pos_ in ("NOUN", "PROPN") for t in doc[2 : root.i]):
        return None
    return f"{SLOT} {noun} {rest}", f"the number of {noun} that {rest} is {SLOT}", "subject"


def how_old(doc: Doc) -> Found | None:
    """Turn "how old is Bo" around; None where no rule is sure."""
    clause = joints(doc, 2)
    if clause is None or clause.noun or not clause.subject:
        return None
    cut = predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    sentence = f"{clause.subject} {verbs} {SLOT} years old {rest}"
    return sentence, sentence, "age"


def what_percent(doc: Doc) -> Found | None:
    """Turn "what percentage of the hens lay eggs" around; None where no rule is sure."""
    if len(doc) < 5 or doc[2].lower_ != "of":
        return None
    clause = joints(doc, 2)
    if clause is None:
        return None
    if not clause.subject:
        rest = doc[clause.aux :].text.rstrip("? ")
        named = _IS_THE.fullmatch(rest)
        sentence = f"{named[2]} {named[1]} {SLOT}% {clause.noun}" if named else f"{SLOT}% {clause.noun} {rest}"
        return (sentence, sentence, "percent") if doc[clause.aux].lower_ not in DO else None
    cut = predicate(doc, clause)
    if cut is None or not gap_is_here(cut[1]):
        return None
    sentence = f"{clause.subject} {cut[0]} {SLOT}% {clause.noun} {cut[1]}"
    return sentence, sentence, "percent"
