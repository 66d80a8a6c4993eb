"""Which problem looks at which, and the order in which they are told.

Positions are in solving order, 0 … n-1, and every problem leads to the last one, the target. A structure is given by
the parents of each position, ascending; a problem without parents is a root.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dunyazad._exceptions import InputError
from dunyazad.chaining.record import ORDERS

__all__ = ["Edges", "Parents", "dag", "explicit", "parse_edges", "parse_order", "path", "telling", "tree"]

Parents = tuple[tuple[int, ...], ...]
Edges = tuple[tuple[int, int], ...]
# Draws a number from 0 to its argument less one.
Below = Callable[[int], int]


def path(length: int) -> Parents:
    """Each problem looks at the one before it (the paper's structure, section 2).

    Example:
        >>> path(3)
        ((), (0,), (1,))
    """
    return ((), *((position - 1,) for position in range(1, length)))


def tree(length: int, fan_in: int) -> Parents:
    """Each problem feeds one gate, and each gate takes `fan_in` parents while there are any.

    Seen from the target it is a heap: nearest problems first, so that only one gate may have fewer parents.

    Raises:
        InputError: A fan-in below 1.

    Example:
        >>> tree(7, 2)
        ((), (), (), (), (0, 1), (2, 3), (4, 5))
    """
    _require_fan_in(fan_in)
    parents: list[tuple[int, ...]] = []
    for position in range(length):
        nearest = fan_in * (length - 1 - position) + 1  # in the heap, where the target is number 0
        feeders = range(nearest, min(nearest + fan_in, length))
        parents.append(tuple(sorted(length - 1 - number for number in feeders)))
    return tuple(parents)


def dag(length: int, fan_in: int, below: Below) -> Parents:
    """A random structure: each problem feeds one gate or more, and each gate takes 1 to `fan_in` parents.

    Args:
        length: How many problems.
        fan_in: The most parents that a gate may have.
        below: Draws a number from 0 to its argument less one.

    Raises:
        InputError: A fan-in below 1.
    """
    _require_fan_in(fan_in)
    parents: list[set[int]] = [set() for _ in range(length)]
    for position in range(length - 2, -1, -1):
        # Whoever comes later has room for all between: so there is always a place that leads on to the target.
        open_ones = [later for later in range(position + 1, length) if len(parents[later]) < fan_in]
        parents[open_ones[below(len(open_ones))]].add(position)
    for position in range(1, length):
        own = parents[position]
        for _ in range(below(min(fan_in, position) - len(own) + 1)):
            others = [earlier for earlier in range(position) if earlier not in own]
            own.add(others[below(len(others))])
    return tuple([tuple(sorted(own)) for own in parents])


def _require_fan_in(fan_in: int) -> None:
    if fan_in < 1:
        raise InputError(f"a gate takes 1 parent or more, not {fan_in}")


def parse_edges(text: str) -> Edges:
    """Read edges such as "0-2,1-2,2-3": each from a parent to its child.

    Raises:
        InputError: Something else stands there.
    """
    edges: list[tuple[int, int]] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*-\s*([0-9]{1,4})\s*", part)
        if match is None:
            raise InputError(f"{part.strip()!r} is no edge: give pairs of positions from 0 on, such as 0-2,1-2,2-3")
        edges.append((int(match[1]), int(match[2])))
    return tuple(edges)


def explicit(edges: Edges) -> Parents:
    """The structure of these edges; as many problems as the largest position tells.

    Raises:
        InputError: No edges, one twice, a cycle, a child before its parent, a problem that no edge names, or more than
            one problem that leads nowhere.

    Example:
        >>> explicit(((0, 2), (1, 2), (0, 1)))
        ((), (0,), (0, 1))
    """
    if not edges:
        raise InputError("no edges given")
    if len(set(edges)) < len(edges):
        twice = next(edge for place, edge in enumerate(edges) if edge in edges[:place])
        raise InputError(f"the edge {twice[0]}-{twice[1]} stands twice")
    length = max(map(max, edges)) + 1
    parents: list[list[int]] = [[] for _ in range(length)]
    for parent, child in edges:
        parents[child].append(parent)
    _refuse_cycle(parents)
    for parent, child in edges:
        if parent > child:
            raise InputError(f"the edge {parent}-{child} makes a parent come after its child: number parents first")
    feeding = {parent for parent, _ in edges}
    if ends := [position for position in range(length - 1) if position not in feeding]:
        raise InputError(f"problem {ends[0]} does not lead to the target, which is {length - 1}: no edge begins at it")
    return tuple([tuple(sorted(own)) for own in parents])


def _refuse_cycle(parents: Sequence[Sequence[int]]) -> None:
    # Problems whose parents are all settled are settled; what is left when nothing changes goes round in circles.
    children: list[list[int]] = [[] for _ in parents]
    for child, own in enumerate(parents):
        for parent in own:
            children[parent].append(child)
    waiting = [len(own) for own in parents]
    ready = [position for position, count in enumerate(waiting) if count == 0]
    settled = 0
    while ready:
        settled += 1
        for child in children[ready.pop()]:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    if settled < len(parents):
        stuck = [str(position) for position, count in enumerate(waiting) if count]
        raise InputError(f"the edges go round in a cycle: problems {', '.join(stuck[:10])} wait for one another")


def parse_order(order: str) -> tuple[int, ...] | None:
    """Read an order: None for a word that names one, else the positions in telling order.

    Raises:
        InputError: It is neither.

    Example:
        >>> parse_order("zigzag"), parse_order("2,0,1")
        (None, (2, 0, 1))
    """
    if order in ORDERS and order != "explicit":
        return None
    parts = [part.strip() for part in order.split(",")]
    if not all(re.fullmatch("[0-9]{1,4}", part) for part in parts):
        known = ", ".join(name for name in ORDERS if name != "explicit")
        raise InputError(f"no order {order!r}: {known}, or positions such as 2,0,1")
    positions = tuple(map(int, parts))
    if sorted(positions) != list(range(len(positions))):
        raise InputError(f"the order {order} is no permutation of the positions 0 to {len(positions) - 1}")
    return positions


def telling(order: str, length: int) -> tuple[int, ...]:
    """The positions in the order of the text; zigzag tells the first, the last, the second, the last but one, ….

    Example:
        >>> telling("zigzag", 5)
        (0, 4, 1, 3, 2)
    """
    forward = range(length)
    if order == "backward":
        return tuple(reversed(forward))
    if order == "zigzag":
        return tuple([place // 2 if place % 2 == 0 else length - 1 - place // 2 for place in forward])
    return tuple(forward)
