"""Samplers that walk millions of fights over a chain, recording either only the ends or also all labels on the way."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import NamedTuple, Protocol

import numpy as np

from pilein.chain.chain import NO_NODE, Chain, Ints
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.sample import phases as in_numpy
from pilein.chain.sample.drawing import Words, alias_table, drawn, key_of, picked, streams
from pilein.chain.sample.phases import Contracted, Walks, contracted
from pilein.chain.solve.spans import most_steps

PIECE = 1 << 20  # fights per worker at a time
PAYS = 1 << 24  # number of fights from which loading machine code pays
STEP_BITS = 14  # in a draw's number: the index of its transition within the phase
CHUNK = 1 << 14  # fights with labels followed at a time


class Walker(Protocol):
    """Function that walks fights of a chain, beginning with the fight of a given number.

    It is `phases.walk` or its machine-code twin.
    """

    def __call__(self, chain: Contracted, key: np.uint64, first: int, count: int) -> Walks:
        """Walk fights in the order of their numbers."""


class EndSampler:
    """Sampler of the ends and lengths of fights, over a number of phases, where 0 means until no units are in
    contact.
    """

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self.contracted = contracted(chain, phases)

    def walks(self, count: int, *, seed: int = 0, first: int = 0, workers: int = 1, fast: bool | None = None) -> Walks:
        """Walk `count` fights, beginning with fight number `first`. The result does not depend on `workers` or `fast`.

        `fast` selects machine code, from the extra of that name. By default it is used if it is installed and
        worthwhile.

        Raises:
            ImportError: `fast` is requested, and the extra is missing.
        """
        walker, key = _walker(_pays(count) if fast is None else fast), key_of(seed)
        pieces = [(begin, min(PIECE, first + count - begin)) for begin in range(first, first + count, PIECE)]
        if workers == 1:
            return _joined(walker(self.contracted, key, *piece) for piece in pieces)
        with ThreadPoolExecutor(workers) as threads:
            return _joined(threads.map(lambda piece: walker(self.contracted, key, *piece), pieces))


def _walker(fast: bool) -> Walker:  # noqa: FBT001 - the only argument
    if not fast:
        return in_numpy.walk
    from pilein.chain.sample.fast import walk  # noqa: PLC0415 - an extra, and slow to load

    return walk


def _pays(count: int) -> bool:
    return count >= PAYS and find_spec("numba") is not None


def _joined(parts: Iterable[Walks]) -> Walks:
    nothing = Walks(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int16))
    ends, phases = zip(nothing, *parts, strict=True)
    return Walks(np.concatenate(ends), np.concatenate(phases))


# --- with labels -----------------------------------------------------------------------------------------------


class Labelled(NamedTuple):
    """The end of each fight (an index among the chain's ends), the number of phases of each fight, and all labels
    in order.

    `fight` and `label` have an entry for each label that is not empty: the label's fight and the label's number.
    """

    ends: Ints
    phases: Ints
    fight: Ints
    label: Ints


class LabelSampler:
    """Sampler that walks fights transition by transition, which is slower than walking phase by phase. `phases` has the
    same meaning as in EndSampler.
    """

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self._chain = chain
        self._last = most_steps(chain, phases)
        cuts, chances = chain.starts.tolist(), chain.chance.tolist()
        leaving = [node for node in range(len(chain.positions)) if cuts[node] < cuts[node + 1]]
        parts = [chances[cuts[node] : cuts[node + 1]] for node in leaving]
        table = alias_table([(range(len(part)), part) for part in parts])
        self._slots = table.slots
        self._rows = np.zeros(len(chain.positions), dtype=np.uint64)
        self._rows[leaving] = table.rows

    def walks(self, count: int, *, seed: int = 0, first: int = 0) -> Labelled:
        """Walk `count` independent fights, beginning with fight number `first`."""
        key = key_of(seed)
        walks = [_Walk(begin) for begin in range(0, count, CHUNK)]
        for walk in walks:
            self._walk(walk, streams(key, first + walk.begin, min(CHUNK, count - walk.begin)))
        nothing = _Walk(0)
        parts = zip(*(walk.labelled() for walk in (nothing, *walks)), strict=True)
        return Labelled(*(np.concatenate(part) for part in parts))

    def _walk(self, walk: "_Walk", begun: Words) -> None:
        chain, going = self._chain, np.arange(len(begun))
        walk.ends, walk.phases = np.zeros_like(going), np.zeros_like(going)
        nodes = np.full(len(begun), chain.first)
        walk.note(going, np.full(len(begun), chain.prologue))
        for phase in range(1, self._last + 1):
            self._walk_phase(walk, begun, nodes, going, phase)
            walk.ends[going], walk.phases[going] = chain.end_of[nodes[going]], phase
            if phase == self._last:
                return
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            onward, labels = (chain.late, chain.late_label) if is_late else (chain.onward, chain.onward_label)
            going = going[onward[walk.ends[going]] != NO_NODE]
            if not going.size:
                return
            nodes[going] = onward[walk.ends[going]]
            walk.note(going, labels[walk.ends[going]])

    def _walk_phase(self, walk: "_Walk", begun: Words, nodes: Ints, going: Ints, phase: int) -> None:
        """Continue every unfinished fight until the phase is over."""
        chain, step = self._chain, 0
        while True:
            going = going[chain.end_of[nodes[going]] == NO_NODE]
            if not going.size:
                return
            step += 1
            assert step < 1 << STEP_BITS, "a phase has no end"
            at = nodes[going]
            places = picked(self._slots, self._rows[at], drawn(begun[going], phase << STEP_BITS | step))
            places += chain.starts[at]
            nodes[going] = chain.target[places]
            walk.note(going, chain.label[places])


class _Walk:
    """Chunk of fights in progress with their labels so far, beginning with fight number `begin`."""

    def __init__(self, begin: int) -> None:
        self.begin = begin
        self.ends: Ints = np.empty(0, dtype=np.int64)
        self.phases: Ints = np.empty(0, dtype=np.int64)
        self._fights: list[Ints] = [self.ends]
        self._labels: list[Ints] = [self.ends]

    def note(self, fights: Ints, labels: Ints) -> None:
        """Record the labels of several fights, except the empty label, number 0."""
        some = np.flatnonzero(labels)
        self._fights.append(fights[some] + self.begin)
        self._labels.append(labels[some])

    def labelled(self) -> Labelled:
        """Return every fight with its labels."""
        return Labelled(self.ends, self.phases, np.concatenate(self._fights), np.concatenate(self._labels))
