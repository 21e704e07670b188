"""Format the commands that reproduce a report's figures."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from pilein.engine.budget import size
from pilein.engine.rulesets import folders
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.scenarios import Given
from pilein.lab.sentence_effects import SentenceEffects
from pilein.lab.units import Units

SCENARIO, UNITS = "SCENARIO.toml", "UNITS.toml"  # for scenarios that were not read from a file


class Asked(NamedTuple):
    """Arguments with which a report was requested. See `report`."""

    ruleset: str
    scenarios: tuple[Given, ...]
    units: Units | str | Path | None
    random: int
    policy: Policies
    phases: Phases
    games: int
    seed: int
    budget: Limit


def commands_of(asked: Asked, results: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Map each result to the commands that reproduce it."""
    fights = " ".join(quote(str(one)) if isinstance(one, str | Path) else SCENARIO for one in asked.scenarios)
    units = quote(str(asked.units)) if isinstance(asked.units, str | Path) else UNITS
    options = _options(asked)
    games, seed = f"-n {asked.games} --seed {asked.seed}", f"--seed {asked.seed}"
    found = {
        "coverage": (f"pilein lab coverage {fights} {games}{options}",),
        "rulings": (f"pilein lab rulings {fights} {games}{options}",),
        "sentences": _struck(fights, games, options, results.get("sentences")),
        "random": (f"pilein lab coverage {asked.ruleset} --random {asked.random} -n 1 {seed}{options}",),
        "matchup": (f"pilein lab matchup {units}{options}",),
        "points": (f"pilein lab points {units}{options}",),
    }
    return {name: found[name] for name in results}


def _struck(fights: str, games: str, options: str, found: SentenceEffects | None) -> tuple[str, ...]:
    """Return the command for the sentence that shifts a fight most.

    Commands for other sentences differ only in the sentence.
    """
    effects = sorted(found.effects(), key=lambda one: one.is_settled) if found else ()
    if not effects:
        return ()
    way = games if any(one.games for one in effects) else "--way exact"
    return (f"pilein lab compare {fights} --without {effects[0].sentence} {way}{options}",)


def _options(asked: Asked) -> str:
    """Format the options for phases, policies, limits and folders of rulesets that differ from their defaults."""
    words = "" if asked.phases in (0, "end") else f" --phases {asked.phases}"
    play = _policies(asked.policy)
    words += f" --play {quote(play)}" if play and play != SENSIBLE else ""
    words += "".join(f" --rulesets {quote(folder)}" for folder in folders())
    return words + _limit(asked.budget)


def _policies(policy: Policies) -> str:
    """Format policies for `--play`. Returns "" if a policy is a function."""
    if isinstance(policy, str):
        return policy
    if not isinstance(policy, Mapping | tuple):
        return ""
    pairs = list(policy.items()) if isinstance(policy, Mapping) else [("", one) for one in policy]
    if not all(isinstance(one, str) for _, one in pairs):
        return ""
    return ",".join(f"{side}={one}" if side else str(one) for side, one in pairs)


def _limit(limit: Limit) -> str:
    budget = budget_of(limit)
    if (budget.seconds, budget.memory) == (DEFAULT.seconds, DEFAULT.memory):
        return ""
    if budget.seconds is None or budget.memory is None:
        return " --limit none"
    return f" --limit {budget.seconds:g}s,{size(budget.memory).replace(' ', '')}"
