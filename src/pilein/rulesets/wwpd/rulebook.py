"""The registry of WWPD: `clause` for what is played, `says` for what clauses read."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("wwpd", prefix="WW", version=1)

clause = RULEBOOK.clause
says = RULEBOOK.says
