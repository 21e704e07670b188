"""Compute the odds of a charge by distance, including the losses on both sides."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import sqrt

from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.rulesets import ruleset_named
from pilein.geometry.gaps import gap, nearest
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.straight_sweeps import shifted
from pilein.geometry.ticks import ticks
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.errors import BadInput, BadScenario, Spent
from pilein.kernel.nearest import hint
from pilein.lab.changes import why_refused
from pilein.lab.charge_figures import ChargeOdds, Charges
from pilein.lab.charge_solving import Charger
from pilein.lab.fixed import Fixed, unused_hints
from pilein.lab.limits import DEFAULT, INTERRUPTED, Limit
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.scenarios import Given
from pilein.lab.terms import Terms, in_turn, terms_of
from pilein.lab.worker_pool import Progress
from pilein.tabletop.checking import stands
from pilein.tabletop.ruleset import Charging
from pilein.tabletop.scenario import Scenario

Distance = tuple[float, ChargeOdds | str]  # in inches, with the odds or the reason why there are none
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
    The unit charges as soon as it may, and no other unit of its side charges. `policy` answers all other questions.
    `fixed` answers take precedence even over these two rules, as in `odds`. A unit may be omitted if its side has only
    one unit. If a distance has too many outcomes to solve, 500 games are sampled instead. `progress` is called with
    (distances done, distances wanted). `budget` limits time and memory, for example "5min,2GB"; None means no limit.
    When the budget runs out or the user interrupts, the remaining distances are left out. If a distance is being
    sampled, its odds are estimated from the games played so far.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: there are no such units, there is no table, a distance is invalid, or the ruleset has no charges.
        Spent: the budget is reached before the first distance is done.
        UnknownRule: there is no such policy, ruling or option.
    """
    wanted, terms = _distances(distances), terms_of(scenario, policy, rulings, fixed, budget)
    charging = _charging(terms.scenario)
    pair = _pair(terms.scenario, unit, target)
    are_ours = all(isinstance(one, str) for one in pair_of(policy, sides_of(terms.scenario)))
    rules = ruleset_named(terms.scenario.ruleset)
    charger = Charger(rules, charging, *pair, terms.policies, terms.meter, terms.fixed, are_ours=are_ours)
    done, stop = in_turn(wanted, partial(_within_limit, terms, pair, charger), progress, KeyboardInterrupt)
    rows = [*done, *[INTERRUPTED] * (len(wanted) - len(done))]
    stopped = INTERRUPTED if stop else str(terms.meter.reached or "")
    return _made(terms, pair, list(zip(wanted, rows, strict=True)), stopped)


def _made(terms: Terms, pair: tuple[int, int], found: Sequence[Distance], stopped: str) -> Charges:
    """Return the answer for all distances. Raises Spent if a limit is reached before the first distance is done."""
    scenario, fixed = terms.scenario, terms.fixed
    rows = tuple(row for _, row in found if isinstance(row, ChargeOdds))
    if terms.meter.reached and not rows:
        raise terms.meter.reached
    left_out = tuple((inches, row) for inches, row in found if isinstance(row, str))
    own, enemy = (scenario.units[number] for number in pair)
    asked = scenario.ruleset, own.name, enemy.name, own.models, rows, left_out, stopped
    basis, hints = terms.basis(CHARGES).assumptions, unused_hints(fixed, scenario.ruleset)
    return Charges(*asked, sides_of(scenario), own.side, basis, hints, enemy.models)


def _within_limit(terms: Terms, pair: tuple[int, int], charger: Charger, far: float) -> ChargeOdds | str:
    """Return the odds of a charge from a distance in inches, or the reason why there are none."""
    try:
        terms.meter.check()
        with watched(terms.meter.check):
            moved = brought(terms.scenario, *pair, ticks(far))
            if moved is None:
                return "the unit cannot move there in a straight line"
            return why_refused(moved) or charger.odds(moved, far)
    except Spent as spent:
        return spent.message


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


def _charging(scenario: Scenario) -> Charging:
    """Return the ruleset's charge rules. Raises BadScenario if there are none or the scenario is in the press."""
    charging = ruleset_named(scenario.ruleset).charging
    if isinstance(charging, str):
        raise BadScenario(charging, remedy="compute the odds of the scenario instead")
    if scenario.press is not None:
        raise BadScenario(MADE, remedy="place the units on a table, apart from each other")
    return charging


def _pair(scenario: Scenario, unit: str | None, target: str | None) -> tuple[int, int]:
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
    return nearest(outlines[unit], outlines[target])


def brought(scenario: Scenario, unit: int, target: int, wanted: int) -> Scenario | None:
    """Return the scenario with the unit moved to `wanted` ticks from its target, or None if that is impossible.

    The unit moves along the line through the centres of the two nearest models and keeps its facing.
    """
    outlines = _outlines(scenario)
    farthest = wanted + max(scenario.table.width, scenario.table.depth) if scenario.table else 0
    shift = shift_to(outlines[unit], outlines[target], max(wanted, TOUCHING), farthest)
    found = _shifted(scenario, unit, *shift)
    return found if abs(distance(found, unit, target) - wanted) <= CONTACT else None


def shift_to(ones: Sequence[Shape], others: Sequence[Shape], wanted: float, farthest: float) -> tuple[int, int]:
    """Find by bisection the shift (right, up) in ticks that brings shapes to a wanted distance from other shapes.

    The shapes move along the line through the centres of the two nearest shapes. They move back by at most
    `farthest` ticks more than the distance between those centres.
    """
    one, other = min(((one, other) for one in ones for other in others), key=lambda pair: gap(*pair))
    right, up = other.x - one.x, other.y - one.y
    high = far = sqrt(right * right + up * up)
    low = -far - farthest
    for _ in range(ROUNDS):
        if high - low < 1:
            break
        middle = (low + high) / 2
        way = round(middle * right / far), round(middle * up / far)
        is_far = nearest([shifted(shape, *way) for shape in ones], others) > wanted
        low, high = (middle, high) if is_far else (low, middle)
    return round(high * right / far), round(high * up / far)


def _outlines(scenario: Scenario) -> list[list[Shape]]:
    found: list[list[Shape]] = [[] for _ in scenario.units]
    for one in stands(scenario):
        found[one.unit].append(one.outline)
    return found


def _shifted(scenario: Scenario, number: int, right: int, up: int) -> Scenario:
    unit = scenario.units[number]
    if unit.place is not None:
        unit = replace(unit, place=replace(unit.place, x=unit.place.x + right, y=unit.place.y + up))
    else:
        places = (Place(one.x + right, one.y + up, one.facing) for one in unit.positions or ())
        unit = replace(unit, positions=tuple(places))
    return replace(scenario, units=(*scenario.units[:number], unit, *scenario.units[number + 1 :]))
