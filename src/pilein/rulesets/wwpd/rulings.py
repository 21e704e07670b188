"""The rulings of WWPD (rulings.toml: ambiguities with their options) and the numbers of its text (numbers.toml)."""

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings

RULINGS = read_rulings("pilein.rulesets.wwpd")
NUMBERS = read_numbers("pilein.rulesets.wwpd")
