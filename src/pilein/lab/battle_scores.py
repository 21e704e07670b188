"""Compute the score of a battle after each turn, as if the battle had ended then, and explain the verdict."""

from typing import Any

from msgspec import Struct

from pilein.engine.battle import MOST_TURNS, PHASES, Verdict, is_in, next_phase, strength, turn_of, verdict
from pilein.engine.game import Game
from pilein.geometry.gaps import gap
from pilein.geometry.shapes import disc
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.battle import BattleState
from pilein.tabletop.objectives import WITHOUT, Break, Hold, Objective, is_of
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup

Pair = tuple[int, int]  # of the first side, of the second
NOBODY = ""


class Score(Struct, frozen=True):
    """Score of a battle after `phases` phases, with points, models out of the battle and holders of objectives.

    Pairs hold the values of the first and the second side. `held` pairs each place with the side that holds the
    place, or with "" if neither side holds it.
    """

    turn: int
    phases: int
    points: Pair
    out: Pair
    held: tuple[tuple[str, str], ...] = ()


def scores(game: Game) -> tuple[Score, ...]:
    """Return the score after each turn. The last turn may be unfinished."""
    states = [start.state for start in game.history.starts[1:]]
    states.append(game.state)
    ends = sorted({*range(PHASES, len(states), PHASES), len(states)})
    return tuple(score(game.rules, game.scenario, states[:end]) for end in ends)


def score(rules: Ruleset, scenario: Scenario, states: list[Any]) -> Score:
    """Return the score of a battle, given the state after each phase played."""
    state = states[-1]
    one, other = (_points(rules, scenario, states, side) for side in (0, 1))
    return Score(
        turn=turn_of(len(states)),
        phases=len(states),
        points=(one, other),
        out=(strength(rules, state, 0, "models").out, strength(rules, state, 1, "models").out),
        held=tuple((str(aim), holder(rules, state, aim)) for aim in scenario.objectives if isinstance(aim, Hold)),
    )


def scoring(scenario: Scenario) -> tuple[Objective, ...]:
    """Return the objectives that score points.

    If no objective does, a side scores points for enemy models that are out of the battle.
    """
    return tuple(aim for aim in scenario.objectives if aim.points) or WITHOUT


def judged(game: Game) -> Verdict:
    """Return the verdict on a battle. If the battle is not over, the verdict says so."""
    decided = verdict(game.rules, game.scenario, game.state)
    if not game.is_over:
        return Verdict("", "the battle is not over")
    if decided is not None:
        return decided
    setup, last = game.state.setup, scores(game)[-1]
    one, other = last.points
    points = f"{setup.sides[0]} has {_counted(one, 'point')}, {setup.sides[1]} {other}"
    winner = "" if one == other else setup.sides[int(other > one)]
    return Verdict(winner, f"{_end(game)}; {points}")


def score_line(game: Game, score: Score) -> str:
    """Format the score of a battle after a turn as one line."""
    setup, parts = game.state.setup, []
    if any(aim.points for aim in game.scenario.objectives):
        parts = [_of_sides(setup, [_counted(one, "point") for one in score.points])]
    models = [sum(len(setup.units[unit].models) for unit in setup.units_of(side)) for side in (0, 1)]
    out = [f"{one} of {many}" for one, many in zip(score.out, models, strict=True)]
    parts.append("models out of the battle: " + _of_sides(setup, out))
    parts += [f"{place}: {holder or 'nobody'}" for place, holder in score.held]
    return f"Turn {score.turn}: {'; '.join(parts)}"


def summed_up(game: Game) -> str:
    """Summarise a battle in one sentence that names the winner and the reason."""
    found = judged(game)
    if not game.is_over:
        return "The battle is not over."
    turns = f"after {_counted(scores(game)[-1].turn, 'turn')}"
    who = f"{found.winner} wins {turns}" if found.winner else f"Drawn {turns}"
    return f"{who}: {found.why}."


def holder(rules: Ruleset, state: BattleState, aim: Hold) -> str:
    """Return the side that holds a place, or "" if neither side holds it.

    A side holds a place if its nearest eligible unit is within the radius and nearer than any eligible enemy.
    """
    nearest = [_nearest(rules, state, aim, side) for side in (0, 1)]
    one, other = nearest
    if min(nearest) > aim.radius + CONTACT or abs(one - other) <= CONTACT:
        return NOBODY
    return str(state.setup.sides[int(other < one)])


def _nearest(rules: Ruleset, state: BattleState, aim: Hold, side: int) -> float:
    """Return the distance in ticks from a place to the nearest model of a side."""
    spot = disc(aim.x, aim.y, 0)
    units = [unit for unit in state.setup.units_of(side) if is_in(rules, state, unit)]
    plane = state.field
    assert isinstance(plane, Plane), "places to be held are on a table"
    models = (model for unit in units for model in plane.models(unit))
    return min((gap(spot, plane.shape(model)) for model in models), default=BEYOND)


BEYOND = float(10**12)  # ticks, larger than any table


def _points(rules: Ruleset, scenario: Scenario, states: list[Any], side: int) -> int:
    name = states[-1].setup.sides[side]
    return sum(_scored(rules, aim, states, side) for aim in scoring(scenario) if is_of(aim, name))


def _scored(rules: Ruleset, aim: Objective, states: list[Any], side: int) -> int:
    if isinstance(aim, Hold):
        return aim.points * _times_held(rules, aim, states, states[-1].setup.sides[side])
    if isinstance(aim, Break):
        broken = any(strength(rules, state, 1 - side, aim.of).has_lost(aim.share) for state in states)
        return aim.points * broken
    return aim.points * strength(rules, states[-1], 1 - side, aim.of).out


def _times_held(rules: Ruleset, aim: Hold, states: list[Any], name: str) -> int:
    """Count the scoring moments at which a side held a place.

    The present moment counts. If the objective scores each turn, the end of each past turn counts too.
    """
    before = states[PHASES - 1 : -1 : PHASES] if aim.each_turn else []
    return sum(holder(rules, state, aim) == name for state in (*before, states[-1]))


def _end(game: Game) -> str:
    turns = game.scenario.turns or MOST_TURNS
    if game.phase >= PHASES * turns:
        return f"{_counted(turns, 'turn')} {'is' if turns == 1 else 'are'} played"
    is_ended = next_phase(game.rules, game.scenario, game.history, game.position) is None
    return "the rules have nothing more to play" if is_ended else "nothing changes any more"


def _of_sides(setup: Setup, words: list[str]) -> str:
    return ", ".join(f"{side} {said}" for side, said in zip(setup.sides, words, strict=True))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
