"""Pile-ins by the opponent after the charges, and by both sides at the end of the phase (WW-PI, WW-EN-05)."""

from msgspec.structs import replace

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.aims import Terms, is_within, read_walk
from pilein.rulesets.wwpd.charging import first_to_move, in_settled_order
from pilein.rulesets.wwpd.involved import engaged, is_engaged
from pilein.rulesets.wwpd.melees import in_order_of_player, in_turn
from pilein.rulesets.wwpd.moving import PILED_IN, moved_along, with_next_moved
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.rulesets.wwpd.ways import as_many_as_possible
from pilein.tabletop.movement.most_contacts import Move


@clause(Step.PILE_IN, "WW-PI-01")
def pile_in(battle: Battle, table: Table) -> Battle:
    """WW-PI-01. After the charges, the opposing player must pile in, unit by unit (WW-R-16)."""
    side = 1 - battle.active
    units = [unit for unit in units_to_pile_in(battle, side) if who_may_move(battle, unit)]
    for unit in in_order_of_player(battle, table, side, units, "pile in", "WW-PI-01"):
        table.then(Step.PILE_IN_UNIT, unit)
    table.then(Step.FORGET_CHARGERS)
    return battle


@clause(Step.PILE_IN_UNIT)
def pile_in_unit(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-16. Every model in the unit that is near enough to an enemy and touches none piles in."""
    waiting = who_may_move(battle, unit)
    if waiting:
        table.then(Step.PILE_IN_NEXT, *in_settled_order(battle, table, waiting, "WW-PI-03"))
    return battle


@clause(Step.PILE_IN_NEXT, "WW-PI-03")
def pile_in_next(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-PI-03. Models must move towards enemies as in a charge, closest first, until all have moved."""
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms_of_pile_in(battle, table), movers, PILED_IN, "WW-PI-03")
    rest = tuple(model for model in waiting if model != moved)
    if rest:
        table.then(Step.PILE_IN_NEXT, *rest)
    return battle


@clause(Step.FORGET_CHARGERS)
def forget_chargers(battle: Battle, _table: Table) -> Battle:
    """The chargers are cleared, because nothing depends on them any more."""
    return replace(battle, chargers=())


def units_to_pile_in(battle: Battle, side: int) -> tuple[int, ...]:
    """Units of a side that may pile in. Only units with an engaged model are drawn in (WW-PI-04)."""
    units = battle.setup.units_of(side)
    drawn_in = tuple(unit for unit in units if unit not in battle.bound and is_engaged(battle, unit))
    return drawn_in if len(drawn_in) == len(units) or battle.holds("WW-PI-04") else units


def who_may_move(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that pile in because they are near enough to an enemy but do not touch one yet."""
    fighting = set(engaged(battle, unit))
    return tuple(
        model
        for model in battle.field.models(unit)
        if model not in fighting and is_near_enough(battle, model) and is_free_to(battle, model)
    )


def is_near_enough(battle: Battle, model: int) -> bool:
    """Whether a model is near enough to pile in: within 8 inches of an enemy model (WW-PI-02)."""
    return is_within(battle, model, battle.number("WW-PI-02") * INCH) or not battle.holds("WW-PI-02")


def is_free_to(battle: Battle, model: int) -> bool:
    """Whether a model is free to pile in. Having fired in the Firefight phase does not prevent this (WW-PI-05)."""
    return model not in battle.fired or battle.holds("WW-PI-05")


def terms_of_pile_in(battle: Battle, table: Table) -> Terms:
    """Terms of the opponent's pile-in (WW-R-16, WW-R-17)."""
    foes = battle.setup.units_of(battle.active)
    may_stay = table.rule("WW-R-16") == "optional"
    bystanders = tuple(unit for unit in foes if unit not in battle.chargers and battle.lives(unit))
    if bystanders and table.rule("WW-R-17") == "chargers-only":
        return Terms(read_walk(table, table.number("WW-PI-03"), bystanders), battle.chargers, may_stay=may_stay)
    return Terms(read_walk(table, table.number("WW-PI-03")), foes, may_stay=may_stay)


# --- Units that stay in a Melee pile in again (WW-EN-05) ---------------------------------------------------------


@clause(Step.ALL_PILE_IN)
def all_pile_in(battle: Battle, table: Table) -> Battle:
    """WW-R-29, WW-R-31. Units on both sides that still have an engaged model and did not fall back pile in.

    WW-R-41. Only units that fought in a Melee pile in. A unit does not pile in if it is engaged only because a unit
    that was falling back stopped against it.
    """
    units = range(len(battle.statuses))
    staying = [unit for unit in units if not battle.status(unit).falls_back and is_engaged(battle, unit)]
    fought = [unit for unit in staying if any(unit in melee for melee in battle.melees)]
    if len(fought) < len(staying) and table.rule("WW-R-41") != "all-engaged":
        staying = fought
    for unit in in_turn(battle, table, staying, "pile in", "WW-EN-07"):
        table.then(Step.PILE_IN_AT_THE_END, unit)
    return battle


@clause(Step.PILE_IN_AT_THE_END, "WW-EN-05")
def pile_in_at_the_end(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-05. A unit that stays must pile in, in the same way as after the charges, bringing as many more models as
    it can into contact.
    """
    waiting = who_stays_in(battle, unit)
    if not waiting:
        return battle
    if table.rule("WW-R-29") == "max-contacts":
        for model, landing in _most_contacts(battle, table, unit, waiting):
            battle = moved_along(battle, table, model, landing.way, PILED_IN, "WW-EN-05")
            waiting = tuple(one for one in waiting if one != model)
    if waiting:
        table.then(Step.PILE_IN_NEXT_AT_THE_END, *in_settled_order(battle, table, waiting, "WW-EN-05"))
    return battle


@clause(Step.PILE_IN_NEXT_AT_THE_END)
def pile_in_next_at_the_end(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-R-29. One model after another moves as in a charge, closest first."""
    terms = terms_at_the_end(battle, table, battle.unit_of(waiting[0]))
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms, movers, PILED_IN, "WW-EN-05")
    rest = tuple(model for model in waiting if model != moved)
    if rest:
        table.then(Step.PILE_IN_NEXT_AT_THE_END, *rest)
    return battle


def who_stays_in(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that may pile in at the end of the phase. There are none if the unit is not engaged."""
    return who_may_move(battle, unit) if is_engaged(battle, unit) else ()


def terms_at_the_end(battle: Battle, table: Table, unit: int) -> Terms:
    """Terms of a pile-in at the end of the phase (WW-R-29). Any enemy unit may be touched. Under `same-melee` a unit
    that was in a Melee may touch only enemies that were in the same Melee.
    """
    foes = battle.setup.units_of(1 - battle.side(unit))
    melee = next((one for one in battle.melees if unit in one), ())
    others = tuple(foe for foe in foes if foe not in melee and battle.lives(foe))
    if melee and others and table.rule("WW-R-29") == "same-melee":
        return Terms(read_walk(table, table.number("WW-PI-03"), others), tuple(foe for foe in foes if foe in melee))
    return Terms(read_walk(table, table.number("WW-PI-03")), foes)


def _most_contacts(battle: Battle, table: Table, unit: int, waiting: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the moves after which as many models as possible touch an enemy (WW-R-29 `max-contacts`)."""
    terms = terms_at_the_end(battle, table, unit)
    enemies = tuple(model for foe in terms.foes for model in battle.plane.models(foe))
    return as_many_as_possible(battle, terms.walk, waiting, enemies)
