"""Weapon Skill with which a model fights, and the value of its best die (CP-OU, CP-TH)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.gear import Rows, rows_in_use
from pilein.rulesets.scorched.members import enemies_fought, friends_fighting
from pilein.rulesets.scorched.parry import can_be_parried
from pilein.rulesets.scorched.profile import TWO_HANDED
from pilein.rulesets.scorched.state import Battle

TWO = 2
UNMOVED_FACES = (1, 6)  # CP-TH-02


def fighting_skill(battle: Battle, table: Table, model: int, face: int) -> int:
    """WS of a model in its combat after all reductions. `face` is its best die.

    The reductions for using both hands and for being outnumbered both apply (CP-IX-27).
    """
    rows = rows_in_use(battle, table, model)
    reduction = cleave_skill(table, rows) if _is_cleaving(table, rows, face) else 0
    outnumbered = outnumbered_by(battle, table, model)
    if reduction and outnumbered and not table.holds("CP-IX-27"):
        reduction = 0
    return floored(table, battle.traits(model).WS - reduction - outnumbered)


def result_of(battle: Battle, table: Table, model: int, face: int) -> int:
    """Value of a model's best die in its combat. After a Parry, Cleave lowers the new face (CP-IX-09)."""
    result = cleaved(table, rows_in_use(battle, table, model), face)
    if result != face and can_be_parried(battle, table, model) and not table.holds("CP-IX-09"):
        return face
    return result


def outnumbered_by(battle: Battle, table: Table, model: int) -> int:
    """Reduction of an outnumbered model's WS: the number of enemies it fights (CP-OU-01, CP-R-07).

    Against two enemies the reduction is 2, not their surplus of 1 (CP-OU-02).
    """
    if len(battle.combat.bouts) < TWO:
        return 0
    enemies, friends = len(enemies_fought(battle, model)), friends_fighting(battle, model)
    if enemies < TWO or enemies <= friends or not table.holds("CP-OU-01"):
        return 0
    if table.rule("CP-R-07") == "difference" or (enemies == TWO and not table.holds("CP-OU-02")):
        return (enemies - friends) * table.number("CP-OU-01")
    return enemies * table.number("CP-OU-01")


def cleave_skill(table: Table, rows: Rows) -> int:
    """Reduction of WS by 1 for wielding a weapon in both hands (CP-TH-01)."""
    return table.number("CP-TH-01") if TWO_HANDED in rows and table.holds("CP-TH-01") else 0


def cleaved(table: Table, rows: Rows, face: int) -> int:
    """Value of an attack die: 1 less with a weapon in both hands, unless the die shows a 1 or 6 (CP-TH-02)."""
    if TWO_HANDED not in rows or not table.holds("CP-TH-02"):
        return face
    return face if face in UNMOVED_FACES else face - table.number("CP-TH-02")


def floored(table: Table, skill: int) -> int:
    """Limit a WS to 0 or more, unless a ruling lifts the limit (CP-R-08)."""
    if skill >= 1:
        return skill
    reading = table.rule("CP-R-08")
    if reading == "no-floor":
        return skill
    return 1 if reading == "floor-1" else max(0, skill)


def _is_cleaving(table: Table, rows: Rows, face: int) -> bool:
    """Whether Cleave lowers the WS. It always does, except under `both-conditional` if the die shows a 1 or 6
    (CP-R-52).
    """
    if TWO_HANDED in rows and face in UNMOVED_FACES:
        return table.rule("CP-R-52") != "both-conditional"
    return True
