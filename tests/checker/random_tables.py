"""Random tables for the checker, in the notation of scenario files. Each side has one to three units, loose or in
ranks, and there is terrain.
"""

from collections.abc import Callable
from random import Random

from tests.checker.scenes import SCENES

OFTEN = 0.15  # of the tables that are scenes
WIDE = 48.0
MIDDLE = 24.0
SIDES = ("red", "blue")
Lines = list[str]
DEEP = 0.25  # of the tables of WAB that have a deep unit


class Board:
    """A table under construction, with one line of units for each side. The lines run from left to right and face each
    other.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.left = [chance.uniform(13, 17), chance.uniform(13, 17)]

    def block(self, side: int, size: tuple[float, float], models: int, distance: float) -> str:
        """Return a place for a block whose front is `distance` inches from the middle line."""
        files = min(models, self.chance.choice((2, 3, 4, 5, 5, 6)))
        wide = files * size[0]
        x = self._room(side, wide)
        turn = self.chance.choice((0, 0, 0, self.chance.uniform(-25, 25)))
        y = self._away(side, distance + abs(turn) / 25 * wide / 4)
        return f"place = {{ x = {x:.3f}, y = {y:.3f}, facing = {(180 * side + turn) % 360:.2f}, files = {files} }}"

    def loose(self, side: int, size: float, models: int, distance: float, apart: tuple[float, float]) -> str:
        """Return positions of loose models in rows, with gaps of `apart` inches between their bases."""
        step = size + self.chance.uniform(*apart)
        files = min(models, self.chance.choice((1, 2, 3, 4, 5)))
        x = self._room(side, files * step)
        shift = self.chance.choice((0, 0, step / 2))
        spots = []
        for number in range(models):
            row, file = divmod(number, files)
            right = x + (file - (files - 1) / 2) * step + shift * (row % 2)
            up = self._away(side, distance + size / 2 + row * step)
            spots.append(f"[{right:.3f}, {up:.3f}]")
        return f"facing = {180 * side}\npositions = [{', '.join(spots)}]"

    def _room(self, side: int, wide: float) -> float:
        """Return the middle of the next free stretch of a side's line."""
        left = self.left[side]
        self.left[side] = left + wide + self.chance.choice((0.4, 1.2, 2.5)) + 0.8
        return left + wide / 2

    def _away(self, side: int, distance: float) -> float:
        return MIDDLE + distance if side else MIDDLE - distance


def ground(chance: Random, kinds: tuple[str, ...], middle: float = 0.0) -> Lines:
    """Return a piece of ground at a random place. Near the middle line, it does not overlap any units."""
    x, wide, deep = chance.uniform(14, 30), chance.uniform(0.6, 4), chance.uniform(0.3, 0.8)
    corners = [(x - wide, -deep), (x + wide, -deep / 2), (x + wide, deep), (x - wide / 2, deep)]
    polygon = ", ".join(f"[{right:.2f}, {MIDDLE + middle + up:.2f}]" for right, up in corners)
    return ["[[terrain]]", f'kind = "{chance.choice(kinds)}"', f"polygon = [{polygon}]"]


def table(ruleset: str, seed: int, draft: int = 0) -> str:
    """Return one draft of the scenario for a seed. Later drafts are used if earlier ones cannot be played."""
    chance = Random(seed * 31 + draft * 1_000_003)  # noqa: S311 - tests that can be repeated
    lines = WRITERS[ruleset](chance)
    if ruleset in SCENES and chance.random() < OFTEN:
        lines = chance.choice(SCENES[ruleset])(chance)
    return "\n".join([f'ruleset = "{ruleset}"', *lines]) + "\n"


def _top(chance: Random) -> Lines:
    return [f'active = "{chance.choice(SIDES)}"']


def _foot() -> Lines:
    return ["[table]", f"width = {WIDE:.0f}", f"depth = {WIDE:.0f}"]


def _unit(name: str, side: int, formation: str, models: int) -> Lines:
    lines = ["[[unit]]", f'name = "{name}"', f'side = "{SIDES[side]}"', f'profile = "{name}"', f"models = {models}"]
    return [*lines, f'formation = "{formation}"'] if formation else lines


def _armed(weapons: Lines) -> str:
    return "weapons = [" + ", ".join(f'"{weapon}"' for weapon in weapons) + "]"


def _count(chance: Random) -> list[int]:
    """Return a random number of units per side, from one to three."""
    return [0] * chance.choice((1, 1, 2, 3)) + [1] * chance.choice((1, 1, 2, 3))


# --- Scrollhammer --------------------------------------------------------------------------------------------


def _scrollhammer(chance: Random) -> Lines:
    lines, board = _top(chance), Board(chance)
    lines += ["[weapons.maul]", "hands = 2", "S = 2", "AP = 1", "[weapons.pick]", "AP = 2"]
    lines += ["[sides.red]", 'edge = "south"', "[sides.blue]", 'edge = "north"']
    gap = chance.choice((0.6, 1.5, 2.5, 4.0))
    for number, side in enumerate(_count(chance)):
        name, size = f"unit{number}", chance.choice((1, 1, 1, 2))
        formation, models = chance.choice(("ranks", "skirmish", "horde")), chance.randint(1, 9 // size)
        values = {"WS": (1, 6), "S": (2, 5), "T": (2, 5), "W": (1, 2), "I": (1, 6), "A": (1, 2), "Ld": (4, 10)}
        lines += [f"[profiles.{name}]", f'base = "{size}in square"', *_values(chance, values)]
        lines += [f"{key} = {chance.randint(3, 6)}" for key in ("Sv", "Ward") if chance.random() < 0.5]
        lines += _unit(name, side, formation, models)
        weapons = chance.choice((["hand weapon"], ["hand weapon"], ["hand weapon"] * 2, ["maul"], ["pick"]))
        lines.append(_armed(weapons))
        if chance.random() < 0.3:
            lines.append("members = [{ standard = true }]")
            models += 1
        distance = gap + chance.choice((0, 0, 1))
        if formation == "ranks":
            lines.append(board.block(side, (size, size), models, distance))
        else:
            lines.append(board.loose(side, size, models, distance, (0.01, 1.2)))
    if chance.random() < 0.4:
        lines += ground(chance, ("difficult", "dangerous", "impassable"))
    return [*lines, *_foot()]


def _values(chance: Random, spans: dict[str, tuple[int, int]]) -> Lines:
    return [f"{key} = {chance.randint(*span)}" for key, span in spans.items()]


# --- WAB -----------------------------------------------------------------------------------------------------


def _wab(chance: Random) -> Lines:
    lines, board = _top(chance), Board(chance)
    gap = chance.choice((1.5, 3.0, 4.0, 6.0))
    general = [True, True]
    for number, side in enumerate(_count(chance)):
        name, formation = f"unit{number}", chance.choice(("close", "close", "open", "skirmish"))
        models = chance.randint(5, 14)
        profile = _wab_profile(chance)
        lines += [f"[profiles.{name}]", *profile]
        unit = _unit(name, side, formation, models)
        if chance.random() < 0.35:
            unit.append(f'weapons = ["{chance.choice(("bow", "javelin"))}"]')
        members = ["musician"] * (chance.random() < 0.4) + ["standard"] * (chance.random() < 0.4)
        rows = [f"{{ {one} = true }}" for one in members]
        if general[side] and formation != "skirmish" and chance.random() < 0.5:
            general[side] = False
            lines += [f"[profiles.{name}_lord]", 'type = "character"', *profile]
            rows.append(f'{{ general = true, profile = "{name}_lord" }}')
        if rows:
            unit.append(f"members = [{', '.join(rows)}]")
        distance = gap + chance.choice((0, 0, 1.5))
        size = 20 / 25.4 + 0.0001
        if formation == "skirmish":
            unit.append(board.loose(side, size, models + len(rows), distance, (0.02, 0.8)))
        else:
            unit.append(board.block(side, (size, size), models + len(rows), distance))
        lines += unit
    if chance.random() < 0.4:
        lines += ground(chance, ("difficult", "very difficult", "impassable", "obstacle"))
    deep = chance.random() < DEEP
    return [*(_deeper(lines, chance.randint(3, 5)) if deep else lines), *_foot()]


def _deeper(lines: Lines, ranks: int) -> Lines:
    """Return the scenario with the given number of ranks in the first unit that stands in ranks."""
    for number, line in enumerate(lines):
        if line.startswith("place = ") and "files = " in line:
            files = int(line.rpartition("files = ")[2].split()[0])
            count = max(place for place in range(number) if lines[place].startswith("models = "))
            return [*lines[:count], f"models = {files * ranks + 1}", *lines[count + 1 :]]
    return lines


def _wab_profile(chance: Random) -> Lines:
    """Return the profile of infantry or of its General, a character with the same base and the same ranges of
    values.
    """
    spans = {"M": (3, 6), "WS": (1, 6), "S": (2, 5), "T": (2, 5), "I": (1, 6), "A": (1, 2), "Ld": (4, 9), "BS": (1, 5)}
    lines = ['base = "20mm square"', *_values(chance, spans)]
    lines += [f'armour = "{chance.choice(("none", "light", "heavy"))}"']
    return [*lines, f'shield = "{chance.choice(("none", "shield", "large shield"))}"']


# --- WarStrike, WWPD, Scorched: loose models on round bases ------------------------------------------------------


def _warstrike(chance: Random) -> Lines:
    lines, board = _top(chance), Board(chance)
    lines += ["[weapons.rifle]", "ranged = true", "firepower = 3", "AP = 1", "[weapons.blade]", "Atk = 2", "AP = 1"]
    gap = chance.choice((0.02, 0.5, 1.5, 2.5))
    for number, side in enumerate(_count(chance)):
        name, models = f"unit{number}", chance.randint(1, 5)
        spans = {"Mv": (4, 8), "WS": (2, 5), "BS": (2, 5), "Ev": (2, 5), "Str": (2, 5), "Ar": (1, 4), "Ld": (1, 3)}
        lines += [f"[profiles.{name}]", 'base = "1in"', *_values(chance, spans | {"Nv": (1, 5)})]
        lines += _unit(name, side, "", models)
        lines.append(_armed(chance.choice(([], ["rifle"], ["rifle", "blade"], ["blade"]))))
        lines.append(board.loose(side, 1, models, gap + chance.choice((0, 0, 1)), (0.02, 1.5)))
    if chance.random() < 0.3:
        lines += ground(chance, ("difficult", "obstacle"), middle=chance.choice((-9, 9)))
    if gap == WALLED and chance.random() < 0.5:
        return [*(FAST if line.startswith("Mv = ") else line for line in lines), *_wall(chance), *_foot()]
    return [*lines, *_foot()]


WALLED = 0.5  # inches from the middle line: units of one side that stand there lean on a wall
FAST = "Mv = 16"  # fast enough to get over it


def _wall(chance: Random) -> Lines:
    """Return a wall beside the middle line."""
    left, low, high = chance.uniform(11, 18), *chance.choice(((23.5015, 23.8), (24.2, 24.4985)))
    right = left + chance.uniform(3, 14)
    corners = f"[{left:.2f}, {low}], [{right:.2f}, {low}], [{right:.2f}, {high}], [{left:.2f}, {high}]"
    return ["[[terrain]]", 'kind = "obstacle"', f"polygon = [{corners}]"]


def _wwpd(chance: Random) -> Lines:
    lines, board = _top(chance), Board(chance)
    lines += ["[weapons.lance]", "ap = 2", "massive = 1"]
    gap = chance.choice((0.01, 1.0, 2.5, 4.5))
    for number, side in enumerate(_count(chance)):
        name, models = f"unit{number}", chance.randint(1, 6)
        spans = {"rate": (1, 3), "skill": (1, 6), "toughness": (0, 2), "armor": (0, 2), "save": (3, 6), "Ld": (2, 6)}
        lines += [f"[profiles.{name}]", 'base = "1in"', *_values(chance, spans)]
        lines += _unit(name, side, "", models)
        lines.append(_armed(chance.choice(([], [], ["lance"]))))
        if chance.random() < 0.3:
            lines.append("suppressed = true\ntook_part_in_firefight = true")
        lines.append(board.loose(side, 1, models, gap + chance.choice((0, 0, 1)), (0.02, 1.8)))
    return [*lines, *_foot()]


ARMS = ("sword", "axe", "mace", "dagger", "spear", "lance", "great sword", "chain axe", "power sword")


def _scorched(chance: Random) -> Lines:
    lines, board = _top(chance), Board(chance)
    board.left = [18 + chance.uniform(0, 0.8), 18 + chance.uniform(0, 0.8)]
    for number, side in enumerate([0] * chance.choice((1, 2, 3)) + [1] * chance.choice((1, 2, 3))):
        name = f"unit{number}"
        lines += [f"[profiles.{name}]", 'base = "1in square"', *_values(chance, {"WS": (1, 6), "W": (1, 4)})]
        lines += [f"{key} = {chance.randint(*span)}" for key, span in SAVES.items() if chance.random() < 0.4]
        lines += _unit(name, side, "", 1)
        weapons = [chance.choice(ARMS)] + ["shield"] * (chance.random() < 0.2)
        lines.append(_armed(weapons[:1] if weapons[0] == "great sword" else weapons))
        lines += ["charged = true"] * (chance.random() < 0.2)
        lines.append(f"positions = [[{board.left[side]:.3f}, {23.5 + 1.0005 * side:.4f}]]")
        board.left[side] += chance.choice((1.001, 1.001, 1.3))
    return [*lines, *_foot()]


SAVES = {"Sv": (2, 6), "Inv": (3, 6), "FNP": (3, 6)}
WRITERS: dict[str, Callable[[Random], Lines]] = {
    "scrollhammer": _scrollhammer,
    "wab": _wab,
    "warstrike": _warstrike,
    "wwpd": _wwpd,
    "scorched": _scorched,
}
