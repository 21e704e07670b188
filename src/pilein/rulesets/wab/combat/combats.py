"""The combats of a turn, and the procedure of each: blows, then the result (WAB-CC-14, WAB-CC-15)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.bonuses import rank_lead
from pilein.rulesets.wab.events.fighting import CombatBegan, RanDown
from pilein.rulesets.wab.ground.contact import combat_of, foes
from pilein.rulesets.wab.psychology.friends_lost import near_friends_lost
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle, Fight
from pilein.rulesets.wab.steps import Step

BOTH = 2  # sides


@clause(Step.FIGHT_COMBAT, "WAB-CC-15")
def fight_combat(battle: Battle, table: Table, *units: int) -> Battle:
    """WAB-CC-15. A combat goes by five steps: order of attack, hits, wounds, saves, result."""
    living = tuple(unit for unit in units if battle.lives(unit))
    standing = tuple(unit for unit in living if not battle.status(unit).fleeing)
    table.tell(CombatBegan(units=tuple(battle.unit(unit).name for unit in living), clause="WAB-CC-15"))
    for unit in living:
        if unit not in standing:
            table.then(Step.DESTROY_CAUGHT, unit)
    if len({battle.side(unit) for unit in standing}) < BOTH:
        return battle
    for unit in (*_of(battle, battle.active, standing), *_of(battle, 1 - battle.active, standing)):
        table.then(Step.ANNOUNCE, unit)
    table.then(Step.NEXT_BLOWS)
    if battle.is_on_table:
        table.then(Step.CLOSE_UP)
    table.then(Step.WORK_OUT)
    return battle.after(fight=Fight(standing, ranks=rank_lead(battle, table, standing)))


@clause(Step.DESTROY_CAUGHT)
def destroy_caught(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-41. A fleeing unit that chargers have reached is destroyed.

    Friends are shaken as by any destroyed in combat, but for `caught-captured-no-panic`.
    """
    table.tell(RanDown(unit=battle.unit(unit).name, clause="WAB-CH-05"))
    after = battle.on(battle.field.without_unit(unit))
    if table.rule("WAB-R-41") == "caught-captured-no-panic":
        return after
    known = battle.aftermath
    shaken = (*known.shaken, *near_friends_lost(battle, table, (unit,)))
    return after.after(aftermath=replace(known, lost=(*known.lost, unit), shaken=shaken))


def combats_of(battle: Battle) -> tuple[tuple[int, ...], ...]:
    """The groups of units linked by contact, in the order of their first unit."""
    left = [unit.number for unit in battle.setup.units if foes(battle, unit.number)]
    combats = []
    while left:
        group = combat_of(battle, left[0])
        combats.append(group)
        left = [unit for unit in left if unit not in group]
    return tuple(combats)


def _of(battle: Battle, side: int, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if battle.side(unit) == side)
