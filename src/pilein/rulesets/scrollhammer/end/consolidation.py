"""Consolidation: units that are no longer locked may move (SH-CO-01 to SH-CO-06, SH-SA-09)."""

from pilein.dice import Total
from pilein.geometry.shapes import Place, shape
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.coherency import coherency_distance, tell_if_apart
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.end.consolidation_place import ConsolidationPlace
from pilein.rulesets.scrollhammer.nearness import areas_crossed, have_ground_tested
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved


@clause(Step.CONSOLIDATE, "SH-SA-09")
def consolidate(battle: Battle, table: Table) -> Battle:
    """SH-SA-09. The winners and all other units no longer locked may consolidate, the active side first."""
    for unit in battle.active_first(battle.combat.units):
        if may_consolidate(battle, table, unit):
            table.then(Step.REFORM if battle.unit(unit).formation == "ranks" else Step.OFFER_CONSOLIDATION, unit)
    return battle


def may_consolidate(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may consolidate because it is no longer locked in combat (SH-CO-01).

    A locked unit may only pile in (SH-EN-02).
    """
    if not battle.lives(unit) or battle.status(unit).falling_back:
        return False
    return not table.holds("SH-EN-02") if is_locked(battle, unit) else table.holds("SH-CO-01")


@clause(Step.OFFER_CONSOLIDATION)
def offer_consolidation(battle: Battle, table: Table, unit: int) -> Battle:
    """The owner of a unit chooses whether the unit consolidates."""
    words = f"{battle.unit(unit).name}: consolidate?"
    if table.choose(yes_or_no(battle.side(unit), "SH-CO-01", words)):
        table.then(Step.BEGIN_CONSOLIDATION, unit)
    return battle


@clause(Step.BEGIN_CONSOLIDATION, "SH-CO-02")
def begin_consolidation(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-CO-02. A consolidation is a move of up to 3 inches in any direction, or of D6 inches under SH-R-78 `d6`."""
    is_rolled = table.rule("SH-R-78") == "d6"
    reach = (
        table.roll(Total(1, label="consolidation", by=battle.unit(unit).name))
        if is_rolled
        else table.number("SH-CO-02")
    )
    table.then(Step.CONSOLIDATE_MODELS, unit, reach * INCH, 0, 0, *battle.field.models(unit))
    return battle


@clause(Step.CONSOLIDATE_MODELS)
def consolidate_models(battle: Battle, table: Table, unit: int, reach: int, dx: int, dy: int, *waiting: int) -> Battle:
    """Models move one after another, until their owner leaves the remaining models in place.

    Models that cross dangerous terrain are tested (SH-CO-04). `waiting` holds the models that have not moved. (`dx`,
    `dy`) is the first model's move in ticks, which is also offered to the other models.
    """
    living = battle.plane.models(unit)
    left = tuple(model for model in waiting if model in living)
    if not left:
        tell_if_apart(battle, table, unit, "consolidation", "SH-CO-02")
        return battle
    apart = coherency_distance(battle, table, unit)
    choice = ConsolidationPlace(battle.side(unit), battle, unit, left, reach, apart, (dx, dy))
    answer = table.choose(choice)
    if not answer:
        return battle
    model, x, y, facing = answer
    before = battle.plane.place(model)
    if len(left) == len(battle.plane.models(unit)):
        dx, dy = x - before.x, y - before.y
    route = choice.way(model, Place(x, y, facing))
    assert route is not None
    inches, name = min(route.length, reach) / INCH, battle.unit(unit).name
    if route.length:
        table.tell(
            Moved(unit=name, model=model, manner="consolidated", inches=inches, route=route.points, clause="SH-CO-02")
        )
        here, there = battle.plane.shape(model), shape(battle.setup.base(model), Place(x, y, facing))
        if areas_crossed(battle, "dangerous", model, route.points, here, there) and table.holds("SH-CO-04"):
            have_ground_tested(battle, table, model, route.points, there)
    table.then(Step.CONSOLIDATE_MODELS, unit, reach, dx, dy, *(one for one in left if one != model))
    return battle.on(battle.plane.with_place(model, Place(x, y, facing)))
