"""The registry of WarStrike: `clause` for what is played."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("warstrike", prefix="WS", version=1)

clause = RULEBOOK.clause
