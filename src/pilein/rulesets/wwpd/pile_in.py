"""The opponent piles in (WW-PI)."""

from itertools import islice

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import overlaps
from pilein.geometry.landing import contact_places
from pilein.geometry.shapes import Place, Shape
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.aims import REACH, Terms, enemies_by_gap, is_within, read_walk
from pilein.rulesets.wwpd.charging import first_to_move, in_settled_order
from pilein.rulesets.wwpd.involved import engaged, is_engaged
from pilein.rulesets.wwpd.melees import in_order_of_player, in_turn
from pilein.rulesets.wwpd.moving import PILED_IN, told, with_next_moved
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.rulesets.wwpd.ways import body_at, space_for, way_to
from pilein.tabletop.pairing import paired


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
    """WW-R-16. Every model in the unit that is near enough and touches no enemy piles in."""
    waiting = who_may_move(battle, unit)
    if waiting:
        table.then(Step.PILE_IN_NEXT, *in_settled_order(battle, table, waiting, "WW-PI-03"))
    return battle


@clause(Step.PILE_IN_NEXT, "WW-PI-03")
def pile_in_next(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-PI-03. They must move towards enemies as in a charge, the closest first, until all have moved."""
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms_of_pile_in(battle, table), movers, PILED_IN, "WW-PI-03")
    rest = tuple(model for model in waiting if model != moved)
    if rest:
        table.then(Step.PILE_IN_NEXT, *rest)
    return battle


@clause(Step.FORGET_CHARGERS)
def forget_chargers(battle: Battle, _table: Table) -> Battle:
    """The chargers are cleared: nothing depends on them any more."""
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
    """WW-PI-02. The player moves models within 8 inches of an enemy model."""
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


# --- Units that stay in a Melee pile in again (WW-EN-05) ---------------------------------------------------------


@clause(Step.ALL_PILE_IN)
def all_pile_in(battle: Battle, table: Table) -> Battle:
    """WW-R-29, WW-R-31. Units on both sides that still have an engaged model and did not fall back pile in."""
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
    """WW-EN-05. A unit that stays must pile in as before, bringing as many more models as it can into contact."""
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


# --- As many models as possible into contact ----------------------------------------------------------------------
# Places round the enemy are assigned to models that reach them (WW-R-29).


ABOUT = 12  # places tried round one enemy


def assigned(battle: Battle, terms: Terms, waiting: tuple[int, ...]) -> tuple[tuple[int, Advance], ...]:
    """Which models go to which places, so that as many as possible touch an enemy; no two places overlap.

    A model whose path is blocked by those that moved before it is left out.
    """
    spots = _spots(battle, terms, waiting)
    reached = {model: _reached(battle, terms, model, spots) for model in waiting}
    by_length = {model: tuple(sorted(ways, key=lambda spot: (ways[spot], spot))) for model, ways in reached.items()}
    found = []
    for spot, model in sorted(paired(by_length).items(), key=lambda pair: reached[pair[1]][pair[0]]):
        way = way_to(battle, terms.walk, model, spots[spot], terms.avoided)
        if way is not None:
            found.append((model, way))
            battle = battle.on(battle.plane.with_place(model, way.place))
    return tuple(found)


def _spots(battle: Battle, terms: Terms, waiting: tuple[int, ...]) -> list[Place]:
    """Places about enemies within reach, none overlapping another, those nearest to the models first."""
    near = sorted({pair for model in waiting for pair in enemies_by_gap(battle, model) if pair[0] <= REACH})
    foes = dict.fromkeys(foe for _, foe in near if battle.unit_of(foe) in terms.foes)
    taken: list[Shape] = []
    spots: list[Place] = []
    for foe in foes:
        nearest = min(waiting, key=lambda model: _gap_to(battle, model, foe))
        space = space_for(battle, nearest, terms.avoided)
        start, base = battle.plane.place(nearest), battle.setup.base(nearest)
        for place in islice(contact_places(base, start, battle.plane.shape(foe), space), ABOUT):
            body = body_at(battle, nearest, place)
            if not any(overlaps(body, other) for other in taken):
                taken.append(body)
                spots.append(place)
    return spots


def _gap_to(battle: Battle, model: int, foe: int) -> float:
    return next(away for away, one in enemies_by_gap(battle, model) if one == foe)


def _reached(battle: Battle, terms: Terms, model: int, spots: list[Place]) -> dict[int, float]:
    """The indices of the places that a model reaches, with the length of its path."""
    found = {}
    for number, place in enumerate(spots):
        way = way_to(battle, terms.walk, model, place, terms.avoided)
        if way is not None:
            found[number] = way.route.length
    return found
