"""The rulesets, one folder each. No ruleset imports another."""
