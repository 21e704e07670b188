"""Policies for every ruleset, and look-up of policies by name, as in `--play red=sensible` and in records."""

from collections.abc import Callable
from importlib import import_module
from itertools import islice

from pilein.engine.players import Mixed
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sources import Dice
from pilein.kernel.nearest import unknown_name
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.tabletop.battle import BattleState

BOTS = "pilein.agents.bots"
MOST = 24  # candidates considered: some choices have millions, and placements on a table are slow to find


def first(_state: BattleState, choice: Choice) -> Answer:
    """Return the first candidate of a choice.

    The answer is always the same in the same state, so the chain may use this policy.
    """
    return next(choice.candidates())[1]


class Random:
    """Policy that picks one of the first 24 candidates at random, depending only on its seed and `moment`.

    The game sets `moment` before each question, so the answers are the same after an undo.
    """

    def __init__(self, seed: int, side: int = 0) -> None:
        self.moment = 0
        self._stream = (seed * 2 + side + 1) << 32

    def __call__(self, _state: BattleState, choice: Choice) -> Answer:
        """Pick one of the candidates, each with the same chance."""
        offered = [answer for _, answer in islice(choice.candidates(), MOST)]
        return offered[Dice(self._stream + self.moment).die(len(offered)) - 1]


def uniform(_state: BattleState, choice: Choice) -> Answer | Mixed:
    """Give each of the first 24 candidates the same chance. This is the policy `random` for exact odds."""
    offered = [answer for _, answer in islice(choice.candidates(), MOST)]
    return offered[0] if len(offered) == 1 else Mixed(tuple((answer, 1) for answer in offered))


POLICIES: dict[str, Callable[[str, int, int], Policy]] = {
    "first": lambda _ruleset, _seed, _side: first,
    "random": lambda _ruleset, seed, side: Random(seed, side),
    "sensible": lambda ruleset, _seed, _side: ruleset_named(ruleset).policy or first,
    "expectimax": lambda _ruleset, _seed, _side: _searching("expectimax", ""),
    "mcts": lambda _ruleset, _seed, _side: _searching("mcts", ""),
}
SEARCHING = ("expectimax", "mcts", "flat", "program")  # policies whose names may go on: mcts:2s
NAMES = (*POLICIES, "mcts:1000", "mcts:2s", "flat:200", "program:COMMAND")  # for help and error messages


def named(name: str, ruleset: str, *, seed: int, side: int) -> Policy:
    """Return the policy with this name, for a side (0 or 1) of a game under a ruleset, with the game's seed.

    `sensible` is the ruleset's own policy, or `first` if it has none. The name of a searching policy may include its
    effort, as in mcts:1000 or mcts:2s.

    Raises:
        UnknownRule: there is no such policy. The error suggests the nearest name.
        BadInput: the effort of a searching policy is invalid.
    """
    kind, colon, detail = name.partition(":")
    if kind in SEARCHING and (colon or kind not in POLICIES):
        return _searching(kind, detail)
    if name not in POLICIES:
        raise unknown_name(name, NAMES, "policy")
    return POLICIES[name](ruleset, seed, side)


def _searching(kind: str, detail: str) -> Policy:
    """Return a searching policy. Its module belongs to a higher layer and is loaded only when the policy is named."""
    found: Policy = import_module(BOTS).made(kind, detail)
    return found
