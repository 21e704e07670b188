"""Random legal scenarios of any ruleset in the notation of scenario files, generated from the ruleset's vocabulary
alone.
"""

from collections.abc import Callable, Mapping
from random import Random

from msgspec import Struct

from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM, inches, ticks
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import Ruling
from pilein.tabletop.checking import check
from pilein.tabletop.loading import loads
from pilein.tabletop.scenario import Loaded, Scenario
from pilein.tabletop.vocabulary import Key, Vocabulary
from tests.conformance.layouts import Board, Stand, block, loose, put

Span = tuple[int, int]
BASES = {
    "25mm": Base("round", 25 * MM, 25 * MM),
    "40mm round": Base("round", 40 * MM, 40 * MM),
    "1in": Base("round", INCH, INCH),
    "1in square": Base("rectangle", INCH, INCH),
    "25mm square": Base("rectangle", 25 * MM, 25 * MM),
    "20mm square": Base("rectangle", 20 * MM, 20 * MM),
    "2in square": Base("rectangle", 2 * INCH, 2 * INCH),
    "25x50mm": Base("rectangle", 25 * MM, 50 * MM),
    "60x35mm oval": Base("oval", 60 * MM, 35 * MM),
}
SIDES = ("red", "blue")
EDGES = ("north", "south", "east", "west")
OWN = "blade"  # the name of a weapon of the scenario's own
RARE = 0.08  # how often a status or a duty holds
RULINGS_EACH = 3  # rulings chosen in a scenario


class Words(Struct, frozen=True):
    """The words that the generator may use: the ruleset's vocabulary and the usual values of its numbers, by key.

    `texts` are the values of its text keys, `grounds` the kinds of ground besides the usual ones, and `bases` the
    bases of its models. A draft is discarded if its fault contains one of the `redrawn` words.
    """

    vocabulary: Vocabulary
    usual: Mapping[str, Span]
    texts: Mapping[str, tuple[str, ...]]
    grounds: tuple[str, ...] = ()
    redrawn: tuple[str, ...] = ()
    bases: tuple[str, ...] = tuple(BASES)


class Drafted(Struct):
    """A unit that is being written. It holds the lines of the unit and the bases of its models."""

    name: str
    side: int
    formation: str
    lines: list[str]
    bases: list[Base]


def scenario(words: Words, seed: int, opened: Callable[[Scenario], object] = id) -> tuple[str, Loaded]:
    """Return the scenario for a seed, as text and as a loaded scenario. Illegal drafts are discarded.

    `opened` opens the first position of a scenario and may refuse the scenario by raising an error.
    """
    chance = Random(seed)  # noqa: S311 - tests that can be repeated
    while True:
        text = draft(words, chance, seed)
        if text is None:
            continue
        try:
            loaded = loads(text, lambda _: words.vocabulary)
            check(loaded)
            opened(loaded.scenario)
        except BadScenario as error:
            if any(fault in error.message for fault in (" overlaps ", " has lost ", *words.redrawn)):
                continue
            raise
        return text, loaded


def draft(words: Words, chance: Random, seed: int) -> str | None:
    """Write a scenario, or return None if there is no room for its units."""
    vocabulary = words.vocabulary
    in_press = chance.random() < 0.2
    profiles = [f"kind{number}" for number in range(chance.randint(1, 4))]
    bases = _bases(chance, profiles, words.bases)
    units = _units(words, chance, profiles, bases)
    lines = [
        f'ruleset = "{vocabulary.ruleset}"',
        f'active = "{chance.choice(SIDES)}"',
        f"round = {chance.choice((1, 1, 2))}",
    ]
    lines += chosen_rulings(vocabulary.rulings, seed, chance)
    for profile in profiles:
        lines += _profile(words, chance, profile, bases[profile])
    lines += _own_weapon(words, chance)
    if in_press:
        return "\n".join([*lines, *_press(words, chance, units)])
    board = Board(ticks(chance.choice((36, 48))), ticks(chance.choice((36, 48))), [], [])
    terrain = _terrain(chance, board, words.grounds)
    for side in SIDES:
        if chance.random() < 0.5:
            lines += [f"[sides.{side}]", f'edge = "{chance.choice(EDGES)}"']
    for unit in units:
        is_block = vocabulary.formations.get(unit.formation) == "block"
        stand = _put(chance, board, unit, is_block=is_block)
        if stand is None:
            return None
        lines += [*unit.lines, *_placed(stand)]
    return "\n".join([*lines, *terrain, "[table]", f"width = {inches(board.width)}", f"depth = {inches(board.depth)}"])


# --- units -----------------------------------------------------------------------------------------------------


def _bases(chance: Random, profiles: list[str], names: tuple[str, ...]) -> dict[str, str]:
    """Return the bases of the profiles. They are equal in most scenarios and differ by profile in the others."""
    shared = chance.choice(names)
    is_mixed = chance.random() < 0.4
    return {profile: chance.choice(names) if is_mixed else shared for profile in profiles}


def _units(words: Words, chance: Random, profiles: list[str], bases: dict[str, str]) -> list[Drafted]:
    sides = [0, 1, *(chance.randrange(2) for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3, 4))))]
    names = [f"{SIDES[side]} {number}" for number, side in enumerate(sides)]
    foes = {side: [name for name, other in zip(names, sides, strict=True) if other != side] for side in (0, 1)}
    most = 20 if len(sides) <= 3 else 8
    return [
        _unit(words, chance, (name, side, chance.randint(1, most)), profiles, bases, foes[side])
        for name, side in zip(names, sides, strict=True)
    ]


def _unit(
    words: Words,
    chance: Random,
    unit: tuple[str, int, int],
    profiles: list[str],
    bases: dict[str, str],
    foes: list[str],
) -> Drafted:
    name, side, models = unit
    vocabulary = words.vocabulary
    profile = chance.choice(profiles)
    formation = chance.choice(list(vocabulary.formations)) if vocabulary.formations else ""
    lines = ["[[unit]]", f'name = "{name}"', f'side = "{SIDES[side]}"', f'profile = "{profile}"', f"models = {models}"]
    if formation:
        lines.append(f'formation = "{formation}"')
    lines.append(f"weapons = {_weapons(vocabulary, chance)}")
    lines += _rules(vocabulary, chance)
    for key in vocabulary.statuses:
        if chance.random() < RARE:
            lines.append(f"{key.name} = {_value(chance, key, words, foes)}")
    standing = [BASES[bases[profile]]] * models
    members = []
    for _ in range(chance.choice((0, 0, 1, 2))):
        own = chance.choice((profile, chance.choice(profiles)))
        members.append(_member(words, chance, own))
        standing.insert(len(members) - 1, BASES[bases[own]])
    if members:
        lines.append(f"members = [{', '.join(members)}]")
    return Drafted(name, side, formation, lines, standing)


def _member(words: Words, chance: Random, profile: str) -> str:
    parts = [f'profile = "{profile}"']
    keys = [key for key in words.vocabulary.member_keys if chance.random() < 0.4]
    parts += [f"{key.name} = {_value(chance, key, words)}" for key in keys]
    if chance.random() < 0.5:
        parts.append(f"weapons = {_weapons(words.vocabulary, chance)}")
    return "{ " + ", ".join(parts + _rules(words.vocabulary, chance)) + " }"


def _own_weapon(words: Words, chance: Random) -> list[str]:
    """Return the lines that define a weapon unknown to the ruleset."""
    keys = [key for key in words.vocabulary.weapon_keys if chance.random() < 0.3]
    return [f"[weapons.{OWN}]", *(f"{key.name} = {_value(chance, key, words)}" for key in keys)]


def _weapons(vocabulary: Vocabulary, chance: Random) -> str:
    names = [*sorted(vocabulary.weapons), *[OWN] * 4]
    picked = [chance.choice(names) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
    return "[" + ", ".join(f'"{name}"' for name in picked) + "]"


def _rules(vocabulary: Vocabulary, chance: Random) -> list[str]:
    if not vocabulary.rules or chance.random() < 0.8:
        return []
    return [f'rules = ["{chance.choice(list(vocabulary.rules))}"]']


def _profile(words: Words, chance: Random, name: str, base: str) -> list[str]:
    lines = [f"[profiles.{name}]", f'base = "{base}"']
    keys = [key for key in words.vocabulary.characteristics if key.default is ... or chance.random() < 0.4]
    return lines + [f"{key.name} = {_value(chance, key, words)}" for key in keys]


def _value(chance: Random, key: Key, words: Words, foes: list[str] | None = None) -> str:
    """Return the value of a key in the notation of scenario files."""
    if key.kind in {"int", "number"}:
        least, most = words.usual.get(key.name, (0, 0))
        if (least, most) == (0, 0) or chance.random() < 0.05:
            least, most = int(key.least or 0), int(key.most or 0)
        return str(chance.randint(least, most))
    if key.kind == "one of":
        return f'"{chance.choice(key.options)}"'
    if key.kind == "unit":
        return f'"{chance.choice(foes or [])}"'
    if key.kind == "text":
        return f'"{chance.choice(words.texts[key.name])}"'
    return "[]" if key.kind == "texts" else chance.choice(("true", "true", "false"))


# --- the field -------------------------------------------------------------------------------------------------


def _put(chance: Random, board: Board, unit: Drafted, *, is_block: bool) -> Stand | None:
    def make(facing: int) -> Stand:
        return (block if is_block else loose)(chance, unit.bases, facing)

    return put(chance, board, unit.side, make, unit.bases)


def _placed(stand: Stand) -> list[str]:
    if stand.block is not None:
        own = stand.block
        at = f"x = {inches(own.x)}, y = {inches(own.y)}, facing = {own.facing / 100}, files = {own.files}"
        return [f"place = {{ {at} }}"]
    places = (f"[{inches(place.x)}, {inches(place.y)}, {place.facing / 100}]" for place in stand.loose)
    return [f"positions = [{', '.join(places)}]"]


def _press(words: Words, chance: Random, units: list[Drafted]) -> list[str]:
    reds, blues = ([unit.name for unit in units if unit.side == side] for side in (0, 1))
    pairs = {(chance.choice(reds), blue) for blue in blues} | {(red, chance.choice(blues)) for red in reds}
    lines = [line for unit in units for line in unit.lines]
    if any(key.name == "files" for key in words.vocabulary.statuses):
        lines = [line for unit in units for line in (*unit.lines, *_files(chance, unit))]
    lines += ["[press]", "pairs = [" + ", ".join(f'["{red}", "{blue}"]' for red, blue in sorted(pairs)) + "]"]
    return [*lines, f"frontage = {chance.randint(1, 6)}"] if chance.random() < 0.5 else lines


def _files(chance: Random, unit: Drafted) -> list[str]:
    if any(line.startswith("files") for line in unit.lines):
        return []
    return [f"files = {chance.randint(1, len(unit.bases))}"]


def _terrain(chance: Random, board: Board, grounds: tuple[str, ...]) -> list[str]:
    """Return up to three pieces of ground near the middle, each with three to six corners."""
    lines: list[str] = []
    for _ in range(chance.choice((0, 0, 0, 1, 2, 3))):
        kinds = ("open", "difficult", "difficult", "dangerous", "dangerous", "impassable", *grounds)
        kind = chance.choice(kinds)
        x, y = (chance.uniform(-10, 10) + inches(size) / 2 for size in (board.width, board.depth))
        size = chance.uniform(0.4, 4)
        around = ((1, 0.1), (0.4, 0.9), (-0.5, 0.8), (-1, 0), (-0.4, -0.9), (0.6, -0.8))
        corners = sorted(chance.sample(range(6), chance.randint(3, 6)))
        spots = [(ticks(x + size * around[one][0]), ticks(y + size * around[one][1])) for one in corners]
        if kind in {"impassable", "obstacle"}:
            board.barred.append(Polygon(tuple(spots)))
        lines += ["[[terrain]]", f'kind = "{kind}"']
        lines.append("polygon = [" + ", ".join(f"[{inches(right)}, {inches(up)}]" for right, up in spots) + "]")
        if chance.random() < 0.3:
            lines.append("blocks_sight = true")
        if kind == "structure":
            lines.append(f"height = {chance.choice((2, 2, 4))}")
    return lines


# --- rulings ---------------------------------------------------------------------------------------------------


def choices(rulings: Mapping[str, Ruling]) -> list[tuple[str, str]]:
    """Return every ruling with each of its options except the default."""
    return [(ruling.id, option.name) for ruling in rulings.values() for option in ruling.options]


def chosen_rulings(rulings: Mapping[str, Ruling], seed: int, chance: Random) -> list[str]:
    """Return the rulings of a scenario. Every fourth scenario has the defaults, and the others take the rulings in
    turn, so that each option occurs.
    """
    every = choices(rulings)
    if seed % 4 == 0 or not every:
        return []
    start = (seed - seed // 4 - 1) * RULINGS_EACH
    picked = dict(every[(start + step * 37) % len(every)] for step in range(RULINGS_EACH))
    lines = ["[rulings]"]
    for ruling, option in picked.items():
        numbered = any(one.name == option and one.number for one in rulings[ruling].options)
        value = f'{{ option = "{option}", n = {chance.randint(1, 6)} }}' if numbered else f'"{option}"'
        lines.append(f'"{ruling}" = {value}')
    return lines
