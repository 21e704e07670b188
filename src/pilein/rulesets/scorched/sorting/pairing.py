"""The priority player sorts the engaged models: pairs first, then those left over (CP-PA-01 to CP-PA-03)."""

from collections.abc import Iterable

from pilein.geometry.gaps import separation
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.equipment.gear import gear_of
from pilein.rulesets.scorched.events.sorting import JoinedCombat, Paired
from pilein.rulesets.scorched.profile import SPEAR
from pilein.rulesets.scorched.rulebook import clause
from pilein.rulesets.scorched.sorting.alike import are_alike, first_of_each
from pilein.rulesets.scorched.sorting.engaged import enemies_reached, engaged_models
from pilein.rulesets.scorched.sorting.matching import Graph, partners_in_largest, partners_in_maximal, without_paired
from pilein.rulesets.scorched.state import NOBODY, Battle
from pilein.rulesets.scorched.steps import Step
from pilein.tabletop.press import Press


@clause(Step.SORT_ENGAGED, "CP-PA-01")
def sort_engaged(battle: Battle, table: Table) -> Battle:
    """CP-PA-01. The player with priority sorts the engaged models of both sides, his own one by one."""
    for model in engaged_models(battle, table):
        if battle.side(model) == battle.active:
            table.then(Step.PAIR_OFF, model)
    table.then(Step.SORT_LEFTOVERS)
    return battle


@clause(Step.PAIR_OFF, "CP-PA-02")
def pair_off(battle: Battle, table: Table, model: int) -> Battle:
    """CP-PA-02. Engaged models are paired off into one-on-one combats: with which enemy is this one?"""
    graph = _unpaired(battle, table, model)
    if not graph[model]:
        return battle
    partners, may_be_left = _partners(battle, table, graph, model)
    options = first_of_each(battle, partners)
    if may_be_left and not (options and _stands_for_a_later_one(battle, table, graph, model)):
        options = (*options, NOBODY)
    labels = tuple("nobody" if one == NOBODY else battle.name(one) for one in options)
    words = f"with whom is {battle.name(model)} paired off?"
    enemy = table.choose(OneOf(battle.active, "CP-PA-02", words, options, labels, about=model))
    if enemy == NOBODY:
        return battle
    table.tell(Paired(**battle.called(model), enemy=battle.name(enemy), clause="CP-PA-02"))
    bout = (model, enemy) if battle.side(model) == 0 else (enemy, model)
    return battle.having(combats=(*battle.combats, (bout,)))


@clause(Step.SORT_LEFTOVERS)
def sort_leftovers(battle: Battle, table: Table) -> Battle:
    """The engaged models that have no combat are assigned one by one; then it is known who only supports.

    Where the pairing is free, some find a combat to join only after others have joined one.
    """
    paired = _in_combats(battle)
    left = [model for model in engaged_models(battle, table) if model not in paired]
    able = [model for model in left if _enemies_to_join(battle, table, model)]
    for model in able:
        table.then(Step.ASSIGN_LEFTOVER, model)
    table.then(Step.SORT_LEFTOVERS if 0 < len(able) < len(left) else Step.COUNT_SPEARS)
    return battle


@clause(Step.ASSIGN_LEFTOVER, "CP-PA-03")
def assign_leftover(battle: Battle, table: Table, model: int) -> Battle:
    """CP-PA-03. A model without a combat is assigned to an existing one, where it helps to outnumber an enemy."""
    options = first_of_each(battle, _enemies_to_join(battle, table, model), by_combat=True)
    if not options:
        return battle
    words = f"whom does {battle.name(model)} fight as well?"
    labels = tuple(battle.name(enemy) for enemy in options)
    enemy = table.choose(OneOf(battle.active, "CP-PA-03", words, options, labels, about=model))
    table.tell(JoinedCombat(**battle.called(model), enemy=battle.name(enemy), clause="CP-PA-03"))
    bout = (model, enemy) if battle.side(model) == 0 else (enemy, model)
    combats = (
        tuple(sorted((*combat, bout))) if any(enemy in pair for pair in combat) else combat for combat in battle.combats
    )
    return battle.having(combats=tuple(combats))


@clause(Step.COUNT_SPEARS)
def count_spears(battle: Battle, table: Table) -> Battle:
    """CP-R-39. Who bears a spear and was put into no combat may support a friend this phase."""
    paired = _in_combats(battle)
    models = (model for unit in battle.setup.units for model in battle.field.models(unit.number))
    spears = tuple(model for model in models if model not in paired and SPEAR in gear_of(battle, table, model).rows)
    return battle.having(spears=spears)


def _unpaired(battle: Battle, table: Table, model: int) -> Graph:
    """Who touches whom, of those that have yet to be paired: this model and the later ones of its side."""
    reached, paired = enemies_reached(battle, table), _in_combats(battle)
    later = [other for other in engaged_models(battle, table) if battle.side(other) == battle.active]
    later = [other for other in later if other >= model]
    return without_paired({other: reached[other] for other in later}, paired)


def _partners(battle: Battle, table: Table, graph: Graph, model: int) -> tuple[tuple[int, ...], bool]:
    """CP-R-05. Whom it can be paired with, and whether it can be left over: as many pairs as can be, by default."""
    reading = table.rule("CP-R-05")
    if reading == "free":
        return graph[model], True
    if reading == "maximal":
        return partners_in_maximal(graph, model, _owed(battle, table, graph, model))
    return partners_in_largest(graph, model)


def _stands_for_a_later_one(battle: Battle, table: Table, graph: Graph, model: int) -> bool:
    """Whether a like model is yet to be paired: then it is all one which of the two is left over."""
    likes = [other for other in graph if other != model and are_alike(battle, model, other)]
    return bool(likes) and table.rule("CP-R-05") != "free"


def _owed(battle: Battle, table: Table, graph: Graph, model: int) -> frozenset[int]:
    """Enemies that must be paired: a model that touches them has been left over already."""
    reached, paired = enemies_reached(battle, table), _in_combats(battle)
    left = [
        other
        for other in engaged_models(battle, table)
        if battle.side(other) == battle.active and other < model and other not in paired and other not in graph
    ]
    return frozenset(enemy for other in left for enemy in reached[other] if enemy not in paired)


def _enemies_to_join(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """CP-R-06. The enemies in a combat that it touches; under `nearest` the nearest, touching or not."""
    paired = _in_combats(battle)
    reached = tuple(enemy for enemy in enemies_reached(battle, table)[model] if enemy in paired)
    if isinstance(battle.field, Press) or not paired or table.rule("CP-R-06") != "nearest":
        return reached
    enemies = [other for other in sorted(paired) if battle.side(other) != battle.side(model)]
    shape = battle.plane.shape(model)
    gaps = {enemy: separation(shape, battle.plane.shape(enemy)) for enemy in enemies}
    least = min(gaps.values())
    return tuple(enemy for enemy in enemies if gaps[enemy] <= least)


def _in_combats(battle: Battle) -> frozenset[int]:
    return frozenset(_models(bout for combat in battle.combats for bout in combat))


def _models(bouts: Iterable[tuple[int, int]]) -> Iterable[int]:
    return (model for bout in bouts for model in bout)
