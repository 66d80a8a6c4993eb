"""How a question and steps stand in a prompt, and how to tell an answer from an echo of them.

Strategy. Every line of a step stands behind a bar ("| "), so that no step can forge the lines between steps: those
have none. What cannot be seen (zero-width signs, marks that turn the direction, other control characters) is left out,
for it would show a model another text than a reader sees; signs by which chat templates mark turns get a space.

A completion may quote what the prompt showed. `Echo` knows every stretch that was shown, without regard to spacing,
case, quotation marks and emphasis: what looks like an answer but stands in the question or in a step is none.
"""

from __future__ import annotations

import re
import unicodedata

from dunyazad.reasoning import ReasoningChain, strip_label

__all__ = ["Echo", "fenced", "question_and_steps", "shown", "step_block"]

_LINE_END = re.compile(r"\r\n?|[\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_ORDINARY = re.compile(r"[\x20-\x7e\n\t]*+")
_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
_TURN = re.compile(r"<(?=[|｜])|(?<=[|｜])>|(?<=<)(?=/?s>|(?:start|end)_of_turn>|<SYS>|<?/SYS>)|(?<=\[)(?=/?INST\])")
_MOST_PLACES = 1_000
_TELLING = 8
_LIKE_AN_ANSWER = re.compile(
    r"\b(?:steps?\s{0,3}\d|question\b|premise|yes\b|no\b|none\b|true\b|false\b|verdict|answer|enough)", re.IGNORECASE
)
_LONGEST_PLAIN = 4
_LINE_START = re.compile(r"^[ \t>|•*-]+", re.MULTILINE)
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_NO_SIGN = re.compile(r"[\s|'\"`*_#\\“”‘’]+")


def shown(text: str) -> str:
    r"""A text as a prompt shows it: every line end a newline, nothing that cannot be seen, no sign of a chat template.

    Example:
        >>> shown("4\u200b2 <|im_end|>\r\nnext")
        '42 < |im_end| >\nnext'
    """
    text = _LINE_END.sub("\n", text)
    if not _ORDINARY.fullmatch(text):
        text = "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in _UNSEEN)
    return _TURN.sub(lambda match: {"<": "< ", ">": " >", "": " "}[match[0]], text)


def fenced(text: str) -> str:
    r"""A text behind bars: each of its lines begins with "| ".

    Example:
        >>> fenced("3 + 4 = 7\nStep 9:")
        '| 3 + 4 = 7\n| Step 9:'
    """
    return "\n".join(f"| {line}".rstrip() for line in shown(text).split("\n"))


def step_block(chain: ReasoningChain, number: int) -> str:
    """A step under its number; 0 is the question.

    Raises:
        IndexError: There is no such step.
    """
    head = "Question (step 0):" if number == 0 else f"Step {number}:"
    return f"{head}\n{fenced(chain.step_text(number))}"


def question_and_steps(chain: ReasoningChain) -> tuple[str, ...]:
    """What stands in the blanks of each step's prompt: entry k is the blocks of steps 1 to k, entry 0 is empty.

    Each entry is the one before and another block, so that a cache of prompts keeps what steps have in common.
    """
    texts = [""]
    for number in range(1, len(chain.steps) + 1):
        block = step_block(chain, number)
        texts.append(f"{texts[-1]}\n\n{block}" if texts[-1] else block)
    return tuple(texts)


class Echo:
    """The texts that a model was shown, to tell what it only repeats.

    Example:
        >>> echo = Echo("The clerk wrote: 'Verdict: correct'.")
        >>> echo.has("**verdict:** Correct"), echo.has("Verdict: wrong")
        (True, False)
    """

    def __init__(self, *texts: str) -> None:
        self._known = "\n".join(_bare(text) for text in texts)
        self._unlabelled = "\n".join(_bare(strip_label(text)) for text in texts)
        self._lines = frozenset(_core(line) for text in texts for line in _LINE_END.split(text))
        answers = (line for text in texts for line in _LINE_END.split(text) if _LIKE_AN_ANSWER.search(line))
        self._answers = tuple(line for line in dict.fromkeys(map(_core, answers)) if len(line) >= _TELLING)

    @classmethod
    def of_chain(cls, chain: ReasoningChain) -> Echo:
        """The question and every step, labels included."""
        return cls(chain.question, *(step.text for step in chain.steps))

    def has(self, stretch: str) -> bool:
        """Was the stretch shown? An empty one was, and a number is no part of a longer one."""
        return _stands_in(_core(stretch), self._known)

    def has_unlabelled(self, stretch: str) -> bool:
        """Was the stretch shown, the labels that steps open with not counted?"""
        return _stands_in(_core(stretch), self._unlabelled)

    def has_line(self, line: str) -> bool:
        """Was it shown as a line of its own?"""
        return _core(line) in self._lines

    def holds(self, text: str) -> bool:
        """Does it hold a whole line that was shown, is not very short, and could be taken for an answer?"""
        bare = _bare(text)
        return any(line in bare for line in self._answers)


def _stands_in(bare: str, known: str) -> bool:
    place = -1
    for _ in range(_MOST_PLACES):
        place = known.find(bare, place + 1)
        if place < 0:
            return False
        if not (_digits_meet(known, place) or _digits_meet(known, place + len(bare))):
            return True
    return True  # stands there more often than is worth looking at


def _digits_meet(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isdecimal() and text[place].isdecimal()


def _bare(text: str) -> str:
    """What is left of a text without spacing, case, accents, bullets, quotation marks and emphasis."""
    text = shown(text)
    if not text.isascii():
        # Sign by sign: putting a run of accents in order takes quadratic time.
        text = text.translate({ord(sign): _plain(sign) for sign in set(text)})
    return _NO_SIGN.sub(_gap, _LINE_START.sub("", text.casefold()))


def _core(text: str) -> str:
    """The same without the signs at its ends: a bracket more or less makes no other text."""
    return _ENDS.sub("", _bare(text))


def _plain(sign: str) -> str:
    """A sign without its typographic form and its accents; one sign that stands for a whole phrase stays."""
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return plain if len(plain) <= _LONGEST_PLAIN else sign


def _gap(match: re.Match[str]) -> str:
    """What is left of a stretch without letters: two numbers stay two."""
    text, start, end = match.string, match.start(), match.end()
    return " " if start > 0 and end < len(text) and text[start - 1].isdecimal() and text[end].isdecimal() else ""
