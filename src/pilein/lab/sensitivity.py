"""Measure the effect on the odds of changing one number, model, bearer, weapon, shield or armour of a unit."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import LIMIT
from pilein.chain.model.transition_model import TransitionModel, unlabelled
from pilein.engine.budget import UNMETERED, Budget, Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.requests import Policy
from pilein.lab import questions
from pilein.lab.assumptions import basis
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import (
    DEFAULT,
    MOST_RUNS,
    TABLE_CLAUSES,
    TABLE_LIMIT,
    TABLE_RUNS,
    Limit,
    Phases,
    assert_not_too_large,
    budget_of,
    phases_of,
)
from pilein.lab.loadout_variants import topics_of
from pilein.lab.outcome_summary import Standing, standing_of
from pilein.lab.policies import SENSIBLE, Policies, policies_of, sides_of
from pilein.lab.prices import Prices, points, prices_of
from pilein.lab.reasons import Why, reasons
from pilein.lab.scenario_changes import DEFAULT as KINDS_OF_DEFAULT
from pilein.lab.scenario_changes import KINDS, Change, changes
from pilein.lab.scenarios import Given, scenario_of, unknown_unit
from pilein.lab.sensitivity_figures import INTERRUPTED, Effect, Refused, Worth
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]  # (changes done, changes wanted)
Solve = Callable[..., Standing]  # of a scenario

EXPLAINED = 3  # effects to explain
BEGINNING = 0.8  # share of the time after which no change begins


def worth(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    of: str | None = None,
    vary: str = ",".join(KINDS_OF_DEFAULT),
    prices: Prices | None = None,
    explain: int = EXPLAINED,
    phases: Phases = "end",
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Worth:
    """Compute the effect of each change to the unit `of`, by default to every unit, in floats or `exact`.

    `vary` names kinds of changes, separated by commas (see `pilein worth --help`). `prices` are points per model for
    weapons, bearers and profiles, like {"halberd": 2}, from which the gain per point is computed. `explain` is the
    number of effects to explain, surprising ones first. Other arguments are as in `odds`. Changes that need too much
    work, or for which no time is left, are left out. `progress` is called with (changes done, changes wanted).

    Raises:
        BadInput: a unit, kind of change or price is unknown; also raised as by `odds`.
        TooManyPositions: there are too many positions even without a change.
        Spent: the budget runs out before the first change.
    """
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    limits, answers = budget_of(budget), fixed_answers(fixed, found)
    meter, early = limits.started(), _for_changes(limits) if explain else UNMETERED
    policies = both_with_fixed(answers, policies_of(policy, found.ruleset, sides_of(found)))
    solve = partial(_standing, policies=policies, phases=span, exact=exact, meter=meter, fights=KnownFights())
    kinds, known, numbers = topics_of(vary, tuple(KINDS)), prices_of(prices, found), _chosen(found, of)
    before, words = solve(found, is_split=True), vocabulary(found.ruleset)
    wanted = [change for number in numbers for change in changes(found, words, number, kinds)]
    tried = _all_tried(found, wanted, before, partial(_in_time, solve, early, meter), progress)
    effects, left_out = _sorted(found, wanted, tried, known)
    told = reasons(Why(found, before, solve, policy, span, fixed), effects, most=explain)
    rests_on, shown = basis(found, policy, answers, phases=span), tuple(effect for _, effect in effects)
    return Worth(found.ruleset, sides_of(found), span, before, shown, left_out, *rests_on, reasons=told)


def _for_changes(budget: Budget) -> Meter:
    """Return a meter for the time in which changes may begin. The remaining time is reserved for finding reasons."""
    return Budget(None if budget.seconds is None else BEGINNING * budget.seconds, None, budget.clock).started()


def _in_time(solve: Solve, early: Meter, meter: Meter, scenario: Scenario) -> Standing:
    """Solve a changed scenario. Raises Spent if it is too late to start."""
    try:
        early.check()
    except Spent:
        raise meter.out_of_time() from None
    return solve(scenario)


def _sorted(
    scenario: Scenario, wanted: list[Change], tried: list[Effect | Refused], prices: Prices
) -> tuple[list[tuple[Change, Effect]], tuple[Refused, ...]]:
    """Return the changes with their effects and points, largest effect first, and the changes that were left out."""
    pairs = [(change, one) for change, one in zip(wanted, tried, strict=True) if isinstance(one, Effect)]
    priced = [(change, replace(one, points=points(scenario, change, prices))) for change, one in pairs]
    largest_first = sorted(priced, key=lambda pair: pair[1].size, reverse=True)
    return largest_first, tuple(one for one in tried if isinstance(one, Refused))


def _all_tried(
    scenario: Scenario,
    wanted: list[Change],
    before: Standing,
    solve: Solve,
    progress: Progress | None,
) -> list[Effect | Refused]:
    """Return the effect of each change. Changes after an interruption are refused.

    Raises:
        KeyboardInterrupt: the user interrupts the first change.
    """
    tried: list[Effect | Refused] = []
    try:
        for change in wanted:
            tried.append(_tried(scenario, change, before, solve))
            if progress:
                progress(len(tried), len(wanted))
    except KeyboardInterrupt:
        if not tried:
            raise
    not_done = wanted[len(tried) :]
    return tried + [Refused(scenario.units[one.unit].name, one.words, INTERRUPTED) for one in not_done]


def _tried(scenario: Scenario, change: Change, before: Standing, solve: Solve) -> Effect | Refused:
    """Return the effect of a change, or the reason why there is none."""
    unit = scenario.units[change.unit]
    if change.scenario is None:
        return Refused(unit.name, change.words, change.reason)
    try:
        return _effect(scenario, change, before, solve(change.scenario))
    except Spent as spent:
        return Refused(unit.name, change.words, str(spent))
    except TooMuch as error:
        return Refused(unit.name, change.words, error.why)


def _effect(scenario: Scenario, change: Change, before: Standing, after: Standing) -> Effect:
    unit = scenario.units[change.unit]
    side = [one.name for one in scenario.sides].index(unit.side)
    return Effect(
        unit.name,
        unit.side,
        change.words,
        wins=after.wins[side],
        gain=after.wins[side] - before.wins[side],
        own=after.losses[side] - before.losses[side],
        foes=after.losses[1 - side] - before.losses[1 - side],
        should=change.should,
        gains=(after.wins[0] - before.wins[0], after.wins[1] - before.wins[1]),
    )


def _standing(
    scenario: Scenario,
    *,
    policies: tuple[Policy, Policy],
    phases: int,
    exact: bool,
    meter: Meter,
    fights: KnownFights[Standing],
    is_split: bool = False,
) -> Standing:
    """Return the result of a fight, reusing the result of an equal fight.

    Splitting the result by ways of winning takes longer.
    """
    meter.check()
    ruleset = ruleset_named(scenario.ruleset)
    begun = ruleset.opened(scenario)
    assert_not_too_large(scenario)

    def solve() -> tuple[TransitionModel, Standing]:
        labels = questions.label(ruleset) if is_split else unlabelled
        up_to = partial(compiled, ruleset, begun, policies, phases=phases, label=labels, meter=meter)
        if scenario.press is None:
            chain = up_to(limit=TABLE_LIMIT, most_runs=TABLE_RUNS, most_clauses=TABLE_CLAUSES)
        else:
            chain = up_to(limit=LIMIT, most_runs=MOST_RUNS)
        return chain.model, standing_of(chain, ruleset, begun.state, phases=phases, exact=exact, is_split=is_split)

    return fights.result((exact, is_split), begun, meter, solve)


def _chosen(scenario: Scenario, of: str | None) -> list[int]:
    names = [unit.name for unit in scenario.units]
    if of is None:
        return list(range(len(names)))
    if of not in names:
        raise unknown_unit(of, names)
    return [names.index(of)]
