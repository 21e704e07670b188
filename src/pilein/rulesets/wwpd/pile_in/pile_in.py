"""The opponent piles in (WW-PI)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.approach.aims import REACH, Terms, read_walk
from pilein.rulesets.wwpd.approach.moving import PILED_IN, with_next_moved
from pilein.rulesets.wwpd.approach.nearness import is_within
from pilein.rulesets.wwpd.charge.charge_moves import first_to_move, in_settled_order
from pilein.rulesets.wwpd.ending.order import in_order_of_player
from pilein.rulesets.wwpd.melee.contact import engaged, is_engaged
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step


@clause(Step.PILE_IN, "WW-PI-01")
def pile_in(battle: Battle, table: Table) -> Battle:
    """WW-PI-01. The opposing player must then pile in, unit by unit (WW-R-16)."""
    side = 1 - battle.active
    units = [unit for unit in units_to_pile_in(battle, side) if who_may_move(battle, unit)]
    for unit in in_order_of_player(battle, table, side, units, "pile in", "WW-PI-01"):
        table.then(Step.PILE_IN_UNIT, unit)
    table.then(Step.FORGET_CHARGERS)
    return battle


@clause(Step.PILE_IN_UNIT)
def pile_in_unit(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-16. Every model of the unit that is near enough and touches no enemy piles in."""
    waiting = who_may_move(battle, unit)
    if waiting:
        table.then(Step.PILE_IN_NEXT, *in_settled_order(battle, table, waiting, "WW-PI-03"))
    return battle


@clause(Step.PILE_IN_NEXT, "WW-PI-03")
def pile_in_next(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-PI-03. They must move towards enemy models in the way of a charge, the closest first, until all have moved."""
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms_of_pile_in(battle, table), movers, PILED_IN, "WW-PI-03")
    rest = tuple(model for model in waiting if model != moved)
    if rest:
        table.then(Step.PILE_IN_NEXT, *rest)
    return battle


@clause(Step.FORGET_CHARGERS)
def forget_chargers(battle: Battle, _table: Table) -> Battle:
    """Who charged matters no longer."""
    return replace(battle, chargers=())


def units_to_pile_in(battle: Battle, side: int) -> tuple[int, ...]:
    """WW-PI-04. Only units of a side that have an engaged model may pile in: those further off are not drawn in."""
    units = battle.setup.units_of(side)
    drawn_in = tuple(unit for unit in units if unit not in battle.bound and is_engaged(battle, unit))
    return drawn_in if len(drawn_in) == len(units) or battle.holds("WW-PI-04") else units


def who_may_move(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that pile in: near enough to an enemy, and touching none yet."""
    fighting = set(engaged(battle, unit))
    return tuple(
        model
        for model in battle.field.models(unit)
        if model not in fighting and is_near_enough(battle, model) and is_free_to(battle, model)
    )


def is_near_enough(battle: Battle, model: int) -> bool:
    """WW-PI-02. He moves his models that are within 8 inches of an enemy model."""
    return is_within(battle, model, REACH) or not battle.holds("WW-PI-02")


def is_free_to(battle: Battle, model: int) -> bool:
    """WW-PI-05. Having fired in the Firefight phase does not keep a model from piling in."""
    return model not in battle.fired or battle.holds("WW-PI-05")


def terms_of_pile_in(battle: Battle, table: Table) -> Terms:
    """WW-R-16, WW-R-17. On what terms the opponent's models pile in."""
    walk, foes = read_walk(table), battle.setup.units_of(battle.active)
    may_stay = table.rule("WW-R-16") == "optional"
    bystanders = tuple(unit for unit in foes if unit not in battle.chargers and battle.lives(unit))
    if bystanders and table.rule("WW-R-17") == "chargers-only":
        return Terms(walk, battle.chargers, bystanders, may_stay=may_stay)
    return Terms(walk, foes, may_stay=may_stay)
