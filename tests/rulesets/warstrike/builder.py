"""Small battles for clause tests, built without a scenario file; lengths in inches."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.rulings import Reading
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.rulebook import RULEBOOK
from pilein.rulesets.warstrike.rulings import RULINGS
from pilein.rulesets.warstrike.state import NOBODY, Battle, Fight, Status
from pilein.tabletop.bodies import Body
from pilein.tabletop.plane import Loose, Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup

ROUND = Base("round", INCH, INCH)
BLADE = Weapon("blade", AP=3)
RIFLE = Weapon("rifle", ranged=True, AP=3, firepower=3, range=24 * INCH)
TROOPER = Traits(Mv=6, Aw=12, WS=3, Str=3, Ar=3, Ld=2, Nv=4, BS=3, Ev=3, weapons=(BLADE,))
SHOOTER = replace(TROOPER, weapons=(RIFLE, BLADE))
BRUTE = replace(TROOPER, WS=4, Str=4, To=2)


class U(Struct):
    """A unit to be fielded: `kinds` are (traits, how many), `at` where each model stands.

    Its first model leads it, unless `status` has a leader of its own or is `leaderless`.
    """

    name: str
    side: int
    kinds: Sequence[tuple[Traits, int]]
    at: Sequence[tuple[float, float]] = ()
    status: Status = Status()
    leaderless: bool = False
    base: Base = ROUND


def battle(
    *units: U,
    rulings: Mapping[str, str | tuple[str, int]] | None = None,
    grounds: Sequence[Ground] = (),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
    fight: tuple[int, ...] | None = None,
) -> Battle:
    """A battle on a table, or in the press if `pairs` are given; with `fight` these units' combat is under way."""
    setup = _setup(units, rulings or {}, grounds, None if pairs is not None else (48, 48), edges)
    statuses = tuple(_status(unit, made) for unit, made in zip(units, setup.units, strict=True))
    under_way = None if fight is None else Fight(fight, 0)
    if pairs is None:
        standings = tuple(_standing(unit, made) for unit, made in zip(units, setup.units, strict=True))
        return Battle(setup, active, Plane(setup, standings), statuses, fight=under_way)
    bodies = tuple(
        Body(tuple((kind, 0, setup.kind_of.count(kind)) for kind in sorted({setup.kind_of[m] for m in s.models})))
        for s in setup.units
    )
    return Battle(setup, active, Press(setup, tuple(pairs), frontage, bodies), statuses, fight=under_way)


def play(made: Battle, clause: Any, *arguments: int, dice=(), answers=(), until="", policy=None):
    """The battle after a clause and all that follows from it, and the script; every die and answer is used up."""
    script = Script(RULEBOOK, dice=dice, answers=None if policy else answers, policy=policy)
    after = script.begin(made, clause, *arguments, until=until)
    script.assert_used_up()
    return after, script


def told(script: Script, kind: type) -> list[Any]:
    """The events of a kind that were told."""
    return [event for event in script.events if isinstance(event, kind)]


def table_of(made: Battle) -> Table:
    """A table at which only rulings can be read."""
    return Table(made.setup.readings)


def _setup(units, rulings, grounds, size, edges) -> Setup:
    kinds: list[Kind] = []
    kind_of: list[int] = []
    setups: list[UnitSetup] = []
    for number, unit in enumerate(units):
        first = len(kind_of)
        for traits, count in unit.kinds:
            kinds.append(Kind(f"{unit.name}-{len(kinds)}", number, unit.base, traits))
            kind_of += [len(kinds) - 1] * count
        setups.append(UnitSetup(number, unit.name, unit.side, "", range(first, len(kind_of))))
    readings = {key: Reading("default", ruling.number) for key, ruling in RULINGS.items()}
    for key, option in rulings.items():
        readings[key] = Reading(option, RULINGS[key].number) if isinstance(option, str) else Reading(*option)
    return Setup(
        ruleset="warstrike",
        sides=("red", "blue"),
        edges=edges,
        units=tuple(setups),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=size and (ticks(size[0]), ticks(size[1])),
        grounds=tuple(grounds),
        readings=readings,
    )


def _status(unit: U, made: UnitSetup) -> Status:
    if unit.leaderless or unit.status.leader != NOBODY:
        return unit.status
    return replace(unit.status, leader=made.models[0])


def _standing(unit: U, setup: UnitSetup) -> Loose:
    places = tuple(place(*spot) for spot in unit.at)
    assert len(places) == len(setup.models)
    return Loose(tuple(setup.models), places)


def ground(kind: str, outline: Sequence[tuple[float, float]], height: float = 0, *, blocks_sight=False) -> Ground:
    corners = tuple((ticks(x), ticks(y)) for x, y in outline)
    return Ground(kind, Polygon(corners), blocks_sight=blocks_sight, height=ticks(height))


def box(left: float, low: float, right: float, high: float) -> list[tuple[float, float]]:
    """The corners of a rectangle."""
    return [(left, low), (right, low), (right, high), (left, high)]


def place(x: float, y: float) -> Place:
    return Place(ticks(x), ticks(y), 0)


def row(x: float, y: float, count: int, step: float = 1.0) -> list[tuple[float, float]]:
    """Places side by side, from (x, y) to the right."""
    return [(x + step * number, y) for number in range(count)]


def spot(made: Battle, model: int) -> tuple[float, float]:
    """Where a model stands, in inches."""
    found = made.plane.place(model)
    return round(found.x / INCH, 2), round(found.y / INCH, 2)


def changed(traits: Traits, **changes: Any) -> Traits:
    return replace(traits, **changes)


def armed(*weapons: Weapon, traits: Traits = TROOPER) -> Traits:
    return replace(traits, weapons=weapons)


def lines(own: Traits, foe: Traits, *, own_count: int = 1, foe_count: int = 1, **options: Any) -> Battle:
    """Two units in the press, their combat under way; the first attacks."""
    units = U("own", 0, [(own, own_count)]), U("foe", 1, [(foe, foe_count)])
    return battle(*units, pairs=[(0, 1)], fight=(0, 1), **options)
