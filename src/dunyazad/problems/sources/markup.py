"""XML as ASDiv has it: elements named Problem, with one child element a field.

The parser expands no entities of the file's own: a document type is refused as a whole, and nothing is ever fetched.
"""

from __future__ import annotations

from typing import IO
from xml.parsers import expat

from dunyazad._exceptions import InputError
from dunyazad.problems.sources.rows import Row, Rows

__all__ = ["xml_rows"]

_CHUNK = 1 << 16
_PROBLEM = "problem"
MAX_TEXT = 2_000_000


def xml_rows(stream: IO[bytes], name: str) -> Rows:
    """Yield the problems of an XML file, attributes and children alike as fields.

    Raises:
        InputError: It is no sound XML, or declares a document type.
    """
    reader = _Reader(name)
    try:
        while chunk := stream.read(_CHUNK):
            reader.parser.Parse(chunk, False)
            yield from reader.take()
        reader.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise InputError(f"cannot read {name}: it is no sound XML: {error}") from error
    yield from reader.take()


class _Reader:
    """Collects the problems that the parser tells of."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.done: list[Row] = []
        self.fields: dict[str, str] | None = None
        self.depth = 0  # inside a problem: 1 in the problem itself, 2 in a field
        self.text: list[str] = []
        self.size = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data

    def refuse(self, *_declared: object) -> None:
        raise InputError(f"cannot read {self.name}: it declares a document type, which may hide anything")

    def start(self, element: str, attributes: dict[str, str]) -> None:
        if self.fields is None:
            if element.lower() == _PROBLEM:
                self.fields = {key.lower(): value for key, value in attributes.items()}
                self.depth, self.size = 1, 0
            return
        self.depth += 1
        if self.depth == 2:
            self.text = []

    def data(self, text: str) -> None:
        self.size += len(text)
        if self.depth >= 2 and self.size <= MAX_TEXT:
            self.text.append(text)

    def end(self, element: str) -> None:
        if self.fields is None:
            return
        if self.depth == 2:
            self.fields[element.lower()] = "".join(self.text)
        self.depth -= 1
        if self.depth == 0:
            self.done.append(Row(self.fields))
            self.fields = None

    def take(self) -> Rows:
        done, self.done = self.done, []
        yield from done
