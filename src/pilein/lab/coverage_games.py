"""Games played to measure coverage. They show which sentences and rulings are at work.

Play has two passes. The first pass plays every game and notes which subjects were at work, and from which clause.
The second pass replays some games with the same dice: without a sentence from the point where it was first at work,
or with another option of a ruling from the point where the ruling was first needed. Games are chosen by number
alone, so results from a few games are representative of all games.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import stream
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.position import Position
from pilein.kernel.rulings import Fixed
from pilein.lab.known_fights import with_setup
from pilein.lab.readings import Option, options_of, tried
from pilein.lab.replays import End, Moment, Replay, end_of
from pilein.lab.simulating_games import Games, memory_of
from pilein.lab.worker_pool import until_spent
from pilein.tabletop.setup import Setup

LONGEST = 3  # times the original game's clauses: a longer replay counts as ended differently


class Subject(NamedTuple):
    """Part of the rules text without which a game is replayed.

    The subject is a sentence, or the current option of a ruling. In the replay, `option` replaces the current option.
    """

    id: str
    option: str = ""


class Use(NamedTuple):
    """Number of clauses in which a sentence or ruling was at work, and the number of the first such clause."""

    clauses: int
    first: int


class GameNote(NamedTuple):
    """Record of a game, with its number of clauses, its end, and the use of each ID at work."""

    number: int
    clauses: int
    end: End
    uses: Mapping[str, Use]


class Trial(NamedTuple):
    """Game to replay once for each of several subjects, without that subject.

    `clauses` is the length of the original game, and `end` describes how the original game ended.
    """

    number: int
    clauses: int
    end: End
    subjects: tuple[Subject, ...]


class Tried(NamedTuple):
    """Result of replaying a game without one sentence or ruling, which is the `subject`: whether the end or the outcome
    changed, and whether all losses vanished.

    If `is_stopped`, the replay could not continue and the other fields are unknown.
    """

    number: int
    subject: Subject
    is_changed: bool = False
    is_decided: bool = False
    is_unfought: bool = False
    is_stopped: bool = False


class CoverageGames(Struct, frozen=True):
    """Games of several fights, each played `times` times.

    Game numbers cycle through the fights: game 0 belongs to the first fight, game 1 to the second.
    """

    fights: tuple[Games, ...]
    times: int
    trials: tuple[Trial, ...] = ()

    def place(self, number: int) -> tuple[int, int]:
        """Return the index of a game's fight, and the game's seed as passed to `pilein fight --seed`."""
        game, fight = divmod(number, len(self.fights))
        return fight, stream(self.fights[fight].seed, game)

    def noting(self, meter: Meter) -> Callable[[range], list[GameNote]]:
        """Return a function that plays the games with the given numbers, or fewer if a limit is reached."""
        return _Playing(self, meter).notes

    def trying(self, meter: Meter) -> Callable[[range], list[tuple[Tried, ...]]]:
        """Return a function that runs the trials at the given indices, or fewer if a limit is reached."""
        return _Playing(self, meter).tried


class _Fight:
    """Fight whose opening is made only once. Set-ups without a sentence or under another option are made on demand."""

    def __init__(self, games: Games, meter: Meter, sharers: int) -> None:
        self.games = games
        self.rules = ruleset_named(games.scenario.ruleset)
        self.memory = memory_of(games, self.rules, meter, sharers)
        self.opening = self.rules.opened(games.scenario)
        self._setups: dict[Subject, Setup] = {}

    def without(self, subject: Subject) -> Setup:
        """Return the set-up without the subject's sentence, or with the ruling set to the subject's option."""
        if subject not in self._setups:
            setup: Setup = self.opening.state.setup
            if subject.option:
                changed = replace(setup, readings=Fixed(self._readings(subject)))
            else:
                changed = replace(setup, struck=setup.struck | {subject.id})
            self._setups[subject] = changed
        return self._setups[subject]

    def _readings(self, subject: Subject) -> Fixed:
        scenario = tried(self.games.scenario, Option(subject.id, subject.option, ""))
        assert not isinstance(scenario, str), "only options that can be played are tried"
        readings = self.rules.opened(scenario).state.setup.readings
        assert isinstance(readings, Fixed)
        return readings


def subjects_of(games: Games, asked: frozenset[str]) -> dict[str, tuple[Subject, ...]]:
    """Return the subjects of each sentence and ruling at work, by ID.

    A sentence has one subject. A ruling has one subject for each option that can be played.
    """
    sentences = ruleset_named(games.scenario.ruleset).sentences
    found: dict[str, tuple[Subject, ...]] = {one: (Subject(one),) for one in sentences if one in asked}
    for option in options_of(games.scenario):
        if option.ruling in asked and not isinstance(tried(games.scenario, option), str):
            found[option.ruling] = (*found.get(option.ruling, ()), Subject(option.ruling, option.name))
    return found


class _Playing:
    def __init__(self, games: CoverageGames, meter: Meter) -> None:
        games.fights[0].at_hand()
        self._games = games
        self._meter = meter
        self._fights: dict[int, _Fight] = {}

    def notes(self, numbers: range) -> list[GameNote]:
        with watched(self._meter.check):
            return until_spent(self._noted, numbers)

    def tried(self, places: range) -> list[tuple[Tried, ...]]:
        with watched(self._meter.check):
            return until_spent(lambda place: self._tried(self._games.trials[place]), places)

    def _noted(self, number: int) -> GameNote:
        fight, seed = self._fight(number)
        replay = self._replay(fight, seed)
        often: dict[str, int] = {}
        first: dict[str, int] = {}
        clauses = 0
        for _, ran in replay.steps(Moment(fight.opening)):
            for one in (*ran.used, *ran.met):
                first.setdefault(one, clauses)
                often[one] = often.get(one, 0) + 1
            clauses += 1
        uses = {one: Use(count, first[one]) for one, count in often.items()}
        return GameNote(number, clauses, self._end(fight, replay), uses)

    def _tried(self, trial: Trial) -> tuple[Tried, ...]:
        fight, seed = self._fight(trial.number)
        left = set(trial.subjects)
        found = []
        for before, ran in self._replay(fight, seed).steps(Moment(fight.opening)):
            now = {subject for subject in left if subject.id in ran.used or subject.id in ran.met}
            left -= now
            for subject in sorted(now):
                end = self._without(fight, seed, before, subject, LONGEST * trial.clauses)
                found.append(_tried(trial, subject, end))
            if not left:
                break
        return tuple(found)

    def _without(self, fight: _Fight, seed: int, before: Moment, subject: Subject, most: int) -> End | None:
        """Continue a game without a subject for at most `most` clauses, and return how it ends.

        Returns None if the game cannot continue because a policy gives an answer that is illegal without the
        subject.
        """
        position: Position = with_setup(before.position, fight.without(subject))
        replay = self._replay(fight, seed)
        try:
            for _ in islice(replay.steps(before._replace(position=position)), most):
                pass
        except IllegalAnswer:
            return None
        return self._end(fight, replay)

    def _fight(self, number: int) -> tuple[_Fight, int]:
        place, seed = self._games.place(number)
        if place not in self._fights:
            self._fights[place] = _Fight(self._games.fights[place], self._meter, len(self._games.fights))
        return self._fights[place], seed

    def _replay(self, fight: _Fight, seed: int) -> Replay:
        return Replay(fight.games, seed, self._meter, fight.memory)

    def _end(self, fight: _Fight, replay: Replay) -> End:
        return end_of(fight.rules, fight.opening.state, replay.state, fight.games.phases)


def _tried(trial: Trial, subject: Subject, end: End | None) -> Tried:
    """Evaluate a trial by the end of the replay. `end` is None if the replay could not continue."""
    if end is None:
        return Tried(trial.number, subject, is_stopped=True)
    is_unfought = any(trial.end.lost) and not any(end.lost)
    return Tried(trial.number, subject, end != trial.end, end.outcome != trial.end.outcome, is_unfought)
