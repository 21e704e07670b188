"""Reinforcement learning on tasks, offered as PettingZoo and Gymnasium environments. Needs the extra `rl`.

    import pilein.rl

    table = pilein.rl.env("pilein/parry-v0")                       both sides: a PettingZoo AEC environment
    solo = pilein.rl.make("pilein/parry-v0", opponent="sensible")  one side: a Gymnasium environment
    many = pilein.rl.vector("pilein/parry-v0", 8)                  eight of them at once

Observations and options are rows of numbers whose columns the ruleset declares; see `columns`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pilein.kernel.errors import PileInError

if TYPE_CHECKING:
    from pilein.rl.encoding import columns
    from pilein.rl.learner import Learner
    from pilein.rl.solo import Solo, make
    from pilein.rl.table import Table, env
    from pilein.rl.vector_env import Vector, vector

_MODULES = {
    "columns": "pilein.rl.encoding",
    "Learner": "pilein.rl.learner",
    "Solo": "pilein.rl.solo",
    "make": "pilein.rl.solo",
    "Table": "pilein.rl.table",
    "env": "pilein.rl.table",
    "Vector": "pilein.rl.vector_env",
    "vector": "pilein.rl.vector_env",
}

__all__ = ["Learner", "Solo", "Table", "Vector", "columns", "env", "make", "vector"]


def __getattr__(name: str) -> object:
    """Import a public name on first use. If a required package is missing, the error says what to install."""
    if name not in _MODULES:
        raise AttributeError(f"module 'pilein.rl' has no attribute {name!r}")
    try:
        return getattr(import_module(_MODULES[name]), name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in {"gymnasium", "pettingzoo"}:
            raise
        message = f"pilein.rl needs {error.name}, which is not installed here"
        raise PileInError(message, remedy="install it with `pip install 'pilein[rl]'`") from None
