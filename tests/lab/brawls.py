"""Scenarios of Brawl, the hand-made text in `texts`."""

from pathlib import Path

TEXTS = Path(__file__).parent / "texts"
BRAWL = """\
ruleset = "brawl"
active = "red"

[profiles.boxer]
skill = 4
base = "25mm"

[[unit]]
name = "one"
side = "red"
profile = "boxer"
models = 1

[[unit]]
name = "other"
side = "blue"
profile = "boxer"
models = 1

[press]
pairs = [["one", "other"]]
"""
ON_A_TABLE = (
    BRAWL.split("[press]", maxsplit=1)[0]
    .replace('name = "one"', 'name = "one"\npositions = [[10, 10]]')
    .replace('name = "other"', 'name = "other"\npositions = [[10, 10.9843]]')
    + "[table]\nwidth = 24\ndepth = 24\n"
)
