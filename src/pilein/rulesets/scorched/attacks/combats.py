"""Combat by combat: which one is next, its two steps, and how it is over (CP-PA-04, CP-PA-05)."""

from itertools import chain

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.declaring import declarations
from pilein.rulesets.scorched.attacks.members import axe_bars_shielding, in_the_combat
from pilein.rulesets.scorched.events.sorting import CombatBegan, CombatDissolved
from pilein.rulesets.scorched.rulebook import clause
from pilein.rulesets.scorched.sorting.alike import first_combats
from pilein.rulesets.scorched.sorting.engaged import enemies_reached
from pilein.rulesets.scorched.state import Battle, Bouts, Fight, Hurt
from pilein.rulesets.scorched.steps import Step
from pilein.tabletop.press import Press


@clause(Step.NEXT_COMBAT, "CP-PA-05")
def next_combat(battle: Battle, table: Table) -> Battle:
    """CP-PA-05. The priority player chooses which combat is resolved next."""
    if not battle.combats:
        return battle
    options = first_combats(battle)
    labels = tuple(", ".join(_names(battle, battle.combats[place])) for place in options)
    chosen = table.choose(OneOf(battle.active, "CP-PA-05", "which combat is fought next?", options, labels))
    table.then(Step.FIGHT_COMBAT, chosen)
    table.then(Step.NEXT_COMBAT)
    return battle


@clause(Step.FIGHT_COMBAT, "CP-PA-04")
def fight_combat(battle: Battle, table: Table, place: int) -> Battle:
    """CP-PA-04. A combat has two steps: Roll Attacks, with what is declared before, then Roll to Save."""
    combat = battle.combats[place]
    left = battle.combats[:place] + battle.combats[place + 1 :]
    names = _names(battle, combat)
    if _is_dissolved(battle, table, combat):
        table.tell(CombatDissolved(models=names, clause="CP-PA-05"))
        return battle.having(combats=left)
    table.tell(CombatBegan(models=names, clause="CP-PA-04"))
    hurt = tuple([Hurt(model, battle.field.wounds_lost(model)) for model in sorted({*chain(*combat)})])
    battle = battle.having(combats=left, fight=Fight(combat, hurt=hurt))
    if battle.shielding:
        battle = battle.fighting(shielding=_shielding(battle, table))
    for step, model in declarations(battle, table, in_the_combat(battle)):
        table.then(step, model)
    table.then(Step.TAKE_UP_DICE)
    table.then(Step.ROLL_TO_SAVE)
    return battle


def _shielding(battle: Battle, table: Table) -> tuple[int, ...]:
    """CP-R-22. Those of the combat who chose to shield as the phase began, and meet no axe now."""
    there = [model for model in in_the_combat(battle) if model in battle.shielding]
    return tuple(model for model in there if not axe_bars_shielding(battle, table, model))


def _is_dissolved(battle: Battle, table: Table, combat: Bouts) -> bool:
    """CP-R-35. Whether pushes have parted all enemies of a combat, and it is not fought for that."""
    if isinstance(battle.field, Press):
        return False
    reached = enemies_reached(battle, table)
    return not any(other in reached[one] for one, other in combat) and table.rule("CP-R-35") == "dissolve"


def _names(battle: Battle, combat: Bouts) -> tuple[str, ...]:
    return tuple(battle.name(model) for model in battle.in_order({model for bout in combat for model in bout}))
