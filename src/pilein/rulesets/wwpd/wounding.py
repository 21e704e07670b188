"""Rolling to wound and to save without decisions in between: all dice form one roll (WW-RS-04, WW-RS-05)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.damage import Body, BodyOutcome, Damage, Head, Hits
from pilein.rulesets.wwpd.involved import in_order_struck, involved, rolls_first, striker_of
from pilein.rulesets.wwpd.losing import mark_of, scores, taken_off, then_shaken
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause

Unsaved = list[tuple[int, int]]
NOT_STRUCK: BodyOutcome = (False, ())


@clause(Step.ROLL_WOUNDS)
def roll_wounds(battle: Battle, table: Table) -> Battle:
    """WW-R-39. Both sides roll to wound, and then both roll saves. The dice of a stage are in scenario order."""
    struck = _struck(battle)
    if not struck:
        return replace(battle, melee=None)
    spills = table.rule("WW-R-23") == "spill-over"
    bodies = tuple(_body(battle, table, unit, _lots(battle, unit, spills=spills), spills) for unit in struck)
    for unit in sorted(struck):
        table.then(Step.BE_WOUNDED, unit, *(involved(battle, table, unit) if spills else ()))
    then_shaken(table, struck)
    strikers, names = zip(*((striker_of(battle, unit), battle.unit(unit).name) for unit in struck), strict=True)
    outcome = dict(zip(struck, table.roll(Damage(bodies, "wounds", strikers, names)), strict=True))
    return battle.fighting(wounded=tuple(outcome.get(unit, NOT_STRUCK) for unit in range(len(battle.statuses))))


@clause(Step.BE_WOUNDED)
def be_wounded(battle: Battle, table: Table, unit: int, *others: int) -> Battle:
    """A unit's models suffer the results of the dice. Wounds may spill over to `others` (WW-R-23)."""
    numbers, (is_marked, losses) = _lots(battle, unit, spills=bool(others)), battle.fight.wounded[unit]
    left = [iter(lot) for lot in losses]
    lost = [(model, next(left[lot])) for model, lot in numbers.items()]
    unsaved = _spilt(battle, others, lost) if others else lost
    battle = taken_off(battle, table, tuple(pair for pair in unsaved if pair[1]))
    dealt = battle.fight.dealt
    return battle.fighting(dealt=(*dealt[:unit], (), *dealt[unit + 1 :])).wounding(unit, (is_marked, ()))


def _struck(battle: Battle) -> tuple[int, ...]:
    """Units that were hit. The units of the side that rolls second come first, because the side that rolls first rolls
    to wound them first.
    """
    return in_order_struck(battle, tuple(unit for unit, hits in enumerate(battle.fight.dealt) if hits))


def _lots(battle: Battle, unit: int, *, spills: bool) -> dict[int, int]:
    """Number of the lot of each model that was hit.

    On a table, or if wounds spill over (WW-R-23), each model has its own lot. In the press without spilling,
    identical models that took identical hits share a lot.
    """
    dealt = dict(battle.fight.dealt[unit])
    if spills:
        return {model: lot for lot, model in enumerate(dealt)}
    kind_of, field = battle.setup.kind_of, battle.field
    alike = field.alike(tuple(dealt), lambda model: (kind_of[model], field.wounds_lost(model), dealt[model]))
    lot_of = {model: place for place, group in enumerate(alike) for model in group}
    return {model: lot_of[model] for model in dealt}


def _body(battle: Battle, table: Table, unit: int, lots: dict[int, int], spills: bool) -> Body:  # noqa: FBT001
    dealt = dict(battle.fight.dealt[unit])
    heads = []
    for model, lot in lots.items():
        traits = battle.traits(model)
        hits = tuple(
            Hits(count, *scores(table, pool.weapon, traits))
            for pool, count in zip(battle.fight.pools, dealt[model], strict=True)
            if count
        )
        room = sum(dealt[model]) if spills else traits.wounds - battle.field.wounds_lost(model)
        heads.append(Head(hits, room, lot))
    return Body(tuple(heads), mark_of(battle, table, unit), 1 - rolls_first(battle).index(battle.side(unit)))


def _spilt(battle: Battle, others: tuple[int, ...], lost: Unsaved) -> Unsaved:
    """Pass wounds beyond a model's last Wound to the next involved models (WW-R-23 `spill-over`)."""
    models = tuple(sorted({*others, *(model for model, _ in lost)}))
    room = {model: battle.traits(model).wounds - battle.field.wounds_lost(model) for model in models}
    taken = dict.fromkeys(models, 0)
    for model, wounds in lost:
        start = models.index(model)
        for one in models[start:] + models[:start]:
            share = min(wounds, room[one] - taken[one])
            taken[one] += share
            wounds -= share  # noqa: PLW2901 - what is left of them
    return list(taken.items())
