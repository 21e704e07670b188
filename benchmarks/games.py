"""Scenario files for fights of twenty models against twenty in the games other than Scrollhammer."""

HEAD = """\
ruleset = "{ruleset}"
active = "red"

[table]
width = 48
depth = 48
"""
WARSTRIKE = """
[profiles.red]
Mv = 6
WS = 3
BS = 3
Ev = 3
Str = 3
Ar = 3
Ld = 2
Nv = 4
base = "25mm"

[profiles.blue]
Mv = 6
WS = 4
Str = 4
Ar = 2
Ld = 2
Nv = 4
base = "25mm"
"""
WWPD = """
[profiles.red]
rate = 2
Ld = 4
base = "25mm"

[profiles.blue]
toughness = 1
Ld = 4
base = "25mm"
"""
SCORCHED = """
[profiles.red]
WS = 4
W = 2
Sv = 4
base = "25mm"

[profiles.blue]
WS = 3
W = 2
Sv = 6
base = "25mm"
"""
WAB = """
[profiles.red]
M = 4
WS = 4
S = 3
T = 3
I = 3
A = 1
Ld = 8
armour = "heavy"
shield = "large shield"
base = "20mm square"

[profiles.blue]
M = 5
WS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7
shield = "shield"
base = "20mm square"
"""
MIDDLE = 24.0
APART = 3.5  # inches between two lines
SPACED = 1.5  # inches from centre to centre
FILES = 10
BASE = 0.985  # of 25 mm, in inches, and a hair for contact
STEP = 0.8526  # up the table to a base that touches two neighbours


def warstrike_lines() -> str:
    """Return two lines within close-combat range. Their phases contain consolidations, half-cycles, falling back and
    moves of the winners.
    """
    return (
        HEAD.format(ruleset="warstrike")
        + WARSTRIKE
        + _line("red", "close combat weapon")
        + _line("blue", "heavy blade")
    )


def wwpd_lines() -> str:
    """Return two lines of two rows each; one of the lines charges. Their phases contain single moves, pile-ins and
    Melees.
    """
    return HEAD.format(ruleset="wwpd") + WWPD + _line("red", "hand weapon") + _line("blue", "hand weapon")


def scorched_line() -> str:
    """Return two lines in contact. Each front model has two enemies, and models with spears stand behind the front
    models.
    """
    return (
        HEAD.format(ruleset="scorched")
        + SCORCHED
        + _row("red", "swords", 0, "sword", "shield")
        + _row("red", "red spears", -1, "spear")
        + _row("blue", "axes", 1, "axe", "shield")
        + _row("blue", "blue spears", 2, "spear")
    )


def wab_blocks() -> str:
    """Return two blocks of five files, for the charges, moves, shooting and close combat of a whole turn."""
    return HEAD.format(ruleset="wab") + WAB + _block("red", "hand weapon") + _block("blue", "hand weapon")


def _line(side: str, *weapons: str) -> str:
    """Return twenty models in two rows. Red models start at the middle of the table and face up, and blue models face
    down.
    """
    ahead = -1 if side == "red" else 1
    rows = (MIDDLE + ahead * (APART / 2 + 0.5 + SPACED * row) for row in range(2))
    places = tuple((MIDDLE + SPACED * (file - 4.5), y) for y in rows for file in range(FILES))
    return _models(side, side, places, weapons)


def _row(side: str, name: str, row: int, *weapons: str) -> str:
    """Return ten models side by side. Each of them touches two models of the previous row."""
    places = tuple((MIDDLE + BASE * (file - 4.5 + 0.5 * (row % 2)), MIDDLE + STEP * row) for file in range(FILES))
    return _models(side, name, places, weapons)


def _models(side: str, name: str, places: tuple[tuple[float, float], ...], weapons: tuple[str, ...]) -> str:
    """Return a unit of models that are placed individually."""
    written = ", ".join(f"[{x:.4f}, {y:.4f}]" for x, y in places)
    facing = 0 if side == "red" else 180
    return _unit(side, name, len(places), weapons) + f"facing = {facing}\npositions = [{written}]\n"


def _block(side: str, *weapons: str) -> str:
    """Return a block of five files with four models each, in close order."""
    y, facing = (MIDDLE - APART / 2, 0) if side == "red" else (MIDDLE + APART / 2, 180)
    place = f"place = {{ x = {MIDDLE}, y = {y}, facing = {facing}, files = 5 }}\n"
    return _unit(side, side, FILES * 2, weapons) + 'formation = "close"\n' + place


def _unit(side: str, name: str, models: int, weapons: tuple[str, ...]) -> str:
    held = ", ".join(f'"{weapon}"' for weapon in weapons)
    return f"""
[[unit]]
name = "{name}"
side = "{side}"
profile = "{side}"
models = {models}
weapons = [{held}]
"""
