"""Starter ruleset, whose files `pilein new-ruleset` writes under another name."""
