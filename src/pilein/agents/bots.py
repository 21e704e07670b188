"""Searching players by name: `expectimax`, `mcts`, `mcts:1000` (playouts), `mcts:2s`, `flat:200`, `program:COMMAND`."""

import re
from collections.abc import Callable

from pilein.agents.expectimax import LIMIT, Expectimax
from pilein.agents.outside import Outside
from pilein.agents.tree_search import NEVER, PLAYOUTS, TreeSearch
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy

MOST_PLAYOUTS = 10**9
NUMBER = re.compile(r"[1-9]\d{0,8}")
SECONDS = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)s")
EXAMPLES = {
    "expectimax": "expectimax, or expectimax:20000 for as many states",
    "mcts": "mcts, mcts:1000 for as many playouts, or mcts:2s for two seconds",
    "flat": "flat:200 for as many playouts",
    "program": "program:node bot.js, a command that speaks the protocol of docs/agents.md",
}


def made(kind: str, detail: str) -> Policy:
    """The searching player of a kind.

    Raises:
        BadInput: the detail after the colon does not fit the kind.

    """
    return MAKERS[kind](detail)


def _expectimax(detail: str) -> Policy:
    return Expectimax(_number(detail, LIMIT, "expectimax"))


def _mcts(detail: str) -> Policy:
    seconds = SECONDS.fullmatch(detail)
    if seconds and float(seconds[1]) > 0:
        return TreeSearch(MOST_PLAYOUTS, float(seconds[1]))
    return TreeSearch(_number(detail, PLAYOUTS, "mcts"), NEVER)


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
    return BadInput(f"{detail!r} does not fit {kind}", key="policy", remedy=f"give {EXAMPLES[kind]}")


MAKERS: dict[str, Callable[[str], Policy]] = {
    "expectimax": _expectimax,
    "mcts": _mcts,
    "flat": _flat,
    "program": _program,
}
