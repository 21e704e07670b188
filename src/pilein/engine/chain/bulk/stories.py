"""Fights walked way by way over a chain, with all that is told: slower than `walks`, which knows the ends alone."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.bulk.aliases import aliases, picked
from pilein.engine.chain.bulk.draws import drawn, key_of, streams
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.flow.course import most_steps
from pilein.engine.chain.veiled.text import TO_THE_END

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
STEP_BITS = 14  # of a draw's number: which way on of its phase it is for
CHUNK = 1 << 14  # fights at a time


class Told(NamedTuple):
    """For each fight its end, by its number among the chain's ends, and its phases; then all that was told, in order.

    `fight` and `story` have an entry for each story that was told to some purpose: in which fight, and which one.
    """

    ends: Ints
    phases: Ints
    fight: Ints
    story: Ints


class Stories:
    """A chain made ready to be walked way by way, for so many phases (0: until nobody is in contact)."""

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self._chain = chain
        self._last = most_steps(chain, phases)
        self._starting = np.searchsorted(chain.source, np.arange(len(chain.positions) + 1))
        cuts = self._starting.tolist()
        chances = chain.chance.tolist()
        leaving = [node for node in range(len(chain.positions)) if cuts[node] < cuts[node + 1]]
        parts = [chances[cuts[node] : cuts[node + 1]] for node in leaving]
        table = aliases([(range(len(part)), part) for part in parts])
        self._slots = table.slots
        self._rows = np.zeros(len(chain.positions), dtype=np.uint64)
        self._rows[leaving] = table.rows
        self._end_of = np.full(len(chain.positions), NOBODY, dtype=np.int64)
        self._end_of[chain.ends] = np.arange(len(chain.ends))

    def walks(self, count: int, *, seed: int = 0, first: int = 0) -> Told:
        """So many fights from number `first` on; each is the same whatever is fought beside it."""
        key = key_of(seed)
        walks = [_Walk(begin) for begin in range(0, count, CHUNK)]
        for walk in walks:
            self._walk(walk, streams(key, first + walk.begin, min(CHUNK, count - walk.begin)))
        nothing = _Walk(0)
        parts = zip(*(walk.told() for walk in (nothing, *walks)), strict=True)
        return Told(*(np.concatenate(part) for part in parts))

    def _walk(self, walk: "_Walk", begun: Words) -> None:
        chain, going = self._chain, np.arange(len(begun))
        walk.ends, walk.phases = np.zeros_like(going), np.zeros_like(going)
        nodes = np.full(len(begun), chain.first)
        walk.hear(going, np.full(len(begun), chain.prologue))
        for phase in range(1, self._last + 1):
            self._walk_phase(walk, begun, nodes, going, phase)
            walk.ends[going], walk.phases[going] = self._end_of[nodes[going]], phase
            if phase == self._last:
                return
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            onward, stories = (chain.late, chain.late_story) if is_late else (chain.onward, chain.onward_story)
            going = going[onward[walk.ends[going]] != NOBODY]
            if not going.size:
                return
            nodes[going] = onward[walk.ends[going]]
            walk.hear(going, stories[walk.ends[going]])

    def _walk_phase(self, walk: "_Walk", begun: Words, nodes: Ints, going: Ints, phase: int) -> None:
        """Walk on until the phase is over in every fight that goes on."""
        step = 0
        while True:
            going = going[self._end_of[nodes[going]] == NOBODY]
            if not going.size:
                return
            step += 1
            assert step < 1 << STEP_BITS, "a phase has no end"
            at = nodes[going]
            ways = picked(self._slots, self._rows[at], drawn(begun[going], phase << STEP_BITS | step))
            ways += self._starting[at]
            nodes[going] = self._chain.target[ways]
            walk.hear(going, self._chain.story[ways])


class _Walk:
    """A chunk of fights under way, from number `begin` on, and what has been heard of them."""

    def __init__(self, begin: int) -> None:
        self.begin = begin
        self.ends: Ints = np.empty(0, dtype=np.int64)
        self.phases: Ints = np.empty(0, dtype=np.int64)
        self._fights: list[Ints] = [self.ends]
        self._stories: list[Ints] = [self.ends]

    def hear(self, fights: Ints, stories: Ints) -> None:
        """Note what is told in these fights, but for the empty story, which is number 0."""
        told = np.flatnonzero(stories)
        self._fights.append(fights[told] + self.begin)
        self._stories.append(stories[told])

    def told(self) -> Told:
        """All of it."""
        return Told(self.ends, self.phases, np.concatenate(self._fights), np.concatenate(self._stories))
