"""The registry of the WAB quick reference sheet: `clause` for what is played."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("wab", prefix="WAB", version=1)

clause = RULEBOOK.clause
