"""One phase played as bulk simulation plays it, with a clock on every clause (the whole by the processor's time)."""

from collections import Counter
from functools import cache
from time import perf_counter, process_time
from typing import Any, cast

from msgspec import Struct

from pilein.agents.named import named
from pilein.dice import Roll
from pilein.engine.play import turned
from pilein.engine.players import Policy
from pilein.engine.sources import Dice
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Request, is_choice
from pilein.lab.rulesets import rules, vocabulary
from pilein.tabletop.loading import loads

PARTS = (  # part of the phase: how the files that carry it begin
    ("charge", ("declaring", "reactions", "charge", "block_charge", "dangerous", "counter", "stand_and", "regroup")),
    ("pile in", ("pile_in", "block_files", "end_pile_in", "standoff")),
    ("blows", ("directing", "striking", "allocation", "effects", "saves", "combats")),
    ("result", ("result", "morale", "sweep", "phase", "endless")),
    ("moves", ("falling_back", "consolidation", "reform")),
)
CHARGED = {"scrollhammer": "ChargeMade"}  # the event without which a phase is left out; elsewhere all are counted


class Played(Struct):
    """What a phase took, in seconds: by part, by clause, and, contained in these, for finding and giving answers."""

    seconds: float
    parts: Counter[str]
    clauses: Counter[str]
    position: Position
    has_charged: bool


def opening(text: str) -> Position:
    """The first position of a scenario."""
    scenario = loads(text, vocabulary).scenario
    return rules(scenario.ruleset).opened(scenario)


def eager(policy: Policy, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - any ruleset's state
    """Charge whenever possible, on as many units as possible; otherwise as the policy says."""
    if type(choice).__name__ == "Declaration":
        return max((answer for _, answer in choice.candidates()), key=len)
    return policy(state, choice)


def play(position: Position, seed: int) -> Played:
    """One phase from a position."""
    ruleset = position.state.setup.ruleset
    rulebook, policy = rules(ruleset).rulebook, _sensible(ruleset)
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

    played = Played(0.0, Counter(), Counter(), position, has_charged=ruleset not in CHARGED)
    start = process_time()
    while position.agenda:
        key, began = str(position.agenda[0][0]), perf_counter()
        ran = turned(rulebook, position, ask)
        took = perf_counter() - began
        position = ran.position
        played.clauses[key] += took  # type: ignore[assignment]
        played.parts[_part(key)] += took  # type: ignore[assignment]
        played.has_charged |= any(type(event).__name__ == CHARGED.get(ruleset) for event in ran.events)
    played.seconds = process_time() - start
    played.parts["answers"] = thinking  # type: ignore[assignment]
    played.position = position
    return played


@cache
def _sensible(ruleset: str) -> Policy:
    return named("sensible", ruleset, seed=0, side=0)


def _part(key: str) -> str:
    return next((part for part, begins in PARTS if key.startswith(begins)), "other")
