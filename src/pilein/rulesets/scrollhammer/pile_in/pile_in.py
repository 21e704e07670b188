"""Pile-ins at the start of a step: models out of contact close in (SH-PI-03 to SH-PI-13)."""

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.blocks import Block
from pilein.geometry.shapes import shape
from pilein.geometry.ticks import inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import contacts, having_come, is_locked, locked_with
from pilein.rulesets.scrollhammer.initiative import ANY_STEP
from pilein.rulesets.scrollhammer.nearness import areas_crossed
from pilein.rulesets.scrollhammer.pile_in.choice import PileIn, may_anybody_move
from pilein.rulesets.scrollhammer.pile_in.movers import astray, movers, pile_in_reach, standing, supporters, unengaged
from pilein.rulesets.scrollhammer.pile_in.standoff import are_apart, can_meet, furthest_apart
from pilein.rulesets.scrollhammer.pile_in.terms import ENEMY, FRIEND, NEAR, read_stage
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.sides import missing
from pilein.tabletop.plane import Loose

STAGES = 5  # PI-04 to PI-08
Stage = tuple[tuple[Step, int, int], ...]  # clauses to play, each for a unit or a side


@clause(Step.PILE_INS, "SH-PI-13")
def pile_ins(battle: Battle, table: Table, step: int) -> Battle:
    """SH-PI-13. The active player's units pile in before the opponent's (SH-R-39), or stage by stage under `by-stage`.

    Step 0 is the end of the combat, when Initiative is ignored. Whether the second side must pile in is decided
    after the first side has moved, because that move can part models in contact or bring free enemies near
    supporters (SH-R-88). Under `by-stage` the same applies to both sides.
    """
    sides = battle.active, 1 - battle.active
    first, second = (bool(stages(battle, table, side, step)) for side in sides)
    is_second_called = second or (first and _may_call(battle, table, sides[0], step))
    is_shared = (first and is_second_called) or (second and _may_call(battle, table, sides[1], step))
    if is_shared and table.rule("SH-R-39") == "by-stage":
        for number in range(STAGES):
            for side in sides:
                table.then(Step.PILE_IN_STAGE, side, step, number)
        return battle
    for side, is_called in zip(sides, (first, is_second_called), strict=True):
        if is_called:
            table.then(Step.PILE_IN, side, step)
    return battle


@clause(Step.PILE_IN)
def pile_in(battle: Battle, table: Table, side: int, step: int) -> Battle:
    """One side piles in, stage by stage in the prescribed order."""
    for stage in stages(battle, table, side, step):
        _play(table, stage)
    return battle


@clause(Step.PILE_IN_STAGE)
def pile_in_stage(battle: Battle, table: Table, side: int, step: int, number: int) -> Battle:
    """SH-R-39 `by-stage`. One side plays one of the five stages."""
    for stage in stages(battle, table, side, step)[number : number + 1]:
        _play(table, stage)
    return battle


def stages(battle: Battle, table: Table, side: int, step: int) -> tuple[Stage, ...]:
    """Stages of a side's pile-in, in the order of SH-PI-04 to SH-PI-08. Models pile in up to 3" (SH-PI-03).

    Loose models beside a block that closes up also take part, since the block may leave them behind.
    """
    blocks = tuple(unit for unit in standing(battle, side) if _may_close_up(battle, table, unit, step))
    loose = bool(movers(battle, table, side, step)) or (bool(blocks) and _has_loose(battle, side))
    is_seeking = loose or _may_seek(battle, table, side, step)
    if not (blocks or is_seeking) or not table.holds("SH-PI-03"):
        return ()
    one = ((side, step),) if loose else ()
    return (
        tuple((Step.TO_THE_FRONT, unit, step) for unit in blocks),
        ((Step.TOUCH_AN_ENEMY, side, step),) if is_seeking else (),
        tuple((Step.TOUCH_A_FRIEND, *each) for each in one),
        tuple((Step.CLOSE_GAPS, unit, step) for unit in blocks),
        tuple((Step.DRAW_NEAR, *each) for each in one),
    )


@clause(Step.TOUCH_AN_ENEMY, "SH-PI-05")
def touch_an_enemy(battle: Battle, table: Table, side: int, step: int) -> Battle:
    """SH-PI-05. In the second stage, loose models that can touch an enemy not touched by a friend do so, one after
    another.
    """
    return _one_moves(battle, table, ENEMY, side, step)


@clause(Step.TOUCH_A_FRIEND, "SH-PI-06")
def touch_a_friend(battle: Battle, table: Table, side: int, step: int) -> Battle:
    """SH-PI-06. In the third stage, loose models that can touch a friend in contact with an enemy do so (SH-R-44)."""
    return _one_moves(battle, table, FRIEND, side, step)


@clause(Step.DRAW_NEAR, "SH-PI-08")
def draw_near(battle: Battle, table: Table, side: int, step: int) -> Battle:
    """SH-PI-08. In the fifth stage, loose models in contact with no other model move as close to the combat as they can
    while staying in coherency.
    """
    return _one_moves(battle, table, NEAR, side, step)


def _one_moves(battle: Battle, table: Table, stage: str, side: int, step: int) -> Battle:
    """Move one model that can do its duty in a stage, and schedule the next model."""
    reading = read_stage(battle, table, stage, side, step)
    if reading is None or not may_anybody_move(battle, reading):
        return battle
    steps = {ENEMY: Step.TOUCH_AN_ENEMY, FRIEND: Step.TOUCH_A_FRIEND, NEAR: Step.DRAW_NEAR}
    ids = {ENEMY: "SH-PI-05", FRIEND: "SH-PI-06", NEAR: "SH-PI-08"}
    choice = PileIn(side, ids[stage], "which model piles in next, and where to?", battle, reading)
    answer = table.choose(choice)
    way = choice.way(answer)
    after = _moved(battle, table, answer[0], way, ids[stage])
    _brave_the_ground(battle, table, answer[0], way, step)
    table.then(steps[stage], side, step)
    return after


def _moved(battle: Battle, table: Table, model: int, way: Advance, clause_id: str) -> Battle:
    name = battle.unit(battle.setup.unit_of[model]).name
    length, points = inches(min(way.route.length, pile_in_reach(battle))), way.route.points
    table.tell(Moved(unit=name, model=model, manner="piled in", inches=length, route=points, clause=clause_id))
    after = battle.on(moved_to(battle.plane, model, way.place)).exchanging(piled=(*battle.combat.exchange.piled, model))
    return having_come(after, table, (model,))


def _brave_the_ground(battle: Battle, table: Table, model: int, way: Advance, step: int) -> None:
    """Schedule tests for dangerous terrain crossed during a pile-in (SH-PI-11).

    Wounds lost in the tests do not count towards the result, except under `pile-in-terrain` (SH-R-60).
    """
    if way.route.length <= CONTACT:
        return
    here, there = battle.plane.shape(model), shape(battle.setup.base(model), way.place)
    areas = areas_crossed(battle, "dangerous", model, way.route.points, here, there)
    if areas and table.holds("SH-PI-11"):
        is_scored = step != ANY_STEP and table.rule("SH-R-60") == "pile-in-terrain"
        table.then(Step.DANGEROUS_TEST, model, areas, int(is_scored))


def _may_call(battle: Battle, table: Table, side: int, step: int) -> bool:
    """Whether a side's pile-in may oblige the other side to pile in as well."""
    return _may_part(battle, table, side, step) or _may_come_near(battle, table, side, step)


def _may_part(battle: Battle, table: Table, side: int, step: int) -> bool:
    """Whether a side's pile-in may part models in contact, because a block steps forward or strays move away."""
    if any(_may_close_up(battle, table, unit, step) for unit in standing(battle, side)):
        return True
    enemies = contacts(battle, table).enemies
    return any(enemies[model] for model in movers(battle, table, side, step))


def _may_come_near(battle: Battle, table: Table, side: int, step: int) -> bool:
    """Whether loose models that pile in may come so near to enemy supporters that the supporters may move on to them
    (SH-R-88 `seek-contact`).
    """
    if not _has_loose(battle, 1 - side):
        return False
    coming = movers(battle, table, side, step)
    free = tuple(model for model in unengaged(battle, table, 1 - side) if model in coming) if coming else ()
    return bool(supporters(battle, table, 1 - side, step, free, far=2 * pile_in_reach(battle)))


def _has_loose(battle: Battle, side: int) -> bool:
    return any(isinstance(battle.plane.standings[unit], Loose) for unit in standing(battle, side))


def _may_seek(battle: Battle, table: Table, side: int, step: int) -> bool:
    """Whether loose models in contact with the combat may move on to free enemies (SH-R-88)."""
    if not _has_loose(battle, side):
        return False
    return bool(supporters(battle, table, side, step, unengaged(battle, table, side)))


def _may_close_up(battle: Battle, table: Table, unit: int, step: int) -> bool:
    """Whether a block closes up, because it has slots to fill or has lost all contact (SH-R-41).

    At the end of a combat, a unit without standing enemies consolidates instead, except under `all-units`, when it
    closes up (SH-R-77).
    """
    block = battle.plane.standings[unit]
    if not isinstance(block, Block) or (step == ANY_STEP and unit in battle.combat.aftermath.aside):
        return False
    if not missing(block) and is_locked(battle, unit):
        return False
    if step != ANY_STEP or standing(battle, 1 - battle.side(unit)):
        return True
    return table.rule("SH-R-77") == "all-units"


def _play(table: Table, stage: Stage) -> None:
    for step, *arguments in stage:
        table.then(step, *arguments)


# --- Pile-ins after the result of a combat (SH-EP, SH-MU-11, SH-MU-12) --------------------------------------------


@clause(Step.END_PILE_IN, "SH-EP-02")
def end_pile_in(battle: Battle, table: Table) -> Battle:
    """SH-EP-02. Models selected after the result must pile in, beginning with the active player's side (SH-R-77)."""
    known = replace(battle.combat.aftermath, aside=(), astray=astray(battle, table))
    battle = battle.exchanging(piled=()).fighting(aftermath=known)
    for side in (battle.active, 1 - battle.active):
        for unit in standing(battle, side):
            if _may_stand_aside(battle, table, unit):
                table.then(Step.OFFER_TO_STAND_ASIDE, unit)
    table.then(Step.PILE_IN_AS_BEFORE)
    return battle


@clause(Step.PILE_IN_AS_BEFORE, "SH-EP-03")
def pile_in_as_before(battle: Battle, table: Table) -> Battle:
    """SH-EP-03. Models pile in exactly as at the start of a step, except that Initiative is ignored."""
    table.then(Step.PILE_INS, ANY_STEP)
    return battle


def _may_stand_aside(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may consolidate because no pile-in can bring it into contact (SH-MU-12).

    Distances are measured in the same way as for stopping a combat. Under SH-R-42 `real-moves` the possible moves of
    both sides count instead (SH-R-77).
    """
    foes = standing(battle, 1 - battle.side(unit))
    if not foes or any(foe in locked_with(battle, unit) for foe in foes):
        return False
    is_far = are_apart(battle, (unit,), foes, furthest_apart(battle))
    if not is_far and (can_meet(battle, table, (unit,), foes, ANY_STEP) or table.rule("SH-R-42") != "real-moves"):
        return False
    return table.holds("SH-MU-12")


@clause(Step.OFFER_TO_STAND_ASIDE)
def offer_to_stand_aside(battle: Battle, table: Table, unit: int) -> Battle:
    """The owner of a unit out of reach chooses whether the unit piles in or waits to consolidate."""
    words = f"{battle.unit(unit).name}: consolidate instead of piling in?"
    if not table.choose(yes_or_no(battle.side(unit), "SH-MU-12", words)):
        return battle
    known = battle.combat.aftermath
    return battle.fighting(aftermath=replace(known, aside=(*known.aside, unit)))
