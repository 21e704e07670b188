"""Ruleset interface: callers play, solve and describe a ruleset without knowing which one it is."""

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
from pilein.kernel.remedies import command
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
Sequence = tuple[tuple[str, tuple[str, ...]], ...]  # steps of play: title and keys of the clauses of each


def no_one_facing(_state: object, _unit: int, _foe: int) -> int:
    """Return 0, since no models fight without contact. This is the default, for rulesets in which only models in
    contact fight.
    """
    return 0


def fights_whoever_charges(_state: object, _target: int) -> bool:
    """Return False. This is the default, for rulesets in which a target always fights a charge that reaches it."""
    return False


class Charging(Struct, frozen=True):
    """Charge rules of a ruleset, as needed by `pilein charge`.

    `over` is the stable key of the clause that follows when all charges have been made. `declared` takes a state, a
    choice, a unit and an enemy. It returns the answer by which that unit, and no other unit of its side, charges
    that enemy, or None if the choice is about another matter. `facing` counts the models of a unit that fight an
    enemy unit without touching it, as across a wall. `caught` returns whether a fleeing target that the charge
    reaches is destroyed without a fight.
    """

    over: str
    declared: Declared
    facing: Facing = no_one_facing
    caught: Caught = fights_whoever_charges

    def declaring(self, unit: int, target: int, policy: Policy) -> Policy:
        """Return a policy that declares one unit's charge against one target at the first opportunity and otherwise
        follows `policy`.
        """

        def answer(state: BattleState, choice: Choice) -> Answer:
            declared = self.declared(state, choice, unit, target)
            return policy(state, choice) if declared is None else declared

        return answer


def no_further_phase(_position: Position, _played: int) -> Position | None:
    """Return None. This is the default, for rulesets that play only one phase."""
    return None


def no_limit(_state: BattleState) -> int | None:
    """Return None. This is the default, for rulesets in which no ruling ends an endless combat."""
    return None


def anything_goes(_loaded: Loaded) -> None:
    """Accept any scenario. This is the default, for rulesets without checks of their own."""


def no_hints(_scenario: Scenario) -> Iterable[str]:
    """Return no hints. This is the default, for rulesets that define no hints."""
    return ()


def standing_or_destroyed(state: BattleState, unit: int) -> str:
    """Fate of a unit in terms that any ruleset can report: "standing" if the unit has living models, or else
    "destroyed".
    """
    return "standing" if state.field.living(unit) else "destroyed"


def those_in_contact(state: BattleState, unit: int) -> tuple[int, int]:
    """Return how many models of a unit are engaged and how many strike. Both numbers are the number in contact.

    This is the default, for rulesets in which only models in contact strike.
    """
    touching = len(state.field.units_met(unit))
    return touching, touching


def those_on_the_field(state: BattleState, unit: int) -> int:
    """Return the number of a unit's living models. This is the default, for rulesets in which models never return."""
    found: int = state.field.living(unit)
    return found


def no_clock(_position: Position) -> Clock | None:
    """Return None. This is the default, for rulesets that count no rounds within a phase."""
    return None


def in_contact(field: Plane | Press, units: int) -> bool:
    """Whether any of the first `units` units touches an enemy, so that there is still a combat to fight."""
    return any(field.touched_units(unit) for unit in range(units))


def anybody_in_contact(state: BattleState) -> bool:
    """Whether any unit touches an enemy. This is the default, for rulesets in which only models in contact fight."""
    return in_contact(state.field, len(state.setup.units))


class Ruleset(Struct, frozen=True, kw_only=True):
    """One ruleset: its name, text, vocabulary and play.

    `prefix` begins the IDs of its sentences and rulings. `version` increases with every change after which old
    records would play differently. `clauses` holds all clauses, and `sequence` the order of play as steps, each with
    the keys of its clauses. `vocabulary` defines the words of scenarios, with the rulings and sentences. `example`
    is a commented sample scenario; if it is empty, `sample.toml` in the vocabulary's package is used. The package
    may also contain `sample_press.toml`, with units in contact, and `sample_battle.toml`, a battle of many turns.

    `opened` returns the first position of a scenario and raises BadScenario if the ruleset cannot play it. `check`
    raises BadScenario, with the line, for facts that cannot occur in a game. `hints` returns lines about facts that are
    legal but probably unintended. `next_phase` takes the number of phases played and returns None if no phase follows.
    `limit` is the number of phases after which a ruling ends unfinished combats, or None if no ruling does. Before that
    limit, `next_phase` depends on the position alone. `is_fighting` returns whether there is still a combat to fight
    after a phase. `clock` counts the rounds of a phase if no other phase can follow the position, and is None
    otherwise.

    For odds and battles, `left` counts a unit's models, including models off the table that may return. `engaged`
    counts the models of a unit that touch an enemy and the models that may strike. `fate` is the state of a unit at the
    end, one of `fates`; `beaten` lists the fates of units that are out of the battle. `decisive` lists the events that
    put units out of the battle; animations show these events. `results` lists the events that report a combat result.
    Each has a `winner`, which is a side's name unless the combat was drawn, and a `margin` if scores were compared.
    `attacks` lists the events that report attacks, and `routs` the events that report that a unit runs or is lost while
    running. From these events the odds derive how a side won. `charging` holds the charge rules, or the reason why
    there are none.

    `policy` gives sensible answers for a side. It uses no dice, and its answers are always legal and always the same
    in the same state. Without a policy the first answer offered is taken.
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
        """Check that the vocabulary belongs to this ruleset."""
        assert self.vocabulary.ruleset == self.name, (
            f"the vocabulary of {self.name} belongs to {self.vocabulary.ruleset}"
        )

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """Ambiguities in the rules text and their readings, by ID."""
        return self.vocabulary.rulings

    @property
    def sentences(self) -> Mapping[str, Sentence]:
        """Sentences of the rules text by ID, in order."""
        return self.vocabulary.sentences

    @property
    def numbers(self) -> Mapping[str, Number]:
        """Numbers in the rules text that can be changed, by ID."""
        return self.vocabulary.numbers

    @property
    def title(self) -> str:
        """Heading of the ruleset's README, or its name if it has no README."""
        return _heading(self.vocabulary.package) or self.name.replace("_", " ").capitalize()

    @property
    def sample(self) -> str:
        """Commented sample scenario. The result is empty if the ruleset has none."""
        return self.example or self._beside("sample.toml")

    def sample_of(self, kind: str) -> str:
        """Commented sample scenario of a kind, "press" or "battle". The result is empty if the ruleset has none."""
        found = self._beside(f"sample_{kind}.toml")
        return found or (self.sample if kind == PRESS and IN_PRESS.search(self.sample) else "")

    def samples(self) -> tuple[tuple[str, str], ...]:
        """Sample scenarios of the ruleset (`sample*.toml` in its package), as pairs (file name, text)."""
        package = self.vocabulary.package
        inside = sorted(one.name for one in files(package).iterdir()) if package else []
        beside = [(name, self._beside(name)) for name in inside if SAMPLE.fullmatch(name)]
        return (*([("sample.toml", self.example)] if self.example else []), *beside)

    def _beside(self, name: str) -> str:
        """Text of a file in the ruleset's package, or "" if the file does not exist."""
        return _file_in(self.vocabulary.package, name)

    @property
    def home(self) -> str:
        """Package that contains the ruleset or, for a single-file ruleset, its module."""
        return self.vocabulary.package or self.opened.__module__

    def find(self, key: str) -> Clause[..., Any]:
        """Return the clause with the given stable key, as saved in an agenda.

        Raises:
            UnknownRule: no clause has the key.
        """
        try:
            return self.clauses[key]
        except KeyError:
            raise unknown(
                key, self.clauses, "clause", command(f"`pilein rules {self.name}` lists the clauses")
            ) from None


@cache
def _heading(package: str) -> str:
    """Heading of a package's README, or "" if it has none."""
    return _file_in(package, "README.md").partition("\n")[0].removeprefix("# ").strip()


def _file_in(package: str, name: str) -> str:
    """Text of a file in a package, or "" if the file does not exist."""
    file = files(package).joinpath(name) if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


def following(rules: Ruleset, position: Position, phase: int, phases: int) -> Position | None:
    """Return the position at the start of the phase that follows phase number `phase` out of `phases`. If `phases` is
    0, play continues to the end.

    Return None if no phase follows.
    """
    return None if is_last(rules, position.state, phase, phases) else rules.next_phase(position, phase)


def is_last(rules: Ruleset, state: BattleState, phase: int, phases: int) -> bool:
    """Whether phase number `phase`, which has ended in `state`, is the last of `phases` phases.

    If `phases` is 0, phases follow as long as there is a combat to fight.
    """
    return phase >= (phases or MOST_PHASES) or (phases == 0 and not rules.is_fighting(state))
