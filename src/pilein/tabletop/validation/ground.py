"""Validation of a scenario's table, terrain, press and objectives."""

from itertools import chain
from typing import get_args

from pilein.geometry.polygons import Polygon
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.nearest import hint, listed, shortened
from pilein.tabletop.notation.coordinates import FARTHEST
from pilein.tabletop.notation.ground import (
    HIGHEST,
    LARGEST_TABLE,
    MOST_CORNERS,
    MOST_FRONTAGE,
    MOST_TERRAIN,
    SMALLEST_TABLE,
)
from pilein.tabletop.notation.objectives import (
    INCHES,
    MOST_OBJECTIVES,
    MOST_POINTS,
    MOST_RADIUS,
    MOST_SHARE,
)
from pilein.tabletop.objectives import Break, Hold, Objective
from pilein.tabletop.scenario import Cover, GroundKind, Scenario, Terrain
from pilein.tabletop.validation.words import check_name, fault


def check_ground(scenario: Scenario) -> None:
    """Check that a scenario has either a press or a table with valid terrain.

    Raises:
        BadScenario: the ground has an error. The exception describes the first error.
    """
    if (scenario.table is None) == (scenario.press is None):
        raise fault(("table",), "a scenario needs either a table or a press", "give a table or a press, but not both")
    if scenario.table is not None:
        _check_between(scenario.table.width, SMALLEST_TABLE, LARGEST_TABLE, "table", "width")
        _check_between(scenario.table.depth, SMALLEST_TABLE, LARGEST_TABLE, "table", "depth")
    elif scenario.terrain:
        raise fault(
            ("terrain",),
            "a fight in the press cannot have terrain",
            "remove the terrain, or use a table instead of the press",
        )
    if len(scenario.terrain) > MOST_TERRAIN:
        raise fault(
            ("terrain",),
            f"the scenario has {len(scenario.terrain)} pieces of terrain, more than {MOST_TERRAIN}",
            f"use at most {MOST_TERRAIN}",
        )
    for number, piece in enumerate(scenario.terrain):
        _check_piece(piece, "terrain", number)


def _check_piece(piece: Terrain, *place: str | int) -> None:
    if piece.kind not in get_args(GroundKind) or piece.cover not in get_args(Cover):
        raise fault(
            place,
            f"there is no terrain {shortened(piece.kind)!r} with the cover {shortened(piece.cover)!r}",
            f"use one of the kinds {listed(get_args(GroundKind))} and one of the covers {listed(get_args(Cover))}",
        )
    if piece.name:
        check_name(piece.name, *place, "name")
    _check_between(piece.height, 0, HIGHEST, *place, "height")
    if len(piece.polygon) > MOST_CORNERS:
        raise fault(
            (*place, "polygon"),
            f"the polygon has {len(piece.polygon)} corners, more than {MOST_CORNERS}",
            f"use at most {MOST_CORNERS}",
        )
    for one in chain.from_iterable(piece.polygon):
        _check_between(one, -FARTHEST, FARTHEST, *place, "polygon")
    reason = Polygon(piece.polygon).why_not()
    if reason:
        raise fault((*place, "polygon"), reason, "list the corners in order, going around the polygon once")


def _check_between(length: int, least: float, most: float, *place: str | int) -> None:
    """Check that a length in ticks is from `least` to `most` inches."""
    if not ticks(least) <= length <= ticks(most):
        raise fault(
            place,
            f"the length {shortened(str(length))} is out of bounds",
            f'give a length from {least:g}" to {most:g}", in ticks ({INCH} to the inch)',
        )


def check_press(scenario: Scenario) -> None:
    """Check that every unit is in a pair, and that pairs join enemies and are not repeated.

    Raises:
        BadScenario: a pair is invalid, or a unit is in no pair.
    """
    press = scenario.press
    if press is None:
        return
    if isinstance(press.frontage, int) and not 1 <= press.frontage <= MOST_FRONTAGE:
        raise fault(
            ("press", "frontage"),
            f"the frontage {shortened(str(press.frontage))} is out of bounds",
            f"give a frontage from 1 to {MOST_FRONTAGE}",
        )
    sides = {unit.name: unit.side for unit in scenario.units}
    known: set[frozenset[str]] = set()
    for number, pair in enumerate(press.pairs):
        strange = next((name for name in pair if name not in sides), None)
        if strange is not None:
            raise fault(("press", "pairs", number), f"there is no unit {shortened(strange)!r}", hint(strange, sides))
        one, other = pair
        if sides[one] == sides[other]:
            message = f"{one!r} and {other!r} are both on the side {sides[one]!r}"
            raise fault(("press", "pairs", number), message, "pair units from different sides")
        if frozenset(pair) in known:
            message = f"{one!r} and {other!r} are paired twice"
            raise fault(("press", "pairs", number), message, "remove one of the two pairs")
        known.add(frozenset(pair))
    alone = next(iter(sorted(sides.keys() - set(chain.from_iterable(known)))), None)
    if alone is not None:
        raise fault(("press", "pairs"), f"the unit {alone!r} is in no pair", "pair it with an enemy unit")


def check_objectives(scenario: Scenario) -> None:
    """Check the sides and bounds of objectives, and that places to hold are on the table.

    Raises:
        BadScenario: an objective is invalid. The exception describes the first such objective.
    """
    if len(scenario.objectives) > MOST_OBJECTIVES:
        raise fault(
            ("objective",),
            f"the scenario has {len(scenario.objectives)} objectives, more than {MOST_OBJECTIVES}",
            f"use at most {MOST_OBJECTIVES}",
        )
    sides = ("", *(side.name for side in scenario.sides))
    for number, objective in enumerate(scenario.objectives):
        _check_objective(objective, sides, "objective", number)
        if isinstance(objective, Hold):
            _check_hold(scenario, objective, "objective", number)


def _check_objective(objective: Objective, sides: tuple[str, ...], *place: str | int) -> None:
    if objective.side not in sides:
        raise fault((*place, "side"), f"there is no side {shortened(objective.side)!r}", hint(objective.side, sides))
    least = 0 if isinstance(objective, Break) else 1
    if not least <= objective.points <= MOST_POINTS:
        raise fault(
            (*place, "points"),
            f"the objective cannot score {shortened(str(objective.points))} points",
            f"give {least} to {MOST_POINTS} points",
        )
    if isinstance(objective, Break) and not 1 <= objective.share <= MOST_SHARE:
        raise fault(
            (*place, "share"),
            f"the share cannot be {shortened(str(objective.share))} per cent",
            f"give 1 to {MOST_SHARE} per cent",
        )


def _check_hold(scenario: Scenario, hold: Hold, *place: str | int) -> None:
    table = scenario.table
    if table is None or not (0 <= hold.x <= table.width and 0 <= hold.y <= table.depth):
        raise fault(place, "the objective is off the table", "move it onto the table")
    _check_between(hold.radius, INCHES, MOST_RADIUS, *place, "radius")
    if hold.name:
        check_name(hold.name, *place, "name")
