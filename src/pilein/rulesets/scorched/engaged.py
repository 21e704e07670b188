"""Engaged models: the models in contact with the enemy (CP-PH)."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import chain

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scorched.state import Battle, Bouts
from pilein.tabletop.engagement import first_of_each_kind
from pilein.tabletop.memo import Note
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press

Touching = dict[int, tuple[int, ...]]  # model -> enemies
NEAR = Note[Touching]("near")


def engaged_models(battle: Battle, table: Table) -> tuple[int, ...]:
    """Engaged models, with the priority player's models first. Each engaged model must fight (CP-PH-01)."""
    reached = enemies_reached(battle, table)
    engaged = battle.in_order(model for model, enemies in reached.items() if enemies)
    return engaged if engaged and table.holds("CP-PH-01") else ()


def enemies_reached(battle: Battle, table: Table) -> Touching:
    """Map each model to the enemies in base contact with it or, under `within-1`, within 1 inch of it (CP-R-09)."""
    if battle.is_on_table and table.rule("CP-R-09") == "within-1":
        return _near(battle, battle.plane)
    return _touched(battle)


def touching_enemies(battle: Battle, model: int) -> tuple[int, ...]:
    """Enemies that a model touches now."""
    return _touched(battle).get(model, ())


def touching_friends(battle: Battle, model: int) -> tuple[int, ...]:
    """Friends that a model touches now. In the press these are all other models of its unit."""
    if battle.is_on_table:
        return battle.plane.contacts.friends.get(model, ())
    return tuple(other for other in battle.field.models(battle.setup.unit_of[model]) if other != model)


def _touched(battle: Battle) -> Touching:
    return battle.plane.contacts.enemies if battle.is_on_table else _in_press(battle.press)


def _near(battle: Battle, field: Plane) -> Touching:
    known = NEAR.on(field)
    if known is None:
        setup, shapes = battle.setup, field.shapes
        known = NEAR.keep(
            field,
            {
                model: tuple(
                    other
                    for other, foe in shapes.items()
                    if setup.side_of(other) != setup.side_of(model) and within(outline, foe, INCH)
                )
                for model, outline in shapes.items()
            },
        )
    return known


@lru_cache(maxsize=1024)
def _in_press(press: Press) -> Touching:
    """Map each model in the press to the enemies in contact with it. The result is cached."""
    found: Touching = {}
    for unit in range(len(press.setup.units)):
        found |= dict.fromkeys(press.models(unit), ()) | press.enemies_met(unit)
    return found


# --- Interchangeable models: identical models in the press, and none on a table -----------------------------------


Key = tuple[object, ...]


def first_of_each(battle: Battle, models: tuple[int, ...], *, by_combat: bool = False) -> tuple[int, ...]:
    """First model of each group of interchangeable models. With `by_combat`, models in different kinds of combat are
    kept apart.
    """
    if not by_combat or battle.is_on_table:
        return first_of_each_kind(battle.field, models, partial(_sort, battle))
    found = {model: combat for combat in battle.combats for bout in combat for model in bout}
    return first_of_each_kind(battle.field, models, lambda model: _sort_within(battle, model, found.get(model, ())))


def are_like(battle: Battle, model: int, others: Iterable[int]) -> frozenset[int]:
    """Return the set that contains a model and all given models identical to it."""
    models = tuple(dict.fromkeys((model, *others)))
    return frozenset(battle.field.alike(models, partial(_sort, battle))[0])


def first_combats(battle: Battle) -> tuple[int, ...]:
    """Indices of combats not yet fought, one for each kind of combat."""
    combats = battle.combats
    if battle.is_on_table:
        return tuple(range(len(combats)))
    found: dict[Key, int] = {}
    for place, combat in enumerate(combats):
        found.setdefault(_sort_of_combat(battle, combat), place)
    return tuple(found.values())


def _sort(battle: Battle, model: int) -> Key:
    held = dict(battle.spent).get(model, 0) if battle.spent else 0
    key = (battle.setup.kind_of[model], battle.field.wounds_lost(model), held, model in battle.shielding)
    if not battle.met and not battle.excised:
        return key
    return (*key, model in battle.met, model in battle.excised)


def _sort_within(battle: Battle, model: int, combat: Bouts) -> Key:
    """Key that describes a model and its combat, including its opponents if the combat has several bouts."""
    foes = (other for bout in combat if model in bout for other in bout) if len(combat) > 1 else ()
    fought = tuple(sorted(_sort(battle, foe) for foe in foes))
    return _sort(battle, model), _sort_of_combat(battle, combat) if combat else (), fought


def _sort_of_combat(battle: Battle, combat: Bouts) -> Key:
    """Key that describes a combat by its bouts. Each model is described by its features and its number of opponents."""
    if len(combat) == 1:
        return tuple([_sort(battle, model) for model in combat[0]])
    counts = Counter(chain.from_iterable(combat))
    return tuple(sorted(tuple((*_sort(battle, model), counts[model]) for model in bout) for bout in combat))
