"""The rulings of WarStrike (rulings.toml: ambiguities) and the numbers of its text (numbers.toml)."""

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings

RULINGS = read_rulings("pilein.rulesets.warstrike")
NUMBERS = read_numbers("pilein.rulesets.warstrike")
