"""The rulings of the WAB quick reference sheet: the holes in the text, with the readings on offer (rulings.toml)."""

from pilein.kernel.rulings import read_rulings
from pilein.rulesets.wab.rulebook import RULEBOOK

RULINGS = read_rulings("pilein.rulesets.wab")
RULEBOOK.rulings.update(RULINGS)
