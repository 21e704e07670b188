"""Split a battle into chapters, one for each turn, each with a scene and captions."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from pilein.engine.battle import turn_of
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.geometry.ticks import INCH
from pilein.lab.battle_scores import holder, score_line, scores
from pilein.lab.drawing.colours import side_colours
from pilein.lab.drawing.film import fates, shots
from pilein.lab.drawing.scene import Scene, scene_between
from pilein.lab.drawing.things import NOBODYS, Figure, Flag
from pilein.tabletop.battle import BattleState
from pilein.tabletop.objectives import Hold
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press


class Chapter(NamedTuple):
    """Chapter for a turn (0 for the set-up), with a heading, a score line, a scene, and the field after the turn."""

    turn: int
    heading: str
    score: str
    scene: Scene
    field: Plane | Press


def chapters(game: Game) -> tuple[Chapter, ...]:
    """Return a chapter for the battle as deployed, then a chapter for each turn."""
    states, events, gone = _states(game), _events(game), _places_of_fallen(game)
    begun = states[0]
    found = [Chapter(0, "as deployed", "", _scene(game, begun, begun, []), begun.field)]
    for number, (score, after) in enumerate(zip(scores(game), states[1:], strict=True), 1):
        scene = _scene(game, states[number - 1], after, events.get(number, []))
        scene = replace(scene, fallen=tuple(gone.get((number, one.model), one) for one in scene.fallen))
        found.append(Chapter(number, f"turn {number}", score_line(game, score), scene, after.field))
    return tuple(found)


def flags(game: Game, state: BattleState) -> tuple[Flag, ...]:
    """Return a flag for each objective in a state, in the colour of the side that holds it."""
    places = [aim for aim in game.scenario.objectives if isinstance(aim, Hold)]
    sides = state.setup.sides
    colours = dict(zip(sides, side_colours(sides), strict=True))
    return tuple(
        Flag(
            aim.x / INCH,
            aim.y / INCH,
            aim.radius / INCH,
            aim.name,
            colours.get(holder(game.rules, state, aim), NOBODYS),
        )
        for aim in places
    )


def _scene(game: Game, before: BattleState, after: BattleState, events: list[Any]) -> Scene:
    lost = fates(game, after)
    scene = scene_between(before.field, after.field, events, frozenset(lost))
    return replace(scene, flags=flags(game, after), fates=lost)


def _places_of_fallen(game: Game) -> dict[tuple[int, int], Figure]:
    """Find the places where models fell, by turn and model."""
    found = {}
    for shot in shots(game):
        gone = (figure for model, figure in shot.before.items() if model not in shot.after)
        found.update({(turn_of(shot.phase), figure.model): figure for figure in gone})
    return found


def _states(game: Game) -> list[Any]:
    """Return the states at the start of each turn and at the end of play."""
    begun = [turn for turn in game.history.turns if turn.phase % 2]
    first = {turn_of(turn.phase): turn.before.state for turn in reversed(begun)}
    return [*(first[number] for number in sorted(first)), game.state]


def _events(game: Game) -> dict[int, list[Any]]:
    """Group the events of a battle by the turn in which they happened."""
    found: dict[int, list[Any]] = {}
    for turn in game.history.turns:
        events = [entry.event for entry in turn.log if isinstance(entry, Told)]
        found.setdefault(turn_of(turn.phase), []).extend(events)
    return found
