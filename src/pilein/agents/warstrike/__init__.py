"""The sensible policy for WarStrike."""

from pilein.agents.warstrike.sensible import sensible

__all__ = ["sensible"]
