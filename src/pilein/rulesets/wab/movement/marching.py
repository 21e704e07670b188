"""The march: who may march, how far, and past whom (WAB-MA)."""

from collections.abc import Sequence

from pilein.geometry.shapes import Shape
from pilein.geometry.turns import Vector
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_lone_character, is_skirmishing, living_traits, troop
from pilein.rulesets.wab.ground.nearness import units_within
from pilein.rulesets.wab.movement.going import OBSTACLE, ROUGH, kinds_met
from pilein.rulesets.wab.profile import CHARIOTS
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle

NEAR = 8  # inches
TWICE, THRICE = 2, 3
MOUNTED = ("cavalry", *CHARIOTS)
UNFIT = ("elephant", "artillery")
MARCH_STEPS = ("ahead", "wheel")
ALL_STEPS = ("ahead", "wheel", "about", "files", "shift")


def why_no_march(battle: Battle, table: Table, unit: int) -> str:
    """Why a unit may not march, "" where it may."""
    if lacks_musician(battle, unit):
        return "WAB-MA-01: a unit without a musician may not march"
    if is_unfit(battle, unit):
        return "WAB-MA-07: skirmishers, elephants and artillery may not march"
    if hindering(battle, table, unit):
        return 'WAB-MA-04: nobody marches with an enemy within 8"'
    return ""


@says("WAB-MA-01", without=False)
def lacks_musician(battle: Battle, unit: int) -> bool:
    """WAB-MA-01. A unit needs a musician to march; a lone character does not (WAB-R-48)."""
    return not has_musician(battle, unit) and not is_lone_character(battle, unit)


def has_musician(battle: Battle, unit: int) -> bool:
    """Whether a unit has a musician on the field."""
    return any(traits.musician for traits in living_traits(battle, unit))


def marching_distance(battle: Battle, unit: int, rate: int) -> int:
    """How far a unit marches that moves at a rate, both in ticks."""
    return character_march(rate) if is_lone_character(battle, unit) else march(rate)


@says("WAB-MA-02", without=lambda rate: rate)
def march(rate: int) -> int:
    """WAB-MA-02. A march is made at twice the normal rate."""
    return TWICE * rate


@says("WAB-MA-03", without=march)
def character_march(rate: int) -> int:
    """WAB-MA-03. Characters march at three times their rate; one in a unit moves with it (WAB-R-48)."""
    return THRICE * rate


@says("WAB-MA-04", without=())
def hindering(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WAB-MA-04. No march with an enemy within 8": those there that count."""
    near = enemies_near(battle, table, unit)
    return tuple(enemy for enemy in near if counts(battle, table, unit, enemy))


def ignored(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WAB-R-60. The enemies within 8" whose nearness a unit leaves out of account if it marches."""
    near = enemies_near(battle, table, unit)
    return tuple(enemy for enemy in near if not counts(battle, table, unit, enemy))


def enemies_near(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The enemies within 8" of where a unit stands."""
    return units_within(battle, table, unit, battle.standing_units(1 - battle.side(unit)), NEAR)


def counts(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy keeps a unit from marching."""
    return not (is_harmless(battle, table, enemy) or is_outpaced(battle, unit, enemy))


@says("WAB-MA-05", without=False)
def is_harmless(battle: Battle, table: Table, enemy: int) -> bool:
    """WAB-MA-05. Fleeing enemies, enemy characters and enemy artillery do not count.

    WAB-R-47 `only-fleeing-characters`: of the first two only what is both.
    """
    kind = troop(battle, enemy)
    flees, is_character = battle.status(enemy).fleeing, kind == "character"
    if kind == "artillery" or flees == is_character:
        return kind == "artillery" or flees
    return table.rule("WAB-R-47") != "only-fleeing-characters"


@says("WAB-MA-06", without=False)
def is_outpaced(battle: Battle, unit: int, enemy: int) -> bool:
    """WAB-MA-06. Enemy infantry does not count if the marching unit is cavalry or chariots."""
    return troop(battle, unit) in MOUNTED and troop(battle, enemy) == "infantry"


@says("WAB-MA-07", without=False)
def is_unfit(battle: Battle, unit: int) -> bool:
    """WAB-MA-07. Skirmishers, elephants and artillery cannot march."""
    return is_skirmishing(battle, unit) or troop(battle, unit) in UNFIT


@says("WAB-MA-08", without=ALL_STEPS)
def march_steps() -> tuple[str, ...]:
    """WAB-MA-08. A marching unit can make no manoeuvre other than wheels."""
    return MARCH_STEPS


def why_no_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Why a unit may not march over the ground on a straight way, "" where it may."""
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if bars_a_march(kinds):
        return "WAB-MA-09: nobody marches through difficult ground"
    return "WAB-MA-10: nobody marches across obstacles" if stops_a_march(kinds) else ""


@says("WAB-MA-09", without=False)
def bars_a_march(kinds: Sequence[str]) -> bool:
    """WAB-MA-09. A marching unit cannot go through difficult or very difficult ground, in whatever order it is."""
    return any(kind in ROUGH for kind in kinds)


@says("WAB-MA-10", without=False)
def stops_a_march(kinds: Sequence[str]) -> bool:
    """WAB-MA-10. A marching unit cannot cross obstacles."""
    return OBSTACLE in kinds
