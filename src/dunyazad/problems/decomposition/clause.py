"""A question cut at its joints: noun, auxiliary, subject, verbs, rest.

The parser is trusted as far as questions allow; a small model often takes the last verb of "how much does the train
ticket cost" for a noun, so a word that can be a verb counts as one where a verb must stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dunyazad.problems.decomposition.parse import inflect, is_verb, parse
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["DO", "RELATIVE", "Clause", "gap_is_here", "joints", "predicate"]

_FINITE_AUX = word_set("do does did have has had is are was were will would can could should must may might shall 'll")
DO = word_set("do does did")
_CHAIN = word_set(
    """
    need want have plan manage start begin continue hope decide like try afford go use able expect intend get ought
    remain supposed allow require
    """
)
_LIKELY_LAST = word_set(
    "cost weigh last take earn use need charge spend score eat sell make pay lose save catch have get win"
)
_NO_VERB = word_set("left combined remaining")
_AFTER_GAP = word_set(
    """
    in on for from to at per with by after before when if than during each every left total altogether together now
    today over between next last this while until of out so more once as tonight overall combined daily weekly
    monthly yearly annually long remaining still still later
    """
)
_PER = re.compile(
    r"^(?:a|an|one|every|each|per) (?:day|week|month|year|hour|minute|second|night|morning|person|time)\b", re.I
)
RELATIVE = re.compile(r"\b(?:that|who|which|whose|whom)\b", re.I)


class Clause(msgspec.Struct, frozen=True):
    """A question cut at its joints: noun phrase, auxiliary, subject, and the index where the predicate begins."""

    noun: str
    aux: int
    subject: str
    start: int
    plural: bool


def joints(doc: Doc, begin: int) -> Clause | None:
    """Cut a question of the form "how many NOUN AUX SUBJECT …"; the subject is "" where the noun is the subject."""
    aux = next(
        (
            t.i
            for t in doc
            if t.i >= begin and (t.lower_ in _FINITE_AUX) and t.tag_ in ("MD", "VBZ", "VBP", "VBD", "VB")
        ),
        None,
    )
    if aux is None:
        return None
    noun = doc[begin:aux].text
    if RELATIVE.search(noun):
        return None
    if len(doc) > aux + 1 and doc[aux + 1].lower_ == "n't":
        return None
    following = doc[aux + 1] if aux + 1 < len(doc) else None
    if following is not None and following.tag_ == "VB" and doc[aux].tag_ == "MD":
        return Clause(noun, aux, "", aux, True)
    if following is not None and following.lower_ == "there":
        return Clause(noun, aux, "there", aux + 2, True)
    subject = _subject(doc, aux)
    verb = doc[subject.right_edge.i + 1] if subject is not None and subject.right_edge.i + 1 < len(doc) else None
    if subject is None or (doc[aux].lower_ in DO and (verb is None or verb.tag_ not in ("VB", "VBP", "RB"))):
        mistaken = _hidden_verb(doc, aux)
        if mistaken is not None:
            subject_tokens = doc[aux + 1 : mistaken]
            plural = subject_tokens[-1].tag_ in ("NNS", "NNPS") or any(t.lower_ == "and" for t in subject_tokens)
            return Clause(noun, aux, subject_tokens.text, mistaken, plural or doc[aux].lower_ == "do")
    if subject is None:
        return Clause(noun, aux, "", aux, True)
    left, right = subject.left_edge.i, subject.right_edge.i
    if left != aux + 1:
        return None
    plural = (
        subject.tag_ in ("NNS", "NNPS")
        or any(c.dep_ == "conj" for c in subject.children)
        or subject.lower_ in ("they", "you", "we", "i")
    )
    return Clause(noun, aux, doc[left : right + 1].text, right + 1, plural)


def _subject(doc: Doc, aux: int) -> Token | None:
    for token in doc[aux + 1 :]:
        if token.dep_ in ("nsubj", "nsubjpass", "expl") and token.head.i in (
            aux,
            doc[aux].head.i,
            *[c.i for c in doc[aux].children],
        ):
            return token
    return None


def _hidden_verb(doc: Doc, aux: int) -> int | None:
    """Find a verb that the parser took for a noun, as in "how much does the train ticket cost"."""
    if doc[aux].lower_ not in DO | {"will", "would", "can", "could"}:
        return None
    for index in range(aux + 2, len(doc)):
        last = index + 1 >= len(doc) or doc[index + 1].is_punct
        before = doc[index - 1]
        if last and doc[index].lower_ in _LIKELY_LAST and before.pos_ not in ("DET", "ADP") and before.tag_ != "PRP$":
            return index
        likely = doc[index].tag_ in ("NN", "VB", "VBP", "NNP") or doc[index].lower_ in _LIKELY_LAST
        if before.pos_ not in ("NOUN", "PROPN", "PRON") or not likely:
            continue
        if (last or doc[index + 1].lower_ in _AFTER_GAP or doc[index + 1].pos_ == "PROPN") and is_verb(
            doc[index].lower_
        ):
            return index
    return None


def predicate(doc: Doc, clause: Clause) -> tuple[str, str] | None:
    """Give the verbs with their auxiliary, inflected, and the rest of the clause: the answer goes between."""
    index = clause.start
    while index < len(doc) and doc[index].tag_ == "RB" and doc[index].lower_ not in ("not", "n't"):
        index += 1
    adverbs = [token.text for token in doc[clause.start : index]]
    opening = _opening(doc, clause, index, adverbs)
    if opening is None:
        return None
    words, index = opening
    first = index
    while index < len(doc):
        step = _verb_goes_on(doc, clause, index, first)
        if not step or doc[index].lower_ in _NO_VERB:
            break
        words += [token.text for token in doc[index : index + step]]
        index += step
    return " ".join(words), doc[index:].text.rstrip("? ")


def _opening(doc: Doc, clause: Clause, index: int, adverbs: list[str]) -> tuple[list[str], int] | None:
    """Give the first words of the predicate and the index after them."""
    aux = doc[clause.aux]
    verb = index < len(doc) and is_verb(doc[index].lower_)
    if aux.lower_ in DO:
        tag = {"do": "VBP", "does": "VBZ", "did": "VBD"}[aux.lower_]
        if not verb or (tag == "VBP" and not clause.plural):
            return None
        return [*adverbs, inflect(doc[index].lower_, tag)], index + 1
    if aux.tag_ != "MD":
        return [aux.text, *adverbs], index
    # After "will" stands a verb, whatever the parser took it for.
    return ([aux.text, *adverbs, doc[index].text], index + 1) if verb else None


def _verb_goes_on(doc: Doc, clause: Clause, index: int, first: int) -> int:
    """Tell how many tokens from an index still belong to the verb: "has [been paid]", "need [to buy]"."""
    token, last = doc[index], doc[index - 1]
    supported = doc[clause.aux].lower_ in DO
    if token.tag_ in ("VB", "VBN", "VBG"):
        if index == first:
            opens = not supported and doc[clause.aux].tag_ != "MD" and token.pos_ in ("VERB", "AUX")
            return 1 if opens or (not supported and last.lemma_ in ("have", "be")) else 0
        if last.lemma_ in ("have", "be"):
            return 1
    if token.lower_ == "to" and index + 1 < len(doc) and doc[index + 1].tag_ == "VB" and last.lemma_ in _CHAIN:
        return 2
    return int(token.dep_ == "prt" or (token.lower_ in ("able", "going", "supposed") and last.lemma_ == "be"))


def gap_is_here(rest: str) -> bool:
    """Can the answer stand before the rest of the clause?"""
    if not rest:
        return True
    tail = parse(rest)
    if tail[-1].tag_ in ("IN", "TO"):
        return False
    if len(tail) > 1 and tail[0].tag_ == "IN" and tail[1].tag_ in ("IN", "TO"):
        return False  # "deal with during the week": the answer belongs behind "with"
    first = rest.split()[0].lower().strip(",")
    return first in _AFTER_GAP or rest.startswith(",") or bool(_PER.match(rest))
