"""Policy for choosing shooting targets (WAB-SH-02)."""

from math import fsum

from pilein.kernel.requests import Answer, OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.fight.striking import target_of
from pilein.rulesets.wab.policy.forecast import FACES, chance
from pilein.rulesets.wab.policy.previews import gap, preview_table
from pilein.rulesets.wab.shooting.shooters import Aimed, shooters
from pilein.rulesets.wab.shooting.volley import shots_of
from pilein.rulesets.wab.state import NOBODY, Battle


def target(battle: Battle, choice: OneOf) -> Answer:
    """Shoot at the target with the most expected casualties, or at the nearest of them if several tie. Do not shoot if
    no shot can kill (WAB-SH-02).
    """
    unit = choice.about
    foes = [foe for foe in choice.options if foe > NOBODY and gap(battle, unit, foe) <= range_of(battle, unit)]
    worths = [(casualties(battle, unit, foe), -gap(battle, unit, foe), -foe) for foe in foes]
    best = max(worths, default=(0.0, 0.0, 0))
    return -best[2] if best[0] > 0 else NOBODY


def range_of(battle: Battle, unit: int) -> int:
    """Range of a unit's best missiles in ticks, or 0 if it has none."""
    return max((missile.range for traits in living_traits(battle, unit) for missile in traits.missiles[:1]), default=0)


def slings(_battle: Battle, _choice: OneOf) -> Answer:
    """Fire two sling shots, which are better than one shot of strength 3 against all but the toughest targets (WAB-R-13
    `sling-choose`).
    """
    return False


def casualties(battle: Battle, unit: int, foe: int) -> float:
    """Expected number of enemy models that a unit's volley kills."""
    table = preview_table(battle)
    groups = shooters(battle, table, unit, foe, reaction=False).items()
    felled = fsum(
        models * wounds_by_one(battle, table, Aimed.of(unit, foe, kind, band)) for (kind, band), models in groups
    )
    return min(felled / target_of(battle, foe).W, battle.living(foe))


def wounds_by_one(battle: Battle, table: Table, aimed: Aimed) -> float:
    """Expected number of wounds from one model's shots."""
    shots = shots_of(battle, table, aimed)
    aim = shots.aim
    hit = chance(aim.hit) / FACES if aim.sixes else chance(aim.hit)
    saved = 0.0 if aim.save > FACES else chance(aim.save)
    return shots.line.shots * hit * chance(aim.wound) * (1 - saved)
