"""Random walks over a compiled chain, tallied with arrays under the same questions as games."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import Chain
from pilein.chain.sample.sampler import EndSampler, Labelled, LabelSampler
from pilein.engine.fixed import Noted
from pilein.lab import questions
from pilein.lab.questions import Course, FirstResult, Label, LastDecisive
from pilein.lab.simulating_games import remembered
from pilein.lab.tallies import (
    DECIDED,
    EVENT,
    FATE,
    HOW_WON,
    LOSSES,
    MARGIN,
    OUTCOME,
    PHASES,
    Question,
    Tally,
    is_final,
)
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset

Ints = NDArray[np.int64]
NOTHING = -1  # the index for a fight without such labels


class Walked:
    """Random walks over a chain compiled with `questions.label`. They start from a state and last a number of phases.

    `noted` records how fixed answers were used while the chain was compiled.
    """

    def __init__(
        self,
        chain: Chain,
        rules: Ruleset,
        opening: BattleState,
        *,
        phases: int,
        seed: int,
        noted: Noted = (frozenset(), {}),
    ) -> None:
        self._seed = seed
        self._noted = noted
        self._chain = chain
        self._phases = phases
        self._setup = opening.setup
        self._rules = rules
        endings = chain.read(partial(questions.ending, rules))
        self._outcomes = [questions.outcome_of(ending, phases) for ending in endings]
        self._readings: dict[Question, list[Any]] = {OUTCOME: self._outcomes}
        for unit in opening.setup.units:
            before = rules.left(opening, unit.number)
            left = chain.read(questions.left(rules, unit.number))
            self._readings[LOSSES, unit.name] = [None if one is None else before - one for one in left]
            self._readings[FATE, unit.name] = chain.read(partial(_fate, rules, unit.number))

    def with_ends_alone(self, *, workers: int) -> Callable[[range], Tally]:
        """Return a function that walks the fights with the given numbers and tallies their outcomes and lengths."""
        sampler = EndSampler(self._chain, self._phases)

        def walked(numbers: range) -> Tally:
            walks = sampler.walks(len(numbers), seed=self._seed, first=numbers.start, workers=workers)
            return self._ended(walks.ends, walks.phases)

        return walked

    def walker_of_all(self) -> Callable[[range], Tally]:
        """Return a function that walks the fights with the given numbers and tallies ends and events."""
        sampler = LabelSampler(self._chain, self._phases)
        listening = _EventAnswers(self._chain, self._rules, self._setup.sides)
        is_decided = np.array([is_final(outcome, self._setup.sides) for outcome in self._outcomes], dtype=bool)

        def walked(numbers: range) -> Tally:
            labelled = sampler.walks(len(numbers), seed=self._seed, first=numbers.start)
            tally = self._ended(labelled.ends, labelled.phases)
            listening.note(tally, labelled, is_decided[labelled.ends])
            return tally

        return walked

    def _ended(self, ends: NDArray[Any], phases: NDArray[Any]) -> Tally:
        tally = Tally(len(ends))
        tally.answered(self._noted)
        played = np.minimum(phases, 1) if self._chain.is_clocked else phases  # all rounds are one phase
        _note(tally, PHASES, range(int(played.max(initial=0)) + 1), played)
        for question, answers in self._readings.items():
            _note(tally, question, answers, ends)
        return tally


class _EventAnswers:
    """Answers to the questions about events, indexed by chain label."""

    def __init__(self, chain: Chain, rules: Ruleset, sides: tuple[str, str]) -> None:
        symbols: list[tuple[Any, ...]] = chain.labels
        courses = [remembered(LastDecisive(rules), one, Course(ran=None)) for one in symbols]
        self._deciding = _Numbered([course.clause or None for course in courses])
        self._ran = _Numbered([course.ran for course in courses])
        self._attacked = _Numbered([course.attacked or None for course in courses])
        self._beaten = _Numbered(chain.read(partial(questions.beaten, rules)))
        self._sides = sides
        results = [remembered(FirstResult(rules), one) for one in symbols]
        self._results = _Numbered(results)
        self._leads = [questions.lead(sides, result) for result in self._results.values]
        plain = [Counter(label._replace(margin=None) for label in one) for one in symbols]
        self._labels: list[Label] = list(dict.fromkeys(label for one in plain for label in one))
        number = {label: place for place, label in enumerate(self._labels)}
        self._starts = np.cumsum([0, *(one.total() for one in plain)])
        self._said = np.array([number[label] for one in plain for label in one.elements()], dtype=np.int64)

    def note(self, tally: Tally, labelled: Labelled, is_decided: NDArray[np.bool_]) -> None:
        """Tally the answers that the labels of several fights give."""
        last = self._deciding.newest(labelled.fight, labelled.label, len(labelled.ends))
        _note(tally, DECIDED, self._deciding.values, last[is_decided & (last != NOTHING)])
        self._note_how(tally, labelled)
        first = self._results.newest(labelled.fight[::-1], labelled.label[::-1], len(labelled.ends))
        _note(tally, MARGIN, self._leads, first[first != NOTHING])
        for label, often in zip(self._labels, self._counts_of_labels(labelled), strict=True):
            _note(tally, (EVENT, *label), range(int(often.max(initial=0)) + 1), often[often > 0])

    def _note_how(self, tally: Tally, labelled: Labelled) -> None:
        fights = len(labelled.ends)
        ran = self._ran.newest(labelled.fight, labelled.label, fights)
        attacked = self._attacked.newest(labelled.fight, labelled.label, fights)
        beaten = self._beaten.of(labelled.ends)
        won = beaten != NOTHING
        wide, deep = len(self._ran.values) + 1, len(self._attacked.values) + 1  # NOTHING counts too
        keys = (beaten[won] * wide + ran[won] - NOTHING) * deep + attacked[won] - NOTHING
        for key, games in enumerate(np.bincount(keys).tolist()):
            if games:
                rest, attack = divmod(key, deep)
                end, run = divmod(rest, wide)
                course = Course(ran=run > 0 and self._ran.values[run - 1], attacked=attack > 0)
                found = self._beaten.values[end]
                tally.note((HOW_WON, self._sides[found.winner]), questions.how_won(found, course), games)

    def _counts_of_labels(self, labelled: Labelled) -> Ints:
        lengths = self._starts[labelled.label + 1] - self._starts[labelled.label]
        before = np.cumsum(lengths) - lengths
        places = np.arange(int(lengths.sum())) + np.repeat(self._starts[labelled.label] - before, lengths)
        keys = self._said[places] * len(labelled.ends) + np.repeat(labelled.fight, lengths)
        size = len(self._labels) * len(labelled.ends)
        return np.bincount(keys, minlength=size).reshape(len(self._labels), len(labelled.ends))


class _Numbered:
    """Answers to one question by chain label, encoded as numbers. NOTHING marks a label without an answer (None)."""

    def __init__(self, answers: list[Any]) -> None:
        self.values: list[Any] = list(dict.fromkeys(answer for answer in answers if answer is not None))
        number = {answer: place for place, answer in enumerate(self.values)}
        self._of_label = np.array([NOTHING if one is None else number[one] for one in answers], dtype=np.int64)

    def of(self, numbers: Ints) -> Ints:
        """Return the answers of the given labels or ends, as numbers."""
        return self._of_label[numbers]

    def newest(self, fight: Ints, label: Ints, fights: int) -> Ints:
        """Return the last answer in each fight, in the order given. NOTHING marks a fight without an answer."""
        answers = self._of_label[label]
        found = np.full(fights, NOTHING)
        found[fight[answers != NOTHING]] = answers[answers != NOTHING]  # the last of several is kept
        return found


def _note(tally: Tally, question: Question, answers: Sequence[Any], numbers: NDArray[Any]) -> None:
    """Tally the answers with the given numbers, ignoring None."""
    for number, games in enumerate(np.bincount(numbers).tolist()):
        if games and answers[number] is not None:
            tally.note(question, answers[number], games)


def _fate(rules: Ruleset, unit: int, state: BattleState) -> str:
    return rules.fate(state, unit)
