"""Small battles for clause tests, built without a scenario file; lengths in inches, angles in degrees."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH, inches, ticks
from pilein.kernel.rulings import Reading
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.rulebook import RULEBOOK
from pilein.rulesets.wwpd.rulings import RULINGS
from pilein.rulesets.wwpd.state import Battle, Status
from pilein.tabletop.bodies import Body
from pilein.tabletop.plane import Loose, Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup

ROUND = Base("round", INCH, INCH)
HAND_WEAPON = Weapon("hand weapon")
MAN = Traits(
    rate=1,
    skill=3,
    toughness=0,
    armor=0,
    save=5,
    melee_defense=0,
    wounds=1,
    Ld=4,
    normal_move=6 * INCH,
    weapon=HAND_WEAPON,
)


def man(**changes: Any) -> Traits:
    """A plain man with changes; massive, ap and melee_offense are those of his weapon."""
    arms = {key: changes.pop(key) for key in ("massive", "ap", "melee_offense") if key in changes}
    weapon = replace(changes.pop("weapon", HAND_WEAPON), **arms)
    return replace(MAN, weapon=weapon, **changes)


class U(Struct):
    """A unit to be fielded: `at` are model places, on a table; `kinds` are (traits, how many), or one man each."""

    name: str
    side: int
    at: Sequence[tuple[float, ...]] = ()
    kinds: Sequence[tuple[Traits, int]] = ()
    base: Base = ROUND
    status: Status = Status()


def battle(  # noqa: PLR0913 - a battle has many sides
    *units: U,
    rulings: Mapping[str, str] | None = None,
    grounds: Sequence[tuple[str, Sequence[tuple[float, float]]]] = (),
    size: tuple[float, float] = (48, 48),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
    fired: tuple[int, ...] = (),
) -> Battle:
    """A battle on a table, or in the press if `pairs` are given."""
    setup = _setup(units, rulings or {}, grounds, None if pairs is not None else size, edges)
    statuses = tuple(
        replace(unit.status, starting_strength=unit.status.starting_strength or len(made.models))
        for unit, made in zip(units, setup.units, strict=True)
    )
    if pairs is None:
        standings = tuple(
            Loose(tuple(made.models), tuple(place(*spot) for spot in unit.at))
            for unit, made in zip(units, setup.units, strict=True)
        )
        return Battle(setup, active, Plane(setup, standings), statuses, fired)
    bodies = tuple(
        Body(tuple((kind, 0, setup.kind_of.count(kind)) for kind in sorted({setup.kind_of[m] for m in s.models})))
        for s in setup.units
    )
    return Battle(setup, active, Press(setup, tuple(pairs), frontage, bodies), statuses)


def _setup(
    units: Sequence[U],
    rulings: Mapping[str, str],
    grounds: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    size: tuple[float, float] | None,
    edges: tuple[str, str],
) -> Setup:
    kinds: list[Kind] = []
    kind_of: list[int] = []
    setups: list[UnitSetup] = []
    for number, unit in enumerate(units):
        first = len(kind_of)
        for traits, count in unit.kinds or ((MAN, len(unit.at)),):
            kinds.append(Kind(f"{unit.name}-{len(kinds)}", number, unit.base, traits))
            kind_of += [len(kinds) - 1] * count
        setups.append(UnitSetup(number, unit.name, unit.side, "", range(first, len(kind_of))))
    readings = {key: Reading("default", ruling.number) for key, ruling in RULINGS.items()}
    readings |= {key: Reading(RULINGS[key].option(option)) for key, option in rulings.items()}
    return Setup(
        ruleset="wwpd",
        sides=("red", "blue"),
        edges=edges,
        units=tuple(setups),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=size and (ticks(size[0]), ticks(size[1])),
        grounds=tuple(
            Ground(kind, Polygon(tuple((ticks(x), ticks(y)) for x, y in outline))) for kind, outline in grounds
        ),
        readings=readings,
    )


def place(x: float, y: float, facing: float = 0) -> Place:
    return Place(ticks(x), ticks(y), round(facing * 100))


def row(x: float, y: float, count: int, step: float = 1.0) -> list[tuple[float, float]]:
    """Places side by side, from (x, y) to the right."""
    return [(x + step * number, y) for number in range(count)]


def where(battle: Battle, model: int) -> tuple[float, float]:
    """Where a model stands, in inches, to two decimals."""
    spot = battle.plane.place(model)
    return round(inches(spot.x), 2), round(inches(spot.y), 2)


def played(made: Battle, clause: Any, *arguments: Any, dice=(), answers=(), policy=None, until=""):
    """The battle after a clause and all that follows from it, and the script, all of it used up."""
    script = Script(RULEBOOK, dice=dice, answers=answers, policy=policy)
    after = script.begin(made, clause, *arguments, until=until)
    script.assert_used_up()
    return after, script


def only(script: Script, kind: type) -> list[Any]:
    """The events of one kind."""
    return [event for event in script.events if isinstance(event, kind)]


def nearest(choice: Any) -> Any:
    """The first answer offered."""
    return next(choice.candidates())[1]
