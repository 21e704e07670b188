"""Who touches whom, and so is engaged (CP-PH)."""

from functools import lru_cache

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scorched.state import Battle, Bouts
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press

Touching = dict[int, tuple[int, ...]]  # model -> enemies


def engaged_models(battle: Battle, table: Table) -> tuple[int, ...]:
    """CP-PH-01. Every engaged model fights, the priority player's first; nobody may decline."""
    reached = enemies_reached(battle, table)
    engaged = battle.in_order(model for model, enemies in reached.items() if enemies)
    return engaged if engaged and table.holds("CP-PH-01") else ()


def enemies_reached(battle: Battle, table: Table) -> Touching:
    """CP-R-09. For each model the enemies in base contact; under `within-1` those within 1 inch."""
    field = battle.field
    if isinstance(field, Press):
        return _in_press(field)
    if table.rule("CP-R-09") == "within-1":
        return _near(battle, field)
    return field.contacts.enemies


def touching_enemies(battle: Battle, model: int) -> tuple[int, ...]:
    """The enemies that a model touches now."""
    field = battle.field
    reached = _in_press(field) if isinstance(field, Press) else field.contacts.enemies
    return reached.get(model, ())


def touching_friends(battle: Battle, model: int) -> tuple[int, ...]:
    """The friends that a model touches now; in the press all of its own unit."""
    field = battle.field
    if isinstance(field, Plane):
        return field.contacts.friends.get(model, ())
    return tuple(other for other in field.models(battle.setup.unit_of[model]) if other != model)


def _near(battle: Battle, field: Plane) -> Touching:
    known: Touching | None = field.__dict__.get("near")
    if known is None:
        setup, shapes = battle.setup, field.shapes
        known = field.__dict__["near"] = {
            model: tuple(
                other
                for other, foe in shapes.items()
                if setup.side_of(other) != setup.side_of(model) and within(outline, foe, INCH)
            )
            for model, outline in shapes.items()
        }
    return known


@lru_cache(maxsize=1024)
def _in_press(press: Press) -> Touching:
    """The first of each unit touch all the first of the units in contact with it, as many as the frontage."""
    units = range(len(press.setup.units))
    front = {unit: press.models(unit)[: press.frontage] for unit in units}
    found: Touching = {}
    for unit in units:
        if front[unit]:
            enemies = tuple(enemy for foe in press.touched_units(unit) for enemy in front[foe])
            found.update(dict.fromkeys(front[unit], enemies))  # one tuple for all of them
    return found


# --- Models that nothing tells apart: in the press like models stand for each other, on a table nobody does ------


Key = tuple[object, ...]


def first_of_each(battle: Battle, models: tuple[int, ...], *, by_combat: bool = False) -> tuple[int, ...]:
    """One model of each sort, the first; `by_combat`: those in different sorts of combat are told apart."""
    if not isinstance(battle.field, Press) or len(models) < 2:  # noqa: PLR2004 - there is something to compare
        return models
    found: dict[Key, int] = {}
    for model in models:
        sort = _sort(battle, model)
        found.setdefault((*sort, *_sort_of_combats(battle, model)) if by_combat else sort, model)
    return tuple(found.values())


def are_alike(battle: Battle, one: int, other: int) -> bool:
    """Whether nothing tells two models apart."""
    is_press = isinstance(battle.field, Press)
    return is_press and _sort(battle, one) == _sort(battle, other)


def first_combats(battle: Battle) -> tuple[int, ...]:
    """The places of combats yet to be fought, one of each sort."""
    combats = battle.combats
    if not isinstance(battle.field, Press):
        return tuple(range(len(combats)))
    found: dict[Key, int] = {}
    for place, combat in enumerate(combats):
        found.setdefault(_sort_of_combat(battle, combat), place)
    return tuple(found.values())


def _sort(battle: Battle, model: int) -> Key:
    held = dict(battle.spent).get(model, 0)
    return battle.setup.kind_of[model], battle.field.wounds_lost(model), held, model in battle.shielding


def _sort_of_combats(battle: Battle, model: int) -> Key:
    found = [combat for combat in battle.combats if any(model in bout for bout in combat)]
    return tuple(_sort_of_combat(battle, combat) for combat in found)


def _sort_of_combat(battle: Battle, combat: Bouts) -> Key:
    """A combat as a list of who fights whom, models by what they are and how many others they fight."""
    counts: dict[int, int] = {}
    for bout in combat:
        for model in bout:
            counts[model] = counts.get(model, 0) + 1
    return tuple(sorted(tuple((*_sort(battle, model), counts[model]) for model in bout) for bout in combat))
