"""How further processes are started."""

from __future__ import annotations

import sys
import threading
from multiprocessing import get_context
from multiprocessing.context import BaseContext

__all__ = ["process_context"]


def process_context() -> BaseContext:
    """The way of starting processes: a copy of this one where that is safe, else a new interpreter.

    A copy starts at once with all that was loaded; a new interpreter takes a second to load it again. Copies are safe
    on Linux while there is one thread only: whatever lock another thread held would stay locked in the copy.

    Example:
        >>> process_context().get_start_method() in ("fork", "spawn")
        True
    """
    alone = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if alone else "spawn")
