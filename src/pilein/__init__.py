"""Pile In: a rules engine and playtest lab for the close combat of tabletop wargames."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pilein.engine.rulesets import rulesets_from
    from pilein.lab.battle import battle
    from pilein.lab.best import best
    from pilein.lab.charges import charge
    from pilein.lab.matrix import matrix
    from pilein.lab.odds import odds
    from pilein.lab.playing import load, play
    from pilein.lab.simulating import simulate
    from pilein.lab.worth import worth

__all__ = [
    "__version__",
    "battle",
    "best",
    "charge",
    "load",
    "matrix",
    "odds",
    "play",
    "rulesets_from",
    "simulate",
    "worth",
]

__version__ = "0.1.0"

_MODULES = {
    "battle": "pilein.lab.battle",
    "best": "pilein.lab.best",
    "charge": "pilein.lab.charges",
    "load": "pilein.lab.playing",
    "matrix": "pilein.lab.matrix",
    "odds": "pilein.lab.odds",
    "play": "pilein.lab.playing",
    "rulesets_from": "pilein.engine.rulesets",
    "simulate": "pilein.lab.simulating",
    "worth": "pilein.lab.worth",
}


def __getattr__(name: str) -> object:
    """The Python calls, imported when first asked for, so that `import pilein` costs nothing."""
    if name not in _MODULES:
        raise AttributeError(f"module 'pilein' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
