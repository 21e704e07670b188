"""Battle as a film, which consists of captions and the position of each model over time.

Times are in seconds and positions in inches.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pilein.engine.battle import is_in
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.lab.drawing.lines_of_battle import press_figures
from pilein.lab.drawing.scene import figures_of, inches
from pilein.lab.drawing.things import Figure, Point
from pilein.lab.drawing.ways import Way, joined_ways, of_a_body, paced
from pilein.lab.sentences import sentence
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane

OPENING = 1.5  # before anything happens
BETWEEN = 0.9  # between phases
MOVE = 0.8  # the move of a unit
LOSS = 0.5  # the loss of models
LONGEST = 9.0  # the events of a phase, at most
WHOLE = 90.0  # the events of all phases together, at most
SHORTEST = 0.1  # the shortest duration
CLOSING = 4.0  # after the end

Figures = dict[int, Figure]


class Shot(NamedTuple):
    """Visible change in a battle, with the figure of each model before and after, and the paths of models.

    `said` holds the captions since the previous shot, `fates` the fates of units that are out of the battle, and
    `aims` pairs of a unit and its target.
    """

    phase: int
    before: Figures
    after: Figures
    ways: dict[int, Way]
    said: tuple[str, ...]
    fates: dict[int, str]
    aims: tuple[tuple[int, int], ...] = ()

    @property
    def units(self) -> frozenset[int]:
        """Numbers of the units with a model that moved, fell or appeared."""
        seen = {**self.before, **self.after}
        return frozenset(one.unit for model, one in seen.items() if self.before.get(model) != self.after.get(model))

    @property
    def is_loss(self) -> bool:
        """Whether the shot removes models."""
        return len(self.after) < len(self.before)

    @property
    def seconds(self) -> float:
        """Duration of the shot if there is enough time in its phase."""
        return MOVE if self.units and not self.is_loss else LOSS

    def joined(self, other: "Shot") -> "Shot":
        """Merge the shot with the next, so that both happen together."""
        ways = dict(self.ways)
        for model, way in other.ways.items():
            ways[model] = joined_ways(ways[model], way) if model in ways else way
        said, aims = self.said + other.said, tuple(dict.fromkeys(self.aims + other.aims))
        return other._replace(before=self.before, ways=ways, said=said, aims=aims)

    def goes_with(self, other: "Shot") -> bool:
        """Whether the next shot can happen at the same time as this one.

        This is so for losses in the same phase, and for moves of the same units in the same phase.
        """
        if self.phase != other.phase or self.is_loss != other.is_loss:
            return False
        return self.is_loss or self.units == other.units


class Scheduled(NamedTuple):
    """Shot with its start and end times."""

    start: float
    end: float
    shot: Shot


class Film(NamedTuple):
    """Scheduled shots, the start of each phase and the total duration."""

    shots: tuple[Scheduled, ...]
    phases: tuple[float, ...]
    seconds: float


def film_of(game: Game) -> Film:
    """Return the film of a battle as played so far."""
    by_phase: dict[int, list[Shot]] = {phase: [] for phase in range(1, game.phase + 1)}
    for shot in _joined(shots(game)):
        by_phase[shot.phase].append(shot)
    most = min(LONGEST, WHOLE / game.phase)
    scheduled: list[Scheduled] = []
    phases, now = [], OPENING
    for together in by_phase.values():
        phases.append(now)
        now += BETWEEN / 2
        pace = min(1.0, most / max(SHORTEST, sum(shot.seconds for shot in together)))
        for shot in together:
            scheduled.append(Scheduled(now, now + shot.seconds * pace, shot))
            now = scheduled[-1].end
        now += BETWEEN / 2
    return Film(tuple(scheduled), tuple(phases), round(now + CLOSING, 2))


def shots(game: Game) -> Iterator[Shot]:
    """Yield a shot for each clause with a visible change, and a shot at the end of a phase for remaining captions."""
    turns = game.history.turns
    states = [*(turn.before.state for turn in turns[1:]), game.state]
    lasts = {turn.phase: turn for turn in turns}
    figures = figures_in(game, game.opening.state)
    said: tuple[str, ...] = ()
    for turn, after in zip(turns, states, strict=True):
        events = [entry.event for entry in turn.log if isinstance(entry, Told)]
        said += tuple(_sentences(game, events))
        is_still = after.field is turn.before.state.field
        found = figures if is_still else figures_in(game, after)
        aims = tuple(_aims(game, events))
        if found != figures or aims or (said and lasts[turn.phase] is turn):
            yield Shot(turn.phase, figures, found, _ways(game, events, figures, found), said, fates(game, after), aims)
            figures, said = found, ()


def _sentences(game: Game, events: list[Any]) -> Iterator[str]:
    notable = (*game.rules.decisive, *game.rules.results)
    return (sentence(event) for event in events if isinstance(event, notable))


def _aims(game: Game, events: list[Any]) -> Iterator[tuple[int, int]]:
    """Yield (unit, target) for each event that names a unit and an enemy target."""
    units = {unit.name: unit for unit in game.state.setup.units}
    for event in events:
        one, other = units.get(getattr(event, "unit", "")), units.get(getattr(event, "target", ""))
        if one is not None and other is not None and one.side != other.side:
            yield one.number, other.number


def _joined(single: Iterator[Shot]) -> Iterator[Shot]:
    held: Shot | None = None
    for shot in single:
        if held is not None and held.goes_with(shot):
            held = held.joined(shot)
            continue
        if held is not None:
            yield held
        held = shot
    if held is not None:
        yield held


def figures_in(game: Game, state: BattleState) -> Figures:
    """Map each living model in a state to its figure."""
    if isinstance(state.field, Plane):
        return {figure.model: figure for figure in figures_of(state.field)}
    living, _ = press_figures(game.opening.state.field, state.field)
    return {figure.model: figure for figure in living}


def fates(game: Game, state: BattleState) -> dict[int, str]:
    """Return the fates of units that are out of the battle but still on the table."""
    units = [unit.number for unit in state.setup.units if state.field.living(unit.number)]
    return {unit: game.rules.fate(state, unit) for unit in units if not is_in(game.rules, state, unit)}


def _ways(game: Game, events: list[Any], before: Figures, after: Figures) -> dict[int, Way]:
    """Return the paths of models. A model without a recorded path moves parallel to its unit's path."""
    numbers = {unit.name: unit.number for unit in game.state.setup.units}
    found: dict[int, Way] = {}
    routes: dict[int, tuple[Point, ...]] = {}
    for event in events:
        route = tuple(map(inches, getattr(event, "route", ())))
        model = getattr(event, "model", -1)
        if len(route) > 1 and model >= 0:
            found[model] = paced(route)
        elif len(route) > 1:
            routes[numbers.get(event.unit, -1)] = route
    for unit in numbers.values():
        models = [model for model, one in before.items() if one.unit == unit and model in after and model not in found]
        if any(before[model] != after[model] for model in models):
            bodies = [before[model] for model in models], [after[model] for model in models]
            found |= of_a_body(routes.get(unit, ()), *bodies)
    return found
