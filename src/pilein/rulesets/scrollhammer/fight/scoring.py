"""Rules for scoring a combat: the Wounds that count, and the side that scores them (SH-CR-01, SH-CR-02, SH-CR-10 to
SH-CR-13).
"""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.eligible_casualties import lost_before
from pilein.rulesets.scrollhammer.state import Battle, Hurt
from pilein.rulesets.scrollhammer.steps import Step, clause

ATTACKS = "blows"
EFFECT = "effect"
GROUND = "ground"  # dangerous terrain during a pile-in


@clause(Step.SCORE)
def score(battle: Battle, table: Table, unit: int, by: int, lost: int) -> Battle:
    """The Wounds that a unit has lost to attacks are added to the score."""
    return scored(battle, table, unit, by, lost)


def scored(battle: Battle, table: Table, unit: int, by: int, lost: int, cause: str = ATTACKS) -> Battle:
    """Return the battle with a unit's lost Wounds added to the score. Outside a fight the battle is unchanged.

    `by` is the unit that caused the Wounds, possibly the unit itself, and `cause` is "blows", "effect" or "ground".
    Each side scores the unsaved wounds that it inflicts (SH-CR-01). Wounds that models cause on their own side count
    for the other side (SH-CR-13). The score is kept as the lead of the active side.
    """
    if battle.fight is None or not lost or not counts(table, cause):
        return battle
    is_own_doing = battle.side(by) == battle.side(unit)
    if not (table.holds("SH-CR-13") if is_own_doing else table.holds("SH-CR-01")):
        return battle
    return battle.fighting(lead=battle.fight.lead + (lost if battle.side(unit) != battle.active else -lost))


def counts(table: Table, cause: str) -> bool:
    """Whether Wounds from a cause count towards the result of the Fight sub-phase (SH-CR-02).

    Wounds from attacks and other effects count. Wounds from dangerous terrain do not, except in a pile-in under
    `pile-in-terrain` (SH-R-60).
    """
    if cause == GROUND and table.rule("SH-R-60") != "pile-in-terrain":
        return False
    return cause == ATTACKS or table.holds("SH-CR-02")


def wounds_really_lost(battle: Battle, table: Table, hurt: Hurt) -> int:
    """Number of Wounds actually lost. Wounds stopped by saves or special rules do not count (SH-CR-10)."""
    total = 0
    for model, wounds in hurt:
        most, before = battle.traits(battle.setup.kind_of[model]).W, lost_before(battle, model)
        is_slain = before + wounds >= most
        total += _of_the_slain(table, wounds, most - before) if is_slain else wounds
    return total if total and table.holds("SH-CR-10") else 0


def _of_the_slain(table: Table, wounds: int, left: int) -> int:
    """Return the wounds scored for a slain model: all the Wounds it had left and no more, even by Instant Death
    (SH-CR-11, SH-CR-12).
    """
    if not table.holds("SH-CR-11"):
        return wounds
    return left if left == 1 or table.holds("SH-CR-12") else 1
