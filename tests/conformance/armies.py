"""Random WAB battles in the notation of scenario files. Two armies of several kinds of troops start at a distance from
each other.
"""

from random import Random

from msgspec import Struct

from pilein.kernel.errors import BadScenario
from pilein.rulesets.wab.checking import check as check_wab
from pilein.rulesets.wab.vocabulary import RULINGS, VOCABULARY
from pilein.tabletop.checking import check
from pilein.tabletop.loading import loads
from pilein.tabletop.scenario import Loaded
from tests.conformance.scenarios import chosen_rulings

SIDES = ("red", "blue")
WIDTH, DEPTH = 60, 44
MM = 1 / 25.4


class Arm(Struct, frozen=True):
    """A kind of troops, with its profile, number of models, formation and missile weapons."""

    name: str
    profile: str
    models: tuple[int, int]
    formations: tuple[str, ...]
    base: tuple[int, int] = (20, 20)
    weapons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


FOOT = "M = 4\nWS = {skill}\nBS = 3\nS = 3\nT = 3\nI = {skill}\nA = 1\nLd = {will}"
HORSE = 'type = "cavalry"\nM = 8\nWS = {skill}\nBS = 3\nS = 3\nT = 3\nI = {skill}\nA = 1\nLd = {will}'
CHARIOT = 'type = "{car}"\nM = 8\nWS = {skill}\nBS = 3\nS = 4\nT = 4\nW = 3\nI = 4\nA = 3\nLd = {will}'
ELEPHANT = 'type = "elephant"\nM = 6\nWS = 3\nBS = 3\nS = 6\nT = 6\nW = 6\nI = 3\nA = 4\nLd = {will}'
BLOCKS, ANY = ("close", "open"), ("close", "open", "skirmish")
ARMS = (
    Arm("foot", FOOT + '\narmour = "heavy"\nshield = "large shield"', (8, 20), BLOCKS, rules=("Stubborn", "Hatred")),
    Arm("levy", FOOT + '\nshield = "shield"', (8, 24), BLOCKS),
    Arm("fanatics", FOOT, (6, 12), ANY, rules=("Frenzy", "Frenzy", "Fear")),
    Arm("bowmen", FOOT, (6, 16), ("open",), weapons=("bow", "short bow", "long bow", "crossbow")),
    Arm("light", FOOT + '\nshield = "buckler"', (5, 12), ("skirmish",), weapons=("javelin", "sling", "darts", "")),
    Arm("horse", HORSE + '\narmour = "light"\nshield = "shield"', (5, 10), BLOCKS, (25, 50), ("javelin", "")),
    Arm("riders", HORSE, (4, 8), ("open", "skirmish"), (25, 50), ("short bow", "bow")),
    Arm("cars", CHARIOT, (1, 3), ("open", "close"), (40, 80), ("", "javelin")),
    Arm("elephant", ELEPHANT, (1, 2), ("open",), (60, 80), rules=("Terror",)),
)
DUTIES = ("standard", "musician")
GROUNDS = ("difficult", "very difficult", "impassable", "obstacle", "open")


def battle(seed: int) -> tuple[str, Loaded]:
    """Return the battle for a seed, as text and as a loaded scenario. Drafts that cannot be played are discarded."""
    chance = Random(seed)  # noqa: S311 - tests that can be repeated
    while True:
        text = draft(chance, seed)
        try:
            loaded = loads(text, lambda _: VOCABULARY)
            check(loaded)
            check_wab(loaded)
        except BadScenario as error:
            if any(fault in error.message for fault in (" overlaps ", "off the table", "stands in")):
                continue
            raise
        return text, loaded


def draft(chance: Random, seed: int) -> str:
    """Write a draft of two armies with some ground between them."""
    lines = ['ruleset = "wab"', f'active = "{chance.choice(SIDES)}"', *chosen_rulings(RULINGS, seed, chance)]
    for side in SIDES:
        lines += _army(chance, side)
    lines += ["[table]", f"width = {WIDTH}", f"depth = {DEPTH}"]
    for _ in range(chance.choice((0, 1, 2, 3))):
        lines += _ground(chance)
    return "\n".join(lines)


def _army(chance: Random, side: str) -> list[str]:
    lines: list[str] = []
    count = chance.randint(2, 5)
    general = chance.randrange(count)
    standard = chance.randrange(count)
    for number in range(count):
        duties = ["general"] * (number == general) + ["battle_standard"] * (number == standard)
        spot = (WIDTH * (number + 0.5) / count, chance.uniform(9, 17))
        lines += _unit(chance, side, number, duties, spot)
    return lines


def _unit(chance: Random, side: str, number: int, duties: list[str], spot: tuple[float, float]) -> list[str]:
    arm = chance.choice(ARMS)
    name = f"{side} {number}"
    profile = name.replace(" ", "_")
    car = chance.choice(("light chariot", "heavy chariot"))
    values = arm.profile.format(skill=chance.randint(2, 5), will=chance.randint(5, 9), car=car)
    formation = chance.choice(arm.formations)
    members = [[duty] for duty in (*duties, *(duty for duty in DUTIES if chance.random() < 0.6))]
    models = chance.randint(*arm.models)
    lines = [f"[profiles.{profile}]", values, f'base = "{arm.base[0]}x{arm.base[1]}mm"']
    lines += ["[[unit]]", f'name = "{name}"', f'side = "{side}"', f'profile = "{profile}"', f"models = {models}"]
    lines.append(f'formation = "{formation}"')
    if arm.weapons and (weapon := chance.choice(arm.weapons)):
        lines.append(f'weapons = ["{weapon}"]')
    if arm.rules and chance.random() < 0.6:
        lines.append(f'rules = ["{chance.choice(arm.rules)}"]')
    if members:
        lines.append("members = [" + ", ".join(f"{{ {own[0]} = true }}" for own in members) + "]")
    return [*lines, *_placed(chance, arm, side, formation, models + len(members), spot)]


def _placed(chance: Random, arm: Arm, side: str, formation: str, models: int, spot: tuple[float, float]) -> list[str]:
    x, y = spot[0], spot[1] if side == "red" else DEPTH - spot[1]
    facing = (0 if side == "red" else 180) + chance.choice((0, 0, 0, chance.uniform(-40, 40)))
    files = min(models, chance.choice((3, 4, 5, 5, 6)))
    if formation != "skirmish":
        return [f"place = {{ x = {x:.3f}, y = {y:.3f}, facing = {facing % 360:.2f}, files = {files} }}"]
    step = max(arm.base) * MM + chance.choice((0.1, 0.5, 1.0))
    ahead = -1 if side == "red" else 1
    spots = [(x + (place % files - files / 2) * step, y + ahead * (place // files) * step) for place in range(models)]
    return [f"facing = {facing % 360:.2f}", "positions = [" + ", ".join(f"[{a:.3f}, {b:.3f}]" for a, b in spots) + "]"]


def _ground(chance: Random) -> list[str]:
    x, y = chance.uniform(8, WIDTH - 8), chance.uniform(18, DEPTH - 18)
    wide, deep = chance.uniform(1, 6), chance.uniform(0.3, 4)
    corners = [(x - wide, y - deep), (x + wide, y - deep / 2), (x + wide, y + deep), (x - wide / 2, y + deep)]
    lines = [
        "[[terrain]]",
        f'kind = "{chance.choice(GROUNDS)}"',
        f'cover = "{chance.choice(("none", "soft", "hard"))}"',
    ]
    lines.append("polygon = [" + ", ".join(f"[{a:.2f}, {b:.2f}]" for a, b in corners) + "]")
    return (
        [*lines, "blocks_sight = true"] if chance.random() < 0.3 else [*lines, f"height = {chance.choice((0, 0, 2))}"]
    )
