"""Policies in a fight, given by name or as functions, for both sides together or for each side."""

from collections.abc import Mapping
from typing import TypeAlias

from pilein.engine.players import Chancy, Player
from pilein.engine.policies import NAMES, named
from pilein.engine.sources import Players
from pilein.kernel.errors import BadInput, UnknownRule
from pilein.kernel.nearest import hint, unknown_name
from pilein.kernel.requests import Policy
from pilein.tabletop.scenario import Scenario

PolicyOf: TypeAlias = str | Policy  # the name of a policy, or a function of (state, choice)
Pair: TypeAlias = tuple[PolicyOf, PolicyOf]
Policies: TypeAlias = PolicyOf | Pair | Mapping[str, PolicyOf]  # for both sides, one for each, or by side

SENSIBLE = "sensible"
FIRST = "first"
BEST = "best"
ASK = "ask"  # the game waits
SIDES = 2


def sides_of(scenario: Scenario) -> tuple[str, str]:
    """Return the names of the two sides, in order."""
    one, other = (side.name for side in scenario.sides)
    return one, other


def pair_of(chosen: Policies, sides: tuple[str, str], *, otherwise: PolicyOf = SENSIBLE) -> Pair:
    """Return the chosen policy of each side. `otherwise` is the policy of a side that is missing from a mapping.

    Raises:
        BadInput: the choice is not a policy, or names an unknown side.
    """
    if isinstance(chosen, Mapping):
        for side in chosen:
            if side not in sides:
                remedy = hint(str(side), sides, f"name one of the sides: {' and '.join(sides)}")
                raise BadInput(f"there is no side {side!r}", key="policy", remedy=remedy)
        one, other = (chosen.get(side, otherwise) for side in sides)
        return _checked((one, other), chosen)
    return _checked(chosen if isinstance(chosen, tuple) else (chosen, chosen), chosen)


def _checked(pair: tuple[PolicyOf, ...], chosen: Policies) -> Pair:
    if len(pair) == SIDES and all(isinstance(one, str) or callable(one) for one in pair):
        return pair[0], pair[1]
    remedy = (
        "give the name of a policy, a function of (state, choice), a pair of policies, "
        "or a mapping from the name of each side to its policy"
    )
    raise BadInput(f"{chosen!r} is not a policy", key="policy", remedy=remedy)


def policy(name: str, ruleset: str, *, side: int = 0, seed: int = 0) -> Policy:
    """Return a policy of a ruleset by name: `sensible`, `first`, `random`, or a policy that searches.

    The policy answers for a side (0 or 1). `seed` is used by random policies.

    Examples:
        >>> import pilein
        >>> sensible = pilein.policy("sensible", "scrollhammer")
        >>> pilein.play("examples/scrollhammer/duel.toml", sensible, seed=3)
        <Played of scrollhammer, seed 3: hill king 1 of 1, noble 1 of 1>

    Raises:
        UnknownRule: there is no such policy or ruleset.
    """
    return named(name, ruleset, seed=seed, side=side)


def policies_of(chosen: Policies, ruleset: str, sides: tuple[str, str]) -> tuple[Policy, Policy]:
    """Return both sides' policies for exact odds, in which only dice are random.

    Raises:
        UnknownRule: there is no such policy.
        BadInput: a policy is random or not a policy.
    """
    one, other = pair_of(chosen, sides)
    return certain(one, ruleset, 0), certain(other, ruleset, 1)


def certain(policy: PolicyOf, ruleset: str, side: int) -> Policy:
    """Return a side's deterministic policy.

    Raises UnknownRule if the name is unknown and BadInput if the policy is random.
    """
    found = named(policy, ruleset, seed=0, side=side) if isinstance(policy, str) else policy
    if isinstance(found, Chancy):
        remedy = "sample the fight with `simulate`, or name a deterministic policy"
        raise BadInput("exact odds do not support random policies", key=f"policy {policy!r}", remedy=remedy)
    return found


def players_of(
    chosen: Policies, scenario: Scenario, seed: int, *, otherwise: PolicyOf = SENSIBLE, answers: Policy | None = None
) -> Players:
    """Return the players of a game with this seed. A side with the policy "ask" takes the next of `answers`, or makes
    the game wait.

    Raises:
        UnknownRule: there is no such policy.
        BadInput: the choice is not a policy, or names an unknown side.
    """
    return players_by(chosen, scenario.ruleset, sides_of(scenario), seed, otherwise=otherwise, answers=answers)


def players_by(
    chosen: Policies,
    ruleset: str,
    sides: tuple[str, str],
    seed: int,
    *,
    otherwise: PolicyOf = SENSIBLE,
    answers: Policy | None = None,
) -> Players:
    """Return the players of a game under a ruleset, between sides with these names. See `players_of`."""
    pair = pair_of(chosen, sides, otherwise=otherwise)
    one, other = (_player(policy, ruleset, seed, side, answers) for side, policy in enumerate(pair))
    return one, other


def _player(policy: PolicyOf, ruleset: str, seed: int, side: int, answers: Policy | None) -> Player:
    if policy == ASK:
        return Player(ASK if answers is None else "answers", answers)
    if not isinstance(policy, str):
        return Player(getattr(policy, "__name__", "policy"), policy)
    try:
        return Player(policy, named(policy, ruleset, seed=seed, side=side))
    except UnknownRule:
        raise unknown_name(policy, [*NAMES, ASK], "policy") from None
