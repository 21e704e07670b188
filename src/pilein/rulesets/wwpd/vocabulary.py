"""Scenario vocabulary of WWPD: characteristics, statuses, keys of members, and weapons."""

from collections.abc import Mapping

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.tabletop.keys import keys_of
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

RULINGS = read_rulings("pilein.rulesets.wwpd")
NUMBERS = read_numbers("pilein.rulesets.wwpd")
CHARACTERISTICS = keys_of(
    Traits,
    melee_defense=Key("melee_offense", "int", 0, 6, 0, "levels of Melee Offense: they worsen the saves of its targets"),
)
STATUSES = (
    flag("suppressed", "Suppressed in an earlier phase of this turn"),
    flag("took_part_in_firefight", "it fired or was fired at in the Firefight phase of this turn"),
    flag("hit_in_firefight", "it took hits in the Firefight phase of this turn"),
    Key("starting_strength", "int", 0, 500, 0, "models at the start of the game; 0: as many as now"),
)
MEMBER_KEYS = (
    flag("leader", "leads the unit: the owner allocates hits to others first"),
    flag("fired", "fired in the Firefight phase of this turn"),
    Key("lost", "int", 0, 19, 0, "Wounds already lost, for each model"),
)
WEAPON_KEYS = (
    Key("rate", "int", 0, 10, None, "Rate of Attacks with it; default: the bearer's own"),
    *keys_of(Weapon),
    Key("melee_defense", "int", 0, 6, 0, "added to the bearer's Melee Defense with any weapon"),
)
WEAPONS: Mapping[str, Mapping[str, Value]] = {"hand weapon": {}}
GROUND_WORDS: Mapping[str, str] = {
    "impassable": "no model enters it; any other kind but `open` is area terrain",
}
# Words from other games: the text has no list of weapons and no shields.
OWN_WEAPON = (
    "the text has no list of weapons: describe it under [weapons.NAME] with `rate`, `massive` (against Toughness), "
    "`ap` (against Armor), `melee_offense` and `melee_defense`, which hold in every round"
)
ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("spear", "pike", "lance", "halberd", "great weapon", "two-handed weapon"), OWN_WEAPON),
    **dict.fromkeys(("great sword", "great axe", "great hammer"), OWN_WEAPON),
    **dict.fromkeys(("sword", "axe", "mace", "hammer", "dagger", "close combat weapon"), OWN_WEAPON),
    "additional hand weapon": "a higher `rate`, of the profile or of a weapon under [weapons.NAME]",
    "shield": "the text has no shields: raise `melee_defense` of the profile or of a weapon; it improves the save",
    "Sv": "`save` of the profile is the Defensive Save; `armor` makes it harder to wound",
    "ward save": "`save` of the profile is the Defensive Save: nothing lowers it but Melee Offense",
    **dict.fromkeys(("champion", "hero"), "a row of `members` with a profile of its own; `leader = true` is hit last"),
}
VOCABULARY = Vocabulary(
    ruleset="wwpd",
    package="pilein.rulesets.wwpd",
    characteristics=CHARACTERISTICS,
    statuses=STATUSES,
    member_keys=MEMBER_KEYS,
    weapon_keys=WEAPON_KEYS,
    weapons=WEAPONS,
    default_base="25mm",
    elsewhere=ELSEWHERE,
    armour=("armor", "save", "melee_defense"),
    ground_words=GROUND_WORDS,
    rulings=RULINGS,
    numbers=NUMBERS,
)
