"""Who touches whom, and so is engaged (CP-PH)."""

from functools import lru_cache

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scorched.state import Battle
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
