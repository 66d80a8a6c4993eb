"""The premise finders by name and by expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dunyazad._exceptions import InputError
from dunyazad.premises.asking import Aggregative, Dyadic, Holistic
from dunyazad.premises.expression import Combined, Leaf, Node, Pair, parse_expression
from dunyazad.premises.finder import ModelFree, PremiseFinder, all_earlier, given, previous, previous_and_question
from dunyazad.premises.provenance import provenance
from dunyazad.prompts import PromptSet

__all__ = ["PREMISE_FINDERS", "PREMISE_METHODS", "at_threshold", "premise_finder"]

# Those that need neither a model nor annotations.
PREMISE_FINDERS: dict[str, PremiseFinder] = {
    finder.name: finder
    for finder in (
        ModelFree("all", all_earlier),
        ModelFree("previous", previous),
        ModelFree("previous+question", previous_and_question),
        ModelFree("provenance", provenance),
    )
}

# Every method and what help texts say of it, in their order.
PREMISE_METHODS: Mapping[str, str] = {
    "provenance": "no model: where did each value, name and expression of a step come from",
    "aggregative": "a model, one prompt a step: which earlier steps does it rest on",
    "dyadic": "a model, one prompt a pair, t(t+1)/2 for t steps: does the one rest on the other",
    "holistic": "a model, one prompt a chain: the premises of all steps",
    "all": "no model: every earlier step and the question",
    "previous": "no model: the step before",
    "previous+question": "no model: the question and the step before",
    "oracle": "no model: the premises that come with the chain",
}

_ASKING: Mapping[str, Callable[[PromptSet | None], PremiseFinder]] = {
    "aggregative": Aggregative,
    "dyadic": Dyadic,
    "holistic": Holistic,
}


def premise_finder(expression: str, prompts: PromptSet | None = None) -> PremiseFinder:
    """Give the premise finder of a name, or of an expression over names.

    `A|B` finds what either finds, `A&B` what both find, `A->B` what B finds where A finds nothing or has no readable
    answer; `&` binds tighter than `|`, and `|` tighter than `->`; brackets group.

    Args:
        expression: Such as "provenance" or "aggregative->previous+question".
        prompts: The prompt texts of methods that ask a model; the package's where left out.

    Raises:
        InputError: It is no expression, or names no method; the message lists those that there are.

    Example:
        >>> premise_finder("provenance").name
        'provenance'
        >>> premise_finder("(aggregative & dyadic) | provenance -> previous").name
        'aggregative&dyadic|provenance->previous'
    """
    node = parse_expression(expression)
    methods = {name: _method(name, prompts) for name in _names(node)}
    return methods[node.name] if isinstance(node, Leaf) else Combined(node, methods)


def at_threshold(expression: str, threshold: float) -> str:
    """Put a threshold to the provenance that an expression names.

    Raises:
        InputError: It is no expression, or names no `provenance` without a threshold.

    Example:
        >>> at_threshold("aggregative->provenance", 0.7)
        'aggregative->provenance:0.7'
    """
    node = parse_expression(expression)
    if "provenance" not in _names(node):
        raise InputError(f"a threshold is for the premise method 'provenance', which {expression[:60]!r} does not name")
    return str(_at(node, f"provenance:{threshold:g}"))


def _at(node: Node, name: str) -> Node:
    if isinstance(node, Leaf):
        return Leaf(name) if node.name == "provenance" else node
    return Pair(node.operator, _at(node.left, name), _at(node.right, name))


def _names(node: Node) -> list[str]:
    return [node.name] if isinstance(node, Leaf) else _names(node.left) + _names(node.right)


def _method(name: str, prompts: PromptSet | None) -> PremiseFinder:
    if name in PREMISE_FINDERS:
        return PREMISE_FINDERS[name]
    if name == "oracle":
        return ModelFree("oracle", given, honours=False)
    if name in _ASKING:
        return _ASKING[name](prompts)
    if name.startswith("provenance:"):
        return ModelFree(name, partial(provenance, threshold=_threshold(name)))
    raise InputError(f"no premise method {name[:60]!r}; there are: {', '.join(PREMISE_METHODS)}")


def _threshold(name: str) -> float:
    try:
        threshold = float(name.partition(":")[2])
    except ValueError:
        threshold = -1.0
    if not 0 <= threshold <= 1:
        raise InputError(f"premise method {name[:60]!r}: the threshold of provenance is a number from 0 to 1")
    return threshold
