"""Sensible policy for the WAB sheet: the default bot, which follows the rules register row by row."""

from pilein.rulesets.wab.policy.sensible import sensible

__all__ = ["sensible"]
