from __future__ import annotations

from dunyazad import __version__
from dunyazad.chaining.wording import BEFORE_CLAIM, BEFORE_FALSE, BEFORE_TRUE, CANARY, GENERATOR, chain_id, telling


def test_telling_covers_every_position() -> None:
    assert list(telling("forward", 4)) == [0, 1, 2, 3]
    assert list(telling("backward", 4)) == [3, 2, 1, 0]
    assert list(telling("backward", 1)) == [0]


def test_ids_tell_cells_indices_seeds_texts_and_facts_apart() -> None:
    ids = {
        chain_id(("forward", 2, 0), 0, "a", []),
        chain_id(("backward", 2, 0), 0, "a", []),
        chain_id(("forward", 3, 0), 0, "a", []),
        chain_id(("forward", 2, 1), 0, "a", []),
        chain_id(("forward", 2, 0), 0, "b", []),
        chain_id(("forward", 2, 0), 1, "a", []),
        chain_id(("forward", 2, 0), 0, "a", [b"fact"]),
    }
    assert len(ids) == 7


def test_the_stamp_names_version_and_canary() -> None:
    assert __version__ in GENERATOR
    assert "064647f9-d688-4b14-a52a-ffeaa75e21bc" in CANARY  # never to change: filters look for it


def test_no_wording_has_a_space_inside_a_bracket() -> None:
    for wording in (BEFORE_CLAIM, BEFORE_TRUE, BEFORE_FALSE):
        assert "[ " not in wording + "x"
        assert " ]" not in "x" + wording
        assert "  " not in wording
