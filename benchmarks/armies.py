"""Ten WAB battles between mirrored armies, as scenario files. Each army is its enemy's army, rotated by 180 degrees."""

from typing import NamedTuple

WIDTH, DEPTH = 72.0, 48.0  # inches
SPACED = 1.6  # inches between skirmishers, centre to centre
SIDES = ("red", "blue")
PROFILES = """
[profiles.legionary]
M = 4
WS = 4
BS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 8
armour = "heavy"
shield = "large shield"
base = "20mm square"

[profiles.levy]
M = 4
WS = 2
BS = 2
S = 3
T = 3
I = 2
A = 1
Ld = 6
shield = "shield"
base = "20mm square"

[profiles.guard]
M = 4
WS = 4
BS = 3
S = 4
T = 3
I = 4
A = 1
Ld = 8
armour = "light"
shield = "shield"
base = "20mm square"

[profiles.skirmisher]
M = 5
WS = 2
BS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 6
shield = "shield"
base = "20mm square"

[profiles.bowman]
M = 4
WS = 2
BS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 6
base = "20mm square"

[profiles.rider]
type = "cavalry"
M = 8
WS = 3
BS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7
armour = "light"
shield = "shield"
base = "25x50mm"

[profiles.heavy_rider]
type = "cavalry"
M = 8
WS = 4
BS = 3
S = 4
T = 3
I = 4
A = 1
Ld = 8
armour = "heavy"
shield = "shield"
barding = "half plate"
base = "25x50mm"

[profiles.horse_archer]
type = "cavalry"
M = 8
WS = 3
BS = 4
S = 3
T = 3
I = 3
A = 1
Ld = 7
base = "25x50mm"

[profiles.chariot]
type = "light chariot"
M = 8
WS = 4
BS = 3
S = 4
T = 4
W = 3
I = 4
A = 3
Ld = 7
armour = "light"
base = "40x80mm"

[profiles.elephant]
type = "elephant"
M = 6
WS = 3
BS = 3
S = 6
T = 6
W = 6
I = 3
A = 4
Ld = 7
armour = "light"
base = "60x80mm"
rules = ["Terror"]

[profiles.general]
type = "character"
M = 4
WS = 5
BS = 4
S = 4
T = 4
W = 2
I = 5
A = 2
Ld = 9
armour = "heavy"
shield = "shield"
base = "20mm square"

[profiles.hero]
type = "character"
M = 5
WS = 6
BS = 5
S = 4
T = 4
W = 3
I = 6
A = 4
Ld = 9
armour = "heavy"
shield = "shield"
base = "20mm square"
"""
BREAK = '\n[[objective]]\nkind = "break"\nshare = 75\nof = "models"\n'
UNITS = '\n[[objective]]\nkind = "destroy"\nof = "units"\npoints = 5\n'
MUSIC = "{ musician = true }"
COLOURS = "{ standard = true }"
LEADER = '{ profile = "general", general = true }'
ARMY_STANDARD = "{ battle_standard = true }"


class Unit(NamedTuple):
    """Unit of the southern army, with the middle of its front at (x, y). With 0 files, it stands in loose order."""

    profile: str
    models: int
    files: int
    x: float
    y: float = 12.0
    formation: str = "close"
    weapons: tuple[str, ...] = ()
    members: tuple[str, ...] = (COLOURS, MUSIC)


class SetUp(NamedTuple):
    """Battle set-up with the units of one side, ground as (kind, corners), and objectives as (x, y, points)."""

    units: tuple[Unit, ...]
    ground: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    places: tuple[tuple[float, float, int], ...] = ()
    width: float = WIDTH
    depth: float = DEPTH
    turns: int = 6


def block(profile: str, models: int, files: int, x: float, *members: str, y: float = 12.0) -> Unit:
    """Return a unit of infantry in close order."""
    return Unit(profile, models, files, x, y, members=(*members, COLOURS, MUSIC))


def horse(profile: str, models: int, x: float, *weapons: str, y: float = 12.0) -> Unit:
    """Return a unit of cavalry, chariots or elephants in open order."""
    has_members = profile not in ("chariot", "elephant")
    return Unit(profile, models, min(models, 5), x, y, "open", weapons, (COLOURS, MUSIC) if has_members else ())


def loose(profile: str, models: int, x: float, *weapons: str, y: float = 17.0) -> Unit:
    """Return a unit of skirmishers in two rows."""
    return Unit(profile, models, 0, x, y, "skirmish", weapons, ())


def bows(models: int, x: float, *, y: float = 12.0) -> Unit:
    """Return a unit of bowmen in two ranks."""
    return Unit("bowman", models, models // 2, x, y, "open", ("bow",), (MUSIC,))


SET_UPS: dict[str, SetUp] = {
    "lines of infantry": SetUp(
        (
            block("legionary", 17, 5, 28, LEADER),
            block("legionary", 20, 5, 36, ARMY_STANDARD),
            block("guard", 18, 6, 44),
            block("levy", 24, 6, 20),
            block("levy", 24, 6, 52),
            block("guard", 15, 5, 36, y=7),
        )
    ),
    "wings of horse": SetUp(
        (
            block("legionary", 19, 5, 32, LEADER),
            block("levy", 20, 5, 40),
            horse("heavy_rider", 8, 52),
            horse("rider", 8, 60),
            horse("heavy_rider", 8, 20),
            horse("rider", 8, 12),
        )
    ),
    "horse archers": SetUp(
        (
            horse("horse_archer", 8, 14, "short bow"),
            horse("horse_archer", 8, 24, "short bow"),
            horse("horse_archer", 8, 48, "short bow"),
            horse("heavy_rider", 8, 58),
            block("guard", 15, 5, 36, LEADER),
        )
    ),
    "elephants": SetUp(
        (
            horse("elephant", 1, 20, "javelin", y=14),
            horse("elephant", 1, 50, "javelin", y=14),
            block("legionary", 19, 5, 36, LEADER),
            block("levy", 20, 5, 28),
            block("levy", 20, 5, 43),
            loose("skirmisher", 10, 31, "javelin"),
        )
    ),
    "chariots": SetUp(
        (
            horse("chariot", 3, 16),
            horse("chariot", 3, 24),
            horse("chariot", 3, 54),
            block("guard", 17, 5, 34, LEADER),
            block("levy", 20, 5, 43),
            horse("rider", 8, 63),
        )
    ),
    "skirmishers with a hero": SetUp(
        (
            loose("skirmisher", 12, 16, "javelin"),
            loose("skirmisher", 12, 30, "javelin"),
            loose("skirmisher", 10, 44, "sling"),
            loose("skirmisher", 10, 56, "bow"),
            Unit("hero", 1, 0, 36, 14, "skirmish", (), ()),
            block("legionary", 15, 5, 36, LEADER, y=10),
        )
    ),
    "mixed armies": SetUp(
        (
            block("legionary", 17, 5, 30, LEADER),
            block("levy", 24, 6, 39),
            bows(12, 49),
            loose("skirmisher", 10, 31, "javelin"),
            horse("heavy_rider", 8, 60),
            horse("horse_archer", 8, 10, "short bow"),
            horse("chariot", 3, 19),
            horse("elephant", 1, 40, "javelin", y=17),
        )
    ),
    "woods, a wall and hills": SetUp(
        (
            block("legionary", 17, 5, 26, LEADER),
            block("guard", 18, 6, 36),
            block("levy", 24, 6, 46),
            bows(12, 56),
            loose("skirmisher", 10, 14, "javelin"),
            horse("rider", 8, 64),
        ),
        ground=(
            ("difficult", ((6, 19), (17, 18), (18, 27), (7, 28))),
            ("impassable", ((32, 19), (35, 19), (35, 20.5), (32, 20.5))),
            ("hill", ((24, 22), (31, 21), (32, 24), (25, 26))),
        ),
    ),
    "places to hold": SetUp(
        (
            block("legionary", 17, 5, 28, LEADER),
            block("guard", 18, 6, 44),
            block("levy", 20, 5, 36),
            loose("skirmisher", 10, 24, "javelin"),
            horse("rider", 8, 58),
            horse("heavy_rider", 6, 14),
        ),
        places=((36, 24, 12), (14, 20, 8), (58, 28, 8)),
    ),
    "a small game": SetUp(
        (
            block("legionary", 15, 5, 20, LEADER, y=10),
            block("levy", 15, 5, 28, y=10),
            horse("rider", 6, 12, y=10),
            loose("skirmisher", 8, 22, "javelin", y=13.5),
        ),
        width=44,
        depth=36,
        turns=5,
    ),
}


def written(set_up: SetUp) -> str:
    """Return the scenario file for a set-up. The red side stands in the south and has the first turn."""
    table = f"[table]\nwidth = {set_up.width}\ndepth = {set_up.depth}\n"
    sides = '[sides.red]\nedge = "south"\n[sides.blue]\nedge = "north"\n'
    units = [_unit(set_up, number, side) for side in SIDES for number in range(len(set_up.units))]
    places = [_place(number, *place) for number, place in enumerate(set_up.places)]
    ground = [
        _ground(number * 2 + turned, kind, [_turned(set_up, *corner) if turned else corner for corner in corners])
        for number, (kind, corners) in enumerate(set_up.ground)
        for turned in (0, 1)
    ]
    head = f'ruleset = "wab"\nactive = "red"\nturns = {set_up.turns}\n'
    return "\n".join([head, PROFILES, BREAK, UNITS, *places, table, sides, *ground, *units])


def _unit(set_up: SetUp, number: int, side: str) -> str:
    unit = set_up.units[number]
    lines = [
        "[[unit]]",
        f'name = "{side} {unit.profile.replace("_", " ")} {number + 1}"',
        f'side = "{side}"',
        f'profile = "{unit.profile}"',
        f"models = {unit.models - len(unit.members)}",
        f'formation = "{unit.formation}"',
    ]
    if unit.weapons:
        lines.append(f"weapons = [{', '.join(map(_quoted, unit.weapons))}]")
    if unit.members:
        lines.append(f"members = [{', '.join(unit.members)}]")
    return "\n".join([*lines, *_standing(set_up, unit, is_turned=side == SIDES[1]), ""])


def _standing(set_up: SetUp, unit: Unit, *, is_turned: bool) -> list[str]:
    facing = 180 if is_turned else 0
    if unit.files:
        x, y = _turned(set_up, unit.x, unit.y) if is_turned else (unit.x, unit.y)
        return [f"place = {{ x = {x}, y = {y}, facing = {facing}, files = {unit.files} }}"]
    wide = -(-unit.models // 2)
    spots = [
        (unit.x + SPACED * (one % wide - (wide - 1) / 2), unit.y - SPACED * (one // wide)) for one in range(unit.models)
    ]
    spots = [_turned(set_up, *spot) for spot in spots] if is_turned else spots
    return [f"facing = {facing}", f"positions = [{', '.join(f'[{x:.3f}, {y:.3f}]' for x, y in spots)}]"]


def _place(number: int, x: float, y: float, points: int) -> str:
    return (
        f'[[objective]]\nkind = "hold"\nname = "place {number + 1}"\nx = {x}\ny = {y}\nradius = 5\npoints = {points}\n'
    )


def _ground(number: int, kind: str, corners: list[tuple[float, float]]) -> str:
    extra = "height = 2\n" if kind == "hill" else 'cover = "soft"\nblocks_sight = true\n' if kind == "difficult" else ""
    written = ", ".join(f"[{x}, {y}]" for x, y in corners)
    of_kind = "open" if kind == "hill" else kind
    return f'[[terrain]]\nname = "ground {number + 1}"\nkind = "{of_kind}"\n{extra}polygon = [{written}]\n'


def _turned(set_up: SetUp, x: float, y: float) -> tuple[float, float]:
    """Return a place rotated by 180 degrees about the centre of the table."""
    return set_up.width - x, set_up.depth - y


def _quoted(word: str) -> str:
    return f'"{word}"'
