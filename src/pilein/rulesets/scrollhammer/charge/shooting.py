"""The shots of a unit at another, as far as Stand and Shoot needs them (SH-R-16)."""

from msgspec import Struct

from pilein.geometry.gaps import within
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import living_traits
from pilein.rulesets.scrollhammer.charge.sight_lines import sees_model
from pilein.rulesets.scrollhammer.fight.hitting import leading
from pilein.rulesets.scrollhammer.fight.wounding import of_tied_toughnesses, score_to_wound
from pilein.rulesets.scrollhammer.ground.nearness import nearest_models
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Battle

BEST_SHOT = 7  # less BS: the score to hit
SIX = 6
MOST = 10


class Shots(Struct, frozen=True):
    """Shots of like models with one weapon: the shooters' BS, and Strength and AP of a hit."""

    kind: int
    BS: int
    strength: int
    AP: int
    shots: int


def shots_at(battle: Battle, table: Table, unit: int, target: int) -> tuple[Shots, ...]:
    """SH-R-16. What the models of a unit that are in range and sight of another shoot at it, like shots together."""
    groups: dict[int, int] = {}
    for model in battle.plane.models(unit):
        kind = battle.setup.kind_of[model]
        weapon = ranged_weapon(battle, kind)
        if weapon is not None and battle.traits(kind).BS > 0 and _can_hit(battle, table, model, weapon, target):
            groups[kind] = groups.get(kind, 0) + weapon.shots
    return tuple(_shots(battle, kind, count) for kind, count in groups.items())


def ranged_weapon(battle: Battle, kind: int) -> Weapon | None:
    """The first weapon of a kind of model that shoots."""
    return next((weapon for weapon in battle.traits(kind).weapons if weapon.shots and weapon.range), None)


def hit_score(table: Table, group: Shots) -> int:
    """SH-R-16. 7 less BS and one more; `no-penalty` without that, `snap-shots` on a 6 alone. 1 misses, 6 hits."""
    reading = table.rule("SH-R-16")
    if reading == "snap-shots":
        return SIX
    penalty = 0 if reading == "no-penalty" else 1
    return max(2, min(SIX, BEST_SHOT - group.BS + penalty))


def wound_score(battle: Battle, table: Table, target: int, strength: int) -> int:
    """The chart, against the Toughness of most models of the target (SH-R-52: none is engaged)."""
    tied = leading(traits.T for traits in living_traits(battle, target))
    return score_to_wound(table, strength, of_tied_toughnesses(table, tied))


def _shots(battle: Battle, kind: int, count: int) -> Shots:
    traits, weapon = battle.traits(kind), ranged_weapon(battle, kind)
    assert weapon is not None
    return Shots(kind, traits.BS, min(MOST, weapon.shot_S or traits.S), weapon.shot_AP, count)


def _can_hit(battle: Battle, table: Table, model: int, weapon: Weapon, target: int) -> bool:
    """Whether some model of the target is in range and sight; under `nearest-range` the nearest must be."""
    shapes = battle.plane.shapes
    foes = battle.plane.models(target)
    near = tuple(foe for foe in foes if within(shapes[model], shapes[foe], weapon.range))
    nearest = nearest_models(battle, target, (battle.setup.unit_of[model],))
    if not near or (not set(nearest) <= set(near) and table.rule("SH-R-16") == "nearest-range"):
        return False
    return any(sees_model(battle, table, model, foe) for foe in near)
