"""Compute the reach of a unit's charge in a game: the chance that the charge arrives, by distance."""

import time
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.budget import Budget, Meter
from pilein.engine.game import Game
from pilein.engine.policies import named
from pilein.geometry.blocks import moved
from pilein.geometry.gaps import margin, overlaps
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import inches, ticks
from pilein.kernel.errors import BadInput, Spent
from pilein.kernel.position import Position
from pilein.lab.charge_figures import ChargeOdds
from pilein.lab.charge_solving import Charger
from pilein.lab.charges import shift_to
from pilein.lab.charges_on_offer import charges_by_distance, gap_between, shapes_in
from pilein.tabletop.plane import Loose, Plane, Standing
from pilein.tabletop.ruleset import Charging
from pilein.tabletop.setup import Setup

FARTHEST = 30  # inches
NEVER = 3  # consecutive inches from which no charge arrives: an obstacle may account for one or two
SECONDS, MEMORY = 5.0, 300_000_000  # for all distances
SENSIBLE = "sensible"
ANOTHER = "choose another unit to make the charge"
NOW = "its charge in the phase that is being played"
LATER = "its charge at the start of a phase of its side, from the present positions"


class Reach(Struct, frozen=True):
    """Reach of a unit's charge on an enemy, by distance in inches. `now` is the present distance between the two units.

    Distances at which the unit would overlap another unit are left out. If `is_complete`, no charge from beyond the
    last row arrives. Otherwise the rows stop at the table's edge or where the budget ran out. `moment` describes
    when the charge is made.
    """

    unit: str
    target: str
    now: float
    rows: tuple[ChargeOdds, ...]
    moment: str
    is_complete: bool

    @property
    def chances(self) -> tuple[tuple[float, float], ...]:
        """Pairs of a distance in inches and the chance that a charge from that distance arrives."""
        return tuple((row.inches, float(row.arrives)) for row in self.rows)

    @property
    def games(self) -> int:
        """Largest number of games sampled at a distance too complex to solve, or 0 if every distance was solved."""
        return max((row.games for row in self.rows), default=0)


def charge_reach(game: Game, unit: int, target: int | None = None, *, seconds: float = SECONDS) -> Reach:
    """Compute the reach of a unit's charge on an enemy, by default the nearest, for distances in whole inches.

    The unit is moved straight towards its target or away from it, and all other units stay in place. Both sides play
    sensibly, and no other unit of the charging side charges. `seconds` limits the total time.

    Raises:
        BadInput: the ruleset has no charges, there is no table, or the unit cannot charge from its position.
        Spent: the time runs out before the first distance is done.
    """
    charging, field = _charging(game), _plane(game)
    _assert_free(game, field, unit)
    aim = _target(game, field, unit, target)
    policy = named(SENSIBLE, game.state.setup.ruleset, seed=0, side=0)
    meter = Budget(seconds, MEMORY, time.process_time).started()
    position, moment = _begun(game, unit)
    charger = Charger(game.rules, charging, unit, aim, (policy, policy), meter, are_ours=True)
    rows, is_complete = _until_it_never_arrives(_rows(position, field, charger, (unit, aim)), meter)
    units = game.state.setup.units
    return Reach(
        units[unit].name, units[aim].name, inches(round(gap_between(field, unit, aim))), rows, moment, is_complete
    )


def _until_it_never_arrives(found: Iterator[ChargeOdds], meter: Meter) -> tuple[tuple[ChargeOdds, ...], bool]:
    """Collect odds by distance until charges no longer arrive.

    Returns the rows, and whether it is certain that no charge from farther away arrives.
    """
    rows: list[ChargeOdds] = []
    try:
        with watched(meter.check):
            for row in found:
                rows.append(row)
                if not any(map(_is_reached, rows[-NEVER:])) and len(rows) >= NEVER:
                    return tuple(rows[:-NEVER]), True
    except Spent:
        if not rows:
            raise
    return tuple(rows), False


def _rows(position: Position, field: Plane, charger: Charger, pair: tuple[int, int]) -> Iterator[ChargeOdds]:
    """Yield the odds of a charge from each distance in whole inches, as long as the unit stays on the table."""
    unit, aim = pair
    others = [shape for number in range(len(field.standings)) if number != unit for shape in shapes_in(field, number)]
    for far in range(1, FARTHEST + 1):
        there = _brought(field, unit, aim, ticks(far))
        if min(margin(field.setup.size, shape) for shape in shapes_in(there, unit)) < 0:
            return
        if not any(overlaps(own, other) for own in shapes_in(there, unit) for other in others):
            yield charger.odds_from(Position(replace(position.state, field=there), position.agenda), far)


def _is_reached(row: ChargeOdds) -> bool:
    """Whether the charge can arrive or run its target down."""
    return bool(float(row.arrives) or float(row.run_down))


# --- Who, on whom, and when ------------------------------------------------------------------------------------------


def _charging(game: Game) -> Charging:
    if isinstance(game.rules.charging, str):
        raise BadInput(game.rules.charging, remedy="measure the distance with the tape")
    return game.rules.charging


def _plane(game: Game) -> Plane:
    field = game.state.field
    if not isinstance(field, Plane):
        raise BadInput(
            "the units are in the press, where there are no distances to charge across",
            remedy="place the units on a table",
        )
    return field


def _assert_free(game: Game, field: Plane, unit: int) -> None:
    """Check that a unit is able to charge from its position."""
    units = game.state.setup.units
    if not 0 <= unit < len(units):
        raise BadInput(f"there is no unit number {unit}", remedy=f"give the number of a unit, 0 to {len(units) - 1}")
    name, fate = units[unit].name, game.rules.fate(game.state, unit)
    if fate in game.rules.beaten or not field.living(unit):
        raise BadInput(f"{name} cannot charge, because they count as {fate}", remedy=ANOTHER)
    if field.touched_units(unit):
        raise BadInput(f"{name} cannot charge, because they already touch an enemy", remedy=ANOTHER)


def _target(game: Game, field: Plane, unit: int, wanted: int | None) -> int:
    """Return the enemy unit to charge: the requested target, or the nearest enemy."""
    setup: Setup = game.state.setup
    enemies = [one for one in setup.units_of(1 - setup.units[unit].side) if field.living(one)]
    if not enemies:
        raise BadInput(f"{setup.units[unit].name} has no enemy left on the table", remedy=ANOTHER)
    if wanted is None:
        return min(enemies, key=lambda enemy: gap_between(field, unit, enemy))
    if wanted not in enemies:
        names = ", ".join(setup.units[one].name for one in enemies)
        raise BadInput(f"unit {wanted} is not an enemy on the table", remedy=f"choose one of {names}")
    return wanted


def _begun(game: Game, unit: int) -> tuple[Position, str]:
    """Return the position before the unit's side declares charges, and a description of that moment."""
    choice, side = game.pending, game.state.setup.units[unit].side
    if choice is not None and choice.side == side and charges_by_distance(game, choice):
        return Position(game.state, game.position.agenda), NOW
    starts = game.history.starts
    is_new = not starts or game.history.turns[-1].phase != game.phase
    start = game.position if is_new else starts[-1]
    return Position(replace(start.state, active=side), start.agenda), LATER


# --- Moved along the line to its target ------------------------------------------------------------------------------


def _brought(field: Plane, unit: int, aim: int, wanted: int) -> Plane:
    """Return the field with the unit moved to `wanted` ticks from its target, without a change of facing."""
    shift = shift_to(shapes_in(field, unit), shapes_in(field, aim), wanted, 2 * ticks(FARTHEST))
    return field.with_standing(unit, _shifted(field.standings[unit], *shift))


def _shifted(standing: Standing, right: int, up: int) -> Standing:
    if isinstance(standing, Loose):
        places = tuple(Place(one.x + right, one.y + up, one.facing) for one in standing.places)
        return Loose(standing.models, places)
    return moved(standing, standing.x + right, standing.y + up, standing.facing)
