"""The sensible policy of the WAB sheet: the default bot of the rules register, row by row."""

from pilein.agents.wab.sensible import sensible

__all__ = ["sensible"]
