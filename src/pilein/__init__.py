"""Pile In: a rules engine and playtest lab for the close combat of tabletop wargames."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pilein.lab.playing import load, play

__all__ = ["__version__", "load", "play"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """The Python calls, imported when first asked for, so that `import pilein` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'pilein' has no attribute {name!r}")
    from pilein.lab import playing  # noqa: PLC0415 - see above

    return getattr(playing, name)
