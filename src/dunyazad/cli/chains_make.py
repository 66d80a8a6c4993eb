"""`dunyazad chains make`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dunyazad.cli import denying, options
from dunyazad.cli.progress import counter, note

if TYPE_CHECKING:
    from dunyazad.chaining import ChainStream
    from dunyazad.chaining.plan import Recipe
    from dunyazad.chaining.presets import Preset
    from dunyazad.problems import Problem
    from dunyazad.problems.risk import Level

__all__ = ["make"]

_PRESETS = ("gsm8k-scheherazade", "paper", "compositional-gsm", "hybrid", "hard")
_SEVERAL = "if,and,xor"  # for gates that may look at several problems


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--preset", type=click.Choice(_PRESETS), help="A known kind of file; options beside it override it.")
@click.option("--length", "lengths", type=options.LENGTHS, help="5, 2-10 or 1,3-5.  [default: 2-10]")
@click.option(
    "--order",
    "orders",
    type=options.TELLINGS,
    help="forward, backward, zigzag, shuffled, or positions: 2,0,1; several with commas.  [default: forward,backward]",
)
@click.option("--per-cell", type=click.IntRange(min=1), help="Chains of each length and order.  [default: 100]")
@click.option("--structure", type=click.Choice(("path", "tree", "dag")), help="How problems depend on one another.")
@click.option(
    "--edges", help="For dag: 0-2,1-2,2-3, from parent to child; without, a structure is drawn for each chain."
)
@click.option(
    "--fan-in", type=click.IntRange(min=1, max=10), help="Parents of a gate: in a tree, or at most in a drawn dag."
)
@click.option("--gate", "gates",
    help="Kinds of gates by weight: if, and:2,xor, switch:4, numeric, and(1,xor(2,3)).  "
    "[default: if; for tree and dag if,and,xor]",
)  # fmt: skip
@click.option("--question", help="target, sum, difference, max; sum:3 is over the target and two others.")
@click.option("--style", type=click.Choice(("blocks", "gates-first", "interleaved")), help="How the text is woven.")
@click.option("--gates", "gates_first", type=click.Choice(("first",)), help="All gates before all other premises.")
@click.option("--interleave", is_flag=True, help="Stretches of different problems alternate.")
@click.option("--wording", help="A phrasing by number, or mixed.")
@click.option("--names", type=click.Choice(("refuse", "rename")), help="What becomes of names that problems share.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes; same bytes.")
@denying.deny
@options.max_risk
@options.seed
@options.out_file("The chains, as JSON lines")
@options.as_json
def make(
    file: Path,
    deny_files: tuple[Path, ...],
    max_risk: Level,
    seed: int,
    jobs: int,
    out: Path,
    json_: bool,
    **wishes: Any,
) -> None:
    """Chain the problems of FILE by gates: certified, seeded, streamed.

    Problems that cannot be chained soundly are left out, and counted by reason. The same seed and problems give the
    same bytes. All orders of a length tell the same problems with the same gates, so that orders are compared in
    pairs.
    """
    from dunyazad.chaining import write_chains
    from dunyazad.cli.files import some
    from dunyazad.problems import read_problems
    from dunyazad.problems.deny import read_deny
    from dunyazad.problems.risk import within_risk

    options.refuse_both(out, json_)
    options.refuse_overwriting((out,), (file, *deny_files))
    deny = read_deny(deny_files)
    allowed = list(deny.keep(some(read_problems(file), "problems", file)))
    problems = [problem for problem in allowed if within_risk(problem, max_risk)]
    told = denying.tell(deny)
    if doubtful := len(allowed) - len(problems):
        note(f"left out {doubtful} whose risk is greater than {max_risk}")
    stream = _stream(problems, seed, {name: wish for name, wish in wishes.items() if wish not in (None, False)})
    with counter("Chaining", stream.total) as progress:
        written = write_chains(out, stream, jobs=jobs, progress=progress)
    _tell(stream)
    summary = {
        "chains": written,
        "problems": len(stream.pool),
        "left_out": list(stream.pool.rejected),
        "skipped": list(stream.rejected),
        "renamed": stream.renamed,
        "kept_names": list(stream.kept_names),
        "reused_names": stream.reused_names,
        "seed": seed,
        **told,
        **({"doubtful": doubtful} if doubtful else {}),
    }
    message = f"{written} chains of {len(stream.pool)} problems, each certified: {out}"
    options.summarise(out, message, summary if json_ else None)


def _stream(problems: list[Problem], seed: int, wishes: dict[str, Any]) -> ChainStream:
    from dunyazad.chaining import make_chains
    from dunyazad.chaining.presets import PRESETS, Preset

    default = Preset(what="", lengths=tuple(range(2, 11)), orders=("forward", "backward"), per_cell=100)
    preset = PRESETS[wishes["preset"]] if "preset" in wishes else default
    recipe = _recipe(preset.recipe, wishes)
    orders = wishes.get("orders", preset.orders)
    return make_chains(
        problems,
        lengths=_lengths(preset, recipe, orders, wishes),
        orders=orders,
        per_cell=wishes.get("per_cell", preset.per_cell),
        seed=seed,
        recipe=recipe,
        fewer_singles=preset.fewer_singles,
    )


def _lengths(preset: Preset, recipe: Recipe, orders: tuple[str, ...], wishes: dict[str, Any]) -> tuple[int, ...]:
    """The lengths asked for; else those that edges or positions tell; else the preset's."""
    from dunyazad.chaining.structure import explicit, parse_order

    if "lengths" in wishes:
        return wishes["lengths"]  # type: ignore[no-any-return]
    if recipe.edges:
        return (len(explicit(recipe.edges)),)
    told = {len(positions) for order in orders if (positions := parse_order(order))}
    return tuple(sorted(told)) or preset.lengths


def _recipe(recipe: Recipe, wishes: dict[str, Any]) -> Recipe:
    """A preset's recipe with what was asked for in place of its own."""
    from msgspec.structs import replace

    from dunyazad._exceptions import InputError
    from dunyazad.chaining.kinds import IF, parse_kinds
    from dunyazad.chaining.plan import parse_question
    from dunyazad.chaining.structure import parse_edges

    changes: dict[str, Any] = {name: wishes[name] for name in ("structure", "fan_in", "names") if name in wishes}
    if "edges" in wishes:
        changes |= {"edges": parse_edges(wishes["edges"]), "structure": wishes.get("structure", "dag")}
    structure = changes.get("structure", recipe.structure)
    if "fan_in" in wishes and (structure == "path" or "edges" in wishes):
        told = "the edges tell how many parents a gate has" if "edges" in wishes else "a path has one parent a gate"
        raise InputError(f"--fan-in does not go with {'--edges' if 'edges' in wishes else 'a path'}: {told}")
    if "gates" in wishes:
        changes["gates"] = parse_kinds(wishes["gates"])
    elif structure != "path" and recipe.gates == (IF,):  # "if" looks at one problem alone
        changes["gates"] = parse_kinds(_SEVERAL)
    if "question" in wishes:
        changes["question"], changes["over"] = parse_question(wishes["question"])
    if "wording" in wishes:
        wording = str(wishes["wording"])
        if wording != "mixed" and not wording.isdecimal():
            raise InputError(f"no wording {wording!r}: a number from 0 on, or mixed")
        changes["wording"] = None if wording == "mixed" else int(wording)
    styles = [wishes["style"]] if "style" in wishes else []
    styles += ["gates-first"] * ("gates_first" in wishes) + ["interleaved"] * ("interleave" in wishes)
    if len(set(styles)) > 1:
        raise InputError(f"a text has one style, {' and '.join(styles)} were asked for")
    return replace(recipe, **changes, **({"style": styles[0]} if styles else {}))


def _tell(stream: ChainStream) -> None:
    for entry in stream.pool.rejected:
        example = f", such as {entry.examples[0]}" if entry.examples else ""
        note(f"left out {entry.count}{example}: {entry.reason}")
    if stream.renamed:
        note(f"gave other names to {stream.renamed} problems that shared some")
    for entry in stream.kept_names:
        note(f"kept {entry.count} of the shared names: {entry.reason}, such as {entry.examples[0]}")
    if stream.reused_names:
        note(f"gave {stream.reused_names} of the new names more than once: there are no others")
    for cell in stream.short_cells:
        note(f"length {cell.length}, {cell.order}: {cell.count} chains only, every problem once")
    if stream.rejected.total:
        note(f"skipped {stream.rejected.total} combinations of problems that do not go together: {stream.rejected}")
