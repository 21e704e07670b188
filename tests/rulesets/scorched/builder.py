"""Builders of small Scorched battles for clause tests, without a scenario file. Lengths are in inches."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.rulesets.scorched.events import LandedHits, Scored, Slain
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.profile import Traits, Weapon
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import Battle, Bouts, Status
from pilein.rulesets.scorched.vocabulary import NUMBERS, RULINGS, WEAPONS
from pilein.tabletop.bodies import Body
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from tests.rulesets.fielding import Corners, Given, Troop, ground, in_force, loose, setup_of

ROUND = Base("round", INCH, INCH)
SQUARE = Base("rectangle", INCH, INCH)
QUALITIES = ("chain", "power", "force", "relic", "daemon")


def weapon(name: str) -> Weapon:
    """Return the weapon that scenario files know by this name, or one composed of tags such as
    "axe+chain+two-handed".
    """
    given: Mapping[str, Any] = WEAPONS[name] if name in WEAPONS else _tagged(name)
    held = tuple(quality for quality in QUALITIES if given.get(quality))
    return Weapon(name, given.get("shape", ""), given.get("grip", "one-handed"), held)


def _tagged(name: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for tag in name.split("+"):
        key = tag if tag in QUALITIES else "grip" if "hand" in tag else "shape"
        values[key] = tag
    return values


class M(Struct):
    """A unit to be fielded, with one model unless `models` is given. `lost` is the number of wounds already lost."""

    name: str
    side: int
    WS: int = 4
    W: int = 1
    weapons: Sequence[str] = ()
    at: Sequence[tuple[float, float]] = ()
    models: int = 1
    lost: int = 0
    charged: bool = False
    base: Base = ROUND
    more: Mapping[str, Any] = {}

    def traits(self) -> Traits:
        return Traits(WS=self.WS, W=self.W, weapons=tuple(map(weapon, self.weapons)), **self.more)


def battle(
    *units: M,
    rulings: Given | None = None,
    grounds: Sequence[tuple[str, Corners]] = (),
    size: tuple[float, float] = (48, 48),
    active: int = 0,
    frontage: int | None = None,
    struck: Sequence[str] = (),
) -> Battle:
    """Return a battle on a table if the units have positions, and otherwise one in the press, in which every model is
    in contact with every enemy unit.
    """
    is_press = not units[0].at
    setup = setup_of(
        "scorched",
        [Troop(unit.name, unit.side, [(unit.traits(), len(unit.at) or unit.models)], unit.base) for unit in units],
        in_force(RULINGS, NUMBERS, rulings),
        size=None if is_press else size,
        grounds=[ground(*one) for one in grounds],
    )
    setup = replace(setup, struck=frozenset(struck))
    statuses = tuple(Status(charged=unit.charged) for unit in units)
    if is_press:
        pairs = [(a, b) for a, one in enumerate(units) for b, other in enumerate(units) if one.side < other.side]
        bodies = tuple(Body(((number, unit.lost, unit.models),)) for number, unit in enumerate(units))
        return Battle(setup, active, Press(setup, tuple(pairs), frontage, bodies), statuses)
    lost = tuple((model, units[unit].lost) for model, unit in enumerate(setup.unit_of) if units[unit].lost)
    standings = tuple(loose(made, unit.at) for unit, made in zip(units, setup.units, strict=True))
    return Battle(setup, active, Plane(setup, standings, lost), statuses)


class Played:
    """A phase that was played with given dice and answers, all of which were used."""

    def __init__(self, made: Battle, dice: Sequence[int], answers: Sequence[Any], start: Any = combat_phase) -> None:
        self.before = made
        self.script = Script(RULESET, dice=dice, answers=answers)
        self.after: Battle = self.script.begin(made, start)
        self.script.assert_used_up()

    def events(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.script.events if isinstance(event, kind)]

    def told(self) -> list[str]:
        return [type(event).__name__ for event in self.script.events]

    def left(self, name: str) -> int | None:
        """Return the number of wounds left on the unit's first model, or None if the unit is gone."""
        unit = next(unit.number for unit in self.after.setup.units if unit.name == name)
        models = self.after.field.models(unit)
        return self.after.wounds_left(models[0]) if models else None

    def slain(self) -> list[str]:
        return [event.model for event in self.events(Slain)]

    def hits(self) -> list[tuple[str, str, int, int]]:
        return [(event.model, event.enemy, event.hits, event.AP) for event in self.events(LandedHits)]

    def scores(self) -> dict[str, int]:
        return {event.model: event.score for event in self.events(Scored)}

    def place(self, name: str) -> tuple[float, float]:
        unit = next(unit.number for unit in self.after.setup.units if unit.name == name)
        found = self.after.plane.place(self.after.field.models(unit)[0])
        return found.x / INCH, found.y / INCH


def played(*units: M, dice: Sequence[int] = (), answers: Sequence[Any] = (), **how: Any) -> Played:
    """Play one combat phase of the given units."""
    return Played(battle(*units, **how), dice, answers)


def sorted_out(*units: M, answers: Sequence[Any] = (), **how: Any) -> tuple[Bouts, ...]:
    """Return the combats into which the given units are sorted."""
    script = Script(RULESET, answers=answers)
    position = Position(battle(*units, **how), ((combat_phase.key,),))
    combats: tuple[Bouts, ...] = script.play(position, until="next_combat").state.combats
    script.assert_used_up()
    return combats


def changed(one: M, **changes: Any) -> M:
    return replace(one, **changes)
