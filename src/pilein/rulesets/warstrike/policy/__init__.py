"""Sensible policy for WarStrike."""

from pilein.rulesets.warstrike.policy.sensible import sensible

__all__ = ["sensible"]
