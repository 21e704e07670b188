"""Consolidation of whole units: by the attackers before the cycle, during the cycle, and after the enemy has left
(WS-AC, WS-C3).
"""

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice, OneOf, Several
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.combats import attacker_at_first
from pilein.rulesets.warstrike.consolidation_plans import close_in
from pilein.rulesets.warstrike.consolidation_terms import with_moved
from pilein.rulesets.warstrike.ending import are_all_gone, is_decided, is_over, look_at_once
from pilein.rulesets.warstrike.engaged import enemies_near
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.unit_move import UnitMove, is_coherent
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Plane

FIRST, IN_CYCLE, PURSUIT = 0, 1, 2  # the occasion of a consolidation
CLAUSES = ("WS-AC-01", "WS-C3-01", "WS-LD-04")


@clause(Step.FIRST_CONSOLIDATION, "WS-AC-01")
def first_consolidation(battle: Battle, table: Table, *merged: int) -> Battle:
    """WS-AC-01. After defensive fire, each attacking unit may consolidate without a test.

    If `merged` lists the units of a combat that has merged with the current combat, only the attacking units among
    them consolidate.
    """
    if battle.fight is None:
        return battle
    units = battle.fighters(attacker_at_first(battle, table))
    for unit in in_order(battle, table, tuple(one for one in units if not merged or one in merged), "WS-AC-01"):
        table.then(Step.CONSOLIDATE, unit, FIRST)
    if not merged:
        table.then(Step.LOOK_IF_PARTED)
    return battle


@clause(Step.CONSOLIDATE_IN_CYCLE, "WS-C3-01")
def consolidate_in_cycle(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-C3-01. After shooting and melee, a unit may consolidate with any of its models, including engaged models."""
    if battle.fight is not None and not is_decided(battle, table):
        table.then(Step.CONSOLIDATE, unit, IN_CYCLE)
    return battle


@clause(Step.CONSOLIDATE)
def consolidate(battle: Battle, table: Table, unit: int, occasion: int) -> Battle:
    """The models of a unit move one after another, in the order their owner names."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    asked = _question(battle, table, unit, occasion)
    if not asked.reach:
        return battle
    before, was_near = battle.plane, bool(enemies_near(battle, table, unit))
    moves = table.choose(asked)
    routes = asked.routes_of(moves)
    for model, x, y, facing in moves:
        here, route = battle.plane.place(model), routes[model]
        battle = battle.on(with_moved(battle.plane, (model, x, y, facing)))
        if (here.x, here.y) != (x, y):
            _tell(battle, table, unit, model, route.points, route.length, CLAUSES[occasion])
    if not any(_is_elsewhere(before, battle.plane, move[0]) for move in moves):
        return battle
    battle = battle.stirring()
    if battle.side(unit) == battle.combat.attacker and _counts(table, occasion):
        battle = _noting_withdrawal(battle, table, unit, was_near=was_near)
    table.then(Step.DRAW_IN, unit, int(occasion == PURSUIT))
    table.then(Step.LOOK_AFTER_MOVE)
    return battle


@clause(Step.LOOK_AFTER_MOVE)
def look_after_move(battle: Battle, table: Table) -> Battle:
    """WS-R-47 `continuously`. After every move, the combat may end."""
    look_at_once(battle, table)
    return battle


@clause(Step.LOOK_IF_PARTED)
def look_if_parted(battle: Battle, table: Table, looked: int = 0) -> Battle:
    """WS-R-47. Once all attackers have moved, the combat may end before any blows are struck.

    WS-LD-04. If all defenders have fallen back (WS-R-12 `fall-back`), the attackers consolidate once more first.
    """
    if battle.fight is None or not is_over(battle, table):
        return battle
    if not looked and are_all_gone(battle):
        table.then(Step.PURSUE)
        table.then(Step.LOOK_IF_PARTED, 1)
    else:
        table.then(Step.END_COMBAT)
    return battle


def in_order(battle: Battle, table: Table, units: tuple[int, ...], clause_id: str) -> tuple[int, ...]:
    """Ask the owner for the order of units, and return the units in that order (WS-R-60)."""
    if len(units) <= 1:
        return units
    names, side = tuple(map(battle.name, units)), battle.side(units[0])
    words = "the order in which units consolidate"
    order: tuple[int, ...] = table.choose(Several(side, clause_id, words, units, len(units), len(units), names))
    return order


def _question(battle: Battle, table: Table, unit: int, occasion: int) -> UnitMove:
    kinds = {ground.kind for ground in battle.setup.grounds}
    is_bound = is_coherent(battle, unit, battle.plane) and table.rule("WS-R-38") != "free"
    movement = battle.unit_traits(unit).Mv
    if battle.status(unit).at_the_double and table.rule("WS-R-39") == "last-action":
        movement *= 2
    return UnitMove(
        side=battle.side(unit),
        clause=CLAUSES[occasion],
        battle=battle,
        unit=unit,
        reach=half_move(table, movement),
        is_bound=is_bound,
        crossing=table.rule("WS-R-40") if kinds & {"obstacle", "structure"} else "default",
        from_start="obstacle" in kinds and table.rule("WS-R-41") == "from-start",
    )


def half_move(table: Table, movement: int) -> int:
    """Length of a consolidation in ticks: half of the normal Mv, rounded down to whole inches (WS-CM-01)."""
    return (movement // table.number("WS-CM-01") if table.holds("WS-CM-01") else movement) * INCH


def _noting_withdrawal(battle: Battle, table: Table, unit: int, *, was_near: bool) -> Battle:
    """Record whether an attacking unit has walked away or has come back (WS-SU-05)."""
    others = tuple(one for one in battle.combat.withdrew if one != unit)
    is_near, is_out = bool(enemies_near(battle, table, unit)), unit in battle.combat.withdrew
    return battle.fighting(withdrew=(*others, unit) if not is_near and (was_near or is_out) else others)


def _counts(table: Table, occasion: int) -> bool:
    """Whether walking away on this occasion relieves the defenders of a marker. Under `cycle-only` it does so only
    during the cycle (WS-R-46).
    """
    if occasion == FIRST:
        return table.rule("WS-R-46") != "cycle-only"
    return occasion == IN_CYCLE


def _is_elsewhere(before: Plane, after: Plane, model: int) -> bool:
    """Whether a model covers different ground than before. Turning a round base therefore does not count (WS-R-04)."""
    return {*before.shape(model).core} != {*after.shape(model).core}


def _tell(
    battle: Battle, table: Table, unit: int, model: int, points: tuple[tuple[int, int], ...], length: float, name: str
) -> None:
    inches = length / INCH
    unit_name = battle.name(unit)
    table.tell(Moved(unit=unit_name, model=model, manner="moved", inches=inches, route=points, clause=name))


# --- Answers that bring a unit into contact: a unit consolidates instead of charging (WS-WH-06) (WS-AC-01) -------


NEXT_COMBAT = "WS-WH-04"


def declared(battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """Return the answer that makes a unit's combat the next to be fought, or that moves the unit closer to the target
    and, if possible, into contact.
    """
    if isinstance(choice, UnitMove) and choice.clause == CLAUSES[FIRST] and choice.unit == unit:
        return _closing_in(battle, choice, target)
    if isinstance(choice, OneOf) and choice.clause == NEXT_COMBAT:
        return next((place for place in choice.options if {unit, target} <= {*battle.combats[place]}), None)
    return None


def _closing_in(battle: Battle, choice: UnitMove, target: int) -> Answer:
    """Return the answer that closes in on the target unit alone, or the first offered answer if that move is not
    allowed or the target cannot fight.
    """
    if battle.can_fight(target):
        moves = close_in(choice, battle.models(target))
        if choice.why_not(moves) is None:
            return moves
    return next(answer for _, answer in choice.candidates())
