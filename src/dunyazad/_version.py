"""The one place where the version is written; the build and the generators' stamps read it."""

__version__ = "0.1.0"
