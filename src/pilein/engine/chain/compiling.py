"""Compiling: every position that a battle can come to, from one phase to the next, as a chain.

Nodes are the positions from which play can go on in more than one way, and those in which a phase is over. What follows
of itself in between is walked through once.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.limits import USUAL, Limits
from pilein.engine.chain.veiled.heads import TRIAL, Change, Head
from pilein.engine.chain.veiled.text import HEADS, TO_THE_END, Text
from pilein.engine.chain.ways import Listed, Onward, Ways
from pilein.kernel.position import Position

Ints = NDArray[np.int64]
NOBODY = -1
LONG = 100  # steps of a way after which it may be going round in a circle


class Large(Exception):  # noqa: N818 - it says what has been found out
    """A battle is one to compile by the thousand."""


class Nodes:
    """A chain while it is compiled. `edges[node]` are (target, weight, story); `next_phase[node]` is a (target, story).

    A node where a phase is over has no edges; its next phase begins at NOBODY where none follows. `too_late` is the
    same for a phase that was the last that the ruleset allows, if it sets a limit. Where a clock counts rounds, nodes
    where one is over stand there too, as if rounds were phases.
    """

    def __init__(
        self, text: Text, limits: Limits = USUAL, *, phases: int = TO_THE_END, most: int | None = None
    ) -> None:
        self.text = text
        self.positions: list[int] = []
        self.edges: dict[int, list[tuple[int, int, int]]] = {}
        self.next_phase: dict[int, tuple[int, int]] = {}
        self.too_late: dict[int, tuple[int, int]] = {}
        self.most_phases: int | None = None
        self._limits = limits
        self._most = most
        self._ways = 0
        self._phases = phases
        self._ends: dict[int, tuple[int, int]] = {}
        self._between: dict[tuple[int, int], Head] = {}
        self._waiting: list[int] = []

    def begin(self, position: Position) -> tuple[int, int]:
        """Compile all that can follow a position; the node where it first branches, and what is told before.

        Raises:
            TooMuch: more than the limits allow.
            Large: there are more nodes than `most`.

        """
        clock = self.text.clock
        self.most_phases = clock.most if clock else self.text.rules.limit(position.state)
        first = self._walk(self.text.number(position))
        self._go_on()
        return first

    def ways(self, first: tuple[int, int]) -> Ways:
        """All that has been compiled; `first` is the first node, and what is told before it."""
        edges = [(node, edge) for node in sorted(self.edges) for edge in self.edges[node]]
        wholes = {node: sum(weight for _, weight, _ in edges) for node, edges in self.edges.items()}
        ends = sorted(self.next_phase)
        return Ways(
            self.text,
            Listed(self.positions),
            first,
            source=_ints(node for node, _ in edges),
            target=_ints(edge[0] for _, edge in edges),
            story=_ints(edge[2] for _, edge in edges),
            outcome=np.arange(len(edges), dtype=np.int64),
            weights=[edge[1] for _, edge in edges],
            wholes=[wholes[node] for node, _ in edges],
            ends=_ints(ends),
            onward=_onward(self.next_phase, ends),
            late=_onward(self.too_late, ends) if self.too_late else None,
            most_phases=self.most_phases,
        )

    def _go_on(self) -> None:
        while self._waiting:
            node = self._waiting.pop()
            position = self.positions[node]
            head = self.text.heads[position & HEADS]
            if head.goes_on:
                row = self.text.row(position)
                self._count(len(row))
                self.edges[node] = [self._edge(change, position) for change in row]
            elif head.agenda:
                self.next_phase[node] = self._through(position)
                self.too_late[node] = self._through(self.text.when_late(position))
            else:
                self.next_phase[node] = self._after(position, 1)
                if self.most_phases is not None:
                    self.too_late[node] = self._after(position, self.most_phases)

    def _count(self, ways: int) -> None:
        self._ways += ways
        self._limits.check(0, self._ways, self.text.outcomes, self.text.runs)

    def _through(self, position: int) -> tuple[int, int]:
        """Follow the clause of a clock, which has one outcome."""
        (change,) = self.text.row(position)
        target, more = self._walk(change.on(position))
        return target, self._told(change.story, more)

    def _edge(self, change: Change, position: int) -> tuple[int, int, int]:
        position = position & change.keep | change.write
        target, more = self._walk(position)
        return target, change.weight, self._told(change.story, more) if more else change.story

    def _after(self, position: int, phase: int) -> tuple[int, int]:
        head = self.text.heads[position & HEADS]
        between = self._between.setdefault((head.number, phase), Head(head.number, head.frame, ()))
        key = between.key(position)
        row = between.row(key)
        if row is None:
            row = self.text.after_phase(between, position, phase, self._phases)
            between.keep(between.key(position), row)
        return self._walk(row[0].on(position)) if row else (NOBODY, 0)

    def _walk(self, position: int) -> tuple[int, int]:
        """Follow what has one outcome only: the node that it leads to, and what is told on the way."""
        ends, heads = self._ends, self.text.heads
        path: list[tuple[int, int, Head]] = []
        while True:
            head = heads[position & HEADS]
            end = ends.get(position) if head.ways_meet else None
            if end is not None:
                head.met += 1
                break
            row = (head.at(position) or self.text.row(position)) if head.goes_on else ()
            if len(row) != 1 or (len(path) > LONG and _is_in_circle(position, path)):
                end = ends.get(position) or self._node(position)
                break
            change = row[0]
            path.append((position, change.story, head))
            position = position & change.keep | change.write
        for before, told, head in reversed(path):
            end = (end[0], self._told(told, end[1])) if told else end
            if head.ways_meet:
                end = ends.setdefault(before, end)
                if head.passed < TRIAL:
                    head.count_way()
        return end

    def _node(self, position: int) -> tuple[int, int]:
        node = len(self.positions)
        end = self._ends[position] = (node, 0)
        self.positions.append(position)
        self._waiting.append(node)
        self._limits.check(len(self._ends), self._ways, self.text.outcomes, self.text.runs)
        self.text.meter.check()
        if node == self._most:
            raise Large
        return end

    def _told(self, story: int, more: int) -> int:
        if not more:
            return story
        if not story:
            return more
        stories = self.text.stories
        return self.text.story(stories[story] + stories[more])


def _ints(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int64)


def _onward(following: dict[int, tuple[int, int]], ends: list[int]) -> Onward:
    return Onward(_ints(following[end][0] for end in ends), _ints(following[end][1] for end in ends))


def _is_in_circle(position: int, path: list[tuple[int, int, Head]]) -> bool:
    """Whether a way has come to a position again; ways meet there."""
    found = next((head for before, _, head in path if before == position), None)
    if found is not None:
        found.remember_always()
    return found is not None
