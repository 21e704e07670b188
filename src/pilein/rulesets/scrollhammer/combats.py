"""Combats: groups of units in contact, and the units of a combat that still stand (SH-MU-01, SH-MU-02, SH-CR-09)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import is_multiple, locked_with
from pilein.rulesets.scrollhammer.state import Battle


def combats_of(battle: Battle, table: Table) -> tuple[tuple[int, ...], ...]:
    """Connected groups of units in contact with enemies. Each group is one combat.

    A combat of more than two units is a multiple combat (SH-MU-01) and is fought like any other combat (SH-MU-02).
    """
    left = [unit.number for unit in battle.setup.units if locked_with(battle, unit.number)]
    bonds = battle.bonds if battle.bonds and table.rule("SH-R-82") == "stay-one" else ()
    combats = []
    while left:
        group = _connected(battle, left[0], bonds)
        if not is_multiple(group) or (table.holds("SH-MU-01") and table.holds("SH-MU-02")):
            combats.append(group)
        left = [unit for unit in left if unit not in group]
    return tuple(combats)


def _connected(battle: Battle, unit: int, bonds: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found, waiting = {unit}, [unit]
    while waiting:
        one = waiting.pop()
        bound = [other for bond in bonds if one in bond for other in bond if locked_with(battle, other)]
        for other in (*locked_with(battle, one), *bound):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return tuple(sorted(found))


def standing_units(battle: Battle, side: int) -> tuple[int, ...]:
    """Units of a side in the current combat that still have models, in unit order."""
    return tuple(unit for unit in battle.combat.units if battle.side(unit) == side and battle.lives(unit))


def wiped_out(battle: Battle, table: Table) -> tuple[int, ...]:
    """Sides with no models left. Such a side has lost immediately, regardless of the scores (SH-CR-09)."""
    wiped = tuple(side for side in (0, 1) if not standing_units(battle, side))
    return wiped if wiped and table.holds("SH-CR-09") else ()
