"""Score needed to hit with a shot, and the effect of cover (WAB-SH-03, WAB-SH-04, WAB-SH-06, WAB-MW-03, WAB-MW-04,
WAB-R-73, WAB-R-75).
"""

from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Point
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, is_lone_character, is_skirmishing, troop
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.shooting.shooters import MOVES, Aimed, has_moved
from pilein.rulesets.wab.sight import front_middle
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.setup import Ground

TOTAL = 7  # the sum of skill and score
SIX = 6
LARGE = ("elephant", "artillery")
GONE = (*MOVES, "reformed", "fled", "disengaged")  # moves of a target in its last movement phase that count
SOFT, HARD = 1, 2
COVER = Memo[tuple[int, int], int]("cover_of_targets")


def hit_needed(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """Score needed to hit on a D6: 7 minus the shooter's BS, plus penalties (WAB-SH-03).

    The score may exceed 6 (WAB-R-73). If it is below 2, only a 1 misses. A unit that failed its fear test against a
    charge needs a 6 or more to shoot at the charger (WAB-FE-04) or, under WAB-R-62 `sixes-after-modifiers`, a 6
    after modifiers.
    """
    penalty = penalties(battle, table, aimed, weapon)
    score = TOTAL - battle.traits(aimed.kind).BS if table.holds("WAB-SH-03") else SIX
    if not aimed.reaction or not battle.status(aimed.unit).sixes_only or not table.holds("WAB-FE-04"):
        return score + penalty
    if penalty > 0 and table.rule("WAB-R-62") == "sixes-after-modifiers":
        return SIX + penalty
    return max(SIX, score + penalty)


def penalties(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """Sum of the penalties to the roll (WAB-SH-04).

    A volley at a charging enemy, by stand and shoot or by fire and flee, has a penalty of 1 (WAB-SH-06).
    """
    penalty = (
        int(aimed.reaction and table.holds("WAB-SH-06"))
        + range_penalty(table, aimed, weapon)
        + move_penalty(battle, table, aimed, weapon)
        + kind_penalty(battle, table, aimed.target)
        + cover_penalty(battle, aimed.unit, aimed.target)
        - int(is_large(battle, aimed.target))
    )
    return penalty if penalty and table.holds("WAB-SH-04") else 0


def range_penalty(table: Table, aimed: Aimed, weapon: Missile) -> int:
    """Penalty for long range (row 2 of the chart). Thrown rocks, javelins and darts ignore this penalty (WAB-MW-03)."""
    if not aimed.is_long:
        return 0
    return 0 if not weapon.long_penalty and table.holds("WAB-MW-03") else 1


def move_penalty(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """Penalty for a shooter that moved (row 3 of the chart). Javelins, darts and light crossbows have no penalty
    (WAB-MW-04).

    Under WAB-R-72 `permission-only` these weapons have the penalty too. When a unit shoots in reaction, its moves in
    its own last turn do not count (WAB-R-40).
    """
    if aimed.reaction or not has_moved(battle, aimed.unit):
        return 0
    is_free = weapon.moving == "free" and table.rule("WAB-R-72") != "permission-only"
    return 0 if is_free and table.holds("WAB-MW-04") else 1


def kind_penalty(battle: Battle, table: Table, target: int) -> int:
    """Penalty for shooting at a single character, skirmishers, or a light chariot that moved (rows 4, 7 and 8).

    A lone character does not also count as a skirmisher, except under WAB-R-75 `char-and-skirmish-both`.
    """
    penalty = int(troop(battle, target) == "light chariot" and battle.status(target).move in GONE)
    if not is_lone_character(battle, target):
        return penalty + int(is_skirmishing(battle, target))
    both = is_skirmishing(battle, target) and table.rule("WAB-R-75") == "char-and-skirmish-both"
    return penalty + 1 + int(both)


def is_large(battle: Battle, target: int) -> bool:
    """Whether a target is large (row 9). Elephants, war engines and units so marked by the army list are large."""
    return troop(battle, target) in LARGE or has_rule(battle, target, "Large Target")


def cover_penalty(battle: Battle, unit: int, target: int) -> int:
    """Return the cover penalty: 1 for soft cover and 2 for hard cover, if more than half of the target's models are in
    or behind it.

    Ground at or under the shooters gives no cover. The penalty is cached on the field.
    """
    grounds = tuple(one for one in battle.setup.grounds if one.cover != "none")
    if not grounds:
        return 0
    known = COVER.on(battle.plane)
    if (unit, target) not in known:
        known[unit, target] = _cover(battle, grounds, unit, target)
    return known[unit, target]


def _cover(battle: Battle, grounds: tuple[Ground, ...], unit: int, target: int) -> int:
    start = front_middle(battle, unit)
    models = battle.plane.models(target)
    hidden = [
        max((_grade(one.cover) for one in grounds if _covers(battle, one.outline, start, model)), default=0)
        for model in models
    ]
    hard, some = sum(one == HARD for one in hidden), sum(one > 0 for one in hidden)
    if 2 * hard > len(models):
        return HARD
    return SOFT if 2 * some > len(models) else 0


def _covers(battle: Battle, ground: Polygon, start: Point, model: int) -> bool:
    body = battle.plane.shape(model)
    if ground.contains(body.x, body.y):
        return True
    return not ground.contains(*start) and ground.swept(1.0, (start, (body.x, body.y)))


def _grade(cover: str) -> int:
    return HARD if cover == "hard" else SOFT
