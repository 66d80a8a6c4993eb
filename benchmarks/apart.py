"""What two cores of the machine give at best: two processes that share nothing, not even a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing import get_all_start_methods, get_context

__all__ = ["apart"]


def apart(*works: Callable[[], object]) -> float | None:
    """Seconds by the clock until copies of this process have each done their work; None where none can be made."""
    if "fork" not in get_all_start_methods():
        return None
    copies = [get_context("fork").Process(target=work) for work in works]
    begun = time.perf_counter()
    for copy in copies:
        copy.start()
    for copy in copies:
        copy.join()
    return time.perf_counter() - begun
