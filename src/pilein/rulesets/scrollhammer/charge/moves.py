"""Charge moves of skirmishers and hordes, model by model (SH-MV-01, SH-MV-04, SH-MV-20 to SH-MV-22, SH-MV-27,
SH-MC-02).
"""

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.blocks import Block, fronted
from pilein.geometry.chains import coherent
from pilein.geometry.shapes import shape
from pilein.geometry.ticks import inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.placement.question import place_in
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove
from pilein.rulesets.scrollhammer.charge.contacts import foes_of, models_left, taken_by
from pilein.rulesets.scrollhammer.charge.duties import duty_of
from pilein.rulesets.scrollhammer.charge.leading import end_of_initial
from pilein.rulesets.scrollhammer.charge.range import (
    LEADER_LOST,
    OUT_OF_RANGE,
    initial_charger,
    is_enough,
    targets_reached,
    with_leader,
)
from pilein.rulesets.scrollhammer.charge.reactions import becomes_locked
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms, read
from pilein.rulesets.scrollhammer.charge_events import ChargeEnded, ChargeMade, LeftOut, OutOfCoherency
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.combats import combats_of
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.nearness import areas_crossed, have_ground_tested
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.landings import landed_by
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.ways import route_to
from pilein.tabletop.plane import Loose


@clause(Step.CHARGE_MOVE, "SH-MV-01")
def charge_move(battle: Battle, table: Table) -> Battle:
    """SH-MV-01. A charger with enough range makes a charge move, which takes it into contact with its targets."""
    charge = battle.charge
    if charge is None:
        return battle
    name = battle.unit(charge.unit).name
    targets = tuple(target for target in charge.targets if battle.living(target))
    if not targets:
        table.tell(ChargeEnded(unit=name, reason="no target is left", clause="SH-MV-01"))
        return replace(battle, charge=None)
    table.tell(ChargeMade(unit=name, clause="SH-MV-01"))
    battle = _fronted(battle, (charge.unit, *targets))
    standing = battle.plane.standings[charge.unit]
    table.then(Step.MOVE_BLOCK if isinstance(standing, Block) else Step.NAME_INITIAL_CHARGER)
    for step in (Step.LEAVE_OUT, Step.COUNTER_ATTACK, Step.RIDE_DOWN):
        for target in targets:
            table.then(step, target)
    battle = battle.having(
        charge.unit, charged=True, charged_several=len(targets) > 1, charged_rough=charge.through_difficult
    )
    arcs = tuple(arc for arc, target in zip(charge.arcs, charge.targets, strict=True) if target in targets)
    before = standing if isinstance(standing, Loose) else None
    return battle.charging(targets=targets, arcs=arcs, before=before)


def _fronted(battle: Battle, units: tuple[int, ...]) -> Battle:
    """For each block that is not fighting yet, move its front to its foremost living models, where the charge will meet
    it.
    """
    for unit in units:
        block = battle.plane.standings[unit]
        if isinstance(block, Block) and fronted(block) is not block and not is_locked(battle, unit):
            battle = battle.on(battle.plane.with_standing(unit, fronted(block)))
    return battle


@clause(Step.NAME_INITIAL_CHARGER, "SH-MV-20")
def name_initial_charger(battle: Battle, table: Table) -> Battle:
    """SH-MV-20. The model nearest to the enemy is the initial charger and moves first (SH-R-26 decides ties)."""
    if battle.charge is None:
        return battle
    table.then(Step.MOVE_INITIAL_CHARGER, initial_charger(battle, table))
    return battle


@clause(Step.MOVE_INITIAL_CHARGER, "SH-MV-21")
def move_initial_charger(battle: Battle, table: Table, model: int) -> Battle:
    """SH-MV-21. The initial charger takes the quickest route to the nearest enemy, within the charged arc if there is
    one.

    If routes to different places are equally quick, the player chooses between them (SH-R-26).
    """
    if battle.charge is None:
        return battle
    terms = read(battle, table)
    landing = end_of_initial(battle, table, terms, model)
    if landing is None:
        table.then(Step.FAIL_CHARGE, "there is no way to touch the enemy")
        return battle
    battle = _moved(battle, table, terms, model, landing.way)
    table.then(Step.GO_ON, model)
    return battle


@clause(Step.GO_ON)
def go_on(battle: Battle, table: Table, model: int) -> Battle:
    """SH-R-87. Once the initial charger has arrived, the other models follow. If it died, another model takes its
    place.
    """
    charge = battle.charge
    if charge is None:
        return battle
    if model in battle.plane.models(charge.unit):
        table.then(Step.MOVE_NEXT_MODEL)
        return battle
    if not battle.living(charge.unit):
        return _ended(battle, table, charge.unit)
    if table.rule("SH-R-87") == "charge-fails":
        table.then(Step.FAIL_CHARGE, LEADER_LOST)
        return battle
    battle = with_leader(battle, table)
    if is_enough(table, targets_reached(battle, table), charge.targets):
        table.then(Step.NAME_INITIAL_CHARGER)
    else:
        table.then(Step.FAIL_CHARGE, OUT_OF_RANGE)
    return battle


def _ended(battle: Battle, table: Table, unit: int) -> Battle:
    """End the charge because the ground has killed every model of the charging unit (SH-R-87)."""
    table.tell(ChargeEnded(unit=battle.unit(unit).name, reason="no model is left", clause="SH-MV-01"))
    return replace(battle, charge=None)


@clause(Step.MOVE_NEXT_MODEL, "SH-MV-22")
def move_next_model(battle: Battle, table: Table) -> Battle:
    """SH-MV-22. The other models move in any order their player likes, each by its shortest route.

    Every model of the unit makes a charge move (SH-MV-04).
    """
    charge = battle.charge
    if charge is None:
        return battle
    if not models_left(battle) or not table.holds("SH-MV-04"):
        table.then(Step.LOOK_OVER)
        return battle
    terms = read(battle, table)
    words = "which model moves next, and where to?"
    answer = table.choose(ChargeMove(battle.active, "SH-MV-22", words, battle, terms))
    model, place = answer[0], place_in(answer)
    duty_of(battle, terms, model)  # notes the sentences that the player had to obey as used
    route = route_to(battle.plane, terms.move.bars, model, place, terms.move.reach + CONTACT)
    assert route is not None, "the choice has judged the way"
    battle = _moved(battle, table, terms, model, Advance(place, route))
    table.then(Step.MOVE_NEXT_MODEL)
    return battle


@clause(Step.LOOK_OVER, "SH-MV-27")
def look_over(battle: Battle, table: Table) -> Battle:
    """SH-MV-27. After the move the unit should be in coherency. If it cannot be, the log says so (SH-R-29)."""
    charge = battle.charge
    if charge is None or not battle.living(charge.unit):
        return battle
    shapes = [battle.plane.shape(model) for model in battle.plane.models(charge.unit)]
    if coherent(shapes, coherency_distance(battle, table, charge.unit)):
        return battle
    table.tell(OutOfCoherency(unit=battle.unit(charge.unit).name, clause="SH-MV-27"))
    if table.rule("SH-R-29") == "charge-fails":
        table.then(Step.FAIL_CHARGE, "the unit cannot stay in coherency")
    return battle


@clause(Step.LEAVE_OUT, "SH-MC-02")
def leave_out(battle: Battle, table: Table, target: int) -> Battle:
    """SH-MC-02. A target that no charging model touches at the end of the move takes no part in the combat, unless it
    is already fighting in it.
    """
    charge = battle.charge
    if charge is None:
        return battle
    if not battle.living(charge.unit):
        return _ended(battle, table, charge.unit)
    if not battle.living(target) or becomes_locked(battle, table, target):
        return battle
    if not any(charge.unit in combat and target in combat for combat in combats_of(battle, table)):
        name = battle.unit(charge.unit).name
        table.tell(LeftOut(unit=name, target=battle.unit(target).name, clause="SH-MC-02"))
    return battle.charging(ridden=tuple(one for one in charge.ridden if one != target))


def _moved(battle: Battle, table: Table, terms: ChargeTerms, model: int, way: Advance) -> Battle:
    """Move a model along its path and schedule tests for any dangerous ground on the path."""
    charge, route = battle.charge, way.route
    assert charge is not None
    name = battle.unit(charge.unit).name
    length = min(inches(route.length), charge.range)
    table.tell(Moved(unit=name, model=model, manner="charged", inches=length, route=route.points, clause="SH-MV-04"))
    landing = landed_by(battle.plane, terms.move, model, way, foes_of(battle, terms.targets))
    taken = taken_by(battle, landing)
    here, there = battle.plane.shape(model), shape(battle.setup.base(model), way.place)
    crosses = route.length > CONTACT and areas_crossed(battle, "difficult", model, route.points, here, there)
    if route.length > CONTACT:
        have_ground_tested(battle, table, model, route.points, there)
    return battle.on(moved_to(battle.plane, model, way.place)).charging(
        moved=(*charge.moved, model),
        met=(*charge.met, (model, taken)) if taken else charge.met,
        touching=(*charge.touching, model) if landing.met else charge.touching,
        crossed=(*charge.crossed, model) if crosses else charge.crossed,
    )
