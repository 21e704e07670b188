"""The rulings of WWPD: the holes in the text, with the readings on offer (rulings.toml)."""

import tomllib
from importlib.resources import files

from msgspec import convert

from pilein.kernel.rulings import Ruling
from pilein.rulesets.wwpd.rulebook import RULEBOOK


def _read() -> dict[str, Ruling]:
    text = files(__package__).joinpath("rulings.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["ruling"]
    return {ruling.id: ruling for ruling in convert(listed, list[Ruling])}


RULINGS = _read()
RULEBOOK.rulings.update(RULINGS)
