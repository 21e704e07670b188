"""Scenarios of Scrollhammer in the press, made to size for the benchmarks of odds."""

PROFILES = """\
ruleset = "scrollhammer"
active = "red"

[profiles.guard]
WS = 4
S = 4
T = 3
W = 1
I = 4
A = 1
Ld = 7
Sv = 5
base = "25mm"

[profiles.reaver]
WS = 3
S = 3
T = 3
W = 1
I = 3
A = 1
Ld = 7
Sv = 6
base = "25mm"

[profiles.guard_captain]
WS = 5
S = 4
T = 3
W = 1
I = 5
A = 2
Ld = 8
Sv = 5
base = "25mm"

[profiles.reaver_captain]
WS = 4
S = 3
T = 3
W = 1
I = 4
A = 2
Ld = 8
Sv = 6
base = "25mm"
"""
SIDES = (("red", "guard"), ("blue", "reaver"))


def plain(models: int, *, frontage: int | None = 5, units: tuple[int, int] = (1, 1)) -> str:
    """Return a scenario of loose units with the given number of models each.

    All units of one side are in contact with all units of the other.
    """
    parts = [PROFILES]
    for (side, profile), count in zip(SIDES, units, strict=True):
        parts += [
            f'\n[[unit]]\nname = "{side} {number + 1}"\nside = "{side}"\nprofile = "{profile}"\n'
            f'models = {models}\nformation = "skirmish"\nweapons = ["hand weapon"]\n'
            for number in range(count)
        ]
    pairs = ", ".join(f'["red {one + 1}", "blue {other + 1}"]' for one in range(units[0]) for other in range(units[1]))
    return "".join(parts) + _press(pairs, frontage)


def grand(models: int, *, frontage: int | None = 5) -> str:
    """Return a fight of ranks with champion, standard and musician on both sides, and with weapons that pierce
    armour.
    """
    parts = [PROFILES]
    for side, profile in SIDES:
        parts.append(
            f'\n[[unit]]\nname = "{side} 1"\nside = "{side}"\nprofile = "{profile}"\nmodels = {models - 3}\n'
            f'formation = "ranks"\nfiles = {frontage or 5}\nweapons = ["piercing blade"]\n'
            f'members = [{{ profile = "{profile}_captain", champion = true }}, {{ standard = true }}, '
            f"{{ musician = true }}]\n"
        )
    return "".join(parts) + '\n[weapons."piercing blade"]\nAP = 1\n' + _press('["red 1", "blue 1"]', frontage)


def _press(pairs: str, frontage: int | None) -> str:
    return f"\n[press]\npairs = [{pairs}]\n" + (f"frontage = {frontage}\n" if frontage else "")
