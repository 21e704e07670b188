"""Policy for combat and its consequences: division of attacks, pursuit and rallying (WAB-CC, WAB-FL, WAB-RL)."""

from pilein.geometry.shapes import distance
from pilein.geometry.ticks import INCH, heading
from pilein.kernel.requests import Answer, OneOf, Split
from pilein.rulesets.wab.characteristics import has_rule
from pilein.rulesets.wab.flight.pursuit import HOLD, is_defended
from pilein.rulesets.wab.nearness import are_within, middle
from pilein.rulesets.wab.policy.forecast import lead_of_charge, wounds
from pilein.rulesets.wab.policy.previews import enemies, fresh_enemies, gap, preview_table, reach
from pilein.rulesets.wab.state import Battle

NEAR = 8  # inches: a cause of terror this near makes rallying pointless
RUN = 9 * INCH  # typical length of a pursuit


def shares(battle: Battle, choice: Split) -> Answer:
    """Direct all attacks at the rank and file of the enemy expected to suffer most (WAB-CC-02)."""
    names = {unit.name: unit.number for unit in battle.setup.units}
    targets = [names[name] for name in choice.among if name in names]
    if battle.fight is None or len(targets) <= 1:
        return _split_on_one(choice, 0)
    table = preview_table(battle)
    suffered = [wounds(battle, table, choice.about, foe, choice.total) for foe in targets]
    return _split_on_one(choice, suffered.index(max(suffered)))


def pursuit(battle: Battle, choice: OneOf) -> Answer:
    """Pursue the largest enemy, unless the unit is in a defended position or fresh enemies are waiting (WAB-R-93)."""
    broken = [foe for foe in choice.options if foe != HOLD]
    whom = broken[0] if len(broken) == 1 else max(broken, key=lambda foe: (battle.living(foe), -foe))
    if HOLD not in choice.options:
        return whom
    if is_defended(battle, choice.about) or (battle.is_on_table and _is_awaited(battle, choice.about)):
        return HOLD
    return whom


def rallying(battle: Battle, choice: OneOf) -> Answer:
    """Try to rally, unless an enemy that causes terror stands within 8 inches (WAB-RL-01)."""
    table = preview_table(battle)
    return not any(
        has_rule(battle, foe, "Terror") and are_within(battle, table, choice.about, foe, NEAR)
        for foe in enemies(battle, choice.side)
    )


def way_of_flight(battle: Battle, choice: OneOf) -> Answer:
    """Flee in the direction that stays furthest from enemies (WAB-FL-04)."""
    x, y = middle(battle, choice.about)
    others = [middle(battle, foe) for foe in enemies(battle, choice.side)]

    def safety(way: int) -> float:
        sine, cosine = heading(way)
        there = (x + sine * RUN, y + cosine * RUN)
        return min((distance(there, one) for one in others), default=0.0)

    return max(choice.options, key=lambda way: (safety(way), -way))


def _is_awaited(battle: Battle, unit: int) -> bool:
    """Whether a fresh enemy could charge the pursuer and could be expected to beat it."""
    near = (
        foe for foe in fresh_enemies(battle, battle.side(unit)) if gap(battle, unit, foe) <= reach(battle, foe) + RUN
    )
    return any(lead_of_charge(battle, (foe,), unit) >= 1 for foe in near)


def _split_on_one(choice: Split, place: int) -> Answer:
    return tuple(choice.total if here == place else 0 for here in range(len(choice.among)))
