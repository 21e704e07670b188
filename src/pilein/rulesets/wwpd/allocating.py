"""Allocation of hits to models in the target unit, as its owner chooses (WW-RS-03)."""

from functools import partial
from itertools import groupby
from typing import NamedTuple

from pilein.dice import Total
from pilein.kernel.nearest import in_words
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import Dealt
from pilein.rulesets.wwpd.involved import may_be_hit
from pilein.rulesets.wwpd.losing import scores
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause

RANDOM = "random"


class Falling(NamedTuple):
    """Hits to allocate to the models of a unit. The hits are identified by the numbers of their pools.

    `sorts` holds groups of consecutive pools that have the same effect on each model, and the first `done` groups
    are already allocated. `alike` holds groups of all pools with the same effect, whether or not they are
    consecutive.
    """

    unit: int
    models: tuple[int, ...]
    sorts: tuple[tuple[int, ...], ...]
    alike: tuple[tuple[int, ...], ...]
    done: int


@clause(Step.ALLOCATE, "WW-RS-03")
def allocate(battle: Battle, table: Table, unit: int, done: int = 0) -> Battle:
    """WW-RS-03. Both players allocate hits evenly among the models of the target unit, as the unit's owner chooses.

    Groups of hits are allocated in the order of their pools; the first `done` groups are already allocated. Each
    question after the first is asked in a separate clause.
    """
    models, pools = may_be_hit(battle, table, unit), _pools_on(battle, unit)
    if not pools:
        return battle
    if len(models) > 1 and table.rule("WW-R-20") == RANDOM:
        for place in pools:
            for _ in range(battle.fight.pools[place].hits):
                table.then(Step.FALL_ON_ANYBODY, unit, place)
        return battle
    sorts, alike = _in_sorts(battle, table, models, pools)
    for number in range(done, len(sorts)):
        falling = Falling(unit, models, sorts, alike, number)
        after, waiting, hits = _in_full_rounds(battle, falling)
        if number > done and _may_choose(after, falling, waiting, len(hits)):
            table.then(Step.ALLOCATE, unit, number)
            return battle
        takers = _takers(after, table, falling, waiting, len(hits))
        battle = _with_hits(after, unit, list(zip(takers, hits, strict=True))) if hits else after
    _tell(battle, table, unit)
    return battle


@clause(Step.FALL_ON_ANYBODY)
def fall_on_anybody(battle: Battle, table: Table, unit: int, pool: int) -> Battle:
    """WW-R-20 `random`. Each hit goes to a random model, with all models equally likely."""
    models = may_be_hit(battle, table, unit)
    return _with_hits(
        battle,
        unit,
        [(models[table.roll(Total(1, len(models), "model that it hits", battle.unit(unit).name)) - 1], pool)],
    )


def _pools_on(battle: Battle, unit: int) -> tuple[int, ...]:
    """Numbers of the pools with hits on a unit, in the order of their first strikers (WW-R-39)."""
    return tuple(place for place, pool in enumerate(battle.fight.pools) if pool.foe == unit and pool.hits)


def _in_sorts(
    battle: Battle, table: Table, models: tuple[int, ...], pools: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Group pools whose scores to wound and to save are the same for every given model. Return the groups of
    consecutive pools, and then the groups of all pools.
    """
    if len(pools) == 1:
        return (pools,), (pools,)
    targets = dict.fromkeys(battle.traits(model) for model in models)
    needs = {
        place: tuple(scores(table, battle.fight.pools[place].weapon, target) for target in targets) for place in pools
    }
    in_a_row = tuple(tuple(row) for _, row in groupby(pools, needs.__getitem__))
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place in pools:
        alike.setdefault(needs[place], []).append(place)
    return in_a_row, tuple(map(tuple, alike.values()))


def _in_full_rounds(battle: Battle, falling: Falling) -> tuple[Battle, tuple[int, ...], list[int]]:
    """Allocate full rounds of the next group of hits. Return the battle, the models next to take a hit, and the hits
    left.

    No model takes another hit until all models have taken the same number (WW-R-20).
    """
    unit, models = falling.unit, falling.models
    hits = [place for place in falling.sorts[falling.done] for _ in range(battle.fight.pools[place].hits)]
    so_far = {model: sum(counts) for model, counts in battle.fight.dealt[unit]}
    least = min(so_far.get(model, 0) for model in models)
    waiting = tuple(model for model in models if so_far.get(model, 0) == least)
    if len(hits) >= len(waiting):
        takers = waiting + models * ((len(hits) - len(waiting)) // len(models))
        battle = _with_hits(battle, unit, list(zip(takers, hits, strict=False)))
        waiting, hits = models, hits[len(takers) :]
    return battle, waiting, hits


def _takers(battle: Battle, table: Table, falling: Falling, waiting: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Choose the models that take one hit each in the incomplete last round."""
    if not _may_choose(battle, falling, waiting, count):
        return waiting[:count]
    side = battle.side(falling.unit)
    if table.rule("WW-R-20") == "attacker-allocates":
        side = 1 - side
    plain_first = tuple(sorted(waiting, key=lambda model: (battle.traits(model).leader, model)))
    words = f"{battle.unit(falling.unit).name}: which models take {_in_words(battle, falling)}?"
    labels = tuple(f"model {model}" for model in plain_first)
    chosen: tuple[int, ...] = table.choose(Several(side, "WW-RS-03", words, plain_first, count, count, labels))
    return chosen


def _may_choose(battle: Battle, falling: Falling, waiting: tuple[int, ...], count: int) -> bool:
    """Whether it matters which of the waiting models take the given number of hits."""
    return count > 0 and len(battle.field.alike(waiting, partial(_look, battle, falling))) > 1


def _look(battle: Battle, falling: Falling, model: int) -> tuple[object, ...]:
    """Features other than position that distinguish models of a unit: kind, wounds lost, and hits of each sort."""
    hits = dict(battle.fight.dealt[falling.unit]).get(model)
    sums = tuple(sum(hits[place] for place in pools) for pools in falling.alike) if hits else ()
    return battle.setup.kind_of[model], battle.field.wounds_lost(model), sums if any(sums) else ()


def _in_words(battle: Battle, falling: Falling) -> str:
    """Describe the hit to allocate, naming its weapons if there are several groups of hits."""
    has_some = len(battle.fight.dealt[falling.unit]) == len(falling.models)
    hit = "another hit" if has_some else "a hit"
    if len(falling.sorts) == 1:
        return hit
    weapons = dict.fromkeys(battle.fight.pools[place].weapon.name for place in falling.sorts[falling.done])
    return f"{hit} by {in_words(' or '.join(weapons))}"


def _with_hits(battle: Battle, unit: int, fallen: list[tuple[int, int]]) -> Battle:
    """Return a copy of the battle with hits added to a unit, given as (model, pool)."""
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
