"""Dunyazad: chain math word problems into hard ones, and verify the reasoning that models give for them."""

from dunyazad._version import __version__

__all__ = ["__version__"]
