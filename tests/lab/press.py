"""A small fight in the press for the tests of odds and simulations."""

FIVES = """\
ruleset = "scrollhammer"
active = "red"

[profiles.guard]
WS = 4
S = 3
T = 3
W = 1
I = 4
A = 1
Ld = 8
Sv = 4
base = "25mm"

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
ON_A_TABLE = (
    FIVES.split("[press]", maxsplit=1)[0]
    .replace("models = 5", "models = 3")
    .replace("models = 4", "models = 2")
    .replace('name = "guards"', 'name = "guards"\npositions = [[10, 10], [11, 10], [12, 10]]')
    .replace('name = "reavers"', 'name = "reavers"\npositions = [[10, 13], [11, 13]]')
    .replace("charged = true\n", "")
    + "[table]\nwidth = 24\ndepth = 24\n"
)
