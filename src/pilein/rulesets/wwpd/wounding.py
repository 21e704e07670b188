"""To wound and to save: there are no decisions in between, so their dice are one roll (WW-RS-04, WW-RS-05)."""

from functools import partial

from msgspec.structs import replace

from pilein.dice import Total
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.damage import Body, BodyOutcome, Damage, Head, Hits
from pilein.rulesets.wwpd.events import Dealt
from pilein.rulesets.wwpd.involved import in_order_struck, involved, may_be_hit, rolls_first
from pilein.rulesets.wwpd.losing import mark_of, score_to_save, score_to_wound, taken_off, then_shaken
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause

Unsaved = list[tuple[int, int]]
NOT_STRUCK: BodyOutcome = (False, ())


@clause(Step.ROLL_WOUNDS)
def roll_wounds(battle: Battle, table: Table) -> Battle:
    """WW-R-39. Both sides roll to wound, then both roll saves; the dice of a stage in scenario order."""
    struck = _struck(battle)
    if not struck:
        return replace(battle, melee=None)
    spills = table.rule("WW-R-23") == "spill-over"
    bodies = tuple(_body(battle, table, unit, _lots(battle, unit), spills) for unit in struck)
    for unit in sorted(struck):
        table.then(Step.BE_WOUNDED, unit, *(involved(battle, table, unit) if spills else ()))
    then_shaken(table, struck)
    outcome = dict(zip(struck, table.roll(Damage(bodies, "wounds")), strict=True))
    return battle.fighting(wounded=tuple(outcome.get(unit, NOT_STRUCK) for unit in range(len(battle.statuses))))


@clause(Step.BE_WOUNDED)
def be_wounded(battle: Battle, table: Table, unit: int, *others: int) -> Battle:
    """A unit's models suffer what the dice have done to them; wounds may spill over to `others` (WW-R-23)."""
    numbers, (is_marked, losses) = _lots(battle, unit), battle.fight.wounded[unit]
    left = [iter(lot) for lot in losses]
    lost = [(model, next(left[lot])) for model, lot in numbers.items()]
    unsaved = _spilt(battle, others, lost) if others else lost
    battle = taken_off(battle, table, tuple(pair for pair in unsaved if pair[1]))
    dealt = battle.fight.dealt
    return battle.fighting(dealt=(*dealt[:unit], (), *dealt[unit + 1 :])).wounding(unit, (is_marked, ()))


def _struck(battle: Battle) -> tuple[int, ...]:
    """The units that are hit, those of the second side first, for the first side rolls to wound first."""
    return in_order_struck(battle, tuple(unit for unit, hits in enumerate(battle.fight.dealt) if hits))


def _lots(battle: Battle, unit: int) -> dict[int, int]:
    """The lot of each model hit: on a table its own, in the press that of all models alike and hit alike."""
    dealt = dict(battle.fight.dealt[unit])
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
            Hits(count, score_to_wound(table, pool.weapon, traits), score_to_save(table, pool.weapon, traits))
            for pool, count in zip(battle.fight.pools, dealt[model], strict=True)
            if count
        )
        room = sum(dealt[model]) if spills else traits.wounds - battle.field.wounds_lost(model)
        heads.append(Head(hits, room, lot))
    return Body(tuple(heads), mark_of(battle, table, unit), 1 - rolls_first(battle).index(battle.side(unit)))


def _spilt(battle: Battle, others: tuple[int, ...], lost: Unsaved) -> Unsaved:
    """WW-R-23 `spill-over`. Wounds beyond what a model can lose go to the next involved model that still can."""
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


# --- Hits are allocated to models of the unit struck (WW-RS-03) --------------------------------------------------


RANDOM = "random"


@clause(Step.ALLOCATE, "WW-RS-03")
def allocate(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-RS-03. Both players allocate hits evenly over models in the target; its owner chooses which take another."""
    hits = [place for place, pool in enumerate(battle.fight.pools) if pool.foe == unit for _ in range(pool.hits)]
    models = may_be_hit(battle, table, unit)
    if not hits:
        return battle
    if len(models) > 1 and table.rule("WW-R-20") == RANDOM:
        for place in hits:
            table.then(Step.FALL_ON_ANYBODY, unit, place)
        return battle
    first = _who_gets_one_more(battle, table, unit, models, len(hits))
    order = models * (len(hits) // len(models)) + first
    battle = _with_hits(battle, unit, list(zip(order, hits, strict=True)))
    _tell(battle, table, unit)
    return battle


@clause(Step.FALL_ON_ANYBODY)
def fall_on_anybody(battle: Battle, table: Table, unit: int, pool: int) -> Battle:
    """WW-R-20 `random`. Each hit goes to a random model, all equally likely."""
    models = may_be_hit(battle, table, unit)
    return _with_hits(battle, unit, [(models[table.roll(Total(1, len(models), "whom it hits")) - 1], pool)])


def _who_gets_one_more(battle: Battle, table: Table, unit: int, models: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """The models that take the hits beyond an even share, in order."""
    count = hits % len(models)
    if count == 0:
        return ()
    if len(battle.field.alike(models, partial(_look, battle))) == 1:
        return models[:count]
    side = battle.side(unit)
    if table.rule("WW-R-20") == "attacker-allocates":
        side = 1 - side
    plain_first = tuple(sorted(models, key=lambda model: (battle.traits(model).leader, model)))
    words = f"{battle.unit(unit).name}: which models take {'a hit' if hits < len(models) else 'another hit'}?"
    labels = tuple(f"model {model}" for model in plain_first)
    chosen: tuple[int, ...] = table.choose(Several(side, "WW-RS-03", words, plain_first, count, count, labels))
    return chosen


def _look(battle: Battle, model: int) -> tuple[int, int]:
    """Everything that distinguishes models of a unit except position: the kind, and the wounds lost."""
    return battle.setup.kind_of[model], battle.field.wounds_lost(model)


def _with_hits(battle: Battle, unit: int, fallen: list[tuple[int, int]]) -> Battle:
    """The battle with these (model, pool) hits added on a unit."""
    every = battle.fight.dealt
    dealt = {model: list(hits) for model, hits in every[unit]}
    for model, pool in fallen:
        dealt.setdefault(model, [0] * len(battle.fight.pools))[pool] += 1
    own = tuple((model, tuple(hits)) for model, hits in sorted(dealt.items()))
    return battle.fighting(dealt=(*every[:unit], own, *every[unit + 1 :]))


def _tell(battle: Battle, table: Table, unit: int) -> None:
    own = [(model, sum(hits)) for model, hits in battle.fight.dealt[unit]]
    models, counts = tuple(model for model, _ in own), tuple(count for _, count in own)
    table.tell(Dealt(unit=battle.unit(unit).name, models=models, hits=counts, clause="WW-RS-03"))
