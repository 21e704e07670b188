"""Weapons of different speed in one pair of hands: attacks in two Initiative steps (SH-R-46)."""

from pilein.kernel.requests import OneOf, Split
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.attacks import bonus_of
from pilein.rulesets.scrollhammer.fight.engaged import Engaged, engaged_models
from pilein.rulesets.scrollhammer.fight.initiative import NEVER, step_of, strikes_at
from pilein.rulesets.scrollhammer.fight.weapons import weapons_to_fight_with
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.DECLARE_SPEEDS)
def declare_speeds(battle: Battle, table: Table, kind: int) -> Battle:
    """SH-R-46. At its first step a kind shares out its Attacks by speed; the bonus goes to one of them."""
    assert battle.fight is not None
    unit = battle.setup.kinds[kind].unit
    side = battle.side(unit)
    steps = strikes_at(battle, table, kind)
    heads = tuple(f"at step {step}: {_names(battle, table, kind, step)}" for step in steps)
    words = f"{battle.setup.kinds[kind].name} of {battle.unit(unit).name}: attacks of each, by step?"
    shares = list(table.choose(Split(side, "SH-R-46", words, battle.traits(kind).A, heads)))
    bonus = bonus_of(battle, table, Engaged(battle.setup.first_of_kind[kind], 0, ()))
    if bonus:
        shares[_bonus_step(table, side, heads)] += bonus
    late = tuple((kind, step, share) for step, share in zip(steps, shares, strict=True))
    return battle.fighting(late=(*battle.fight.late, *late))


def is_declared(battle: Battle, kind: int) -> bool:
    """Whether models of a kind have told their quick and slow attacks apart."""
    assert battle.fight is not None
    return any(of == kind for of, _, _ in battle.fight.late)


def attacks_at_this_step(battle: Battle, kind: int) -> int | None:
    """The attacks of each model of a kind at this step, if it told them apart; else None."""
    assert battle.fight is not None
    for of, step, share in battle.fight.late:
        if of == kind and step == battle.fight.step:
            return share
    return None


def piles_in_at_this_step(battle: Battle, table: Table, model: int) -> bool:
    """SH-IN-08. A model whose attacks fall into two steps piles in only at the first of them.

    SH-IN-09. It does pile in at the second as well if it is not engaged by then.
    """
    assert battle.fight is not None
    steps = strikes_at(battle, table, battle.setup.kind_of[model])
    if steps[:1] == (battle.fight.step,):
        return True
    if battle.fight.step not in steps:
        return False
    engaged = engaged_models(battle, table, battle.setup.unit_of[model])
    is_engaged = any(one.model == model for one in engaged)
    return not table.holds("SH-IN-08") or (not is_engaged and table.holds("SH-IN-09"))


def _bonus_step(table: Table, side: int, heads: tuple[str, ...]) -> int:
    if table.rule("SH-R-46") == "bonus-late":
        return len(heads) - 1
    return int(
        table.choose(OneOf(side, "SH-R-46", "when are the bonus attacks made?", tuple(range(len(heads))), heads))
    )


def _names(battle: Battle, table: Table, kind: int, step: int) -> str:
    status = battle.status(battle.setup.kinds[kind].unit)
    weapons = weapons_to_fight_with(battle.traits(kind), status, table)
    here = [weapon.name for weapon in weapons if step_of(battle, table, kind, weapon) == step != NEVER]
    return ", ".join(here)
