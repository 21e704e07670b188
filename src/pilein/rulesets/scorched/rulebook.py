"""The registry of Scorched: `clause` for what is played, `says` for what clauses read."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("scorched", prefix="CP", version=1)

clause = RULEBOOK.clause
says = RULEBOOK.says
