"""Check whether numpy is installed. Without it, only small chains can be solved."""

from functools import cache
from importlib import import_module


@cache
def has_numpy() -> bool:
    """Whether numpy is installed and can be imported."""
    try:
        import_module("numpy")
    except ImportError:
        return False
    return True
