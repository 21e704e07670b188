"""The rulings of the WAB quick reference sheet: the holes in the text, with the readings on offer (rulings.toml)."""

from pilein.kernel.rulings import read_rulings

RULINGS = read_rulings("pilein.rulesets.wab")
