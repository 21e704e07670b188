"""Monitors: small automata that follow the labels of a chain and remember no more than a question needs."""

from collections.abc import Hashable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


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
        return int(self.table(state)[label])

    def table(self, state: int) -> NDArray[np.int64]:
        """The state after each label, by the label's number."""
        while len(self._after) <= state:
            reached = [self._reached(len(self._after), label) for label in self._labels]
            self._after.append(np.array(reached, dtype=np.int64))
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
