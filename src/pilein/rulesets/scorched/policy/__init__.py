"""Sensible policy for Scorched: the default bot, which follows the rules register row by row."""

from pilein.rulesets.scorched.policy.sensible import sensible

__all__ = ["sensible"]
