"""Positions on their way, by the thousand: those with the same clause next wait for each other."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.crowd.packing import HEAD
from pilein.engine.chain.crowd.tables import present
from pilein.engine.chain.veiled.text import Text

Ints = NDArray[np.int64]
OVER = ""  # no clause is next: a phase is over
ROUND = "a round is over"  # the clause of a clock is next
URGENCY = {OVER: 0, ROUND: 1}  # all others come before
HALF = 32  # bits of a word


class Going(NamedTuple):
    """Positions on their way: by which way each set out, what has been told since, how many clauses ago (at most)."""

    packed: Ints
    way: Ints
    story: Ints
    clauses: int

    def only(self, which: NDArray[np.bool_]) -> "Going":
        """Some of them."""
        if which.all():
            return self
        places = np.flatnonzero(which)
        return Going(self.packed.take(places, axis=1), self.way[places], self.story[places], self.clauses)


class Crowd:
    """All positions on their way, by the stable key of the clause that is next."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._waiting: dict[str, list[Going]] = {}
        self._clauses: list[str] = []
        self._clause_of: Ints = np.empty(0, dtype=np.int64)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def wait(self, going: Going) -> None:
        """Positions wait with all that have the same clause next."""
        if not going.way.size:
            return
        numbers = self._by_head()[going.packed[0] & HEAD]
        clauses = present(numbers)
        for number in clauses:
            part = going if len(clauses) == 1 else going.only(numbers == number)
            self._waiting.setdefault(self._clauses[number], []).append(part)

    def most(self) -> tuple[str, Going]:
        """The most numerous that have the same clause next; those whose round or phase is over after all others."""
        clause = max(self._waiting, key=self._urgency)
        return clause, _together(self._waiting.pop(clause))

    def _urgency(self, clause: str) -> tuple[int, int]:
        return URGENCY.get(clause, len(URGENCY)), sum(going.way.size for going in self._waiting[clause])

    def _by_head(self) -> Ints:
        """By the number of a head, that of its clause."""
        fresh = []
        for head in self._text.heads[len(self._clause_of) :]:
            clause = head.agenda[0][0] if head.goes_on else ROUND if head.agenda else OVER
            if clause not in self._clauses:
                self._clauses.append(clause)
            fresh.append(self._clauses.index(clause))
        if fresh:
            self._clause_of = np.concatenate((self._clause_of, np.array(fresh, dtype=np.int64)))
        return self._clause_of


def joined(text: Text, before: Ints, after: Ints) -> Ints:
    """The stories of ways that are gone one after the other."""
    found: Ints = before + after
    both = np.flatnonzero((before != 0) & (after != 0))
    if both.size:
        pairs, which = np.unique(before[both] << HALF | after[both], return_inverse=True)
        numbers = [_both(text, pair >> HALF, pair & (1 << HALF) - 1) for pair in pairs.tolist()]
        found[both] = np.array(numbers, dtype=np.int64)[which]
    return found


def _both(text: Text, before: int, after: int) -> int:
    return text.story(text.stories[before] + text.stories[after])


def _together(parts: list[Going]) -> Going:
    if len(parts) == 1:
        return parts[0]
    packed = np.concatenate([part.packed for part in parts], axis=1)
    way = np.concatenate([part.way for part in parts])
    story = np.concatenate([part.story for part in parts])
    return Going(packed, way, story, max(part.clauses for part in parts))
