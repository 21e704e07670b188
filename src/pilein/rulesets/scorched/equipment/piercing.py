"""The AP of a model's hits: set by some rows, improved by others (CP-PU, CP-DG, CP-LA, CP-TH-03, CP-PW).

AP is a whole number, 0 for "-". By default it is added to the save target; under `threshold` of CP-R-01 it is the
worst save that it leaves nothing of, so that less is better.
"""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.equipment.gear import Rows, gear_of, is_armed, striking_rows
from pilein.rulesets.scorched.profile import DAGGER, LANCE, POWER, PUNCH, TWO_HANDED
from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.sorting.engaged import touching_enemies
from pilein.rulesets.scorched.state import Battle

DASH = 0
GAP_STAB = 2  # CP-DG-01
POWERED = 1  # CP-PW-01
NO_THRESHOLD = 7  # one more than the worst AP, 6


def armour_piercing(battle: Battle, table: Table, model: int, *, six: bool) -> int:
    """The AP of a model's hits; `six`: it rolled a 6 for its combat score."""
    rows = striking_rows(battle, table, model)
    gains = cleave_gain(rows) + charge_gain(battle, table, model, rows)
    values = [value for value in (gap_stab(rows, six=six), powered(rows)) if value]
    if not values and not gains:
        return DASH
    if PUNCH in rows and stays_simple(battle, table, model):
        return DASH
    return together(table, values, gains)


@says("CP-PU-01", without=False)
def stays_simple(battle: Battle, table: Table, model: int) -> bool:
    """CP-PU-01. Attacks with fist or gun butt have AP "-", where no real weapon is in use as well (CP-R-29)."""
    is_all = not is_armed(gear_of(battle, table, model).weapons)
    return is_all or table.rule("CP-R-29") == "always"


@says("CP-DG-01", "CP-IX-07", without=DASH)
def gap_stab(rows: Rows, *, six: bool) -> int:
    """CP-DG-01, CP-IX-07. With a dagger and a 6 among the dice as they finally lie, all attacks have AP 2."""
    return GAP_STAB if six and DAGGER in rows else DASH


@says("CP-PW-01", without=DASH)
def powered(rows: Rows) -> int:
    """CP-PW-01. A power weapon has AP 1."""
    return POWERED if POWER in rows else DASH


@says("CP-TH-03", without=0)
def cleave_gain(rows: Rows) -> int:
    """CP-TH-03. Used with both hands, a weapon has its AP improved by 1."""
    return int(TWO_HANDED in rows)


@says("CP-LA-01", without=0)
def charge_gain(battle: Battle, table: Table, model: int, rows: Rows) -> int:
    """CP-LA-01. The AP of a lance is improved by 1 if the bearer moved into engagement this round."""
    return int(LANCE in rows and has_charged(battle, table, model))


def has_charged(battle: Battle, table: Table, model: int) -> bool:
    """CP-R-40. Whether a model moved into engagement; under `both-models` also who was moved into."""
    if battle.status(model).charged:
        return True
    is_met = any(battle.status(enemy).charged for enemy in touching_enemies(battle, model))
    return is_met and table.rule("CP-R-40") == "both-models"


@says("CP-IX-10", "CP-IX-11", "CP-IX-12", without=DASH)
def together(table: Table, values: list[int], gains: int) -> int:
    """CP-IX-10, CP-IX-11, CP-IX-12. The best set value counts, improved by 1 for each gain (CP-R-01, CP-R-28)."""
    if gains + len(values) == 1 and not gains:
        return values[0]
    is_set_last = bool(values) and gains > 0 and table.rule("CP-R-28") == "set-last"
    if table.rule("CP-R-01") == "threshold":
        best = min(values, default=NO_THRESHOLD)
        return max(1, min(best, NO_THRESHOLD - gains) if is_set_last else best - gains)
    best = max(values, default=DASH)
    return max(best, gains) if is_set_last else best + gains
