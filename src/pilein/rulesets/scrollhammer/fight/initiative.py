"""At which Initiative step a model strikes (SH-IN)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.weapons import weapons_to_fight_with
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status

FIRST, LAST = 10, 1
NEVER = 0


def step_of(battle: Battle, table: Table, kind: int, weapon: Weapon) -> int:
    """SH-IN-01. A model strikes at the step equal to its Initiative; with none (SH-R-38) it never strikes."""
    traits = battle.traits(kind)
    status = battle.status(battle.setup.kinds[kind].unit)
    if traits.I == 0:
        return LAST if table.rule("SH-R-38") == "zero-last" else NEVER
    counting = counting_initiative(traits, status, weapon, table)
    return max(LAST, min(FIRST, counting)) if table.holds("SH-IN-01") else LAST


def counting_initiative(traits: Traits, status: Status, weapon: Weapon, table: Table) -> int:
    """SH-IN-07. Situations and weapons may change the Initiative that counts for striking."""
    if status.charged_rough and table.rule("SH-R-34") == "initiative-1":
        changed = LAST
    elif weapon.strikes:
        changed = FIRST if weapon.strikes == "first" else LAST
    else:
        changed = traits.I + weapon.I
    return changed if changed != traits.I and table.holds("SH-IN-07") else traits.I


def strikes_at(battle: Battle, table: Table, kind: int) -> tuple[int, ...]:
    """The steps at which models of a kind may strike, first to last: more than one if its weapons differ in speed."""
    status = battle.status(battle.setup.kinds[kind].unit)
    weapons = weapons_to_fight_with(battle.traits(kind), status, table)
    found = {step_of(battle, table, kind, weapon) for weapon in weapons} - {NEVER}
    return tuple(sorted(found, reverse=True))


def kinds_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """The kinds of which a unit has living models."""
    return battle.field.kinds(unit)


def next_step_of(battle: Battle, table: Table) -> int:
    """SH-IN-02, SH-IN-03. Of ten steps, 10 down to 1, the first is that of the highest Initiative present.

    SH-IN-04. Then they run downwards, and those in which nobody fights are skipped.
    """
    fight = battle.fight
    assert fight is not None
    present = {
        step for unit in fight.units for kind in kinds_of(battle, unit) for step in strikes_at(battle, table, kind)
    }
    left = [step for step in present if step < fight.step]
    if not left or not (table.holds("SH-IN-02") and table.holds("SH-IN-03")):
        return NEVER
    following = fight.step - 1
    if following < FIRST and following not in left and not table.holds("SH-IN-04"):
        return following
    return max(left)
