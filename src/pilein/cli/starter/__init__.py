"""A ruleset to start from: `pilein new-ruleset` writes its files under another name."""
