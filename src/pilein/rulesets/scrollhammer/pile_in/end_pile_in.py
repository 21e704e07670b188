"""Pile ins after the result of a combat (SH-EP, SH-MU-11, SH-MU-12)."""

from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.pile_in.pile_in_movers import ANY_STEP, standing
from pilein.rulesets.scrollhammer.pile_in.standoff import APART, are_apart
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.END_PILE_IN, "SH-EP-02")
def end_pile_in(battle: Battle, table: Table) -> Battle:
    """SH-EP-02. Models picked out after the result must pile in, the active player's side first (SH-R-77)."""
    for side in (battle.active, 1 - battle.active):
        for unit in standing(battle, side):
            if _may_stand_aside(battle, table, unit):
                table.then(Step.OFFER_TO_STAND_ASIDE, unit)
    table.then(Step.PILE_IN_AS_BEFORE)
    return battle.fighting(piled=(), aside=())


@clause(Step.PILE_IN_AS_BEFORE, "SH-EP-03")
def pile_in_as_before(battle: Battle, table: Table) -> Battle:
    """SH-EP-03. This works exactly as a pile in at the start of a step, but that Initiative is ignored."""
    table.then(Step.PILE_INS, ANY_STEP)
    return battle


def _may_stand_aside(battle: Battle, table: Table, unit: int) -> bool:
    """SH-MU-12. A unit that pile ins of both sides together cannot bring into contact may consolidate instead."""
    foes = standing(battle, 1 - battle.side(unit))
    return bool(foes) and are_apart(battle, (unit,), foes, APART) and table.holds("SH-MU-12")


@clause(Step.OFFER_TO_STAND_ASIDE)
def offer_to_stand_aside(battle: Battle, table: Table, unit: int) -> Battle:
    """Its owner decides whether a unit that is out of reach piles in or waits to consolidate."""
    assert battle.fight is not None
    words = f"{battle.unit(unit).name}: consolidate instead of piling in?"
    if not table.choose(yes_or_no(battle.side(unit), "SH-MU-12", words)):
        return battle
    return battle.fighting(aside=(*battle.fight.aside, unit))
