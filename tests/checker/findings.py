from collections.abc import Iterator
from typing import NamedTuple


class Finding(NamedTuple):
    """A finding of the checker, with its kind, the number of the log entry that shows it, and a description."""

    kind: str
    number: int
    words: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.number}: {self.words}"


Found = Iterator[Finding]
