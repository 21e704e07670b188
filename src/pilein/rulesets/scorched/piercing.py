"""AP of a model's hits. Some rows of the equipment table set the AP, and others improve it (CP-PU, CP-DG, CP-LA,
CP-TH-03, CP-PW).

AP is a whole number, 0 for "-". By default it is added to the save target. Under `threshold` of CP-R-01 it is the
best save that the hits negate, so a lower AP is better.
"""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.engaged import enemies_reached
from pilein.rulesets.scorched.gear import Rows, gear_of, is_armed, striking_rows
from pilein.rulesets.scorched.parry import can_be_parried
from pilein.rulesets.scorched.profile import DAGGER, LANCE, POWER, PUNCH, TWO_HANDED
from pilein.rulesets.scorched.state import Battle

DASH = 0
NO_THRESHOLD = 7  # one more than the worst AP, 6


def armour_piercing(battle: Battle, table: Table, model: int, *, six: bool) -> int:
    """AP of a model's hits. `six` means that the model rolled a 6 for its combat score."""
    rows = striking_rows(battle, table, model)
    gains = _gains(battle, table, model, rows)
    values = _values_set(battle, table, model, rows, six=six)
    if not values and not gains:
        return DASH
    if PUNCH in rows and stays_simple(battle, table, model):
        return DASH
    return together(table, rows, values, gains)


def stays_simple(battle: Battle, table: Table, model: int) -> bool:
    """Whether attacks keep AP "-" because no real weapon strikes, only a fist or gun butt (CP-PU-01, CP-R-29)."""
    named = dict(battle.combat.striking).get(model)
    weapons = gear_of(battle, table, model).weapons
    is_all = not is_armed(weapons if named is None else (weapons[named],))
    return (is_all or table.rule("CP-R-29") == "always") and table.holds("CP-PU-01")


def _values_set(battle: Battle, table: Table, model: int, rows: Rows, *, six: bool) -> list[int]:
    """AP values set by the rows.

    If a model has a dagger and a 6 among its dice after any Parry, all its attacks have AP 2 (CP-DG-01, CP-IX-07). A
    power weapon has AP 1 (CP-PW-01).
    """
    values = []
    if six and DAGGER in rows and table.holds("CP-DG-01"):
        is_final = not can_be_parried(battle, table, model) or table.holds("CP-IX-07")
        values += [table.number("CP-DG-01.AP")] if is_final else []
    if POWER in rows and table.holds("CP-PW-01"):
        values.append(table.number("CP-PW-01"))
    return values


def _gains(battle: Battle, table: Table, model: int, rows: Rows) -> int:
    """Amount by which the rows together improve the AP.

    A weapon used with both hands gains 1 (CP-TH-03), and a lance gains 1 if its bearer moved into engagement this
    round (CP-LA-01).
    """
    cleave = TWO_HANDED in rows and table.holds("CP-TH-03")
    charge = LANCE in rows and has_charged(battle, model) and table.holds("CP-LA-01")
    return cleave * table.number("CP-TH-03") + charge * table.number("CP-LA-01")


def has_charged(battle: Battle, model: int) -> bool:
    """Whether a model moved into engagement or, under `both-models`, an enemy moved into engagement with it
    (CP-R-40).
    """
    return battle.has_charged(model) or model in battle.met


def lances_met(battle: Battle, table: Table) -> tuple[int, ...]:
    """Lance bearers that, as the phase begins, have not charged but are engaged with an enemy that has charged.

    The result is empty unless the ruling on CP-R-40 is `both-models`.
    """
    models = (model for unit in battle.setup.units for model in battle.field.models(unit.number))
    lances = [
        model for model in models if LANCE in gear_of(battle, table, model).rows and not battle.has_charged(model)
    ]
    reached = enemies_reached(battle, table)
    met = tuple(one for one in lances if any(battle.has_charged(enemy) for enemy in reached[one]))
    return met if met and table.rule("CP-R-40") == "both-models" else ()


def together(table: Table, rows: Rows, values: list[int], gains: int) -> int:
    """Combine AP values and gains. The best value counts, improved by 1 for each gain (CP-R-01, CP-R-28).

    The values of a dagger and a power weapon are not added together (CP-IX-11).
    """
    if not gains and len(values) == 1:
        return values[0]
    if len(values) > 1 and not table.holds("CP-IX-11"):
        values = [sum(values)]
    is_set_last = bool(values) and gains > 0 and not _is_improved(table, rows, values)
    if table.rule("CP-R-01") == "threshold":
        best = min(values, default=NO_THRESHOLD)
        return max(1, min(best, NO_THRESHOLD - gains) if is_set_last else best - gains)
    best = max(values, default=DASH)
    return max(best, gains) if is_set_last else best + gains


def _is_improved(table: Table, rows: Rows, values: list[int]) -> bool:
    """Whether gains improve an AP that a row has set. Under `set-last` they do not (CP-R-28).

    Cleave improves the AP of Gap-Stab (CP-IX-10). Cleave and Charge Bonus improve the AP of a power weapon
    (CP-IX-12).
    """
    if table.rule("CP-R-28") == "set-last":
        return False
    if table.number("CP-DG-01.AP") in values and TWO_HANDED in rows and not table.holds("CP-IX-10"):
        return False
    return table.number("CP-PW-01") not in values or table.holds("CP-IX-12")
