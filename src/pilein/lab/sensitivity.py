"""Measure how the odds change if one number, model, bearer, weapon, shield or armour of a unit is changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import LIMIT
from pilein.chain.model.transition_model import unlabelled
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import Spent, TooMuch
from pilein.lab import questions
from pilein.lab.changes import DEFAULT as KINDS_OF_DEFAULT
from pilein.lab.changes import KINDS, Change, changes, kinds_of
from pilein.lab.fixed import Fixed
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import (
    DEFAULT,
    INTERRUPTED,
    MOST_RUNS,
    TABLE_CLAUSES,
    TABLE_LIMIT,
    TABLE_RUNS,
    Limit,
    Phases,
    assert_not_too_large,
)
from pilein.lab.outcome_summary import Standing, standing_of
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.prices import Prices, points, prices_of
from pilein.lab.reasons import Why, reasons
from pilein.lab.scenarios import Given, unknown_unit
from pilein.lab.sensitivity_figures import Effect, Refused, Worth
from pilein.lab.terms import Terms, in_turn, terms_of
from pilein.lab.worker_pool import Progress
from pilein.tabletop.scenario import Scenario

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
    """Compute the effect of each change to the unit `of`, by default to every unit.

    Effects are floats or, if `exact`, fractions. `vary` names kinds of changes, separated by commas (see `pilein
    worth --help`). `prices` are points per model for weapons, bearers and profiles, like {"halberd": 2}, from which
    the gain per point is computed. `explain` is the number of effects to explain, surprising ones first. Other
    arguments are as in `odds`. Changes that need too much work, or for which no time is left, are left out.
    `progress` is called with (changes done, changes wanted).

    Raises:
        BadInput: a unit, kind of change or price is unknown; also raised as by `odds`.
        TooManyPositions: there are too many positions even without a change.
        Spent: the budget runs out before the first change.
    """
    kinds = kinds_of(vary, tuple(KINDS))
    terms = terms_of(scenario, policy, rulings, fixed, budget, phases=phases, exact=exact)
    known, numbers = prices_of(prices, terms.scenario), _chosen(terms.scenario, of)
    solve = partial(_standing, terms, KnownFights[Standing]())
    before, words = solve(terms.scenario, is_split=True), vocabulary(terms.scenario.ruleset)
    wanted = [change for number in numbers for change in changes(terms.scenario, words, number, kinds)]
    begun = replace(terms.meter.budget(BEGINNING), memory=None).started() if explain else UNMETERED
    done, _ = in_turn(wanted, partial(_tried, terms, before, solve, begun, known), progress, KeyboardInterrupt)
    return _worth(terms, Why(terms.scenario, before, solve, policy, terms.phases, fixed), wanted, done, explain)


def _worth(terms: Terms, why: Why, wanted: Sequence[Change], done: Sequence[Effect | Refused], explain: int) -> Worth:
    """Return the effects with their reasons. Changes without a result count as interrupted."""
    found = terms.scenario
    pairs = [(change, one) for change, one in zip(wanted, done, strict=False) if isinstance(one, Effect)]
    pairs.sort(key=lambda pair: pair[1].size, reverse=True)
    not_done = (Refused(found.units[one.unit].name, one.words, INTERRUPTED) for one in wanted[len(done) :])
    left_out = (*(one for one in done if isinstance(one, Refused)), *not_done)
    told, shown = reasons(why, pairs, most=explain), tuple(effect for _, effect in pairs)
    asked = found.ruleset, sides_of(found), terms.phases
    return Worth(*asked, why.before, shown, left_out, *terms.basis(), reasons=told)


def _tried(
    terms: Terms, before: Standing, solve: Solve, begun: Meter, prices: Prices, change: Change
) -> Effect | Refused:
    """Return the effect of a change, or the reason why there is none. Once the limit of `begun` is reached, no more
    changes are tried.
    """
    refused = partial(Refused, terms.scenario.units[change.unit].name, change.words)
    if change.scenario is None:
        return refused(change.reason)
    if begun.is_spent:
        return refused(str(terms.meter.out_of_time()), is_spent=True)
    try:
        return _effect(terms.scenario, change, before, solve(change.scenario), points(terms.scenario, change, prices))
    except Spent as error:
        return refused(str(error), is_spent=True)
    except TooMuch as error:
        return refused(error.why)


def _effect(scenario: Scenario, change: Change, before: Standing, after: Standing, cost: float) -> Effect:
    unit = scenario.units[change.unit]
    side = [one.name for one in scenario.sides].index(unit.side)
    gains = after.wins[0] - before.wins[0], after.wins[1] - before.wins[1]
    losses = after.losses[0] - before.losses[0], after.losses[1] - before.losses[1]
    numbers = after.wins[side], gains[side], losses[side], losses[1 - side]
    return Effect(unit.name, unit.side, change.words, *numbers, cost, change.should, gains)


def _standing(asked: Terms, known: KnownFights[Standing], scenario: Scenario, *, is_split: bool = False) -> Standing:
    """Return the result of a fight, reusing the result of an equal fight.

    Splitting the result by ways of winning takes longer.
    """
    asked.meter.check()
    assert_not_too_large(scenario)
    most = {"limit": TABLE_LIMIT, "most_runs": TABLE_RUNS, "most_clauses": TABLE_CLAUSES}
    if scenario.press is not None:
        most = {"limit": LIMIT, "most_runs": MOST_RUNS}
    label = questions.label(ruleset_named(scenario.ruleset)) if is_split else unlabelled
    up_to = partial(partial(compiled, policies=asked.policies, phases=asked.phases, label=label), **most)
    read = partial(standing_of, phases=asked.phases, exact=asked.exact, is_split=is_split)
    return known.solved(scenario, read, (asked.exact, is_split), up_to, asked.meter)


def _chosen(scenario: Scenario, of: str | None) -> list[int]:
    names = [unit.name for unit in scenario.units]
    if of is None:
        return list(range(len(names)))
    if of not in names:
        raise unknown_unit(of, names)
    return [names.index(of)]
