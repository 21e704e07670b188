"""The Weapon Skill that a model fights with, and what its best die counts for (CP-OU, CP-TH)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.members import enemies_fought, friends_fighting
from pilein.rulesets.scorched.equipment.gear import Rows, rows_in_use
from pilein.rulesets.scorched.profile import TWO_HANDED
from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.state import Battle

CLEAVE = 1  # CP-TH-01, CP-TH-02
UNMOVED_FACES = (1, 6)  # CP-TH-02


def fighting_skill(battle: Battle, table: Table, model: int, face: int) -> int:
    """A model's WS in its combat, after all reductions; `face` is its best die."""
    rows = rows_in_use(battle, table, model)
    reduction = cleave_skill(rows) if _is_cleaving(table, rows, face) else 0
    skill = battle.traits(model).WS - reduction - outnumbered_by(battle, table, model)
    return floored(table, skill)


def result_of(rows: Rows, face: int) -> int:
    """What a die counts for."""
    return cleaved(face) if TWO_HANDED in rows else face


@says("CP-OU-01", "CP-OU-02", without=0)
def outnumbered_by(battle: Battle, table: Table, model: int) -> int:
    """CP-OU-01, CP-OU-02. An outnumbered model lowers its WS by the number of enemies it fights (CP-R-07)."""
    if len(battle.combat.bouts) < 2:  # noqa: PLR2004 - several enemies
        return 0
    enemies, friends = len(enemies_fought(battle, model)), friends_fighting(battle, model)
    if enemies < 2 or enemies <= friends:  # noqa: PLR2004 - several enemies
        return 0
    return enemies - friends if table.rule("CP-R-07") == "difference" else enemies


@says("CP-TH-01", "CP-IX-27", without=0)
def cleave_skill(rows: Rows) -> int:
    """CP-TH-01, CP-IX-27. Who uses both hands has a WS 1 lower, outnumbered or not."""
    return CLEAVE if TWO_HANDED in rows else 0


@says("CP-TH-02", "CP-IX-09", without=lambda face: face)
def cleaved(face: int) -> int:
    """CP-TH-02, CP-IX-09. Used with both hands the attack die, as it finally lies, counts 1 less unless 1 or 6."""
    return face if face in UNMOVED_FACES else face - CLEAVE


def floored(table: Table, skill: int) -> int:
    """CP-R-08. No WS below 0, unless the reading is another."""
    if skill >= 1:
        return skill
    reading = table.rule("CP-R-08")
    if reading == "no-floor":
        return skill
    return 1 if reading == "floor-1" else max(0, skill)


def _is_cleaving(table: Table, rows: Rows, face: int) -> bool:
    """CP-R-52. The WS is lower whatever the die shows; under `both-conditional` not on a 1 or 6."""
    if TWO_HANDED in rows and face in UNMOVED_FACES:
        return table.rule("CP-R-52") != "both-conditional"
    return True
