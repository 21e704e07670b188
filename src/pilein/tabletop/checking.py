"""Placement checks before play: no model is off the table, overlaps another model, or is on impassable ground."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.gaps import overlaps, separation
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Shape, shape
from pilein.geometry.ticks import inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.errors import BadScenario
from pilein.tabletop.scenario import Loaded, Scenario, TableSize, Terrain, Unit


class Stood(Struct, frozen=True):
    """A placed model, with its unit's number, its own number within the unit (both from 0) and its outline."""

    unit: int
    model: int
    outline: Shape


def check(loaded: Loaded) -> None:
    """Check that all models of a scenario fit where they are placed. Scenarios in the press always pass.

    Raises:
        BadScenario: a model is misplaced. The error gives the line of the first unit with a misplaced model.
    """
    scenario = loaded.scenario
    if scenario.table is None:
        return
    stood = tuple(stands(scenario))
    for one in stood:
        if _is_off(one.outline, scenario.table):
            width, depth = inches(scenario.table.width), inches(scenario.table.depth)
            message = f"{_called(scenario, one)} is off the table"
            raise _fault(loaded, one, message, f'place it on the table, which is {width:g}" wide and {depth:g}" deep')
    for first, second in _overlapping(stood):
        shared = inches(-separation(first.outline, second.outline))
        message = f'{_called(scenario, second)} overlaps {_called(scenario, first)} by {shared:.4f}"'
        raise _fault(loaded, second, message, "move one of the two models")
    for terrain in scenario.terrain:
        if terrain.kind == "impassable":
            _check_impassable(loaded, stood, terrain)


def stands(scenario: Scenario) -> Iterator[Stood]:
    """Yield the placed models of a scenario on a table, unit by unit."""
    for number, unit in enumerate(scenario.units):
        for model, outline in enumerate(_outlines(scenario, unit)):
            yield Stood(number, model, outline)


def block_of(scenario: Scenario, unit: Unit, first: int = 0) -> Block:
    """Return the block of a unit that has a `place`, with its models numbered from `first` and with cells
    that fit the unit's largest base.
    """
    assert unit.place is not None
    bases = [scenario.profiles[member.profile].base for member in unit.members]
    width, depth = max(base.width for base in bases), max(base.depth for base in bases)
    slots = tuple(range(first, first + unit.models))
    place = unit.place
    return Block(place.x, place.y, place.facing, place.files, width, depth, slots)


def _outlines(scenario: Scenario, unit: Unit) -> Iterator[Shape]:
    if unit.place is not None:
        block = block_of(scenario, unit)
        yield from (cell_shape(block, slot) for slot in block.slots)
        return
    bases = (scenario.profiles[member.profile].base for member in unit.members for _ in range(member.models))
    for base, place in zip(bases, unit.positions or (), strict=True):
        yield shape(base, place)


def _is_off(outline: Shape, table: TableSize) -> bool:
    rim = outline.radius - CONTACT
    across = [x for x, _ in outline.core]
    along = [y for _, y in outline.core]
    lowest = min(*across, *along) - rim
    return lowest < 0 or max(across) + rim > table.width or max(along) + rim > table.depth


def _overlapping(stood: tuple[Stood, ...]) -> Iterator[tuple[Stood, Stood]]:
    """Yield pairs of overlapping models from left to right. Cells of one block never overlap."""
    by_left = sorted(stood, key=lambda one: (one.outline.x - one.outline.reach, one.unit, one.model))
    near: list[Stood] = []
    for one in by_left:
        left = one.outline.x - one.outline.reach
        near = [other for other in near if other.outline.x + other.outline.reach > left]
        for other in near:
            if overlaps(other.outline, one.outline):
                yield (other, one) if (other.unit, other.model) < (one.unit, one.model) else (one, other)
        near.append(one)


def _check_impassable(loaded: Loaded, stood: tuple[Stood, ...], terrain: Terrain) -> None:
    ground = Polygon(terrain.polygon)
    name = f" {terrain.name!r}" if terrain.name else ""
    for one in stood:
        if ground.overlaps_shape(one.outline):
            message = f"{_called(loaded.scenario, one)} stands in impassable terrain{name}"
            raise _fault(loaded, one, message, "move the model or the terrain")


def _called(scenario: Scenario, one: Stood) -> str:
    return f"model {one.model + 1} of {scenario.units[one.unit].name!r}"


def _fault(loaded: Loaded, one: Stood, message: str, remedy: str) -> BadScenario:
    unit = loaded.scenario.units[one.unit]
    where = ("place",) if unit.place is not None else ("positions", one.model)
    return loaded.fault(message, "unit", one.unit, *where, remedy=remedy)
