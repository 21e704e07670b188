"""Findings of the checker, as data."""

from collections.abc import Iterator
from typing import NamedTuple


class Finding(NamedTuple):
    """A kind, the number of the log's entry that shows it, and words."""

    kind: str
    number: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.number}: {self.words}"


Found = Iterator[Finding]
