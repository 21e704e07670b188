"""The rulings of WAB: ambiguities of the text, each with its options (rulings.toml)."""

from pilein.kernel.rulings import read_rulings

RULINGS = read_rulings("pilein.rulesets.wab")
