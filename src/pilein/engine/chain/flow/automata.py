"""Questions as small automata: they hear what is told, label by label, and remember no more than the question needs."""

from collections.abc import Hashable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Automaton(Protocol):
    """What is remembered of the events told so far; finitely many states."""

    @property
    def start(self) -> Hashable:
        """What is remembered before anything has been told."""
        ...

    def heard(self, state: Hashable, label: Hashable) -> Hashable:
        """What is remembered once this has been told too."""
        ...


class Deaf:
    """Remembers nothing."""

    start: Hashable = ()

    def heard(self, state: Hashable, _label: Hashable) -> Hashable:
        """The same as before."""
        return state


class Ever:
    """Whether one of some labels has ever been told."""

    start: Hashable = False

    def __init__(self, *labels: Hashable) -> None:
        self._labels = frozenset(labels)

    def heard(self, state: Hashable, label: Hashable) -> Hashable:
        """True from the first time on."""
        return state is True or label in self._labels


class Listener:
    """An automaton at work on the stories of a chain: its states numbered as they come."""

    def __init__(self, automaton: Automaton, stories: list[tuple[Hashable, ...]]) -> None:
        self._automaton = automaton
        self._stories = stories
        self._numbers: dict[Hashable, int] = {automaton.start: 0}
        self._after: list[NDArray[np.int64]] = []
        self.states: list[Hashable] = [automaton.start]

    def after(self, state: int, story: int) -> int:
        """The state after a story."""
        return int(self.table(state)[story])

    def table(self, state: int) -> NDArray[np.int64]:
        """The state after each story, by the story's number."""
        while len(self._after) <= state:
            reached = [self._heard(len(self._after), story) for story in self._stories]
            self._after.append(np.array(reached, dtype=np.int64))
        return self._after[state]

    def _heard(self, number: int, story: tuple[Hashable, ...]) -> int:
        state = self.states[number]
        for label in story:
            state = self._automaton.heard(state, label)
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
        return found
