"""Searching players, created from names such as `expectimax`, `mcts`, `mcts:1000` (with 1000 playouts), `mcts:2s` (for
two seconds), `flat:200` or `program:COMMAND`.
"""

import re
from collections.abc import Callable
from importlib import import_module

from pilein.agents.outside import Outside
from pilein.agents.tree_search import NEVER, PLAYOUTS, TreeSearch
from pilein.chain.numpy_at_hand import has_numpy
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy

MOST_PLAYOUTS = 10**9
HASTE = 4  # divisor of the usual number of states if time is limited
NUMBER = re.compile(r"[1-9]\d{0,8}")
SECONDS = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)s")
EXAMPLES = {
    "expectimax": "expectimax, expectimax:20000 for at most 20,000 states, or expectimax:2s for two seconds",
    "mcts": "mcts, mcts:1000 for 1,000 playouts, or mcts:2s for two seconds",
    "flat": "flat:200 for 200 playouts",
    "program": "program:node bot.js, with a command that speaks the protocol of docs/agents.md",
}


def made(kind: str, detail: str) -> Policy:
    """Return a searching player of the given kind.

    Raises:
        BadInput: the detail after the colon is not a valid setting for the kind.
    """
    return MAKERS[kind](detail)


def _expectimax(detail: str) -> Policy:
    if not has_numpy():
        raise BadInput(
            "the policy expectimax needs numpy, which is not installed here",
            key="policy",
            remedy="install numpy, or use mcts",
        )
    found = import_module("pilein.agents.expectimax")
    seconds = _seconds(detail)
    made_of: tuple[int, TreeSearch] | tuple[int] = (
        (found.LIMIT // HASTE, TreeSearch(MOST_PLAYOUTS, seconds))
        if seconds
        else (_number(detail, found.LIMIT, "expectimax"),)
    )
    policy: Policy = found.Expectimax(*made_of)
    return policy


def _mcts(detail: str) -> Policy:
    seconds = _seconds(detail)
    if seconds:
        return TreeSearch(MOST_PLAYOUTS, seconds)
    return TreeSearch(_number(detail, PLAYOUTS, "mcts"), NEVER)


def _seconds(detail: str) -> float:
    """Return the number of seconds in a detail like 2s, or 0 if the detail is not in seconds."""
    found = SECONDS.fullmatch(detail)
    return float(found[1]) if found else 0.0


def _flat(detail: str) -> Policy:
    return TreeSearch(_number(detail, PLAYOUTS, "flat"), is_flat=True)


def _program(detail: str) -> Policy:
    if not detail.strip():
        raise _unfit("program", detail)
    return Outside(detail)


def _number(detail: str, usual: int, kind: str) -> int:
    if not detail:
        return usual
    if not NUMBER.fullmatch(detail):
        raise _unfit(kind, detail)
    return int(detail)


def _unfit(kind: str, detail: str) -> BadInput:
    return BadInput(f"{detail!r} is not a valid setting for {kind}", key="policy", remedy=f"give {EXAMPLES[kind]}")


MAKERS: dict[str, Callable[[str], Policy]] = {
    "expectimax": _expectimax,
    "mcts": _mcts,
    "flat": _flat,
    "program": _program,
}
