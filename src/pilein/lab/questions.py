"""Questions about every fight: labels of events, readings of the end, monitors along the way."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import fields

from pilein.kernel.events import Event
from pilein.lab.figures import APART, DRAWN, FIGHTING, WINS
from pilein.tabletop.battle import BattleState
from pilein.tabletop.events import Heading
from pilein.tabletop.ruleset import Ruleset

SUBJECTS = ("unit", "winner", "side")  # the subject of an event is the first field of this list that it has
NO_MARGIN = None


class Label(NamedTuple):
    """A label, what is kept of an event: its kind, its subject, its facts, its clause.

    `margin` is that of a combat result, None in other events.
    """

    event: str
    unit: str
    facts: tuple[tuple[str, bool], ...]
    clause: str
    margin: int | None = NO_MARGIN


def label(rules: Ruleset) -> Callable[[Event], Label | None]:
    """The label of each event under these rules; None for headings. Nothing else of an event is used."""

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
    """The field of the subject of such events, their facts, and whether they have a margin."""
    types = {field.name: field.type for field in fields(kind)}
    subject = next((name for name in SUBJECTS if types.get(name) is str), "")
    return subject, tuple(name for name, type_ in types.items() if type_ is bool), "margin" in types


def ending(rules: Ruleset, state: BattleState) -> str:
    """The outcome in a state: a side wins if only it has units that are not beaten; else combat is left or not."""
    setup = state.setup
    standing = [
        side for side in (0, 1) if any(rules.fate(state, one) not in rules.beaten for one in setup.units_of(side))
    ]
    if len(standing) == 1:
        return WINS.format(side=setup.sides[standing[0]])
    if not standing:
        return DRAWN
    return FIGHTING if rules.is_fighting(state) else APART


def left(rules: Ruleset, unit: int) -> Callable[[Any], int]:
    """The reading that counts the models left of a unit."""

    def counted(state: BattleState) -> int:
        return rules.left(state, unit)

    return counted


class LastDecisive:
    """Remembers the clause of the last event that put a unit out of the battle."""

    start: Hashable = ""

    def __init__(self, rules: Ruleset) -> None:
        self._kinds = frozenset(kind.__name__ for kind in rules.decisive)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """The clause of the newest such event."""
        return symbol.clause if isinstance(symbol, Label) and symbol.event in self._kinds else state


class FirstResult:
    """Remembers the label of the first combat result."""

    start: Hashable = None

    def __init__(self, rules: Ruleset) -> None:
        self._kinds = frozenset(kind.__name__ for kind in rules.results)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """The label of the oldest such event."""
        return symbol if state is None and isinstance(symbol, Label) and symbol.event in self._kinds else state


def lead(sides: tuple[str, str], result: Label) -> int | None:
    """A combat result as the lead of the first side: 0 if drawn, None if it has no margin."""
    if not result.unit:
        return 0
    if result.margin is None:
        return None
    return result.margin if result.unit == sides[0] else -result.margin
