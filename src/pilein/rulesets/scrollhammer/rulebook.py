"""The registry of Scrollhammer: `clause` for what is played."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("scrollhammer", prefix="SH", version=1)

clause = RULEBOOK.clause
