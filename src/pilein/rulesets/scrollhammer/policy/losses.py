"""Policy for casualties: the models that take wounds and marks, and the order of allocation (SH-AL, SH-SV, SH-AE)."""

from pilein.kernel.requests import Answer, OneOf, Several, first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of, is_able
from pilein.rulesets.scrollhammer.contact import engaged_models, foes_of_the_round
from pilein.rulesets.scrollhammer.fight.eligible_casualties import has_lost, remaining
from pilein.rulesets.scrollhammer.initiative import strikes_at
from pilein.rulesets.scrollhammer.policy.hypothetical import lead_at_first
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.policy.tie_breaks import View, view_of
from pilein.rulesets.scrollhammer.state import Battle, Wounds

Order = tuple[int, ...]


def victim(battle: Battle, choice: OneOf) -> Answer:
    """Choose the model that takes a wound, with wounded models first and command last (SH-AL-02).

    In a fight that goes well, sparing attacks and lives takes precedence over sparing command.
    """
    return min(choice.options, key=_as_victims(battle, choice.options).__getitem__)


def victims(battle: Battle, choice: Several) -> Answer:
    """Choose several models to take wounds, in the same order as `victim` (SH-AL-02)."""
    return tuple(sorted(choice.of, key=_as_victims(battle, choice.of).__getitem__)[: choice.most])


def next_wounds(battle: Battle, choice: OneOf) -> Answer:
    """Allocate wounds that cause Instant Death first, then wounds with the highest AP (SH-AL-01)."""
    waiting = _wounds_that_wait(battle)
    if len(waiting) != len(choice.options):
        return first(choice)
    return min(choice.options, key=lambda place: _harmless_last(waiting[place]))


def marked(battle: Battle, choice: Several) -> Answer:
    """Mark models that have struck already, then the cheapest models, preferring models that already bear marks
    (SH-AE-04, SH-AE-07).

    The order is reversed if the attacker picks.
    """
    table = preview_table(battle)
    to_strike = _attacks_to_make(battle, table, choice.of)
    points = {model: battle.traits(battle.setup.kind_of[model]).points for model in choice.of}
    own = choice.side == battle.setup.side_of(choice.of[0]) if choice.of else True
    sign = 1 if own else -1
    view, bearers = _view(battle, choice.of), {model for model, _ in battle.marks}

    def order(model: int) -> Order:
        return (
            sign * (to_strike[model] > 0),
            sign * points[model],
            sign * (model not in bearers),
            *_place(battle, view, model),
        )

    return tuple(sorted(choice.of, key=order)[: choice.most])


def _as_victims(battle: Battle, models: Order) -> dict[int, Order]:
    table = preview_table(battle)
    to_strike, costs = _attacks_to_make(battle, table, models), _costs(battle, table, models)
    view = _view(battle, models)
    return {
        model: (not has_lost(battle, model), *costs[model], to_strike[model], *_place(battle, view, model))
        for model in models
    }


def _costs(battle: Battle, table: Table, models: Order) -> dict[int, Order]:
    """Return the cost of losing each model, used to choose casualties.

    If the fight goes badly, command models cost more, because the unit needs them to hold. If it goes well,
    remaining attacks count more, and no model dies from a wound that another can survive.
    """
    command = {model: _is_command(battle, model) for model in models}
    if len(set(command.values())) == 1 or not _goes_well(battle, models[0]):
        return {model: (command[model],) for model in models}
    to_strike = _attacks_to_make(battle, table, models)
    return {model: (to_strike[model], remaining(battle, model) == 1, command[model]) for model in models}


def _goes_well(battle: Battle, model: int) -> bool:
    """Whether a model's unit could expect to beat each of its enemies if all units were at full strength."""
    unit = battle.setup.unit_of[model]
    foes = foes_of_the_round(battle, unit) if battle.fight else ()
    return bool(foes) and all(lead_at_first(battle, unit, foe) > 0 for foe in foes)


def _view(battle: Battle, models: Order) -> View:
    return view_of(battle, battle.setup.unit_of[models[0]]) if models else View(is_blind=True)


def _attacks_to_make(battle: Battle, table: Table, models: Order) -> dict[int, int]:
    """Number of attacks that each model has still to make at later steps of this round."""
    fight = battle.fight
    found = dict.fromkeys(models, 0)
    if fight is None or not models:
        return found
    for one in engaged_models(battle, table, battle.setup.unit_of[models[0]]):
        if one.model in found and is_able(battle, table, one.model):
            steps = strikes_at(battle, table, battle.setup.kind_of[one.model])
            found[one.model] = attacks_of(battle, table, one) * any(step < fight.step for step in steps)
    return found


def _is_command(battle: Battle, model: int) -> bool:
    traits = battle.traits(battle.setup.kind_of[model])
    return traits.standard or traits.musician or traits.champion


def _place(battle: Battle, view: View, model: int) -> Order:
    """Sort key of identical models: models with the fewest contacts first, then models furthest out, because this order
    keeps the line together.
    """
    if view.is_blind:
        return (model,)
    place = battle.plane.place(model)
    off, aside, across = view.of(place.x, place.y)
    return (len(battle.plane.contacts.enemies[model]), -off, -aside, across, model)


def _wounds_that_wait(battle: Battle) -> tuple[Wounds, ...]:
    """Return the wounds still to be allocated on the first unit that has any. Units of the non-active side come before
    units of the active side.
    """
    wounds = battle.fight.exchange.wounds if battle.fight else ()
    units = sorted({one.unit for one in wounds}, key=lambda unit: (battle.side(unit) == battle.active, unit))
    return tuple(one for one in wounds if one.unit == units[0]) if units else ()


def _harmless_last(wounds: Wounds) -> tuple[int, ...]:
    return (not (wounds.instant or wounds.kills), -wounds.AP, -wounds.S)
