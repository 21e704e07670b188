"""The ground that models of a block cross when it moves."""

from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.ground.crossed_ground import areas_crossed
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

NOT_SCORED = 0
ANY_STEP = 0  # at the end of a combat Initiative is ignored (SH-R-77)
Points = tuple[tuple[int, int], ...]


def cross_ground(before: Battle, after: Battle, table: Table, unit: int) -> Battle:
    """SH-R-35. After a charge: tests for dangerous ground, model by model; who crossed difficult ground is noted."""
    ways = ways_of(before, after, unit)
    test_ground(after, table, ways, NOT_SCORED)
    crossed = tuple(model for model, way in ways if areas_crossed(after, "difficult", model, way))
    return after.charging(crossed=crossed) if crossed else after


def test_ground(battle: Battle, table: Table, ways: tuple[tuple[int, Points], ...], scored: int) -> None:
    """Put a test on the agenda for every model whose way leads over dangerous ground."""
    for model, way in ways:
        areas = areas_crossed(battle, "dangerous", model, way)
        if areas:
            table.then(Step.DANGEROUS_TEST, model, areas, scored)


def ways_of(before: Battle, after: Battle, unit: int) -> tuple[tuple[int, Points], ...]:
    """The straight ways, in ticks, of all models of a unit that stand elsewhere than before."""
    found = []
    for model in after.plane.models(unit):
        start, end = before.plane.place(model), after.plane.place(model)
        if abs(end.x - start.x) > CONTACT or abs(end.y - start.y) > CONTACT:
            found.append((model, ((start.x, start.y), (end.x, end.y))))
    return tuple(found)


def test_ground_of_pile_in(battle: Battle, table: Table, ways: tuple[tuple[int, Points], ...], step: int) -> None:
    """SH-PI-11. Dangerous ground on the way of a pile in forces its test.

    SH-R-60: Wounds by it do not count for the enemy, unless `pile-in-terrain`, and then before the result.
    """
    if any(ground.kind == "dangerous" for ground in battle.setup.grounds) and table.holds("SH-PI-11"):
        is_scored = step != ANY_STEP and table.rule("SH-R-60") == "pile-in-terrain"
        test_ground(battle, table, ways, int(is_scored))
