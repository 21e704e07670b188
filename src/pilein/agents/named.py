"""Policies by their names, as `--play red=sensible` and records have them."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from pilein.agents.first import first
from pilein.agents.random import Random
from pilein.engine.players import Policy
from pilein.kernel.nearest import unknown


def _sensible(ruleset: str, _seed: int, _side: int) -> Policy:
    """A ruleset's own policy; one that has none takes what is offered first."""
    module = f"pilein.agents.{ruleset}"
    if find_spec(module) is None:
        return first
    policy: Policy = import_module(module).sensible
    return policy


POLICIES: dict[str, Callable[[str, int, int], Policy]] = {
    "first": lambda _ruleset, _seed, _side: first,
    "random": lambda _ruleset, seed, side: Random(seed, side),
    "sensible": _sensible,
}


def named(name: str, ruleset: str, *, seed: int, side: int) -> Policy:
    """The policy of that name for a side (0 or 1) of a game under a ruleset, with the game's seed.

    Raises:
        UnknownRule: there is none; suggests the nearest name.

    """
    if name not in POLICIES:
        raise unknown(name, POLICIES, "policy")
    return POLICIES[name](ruleset, seed, side)
