"""Compute the odds of a charge by distance, including the losses on both sides."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt

from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, inches, ticks
from pilein.kernel.errors import BadInput, BadScenario, Spent
from pilein.kernel.nearest import hint
from pilein.lab.assumptions import basis
from pilein.lab.charge_figures import INTERRUPTED, ChargeOdds, Charges
from pilein.lab.charge_solving import Charger
from pilein.lab.fixed import Fixed, fixed_answers, unused_hints
from pilein.lab.limits import DEFAULT, Limit, budget_of
from pilein.lab.loadouts import why_refused
from pilein.lab.policies import SENSIBLE, Policies, pair_of, policies_of, sides_of
from pilein.lab.scenarios import Given, scenario_of
from pilein.tabletop.checking import stands
from pilein.tabletop.ruleset import Charging, Ruleset
from pilein.tabletop.scenario import Scenario, Unit

Progress = Callable[[int, int], None]  # (distances done, distances wanted)

DISTANCES = tuple(range(1, 13))  # inches
MOST = 200  # inches: the widest table
ROUNDS = 60  # steps of bisection
CHARGES = "the charges of one phase, up to the moment when all have been made"
MADE = "in the press all charges have already been made, so no distance can be chosen"
TOUCHING = CONTACT // 2  # ticks between models in contact, to keep them from overlapping


def charge(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    unit: str | None = None,
    target: str | None = None,
    *,
    distances: Sequence[float] = DISTANCES,
    policy: Policies = SENSIBLE,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Charges:
    """Compute the odds of one unit's charge on an enemy, by distance in inches from edge to edge.

    The unit is moved straight towards its target or away from it; all other units stay where the scenario puts them.
    The unit charges as soon as it may, and no other unit of its side charges. `policy` answers all other questions,
    and `fixed` answers take precedence over both, as in `odds`. A unit may be omitted if its side has only one.
    Distances with too many outcomes are sampled with 500 games. `progress` is called with (distances done, distances
    wanted). `budget` limits time and memory, like "5min,2GB"; None means no limit. When the budget runs out or the
    user interrupts, the remaining distances are left out, but a distance being sampled keeps the games played so
    far.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: there are no such units, there is no table, a distance is invalid, or the ruleset has no charges.
        Spent: the budget is reached before the first distance is done.
        UnknownRule: there is no such policy, ruling or option.
    """
    found, wanted = scenario_of(scenario, rulings), _distances(distances)
    ruleset = ruleset_named(found.ruleset)
    charging, pair = _charging(found, ruleset), _pair(found, unit, target)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    players = policies_of(policy, found.ruleset, sides_of(found))
    are_ours = all(isinstance(one, str) for one in pair_of(policy, sides_of(found)))
    charger = Charger(ruleset, charging, *pair, players, meter, answers, are_ours=are_ours)
    rows = _all_distances(wanted, lambda inches: _odds(found, *pair, inches, charger), meter, progress)
    rests_on = basis(found, policy, answers, phases=CHARGES).assumptions
    return replace(_made(found, pair, rows, meter), assumptions=rests_on, hints=unused_hints(answers, found.ruleset))


def _made(
    scenario: Scenario, pair: tuple[int, int], found: list[tuple[float, ChargeOdds | str]], meter: Meter
) -> Charges:
    """Assemble the result from all distances. Raises Spent if the budget ran out before the first distance was done."""
    rows = tuple(row for _, row in found if isinstance(row, ChargeOdds))
    left_out = tuple((inches, row) for inches, row in found if isinstance(row, str))
    if meter.reached and not rows:
        raise meter.reached
    (own, enemy), stopped = (scenario.units[number] for number in pair), _stopped(left_out, meter)
    names = scenario.ruleset, own.name, enemy.name
    made = Charges(*names, own.models, rows, left_out, stopped, sides_of(scenario), own.side)
    return replace(made, target_models=enemy.models)


def _stopped(left_out: tuple[tuple[float, str], ...], meter: Meter) -> str:
    """Return the reason why the computation stopped early, or "" if it finished."""
    return INTERRUPTED if any(why == INTERRUPTED for _, why in left_out) else str(meter.reached or "")


def _all_distances(
    wanted: tuple[float, ...],
    solve: Callable[[float], ChargeOdds | str],
    meter: Meter,
    progress: Progress | None,
) -> list[tuple[float, ChargeOdds | str]]:
    """Solve each distance in turn. Returns the odds, or the reason for their absence, at each distance.

    Raises KeyboardInterrupt if the user interrupts during the first distance.
    """
    rows: list[tuple[float, ChargeOdds | str]] = []
    try:
        for inches in wanted:
            rows.append((inches, _within_limit(meter, partial(solve, inches))))
            if progress:
                progress(len(rows), len(wanted))
    except KeyboardInterrupt:
        if not rows:
            raise
    return rows + [(inches, INTERRUPTED) for inches in wanted[len(rows) :]]


def _within_limit(meter: Meter, solve: Callable[[], ChargeOdds | str]) -> ChargeOdds | str:
    """Solve one distance, or return the limit's message if the budget runs out first."""
    try:
        meter.check()
        with watched(meter.check):
            return solve()
    except Spent as spent:
        return spent.message


def _odds(scenario: Scenario, unit: int, target: int, inches: float, charger: Charger) -> ChargeOdds | str:
    """Return the odds of a charge from `inches` away, or the reason why there are none."""
    moved = brought(scenario, unit, target, ticks(inches))
    if moved is None:
        return "the unit cannot move there in a straight line"
    return why_refused(moved) or charger.odds(moved, inches)


def _distances(given: Sequence[float]) -> tuple[float, ...]:
    """Return the given distances as a tuple. Raises BadInput if a distance is invalid."""
    for one in given:
        if not 0 <= one <= MOST:
            raise BadInput(
                f"{one!r} is not a distance from 0 to {MOST} inches",
                key="distances",
                remedy=f"give distances from 0 to {MOST} inches",
            )
    return tuple(given)


def _charging(scenario: Scenario, ruleset: Ruleset) -> Charging:
    """Return the ruleset's charge rules. Raises BadScenario if it has none or the scenario is in the press."""
    if isinstance(ruleset.charging, str):
        raise BadScenario(ruleset.charging, remedy="compute the odds of the scenario instead")
    if scenario.press is not None:
        raise BadScenario(MADE, remedy="place the units on a table, apart from each other")
    return ruleset.charging


def _pair(scenario: Scenario, unit: str | None, target: str | None) -> tuple[int, int]:
    """Return the indices of the charging unit and its target."""
    own = [one.name for one in scenario.units if one.side == scenario.active]
    enemies = [one.name for one in scenario.units if one.side != scenario.active]
    names = [one.name for one in scenario.units]
    return names.index(_named(unit, own, "--from")), names.index(_named(target, enemies, "--at"))


def _named(name: str | None, names: list[str], option: str) -> str:
    if name is None and len(names) == 1:
        return names[0]
    if name in names:
        return name or ""
    remedy = hint(name or "", names, f"name one of {', '.join(names)}")
    message = f"{name!r} is not one of the units to choose from" if name else "there are several units to choose from"
    raise BadInput(message, key=option, remedy=remedy)


def distance(scenario: Scenario, unit: int, target: int) -> float:
    """Return the distance in ticks between two units on a table, measured edge to edge between their nearest models."""
    outlines = _outlines(scenario)
    return min(gap(one, other) for one in outlines[unit] for other in outlines[target])


def brought(scenario: Scenario, unit: int, target: int, wanted: int) -> Scenario | None:
    """Return the scenario with the unit moved to `wanted` ticks from its target, or None if that is impossible.

    The unit moves along the line through the centres of the two nearest models and keeps its facing.
    """
    outlines = _outlines(scenario)
    along, up, far = line_between(outlines[unit], outlines[target])
    most = far + wanted + max(scenario.table.width, scenario.table.depth) if scenario.table else far

    def moved(way: float) -> Scenario:
        return _shifted(scenario, unit, round(way * along), round(way * up))

    aimed = max(wanted, TOUCHING)
    way = halved(lambda way: distance(moved(way), unit, target) > aimed, -most, far)
    found = moved(way)
    return found if abs(distance(found, unit, target) - wanted) <= CONTACT else None


def words(ticks: float) -> str:
    """Format a distance, given in ticks, as inches."""
    return f'{inches(ticks):g}"'


def halved(is_far: Callable[[float], bool], low: float, high: float) -> float:
    """Find by bisection the distance at which `is_far` changes from true (at `low`) to false (at `high`)."""
    for _ in range(ROUNDS):
        if high - low < 1:
            break
        middle = (low + high) / 2
        low, high = (middle, high) if is_far(middle) else (low, middle)
    return high


def line_between(ones: Sequence[Shape], others: Sequence[Shape]) -> tuple[float, float, float]:
    """Return the direction and distance in ticks between the centres of the two nearest shapes."""
    one, other = min(((one, other) for one in ones for other in others), key=lambda pair: gap(*pair))
    right, up = other.x - one.x, other.y - one.y
    far = sqrt(right * right + up * up)
    return right / far, up / far, far


def _outlines(scenario: Scenario) -> list[list[Shape]]:
    found: list[list[Shape]] = [[] for _ in scenario.units]
    for one in stands(scenario):
        found[one.unit].append(one.outline)
    return found


def _shifted(scenario: Scenario, number: int, right: int, up: int) -> Scenario:
    unit = _moved(scenario.units[number], right, up)
    return replace(scenario, units=(*scenario.units[:number], unit, *scenario.units[number + 1 :]))


def _moved(unit: Unit, right: int, up: int) -> Unit:
    if unit.place is not None:
        return replace(unit, place=replace(unit.place, x=unit.place.x + right, y=unit.place.y + up))
    places = (Place(one.x + right, one.y + up, one.facing) for one in unit.positions or ())
    return replace(unit, positions=tuple(places))
