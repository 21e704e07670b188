"""Monitors: small automata that follow the labels of a chain and remember no more than a question needs."""

from collections.abc import Hashable
from typing import Protocol

from pilein.chain.numeric import NDArray, np

UNKNOWN = -1  # the state after a label that has not come up


class Monitor(Protocol):
    """What is remembered of the symbols so far; finitely many states."""

    @property
    def start(self) -> Hashable:
        """The state before the first symbol."""
        ...

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """The state after one more symbol."""
        ...


class NoMonitor:
    """Remembers nothing."""

    start: Hashable = ()

    def after(self, state: Hashable, _symbol: Hashable) -> Hashable:
        """The same as before."""
        return state


class Eventually:
    """Whether one of some symbols has come up."""

    start: Hashable = False

    def __init__(self, *symbols: Hashable) -> None:
        self._symbols = frozenset(symbols)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """True from the first time on."""
        return state is True or symbol in self._symbols


class MonitorRun:
    """A monitor at work on the labels of a chain: its states numbered as they come."""

    def __init__(self, monitor: Monitor, labels: list[tuple[Hashable, ...]]) -> None:
        self._monitor = monitor
        self._labels = labels
        self._numbers: dict[Hashable, int] = {monitor.start: 0}
        self._after: list[NDArray[np.int64]] = []
        self.states: list[Hashable] = [monitor.start]

    def after(self, state: int, label: int) -> int:
        """The state after a label."""
        after = self._row(state)
        if after[label] == UNKNOWN:
            after[label] = self._reached(state, self._labels[label])
        return int(after[label])

    def reached(self, state: int, labels: NDArray[np.int64]) -> NDArray[np.int64]:
        """The state after each label given, by number; states that nothing reaches get no number."""
        after = self._row(state)
        found: NDArray[np.int64] = after[labels]
        if found.size and found.min() == UNKNOWN:
            for label in np.unique(labels[found == UNKNOWN]).tolist():
                after[label] = self._reached(state, self._labels[label])
            found = after[labels]
        return found

    def _row(self, state: int) -> NDArray[np.int64]:
        """What is known so far of the states after each label."""
        while len(self._after) <= state:
            self._after.append(np.full(len(self._labels), UNKNOWN, dtype=np.int64))
        return self._after[state]

    def _reached(self, number: int, label: tuple[Hashable, ...]) -> int:
        state = self.states[number]
        for symbol in label:
            state = self._monitor.after(state, symbol)
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
        return found
