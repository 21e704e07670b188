"""Scenario vocabulary of WarStrike: characteristics, statuses and weapons."""

from collections.abc import Mapping

from pilein.kernel.numbers import read_numbers
from pilein.kernel.remedies import command
from pilein.kernel.rulings import read_rulings
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.tabletop.keys import keys_of
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

RULINGS = read_rulings("pilein.rulesets.warstrike")
NUMBERS = read_numbers("pilein.rulesets.warstrike")
CHARACTERISTICS = keys_of(Traits)
STATUSES = (
    Key("markers", "int", 0, 40, 0, "suppression markers"),
    Key("hits", "int", 0, 6, 0, "its hit counter"),
    flag("at_the_double", "its last action was At the Double"),
    flag("moved", "it moved this turn"),
    flag("broken_off", "it has fallen back"),
    flag("leaderless", "it has no leader"),
)
MEMBER_KEYS = (flag("leader", "its first model leads the unit"),)
WEAPON_KEYS = keys_of(Weapon)
WEAPONS: Mapping[str, Mapping[str, Value]] = {
    "close combat weapon": {"AP": 2},
    "pair of blades": {"Atk": 2, "AP": 2, "pair": True},
    "heavy blade": {"WS": -1, "Str": 2, "AP": 4},
    "rifle": {"ranged": True, "AP": 3, "firepower": 3},
    "pistol": {"ranged": True, "AP": 2, "firepower": 3, "range": 8},
    "carbine": {"ranged": True, "AP": 3, "firepower": 3, "rate": 2, "assault": True, "range": 16},
}
GROUND_WORDS: Mapping[str, str] = {
    "obstacle": "a linear obstacle or a structure's wall: crossing it halves a move, and it can be defended",
    "structure": "a floor at its `height`: a change of level costs its height",
    "impassable": "no model enters it",
}
# Words from other games: the text has no weapon cards and no shields.
OWN_WEAPON = (
    "the text has no weapon cards: describe it under [weapons.NAME] with `WS`, `Str`, `AP` and `Atk`, which hold in "
    "every round, or use one of the examples" + command(" (`pilein words warstrike weapons`)")
)
ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("spear", "pike", "lance", "halberd"), OWN_WEAPON),
    **dict.fromkeys(("sword", "axe", "mace", "hammer", "dagger", "hand weapon"), OWN_WEAPON),
    **dict.fromkeys(
        ("great weapon", "two-handed weapon", "great sword", "great axe", "great hammer"),
        'there is `weapons = ["heavy blade"]`; or describe it under [weapons.NAME] with `WS`, `Str`, `AP`',
    ),
    "additional hand weapon": '`weapons = ["pair of blades"]`, or describe one with `pair = true` and its `Atk`',
    "shield": "the text has no shields: raise the profile's `Ar` (or `Ev`, against shots)",
    "Sv": "`Ar` of the profile is Armor: compared with the attack's AP it gives the save",
    "ward save": "there is none: `To` of the profile, dice that must all succeed for a kill, is nearest to it",
    **dict.fromkeys(
        ("champion", "hero"), "a row of `members` with a profile of its own; `leader = true` leads the unit"
    ),
}
VOCABULARY = Vocabulary(
    ruleset="warstrike",
    package="pilein.rulesets.warstrike",
    characteristics=CHARACTERISTICS,
    statuses=STATUSES,
    member_keys=MEMBER_KEYS,
    weapon_keys=WEAPON_KEYS,
    weapons=WEAPONS,
    default_base="25mm",
    elsewhere=ELSEWHERE,
    armour=("Ar", "To", "Ev"),
    ground_words=GROUND_WORDS,
    rulings=RULINGS,
    numbers=NUMBERS,
)
