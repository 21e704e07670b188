"""Builders of small battles for clause tests, without a scenario file. Lengths are in inches."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.ruleset import RULESET
from pilein.rulesets.warstrike.state import NOBODY, Battle, Fight, Status
from pilein.rulesets.warstrike.vocabulary import NUMBERS, RULINGS
from pilein.tabletop.plane import Plane
from pilein.tabletop.setup import Ground, UnitSetup
from tests.rulesets.fielding import Given, Spot, Troop, in_force, loose, pressed, setup_of

ROUND = Base("round", INCH, INCH)
BLADE = Weapon("blade", AP=3)
RIFLE = Weapon("rifle", ranged=True, AP=3, firepower=3, range=24 * INCH)
TROOPER = Traits(Mv=6, Aw=12, WS=3, Str=3, Ar=3, Ld=2, Nv=4, BS=3, Ev=3, weapons=(BLADE,))
SHOOTER = replace(TROOPER, weapons=(RIFLE, BLADE))
BRUTE = replace(TROOPER, WS=4, Str=4, To=2)


class U(Struct):
    """A unit to be fielded. `kinds` holds pairs of traits and numbers of models, and `at` the position of each
    model.

    Its first model leads it, unless `status` names a leader or is `leaderless`.
    """

    name: str
    side: int
    kinds: Sequence[tuple[Traits, int]]
    at: Sequence[Spot] = ()
    status: Status = Status()
    leaderless: bool = False
    base: Base = ROUND


def battle(
    *units: U,
    rulings: Given | None = None,
    grounds: Sequence[Ground] = (),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
    fight: tuple[int, ...] | None = None,
) -> Battle:
    """Return a battle on a table, or in the press if `pairs` are given. With `fight`, a combat between the given units
    is in progress.
    """
    setup = setup_of(
        "warstrike",
        [Troop(unit.name, unit.side, unit.kinds, unit.base) for unit in units],
        in_force(RULINGS, NUMBERS, rulings),
        size=None if pairs is not None else (48, 48),
        grounds=grounds,
        edges=edges,
    )
    statuses = tuple(_status(unit, made) for unit, made in zip(units, setup.units, strict=True))
    under_way = None if fight is None else Fight(fight, 0)
    if pairs is None:
        standings = tuple(loose(made, unit.at) for unit, made in zip(units, setup.units, strict=True))
        return Battle(setup, active, Plane(setup, standings), statuses, fight=under_way)
    return Battle(setup, active, pressed(setup, pairs, frontage), statuses, fight=under_way)


def play(made: Battle, clause: Any, *arguments: int, dice=(), answers=(), until="", policy=None):
    """Run a clause and everything that follows from it. Return the resulting battle and the script, after checking that
    every die and answer was used.
    """
    script = Script(RULESET, dice=dice, answers=None if policy else answers, policy=policy)
    after = script.begin(made, clause, *arguments, until=until)
    script.assert_used_up()
    return after, script


def table_of(made: Battle, *struck: str) -> Table:
    """Return a table for reading rulings and checking sentences, with the given sentences struck from the text."""
    return Table(made.setup.readings, struck=made.setup.struck | {*struck})


def _status(unit: U, made: UnitSetup) -> Status:
    if unit.leaderless or unit.status.leader != NOBODY:
        return unit.status
    return replace(unit.status, leader=made.models[0])


def box(left: float, low: float, right: float, high: float) -> list[tuple[float, float]]:
    return [(left, low), (right, low), (right, high), (left, high)]


def changed(traits: Traits, **changes: Any) -> Traits:
    return replace(traits, **changes)


def armed(*weapons: Weapon, traits: Traits = TROOPER) -> Traits:
    return replace(traits, weapons=weapons)


def lines(own: Traits, foe: Traits, *, own_count: int = 1, foe_count: int = 1, **options: Any) -> Battle:
    """Return a battle in the press of two units in the middle of a combat. The first unit attacks."""
    units = U("own", 0, [(own, own_count)]), U("foe", 1, [(foe, foe_count)])
    return battle(*units, pairs=[(0, 1)], fight=(0, 1), **options)
