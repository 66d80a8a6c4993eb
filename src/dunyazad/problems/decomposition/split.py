"""Part a problem's question from what it states: conditions in the question become premises of their own.

"If Bo sells 5 hens, how many hens are left?" states something and asks something. The statement joins the premises, at
their end, where the source has it; phrases that state nothing ("In total, …", "After the sale, …") stay.
"""

from __future__ import annotations

import re

import msgspec

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.parse import parse
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.decomposition.sentences import clean, split_sentences

__all__ = ["Asked", "Parts", "part"]

_HEAD = (
    r"(?:(?:by|for|to|in|at|on|of|from|with) )?"
    r"(?:how (?:many|much|old|long|far|tall|high|heavy|fast|wide|big|deep|often)"
    r"|what|which|who|whose|when|where)\b"
)
_REQUEST_HEAD = r"(?:please )?(?:calculate|find|determine|compute|work out|figure out)\b(?! (?:it|that|out)\b)"
_ASKS = re.compile(rf"(?:{_HEAD}|{_REQUEST_HEAD})", re.IGNORECASE)
_INNER = re.compile(
    rf"(?P<before>[,;:]?) (?P<join>(?:and |then |so |but )*)(?P<head>{_HEAD}|{_REQUEST_HEAD})", re.IGNORECASE
)
_TAIL = re.compile(
    r"^(?P<main>.*?),? (?P<word>if|given that|"
    r"assuming that|assuming|considering that|provided that|knowing that|since) (?P<clause>.*)$",
    re.I | re.S,
)
_CONDITION = re.compile(
    r"(?:if|given that|assuming that|assuming|suppose that|suppose|supposing|considering that|knowing that"
    r"|since|provided that|because)\s+",
    re.I,
)
_PHRASE = re.compile(
    r"(?:in total|in all|altogether|together|on average|overall|combined|after|before|by|at|during|over|for|in|on|with|"
    r"when|once|until|to|now|then|assuming|from|of|out of|per|each|every|once|today|this|between|including|without|"
    r"compared|not counting|not including|excluding|ignoring)\b",
    re.I,
)
_SUBORDINATE = re.compile(
    r"(?:after|before|when|once|until|while|by|assuming|as|since|whenever|for every|for each)\b", re.I
)
_HYPOTHESIS = re.compile(r"\b(?:were to|had been|would have|could have|should have)\b", re.I)
# "… if 5 did not grow": of its question's things, which it no longer stands beside.
_BARE_COUNT = re.compile(
    r"(?:[0-9][0-9,.]*|one|two|three|four|five|six|seven|eight|nine|ten|half) "
    r"(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could)\b",
    re.I,
)
_THE_TIME = re.compile(r"\bthe (?P<noun>day|night|week|weekend|month|year|season)\b(?! of\b)", re.I)
_SHORTEST = 3


class Asked(msgspec.Struct, frozen=True):
    """What a problem asks: "In total, | how many hens are left | if all hatch | ?".

    Attributes:
        lead: A phrase before the question, without its comma; may be empty.
        core: The question proper; begins with its question word, capitalised.
        tail: A condition without numbers after it; may be empty.
        mark: Its end mark.
    """

    lead: str
    core: str
    tail: str = ""
    mark: str = "?"

    @property
    def text(self) -> str:
        """The question as one sentence."""
        core = f"{self.lead}, {self.core[0].lower()}{self.core[1:]}" if self.lead else self.core
        return f"{core} {self.tail}{self.mark}" if self.tail else core + self.mark


class Parts(msgspec.Struct, frozen=True):
    """What a problem states and what it asks.

    Attributes:
        statements: The sentences before the question.
        moved: The conditions that stood in the question, as sentences.
        asked: The question without them.
        trailing: Did the last condition stand behind the question, and may lean on it?
    """

    statements: tuple[str, ...]
    moved: tuple[str, ...]
    asked: Asked
    trailing: bool = False


def part(text: str) -> Parts | Rejected:
    """Part a problem's text."""
    sentences = split_sentences(clean(text))
    asking = [index for index, sentence in enumerate(sentences) if _is_question(sentence)]
    if not asking:
        return Rejected("no-question", "no sentence asks or requests")
    if len(asking) > 1:
        return Rejected("two-questions", f"{len(asking)} sentences ask: {sentences[asking[0]][:60]!r} is the first")
    if asking[0] != len(sentences) - 1:
        return Rejected("question-not-last", f"something follows the question: {sentences[-1][:60]!r}")
    return _cut(tuple(_unhooked(sentence) for sentence in sentences[:-1]), sentences[-1])


def _unhooked(sentence: str) -> str:
    """Take "If" from a sentence that is nothing but a condition: "If Bo has 3 hens and Ana has 5."."""
    opening = _CONDITION.match(sentence)
    if opening is None or not sentence.endswith("."):
        return sentence
    root = next((token for token in parse(sentence) if token.dep_ == "ROOT"), None)
    if root is None or not any(child.dep_ == "mark" and child.i == 0 for child in root.children):
        return sentence
    rest = sentence[opening.end() :]
    return rest[0].upper() + rest[1:]


def _is_question(sentence: str) -> bool:
    return sentence.rstrip("\"')").endswith("?") or bool(
        re.match(_REQUEST_HEAD, sentence, re.I)
        or (_INNER.search(sentence) and re.search(rf", (?:and |then )?{_REQUEST_HEAD}", sentence, re.I))
    )


def _unmarked(question: str) -> str:
    """A question without the mark at its end; the dot of "at 8 p.m.?" is none."""
    bare = question.rstrip("?! ")
    return bare if re.search(r"\b[ap]\.m\.$", bare) and bare != question else bare.rstrip("?.! ")


def _cut(statements: tuple[str, ...], question: str) -> Parts | Rejected:
    question = question.rstrip()
    mark = "?" if question.endswith("?") else "."
    lead, core = _lead(_unmarked(question))
    if not core:
        return Rejected("question-form", f"no question word is found: {question[:60]!r}")
    moved: list[str] = []
    kept, tail, trailing = "", "", False
    if lead:
        cut = _condition(lead)
        if isinstance(cut, Rejected):
            return cut
        kept, clause = cut
        moved += [clause] if clause else []
    ending = _TAIL.match(core)
    if ending and len(ending["main"].split()) > _SHORTEST:
        core = ending["main"]
        if find_quantities(ending["clause"]):
            sentence = _as_sentence(ending["clause"])
            if isinstance(sentence, Rejected):
                return sentence
            when = _THE_TIME.search(sentence)
            if when and not any(when["noun"].lower() in statement.lower() for statement in statements):
                return Rejected("deictic", f"{when[0]!r} is one that only the question names: {sentence[:60]!r}")
            moved.append(sentence)
            trailing = True
        else:
            # What states no number is no premise of the arithmetic, and may be what a comparison is about.
            tail = f"{ending['word']} {ending['clause']}"
    core = core[0].upper() + core[1:].rstrip(" ,")
    return Parts(statements, tuple(moved), Asked(kept, core, tail, mark), trailing)


def _lead(body: str) -> tuple[str, str]:
    """Part what goes before the question word from the question proper."""
    if _ASKS.match(body):
        return "", body
    matches = [match for match in _INNER.finditer(body) if match["before"] or match["join"]]
    if not matches:
        loose = _INNER.search(body)
        return (body[: loose.start()], body[loose.start("head") :]) if loose else ("", "")
    match = matches[-1]
    return body[: match.start()].rstrip(" ,;:"), body[match.start("head") :]


def _condition(lead: str) -> tuple[str, str] | Rejected:
    """Give what stays before the question, and what the lead states; one of them is empty."""
    opening = _CONDITION.match(lead)
    if opening and not find_quantities(lead):
        return lead, ""
    if opening or (_has_clause(lead, own=True) and not _SUBORDINATE.match(lead)):
        sentence = _as_sentence(lead[opening.end() :] if opening else lead)
        return sentence if isinstance(sentence, Rejected) else ("", sentence)
    if not _PHRASE.match(lead):
        return Rejected("question-lead", f"what goes before the question is no known phrase: {lead[:60]!r}")
    if len(lead.split(",")) > 2 or re.search(r",? if ", lead):
        return Rejected("question-lead", f"what goes before the question has several parts: {lead[:60]!r}")
    return lead, ""


def _as_sentence(clause: str) -> str | Rejected:
    clause = clause.strip(" ,;:")
    if re.match(r"(?:is|are|do|does|did|was|were|will|can)\b", clause, re.I):
        return Rejected("clause-verb", f"the condition begins with its verb: {clause[:60]!r}")
    if _BARE_COUNT.match(clause):
        return Rejected("elliptic", f"the condition does not say what it counts: {clause[:60]!r}")
    if _HYPOTHESIS.search(clause):
        return Rejected("hypothesis", f"the condition is contrary to fact: {clause[:60]!r}")
    if re.search(r"\b(?:if|how many|how much|what)\b", clause, re.I):
        return Rejected("nested-condition", f"a condition holds another, or a question: {clause[:60]!r}")
    if not _has_clause(clause):
        return Rejected("clause-verb", f"the condition has no subject with a verb: {clause[:60]!r}")
    return clause[0].upper() + clause[1:] + "."


def _has_clause(text: str, *, own: bool = False) -> bool:
    """Has a text a subject with a finite verb? `own`: its root itself, and not a clause inside a phrase."""
    doc = parse(text[0].upper() + text[1:] + ".")
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    if root is not None and any(child.dep_ == "mark" for child in root.children):
        return False
    if own and (root is None or not any(child.dep_ in ("nsubj", "nsubjpass", "expl") for child in root.children)):
        return False
    subject = next((token.i for token in doc if token.dep_ in ("nsubj", "nsubjpass", "expl", "csubj")), None)
    finite = ("VBD", "VBZ", "VBP", "MD")
    return subject is not None and any(token.tag_ in finite for token in doc[subject:])
