"""What a shot needs to hit (WAB-SH-03, WAB-SH-04, WAB-SH-06, WAB-R-73, WAB-R-75)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, is_lone_character, is_skirmishing, troop
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.psychology.fear import hits_on_sixes
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.shooting.cover import cover_penalty
from pilein.rulesets.wab.shooting.missiles import ignores_long_range, shoots_on_the_move
from pilein.rulesets.wab.shooting.shooters import MOVES, Aimed, has_moved
from pilein.rulesets.wab.state import Battle

TOTAL = 7  # skill and score add up to it
SIX = 6
LARGE = ("elephant", "artillery")
GONE = (*MOVES, "fled", "disengaged")  # what a target has done that moved in its last movement phase


def hit_needed(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """The score that a shot needs, which may be above 6 (WAB-R-73) or below 2, where only a 1 misses.

    WAB-R-62: who stood in fear needs a 6 at least; `sixes-after-modifiers`: a 6 after modifiers.
    """
    penalty = penalties(battle, table, aimed, weapon)
    need = score_of_skill(battle.traits(aimed.kind).BS) + penalty
    if not aimed.reaction or not hits_on_sixes(battle, aimed.unit):
        return need
    if penalty > 0 and table.rule("WAB-R-62") == "sixes-after-modifiers":
        return SIX + penalty
    return max(SIX, need)


@says("WAB-SH-03", without=SIX)
def score_of_skill(skill: int) -> int:
    """WAB-SH-03. Each shot rolls a D6 against the score for the shooter's BS: 7 less that."""
    return TOTAL - skill


@says("WAB-SH-04", without=0)
def penalties(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """WAB-SH-04. What is taken off the roll; all modifiers add up."""
    return (
        charge_penalty(aimed)
        + int(aimed.is_long and not ignores_long_range(weapon))
        + move_penalty(battle, table, aimed, weapon)
        + kind_penalty(battle, table, aimed.target)
        + cover_penalty(battle, aimed.unit, aimed.target)
        - int(is_large(battle, aimed.target))
    )


@says("WAB-SH-06", without=0)
def charge_penalty(aimed: Aimed) -> int:
    """WAB-SH-06. A volley at a charging enemy, by stand and shoot or fire and flee, takes 1 off."""
    return int(aimed.reaction)


def move_penalty(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> int:
    """Row 3: the shooter moved. In a reaction the moves of its own last turn do not count (WAB-R-40)."""
    if aimed.reaction or not has_moved(battle, aimed.unit):
        return 0
    return int(not shoots_on_the_move(weapon, table))


def kind_penalty(battle: Battle, table: Table, target: int) -> int:
    """Rows 4, 7 and 8: a single character, skirmishers, a light chariot that moved.

    WAB-R-75: a lone character is no skirmisher; he is under `char-and-skirmish-both`.
    """
    penalty = int(troop(battle, target) == "light chariot" and battle.status(target).move in GONE)
    if not is_lone_character(battle, target):
        return penalty + int(is_skirmishing(battle, target))
    both = is_skirmishing(battle, target) and table.rule("WAB-R-75") == "char-and-skirmish-both"
    return penalty + 1 + int(both)


def is_large(battle: Battle, target: int) -> bool:
    """Row 9: elephants, war engines and what the army list says."""
    return troop(battle, target) in LARGE or has_rule(battle, target, "Large Target")
