"""The rulings of Scrollhammer: the holes in the text, with the readings on offer (rulings.toml)."""

from pilein.kernel.rulings import read_rulings
from pilein.rulesets.scrollhammer.rulebook import RULEBOOK

RULINGS = read_rulings("pilein.rulesets.scrollhammer")
RULEBOOK.rulings.update(RULINGS)
