"""Blocks reform where others consolidate (SH-CO-07)."""

from pilein.geometry.blocks import Block
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_ways import NOT_SCORED, test_ground, ways_of
from pilein.rulesets.scrollhammer.blocks.reform_places import STAY, ReformPlace
from pilein.rulesets.scrollhammer.events.blocks import Reformed
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.REFORM, "SH-CO-07")
def reform(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-CO-07. A unit that Fights in Ranks always reforms instead of making a consolidation move (SH-R-79)."""
    if not isinstance(battle.plane.standings[unit], Block) or not battle.living(unit):
        return battle
    question = ReformPlace(battle.side(unit), battle, unit, table.rule("SH-R-79"))
    answer = table.choose(question)
    if answer == STAY:
        return battle
    _, _, facing, files = answer
    after = battle.on(battle.plane.with_standing(unit, question.reformed(facing, files)))
    name = battle.unit(unit).name
    table.tell(Reformed(unit=name, files=files, facing=facing / 100, clause="SH-CO-07"))
    test_ground(after, table, ways_of(battle, after, unit), NOT_SCORED)
    return after
