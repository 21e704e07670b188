"""Policy for consolidation (WS-CM-04 to WS-CM-06)."""

from fractions import Fraction

from pilein.dice import chance
from pilein.geometry.gaps import touches, within
from pilein.kernel.requests import Answer
from pilein.rulesets.warstrike.engaged import close_distance
from pilein.rulesets.warstrike.leadership import check_of
from pilein.rulesets.warstrike.policy.fighting import casualties_expected
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.unit_move import UnitMove
from pilein.tabletop.distances import are_circles_near, circle_of_unit, is_near_circle

Moves = tuple[tuple[int, int, int, int], ...]
FAR_WEAKER = 2  # ratio of strengths, each being expected casualties times models
HOPELESS = Fraction(1, 3)  # a Ld check that passes less often is not worth waiting for


def consolidation(battle: Battle, choice: UnitMove) -> Answer:
    """Close in, or walk away from a lost fight. Never approach an unsuppressed unit outside the combat (WS-AC-01,
    WS-C3-01).

    Units without melee weapons stay out of contact.
    """
    if _is_lost(battle, choice.unit):
        away = next((moves for _, moves in choice.candidates() if moves and not _near(battle, choice, moves)), None)
        if away is not None:
            return away
    strikes = any(battle.traits(model).melee_weapons for model in battle.models(choice.unit))
    for _, moves in choice.candidates():
        if not _wakes(battle, choice, moves) and (strikes or not _is_touching(battle, choice, moves)):
            return moves
    return ()


def _is_lost(battle: Battle, unit: int) -> bool:
    """Whether the unit's side has fewer models in the combat, and is either far weaker or likely to fail a check."""
    side = battle.side(unit)
    own, foes = (sum(map(battle.living, battle.fighters(one))) for one in (side, 1 - side))
    if own >= foes:
        return False
    table = battle.preview_table()
    if (
        FAR_WEAKER * casualties_expected(battle, table, side) * own
        < casualties_expected(battle, table, 1 - side) * foes
    ):
        return True
    return chance(check_of(battle, table, unit).weights(), bool) < HOPELESS


def _wakes(battle: Battle, choice: UnitMove, moves: Moves) -> bool:
    """Whether the moves would draw an enemy unit without suppression markers into the combat (WS-CM-06)."""
    near = _near(battle, choice, moves)
    return any(unit not in battle.combat.units and not battle.status(unit).markers for unit in near)


def _is_touching(battle: Battle, choice: UnitMove, moves: Moves) -> bool:
    """Whether any model of the unit touches an enemy after the given moves."""
    plane = choice.plane_after(moves)
    shapes, own = plane.shapes, [plane.shape(model) for model in battle.models(choice.unit)]
    circle = circle_of_unit(plane, choice.unit)
    foes = [
        body
        for model, body in shapes.items()
        if battle.setup.side_of(model) != choice.side and is_near_circle(body, circle, 0)
    ]
    return any(touches(body, foe) for body in own for foe in foes)


def _near(battle: Battle, choice: UnitMove, moves: Moves) -> tuple[int, ...]:
    plane = choice.plane_after(moves)
    shapes, far = plane.shapes, close_distance(battle)
    foes = (unit for unit in battle.setup.units_of(1 - choice.side) if battle.can_fight(unit))
    own = [shapes[model] for model in battle.models(choice.unit)]
    circle = circle_of_unit(plane, choice.unit)
    foes = (foe for foe in foes if are_circles_near(circle, circle_of_unit(battle.plane, foe), far))
    return tuple(
        foe for foe in foes if any(within(body, shapes[model], far) for model in battle.models(foe) for body in own)
    )
