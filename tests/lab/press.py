"""A small fight in the press for tests of odds and simulations."""

from tests.lab.troops import GUARD

HEAD = """\
ruleset = "scrollhammer"
active = "red"

"""
UNITS = """\

[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 5
formation = "skirmish"
charged = true

[[unit]]
name = "reavers"
side = "blue"
profile = "guard"
models = 4
formation = "skirmish"

[press]
pairs = [["guards", "reavers"]]
"""
FIVES = HEAD + GUARD.format(base="25mm") + UNITS
ON_A_TABLE = (
    FIVES.split("[press]", maxsplit=1)[0]
    .replace("models = 5", "models = 3")
    .replace("models = 4", "models = 2")
    .replace('name = "guards"', 'name = "guards"\npositions = [[10, 10], [11, 10], [12, 10]]')
    .replace('name = "reavers"', 'name = "reavers"\npositions = [[10, 13], [11, 13]]')
    .replace("charged = true\n", "")
    + "[table]\nwidth = 24\ndepth = 24\n"
)
