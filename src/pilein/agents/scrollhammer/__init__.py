"""The sensible policy of Scrollhammer: the default bot of the rules register, row by row."""

from pilein.agents.scrollhammer.sensible import sensible

__all__ = ["sensible"]
