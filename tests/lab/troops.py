"""The guards and reavers of Scrollhammer's register as profiles of a scenario file. `{base}` stands for their base."""

GUARD = """\
[profiles.guard]
WS = 4
S = 3
T = 3
W = 1
I = 4
A = 1
Ld = 8
Sv = 4
base = "{base}"
"""
REAVER = """\
[profiles.reaver]
WS = 3
S = 4
T = 3
W = 1
I = 3
A = 1
Ld = 7
Sv = 6
base = "{base}"
"""
