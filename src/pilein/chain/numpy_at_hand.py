"""Whether numpy is installed: small chains, and only these, are solved without numpy."""

from functools import cache
from importlib import import_module


@cache
def has_numpy() -> bool:
    """Whether numpy can be imported."""
    try:
        import_module("numpy")
    except ImportError:
        return False
    return True
