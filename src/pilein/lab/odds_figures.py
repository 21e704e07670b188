"""Compute figures from a compiled chain."""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from pilein.chain.chain import Chain
from pilein.chain.solve.monitors import Both, Eventually
from pilein.lab import questions
from pilein.lab.figures import (
    DRAWN,
    ENDLESS,
    FIGHTING,
    HOW,
    UNRESOLVED,
    WINS,
    Distribution,
    EventFigures,
    Figures,
    Number,
    Span,
    UnitFigures,
    Ways,
)
from pilein.lab.odds_hearing import Hearings
from pilein.lab.odds_solving import Chances, Exact, Solved, gathered, likeliest_first, solved
from pilein.lab.questions import Label
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import UnitSetup


class Solution:
    """Compiled chain with its ruleset and battle, ready to be solved.

    `phases` is the number of phases, where 0 means to the end. `opening` is the state before the first clause.
    """

    def __init__(self, chain: Chain, rules: Ruleset, opening: BattleState, *, phases: Span, exact: bool) -> None:
        self.chain = chain
        self.rules = rules
        self.opening = opening
        self.phases = phases
        self.is_exact = exact
        self.solved = partial(solved, chain, phases=phases, exact=exact)
        self._hearing = Hearings(chain, phases=phases, exact=exact)
        self._fighting = FIGHTING if phases else UNRESOLVED

    def figures(self) -> Figures:
        """Compute the figures of the fight, except those of events."""
        results = self._results()
        both = self.solved(Both(questions.LastDecisive(self.rules), Eventually(*results)))
        last = both._replace(ends=tuple(end._replace(remembered=end.remembered[0]) for end in both.ends))
        setup, endings = self.opening.setup, self._endings()
        return Figures(
            sides=setup.sides,
            outcome=_in_order(setup.sides, last.distribution(endings) | _endless(last)),
            units=tuple(self._unit(unit, last) for unit in setup.units),
            phases=distribution(dict(enumerate(last.phases, 1))),
            rounds=distribution(dict(enumerate(last.rounds, 1))),
            margin=self._margin(both, results),
            decided=decided(setup.sides, endings, last),
            lasting=last.lasting,
            endless=likeliest_first(gathered((self._those_in_contact(node), chance) for node, chance in last.closed)),
            how=how_won(self.chain, self.rules, last),
        )

    def events(self) -> tuple[EventFigures, ...]:
        """Return the figures of every kind of event, by kind, unit and clause."""
        often = gathered((_plain(label), count) for _, story, count in self.solved().expected for label in story)
        same: dict[Label, list[Label]] = {}
        for label in self._labels():
            same.setdefault(_plain(label), []).append(label)
        labels = sorted((label for label in same if label in often), key=str)
        return tuple(self._event(label, same[label], often[label]) for label in labels)

    def _endings(self) -> list[str]:
        found = self.chain.read(partial(questions.ending, self.rules))
        return [self._fighting if one == FIGHTING else one for one in found]

    def _unit(self, unit: UnitSetup, last: Solved) -> UnitFigures:
        before = self.rules.left(self.opening, unit.number)
        lost = self._distribution(last, lambda state: before - self.rules.left(state, unit.number))
        fates = self._distribution(last, lambda state: self.rules.fate(state, unit.number))
        side = self.opening.setup.sides[unit.side]
        return UnitFigures(unit.name, side, before, likeliest_first(fates), distribution(lost))

    def _distribution(self, last: Solved, reading: Callable[[Any], Hashable]) -> Chances:
        """Return the chances of a reading's values, at the ends of the fight and in fights that never end."""
        values = self.chain.read(reading)
        closed = [(reading(self.chain.state(node)), chance) for node, chance in last.closed]
        return gathered((*((values[end.place], end.chance) for end in last.ends), *closed))

    def _results(self) -> frozenset[Label]:
        """Return the labels with the margin of a combat result."""
        kinds = {kind.__name__ for kind in self.rules.results}
        return frozenset(label for label in self._labels() if label.event in kinds)

    def _margin(self, both: Solved, results: frozenset[Label]) -> Distribution:
        """Return the distribution of the first combat result, taken from the first label with a margin."""
        first = (
            (story, often)
            for before, story, often in both.expected
            if before is not None  # as it is for events that recur forever
            and not before[1]
            and results.intersection(story)
        )
        sides = self.opening.setup.sides
        leads = (
            (questions.lead(sides, next(label for label in story if label in results)), often) for story, often in first
        )
        return distribution(gathered((lead, often) for lead, often in leads if lead is not None))

    def _those_in_contact(self, node: int) -> str:
        """Name the units in contact at a node, with their numbers of models."""
        state = self.chain.state(node)
        fighting = [unit for unit in state.setup.units if state.field.touched_units(unit.number)]
        return " and ".join(f"{state.field.living(unit.number)} {unit.name}" for unit in fighting)

    def _labels(self) -> list[Label]:
        labels: Iterator[Any] = (label for story in self.chain.labels for label in story)
        return list(dict.fromkeys(labels))

    def _event(self, label: Label, same: list[Label], expected: Exact) -> EventFigures:
        chance = self._hearing.chance(frozenset(same), expected)
        return EventFigures(label.event, label.unit, label.facts, label.clause, chance, expected)


def how_won(chain: Chain, rules: Ruleset, last: Solved) -> Ways:
    """Return each side's ways of winning with their chances. `last` was solved with the monitor LastDecisive."""
    found = chain.read(partial(questions.beaten, rules))
    won = gathered(
        ((found[end.place].winner, questions.how_won(found[end.place], end.remembered)), end.chance)
        for end in last.ends
        if found[end.place] is not None
    )
    one, other = (tuple((how, won[side, how]) for how in HOW if (side, how) in won) for side in (0, 1))
    return one, other


def distribution(chances: Chances) -> Distribution:
    """Convert the chances of an integer's values to a `Distribution`."""
    values = sorted((value, chance) for value, chance in chances.items() if isinstance(value, int) and chance)
    return Distribution(tuple(values))


def _plain(label: Label) -> Label:
    return label._replace(margin=None)


def _in_order(sides: tuple[str, str], chances: Chances) -> tuple[tuple[str, Number], ...]:
    wins = [WINS.format(side=side) for side in sides]
    zero = Fraction(0) if all(isinstance(chance, Fraction) for chance in chances.values()) else 0.0
    others = sorted(str(word) for word in chances if word not in wins)
    return tuple((word, chances.get(word, zero)) for word in (*wins, *others))


def _endless(last: Solved) -> Chances:
    return gathered((ENDLESS, chance) for _, chance in last.closed)


def decided(sides: tuple[str, str], endings: list[str], last: Solved) -> tuple[tuple[str, Number], ...]:
    """Return the clauses that decided fights, likeliest first. `last` was solved with the monitor LastDecisive."""
    final = {DRAWN, *(WINS.format(side=side) for side in sides)}
    ends = (end for end in last.ends if endings[end.place] in final and end.remembered.clause)
    return likeliest_first(gathered((end.remembered.clause, end.chance) for end in ends))
