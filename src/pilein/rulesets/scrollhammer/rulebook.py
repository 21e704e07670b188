"""The registry of Scrollhammer: `clause` for what is played, `says` for what clauses read."""

from pilein.kernel.ruleset import Rulebook

RULEBOOK = Rulebook("scrollhammer", prefix="SH", version=1)

clause = RULEBOOK.clause
says = RULEBOOK.says
