"""The public face: what `import dunyazad` gives, and that every room says what it offers."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import dunyazad

ROOMS = [module.name for module in pkgutil.iter_modules(dunyazad.__path__) if module.ispkg]


def test_all_is_sorted_whole_and_importable() -> None:
    assert dunyazad.__all__ == sorted(dunyazad.__all__)
    assert set(dunyazad.__all__) == {*dunyazad._HOME, "__version__"}
    for name in dunyazad.__all__:
        assert getattr(dunyazad, name) is not None
    assert dir(dunyazad) == dunyazad.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = dunyazad.nothing


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("cli",)])
def test_a_room_offers_what_it_names(room: str) -> None:
    module = importlib.import_module(f"dunyazad.{room}")
    assert len(module.__all__) == len(set(module.__all__)) > 0
    for name in module.__all__:
        assert hasattr(module, name)
