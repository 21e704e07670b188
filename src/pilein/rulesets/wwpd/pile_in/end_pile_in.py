"""Units that stay in a Melee pile in again (WW-EN-05)."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.approach.aims import Terms, read_walk
from pilein.rulesets.wwpd.approach.moving import PILED_IN, told, with_next_moved
from pilein.rulesets.wwpd.charge.charge_moves import first_to_move, in_settled_order
from pilein.rulesets.wwpd.ending.order import in_turn
from pilein.rulesets.wwpd.melee.contact import is_engaged
from pilein.rulesets.wwpd.pile_in.most_contacts import assigned
from pilein.rulesets.wwpd.pile_in.pile_in import who_may_move
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step


@clause(Step.ALL_PILE_IN)
def all_pile_in(battle: Battle, table: Table) -> Battle:
    """WW-R-29, WW-R-31. Units of both sides that still have an engaged model and have not fallen back pile in."""
    staying = [
        unit.number
        for unit in battle.setup.units
        if not battle.status(unit.number).falls_back and who_stays_in(battle, unit.number)
    ]
    for unit in in_turn(battle, table, staying, "pile in", "WW-EN-07"):
        table.then(Step.PILE_IN_AT_THE_END, unit)
    return battle


@clause(Step.PILE_IN_AT_THE_END, "WW-EN-05")
def pile_in_at_the_end(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-05. A unit that stays in Melee must pile in as before, with as many more models into contact as it can."""
    waiting = who_stays_in(battle, unit)
    if not waiting:
        return battle
    if table.rule("WW-R-29") == "max-contacts":
        for model, way in assigned(battle, terms_at_the_end(battle, table, unit), waiting):
            battle = told(battle, table, model, way, PILED_IN, "WW-EN-05")
            waiting = tuple(one for one in waiting if one != model)
    if waiting:
        table.then(Step.PILE_IN_NEXT_AT_THE_END, *in_settled_order(battle, table, waiting, "WW-EN-05"))
    return battle


@clause(Step.PILE_IN_NEXT_AT_THE_END)
def pile_in_next_at_the_end(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-R-29. One model after another moves as in a charge, the closest first."""
    terms = terms_at_the_end(battle, table, battle.unit_of(waiting[0]))
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms, movers, PILED_IN, "WW-EN-05")
    rest = tuple(model for model in waiting if model != moved)
    if rest:
        table.then(Step.PILE_IN_NEXT_AT_THE_END, *rest)
    return battle


def who_stays_in(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit in Melee that may pile in; none if it is out of it."""
    return who_may_move(battle, unit) if is_engaged(battle, unit) else ()


def terms_at_the_end(battle: Battle, table: Table, unit: int) -> Terms:
    """WW-R-29. Any enemy unit may be touched, or under `same-melee` those of the unit's Melee alone."""
    walk, foes = read_walk(table), battle.setup.units_of(1 - battle.side(unit))
    melee = next((one for one in battle.melees if unit in one), ())
    others = tuple(foe for foe in foes if foe not in melee and battle.lives(foe))
    if others and table.rule("WW-R-29") == "same-melee":
        return Terms(walk, tuple(foe for foe in foes if foe in melee), others)
    return Terms(walk, foes)
