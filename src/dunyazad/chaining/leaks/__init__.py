"""Does the surface of a chained problem tell which branch is the true one? A test over a file."""

from dunyazad.chaining.leaks.guesser import Guess
from dunyazad.chaining.leaks.report import LeakReport, LeakTest, leaks

__all__ = ["Guess", "LeakReport", "LeakTest", "leaks"]
