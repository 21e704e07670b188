"""Combats that would never end, and how they do (WS-R-04)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import CombatEnded
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step
from pilein.rulesets.warstrike.suppression import taking_markers

QUIET = 2  # half-cycles in a row, WS-R-04


def is_quiet(battle: Battle) -> bool:
    """WS-R-04. Nothing has changed in two half-cycles, and no die was rolled."""
    return battle.combat.quiet >= QUIET


def is_too_long(table: Table, number: int) -> bool:
    """WS-R-04. The limit of half-cycles is reached, if there is one."""
    limit = table.number("WS-R-04")
    return limit > 0 and number >= limit


def worn_down(battle: Battle, table: Table) -> Battle:
    """WS-R-04 `attrition`. After every second half-cycle each unit in the combat takes a marker."""
    if battle.combat.attacker == battle.active or table.rule("WS-R-04") != "attrition":
        return battle
    for unit in battle.combat.units:
        if battle.can_fight(unit):
            battle = taking_markers(battle, table, unit, 1, "attrition", "WS-CY-05")
    return battle.stirring()


@clause(Step.DRAW)
def draw(battle: Battle, table: Table) -> Battle:
    """WS-R-04. The combat ends as a draw; `current-player-withdraws`: his units fall back instead."""
    if table.rule("WS-R-04") == "current-player-withdraws":
        for unit in battle.fighters(battle.active):
            table.then(Step.FALL_BACK, unit)
        table.then(Step.END_COMBAT)
        return battle
    table.tell(CombatEnded(reason="a draw, for it would never end (WS-R-04)", clause="WS-CY-05"))
    return replace(battle.beginning(None), drawn=True)
