"""Which units may not declare a charge (SH-CH-05 to SH-CH-10, SH-FA-05)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import living_traits
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import NOBODY, Battle


@says("SH-CH-05", without=None)
def why_may_not_declare(battle: Battle, table: Table, unit: int) -> str | None:
    """SH-CH-05. Some units may not declare; five reasons are usual, other rules may add more (SH-R-10)."""
    for bar in (locked, marched, gone_to_ground, has_shot_or_used, falls_back):
        reason = bar(battle, unit)
        if reason:
            return reason
    bars = battle.status(unit).bars
    return bars[0] if bars and table.rule("SH-R-10") == "default" else None


@says("SH-CH-06", without=None)
def locked(battle: Battle, unit: int) -> str | None:
    """SH-CH-06. A unit that is locked in combat may not declare."""
    return "it is locked in combat" if is_locked(battle, unit) else None


@says("SH-CH-07", without=None)
def marched(battle: Battle, unit: int) -> str | None:
    """SH-CH-07. A unit that marched this turn may not declare."""
    return "it marched this turn" if battle.status(unit).marched else None


@says("SH-CH-08", without=None)
def gone_to_ground(battle: Battle, unit: int) -> str | None:
    """SH-CH-08. A unit that has gone to ground may not declare."""
    return "it has gone to ground" if battle.status(unit).gone_to_ground else None


@says("SH-CH-09", without=None)
def has_shot_or_used(battle: Battle, unit: int) -> str | None:
    """SH-CH-09. Nor may a unit that has shot a weapon, or used an ability, that rules out charging this turn."""
    status = battle.status(unit)
    barred = status.charge_barred or (status.fired_at != NOBODY and _carries_what_bars(battle, unit))
    return "what it shot or used this turn rules out charging" if barred else None


@says("SH-CH-10", without=None)
def falls_back(battle: Battle, unit: int) -> str | None:
    """SH-CH-10. A unit that is falling back may not declare."""
    return "it is falling back" if battle.status(unit).falling_back else None


@says("SH-FA-05", without=False)
def has_declared(battle: Battle, unit: int) -> bool:
    """SH-FA-05. A unit declares one charge a turn; one that failed counts."""
    return battle.status(unit).declared


def _carries_what_bars(battle: Battle, unit: int) -> bool:
    """Whether a model has a weapon that rules out charging in a turn in which it has shot."""
    weapons = (weapon for traits in living_traits(battle, unit) for weapon in traits.weapons)
    return any(weapon.bars_charge and weapon.shots for weapon in weapons)
