"""Tallies of fights, which count the answers to each question and can be merged, saved and read as figures."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

from pilein.engine.fixed import Noted
from pilein.lab.figures import (
    DRAWN,
    HOW,
    WINS,
    Distribution,
    Estimate,
    EventFigures,
    Figures,
    Number,
    UnitFigures,
    WaysOfSide,
    error_of,
    share,
)
from pilein.lab.questions import Ended, Label
from pilein.tabletop.setup import Setup

Question = tuple[Any, ...]  # word and subject
Answer = str | int
Occurred = tuple[str, str]  # an event's kind and subject
TallyLine = tuple[Question, tuple[tuple[Answer, int], ...]]

OUTCOME, DECIDED, PHASES, MARGIN = ("outcome",), ("decided",), ("phases",), ("margin",)
FATE, LOSSES, EVENT, HOW_WON = "fate", "losses", "event", "how"


class Tally:
    """Counts of each answer to each question, over a number of games.

    Questions are OUTCOME, DECIDED, PHASES, MARGIN, (HOW_WON, side), (FATE, unit), (LOSSES, unit) and (EVENT,
    *label without margin). The answer to an event is the number of times it happened in a game; games without the
    event are left out. `noted` records how fixed answers were used. If requested, `ends` counts the games with
    each end and its events; `ends` is not part of `lines`.
    """

    def __init__(self, games: int = 0, lines: tuple[TallyLine, ...] = ()) -> None:
        self.games = games
        self.ends: Counter[tuple[Ended, frozenset[Occurred]]] = Counter()
        self.noted: Noted = (frozenset(), {})
        self._counts: dict[Question, Counter[Answer]] = {
            question: Counter(dict(answers)) for question, answers in lines
        }

    def note(self, question: Question, answer: Answer, games: int = 1) -> None:
        """Count an answer to a question for a number of games."""
        self._counts.setdefault(question, Counter())[answer] += games

    def answered(self, noted: Noted) -> None:
        """Record how fixed answers were used."""
        self.noted = self.noted[0] | noted[0], {**noted[1], **self.noted[1]}

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally to this tally."""
        self.games += other.games
        self.ends.update(other.ends)
        self.answered(other.noted)
        for question, answers in other._counts.items():  # noqa: SLF001 - another of the same kind
            self._counts.setdefault(question, Counter()).update(answers)

    def lines(self) -> tuple[TallyLine, ...]:
        """Return the tally as sorted plain values. A tally rebuilt from the lines equals the original."""
        ordered = sorted(self._counts.items(), key=lambda line: str(line[0]))
        return tuple((question, tuple(sorted(answers.items()))) for question, answers in ordered)

    def chances(self, question: Question) -> dict[Answer, Estimate]:
        """Return the chance of each answer to a question."""
        return {answer: self._share(count) for answer, count in self._counts.get(question, Counter()).items()}

    def distribution(self, question: Question) -> Distribution:
        """Return the distribution of a whole-number answer. Its chances add up to less than 1 if some games have no
        answer.
        """
        pairs = sorted((answer, chance) for answer, chance in self.chances(question).items() if isinstance(answer, int))
        return Distribution(tuple(pairs), self.games if pairs else 0)

    def events(self) -> Iterator[tuple[Label, Number, Number]]:
        """Yield every kind of event in order, with its chance and its expected number."""
        found = ((Label(*question[1:]), question) for question in self._counts if question[0] == EVENT)
        for label, question in sorted(found, key=str):
            answers = self._counts[question]
            times = sum(int(often) * games for often, games in answers.items()) / self.games
            squares = sum(int(often) ** 2 * games for often, games in answers.items()) / self.games
            deviation = sqrt(max(0.0, squares - times * times))
            yield label, self._share(answers.total()), Estimate(times, error_of(deviation, self.games))

    def _share(self, count: int) -> Estimate:
        return share(count, self.games)


def figures(tally: Tally, setup: Setup, models: tuple[int, ...]) -> Figures:
    """Return the figures of a tally of at least one game.

    `models` are the units' numbers of models before the fight.
    """
    outcome = tally.chances(OUTCOME)
    wins = [WINS.format(side=side) for side in setup.sides]
    others = sorted(str(word) for word in outcome if word not in wins)
    zero = share(0, tally.games)
    units = tuple(
        UnitFigures(
            unit.name,
            setup.sides[unit.side],
            models[unit.number],
            _likeliest_first(tally.chances((FATE, unit.name))),
            tally.distribution((LOSSES, unit.name)),
        )
        for unit in setup.units
    )
    return Figures(
        sides=setup.sides,
        outcome=tuple((word, outcome.get(word, zero)) for word in (*wins, *others)),
        units=units,
        phases=tally.distribution(PHASES),
        margin=tally.distribution(MARGIN),
        decided=_likeliest_first(tally.chances(DECIDED)),
        events=tuple(
            EventFigures(label.event, label.unit, label.facts, label.clause, chance, expected)
            for label, chance, expected in tally.events()
        ),
        games=tally.games,
        how=(_ways_of_winning(tally, setup.sides[0], outcome), _ways_of_winning(tally, setup.sides[1], outcome)),
    )


def _ways_of_winning(tally: Tally, side: str, outcome: dict[Answer, Estimate]) -> WaysOfSide:
    """Return a side's ways of winning with their chances, or () if some games that the side won were not counted."""
    chances = tally.chances((HOW_WON, side))
    won = float(outcome.get(WINS.format(side=side), 0.0))
    if round(tally.games * sum(map(float, chances.values()))) != round(tally.games * won):
        return ()
    return tuple((how, chances[how]) for how in HOW if how in chances)


def _likeliest_first(chances: dict[Answer, Estimate]) -> tuple[tuple[str, Number], ...]:
    pairs = [(str(word), chance) for word, chance in chances.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair[1].value, pair[0])))


def is_final(outcome: str, sides: tuple[str, str]) -> bool:
    """Whether an outcome was decided by a clause, which means that it is a win or a draw."""
    return outcome == DRAWN or outcome in {WINS.format(side=side) for side in sides}
