"""Rules for allocating wounds: the models that take wounds, their saves, and the removal of casualties (SH-AL,
SH-FS-07).
"""

from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley
from pilein.kernel.nearest import in_words
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import WOUNDS, unlike_traits
from pilein.rulesets.scrollhammer.charge_events import Slain
from pilein.rulesets.scrollhammer.combat_events import Suffered
from pilein.rulesets.scrollhammer.fight.effects import mark_victims, noted
from pilein.rulesets.scrollhammer.fight.eligible_casualties import (
    Takers,
    can_be_taken,
    choose_victims,
    is_slain,
    lost_before,
    models_at_risk,
    remaining,
    savers_of,
    takers_of,
    tiers,
)
from pilein.rulesets.scrollhammer.fight.scoring import wounds_really_lost
from pilein.rulesets.scrollhammer.initiative import plans_left
from pilein.rulesets.scrollhammer.saves import save_against
from pilein.rulesets.scrollhammer.state import NOBODY, Battle, Wounds
from pilein.rulesets.scrollhammer.steps import Step, clause

SPARED = ("monster", "artillery")  # by Killing Blow
WOUND = 1  # score of an attack that has hit and wounded already


@clause(Step.ALLOCATE, "SH-AL-01")
def allocate(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-AL-01. Wounds are allocated, saved and applied one group at a time, until no wound is left that a model can
    take (SH-R-55).
    """
    waiting = [wounds for wounds in _waiting(battle) if wounds.unit == unit]
    if not waiting:
        return battle
    table.then(Step.ALLOCATE, unit)
    to_save = [wounds for wounds in waiting if not wounds.unsaved]
    if to_save and table.rule("SH-R-55") == "pool":
        return _save_as_a_pool(battle, table, to_save[0])
    group = _next_group(battle, table, waiting)
    takers = takers_of(battle, table, group)
    return _without(battle, group) if takers is None else _resolve(battle, table, group, takers)


@clause(Step.ALLOCATE_CASUALTIES, "SH-AL-02")
def allocate_casualties(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-AL-02. Unsaved wounds are allocated as in shooting, tier by tier. Within a tier the owner chooses the
    models.
    """
    left = battle.unsaved(unit)
    for tier in tiers(battle, table, unit) if left else ():
        taken = min(left, sum(remaining(battle, model) for model in tier))
        battle = choose_victims(battle, table, tier, taken)
        left -= taken
        if not left:
            break
    return battle.with_unsaved(unit, 0)


@clause(Step.REMOVE_CASUALTIES, "SH-FS-07")
def remove_casualties(battle: Battle, table: Table, unit: int, by: int) -> Battle:
    """SH-FS-07. Lost Wounds are deducted, and all models that this step leaves without Wounds are removed together
    (SH-R-47).

    `by` is the unit that caused the losses, possibly the unit itself.
    """
    hurt = battle.hurt(unit)
    gone = frozenset(model for model, _ in hurt if is_slain(battle, model))
    lost = {model: lost_before(battle, model) + wounds for model, wounds in hurt if model not in gone and wounds}
    wounds = wounds_really_lost(battle, table, hurt)
    if wounds:
        table.then(Step.SCORE, unit, by, wounds)
    _tell_losses(battle, table, unit, gone)
    after = battle.on(battle.field.after(lost, gone)).marked(_marks_left(battle, lost, gone)) if hurt else battle
    after = after.fighting(late=plans_left(battle, gone))
    return after.with_hurt(unit, ()).exchanging(struck=(), wounds=(), allotted=())


def capacity(battle: Battle, table: Table, unit: int, wounds: int) -> int:
    """Maximum number of wounds for which a unit may have to roll saves: the number that the unit can lose or, under
    `pool`, all wounds (SH-R-55).
    """
    if table.rule("SH-R-55") == "pool":
        return wounds
    if not battle.is_on_table and table.rule("SH-R-54") != "engaged-only" and _is_one_wound_each(battle, unit):
        return battle.press.up_to(unit, wounds)
    return min(wounds, sum(remaining(battle, model) for model in models_at_risk(battle, table, unit, wounds)))


def _is_one_wound_each(battle: Battle, unit: int) -> bool:
    return not battle.hurt(unit) and all(traits.W == 1 for traits in unlike_traits(battle, unit, WOUNDS))


def _resolve(battle: Battle, table: Table, group: Wounds, takers: Takers) -> Battle:
    """Roll saves for as many wounds of a group as the takers can lose, and allocate the unsaved wounds among the
    takers.
    """
    models, first = takers.models, takers.models[0]
    outright = dies_outright(battle, table, group, first)
    most = len(models) if outright else sum(remaining(battle, model) for model in models)
    saved, lost = (0, min(takers.wounds, most)) if group.unsaved else _save(battle, table, group, takers, most)
    after = choose_victims(battle, table, models, lost, outright=outright)
    after = mark_victims(after, table, battle, group)
    after = after if group.unsaved else noted(after, group, saved=saved, lost=lost)
    if table.rule("SH-R-54") == "spread":
        after = after.exchanging(allotted=(*_allotted(battle), first))
    return _without(after, group, min(takers.wounds, saved + lost))


def _save(battle: Battle, table: Table, group: Wounds, takers: Takers, most: int) -> tuple[int, int]:
    """Roll saves and return the numbers of wounds saved and lost. Rolling stops once `most` wounds are lost
    (SH-AL-03).
    """
    traits = battle.traits(battle.setup.kind_of[takers.models[0]])
    score = save_against(battle.side(group.unit), table, traits, group.AP, no_armour=group.no_armour)
    volley = Volley(takers.wounds, WOUND, WOUND, save=score, target=0, keep=("saved",))
    ((saved,),), (lost,) = table.roll(
        Pool((volley,), (Target(most),), label="saves", struck=(battle.unit(group.unit).name,))
    )
    return saved, lost


def _save_as_a_pool(battle: Battle, table: Table, group: Wounds) -> Battle:
    """Save all wounds of a group with the first model's save. Unsaved wounds wait for allocation (SH-R-55 `pool`)."""
    takers = savers_of(battle, table, group)
    if takers is None:
        return _without(battle, group)
    saved, lost = _save(battle, table, group, replace(takers, wounds=group.count), group.count)
    waiting = [replace(one, count=lost, unsaved=True) if one == group else one for one in _waiting(battle)]
    left = battle.exchanging(wounds=tuple(one for one in waiting if one.count))
    return noted(left, group, saved=saved, lost=lost)


def dies_outright(battle: Battle, table: Table, group: Wounds, model: int) -> bool:
    """Whether a wound causes Instant Death, either by a rule or because its Strength is twice the model's Toughness
    (SH-R-80).
    """
    traits = battle.traits(battle.setup.kind_of[model])
    if group.instant or (group.kills and traits.type not in SPARED):
        return True
    return traits.W > 1 and group.S >= 2 * traits.T and table.rule("SH-R-80") == "default"


def _next_group(battle: Battle, table: Table, waiting: list[Wounds]) -> Wounds:
    """Ask which wounds on a unit to resolve next. The owner of the attacks chooses, or the active player if both sides
    own some of the attacks (SH-R-55).
    """
    unlike = {_nature(wounds): wounds for wounds in reversed(waiting)}
    first = tuple(sorted(unlike.values(), key=waiting.index))
    if len(first) == 1 or not any(can_be_taken(battle, table, wounds) for wounds in first):
        return first[0]
    labels = _labels(battle, first)
    sides = {battle.side(wounds.by) for wounds in first}
    side = sides.pop() if len(sides) == 1 else battle.active
    words = "which wounds are allocated next?"
    chosen: int = table.choose(OneOf(side, "SH-AL-01", words, tuple(range(len(first))), labels))
    return first[chosen]


def _nature(wounds: Wounds) -> Wounds:
    """Return a copy of a group of wounds without its number and without the unit that inflicted it."""
    return replace(wounds, count=0, by=0)


def _labels(battle: Battle, groups: tuple[Wounds, ...]) -> tuple[str, ...]:
    """Label each group of wounds. If two labels would be equal, they also show the difference between the groups."""
    labels = tuple(_words(battle, wounds) for wounds in groups)
    if len({_words(battle, wounds.of(0)) for wounds in groups}) == len(groups):
        return labels
    by_strength = len({wounds.S for wounds in groups}) > 1
    return tuple(
        label + _more_words(battle, wounds, by_strength=by_strength)
        for label, wounds in zip(labels, groups, strict=True)
    )


def _more_words(battle: Battle, wounds: Wounds, *, by_strength: bool) -> str:
    strength = f", Strength {wounds.S}" if by_strength and wounds.S else ""
    armour = ", no armour save" if wounds.no_armour else ""
    own = "" if wounds.kind == NOBODY else f", by the Backfire of {battle.setup.kinds[wounds.kind].name}"
    return strength + armour + own + (f", with {in_words(wounds.source)}" if wounds.source else "")


def _words(battle: Battle, wounds: Wounds) -> str:
    kind = " of Instant Death" if wounds.instant else " of a Killing Blow" if wounds.kills else ""
    return f"{wounds.count} by {battle.unit(wounds.by).name}, AP {wounds.AP}{kind}"


def _waiting(battle: Battle) -> tuple[Wounds, ...]:
    return battle.combat.exchange.wounds


def _without(battle: Battle, group: Wounds, count: int | None = None) -> Battle:
    """Return the battle with `count` wounds of a group resolved, or all its wounds if no count is given."""
    waiting = list(_waiting(battle))
    place = waiting.index(group)
    left = 0 if count is None else group.count - count
    waiting[place : place + 1] = [group.of(left)] if left else []
    return battle.exchanging(wounds=tuple(waiting))


def _marks_left(battle: Battle, lost: dict[int, int], gone: frozenset[int]) -> tuple[tuple[int, str], ...]:
    """Return the marks left on the surviving models. In the press the marks are renumbered along with the survivors."""
    left = tuple(mark for mark in battle.marks if mark[0] not in gone)
    number = battle.field.renumbered(lost, gone) if left else {}
    if not number:
        return left
    return tuple(sorted((number.get(model, model), mark) for model, mark in left))


def _tell_losses(battle: Battle, table: Table, unit: int, gone: frozenset[int]) -> None:
    name = battle.unit(unit).name
    wounds = sum(count for _, count in battle.hurt(unit))
    if wounds:
        table.tell(Suffered(unit=name, wounds=wounds, clause="SH-AL-01"))
    slain = tuple(sorted(gone))
    if slain:
        models, spots = slain if battle.is_on_table else (), battle.field.spots(slain)
        table.tell(Slain(unit=name, count=len(slain), models=models, places=spots, clause="SH-FS-07"))


def _allotted(battle: Battle) -> tuple[int, ...]:
    return battle.combat.exchange.allotted
