"""WarStrike's part of the scenario notation: characteristics, statuses and weapons."""

from collections.abc import Mapping

from pilein.rulesets.warstrike.rulings import RULINGS
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

CHARACTERISTICS = (
    Key("Mv", "int", 0, 20, words="normal movement, inches"),
    Key("Aw", "int", 0, 60, 12, "Awareness, inches"),
    Key("WS", "int", 0, 10, words="Weapon Skill"),
    Key("BS", "int", 0, 10, 0, "Ballistic Skill"),
    Key("Ev", "int", 0, 10, 0, "Evasion"),
    Key("Str", "int", 0, 10, words="Strength"),
    Key("Ar", "int", 0, 10, words="Armor"),
    Key("To", "int", 1, 6, None, "Toughness: dice that must all succeed to kill"),
    Key("Ld", "int", 0, 10, words="Leadership: dice"),
    Key("Nv", "int", 0, 6, words="Nerve: what a die must not exceed"),
    Key("points", "int", 0, 1000, 0, "points of a model, for policies"),
)
STATUSES = (
    Key("markers", "int", 0, 40, 0, "suppression markers"),
    Key("hits", "int", 0, 6, 0, "its hit counter"),
    flag("at_the_double", "its last action was At the Double"),
    flag("moved", "it moved this turn"),
    flag("broken_off", "it falls back"),
    flag("leaderless", "it has no leader"),
)
MEMBER_KEYS = (flag("leader", "its first model leads the unit"),)
WEAPON_KEYS = (
    flag("ranged", "it is shot, not struck with"),
    Key("WS", "int", -9, 9, 0, "added to its user's WS"),
    Key("Str", "int", -9, 9, 0, "added to its user's Str"),
    Key("Atk", "int", 0, 20, 1, "attacks in melee"),
    Key("AP", "int", 0, 10, 0, "armor penetration"),
    Key("rate", "int", 1, 20, 1, "rate of fire"),
    flag("assault", "an assault weapon"),
    Key("firepower", "int", 0, 10, 0, "Str of its shots; 0: its user's and `Str`"),
    Key("range", "number", 0, 100, 24, "how far it shoots elsewhere"),
    flag("pair", "one in each hand, its Atk already raised"),
)
WEAPONS: Mapping[str, Mapping[str, Value]] = {
    "close combat weapon": {"AP": 2},
    "pair of blades": {"Atk": 2, "AP": 2, "pair": True},
    "heavy blade": {"WS": -1, "Str": 2, "AP": 4},
    "rifle": {"ranged": True, "AP": 3, "firepower": 3},
    "pistol": {"ranged": True, "AP": 2, "firepower": 3, "range": 8},
    "carbine": {"ranged": True, "AP": 3, "firepower": 3, "rate": 2, "assault": True, "range": 16},
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
    rulings=RULINGS,
)
