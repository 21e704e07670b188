"""Equipment in hand and in use, as rows of the equipment table (CP-EQ, CP-DS, CP-DD)."""

from functools import lru_cache

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scorched.profile import ADAPTIVE, AXE, DAGGER, FISTS, PUNCH, SHIELD, SWORD, TWO_HANDED, Weapon
from pilein.rulesets.scorched.state import Battle

Weapons = tuple[Weapon, ...]
Rows = tuple[str, ...]


class Gear(Struct, frozen=True):
    """Equipment in use: the weapons, the rows that apply, and the dice added by a pair of identical weapons."""

    weapons: Weapons
    rows: Rows
    flurry: int

    @property
    def swords(self) -> int:
        """Number of Parries that the weapons would give if bonuses of the same kind were cumulative."""
        return sum(weapon.shape == SWORD for weapon in self.weapons)


def gear_of(battle: Battle, table: Table, model: int) -> Gear:
    """Equipment that a model uses in its combat. A model without a weapon strikes with a fist or gun butt (CP-R-59).

    While a hand-and-a-half weapon is used with both hands, no other equipment is in use (CP-IX-15).
    """
    weapons = battle.traits(model).weapons or (FISTS,)
    held = dict(battle.fight.two_handed).get(model) if battle.fight is not None and battle.fight.two_handed else None
    if held is not None:
        weapons = _held_with_both_hands(weapons, held)
        if len(weapons) > 1 and table.holds("CP-IX-15"):
            weapons = weapons[:1]
    if len(weapons) == 1:
        return Gear(weapons, rows_of(table, weapons), 0)
    if _are_the_same(table, weapons):
        return Gear(weapons, rows_of(table, weapons[:1]), flurry(table, weapons[0]))
    return Gear(weapons, rows_of(table, off_handed(table, weapons)), 0)


def rows_in_use(battle: Battle, table: Table, model: int) -> Rows:
    """Equipment rows that apply to a model."""
    return gear_of(battle, table, model).rows


def striking_rows(battle: Battle, table: Table, model: int) -> Rows:
    """Equipment rows that apply to a model's hits: all rows in use, or the rows of the named weapon (CP-R-18)."""
    gear = gear_of(battle, table, model)
    named = dict(battle.combat.striking).get(model)
    return gear.rows if named is None else rows_of(table, (gear.weapons[named],))


def rows_of(table: Table, weapons: Weapons) -> Rows:
    """Rows of the weapons in use, with each row counted once (CP-EQ-01, CP-R-20)."""
    rows = _rows(weapons)
    return rows if rows and table.holds("CP-EQ-01") else ()


def off_handed(table: Table, weapons: Weapons) -> Weapons:
    """Weapons whose bonuses apply to a model that wields different weapons. By the rules, all its weapons count
    (CP-DD-01).

    A sword therefore parries even beside an axe, whose rule stops only enemies from parrying (CP-IX-04), and a
    shield shields beside a sword (CP-IX-05).
    """
    shapes = [weapon.shape for weapon in weapons]
    if SWORD in shapes and AXE in shapes and not table.holds("CP-IX-04"):
        return weapons[:1]
    if SWORD in shapes and SHIELD in shapes and not table.holds("CP-IX-05"):
        return weapons[:1]
    return weapons if table.holds("CP-DD-01") else weapons[:1]


def flurry(table: Table, weapon: Weapon) -> int:
    """Number of attack dice added by two weapons that are the same (CP-DS-01). Two daggers add dice as well
    (CP-IX-13).
    """
    if weapon.shape == DAGGER and not table.holds("CP-IX-13"):
        return 0
    return table.number("CP-DS-01") if table.holds("CP-DS-01") else 0


@lru_cache(maxsize=4096)
def can_be_two_handed(weapons: Weapons) -> tuple[int, ...]:
    """Indices of the hand-and-a-half weapons. Among identical weapons only the first is included."""
    adaptive = {weapon: place for place, weapon in reversed(list(enumerate(weapons))) if weapon.grip == ADAPTIVE}
    return tuple(sorted(adaptive.values()))


def is_armed(weapons: Weapons) -> bool:
    """Whether the weapons include a real weapon. Fists, gun butts and shields are not real weapons."""
    return any(weapon.shape not in (PUNCH, SHIELD) for weapon in weapons)


@lru_cache(maxsize=4096)
def are_the_same(weapons: Weapons, *, same_shape: bool) -> bool:
    """Whether weapons are the same, compared by all their tags or by their shape (CP-R-19)."""
    if len(weapons) < 2:  # noqa: PLR2004 - a pair
        return False
    kinds = {weapon.shape if same_shape and weapon.shape else weapon.rows for weapon in weapons}
    return len(kinds) == 1


def _are_the_same(table: Table, weapons: Weapons) -> bool:
    """Whether weapons are the same under the ruling in force. The ruling is read only if it matters (CP-R-19)."""
    same = are_the_same(weapons, same_shape=False)
    return same or (are_the_same(weapons, same_shape=True) and table.rule("CP-R-19") == "same-shape")


@lru_cache(maxsize=4096)
def _rows(weapons: Weapons) -> Rows:
    return tuple(dict.fromkeys(row for weapon in weapons for row in weapon.rows))


@lru_cache(maxsize=4096)
def _held_with_both_hands(weapons: Weapons, place: int) -> Weapons:
    """Return the weapons with the hand-and-a-half weapon at the given index moved to the front and made two-handed."""
    held, others = weapons[place], (*weapons[:place], *weapons[place + 1 :])
    return (Weapon(held.name, held.shape, TWO_HANDED, held.qualities), *others)
