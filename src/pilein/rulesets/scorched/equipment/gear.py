"""What a model has in hand and in use: rows of the equipment table (CP-EQ, CP-DS, CP-DD)."""

from functools import lru_cache

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scorched.profile import ADAPTIVE, FISTS, PUNCH, SHIELD, SWORD, TWO_HANDED, Weapon
from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.state import Battle

Weapons = tuple[Weapon, ...]
Rows = tuple[str, ...]


class Gear(Struct, frozen=True):
    """What is in use: the weapons, the rows that apply, the dice that two of a kind add, how many Parries they give."""

    weapons: Weapons
    rows: Rows
    flurry: int
    swords: int


def gear_of(battle: Battle, table: Table, model: int) -> Gear:
    """What a model has in use in its combat; without a weapon it strikes with fist or gun butt (CP-R-59)."""
    weapons = battle.traits(model).weapons or (FISTS,)
    is_two_handed = battle.fight is not None and model in battle.fight.two_handed
    same_shape = _may_be_alike(weapons) and table.rule("CP-R-19") == "same-shape"
    return _gear(weapons, is_two_handed=is_two_handed, same_shape=same_shape)


def rows_in_use(battle: Battle, table: Table, model: int) -> Rows:
    """The rows that apply to a model."""
    return gear_of(battle, table, model).rows


def striking_rows(battle: Battle, table: Table, model: int) -> Rows:
    """CP-R-18. The rows that apply to its hits: all that are in use, or those of the weapon that was named."""
    gear = gear_of(battle, table, model)
    named = dict(battle.combat.striking).get(model)
    return gear.rows if named is None else rows_of((gear.weapons[named],))


@says("CP-EQ-01", without=())
def rows_of(weapons: Weapons) -> Rows:
    """CP-EQ-01. A model has the bonuses of the weapons in use, one rule for each row, none twice (CP-R-20)."""
    return tuple(dict.fromkeys(row for weapon in weapons for row in weapon.rows))


@says("CP-DD-01", "CP-IX-04", "CP-IX-05", without=lambda weapons: weapons[:1])
def off_handed(weapons: Weapons) -> Weapons:
    """CP-DD-01, CP-IX-04, CP-IX-05. Who wields different weapons has the bonuses of all of them."""
    return weapons


@says("CP-DS-01", "CP-IX-13", "CP-IX-19", without=0)
def flurry() -> int:
    """CP-DS-01, CP-IX-13, CP-IX-19. Two weapons that are the same add an attack die, which counts like any other."""
    return 1


@says("CP-IX-15", without=lambda weapons: weapons)
def left_in_hand(weapons: Weapons) -> Weapons:
    """CP-IX-15. While a hand-and-a-half weapon is used with both hands, nothing else is in use."""
    return weapons[:1]


def can_be_two_handed(weapons: Weapons) -> bool:
    """Whether a hand-and-a-half weapon is among them."""
    return any(weapon.grip == ADAPTIVE for weapon in weapons)


def is_armed(weapons: Weapons) -> bool:
    """Whether there is a real weapon among them: no fist, no gun butt, no shield."""
    return any(weapon.shape not in (PUNCH, SHIELD) for weapon in weapons)


def are_the_same(weapons: Weapons, *, same_shape: bool) -> bool:
    """CP-R-19. Whether weapons are the same: by all their tags, or by their shape."""
    if len(weapons) < 2:  # noqa: PLR2004 - a pair
        return False
    kinds = {weapon.shape if same_shape and weapon.shape else weapon.rows for weapon in weapons}
    return len(kinds) == 1


@lru_cache(maxsize=4096)
def _gear(weapons: Weapons, *, is_two_handed: bool, same_shape: bool) -> Gear:
    if is_two_handed:
        adaptive = sorted(weapons, key=lambda weapon: weapon.grip != ADAPTIVE)
        weapons = left_in_hand((_held_with_both(adaptive[0]), *adaptive[1:]))
    same = are_the_same(weapons, same_shape=same_shape)
    rows = rows_of(weapons[:1] if same else off_handed(weapons))
    swords = sum(weapon.shape == SWORD for weapon in weapons)
    return Gear(weapons, rows, flurry() if same else 0, swords)


def _held_with_both(weapon: Weapon) -> Weapon:
    return Weapon(weapon.name, weapon.shape, TWO_HANDED, weapon.qualities)


@lru_cache(maxsize=4096)
def _may_be_alike(weapons: Weapons) -> bool:
    """Whether the readings of "same" differ: one shape, different tags."""
    return are_the_same(weapons, same_shape=True) and not are_the_same(weapons, same_shape=False)
