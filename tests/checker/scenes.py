"""Scenes for the checker, in the notation of scenario files. Each scene is a rare situation with small random
variations.
"""

from collections.abc import Callable
from random import Random

RANK = 20 / 25.4 + 0.0001  # inches: the base of WAB's infantry
Lines = list[str]


def _profile(name: str, base: str, values: dict[str, int], kind: str = "") -> Lines:
    lines = [f"[profiles.{name}]", f'base = "{base}"', *(f"{key} = {value}" for key, value in values.items())]
    return [*lines, f'type = "{kind}"'] if kind else lines


def _unit(name: str, side: str, models: int, formation: str, *more: str) -> Lines:
    lines = ["[[unit]]", f'name = "{name}"', f'side = "{side}"', f'profile = "{name}"', f"models = {models}"]
    return [*lines, *([f'formation = "{formation}"'] if formation else []), *more]


def _at(spots: list[tuple[float, float]], facing: int) -> str:
    places = ", ".join(f"[{x:.4f}, {y:.4f}]" for x, y in spots)
    return f"facing = {facing}\npositions = [{places}]"


def _block(x: float, y: float, facing: int, files: int) -> str:
    return f"place = {{ x = {x:.3f}, y = {y:.3f}, facing = {facing}, files = {files} }}"


FOOT = ["[table]", "width = 48", "depth = 48"]


def _foot(chance: Random, **fixed: int) -> dict[str, int]:
    """Return the characteristics of WAB infantry that stays where the scene puts it."""
    values = {"M": 5, "WS": chance.randint(3, 5), "BS": 3, "S": chance.randint(3, 4), "T": 3, "W": 1, "A": 1, "Ld": 10}
    return values | {"I": chance.randint(2, 5)} | fixed


def _two_rows(chance: Random) -> Lines:
    """WAB-R-80: loose models stand in two rows, the first of which touches a block. Models step into the places of
    casualties.
    """
    wide, apart = chance.randint(4, 6), chance.uniform(0.82, 1.0)
    right = [24 + (place - (wide - 1) / 2) * apart for place in range(wide)]
    rows = [[(x, y) for x in right] for y in (20 - RANK / 2 - 0.0005, 20 - 1.5 * RANK - 0.01)]
    first, last = rows if chance.random() < 0.5 else rows[::-1]
    loose = _unit("unit0", "red", 2 * wide, "skirmish", "fought = true", _at([*first, *last], 0))
    files = chance.randint(4, 6)
    block = _unit("unit1", "blue", files * chance.randint(2, 3), "open", "fought = true", _block(24, 20, 180, files))
    profiles = [_profile(name, "20mm square", _foot(chance)) for name in ("unit0", "unit1")]
    return ['active = "red"', *profiles[0], *loose, *profiles[1], *block, *FOOT]


def _beside(chance: Random) -> Lines:
    """WAB-R-36: loose models charge a hero who stands beside a block."""
    models = chance.randint(6, 9)
    start = [(24 + (place - models / 2) * chance.uniform(0.95, 1.0), 14.0) for place in range(models)]
    loose = _unit("unit0", "red", models, "skirmish", _at(start, 0))
    hero = _unit("unit2", "blue", 1, "skirmish", _at([(24.0, 20.0)], 180))
    far = chance.uniform(3.0, 4.2) * chance.choice((-1, 1))
    block = _unit("unit1", "blue", 20, "close", _block(24 + far, chance.uniform(17.4, 18.4), 180, 5))
    lines = ['active = "red"', *_profile("unit0", "20mm square", _foot(chance)), *loose]
    lines += [*_profile("unit2", "20mm square", _foot(chance), "character"), *hero]
    return [*lines, *_profile("unit1", "20mm square", _foot(chance)), *block, *FOOT]


def _together(chance: Random) -> Lines:
    """WAB-R-36: two blocks may charge the same third block, which is wide enough for both."""
    wide, apart = chance.choice((8, 9, 10)), chance.uniform(1.99, 2.3)
    lines = ['active = "red"']
    for name, side in (("unit0", -1), ("unit1", 1)):
        place = _block(24 + side * apart, 14 + chance.choice((0, 0, -0.7)), 0, 5)
        lines += [*_profile(name, "20mm square", _foot(chance)), *_unit(name, "red", 15, "close", place)]
    charged = _unit("unit2", "blue", 2 * wide, "close", _block(24, 20, 180, wide))
    return [*lines, *_profile("unit2", "20mm square", _foot(chance)), *charged, *FOOT]


def _round_a_wall(chance: Random) -> Lines:
    """SH-R-74: loose models with a wall behind them flee from a giant."""
    models, apart = chance.randint(2, 4), chance.uniform(1.1, 2.8)
    spots = [(24 + (place - (models - 1) / 2) * apart, 20 + chance.uniform(0.0, 0.6)) for place in range(models)]
    spots[models // 2] = (24.0, 20.0)
    runner = {"WS": 1, "S": 1, "T": 1, "W": 1, "I": 6, "A": 1, "Ld": 2}
    giant = {"WS": 10, "S": 10, "T": 10, "W": 9, "I": 1, "A": 1, "Ld": 10}
    left, right = chance.uniform(18, 22), chance.uniform(26, 30)
    wall = f"polygon = [[{left:.2f}, 22], [{right:.2f}, 22], [{right:.2f}, 22.5], [{left:.2f}, 22.5]]"
    lines = ['active = "red"', "round = 2", "[sides.red]", 'edge = "south"', "[sides.blue]", 'edge = "north"']
    lines += [*_profile("unit0", "1in square", giant), *_unit("unit0", "red", 1, "skirmish", _at([(24.0, 19.0)], 0))]
    lines += [*_profile("unit1", "1in square", runner), *_unit("unit1", "blue", models, "skirmish", _at(spots, 0))]
    return [*lines, "[[terrain]]", 'kind = "impassable"', wall, *FOOT]


def chain(chance: Random) -> Lines:
    """WS-R-05: in a scene with two combats, the attackers of the first consolidate close to the second."""
    values = {"Mv": 6, "WS": 4, "BS": 4, "Ev": 4, "Str": 4, "Ar": 3, "Ld": 2, "Nv": 6}
    shift = [chance.uniform(-0.4, 0.4) for _ in range(4)]
    places = {"unit0": (20, 0), "unit1": (35, 0), "unit2": (26, 1), "unit3": (29.5, 1)}
    lines = ['active = "red"', "[weapons.rifle]", "ranged = true", "firepower = 3", "AP = 1"]
    for (name, (x, side)), aside in zip(places.items(), shift, strict=True):
        arms = ['weapons = ["rifle"]'] if side else ["weapons = []"]
        more = [*arms, _at([(x + aside, 20.0 + aside / 2)], 90 + 180 * side)]
        lines += [*_profile(name, "1in", values), *_unit(name, ("red", "blue")[side], 1, "", *more)]
    return [*lines, *FOOT]


SCENES: dict[str, tuple[Callable[[Random], Lines], ...]] = {
    "wab": (_two_rows, _beside, _together),
    "scrollhammer": (_round_a_wall,),
    "warstrike": (chain,),
}
