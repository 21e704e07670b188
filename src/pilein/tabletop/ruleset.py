"""A ruleset as callers see it: they play, solve and describe it without knowing which one it is."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pilein.kernel.clauses import Clause, Clauses
from pilein.kernel.events import Clock, Event
from pilein.kernel.nearest import unknown
from pilein.kernel.numbers import Number
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.kernel.rulings import Ruling, Sentence
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.scenario import Loaded, Scenario
from pilein.tabletop.vocabulary import Vocabulary

PRESS = "press"
IN_PRESS = re.compile(r"^\[press\]", re.MULTILINE)
SAMPLE = re.compile(r"sample\w*\.toml")  # the name of a sample scenario
MOST_PHASES = 1000  # in a game played to the end

Facing = Callable[[Any, int, int], int]
Caught = Callable[[Any, int], bool]
Declared = Callable[[Any, Choice, int, int], Answer | None]
Sequence = tuple[tuple[str, tuple[str, ...]], ...]  # steps of play: the title of each, and the keys of its clauses


def no_one_facing(_state: object, _unit: int, _foe: int) -> int:
    """No other fighters: only models that touch an enemy fight it."""
    return 0


def fights_whoever_charges(_state: object, _target: int) -> bool:
    """A unit reached by a charge fights, unless it was destroyed before."""
    return False


class Charging(Struct, frozen=True):
    """Rules of charges that `pilein charge` needs.

    `over` is the stable key of the clause that follows when all charges have been made. `declared` returns, for a
    state, a choice, a unit and an enemy, the answer by which that unit charges that enemy and no other unit of its side
    declares a charge; None if the choice is about something else. `facing` counts the models of a unit that fight an
    enemy unit without touching it, as across a wall. `caught` says whether a target that the charge has reached is
    destroyed without a blow, since it flees.
    """

    over: str
    declared: Declared
    facing: Facing = no_one_facing
    caught: Caught = fights_whoever_charges

    def declaring(self, unit: int, target: int, policy: Policy) -> Policy:
        """The policy of a side whose unit charges that target alone, as soon as it may; else `policy` answers."""

        def answer(state: BattleState, choice: Choice) -> Answer:
            declared = self.declared(state, choice, unit, target)
            return policy(state, choice) if declared is None else declared

        return answer


def no_further_phase(_position: Position, _played: int) -> Position | None:
    """No next phase, for a ruleset that plays only one."""
    return None


def no_limit(_state: BattleState) -> int | None:
    """No ruling ends a combat that never ends by itself."""
    return None


def anything_goes(_loaded: Loaded) -> None:
    """Accept any scenario, for a ruleset without checks of its own."""


def no_hints(_scenario: Scenario) -> Iterable[str]:
    """No hints, for a ruleset that knows no common mistakes."""
    return ()


def standing_or_destroyed(state: BattleState, unit: int) -> str:
    """Fate of a unit as far as every ruleset can tell: whether it has models left."""
    return "standing" if state.field.living(unit) else "destroyed"


def those_in_contact(state: BattleState, unit: int) -> tuple[int, int]:
    """The models of a unit that touch an enemy, twice, for rulesets where no other models strike."""
    touching = len(state.field.units_met(unit))
    return touching, touching


def those_on_the_field(state: BattleState, unit: int) -> int:
    """Number of models a unit has left, for rulesets where units do not return."""
    found: int = state.field.living(unit)
    return found


def no_clock(_position: Position) -> Clock | None:
    """No clock: nothing within a phase is counted."""
    return None


def in_contact(field: Plane | Press, units: int) -> bool:
    """Whether any unit touches an enemy: a combat is left."""
    return any(field.touched_units(unit) for unit in range(units))


def anybody_in_contact(state: BattleState) -> bool:
    """Whether a combat is left, for rulesets where only models in contact fight."""
    return in_contact(state.field, len(state.setup.units))


class Ruleset(Struct, frozen=True, kw_only=True):
    """One ruleset: its name, text, vocabulary and play.

    `prefix` begins the IDs of its sentences and rulings. `version` rises with every change that makes old records play
    differently. `clauses` are all its clauses, `sequence` is the order of play: steps, each with the keys of its
    clauses. `vocabulary` has the words of its scenarios, and with them its rulings and sentences. `example` is a
    commented scenario to start from; where it is "", that is `sample.toml` in the package that the vocabulary names.
    Beside it there may be `sample_press.toml`, lines in contact, and `sample_battle.toml`, a battle of many turns.

    `opened` gives the first position of a scenario and raises BadScenario if the ruleset cannot play it; `check` raises
    it for what cannot occur in a game, with the line. `hints` are lines about what is legal but was probably meant
    otherwise. `next_phase` takes the number of phases played, and returns None
    if no phase follows. `limit` is the number of phases after which a ruling ends unfinished combats, if one does;
    before it `next_phase` depends on the position alone. `is_fighting` says whether a combat is left when a phase is
    over. `clock` counts the rounds of the one phase that can follow a position, if there is one: then no other phase
    follows it.

    What odds and battles ask: `left` is how many models a unit has, including those off the table that may return.
    `engaged` counts the models of a unit that touch an enemy, and those that may strike, as they stand.
    `fate` is the state of a unit at the end, one of the words `fates`; `beaten` are those that mean it is out of the
    battle. `decisive` are the kinds of events that put units out of the battle; animations show them. `results` are the
    kinds of events that report the result of a combat: each has a `winner`, a side's name, unless it was drawn, and a
    `margin` if scores were compared. `attacks` are the kinds of events that report attacks, and `routs` those that tell
    that a unit ran or was lost as it ran: by them odds say how a side won. `charging` is how units charge, or the
    reason why they do not.

    `policy` answers sensibly for a side: always legally, always the same in the same state, without dice. Without a
    policy the first answer offered is taken.
    """

    name: str
    prefix: str
    version: int
    clauses: Clauses
    vocabulary: Vocabulary
    opened: Callable[[Scenario], Position]
    sequence: Sequence = ()
    example: str = ""
    next_phase: Callable[[Position, int], Position | None] = no_further_phase
    check: Callable[[Loaded], None] = anything_goes
    hints: Callable[[Scenario], Iterable[str]] = no_hints
    limit: Callable[[Any], int | None] = no_limit
    is_fighting: Callable[[Any], bool] = anybody_in_contact
    clock: Callable[[Position], Clock | None] = no_clock
    fate: Callable[[Any, int], str] = standing_or_destroyed
    fates: tuple[str, ...] = ("standing", "destroyed")
    beaten: tuple[str, ...] = ("destroyed",)
    left: Callable[[Any, int], int] = those_on_the_field
    engaged: Callable[[Any, int], tuple[int, int]] = those_in_contact
    decisive: tuple[type[Event], ...] = ()
    results: tuple[type[Event], ...] = ()
    attacks: tuple[type[Event], ...] = ()
    routs: tuple[type[Event], ...] = ()
    charging: Charging | str = "this ruleset does not say how units charge"
    policy: Policy | None = None

    def __post_init__(self) -> None:
        """Check that the words belong to this ruleset."""
        assert self.vocabulary.ruleset == self.name, f"the vocabulary of {self.name} is {self.vocabulary.ruleset}'s"

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """Every ambiguity in the text by ID, with its readings."""
        return self.vocabulary.rulings

    @property
    def sentences(self) -> Mapping[str, Sentence]:
        """Every sentence of the text by ID, in the order of the text."""
        return self.vocabulary.sentences

    @property
    def numbers(self) -> Mapping[str, Number]:
        """The numbers in the text that can be set, by ID."""
        return self.vocabulary.numbers

    @property
    def title(self) -> str:
        """Title: the heading in the ruleset's README, or else its name."""
        return _heading(self.vocabulary.package) or self.name.replace("_", " ").capitalize()

    @property
    def sample(self) -> str:
        """A commented scenario to start from; "" if the ruleset has none."""
        return self.example or self._beside("sample.toml")

    def sample_of(self, kind: str) -> str:
        """A commented scenario of a kind, "press" or "battle"; "" if the ruleset has none."""
        found = self._beside(f"sample_{kind}.toml")
        return found or (self.sample if kind == PRESS and IN_PRESS.search(self.sample) else "")

    def samples(self) -> tuple[tuple[str, str], ...]:
        """Every sample scenario in the ruleset, `sample*.toml` in its package: (name of the file, text)."""
        package = self.vocabulary.package
        inside = sorted(one.name for one in files(package).iterdir()) if package else []
        beside = [(name, self._beside(name)) for name in inside if SAMPLE.fullmatch(name)]
        return (*([("sample.toml", self.example)] if self.example else []), *beside)

    def _beside(self, name: str) -> str:
        """The text of a file in its package, "" if there is none."""
        return _file_in(self.vocabulary.package, name)

    @property
    def home(self) -> str:
        """The package, or for a single-file ruleset the module, in which the ruleset is written."""
        return self.vocabulary.package or self.opened.__module__

    def find(self, key: str) -> Clause[..., Any]:
        """The clause of a stable key (as saved in an agenda).

        Raises:
            UnknownRule: no clause has that key.

        """
        try:
            return self.clauses[key]
        except KeyError:
            raise unknown(key, self.clauses, "clause", f"`pilein rules {self.name}` lists them") from None


@cache
def _heading(package: str) -> str:
    """The heading of the README of a package, "" without one."""
    return _file_in(package, "README.md").partition("\n")[0].removeprefix("# ").strip()


def _file_in(package: str, name: str) -> str:
    """The text of a file of a package, "" if there is none."""
    file = files(package).joinpath(name) if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


def following(rules: Ruleset, position: Position, phase: int, phases: int) -> Position | None:
    """The position in which the next phase begins, when phase `phase` of `phases` (0: to the end) is over.

    None if that was the last, or if all phases are wanted and no combat is left.
    """
    if phase >= (phases or MOST_PHASES):
        return None
    if phases == 0 and not rules.is_fighting(position.state):
        return None
    return rules.next_phase(position, phase)
