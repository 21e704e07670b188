"""Charges made by and against units that Fight in Ranks."""

from collections.abc import Sequence

from msgspec.structs import replace

from pilein.geometry.blocks import Block, outline
from pilein.geometry.shapes import Arc, way_length
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_choice import Room, Settled, best_stands, files_out
from pilein.rulesets.scrollhammer.charge.block_stands import Stand
from pilein.rulesets.scrollhammer.charge_events import Overhung, SideStruck
from pilein.rulesets.scrollhammer.initiative import ANY_STEP
from pilein.rulesets.scrollhammer.nearness import areas_crossed, gap_between
from pilein.rulesets.scrollhammer.quarters import ARCS, charged_arc, rolled
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.marching import Pose, carried, middles

NO_WAY = "it has no way wide enough into contact"


@clause(Step.MOVE_BLOCK)
def move_block(battle: Battle, table: Table) -> Battle:
    """SH-R-31. A block charges the nearest of its targets and touches other targets only if it happens to meet them."""
    charge = battle.charge
    if charge is None or not battle.living(charge.unit):
        return battle
    targets = tuple(target for target in charge.targets if battle.living(target))
    if not targets:
        return battle
    target = targets[0]
    if len(targets) > 1 and table.rule("SH-R-31") != "assigned":
        target = min(targets, key=lambda one: gap_between(battle, charge.unit, one))
    if isinstance(battle.plane.standings[target], Block):
        table.then(Step.NAME_SIDE, target)
    table.then(Step.MOVE_INTO_CONTACT, target)
    return battle


@clause(Step.NAME_SIDE)
def name_side(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-23. A block charges one side of another block. The player or a die decides between sides that tie."""
    charge = battle.charge
    assert charge is not None
    reading = table.rule("SH-R-23")
    arcs = charged_arc(battle, charge.unit, target, reading)
    if reading == "roll-tie" and len(arcs) > 1:
        side = rolled(table, arcs)
    else:
        words = f"which side of {battle.unit(target).name} is charged?"
        side = table.choose(OneOf(battle.active, "SH-MV-15", words, arcs))
    names = {"unit": battle.unit(charge.unit).name, "target": battle.unit(target).name}
    table.tell(SideStruck(**names, side=side, clause="SH-MV-15"))
    known = charge.arcs or ("",) * len(charge.targets)
    return battle.charging(
        arcs=tuple(side if one == target else other for one, other in zip(charge.targets, known, strict=True))
    )


@clause(Step.MOVE_INTO_CONTACT)
def move_into_contact(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-21. The block moves flush into contact by its best path. If there is no path, the charge fails.

    Its models keep their places in rank and file (SH-MV-19).
    """
    charge = battle.charge
    assert charge is not None
    found = best_stands(battle, table, charge.unit, target, _side_of(battle, target))
    if not found:
        table.then(Step.FAIL_CHARGE, NO_WAY)
        return battle
    stand, block = found[_chosen(battle, table, found)]
    name, after = battle.unit(charge.unit).name, outline(block)
    poses = Room(battle, charge.unit, charge.targets).poses_to(after)
    points = middles(poses)
    way = tuple((round(x), round(y)) for x, y in points)
    inches = way_length(points) / INCH
    table.tell(Moved(unit=name, model=-1, manner="charged", inches=inches, route=way, clause="SH-MV-14"))
    if stand.surplus:
        left, right = files_out(stand)
        table.tell(Overhung(unit=name, left=left, right=right, clause="SH-MV-16"))
    if not table.holds("SH-MV-19"):
        block = replace(block, slots=block.slots[::-1])
    moved = battle.on(battle.plane.with_standing(charge.unit, block))
    moved = moved.charging(moved=moved.plane.models(charge.unit))
    ways = ways_of(battle, moved, charge.unit)
    return cross_ground(battle, moved, table, [(model, _carried(poses, straight)) for model, straight in ways])


def _side_of(battle: Battle, target: int) -> Arc | None:
    assert battle.charge is not None
    sides = dict(zip(battle.charge.targets, battle.charge.arcs, strict=False))
    return next((arc for arc in ARCS if arc == sides.get(target)), None)


def _chosen(battle: Battle, table: Table, found: tuple[Settled, ...]) -> int:
    """Let the active player choose between equally good stands (SH-MV-17)."""
    labels = tuple(_label(stand) for stand, _ in found)
    words = "where does the block end its charge?"
    place: int = table.choose(OneOf(battle.active, "SH-MV-17", words, tuple(range(len(found))), labels))
    return place


def _label(stand: Stand) -> str:
    if stand.surplus:
        left, right = files_out(stand)
        return f"{left:g} files out on the left, {right:g} on the right"
    across = stand.across / INCH
    return f'{abs(across):.2f}" to the {"right" if across > 0 else "left"} of straight ahead'


# --- The ground that models of a block cross when it moves -------------------------------------------------------


NOT_SCORED = 0
Points = tuple[tuple[int, int], ...]
Ways = Sequence[tuple[int, Points]]  # of models


def cross_ground(before: Battle, after: Battle, table: Table, ways: Ways) -> Battle:
    """Test each model that crossed dangerous ground in a charge, and record crossings of difficult ground (SH-R-35)."""
    test_ground(before, after, table, ways, NOT_SCORED)
    crossed = tuple(model for model, way in ways if areas_on_way(before, after, "difficult", model, way))
    return after.charging(crossed=crossed) if crossed else after


def _carried(poses: Sequence[Pose], straight: Points) -> Points:
    """Path of a model from start to end as its block moves through the given poses."""
    way = [(round(x), round(y)) for x, y in carried(poses, straight[0])]
    return (straight[0], *way[1:-1], straight[-1])


def areas_on_way(before: Battle, after: Battle, kind: str, model: int, way: Points) -> int:
    """Number of areas of one kind of ground that a model of a block touches along its path or at either end."""
    return areas_crossed(before, kind, model, way, before.plane.shape(model), after.plane.shape(model))


def test_ground(before: Battle, after: Battle, table: Table, ways: Ways, scored: int) -> None:
    """Schedule a test for every model whose path crosses dangerous ground."""
    for model, way in ways:
        areas = areas_on_way(before, after, "dangerous", model, way)
        if areas:
            table.then(Step.DANGEROUS_TEST, model, areas, scored)


def ways_of(before: Battle, after: Battle, unit: int) -> Ways:
    """Straight paths, in ticks, of all models in a unit that have changed place."""
    found = []
    for model in after.plane.models(unit):
        start, end = before.plane.place(model), after.plane.place(model)
        if abs(end.x - start.x) > CONTACT or abs(end.y - start.y) > CONTACT:
            found.append((model, ((start.x, start.y), (end.x, end.y))))
    return tuple(found)


def test_ground_of_pile_in(before: Battle, after: Battle, table: Table, ways: Ways, step: int) -> None:
    """Schedule tests for dangerous ground crossed during a pile-in (SH-PI-11).

    Wounds from these tests do not count towards the enemy's score, except before the combat result under
    `pile-in-terrain` (SH-R-60).
    """
    if any(ground.kind == "dangerous" for ground in after.setup.grounds) and table.holds("SH-PI-11"):
        is_scored = step != ANY_STEP and table.rule("SH-R-60") == "pile-in-terrain"
        test_ground(before, after, table, ways, int(is_scored))
