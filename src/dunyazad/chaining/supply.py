"""What a recipe needs of each problem, got ready once; problems that lack it are left out and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dunyazad._exceptions import InputError
from dunyazad.chaining.material import Material, Variant, variants_of
from dunyazad.chaining.plan import Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.stretches import leans, stretches_of
from dunyazad.chaining.tally import Tally
from dunyazad.problems.alternates import alternates
from dunyazad.problems.lacking import CODES, Lacking
from dunyazad.problems.record import Problem
from dunyazad.problems.renaming_plan import RenamingPlan
from dunyazad.problems.slots import NumericSlot, numeric_slot

__all__ = ["Pairs", "Renaming", "renamed_pool", "supply"]

# For each problem's id the names that were replaced in it, old and new.
Pairs = Mapping[str, tuple[tuple[str, str], ...]]


class Renaming(NamedTuple):
    """What became of the names that problems share.

    Attributes:
        pairs: What was replaced.
        kept: The shared names that stay, by why they cannot be replaced safely.
        reused: How many of the names given were given more than once, since the pool of them was used up.
    """

    pairs: Pairs
    kept: Tally
    reused: int


def renamed_pool(pool: Pool, *, seed: int) -> tuple[Pool, Renaming]:
    """A pool whose problems share no names where that can be, and what became of each shared name.

    Problems that share a name after it are kept apart as before.
    """
    plan = RenamingPlan(pool.problems, seed=seed)
    told = [plan.apply(problem) for problem in pool.problems]
    pairs = {problem.id: replaced for problem, replaced in told if replaced}
    kept = Tally()
    for refusal in plan.refused:
        code, sentence = refusal.reason.code, refusal.reason.sentence
        kept.add(f"{CODES[code]} ({code})", f"{refusal.name!r} in {refusal.id}: {sentence}")
    return pool.instead([problem for problem, _ in told]), Renaming(pairs, kept, plan.reused)


def supply(pool: Pool, recipe: Recipe, *, seed: int, renamed: Pairs | None = None) -> tuple[Pool, list[Material]]:
    """The problems that have what a recipe needs, ready for chains.

    Args:
        pool: The problems.
        recipe: What is to be made.
        seed: Decides which further alternates the problems get.
        renamed: What was replaced in them.

    Returns:
        The pool without the others, and one material for each of its problems.

    Raises:
        InputError: Not one problem has what is needed; says what.
    """
    materials: list[Material] = []
    unfit: dict[str, str] = {}
    reasons: list[str] = []
    for problem in pool.problems:
        made = _material(problem, recipe, seed, (renamed or {}).get(problem.id, ()))
        if isinstance(made, Material):
            materials.append(made)
        else:
            unfit[problem.id] = made
            reasons.append(made)
    if pool.problems and not materials:
        raise InputError(f"none of the {len(pool)} usable problems can be used: {reasons[0]}")
    return (pool.without(unfit) if unfit else pool), materials


def _material(problem: Problem, recipe: Recipe, seed: int, renamed: tuple[tuple[str, str], ...]) -> Material | str:
    variants = _variants(problem, recipe.alternates, seed)
    if isinstance(variants, str):
        return variants
    slot = _slot(problem) if any(kind.name == "numeric" for kind in recipe.gates) else None
    if isinstance(slot, str):
        return slot
    if recipe.style == "gates-first" and leans(problem):
        return "its premises lean on its first premise"
    stretches = stretches_of(problem) if recipe.style == "interleaved" else ()
    return Material(problem, variants=variants, stretches=stretches, leans=leans(problem), renamed=renamed, slot=slot)


def _variants(problem: Problem, count: int, seed: int) -> Sequence[Variant] | str:
    own = variants_of(problem)
    if count == 1:
        return own
    found = alternates(problem, count, seed=seed)
    if isinstance(found, Lacking):
        return f"it gives no {count} alternates for a switch of {count + 1} ({found.code})"
    return (
        own[0],
        *[Variant(other.first_premise, other.answer, other.answer, other.conclusion) for other in found],
    )


def _slot(problem: Problem) -> NumericSlot | str:
    slot = numeric_slot(problem)
    if isinstance(slot, Lacking):
        return f"its first premise takes no other number for a numeric gate ({slot.code})"
    return slot
