"""Allocating wounds: who takes them, whether they are saved, and who falls (SH-AL, SH-FS-07)."""

from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import Suffered
from pilein.rulesets.scrollhammer.events.moving import Slain
from pilein.rulesets.scrollhammer.fight.effects import mark_victims, noted
from pilein.rulesets.scrollhammer.fight.saves import save_against
from pilein.rulesets.scrollhammer.fight.victims import (
    Takers,
    choose_victims,
    is_slain,
    models_at_risk,
    remaining,
    takers_of,
    tiers,
)
from pilein.rulesets.scrollhammer.result.scoring import score_losses
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import NOBODY, Battle, Wounds
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press

WOUND = 1  # score of an attack that has hit and wounded already


@clause("SH-AL-01")
def allocate(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-AL-01. Wounds are allocated, saved and applied lot by lot, until none wait or nobody is left (SH-R-55)."""
    waiting = [wounds for wounds in _waiting(battle) if wounds.unit == unit]
    if not waiting:
        return battle
    lot = _next_lot(battle, table, waiting)
    takers = takers_of(battle, table, lot)
    if takers is None:
        return _without(battle, lot)
    table.then(allocate, unit)
    if table.rule("SH-R-55") == "pool" and _falls_on_anyone(battle, table, lot):
        return _resolve_as_a_pool(battle, table, lot, takers)
    return _resolve(battle, table, lot, takers)


@clause("SH-AL-02")
def fell(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-AL-02. Wounds that were not saved fall on models as in shooting: tier by tier, the owner choosing within."""
    assert battle.fight is not None
    left = dict(battle.fight.unsaved).get(unit, 0)
    unsaved = tuple(pair for pair in battle.fight.unsaved if pair[0] != unit)
    for tier in tiers(battle, table, unit):
        if not left:
            break
        taken = min(left, sum(remaining(battle, model) for model in tier))
        battle = choose_victims(battle, table, tier, taken)
        left -= taken
    return battle.fighting(unsaved=unsaved)


@clause("SH-FS-07")
def take_off(battle: Battle, table: Table) -> Battle:
    """SH-FS-07. Wounds are lost and models without any left are removed, all of this step together (SH-R-47)."""
    fight = battle.fight
    assert fight is not None
    before = battle.field
    gone = frozenset(model for model, _ in fight.hurt if is_slain(battle, model))
    lost = {model: before.wounds_lost(model) + wounds for model, wounds in fight.hurt if model not in gone and wounds}
    after = battle.on(before.after(lost, gone)) if fight.hurt else battle
    for unit in sorted({battle.setup.unit_of[model] for model, _ in fight.hurt}):
        own_doing = all(blows.foe != unit for blows in fight.blows)
        enemy = next((blows.unit for blows in fight.blows if blows.foe == unit), unit)
        after = score_losses(after, table, before, unit, unit if own_doing else enemy)
        _tell_losses(battle, table, unit, gone)
    return _cleared(after.marked(_marks_left(battle, lost, gone)))


def room(battle: Battle, table: Table, unit: int, wounds: int) -> int:
    """How many of so many wounds may have to be saved: those a unit can still lose; under `pool` (SH-R-55) all."""
    return wounds if table.rule("SH-R-55") == "pool" else wounds_left(battle, table, unit)


def wounds_left(battle: Battle, table: Table, unit: int) -> int:
    """How many Wounds a unit can still lose in this step."""
    return sum(remaining(battle, model) for model in models_at_risk(battle, table, unit))


def _resolve(battle: Battle, table: Table, lot: Wounds, takers: Takers) -> Battle:
    """Save as many wounds of a lot as its takers can lose, and share out the others among them."""
    models, first = takers.models, takers.models[0]
    traits = battle.traits(battle.setup.kind_of[first])
    save = save_against(battle.side(lot.unit), table, traits, lot.AP, no_armour=lot.no_armour)
    outright = dies_outright(battle, table, lot, first)
    most = len(models) if outright else sum(remaining(battle, model) for model in models)
    volley = Volley(takers.wounds, WOUND, WOUND, save=save, target=0, keep=("saved",))
    ((saved,),), (lost,) = table.roll(Pool((volley,), (Target(most),), label="saves"))
    after = choose_victims(battle, table, models, lost, outright=outright)
    after = noted(mark_victims(after, battle, lot), lot, saved=saved, lost=lost)
    if table.rule("SH-R-54") == "spread":
        after = after.fighting(allotted=(*_allotted(battle), first))
    return _without(after, lot, min(takers.wounds, saved + lost))


def _falls_on_anyone(battle: Battle, table: Table, lot: Wounds) -> bool:
    """Whether a wound of a lot costs whoever takes it one Wound and leaves nothing else on him."""
    if lot.instant or lot.source or lot.kind != NOBODY:
        return False
    return not any(dies_outright(battle, table, lot, model) for model in battle.field.models(lot.unit))


def _resolve_as_a_pool(battle: Battle, table: Table, lot: Wounds, takers: Takers) -> Battle:
    """SH-R-55 `pool`. All wounds of a lot are saved first, as the first model to take one saves; then they fall."""
    traits = battle.traits(battle.setup.kind_of[takers.models[0]])
    save = save_against(battle.side(lot.unit), table, traits, lot.AP, no_armour=lot.no_armour)
    volley = Volley(lot.count, WOUND, WOUND, save=save, target=0, keep=("saved",))
    ((saved,),), (lost,) = table.roll(Pool((volley,), (Target(lot.count),), label="saves"))
    assert battle.fight is not None
    waiting = dict(battle.fight.unsaved)
    unsaved = tuple(sorted({**waiting, lot.unit: waiting.get(lot.unit, 0) + lost}.items()))
    table.then(fell, lot.unit)
    return _without(noted(battle.fighting(unsaved=unsaved), lot, saved=saved, lost=lost), lot)


def dies_outright(battle: Battle, table: Table, lot: Wounds, model: int) -> bool:
    """SH-R-80. Instant Death: where a rule says so, or the Strength is twice the model's own Toughness."""
    if lot.instant:
        return battle.traits(battle.setup.kind_of[model]).type not in ("monster", "artillery")
    traits = battle.traits(battle.setup.kind_of[model])
    return traits.W > 1 and lot.S >= 2 * traits.T and table.rule("SH-R-80") == "default"


def _next_lot(battle: Battle, table: Table, waiting: list[Wounds]) -> Wounds:
    """SH-R-55. The owner of the attacks orders unlike wounds on one unit; if both sides own some, the active one."""
    unlike = {_nature(wounds): wounds for wounds in reversed(waiting)}
    first = tuple(sorted(unlike.values(), key=waiting.index))
    if len(first) == 1:
        return first[0]
    labels = tuple(_words(battle, wounds) for wounds in first)
    sides = {battle.side(wounds.by) for wounds in first}
    side = sides.pop() if len(sides) == 1 else battle.active
    words = "which wounds are allocated next?"
    chosen: int = table.choose(OneOf(side, "SH-AL-01", words, tuple(range(len(first))), labels))
    return first[chosen]


def _nature(wounds: Wounds) -> Wounds:
    """What makes wounds unlike: all but how many they are and who dealt them."""
    return replace(wounds, count=0, by=0)


def _words(battle: Battle, wounds: Wounds) -> str:
    kind = " of Instant Death" if wounds.instant else ""
    return f"{wounds.count} by {battle.unit(wounds.by).name}, AP {wounds.AP}{kind}"


def _waiting(battle: Battle) -> tuple[Wounds, ...]:
    assert battle.fight is not None
    return battle.fight.wounds


def _without(battle: Battle, lot: Wounds, count: int | None = None) -> Battle:
    """The battle with so many wounds of a lot dealt with; all of them if no number is given."""
    waiting = list(_waiting(battle))
    place = waiting.index(lot)
    left = 0 if count is None else lot.count - count
    waiting[place : place + 1] = [lot.of(left)] if left else []
    return battle.fighting(wounds=tuple(waiting))


def _marks_left(battle: Battle, lost: dict[int, int], gone: frozenset[int]) -> tuple[tuple[int, str], ...]:
    """The marks of models that are left; in the press under the numbers that they will bear."""
    left = tuple(mark for mark in battle.marks if mark[0] not in gone)
    if not left or not isinstance(battle.field, Press):
        return left
    number = battle.field.renumbered(lost, gone)
    return tuple(sorted((number.get(model, model), mark) for model, mark in left))


def _tell_losses(battle: Battle, table: Table, unit: int, gone: frozenset[int]) -> None:
    assert battle.fight is not None
    setup, name = battle.setup, battle.unit(unit).name
    wounds = sum(count for model, count in battle.fight.hurt if setup.unit_of[model] == unit)
    if wounds:
        table.tell(Suffered(unit=name, wounds=wounds, clause="SH-AL-01"))
    slain = tuple(sorted(model for model in gone if setup.unit_of[model] == unit))
    if slain:
        on_table = isinstance(battle.field, Plane)
        spots = tuple((place.x, place.y) for place in map(battle.plane.place, slain)) if on_table else ()
        table.tell(
            Slain(unit=name, count=len(slain), models=slain if on_table else (), places=spots, clause="SH-FS-07")
        )


def _allotted(battle: Battle) -> tuple[int, ...]:
    assert battle.fight is not None
    return battle.fight.allotted


def _cleared(battle: Battle) -> Battle:
    return battle.fighting(blows=(), wounds=(), unsaved=(), hurt=(), marking=(), allotted=())
