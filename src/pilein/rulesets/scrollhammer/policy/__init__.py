"""Sensible policy for Scrollhammer: the default bot, which follows the rules register row by row."""

from pilein.rulesets.scrollhammer.policy.sensible import sensible

__all__ = ["sensible"]
