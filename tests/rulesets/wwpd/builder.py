"""Builders of small battles for clause tests, without a scenario file. Lengths are in inches, and angles in degrees."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.ruleset import RULESET
from pilein.rulesets.wwpd.state import Battle, Status
from pilein.rulesets.wwpd.vocabulary import NUMBERS, RULINGS
from pilein.tabletop.plane import Plane
from tests.rulesets.fielding import Corners, Given, Spot, Troop, ground, in_force, loose, pressed, setup_of

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
    """Return the traits of an ordinary man, with the given changes. `massive`, `ap` and `melee_offense` belong to his
    weapon.
    """
    arms = {key: changes.pop(key) for key in ("massive", "ap", "melee_offense") if key in changes}
    weapon = replace(changes.pop("weapon", HAND_WEAPON), **arms)
    return replace(MAN, weapon=weapon, **changes)


class U(Struct):
    """A unit to be fielded. `at` lists the positions of models on a table. `kinds` lists pairs of traits and numbers,
    and may be left out for one ordinary man per position.
    """

    name: str
    side: int
    at: Sequence[Spot] = ()
    kinds: Sequence[tuple[Traits, int]] = ()
    base: Base = ROUND
    status: Status = Status()


def battle(  # noqa: PLR0913 - a battle has many sides
    *units: U,
    rulings: Given | None = None,
    grounds: Sequence[tuple[str, Corners]] = (),
    size: tuple[float, float] = (48, 48),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
    fired: tuple[int, ...] = (),
) -> Battle:
    """Return a battle on a table, or in the press if `pairs` are given."""
    troops = [Troop(unit.name, unit.side, unit.kinds or ((MAN, len(unit.at)),), unit.base) for unit in units]
    setup = setup_of(
        "wwpd",
        troops,
        in_force(RULINGS, NUMBERS, rulings),
        size=None if pairs is not None else size,
        grounds=[ground(*one) for one in grounds],
        edges=edges,
    )
    statuses = tuple(
        replace(unit.status, starting_strength=unit.status.starting_strength or len(made.models))
        for unit, made in zip(units, setup.units, strict=True)
    )
    if pairs is None:
        standings = tuple(loose(made, unit.at) for unit, made in zip(units, setup.units, strict=True))
        return Battle(setup, active, Plane(setup, standings), statuses, fired)
    return Battle(setup, active, pressed(setup, pairs, frontage), statuses)


def played(made: Battle, clause: Any, *arguments: Any, dice=(), answers=(), policy=None, until=""):
    """Run a clause and everything that follows from it. Return the resulting battle and the script, after checking that
    every die and answer was used.
    """
    script = Script(RULESET, dice=dice, answers=answers, policy=policy)
    after = script.begin(made, clause, *arguments, until=until)
    script.assert_used_up()
    return after, script


def nearest(choice: Any) -> Any:
    return next(choice.candidates())[1]
