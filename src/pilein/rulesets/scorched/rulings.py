"""The rulings of Scorched: the holes in the text, with the readings on offer (rulings.toml)."""

from pilein.kernel.rulings import read_rulings
from pilein.rulesets.scorched.rulebook import RULEBOOK

RULINGS = read_rulings("pilein.rulesets.scorched")
RULEBOOK.rulings.update(RULINGS)
