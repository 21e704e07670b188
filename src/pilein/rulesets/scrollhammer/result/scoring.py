"""Keeping the score of a combat: which Wounds count, and for whom (SH-CR-01, SH-CR-02, SH-CR-10 to SH-CR-13)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import Battle, Field

BLOWS = "blows"
EFFECT = "effect"
GROUND = "ground"  # dangerous terrain in a pile in


def score_losses(battle: Battle, table: Table, before: Field, unit: int, by: int, cause: str = BLOWS) -> Battle:
    """The battle with a unit's losses in its score: those between the field `before` and the field as it is.

    `by` is the unit that caused them (the unit itself, if it was its own doing), `cause` is "blows", "effect" or
    "ground". Without a fight nothing is scored.
    """
    if battle.fight is None or not counts(table, cause):
        return battle
    lost = wounds_really_lost(battle, before, unit)
    is_own_doing = battle.side(by) == battle.side(unit)
    lead = self_inflicted(battle, unit, lost) if is_own_doing else inflicted(battle, unit, lost)
    return battle.fighting(lead=battle.fight.lead + lead)


@says("SH-CR-01", without=0)
def inflicted(battle: Battle, unit: int, lost: int) -> int:
    """SH-CR-01. Each side scores the unsaved wounds it inflicts on its opponents; as a lead of the active side."""
    return lost if battle.side(unit) != battle.active else -lost


@says("SH-CR-02", without=lambda _table, cause: cause == BLOWS)
def counts(table: Table, cause: str) -> bool:
    """SH-CR-02. All wounds of this Fight sub-phase count, from attacks and from other effects.

    SH-R-60: dangerous terrain does not count, a pile in through it only under `pile-in-terrain`.
    """
    return cause != GROUND or table.rule("SH-R-60") == "pile-in-terrain"


@says("SH-CR-10", without=0)
def wounds_really_lost(battle: Battle, before: Field, unit: int) -> int:
    """SH-CR-10. Wounds that saves or special rules stopped do not count: only what models have lost since."""
    standing = frozenset(battle.field.models(unit))
    lost = 0
    for model in before.models(unit):
        had_lost = before.wounds_lost(model)
        if model in standing:
            lost += battle.field.wounds_lost(model) - had_lost
        else:
            lost += of_the_slain(battle.traits(battle.setup.kind_of[model]).W, had_lost)
    return lost


@says("SH-CR-11", "SH-CR-12", without=1)
def of_the_slain(wounds: int, lost: int) -> int:
    """SH-CR-11, SH-CR-12. A slain model counts the Wounds it still had: no more, but all, by Instant Death too."""
    return wounds - lost


@says("SH-CR-13", without=0)
def self_inflicted(battle: Battle, unit: int, lost: int) -> int:
    """SH-CR-13. Wounds that models cause on themselves or their own side are added to the other side's score."""
    return lost if battle.side(unit) != battle.active else -lost
