"""Sorting of engaged models by the priority player, who first forms pairs and then assigns leftovers (CP-PA-01 to
CP-PA-03).
"""

from collections.abc import Iterable, Mapping

from pilein.geometry.gaps import separation
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.engaged import are_like, enemies_reached, engaged_models, first_of_each
from pilein.rulesets.scorched.events import JoinedCombat, Paired
from pilein.rulesets.scorched.gear import gear_of
from pilein.rulesets.scorched.profile import SPEAR
from pilein.rulesets.scorched.state import NOBODY, Battle
from pilein.rulesets.scorched.steps import Step, clause
from pilein.tabletop.pairing import most_pairs

# --- Pairings of models that touch --------------------------------------------------------------------------------
# Their greatest size, and the next pairs that can still lead to a legal pairing. `Graph` maps each model of one side,
# in the order of pairing, to the enemies it touches.


Graph = Mapping[int, tuple[int, ...]]


def largest(graph: Graph) -> int:
    """Size of a maximum matching.

    >>> largest({1: (8,), 2: (8, 9), 3: (8,)})
    2
    """
    return len(most_pairs(graph))


def partners_in_largest(graph: Graph, model: int) -> tuple[tuple[int, ...], bool]:
    """Return the enemies that a model can be paired with in a maximum matching, and whether it can remain unpaired in
    such a matching.

    If the model touches an enemy that the other models do not need, it must be paired with such an enemy, because
    that adds a pair. Otherwise it may take another model's partner or remain unpaired, and the number of pairs stays
    the same.
    """
    rest = {other: enemies for other, enemies in graph.items() if other != model}
    spared = _spared(rest, graph[model])
    return (spared, False) if spared else (graph[model], True)


def partners_in_maximal(graph: Graph, model: int, owed: frozenset[int]) -> tuple[tuple[int, ...], bool]:
    """Return a model's possible partners and whether it can remain unpaired, provided that no two unpaired opponents
    touch.

    `owed` holds enemies that must be paired because they touch a model that has remained unpaired.
    """
    rest = {other: enemies for other, enemies in graph.items() if other != model}
    partners = tuple(enemy for enemy in graph[model] if _can_cover(rest, owed - {enemy}))
    return partners, _can_cover(rest, owed | frozenset(graph[model]))


def without_paired(graph: Graph, paired: frozenset[int]) -> Graph:
    """Return the graph with paired enemies removed. Models that share a list of enemies still share it."""
    left = {id(enemies): tuple(enemy for enemy in enemies if enemy not in paired) for enemies in _lists(graph)}
    return {model: left[id(enemies)] for model, enemies in graph.items()}


def _lists(graph: Graph) -> list[tuple[int, ...]]:
    """Distinct lists of enemies in a graph, in the order of the models that use them."""
    return list({id(enemies): enemies for enemies in graph.values()}.values())


def _can_cover(graph: Graph, enemies: Iterable[int]) -> bool:
    wanted = sorted(enemies)
    touched = {enemy: tuple(model for model, foes in graph.items() if enemy in foes) for enemy in wanted}
    return largest(touched) == len(wanted)


def _spared(graph: Graph, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Enemies that can be left out of a maximum matching.

    An enemy that is left out can replace the partner of a model that it touches. That partner can then be left out
    instead.
    """
    partner = most_pairs(graph)
    of_model = {model: enemy for enemy, model in partner.items()}
    groups = _groups_alike(graph)
    touched_by: dict[int, list[int]] = {}
    for place, models in enumerate(groups):
        for foe in graph[models[0]]:
            touched_by.setdefault(foe, []).append(place)
    found = dict.fromkeys(enemy for enemy in (*touched_by, *enemies) if enemy not in partner)
    waiting, left = [*found], {*range(len(groups))}
    while waiting:
        for place in left.intersection(touched_by.get(waiting.pop(), ())):
            left.discard(place)
            taken = [of_model[model] for model in groups[place] if of_model[model] not in found]
            found.update(dict.fromkeys(taken))
            waiting += taken
    return tuple(enemy for enemy in enemies if enemy in found)


def _groups_alike(graph: Graph) -> list[list[int]]:
    """Models grouped by shared lists of enemies. In the press the models of a unit share one list."""
    found: dict[int, list[int]] = {}
    for model, enemies in graph.items():
        found.setdefault(id(enemies), []).append(model)
    return list(found.values())


@clause(Step.SORT_ENGAGED, "CP-PA-01")
def sort_engaged(battle: Battle, table: Table) -> Battle:
    """CP-PA-01. The player with priority sorts the engaged models of both sides, and assigns their own models one by
    one.
    """
    for model in engaged_models(battle, table):
        if battle.side_of(model) == battle.active:
            table.then(Step.PAIR_OFF, model)
    table.then(Step.SORT_LEFTOVERS)
    return battle


@clause(Step.PAIR_OFF, "CP-PA-02")
def pair_off(battle: Battle, table: Table, model: int) -> Battle:
    """CP-PA-02. Engaged models are paired off into one-on-one combats. The priority player names an opponent for the
    given model.
    """
    graph = _unpaired(battle, table, model)
    if not graph[model]:
        return battle
    partners, may_be_left = _partners(battle, table, graph, model)
    options = first_of_each(battle, partners)
    if may_be_left and table.rule("CP-R-05") != "free":
        if _follows_one_left(battle, table, model):
            return battle
        may_be_left = _can_all_be_left(battle, table, graph, model)
    if may_be_left:
        options = (*options, NOBODY)
    labels = tuple("nobody" if one == NOBODY else battle.name(one) for one in options)
    words = f"which enemy is {battle.name(model)} paired off with?"
    enemy = table.choose(OneOf(battle.active, "CP-PA-02", words, options, labels, about=model))
    if enemy == NOBODY:
        return battle
    table.tell(Paired(**battle.called(model), enemy=battle.name(enemy), clause="CP-PA-02"))
    bout = (model, enemy) if battle.side_of(model) == 0 else (enemy, model)
    return battle.changed(combats=(*battle.combats, (bout,)))


@clause(Step.SORT_LEFTOVERS)
def sort_leftovers(battle: Battle, table: Table) -> Battle:
    """Engaged models without a combat are assigned to combats one by one. Models that are left without a combat may
    only support a friend.

    If pairing is free, some models can join a combat only after others have joined one.
    """
    paired = _in_combats(battle)
    left = [model for model in engaged_models(battle, table) if model not in paired]
    able = [model for model in left if _enemies_to_join(battle, table, model)]
    for model in able:
        table.then(Step.ASSIGN_LEFTOVER, model)
    is_last = not able or (len(able) == len(left) and table.rule("CP-R-05") != "free")
    table.then(Step.COUNT_SPEARS if is_last else Step.SORT_LEFTOVERS)
    return battle


@clause(Step.ASSIGN_LEFTOVER, "CP-PA-03")
def assign_leftover(battle: Battle, table: Table, model: int) -> Battle:
    """CP-PA-03. A model without a combat is assigned to an existing combat, in which it helps to outnumber an enemy."""
    options = first_of_each(battle, _enemies_to_join(battle, table, model), by_combat=True)
    if not options:
        return battle
    if _may_wait(battle, table, model):
        options = (*options, NOBODY)
    words = f"which enemy's combat does {battle.name(model)} join?"
    labels = tuple("one that is joined first" if enemy == NOBODY else battle.name(enemy) for enemy in options)
    enemy = table.choose(OneOf(battle.active, "CP-PA-03", words, options, labels, about=model))
    if enemy == NOBODY:
        return battle
    table.tell(JoinedCombat(**battle.called(model), enemy=battle.name(enemy), clause="CP-PA-03"))
    bout = (model, enemy) if battle.side_of(model) == 0 else (enemy, model)
    combats = (
        tuple(sorted((*combat, bout))) if any(enemy in pair for pair in combat) else combat for combat in battle.combats
    )
    return battle.changed(combats=tuple(combats))


def _may_wait(battle: Battle, table: Table, model: int) -> bool:
    """Whether an enemy in contact with a model is left over too and may join a combat later (CP-R-05 `free`)."""
    if table.rule("CP-R-05") != "free":
        return False
    paired = _in_combats(battle)
    order = engaged_models(battle, table)
    later = set(order[order.index(model) + 1 :]).difference(paired)
    touched = [enemy for enemy in enemies_reached(battle, table)[model] if enemy in later]
    return any(_enemies_to_join(battle, table, enemy) for enemy in touched)


@clause(Step.COUNT_SPEARS)
def count_spears(battle: Battle, table: Table) -> Battle:
    """CP-R-39. A spear bearer that was assigned to no combat may support a friend this phase."""
    paired = _in_combats(battle)
    models = (model for unit in battle.setup.units for model in battle.field.models(unit.number))
    spears = tuple(model for model in models if model not in paired and SPEAR in gear_of(battle, table, model).rows)
    return battle.changed(spears=spears)


def _unpaired(battle: Battle, table: Table, model: int) -> Graph:
    """Contacts of the models not yet paired: the given model and the later models of its side."""
    reached, paired = enemies_reached(battle, table), _in_combats(battle)
    own = (other for unit in battle.setup.units_of(battle.active) for other in battle.field.models(unit))
    later = {other: reached[other] for other in own if other >= model and reached.get(other)}
    return without_paired(later, paired)


def _partners(battle: Battle, table: Table, graph: Graph, model: int) -> tuple[tuple[int, ...], bool]:
    """Return a model's possible partners, and whether it can remain unpaired. By default the pairing has as many pairs
    as possible (CP-R-05).
    """
    reading = table.rule("CP-R-05")
    if reading == "free":
        return graph[model], True
    if reading == "maximal":
        return partners_in_maximal(graph, model, _owed(battle, table, model))
    return partners_in_largest(graph, model)


# Identical models in the press are interchangeable, so the last ones are left over: a model may be left over only if
# all identical models that follow can be, and these are then left over without a question.


def _can_all_be_left(battle: Battle, table: Table, graph: Graph, model: int) -> bool:
    """Whether a model can be left over together with all identical models still to be paired."""
    alike = are_like(battle, model, graph)
    if len(alike) == 1:
        return True
    rest = {other: enemies for other, enemies in graph.items() if other not in alike}
    if table.rule("CP-R-05") == "maximal":
        return _can_cover(rest, _owed(battle, table, model) | frozenset(graph[model]))
    return bool(rest) and largest(rest) == largest(graph)


def _follows_one_left(battle: Battle, table: Table, model: int) -> bool:
    return len(are_like(battle, model, _left_over(battle, table, model))) > 1


def _left_over(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Models on the given model's side that have been left over so far."""
    paired = {bout[battle.active] for combat in battle.combats for bout in combat}
    reached = enemies_reached(battle, table)
    own = (other for unit in battle.setup.units_of(battle.active) for other in battle.field.models(unit))
    return tuple(other for other in own if other < model and other not in paired and reached.get(other))


def _owed(battle: Battle, table: Table, model: int) -> frozenset[int]:
    """Enemies that must be paired because a model that touches them has already been left over."""
    reached, paired = enemies_reached(battle, table), _in_combats(battle)
    left = _left_over(battle, table, model)
    return frozenset(enemy for other in left for enemy in reached[other] if enemy not in paired)


def _enemies_to_join(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Enemies that a model touches and that are already in a combat.

    Under `nearest` they are the nearest enemies in a combat, whether in contact or not (CP-R-06).
    """
    paired = _in_combats(battle)
    reached = tuple(enemy for enemy in enemies_reached(battle, table)[model] if enemy in paired)
    if not battle.is_on_table or not paired or table.rule("CP-R-06") != "nearest":
        return reached
    enemies = [other for other in sorted(paired) if battle.side_of(other) != battle.side_of(model)]
    shape = battle.plane.shape(model)
    gaps = {enemy: separation(shape, battle.plane.shape(enemy)) for enemy in enemies}
    least = max(CONTACT, min(gaps.values()))
    return tuple(enemy for enemy in enemies if gaps[enemy] <= least)


def _in_combats(battle: Battle) -> frozenset[int]:
    return frozenset(_models(bout for combat in battle.combats for bout in combat))


def _models(bouts: Iterable[tuple[int, int]]) -> Iterable[int]:
    return (model for bout in bouts for model in bout)
