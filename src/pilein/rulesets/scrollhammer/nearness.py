"""Gaps between models of different units, sorted nearest first, and the ground that a move crosses."""

from collections.abc import Sequence

from pilein.geometry.gaps import gap
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.distances import Gaps, gaps_from, gaps_from_units


def foes_by_gap(battle: Battle, model: int, targets: tuple[int, ...]) -> Gaps:
    """Models of the target units with their gaps from a model in ticks, nearest first."""
    return gaps_from_units(battle.plane, model, targets)


def nearest_models(battle: Battle, unit: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Models of a unit nearest to the target units. Several are returned if they tie."""
    gaps = [(foes_by_gap(battle, model, targets)[0][0], model) for model in battle.plane.models(unit)]
    least = min(gaps)[0]
    return tuple(model for away, model in gaps if away <= least + CONTACT)


def nearest_first(battle: Battle, unit: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Models of a unit sorted by their gaps from the target units."""
    gaps = sorted((foes_by_gap(battle, model, targets)[0][0], model) for model in battle.plane.models(unit))
    return tuple(model for _, model in gaps)


def by_nearness(gaps: Sequence[tuple[float, int]]) -> tuple[tuple[int, ...], ...]:
    """Group models by equal distance. The models are given with their gaps and sorted nearest first."""
    groups: list[list[int]] = []
    last = -2.0 * CONTACT
    for away, model in gaps:
        if away > last + CONTACT:
            groups.append([])
            last = away
        groups[-1].append(model)
    return tuple(tuple(group) for group in groups)


def gap_between(battle: Battle, unit: int, target: int) -> float:
    """Smallest gap between models of two units, in ticks."""
    return min(gaps_from(battle.plane, model, target)[0][0] for model in battle.plane.models(unit))


def gap_to(outline: Shape, battle: Battle, models: tuple[int, ...]) -> float:
    """Smallest gap between an outline and the given models, in ticks."""
    shapes = battle.plane.shapes
    return min(gap(outline, shapes[model]) for model in models)


# --- The ground that a move crosses -------------------------------------------------------------------------------


NOT_SCORED = 0


def areas_crossed(battle: Battle, kind: str, model: int, route: tuple[Point, ...], *stands: Shape) -> int:
    """Number of areas of one kind of ground that a model touches on its path.

    Along the path the model counts as a disc as wide as the shorter side of its base. At both ends its whole base
    counts (SH-R-07).
    """
    outlines = [ground.outline for ground in battle.setup.grounds if ground.kind == kind]
    if not outlines:
        return 0
    base = battle.setup.base(model)
    radius, bodies = min(base.width, base.depth) / 2, stands if base.kind != "round" else ()
    return sum(one.swept(radius, route) or any(map(one.overlaps_shape, bodies)) for one in outlines)


AROUND = "it may not avoid terrain by a longer path"


def is_terrain_avoided(battle: Battle, model: int, way: Route | None, shortest: Route | None) -> bool:
    """Whether a path is longer than the shortest path and avoids difficult or dangerous ground that lies on the
    shortest path (SH-MV-03).
    """
    if way is None or shortest is None or way.length <= shortest.length + CONTACT:
        return False
    return _rough_areas(battle, model, way.points) < _rough_areas(battle, model, shortest.points)


def is_terrain_binding(battle: Battle) -> bool:
    """Whether the table has difficult or dangerous ground that models are not allowed to go round (SH-MV-03)."""
    return bool(battle.setup.parts_of("difficult", "dangerous")) and battle.holds("SH-MV-03")


def _rough_areas(battle: Battle, model: int, route: tuple[Point, ...]) -> int:
    return sum(areas_crossed(battle, kind, model, route) for kind in ("difficult", "dangerous"))


def have_ground_tested(battle: Battle, table: Table, model: int, route: tuple[Point, ...], end: Shape) -> None:
    """Schedule a test for each area of dangerous ground on an upcoming move. Wounds lost in the tests do not count
    towards the score (SH-R-35).

    `end` is the outline of the model at the end of the move.
    """
    areas = areas_crossed(battle, "dangerous", model, route, battle.plane.shape(model), end)
    if areas:
        table.then(Step.DANGEROUS_TEST, model, areas, NOT_SCORED)
