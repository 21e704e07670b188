"""Keeping the score of a combat: which Wounds count, and for whom (SH-CR-01, SH-CR-02, SH-CR-10 to SH-CR-13)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.victims import lost_before
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle, Hurt
from pilein.rulesets.scrollhammer.steps import Step

BLOWS = "blows"
EFFECT = "effect"
GROUND = "ground"  # dangerous terrain in a pile in


@clause(Step.SCORE)
def score(battle: Battle, table: Table, unit: int, by: int, lost: int) -> Battle:
    """What a unit lost by blows is put into the score."""
    return scored(battle, table, unit, by, lost)


def scored(battle: Battle, table: Table, unit: int, by: int, lost: int, cause: str = BLOWS) -> Battle:
    """The battle with the Wounds that a unit has lost in its score.

    `by` is the unit that caused them (the unit itself, if it was its own doing), `cause` is "blows", "effect" or
    "ground". Without a fight nothing is scored.

    SH-CR-01. Each side scores the unsaved wounds it inflicts on its opponents; as a lead of the active side.
    SH-CR-13. Wounds that models cause on themselves or their own side are added to the other side's score.
    """
    if battle.fight is None or not lost or not counts(table, cause):
        return battle
    is_own_doing = battle.side(by) == battle.side(unit)
    if not (table.holds("SH-CR-13") if is_own_doing else table.holds("SH-CR-01")):
        return battle
    return battle.fighting(lead=battle.fight.lead + (lost if battle.side(unit) != battle.active else -lost))


def counts(table: Table, cause: str) -> bool:
    """SH-CR-02. All wounds of this Fight sub-phase count, from attacks and from other effects.

    SH-R-60: dangerous terrain does not count, a pile in through it only under `pile-in-terrain`.
    """
    if cause == GROUND and table.rule("SH-R-60") != "pile-in-terrain":
        return False
    return cause == BLOWS or table.holds("SH-CR-02")


def wounds_really_lost(battle: Battle, table: Table, hurt: Hurt) -> int:
    """SH-CR-10. Wounds that saves or special rules stopped do not count: only what models really lose."""
    total = 0
    for model, wounds in hurt:
        most, before = battle.traits(battle.setup.kind_of[model]).W, lost_before(battle, model)
        is_slain = before + wounds >= most
        total += _of_the_slain(table, wounds, most - before) if is_slain else wounds
    return total if total and table.holds("SH-CR-10") else 0


def _of_the_slain(table: Table, wounds: int, left: int) -> int:
    """SH-CR-11, SH-CR-12. A slain model counts the Wounds it still had: no more, but all, by Instant Death too."""
    if not table.holds("SH-CR-11"):
        return wounds
    return left if left == 1 or table.holds("SH-CR-12") else 1
