"""Odds of a charge from one distance after the other: that it arrives, what it loses, that the target flees."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.geometry.ticks import ticks
from pilein.kernel.errors import BadInput, BadScenario, Spent
from pilein.kernel.nearest import hint
from pilein.lab.approaches import brought
from pilein.lab.budgets import DEFAULT, Limit, budget_of
from pilein.lab.changes import why_refused
from pilein.lab.charge_figures import ChargeOdds, Charges
from pilein.lab.charge_solving import Charger
from pilein.lab.odds_policies import Chosen, policies_of
from pilein.lab.scenarios import scenario_of
from pilein.tabletop.ruleset import Charging, Ruleset
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]  # (distances done, distances wanted)

DISTANCES = tuple(range(1, 13))  # inches
MOST = 200  # inches: no table is wider


def charge(  # noqa: PLR0913 - what is asked, and how it may be worked out
    scenario: Scenario | str | Path,
    unit: str | None = None,
    target: str | None = None,
    *,
    distances: Sequence[float] = DISTANCES,
    policy: Chosen = "sensible",
    rulings: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Charges:
    """The odds of a charge of a unit on an enemy, from each of these distances in inches, edge to edge.

    The unit is moved straight towards its target or away from it; all else stands as the scenario has it. It charges as
    soon as it may, and of its side it alone; what else is asked `policy` answers, as in `odds`. The units need not be
    named where there is no other. Where too much can happen, 500 games are sampled from that distance. `progress` is
    told (distances done, wanted). `budget` limits time and memory, like "5min,2GB"; None: not at all. When it is spent
    the distances that are not done are left out, and one that is being sampled has the games that are over.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: no such units, no table, what is no distance, or a ruleset without charges.
        Spent: the budget is, and not one distance is done.
        UnknownRule: no such policy, ruling or option.

    """
    found, wanted = scenario_of(scenario, rulings), _distances(distances)
    ruleset = ruleset_named(found.ruleset)
    charging = _charging(found, ruleset)
    one, other = _pair(found, unit, target)
    meter = budget_of(budget).started()
    charger = Charger(ruleset, charging, one, other, policies_of(policy, found.ruleset), meter)
    told = _told(wanted, lambda inches: _odds(found, one, other, inches, charger), meter, progress)
    rows = tuple(row for _, row in told if isinstance(row, ChargeOdds))
    left_out = tuple((inches, row) for inches, row in told if isinstance(row, str))
    if meter.reached and not rows:
        raise meter.reached
    own, enemy = found.units[one], found.units[other]
    return Charges(found.ruleset, own.name, enemy.name, own.models, rows, left_out, str(meter.reached or ""))


def _told(
    wanted: tuple[float, ...],
    reckon: Callable[[float], ChargeOdds | str],
    meter: Meter,
    progress: Progress | None,
) -> list[tuple[float, ChargeOdds | str]]:
    """The odds from each distance, or why there are none."""
    told: list[tuple[float, ChargeOdds | str]] = []
    for inches in wanted:
        told.append((inches, _within_limit(meter, partial(reckon, inches))))
        if progress:
            progress(len(told), len(wanted))
    return told


def _within_limit(meter: Meter, reckon: Callable[[], ChargeOdds | str]) -> ChargeOdds | str:
    """The odds, or that a limit was reached before there were any."""
    try:
        meter.check()
        with watched(meter.check):
            return reckon()
    except Spent as spent:
        return spent.message


def _odds(scenario: Scenario, unit: int, target: int, inches: float, charger: Charger) -> ChargeOdds | str:
    """The odds from so many inches, or why there are none."""
    moved = brought(scenario, unit, target, ticks(inches))
    if moved is None:
        return "the unit cannot be brought there along a straight line"
    return why_refused(moved) or charger.odds(moved, inches)


def _distances(given: Sequence[float]) -> tuple[float, ...]:
    """All of them, if they are distances."""
    for one in given:
        if not 0 <= one <= MOST:
            raise BadInput(f"{one!r} is no distance", key="distances", remedy=f"give inches from 0 to {MOST}")
    return tuple(given)


def _charging(scenario: Scenario, ruleset: Ruleset) -> Charging:
    """How units charge in this ruleset, where there is a table to charge on."""
    if isinstance(ruleset.charging, str):
        raise BadScenario(ruleset.charging, remedy="ask for the odds of the scenario")
    if scenario.press is not None:
        raise BadScenario("in the press everybody has charged already", remedy="place the units on a table")
    return ruleset.charging


def _pair(scenario: Scenario, unit: str | None, target: str | None) -> tuple[int, int]:
    """The numbers of the unit that charges and of its target."""
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
    message = f"{name!r} is none of the units that could be meant" if name else "several units could be meant"
    raise BadInput(message, key=option, remedy=remedy)
