"""Measure the exact regret of policies against best answers, computed by `pilein.best`, in the examples in the
press.

Run by `python -m benchmarks.regret [EXAMPLE ...]`. The regret of a policy is its loss of lead (the chance to win
minus the enemy's) over one phase, against an enemy with best answers. It is 0 if no policy could do better. The
regret of `random` is a mean over its answers. Examples with too many states for best answers are left out.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pilein
from pilein.engine.players import Mixed
from pilein.engine.policies import MOST
from pilein.kernel.requests import Answer, Choice, Policy

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PHASES = 1
MOST_STATES = 250_000
BEST = "best"


def any_answer(_state: object, choice: Choice) -> Answer | Mixed:
    """Give the same probability to every answer considered. This is the policy `random` in the form that exact odds
    require.
    """
    answers = [answer for _, answer in islice(choice.candidates(), MOST)]
    return Mixed(tuple((answer, 1) for answer in answers)) if len(answers) > 1 else answers[0]


POLICIES: dict[str, str | Policy] = {"random": any_answer, "first": "first", "sensible": "sensible"}


class Regret(NamedTuple):
    """Lead that a policy loses in the seat of the first side, and the lead that it loses in the seat of the second."""

    one: float
    other: float


def regrets(scenario: pilein.Scenario, phases: int = PHASES) -> dict[str, Regret]:
    """Return the regret of each policy.

    Raises:
        TooManyPositions: the fight is too large for best answers.
    """

    def lead(one: str | Policy, other: str | Policy) -> float:
        return float(
            pilein.best(scenario, (one, other), phases=phases, exact=False, limit=MOST_STATES, budget=None).value
        )

    best = lead(BEST, BEST)
    return {name: Regret(best - lead(policy, BEST), lead(BEST, policy) - best) for name, policy in POLICIES.items()}


def solved(paths: list[Path]) -> Iterator[tuple[str, pilein.Scenario, dict[str, Regret]]]:
    """Yield the examples in the press that are small enough for best answers, with their regrets."""
    for path in paths:
        scenario = pilein.Scenario.load(path)
        if scenario.press is None:
            continue
        try:
            yield f"{path.parent.name}/{path.stem}", scenario, regrets(scenario)
        except pilein.TooManyPositions:
            continue


def main() -> None:
    """Print the table of regrets."""
    parser = argparse.ArgumentParser(description="Exact regret of the policies in the examples in the press.")
    parser.add_argument("examples", nargs="*", type=Path, default=sorted(EXAMPLES.glob("*/*.toml")), metavar="EXAMPLE")
    print("| example | side | " + " | ".join(POLICIES) + " |")
    print("| --- | --- |" + " ---: |" * len(POLICIES))
    for name, scenario, found in solved(parser.parse_args().examples):
        for seat, side in enumerate(scenario.sides):
            lost = " | ".join(f"{100 * max(0.0, one[seat]):.3f} %" for one in found.values())
            print(f"| {name} | {side.name} | {lost} |", flush=True)


if __name__ == "__main__":
    main()
