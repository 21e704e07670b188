"""Who answers in exact odds: policies without memory, one for each side."""

from pilein.engine.players import Chancy
from pilein.engine.policies import named
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy

Chosen = str | Policy | tuple[str | Policy, str | Policy]  # for both sides, or one for each


def policies_of(chosen: Chosen, ruleset: str) -> tuple[Policy, Policy]:
    """The policies of the two sides.

    Raises:
        UnknownRule: none has that name.
        BadInput: one answers by chance of its own, or is none.

    """
    one, other = pair_of(chosen)
    return _policy(one, ruleset, 0), _policy(other, ruleset, 1)


def pair_of(chosen: Chosen) -> tuple[str | Policy, str | Policy]:
    """What is chosen for each side; raises BadInput where that is no policy."""
    found = chosen if isinstance(chosen, tuple) else (chosen, chosen)
    if len(found) == SIDES and all(isinstance(one, str) or callable(one) for one in found):
        return found
    remedy = "name one, give a function of (state, choice), or a pair of them"
    raise BadInput(f"{chosen!r} is no policy", key="policy", remedy=remedy)


SIDES = 2


def _policy(policy: str | Policy, ruleset: str, side: int) -> Policy:
    found = named(policy, ruleset, seed=0, side=side) if isinstance(policy, str) else policy
    if isinstance(found, Chancy):
        remedy = "sample it with `simulate`, or name a policy that always answers alike"
        raise BadInput("it answers by chance, which odds cannot follow", key=f"policy {policy!r}", remedy=remedy)
    return found
