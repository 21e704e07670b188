"""Which sentences of the text are used: noted while a clause runs, as a coverage tool notes lines.

A sentence is used where somebody asks whether it is in the text (`holds`). It is asked last, when the case that it
speaks of has come up, so that asking is using. What players look at before they answer is not noted.
"""

from collections.abc import Iterator
from contextlib import contextmanager

Noted = dict[str, None]  # sentences in the order of their first use

_noted: list[Noted | None] = [None]


def note(sentence: str) -> None:
    """Note that a sentence is used, if anything is being noted."""
    noted = _noted[-1]
    if noted is not None:
        noted[sentence] = None


@contextmanager
def noting(noted: Noted | None) -> Iterator[None]:
    """While this lasts uses are noted here; None: nowhere."""
    _noted.append(noted)
    try:
        yield
    finally:
        _noted.pop()
