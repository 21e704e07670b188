"""The sensible policy of Scorched: the default bot of the rules register, row by row."""

from pilein.agents.scorched.sensible import sensible

__all__ = ["sensible"]
