"""Scrollhammer's scenario vocabulary: characteristics, statuses, weapons and special rules by name."""

from collections.abc import Mapping

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.tabletop.keys import keys_of
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

RULINGS = read_rulings("pilein.rulesets.scrollhammer")
NUMBERS = read_numbers("pilein.rulesets.scrollhammer")
CHARACTERISTICS = keys_of(Traits)
STATUSES = (
    flag("charged", "its charge succeeded this turn", is_of_contact=True, is_of_own_turn=True),
    flag("counter_attacked", "it counter-attacked this turn", is_of_contact=True),
    flag("falling_back", "it broke or fled"),
    flag("gone_to_ground", "it went to ground (shooting chapter)"),
    flag("marched", "it marched this turn"),
    flag("charge_barred", "something it did this turn rules out charging"),
    flag("declared", "it declared its charge this turn"),
    flag("stood_and_shot", "it stood and shot this turn, so its bows are in hand"),
    flag("has_fought", "it fought a round of its combat before", is_of_contact=True),
    Key("fired_at", "unit", default=None, words="the unit it shot at this turn"),
    Key("files", "int", 1, 40, 0, "width of a block in the press, in models (default: five)", is_of_contact=True),
)
MEMBER_KEYS = (
    flag("standard", "carries the standard"),
    flag("musician", "plays the music; like a champion it stands in front when a block reforms"),
    flag("champion", "leads the unit"),
    Key("lost", "int", 0, 19, 0, "Wounds already lost, for each model"),
)
TRIGGERS = ("", "unsaved", "wounding", "hitting")
WEAPON_KEYS = (
    *keys_of(Weapon)[:-1],
    flag("shield", "held for cover, not a weapon to strike with"),
    Key("effect", "text", default="", words="the mark it leaves on models; `stopped` prevents them from striking"),
    Key("effect_on", "one of", default="", words="when it leaves the mark", options=TRIGGERS),
    *keys_of(Weapon)[-1:],  # `rules`
)
RULES: Mapping[str, str] = {  # name: what it does
    "Rending": "a natural 6 to wound wounds whatever the Toughness, at AP 5",
    "Killing Blow": "Rending, and these wounds cause Instant Death, but not on monsters and artillery",
    "Instant Death": "its unsaved wounds take all Wounds of a model",
    "No armour": "no armour save against its attacks",
    "Hatred": "missed attacks are re-rolled in the first round of a combat",
    "Backfire": "each natural 1 to hit, after re-rolls, wounds the attacker's own unit",
    "Rampage": "D3 more attacks if enemies outnumber friends in the combat",
    "Stubborn": "a unit with this model checks Morale without the penalty",
    "Parry": "with a shield in hand: ward save better by 1 in close combat, or 6+",
    "No Sweep": "a unit with this model makes no Sweeping Advance",
    "Never Flees": "a unit with this model may not choose to flee from a charge",
    "Swift Charge": "charge range 3D6, the two highest; 2 lowest through difficult ground",
    "Slow Charge": "charge range D6; the lower of 2D6 through difficult ground",
    "Cover in combat": "its cover save may be taken against attacks in combat",
    "melee": "of a staff: it counts as a close combat weapon",
}
# Of a weapon's keys these apply to its attacks, the others to its bearer.
RULES_OF_ATTACKS = ("Rending", "Killing Blow", "Instant Death", "No armour", "Hatred", "Backfire", "melee")
WEAPONS: Mapping[str, Mapping[str, Value]] = {
    "hand weapon": {},
    "sword": {"base_type": "hand weapon"},
    "axe": {"base_type": "hand weapon"},
    "mace": {"base_type": "hand weapon"},
    "dagger": {},
    "shield": {"shield": True, "melee": False},
    "spear": {"cavalry_S": 1, "ranks": 3},
    "halberd": {"hands": 2, "S": 1, "cavalry_S": 1},
    "greatsword": {"hands": 2, "S": 1, "I": -1},
    "battle axe": {"hands": 2, "S": 2, "I": -1},
    "war hammer": {"hands": 2, "S": 2, "AP": 2, "strikes": "last"},
    "great weapon": {"hands": 2, "S": 2, "I": -1},
    "lance": {"charging_S": 2, "charging_AP": 2},
    "staff": {"melee": False},
    "longbow": {"hands": 2, "melee": False, "range": 30, "shots": 1, "shot_S": 3},
    "bow": {"hands": 2, "melee": False, "range": 18, "shots": 2, "shot_S": 3},
    "crossbow": {"hands": 2, "melee": False, "range": 24, "shots": 1, "shot_S": 4, "shot_AP": 1},
    "throwing weapon": {"melee": False, "range": 6, "shots": 2},
    "javelin": {"melee": False, "range": 12, "shots": 1},
    "hand crossbow": {"melee": False, "range": 6, "shots": 1, "shot_S": 3, "shot_AP": 1},
}
ARMS: Mapping[str, tuple[str, ...]] = {
    "hand weapon": ("hand weapon",),
    "hand weapon and shield": ("hand weapon", "shield"),
    "dagger": ("dagger",),
    "spear": ("spear",),
    "spear and shield": ("spear", "shield"),
    "halberd": ("halberd",),
    "greatsword": ("greatsword",),
    "battle axe": ("battle axe",),
    "war hammer": ("war hammer",),
    "great weapon": ("great weapon",),
    "lance": ("lance",),
}
FORMATION_WORDS: Mapping[str, str] = {
    "ranks": "a square block of models edge to edge, that moves and turns as one",
    "skirmish": 'loose models, each within 2" of another; may counter-attack through difficult ground',
    "horde": 'loose models, each within 2" of another; more models give a bonus to the combat result',
}
GROUND_WORDS: Mapping[str, str] = {
    "difficult": "a charge through it rolls 3D6 for its range, and the two lowest count",
    "dangerous": "a model that moves through it rolls a D6: on a 1 it takes a Wound, which armour or ward may save",
    "impassable": "no model enters it",
}
# Words of other games.
ELSEWHERE: Mapping[str, str] = {
    "pike": '`weapons = ["spear"]` fights in three ranks; for more Strength describe it under [weapons.NAME]',
    "flail": "describe it under [weapons.NAME] with `S`, `I`, `hands`",
    **dict.fromkeys(
        ("two-handed weapon", "double-handed weapon", "great axe", "great hammer"),
        '`weapons = ["great weapon"]`, "greatsword", "battle axe" or "war hammer"',
    ),
    "additional hand weapon": 'two of one type: `weapons = ["sword", "axe"]` or `["hand weapon", "hand weapon"]`',
    **dict.fromkeys(
        ("light armour", "heavy armour", "barding"), "`Sv` of the profile is the armour save, all armour included"
    ),
    "Inv": "`Ward` of the profile is the ward save",
    "hero": "a row of `members` with a profile of its own; `champion = true` leads the unit",
}
VOCABULARY = Vocabulary(
    ruleset="scrollhammer",
    package="pilein.rulesets.scrollhammer",
    characteristics=CHARACTERISTICS,
    statuses=STATUSES,
    member_keys=MEMBER_KEYS,
    weapon_keys=WEAPON_KEYS,
    weapons=WEAPONS,
    arms=ARMS,
    formations={"ranks": "block", "skirmish": "loose", "horde": "loose"},
    rules=RULES,
    default_base="1in square",
    bases={"SH-R-04": {"round": "25mm"}},
    elsewhere=ELSEWHERE,
    armour=("Sv", "Ward", "cover", "shield"),
    formation_words=FORMATION_WORDS,
    ground_words=GROUND_WORDS,
    rulings=RULINGS,
    numbers=NUMBERS,
    presets={"SH-R-01": "fantasy-first"},
)
