"""Board of a game for the page, and changes between two states."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.lab.document import statuses_of
from pilein.lab.drawing.colours import side_colours
from pilein.lab.drawing.lines_of_battle import files_of
from pilein.lab.drawing.roles import role_of
from pilein.protocol.shared_messages import Board, Ground, Model, Objective, Point, Profile, Unit
from pilein.tabletop.objectives import Break, Hold
from pilein.tabletop.objectives import Objective as Aim
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup

DECIMALS = 4  # of inches
HUNDREDTHS = 100  # of a degree


class Drawn(Struct, frozen=True):
    """Parts of a board that may change: the units and, by number, the living models."""

    units: tuple[Unit, ...]
    models: dict[int, Model]


class Changed(Struct, frozen=True):
    """Changes between two states: models added or moved, numbers of models removed, units changed."""

    models: tuple[Model, ...] = ()
    gone: tuple[int, ...] = ()
    units: tuple[Unit, ...] = ()


def board_of(game: Game, state: Any = None) -> Board:  # noqa: ANN401 - the ruleset's own
    """Board of a game in a given state, by default the present state."""
    shown = game.state if state is None else state
    return board_with(game, drawn(game.rules, game.opening.state, shown))


def board_with(game: Game, moving: Drawn) -> Board:
    """Board of a game with the given units and models."""
    setup: Setup = game.state.setup
    return Board(
        ruleset=setup.ruleset,
        sides=setup.sides,
        colours=side_colours(setup.sides),
        table=_point(*setup.size) if setup.size else None,
        grounds=tuple(_ground(one.kind, one.name, one.outline.points) for one in setup.grounds),
        objectives=tuple(_objective(aim) for aim in game.scenario.objectives),
        profiles=tuple(_profile(setup, kind) for kind in range(len(setup.kinds))),
        units=moving.units,
        models=tuple(moving.models.values()),
    )


def drawn(rules: Ruleset, opening: Any, state: Any) -> Drawn:  # noqa: ANN401 - the ruleset's own
    """Units and living models of a state."""
    units = tuple(_unit(rules, opening, state, unit.number) for unit in state.setup.units)
    models = [_model(state, model) for unit in state.setup.units for model in state.field.models(unit.number)]
    return Drawn(units, {model.number: model for model in models})


def changed(before: Drawn, after: Drawn) -> Changed:
    """Changes from one state to a later state of the same game."""
    return Changed(
        models=tuple(model for number, model in after.models.items() if before.models.get(number) != model),
        gone=tuple(number for number in before.models if number not in after.models),
        units=tuple(unit for unit, former in zip(after.units, before.units, strict=True) if unit != former),
    )


def placed(game: Game, answer: tuple[int, int, int, int]) -> Model | None:
    """Model at the place given by an answer (model, x, y, facing), or None if it is not on the table."""
    model, x, y, facing = answer
    field = game.state.field
    if not isinstance(field, Plane) or model not in field.shapes:
        return None
    return replace(_model(game.state, model), x=inches(x), y=inches(y), facing=facing / HUNDREDTHS)


def inches(ticks: int) -> float:
    """Convert a length from ticks to inches."""
    return round(ticks / INCH, DECIMALS)


def _unit(rules: Ruleset, opening: Any, state: Any, number: int) -> Unit:  # noqa: ANN401 - the ruleset's own
    unit, field, fate = state.setup.units[number], state.field, rules.fate(state, number)
    return Unit(
        number=number,
        name=unit.name,
        side=unit.side,
        formation=unit.formation,
        files=_files(field, number),
        before=rules.left(opening, number),
        left=rules.left(state, number),
        fate=fate,
        is_beaten=fate in rules.beaten,
        in_contact_with=tuple(field.touched_units(number)),
        statuses=statuses_of(state, number),
    )


def _files(field: Any, unit: int) -> int:  # noqa: ANN401 - a plane or a press
    """Number of models side by side in a unit, or 0 for a unit of separate models."""
    if not isinstance(field, Plane):
        return files_of(field, unit)
    standing = field.standings[unit]
    return standing.files if isinstance(standing, Block) else 0


def _model(state: Any, number: int) -> Model:  # noqa: ANN401 - the ruleset's own
    setup, field = state.setup, state.field
    place = field.place(number) if isinstance(field, Plane) else None
    return Model(
        number=number,
        unit=setup.unit_of[number],
        profile=setup.kind_of[number],
        x=None if place is None else inches(place.x),
        y=None if place is None else inches(place.y),
        facing=None if place is None else place.facing / HUNDREDTHS,
        wounds_lost=field.wounds_lost(number),
    )


def _profile(setup: Setup, kind: int) -> Profile:
    found = setup.kinds[kind]
    return Profile(
        name=found.name,
        base=found.base.kind,
        width=inches(found.base.width),
        depth=inches(found.base.depth),
        role=role_of(setup, setup.first_of_kind[kind]),
    )


def _ground(kind: str, name: str, corners: tuple[tuple[int, int], ...]) -> Ground:
    return Ground(kind=kind, name=name, polygon=tuple(_point(*corner) for corner in corners))


def _objective(aim: Aim) -> Objective:
    whose = f"{aim.side}: " if aim.side else ""
    if isinstance(aim, Hold):
        words = f"{whose}hold {aim}{_points(aim.points)}{' each turn' if aim.each_turn else ''}"
        return Objective(words=words, place=_point(aim.x, aim.y), radius=inches(aim.radius))
    if isinstance(aim, Break):
        scores = _points(aim.points) if aim.points else ", which wins the battle"
        return Objective(words=f"{whose}put {aim.share} % of the enemy's {aim.of} out of the battle{scores}")
    return Objective(words=f"{whose}destroy the enemy's {aim.of}{_points(aim.points)} each")


def _points(points: int) -> str:
    return f", {points} point{'' if points == 1 else 's'}"


def _point(x: int, y: int) -> Point:
    return inches(x), inches(y)


def scenario_board(rules: Ruleset, scenario: Scenario) -> Board:
    """Board of a scenario before its first clause. Raises BadScenario if the scenario cannot be played."""
    return board_of(Game(rules, scenario))
