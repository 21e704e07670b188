"""The registry of WWPD: `clause` registers what is played."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("wwpd", prefix="WW", version=1)

clause = RULEBOOK.clause
