"""Play one phase as bulk simulation does, with a clock on every clause and the total in CPU time."""

from collections import Counter
from functools import cache
from time import perf_counter, process_time
from typing import Any, cast

from msgspec import Struct

from pilein.dice import Roll
from pilein.engine.play import turned
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.sources import Dice
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Policy, Request, is_choice
from pilein.tabletop.loading import loads

WARM = 100  # phases played from a position before `again` is measured, so that caches are full
WARMING = 1_000_000  # their first seed, so that none of them is measured
CHARGED = {"scrollhammer": "ChargeMade"}  # event without which a phase is left out; other rulesets count all


class Played(Struct):
    """Seconds that a phase took: in total, by clause, and for finding and giving answers. The seconds for answers are
    part of the seconds by clause.
    """

    seconds: float
    clauses: Counter[str]
    answers: float
    position: Position
    has_charged: bool


def opening(text: str) -> Position:
    """Return the first position of a scenario."""
    scenario = loads(text, vocabulary).scenario
    return ruleset_named(scenario.ruleset).opened(scenario)


def eager(policy: Policy, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - any ruleset's state
    """Charge whenever possible, with as many units as possible. Otherwise follow the policy."""
    if type(choice).__name__ == "Declaration":
        return max((answer for _, answer in choice.candidates()), key=len)
    return policy(state, choice)


def play(position: Position, seed: int) -> Played:
    """Play one phase from a position, and return its times."""
    ruleset = position.state.setup.ruleset
    rules, policy = ruleset_named(ruleset), _sensible(ruleset)
    dice = Dice(seed)
    thinking = 0.0

    def ask(request: Request) -> Answer:
        nonlocal thinking
        if not is_choice(request):
            return cast("Roll", request).thrown(dice.die)
        began = perf_counter()
        answer = eager(policy, position.state, request)
        thinking += perf_counter() - began
        return answer

    played = Played(0.0, Counter(), 0.0, position, has_charged=ruleset not in CHARGED)
    start = process_time()
    while position.agenda:
        key, began = str(position.agenda[0][0]), perf_counter()
        ran = turned(rules, position, ask)
        took = perf_counter() - began
        position = ran.position
        played.clauses[key] += took  # type: ignore[assignment]
        played.has_charged |= any(type(event).__name__ == CHARGED.get(ruleset) for event in ran.events)
    played.seconds = process_time() - start
    played.answers = thinking
    played.position = position
    return played


def warm(text: str) -> Position:
    """Play unmeasured phases from the first position of a scenario, as the measure `again` requires, and return that
    position.
    """
    position = opening(text)
    for seed in range(1, WARM + 1):
        play(position, WARMING + seed)
    return position


@cache
def _sensible(ruleset: str) -> Policy:
    return named("sensible", ruleset, seed=0, side=0)
