"""Following up: who fought and is free may move, but no closer to the enemy (WW-EN-06, WW-FU)."""

from pilein.geometry.ticks import inches
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.ending.follow_up_place import FollowUpPlace
from pilein.rulesets.wwpd.ending.normal_move import normal_move
from pilein.rulesets.wwpd.ending.order import in_turn
from pilein.rulesets.wwpd.melee.contact import is_engaged
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.moved import Moved


@clause(Step.ALL_FOLLOW_UP, "WW-EN-06")
def all_follow_up(battle: Battle, table: Table) -> Battle:
    """WW-EN-06. Units that fought in Melee this turn and are no longer engaged may follow up."""
    free = [
        unit
        for melee in battle.melees
        for unit in melee
        if battle.lives(unit) and not is_engaged(battle, unit) and _may_follow(battle, table, unit)
    ]
    for unit in in_turn(battle, table, sorted(free), "follow up", "WW-EN-07"):
        table.then(Step.OFFER_TO_FOLLOW_UP, unit)
    return battle


@clause(Step.OFFER_TO_FOLLOW_UP)
def offer_to_follow_up(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-30. The owner of a unit that may follow up says whether it does."""
    words = f"{battle.unit(unit).name}: does it follow up?"
    if table.choose(yes_or_no(battle.side(unit), "WW-EN-06", words)):
        table.then(Step.FOLLOW_UP, unit, normal_move(battle, table, unit), *battle.field.models(unit))
    return battle


@clause(Step.FOLLOW_UP, "WW-FU-01")
def follow_up(battle: Battle, table: Table, unit: int, reach: int, *waiting: int) -> Battle:
    """WW-FU-01. A unit that follows up at once makes a normal move in any direction, model by model or as one."""
    choice = FollowUpPlace(battle.side(unit), battle, unit, reach, waiting, table.rule("WW-R-33"))
    answer = table.choose(choice)
    if not answer:
        return battle
    steps = choice.steps(answer)
    moved = {model for model, _, _ in steps}
    rest = tuple(one for one in waiting if one not in moved)
    if rest:
        table.then(Step.FOLLOW_UP, unit, reach, *rest)
    name = battle.unit(unit).name
    for model, place, way in steps:
        if way.length:
            far, route, by = inches(way.length), way.points, "WW-FU-01"
            table.tell(Moved(unit=name, model=model, manner="followed up", inches=far, route=route, clause=by))
        battle = battle.on(battle.plane.with_place(model, place))
    return battle


def _may_follow(battle: Battle, table: Table, unit: int) -> bool:
    return not battle.status(unit).falls_back or table.rule("WW-R-30") == "after-fall-back"
