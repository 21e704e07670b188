"""The scenario notation of the WAB quick reference sheet: characteristics, statuses, weapons and rules by name."""

from collections.abc import Mapping
from typing import get_args

from pilein.rulesets.wab.profile import Armour, Barding, Shield, Troop
from pilein.rulesets.wab.rulings import RULINGS
from pilein.rulesets.wab.status import MOVES
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

CHARACTERISTICS = (
    Key("M", "int", 0, 20, words="movement rate in inches, before armour slows it"),
    Key("WS", "int", 1, 10, words="weapon skill"),
    Key("BS", "int", 0, 10, 0, "ballistic skill"),
    Key("S", "int", 1, 10, words="strength"),
    Key("T", "int", 1, 10, words="toughness"),
    Key("W", "int", 1, 20, 1, "wounds"),
    Key("I", "int", 1, 10, words="initiative"),
    Key("A", "int", 0, 10, 1, "attacks"),
    Key("Ld", "int", 2, 10, words="leadership"),
    Key("type", "one of", default="infantry", words="troop type", options=get_args(Troop)),
    flag("mounted", "rides a horse; cavalry always does"),
    Key("armour", "one of", default="none", words="body armour", options=get_args(Armour)),
    Key("shield", "one of", default="none", words="the shield it carries", options=get_args(Shield)),
    Key("barding", "one of", default="none", words="its mount's armour", options=get_args(Barding)),
    Key("mount", "text", default="", words="the profile of a mount that fights: [profiles.NAME]"),
    Key("mounts", "int", 1, 8, 1, "how many of these mounts each model has", of="mount"),
    Key("hates", "texts", default=(), words="profiles, troop types or units that it hates"),
)
STATUSES = (
    flag("fleeing", "it is in flight"),
    flag("charged", "it charged this turn"),
    flag("counter_charged", "it counter-charged this turn"),
    flag("pursued", "its contact comes from a pursuit of the turn before"),
    Key("move", "one of", default="", words="what it did in its last movement phase", options=MOVES),
    flag("fought", "it has fought a round with the enemies in contact before"),
    flag("won", "it won the last round of its combat"),
    flag("sixes_only", "it failed its fear test this turn and stood"),
    flag("stubborn_used", "it has given ground already"),
    flag("frenzy_lost", "it has been broken and is frenzied no more"),
    flag("off_table", "it pursued off the table where it is placed, and may return"),
    flag("uphill", "it stands higher than its enemies"),
    flag("defended", "it stands in a defended position"),
    Key("flank", "unit", default=None, words="the enemy unit in whose flank it fights"),
    Key("rear", "unit", default=None, words="the enemy unit in whose rear it fights"),
    Key("ignored", "unit", default=None, words="the enemy unit whose nearness it ignored when it marched"),
    Key("files", "int", 0, 40, 0, "models side by side, for a block in the press"),
    Key("began", "int", 0, 500, 0, "models when the battle began; 0: as many as now"),
)
MEMBER_KEYS = (
    flag("standard", "carries the unit's standard"),
    flag("musician", "the unit may march and reform"),
    flag("general", "commands the army"),
    flag("battle_standard", "carries the army standard"),
    Key("lost", "int", 0, 19, 0, "wounds that each of these models has lost"),
)
WEAPON_KEYS = (
    flag("melee", "struck with, not shot"),
    Key("range", "number", 0, 100, 0, "inches it shoots; half of it is short range"),
    Key("S", "int", 1, 10, 3, "strength of a shot at long range"),
    Key("save", "int", -6, 0, 0, "what a shot takes off saves at long range, strength included"),
    Key("short_S", "int", 0, 10, 0, "strength at short range; 0: as at long range"),
    Key("short_save", "int", -6, 0, 0, "what a shot takes off saves at short range, strength included"),
    Key("short_shots", "int", 1, 4, 1, "shots at short range"),
    Key("long_penalty", "bool", default=True, words="whether long range makes it harder to hit"),
    Key(
        "moving",
        "one of",
        default="",
        words="shot by who moved: freely, never, or at the usual penalty",
        options=("", "free", "never"),
    ),
    Key(
        "massed",
        "one of",
        default="",
        words="shot by ranks behind: always, when stationary, or not",
        options=("", "always", "stationary"),
    ),
)
RULES = (
    "Fear",
    "Terror",
    "Frenzy",
    "Hatred",
    "Stubborn",
    "Large Target",
    "Cataphract",
    "Pavise in combat",
    "Pavise all round",
)
# The chart of missile weapons (WAB-MW-01), with its notes.
WEAPONS: Mapping[str, Mapping[str, Value]] = {
    "hand weapon": {"melee": True},
    "thrown rocks": {"range": 4, "long_penalty": False},
    "javelin": {"range": 8, "long_penalty": False, "moving": "free"},
    "darts": {"range": 12, "S": 2, "long_penalty": False, "moving": "free", "massed": "always"},
    "handgun": {"range": 18, "save": -1, "short_S": 4, "short_save": -2, "moving": "never"},
    "light crossbow": {"range": 18, "moving": "free"},
    "short bow": {"range": 18, "massed": "stationary"},
    "sling": {"range": 18, "short_S": 2, "short_shots": 2},
    "bow": {"range": 24, "massed": "stationary"},
    "staff sling": {"range": 24, "short_S": 4, "short_save": -1, "moving": "never"},
    "crossbow": {"range": 30, "short_S": 4, "short_save": -1, "moving": "never"},
    "long bow": {"range": 30, "short_save": -1, "massed": "stationary"},
}
# Hand to hand all weapons are alike but for one in each hand (WAB-CC-03).
ARMS = {"one weapon": (), "a weapon in each hand": ("hand weapon", "hand weapon")}
VOCABULARY = Vocabulary(
    ruleset="wab",
    package="pilein.rulesets.wab",
    characteristics=CHARACTERISTICS,
    statuses=STATUSES,
    member_keys=MEMBER_KEYS,
    weapon_keys=WEAPON_KEYS,
    weapons=WEAPONS,
    arms=ARMS,
    formations={"close": "block", "open": "block", "skirmish": "loose"},
    rules=RULES,
    default_base="20mm square",
    rulings=RULINGS,
)
