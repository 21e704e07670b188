"""Plain-data views of any state for programs, in inches and degrees. Their form is the same for every ruleset."""

from typing import Any

import msgspec
from msgspec import Struct

from pilein.engine.battle import turn_of
from pilein.engine.game import Game
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

Field = Plane | Press
Point = tuple[float, float]
DECIMALS = 4  # decimals for inches and degrees


class ModelView(Struct, frozen=True):
    """Living model, with its number in the game, its profile, its base and position in inches, and its wounds lost.

    `facing` is in degrees clockwise from straight up the table. In the press models have no positions, so x, y and
    facing are None.
    """

    number: int
    profile: str
    base: str
    width: float
    depth: float
    x: float | None
    y: float | None
    facing: float | None
    wounds_lost: int


class UnitView(Struct, frozen=True):
    """Unit with its models, its fate, the units it touches, and the ruleset's statuses by name.

    `fate` is in the ruleset's words, and `is_beaten` means that the fate puts the unit out of the battle. `left`
    counts the models not lost, including models off the table that may return. `before` is the number of models at
    the start.
    """

    number: int
    name: str
    side: str
    formation: str
    before: int
    left: int
    fate: str
    is_beaten: bool
    in_contact_with: tuple[str, ...]
    statuses: dict[str, Any]
    models: tuple[ModelView, ...]

    @property
    def wounds_lost(self) -> int:
        """Total wounds lost by the unit's living models."""
        return sum(model.wounds_lost for model in self.models)


class GroundView(Struct, frozen=True):
    """Piece of terrain, with its kind, its name, and its corners in inches."""

    kind: str
    name: str
    polygon: tuple[Point, ...]


class View(Struct, frozen=True):
    """One moment of a game as plain data.

    `table` is the table's width and depth in inches, or None in the press. `phase` and `turn` count from 1. `active`
    is the side whose turn it is, and `asked` is the side that must answer a question, or "".

    Examples:
        >>> import pilein
        >>> view = pilein.Game("examples/warstrike/boarding.toml").view()
        >>> view.active, view.asked, view.table
        ('boarders', 'crew', (48.0, 48.0))
        >>> model = view.unit("pirates").models[0]
        >>> model.x, model.y, model.facing
        (20.0, 20.0, 0.0)
    """

    ruleset: str
    phase: int
    turn: int
    is_over: bool
    sides: tuple[str, str]
    active: str
    asked: str
    table: Point | None
    terrain: tuple[GroundView, ...]
    units: tuple[UnitView, ...]

    def unit(self, name: str) -> UnitView:
        """Return the unit with this name. If there is none, raises BadInput and suggests the nearest name."""
        found = {unit.name: unit for unit in self.units}
        if name not in found:
            raise BadInput("there is no unit with this name", key=name, remedy=hint(str(name), found))
        return found[name]

    def to_dict(self) -> dict[str, Any]:
        """Return the view as plain JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def view_of(game: Game) -> View:
    """Return the view of a game's current state."""
    setup: Setup = game.state.setup
    asked = game.pending
    return View(
        ruleset=setup.ruleset,
        phase=game.phase,
        turn=turn_of(game.phase),
        is_over=game.is_over,
        sides=setup.sides,
        active=setup.sides[game.state.active],
        asked="" if asked is None else setup.sides[asked.side],
        table=_point(setup.size) if setup.size else None,
        terrain=tuple(GroundView(one.kind, one.name, tuple(map(_point, one.outline.points))) for one in setup.grounds),
        units=tuple(_unit(game.rules, game.opening.state, game.state, unit.number) for unit in setup.units),
    )


def _unit(rules: Ruleset, opening: Any, state: Any, number: int) -> UnitView:  # noqa: ANN401 - the ruleset's own
    setup: Setup = state.setup
    unit, fate = setup.units[number], rules.fate(state, number)
    return UnitView(
        number=number,
        name=unit.name,
        side=setup.sides[unit.side],
        formation=unit.formation,
        before=rules.left(opening, number),
        left=rules.left(state, number),
        fate=fate,
        is_beaten=fate in rules.beaten,
        in_contact_with=tuple(setup.units[other].name for other in state.field.touched_units(number)),
        statuses=_statuses(state, number),
        models=tuple(_model(state.field, setup, model) for model in state.field.models(number)),
    )


def _model(field: Field, setup: Setup, model: int) -> ModelView:
    kind, place = setup.kind(model), field.place(model) if isinstance(field, Plane) else None
    return ModelView(
        number=model,
        profile=kind.name,
        base=kind.base.kind,
        width=_inches(kind.base.width),
        depth=_inches(kind.base.depth),
        x=None if place is None else _inches(place.x),
        y=None if place is None else _inches(place.y),
        facing=None if place is None else place.facing / 100,
        wounds_lost=field.wounds_lost(model),
    )


def _statuses(state: Any, unit: int) -> dict[str, Any]:  # noqa: ANN401 - the ruleset's own
    """Return a unit's statuses, in the ruleset's form, as JSON values."""
    statuses = getattr(state, "statuses", ())
    if unit >= len(statuses):
        return {}
    plain: dict[str, Any] = msgspec.to_builtins(statuses[unit])
    return plain


def _point(point: tuple[int, int]) -> Point:
    return _inches(point[0]), _inches(point[1])


def _inches(length: int) -> float:
    return round(length / INCH, DECIMALS)
