"""The registry of WarStrike: `clause` for what is played, `says` for what clauses read."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("warstrike", prefix="WS", version=1)

clause = RULEBOOK.clause
says = RULEBOOK.says
