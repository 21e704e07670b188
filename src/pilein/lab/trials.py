"""Trials of a ruleset for `pilein check`. In the games of a trial, every state, roll and fate is checked."""

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path

from msgspec import Struct, field

from pilein import rulesets as ours
from pilein.dice import Outcome, Roll
from pilein.engine.budget import Budget, Meter
from pilein.engine.named_fields import line_of
from pilein.engine.named_ids import rulings_in_code, sentences_in_code
from pilein.engine.policies import POLICIES
from pilein.engine.rulesets import ruleset_named, rulesets_from
from pilein.engine.sampler import Playing
from pilein.engine.soundness import assert_hashable, assert_sound
from pilein.engine.sources import Dice
from pilein.kernel.errors import BadRuleset
from pilein.kernel.events import Event
from pilein.kernel.nearest import counted, hint
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Policy
from pilein.lab.scenarios import Scenario
from pilein.tabletop import scenario as bare
from pilein.tabletop.ruleset import Ruleset, following

PHASES = 6  # phases per game at most: faults show up early
LEAVES = 1_300  # throws up to which a roll is tried in every way: four dice
THROWS = 2_000  # throws of a roll with more dice
ROLLS = 8  # rolls of each kind that are tried
DICE = "pilein.dice."
UNLIKELY = 8.0  # standard errors by which a sound roll's throws never differ from its weights
LEAST = 5.0  # expected throws from which an outcome is compared


class Trial(Struct):
    """Trial of a ruleset. `tried` counts the rolls of each kind that have been checked."""

    ruleset: Ruleset
    tried: Counter[str] = field(default_factory=Counter)
    rolls: set[Roll] = field(default_factory=set)

    def play(self, scenario: bare.Scenario, games: int, meter: Meter) -> int:
        """Play games of a scenario with different policies until time runs out, and return the number of games
        played.

        Raises:
            BadRuleset: the ruleset has a fault.
            IllegalAnswer: the ruleset's policy gives an answer that the rules do not allow.
        """
        opening = self.ruleset.opened(scenario)
        for number in range(games):
            policy = ("sensible", "random")[number % 2]
            sides = [POLICIES[policy](self.ruleset.name, number, side) for side in (0, 1)]
            self._play(opening, (sides[0], sides[1]), Dice(number))
            if meter.is_spent:
                return number + 1
        return games

    def _play(self, opening: Position, policies: tuple[Policy, Policy], dice: Dice) -> None:
        def thrown(roll: Roll) -> Outcome:
            self.check_roll(roll)
            return roll.thrown(dice.die)

        game, phase = Playing(policies, thrown), 0
        position: Position | None = opening
        while position is not None and phase < PHASES:
            phase += 1
            for ran in game.phase(self.ruleset, position):
                self._check(ran)
            position = following(self.ruleset, Position(game.state, ()), phase, 0)

    def _check(self, ran: Ran) -> None:
        state = ran.position.state
        assert_hashable(self.ruleset, state)
        for unit in state.setup.units:
            self.ruleset.fate(state, unit.number)
        for event in ran.events:
            self._check_event(event)

    def _check_event(self, event: Event) -> None:
        known = {**self.ruleset.sentences, **self.ruleset.rulings}
        if self.ruleset.sentences and event.clause not in known:
            words = f"the event {type(event).__name__} names {event.clause!r}, which the text does not contain"
            raise BadRuleset(
                words, file=type(event).__module__, remedy=hint(event.clause, known, "name a sentence of the text")
            )

    def check_roll(self, roll: Roll) -> None:
        """Check that a roll agrees with its weights.

        A roll is not checked if enough rolls of its kind have been checked already.

        Raises:
            BadRuleset: the roll does not agree with its weights.
        """
        kind = type(roll).__qualname__
        is_ours = type(roll).__module__.startswith(DICE)  # tested elsewhere
        if not is_ours and roll not in self.rolls and self.tried[kind] < ROLLS:
            self.rolls.add(roll)
            self.tried[kind] += 1
            assert_roll_agrees(roll)


# --- rolls ----------------------------------------------------------------------------------------------------------


def assert_roll_agrees(roll: Roll) -> None:
    """Check that `thrown` and `weights` of a roll agree, by making every possible throw or many random throws.

    Raises:
        BadRuleset: the two disagree. The message names an outcome.
    """
    whole = sum(weight for _, weight in roll.weights())
    weighed = {outcome: Fraction(weight, whole) for outcome, weight in roll.weights()}
    every = _every_throw(roll)
    if every is not None:
        wrong = (one for one in {**weighed, **every} if every.get(one, 0) != weighed.get(one, 0))
        found, how = every, ""
    else:
        dice = Dice(0)
        seen = Counter(roll.thrown(dice.die) for _ in range(THROWS))
        wrong = (one for one in {**weighed, **seen} if _is_unlikely(seen[one], float(weighed.get(one, 0))))
        found, how = {one: Fraction(times, THROWS) for one, times in seen.items()}, f" in {THROWS:,} throws"
    outcome = next(wrong, None)
    if outcome is not None:
        kind = type(roll)
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) or kind.__module__
        thrown, weight = (f"{100 * float(one.get(outcome, 0)):.2f} %" for one in (found, weighed))
        words = (
            f"the roll {kind.__name__} gives {outcome!r} a probability of {thrown} in `thrown`{how}, "
            f"but of {weight} in `weights`"
        )
        remedy = "make `thrown` and `weights` count the same dice"
        raise BadRuleset(words, file=file, line=line_of(kind.__name__, file), remedy=remedy)


def _is_unlikely(times: int, chance: float) -> bool:
    """Whether an outcome occurred too often or too rarely in all throws."""
    error = sqrt(THROWS * chance * (1 - chance))
    return abs(times - THROWS * chance) > UNLIKELY * error + (LEAST if chance else 0)


def _every_throw(roll: Roll) -> dict[Outcome, Fraction] | None:
    """Return the chance of each outcome of a roll, found by making every possible throw.

    Returns None if too many throws are possible.
    """
    found: dict[Outcome, Fraction] = {}
    left: list[tuple[tuple[int, ...], int]] = [((), 1)]  # (first faces, number of throws of that many dice)
    leaves = 0
    while left:
        faces, ways = left.pop()
        die = _Faces(faces)
        try:
            outcome = roll.thrown(die)
        except _MoreDice as more:
            left += [((*faces, face), ways * more.sides) for face in range(1, more.sides + 1)]
            continue
        leaves += 1
        if leaves + len(left) > LEAVES:
            return None
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, ways)
    return found


class _MoreDice(BaseException):
    """Raised when a roll needs another die, which has the given number of sides."""

    def __init__(self, sides: int) -> None:
        super().__init__()
        self.sides = sides


class _Faces:
    """Dice that show the given faces. A request for another die raises `_MoreDice`."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = iter(faces)

    def __call__(self, sides: int) -> int:
        for face in self._faces:
            return face
        raise _MoreDice(sides)


# --- rulesets -------------------------------------------------------------------------------------------------------


class CheckedRuleset(Struct, frozen=True):
    """Ruleset that passed its trials, with the numbers of sentences, samples and games, and notes on unused parts."""

    ruleset: str
    sentences: int
    samples: int
    games: int
    notes: tuple[str, ...]

    @property
    def words(self) -> str:
        """Result of the trials, formatted on one line."""
        played = f"{counted(self.games, 'game')} of {counted(self.samples, 'sample')}"
        return f"{self.ruleset}: sound ({counted(self.sentences, 'sentence')}; {played} played)"


def rulesets_at(path: str) -> tuple[Ruleset, ...]:
    """Return the rulesets in a folder or a package, or the ruleset with the given name.

    Raises:
        BadRuleset: there is no ruleset, or it cannot be used. The error gives file and line.
    """
    place = Path(path).resolve()
    if not place.is_dir():
        return (ruleset_named(path),)
    if place.parent == Path(ours.__file__).parent:
        return (ruleset_named(place.name),)
    if not (place / "__init__.py").is_file():
        return rulesets_from(path)
    found = tuple(one for one in rulesets_from(Path(path).parent) if one.home.split(".")[0] == place.name)
    if not found:
        raise BadRuleset("the folder contains no ruleset", file=path, remedy="name a folder that contains a ruleset")
    return found


def checked_ruleset(ruleset: Ruleset, games: int, seconds: float) -> CheckedRuleset:
    """Check a ruleset and try it out on its samples, with the requested number of games of each if time allows.

    Raises:
        BadRuleset: the ruleset has a fault.
        BadScenario: a sample cannot be played.
        IllegalAnswer: the ruleset's policy gives an answer that the rules do not allow.
    """
    assert_sound(ruleset)
    samples = [text for _, text in ruleset.samples()]
    trial, played = Trial(ruleset), 0
    for sample in samples:
        meter = Budget(seconds / len(samples), None).started()
        played += trial.play(Scenario.from_text(sample), games, meter)
    return CheckedRuleset(ruleset.name, len(ruleset.sentences), len(samples), played, tuple(_notes(ruleset, samples)))


def _notes(ruleset: Ruleset, samples: Collection[str]) -> Iterator[str]:
    coded = sentences_in_code(ruleset)
    missing = [one for one in ruleset.sentences if one not in coded]
    if missing:
        yield f"no code depends on {', '.join(missing)}"
    asked = rulings_in_code(ruleset)
    unasked = [key for key, one in ruleset.rulings.items() if one.options and key not in asked]
    if unasked:
        yield f"no code depends on {', '.join(unasked)}"
    if not samples:
        yield "the ruleset has no sample.toml, so no game could be played"
