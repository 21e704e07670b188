"""A starter ruleset: `pilein new-ruleset` writes its files under another name."""
