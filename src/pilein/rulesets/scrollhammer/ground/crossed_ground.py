"""The ground that a move leads over."""

from pilein.geometry.hulls import Point
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

NOT_SCORED = 0


def areas_crossed(battle: Battle, kind: str, model: int, route: tuple[Point, ...]) -> int:
    """How many pieces of ground of a kind a model reaches into on its way."""
    base = battle.setup.base(model)
    radius = min(base.width, base.depth) / 2
    return sum(ground.kind == kind and ground.outline.swept(radius, route) for ground in battle.setup.grounds)


def have_ground_tested(battle: Battle, table: Table, model: int, route: tuple[Point, ...]) -> None:
    """SH-R-35. A test for each dangerous piece of ground on the way of a move; its wounds are not scored."""
    areas = areas_crossed(battle, "dangerous", model, route)
    if areas:
        table.then(Step.DANGEROUS_TEST, model, areas, NOT_SCORED)
