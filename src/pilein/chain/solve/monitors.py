"""Monitors, which are small automata that follow the labels of a chain and remember only what a question needs."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNKNOWN = -1  # the state after a label that has not come up


class Monitor(Protocol):
    """Memory of the symbols so far, with finitely many states."""

    @property
    def start(self) -> Hashable:
        """State of the monitor before the first symbol."""
        ...

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the state that follows after another symbol."""
        ...


class NoMonitor:
    """Monitor that remembers nothing."""

    start: Hashable = ()

    def after(self, state: Hashable, _symbol: Hashable) -> Hashable:
        """Return the monitor's state, which never changes."""
        return state


class Eventually:
    """Monitor that remembers whether any of the given symbols has occurred."""

    start: Hashable = False

    def __init__(self, *symbols: Hashable) -> None:
        self._symbols = frozenset(symbols)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return True from the first occurrence of a symbol onwards."""
        return state is True or symbol in self._symbols


class Both:
    """Two monitors in one run. The state is the pair of their states."""

    def __init__(self, one: Monitor, other: Monitor) -> None:
        self._one, self._other = one, other
        self.start: Hashable = one.start, other.start

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the pair of states that follows after another symbol."""
        assert isinstance(state, tuple)
        one, other = state
        return self._one.after(one, symbol), self._other.after(other, symbol)


class MonitorRun:
    """Monitor running over the labels of a chain, with its states numbered in order of appearance."""

    def __init__(self, monitor: Monitor, labels: list[tuple[Hashable, ...]]) -> None:
        self._monitor = monitor
        self._labels = labels
        self._numbers: dict[Hashable, int] = {monitor.start: 0}
        self._after: list[list[int]] = []
        self._arrays: list[NDArray[np.int64]] = []  # the same for arrays of labels
        self.states: list[Hashable] = [monitor.start]

    def after(self, state: int, label: int) -> int:
        """Return the monitor's state after a label."""
        after = self._row(state)
        if after[label] == UNKNOWN:
            after[label] = self._reached(state, self._labels[label])
        return after[label]

    def reached(self, state: int, labels: "NDArray[np.int64]") -> "NDArray[np.int64]":
        """Return the monitor's state after each given label. States that are never reached get no number."""
        import numpy as np  # noqa: PLC0415 - small chains do without it

        while len(self._arrays) <= state:
            self._arrays.append(np.full(len(self._labels), UNKNOWN, dtype=np.int64))
        after = self._arrays[state]
        found: NDArray[np.int64] = after[labels]
        if found.size and found.min() == UNKNOWN:
            for label in np.unique(labels[found == UNKNOWN]).tolist():
                after[label] = self.after(state, label)
            found = after[labels]
        return found

    def _row(self, state: int) -> list[int]:
        """Return the state that follows after each label, or UNKNOWN where it has not been computed."""
        while len(self._after) <= state:
            self._after.append([UNKNOWN] * len(self._labels))
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
