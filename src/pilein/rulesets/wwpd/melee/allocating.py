"""Hits are put on models of the unit struck (WW-RS-03)."""

from pilein.dice import Total
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events.fighting import Dealt
from pilein.rulesets.wwpd.melee.involved import may_be_hit
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.plane import Plane

RANDOM = "random"


@clause(Step.ALLOCATE, "WW-RS-03")
def allocate(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-RS-03. Both players allocate hits: evenly over models of the unit struck, its owner says who gets one more."""
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
    """WW-R-20 `random`. A hit falls on a model by an even die roll."""
    models = may_be_hit(battle, table, unit)
    return _with_hits(battle, unit, [(models[table.roll(Total(1, len(models), "whom it hits")) - 1], pool)])


def _who_gets_one_more(battle: Battle, table: Table, unit: int, models: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """The models that take the hits beyond an even share, in the order in which these fall on them."""
    count = hits % len(models)
    if count == 0:
        return ()
    kinds = {(battle.setup.kind_of[model], battle.field.wounds_lost(model)) for model in models}
    if len(models) == 1 or (len(kinds) == 1 and not isinstance(battle.field, Plane)):
        return models[:count]
    side = battle.side(unit)
    if table.rule("WW-R-20") == "attacker-allocates":
        side = 1 - side
    plain_first = tuple(sorted(models, key=lambda model: (battle.traits(model).leader, model)))
    words = f"{battle.unit(unit).name}: which models take {'a hit' if hits < len(models) else 'one hit more'}?"
    labels = tuple(f"model {model}" for model in plain_first)
    chosen: tuple[int, ...] = table.choose(Several(side, "WW-RS-03", words, plain_first, count, count, labels))
    return chosen


def _with_hits(battle: Battle, unit: int, fallen: list[tuple[int, int]]) -> Battle:
    """The battle with so many (model, pool) hits more on a unit."""
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
