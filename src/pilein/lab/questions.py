"""Figures that are read from every fight.

They come from labels of events, from readings of the end, and from monitors that follow play.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import fields

from pilein.engine.game import Game
from pilein.kernel.events import Event
from pilein.lab import figures
from pilein.lab.battle_scores import judged
from pilein.tabletop.battle import BattleState
from pilein.tabletop.events import Heading
from pilein.tabletop.ruleset import Ruleset

SUBJECTS = ("unit", "winner", "side")  # the subject of an event is its first field in this list
NO_MARGIN = None
OF_ALL_RULESETS = "pilein.tabletop."  # module with events shared by rulesets


class Label(NamedTuple):
    """Recorded part of an event: its kind, its subject, its boolean fields and its clause.

    `margin` is the margin of a combat result, or None for other events.
    """

    event: str
    unit: str
    facts: tuple[tuple[str, bool], ...]
    clause: str
    margin: int | None = NO_MARGIN


def label(rules: Ruleset) -> Callable[[Event], Label | None]:
    """Return the function that labels events under these rules. Headings have no label (None).

    Everything that is computed from an event is computed from its label alone.
    """

    def found(event: Event) -> Label | None:
        kind = type(event)
        if issubclass(kind, Heading):
            return None
        subject, booleans, has_margin = subject_and_facts(kind)
        whom = getattr(event, subject) if subject else ""
        facts = tuple((name, getattr(event, name)) for name in booleans)
        margin = getattr(event, "margin") if has_margin and kind in rules.results else NO_MARGIN  # noqa: B009
        return Label(kind.__name__, whom, facts, event.clause, margin)

    return found


@cache
def subject_and_facts(kind: type[Event]) -> tuple[str, tuple[str, ...], bool]:
    """Return the subject field of events of this kind, the names of their boolean fields, and whether they have a
    margin.
    """
    types = {field.name: field.type for field in fields(kind)}
    subject = next((name for name in SUBJECTS if types.get(name) is str), "")
    return subject, tuple(name for name, type_ in types.items() if type_ is bool), "margin" in types


def events_of(found: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return, for each kind of event in the ruleset, the names of its boolean fields."""
    packages = (f"{found.home}.", OF_ALL_RULESETS)
    kinds = [kind for kind in _kinds_of(Event) if f"{kind.__module__}.".startswith(packages)]
    return {kind.__name__: subject_and_facts(kind)[1] for kind in kinds}


def _kinds_of(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield all subclasses of an event class, general subclasses first."""
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)


class Ended(NamedTuple):
    """End of a fight, with the name of its outcome and, for each unit, the models left and the fate."""

    outcome: str
    left: tuple[int, ...]
    fates: tuple[str, ...]


def ended(rules: Ruleset, state: BattleState, phases: int | str) -> Ended:
    """Describe the end of a fight from its last state. `phases` counts the phases; 0 or a string means to the end."""
    units = range(len(state.setup.units))
    left = tuple(rules.left(state, unit) for unit in units)
    fates = tuple(rules.fate(state, unit) for unit in units)
    return Ended(outcome_of(ending(rules, state), phases), left, fates)


def outcome_of(ending: str, phases: int | str) -> str:
    """Return the name of an outcome. A fight to the end (0 phases) that is still going on is unresolved."""
    return figures.UNRESOLVED if ending == figures.FIGHTING and not phases else ending


def ending(rules: Ruleset, state: BattleState) -> str:
    """Return the outcome of a fight that ends in a given state.

    If only one side has unbeaten units, that side wins. If both have, the outcome says whether combat goes on.
    """
    setup = state.setup
    standing = [
        side for side in (0, 1) if any(rules.fate(state, one) not in rules.beaten for one in setup.units_of(side))
    ]
    if len(standing) == 1:
        return figures.WINS.format(side=setup.sides[standing[0]])
    if not standing:
        return figures.DRAWN
    return figures.FIGHTING if rules.is_fighting(state) else figures.APART


def winner(game: Game) -> str:
    """Return the side that has won the game, or "" if neither side has."""
    if game.battle:
        return judged(game).winner
    found = ending(game.rules, game.state)
    return next((side for side in game.state.setup.sides if found == figures.WINS.format(side=side)), "")


def left(rules: Ruleset, unit: int) -> Callable[[Any], int]:
    """Return a reading that counts the models left in a unit."""

    def counted(state: BattleState) -> int:
        return rules.left(state, unit)

    return counted


class Course(NamedTuple):
    """Summary of a fight's events: the last decisive clause ("" if none), and how that clause decided the fight.

    `ran` means that the last event that put a unit out of the battle was a flight rather than casualties; it is None if
    no such event has happened. `attacked` means that attacks have been made in close combat.
    """

    clause: str = ""
    ran: bool | None = False
    attacked: bool = False


class LastDecisive:
    """Monitor that remembers the clause that last put a unit out of the battle, and the way in which it did so."""

    start: Hashable = Course()

    def __init__(self, rules: Ruleset) -> None:
        self._kinds, self._routs, self._attacked = (
            frozenset(kind.__name__ for kind in kinds) for kinds in (rules.decisive, rules.routs, rules.attacks)
        )

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the course of the fight, updated by the next event."""
        assert isinstance(state, Course)
        if not isinstance(symbol, Label):
            return state
        if symbol.event in self._attacked:
            return state if state.attacked else state._replace(attacked=True)
        if symbol.event in self._kinds:
            return Course(symbol.clause, symbol.event in self._routs, state.attacked)
        return state._replace(ran=True) if symbol.event in self._routs else state


class Beaten(NamedTuple):
    """Facts of a won fight: the winner (0 or 1), whether the loser has no models left, and whether combat goes on."""

    winner: int
    are_all_gone: bool
    is_fighting: bool


def beaten(rules: Ruleset, state: BattleState) -> Beaten | None:
    """Return the facts of a fight that has been won in this state, or None if neither side has won."""
    setup = state.setup
    standing = [
        side for side in (0, 1) if any(rules.fate(state, one) not in rules.beaten for one in setup.units_of(side))
    ]
    if len(standing) != 1:
        return None
    are_all_gone = all(rules.left(state, unit) == 0 for unit in setup.units_of(1 - standing[0]))
    return Beaten(standing[0], are_all_gone, bool(rules.is_fighting(state)))


def how_won(found: Beaten, course: Course) -> str:
    """Return the way in which a side won, which is one of HOW."""
    if found.is_fighting:
        return figures.STILL_IN_CONTACT
    if not course.attacked and (course.ran or not found.are_all_gone):
        return figures.FLED
    if not found.are_all_gone:
        return figures.DRIVEN_OFF
    return figures.ROUTED if course.ran else figures.DESTROYED


class FirstResult:
    """Monitor that remembers the label of the first combat result."""

    start: Hashable = None

    def __init__(self, rules: Ruleset) -> None:
        self._kinds = frozenset(kind.__name__ for kind in rules.results)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the label of the first combat result, taking the next event into account."""
        return symbol if state is None and isinstance(symbol, Label) and symbol.event in self._kinds else state


def lead(sides: tuple[str, str], result: Label) -> int | None:
    """Return a combat result as the first side's lead.

    The lead is 0 if the combat is drawn and None if the result has no margin.
    """
    if not result.unit:
        return 0
    if result.margin is None:
        return None
    return result.margin if result.unit == sides[0] else -result.margin
