"""Rulesets, one folder each. No ruleset imports another."""
