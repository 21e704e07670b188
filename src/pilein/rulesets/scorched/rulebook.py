"""The registry of Scorched: `clause` registers what is played."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("scorched", prefix="CP", version=1)

clause = RULEBOOK.clause
