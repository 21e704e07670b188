"""Scenario vocabulary of the WAB quick reference sheet: characteristics, statuses, weapons and rules by name."""

from collections.abc import Mapping

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings
from pilein.rulesets.wab.profile import Missile, Mount, Traits
from pilein.rulesets.wab.status import MOVES
from pilein.tabletop.keys import keys_of
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

RULINGS = read_rulings("pilein.rulesets.wab")
NUMBERS = read_numbers("pilein.rulesets.wab")
CHARACTERISTICS = keys_of(Traits, mount=keys_of(Mount)[0])
STATUSES = (
    flag("fleeing", "it is fleeing"),
    flag("charged", "it charged this turn", is_of_contact=True, is_of_own_turn=True),
    flag("counter_charged", "it counter-charged this turn", is_of_contact=True),
    flag("pursued", "it came into contact by a pursuit in the turn before", is_of_contact=True),
    Key("move", "one of", default="", words="what it did in its last movement phase", options=MOVES),
    flag("fought", "it fought a round with the enemies in contact before", is_of_contact=True),
    flag("won", "it won the last round of its combat", is_of_contact=True),
    flag("sixes_only", "it failed its fear test this turn but stood: it hits on sixes only", is_of_contact=True),
    flag("stubborn_used", "it has given ground already"),
    flag("frenzy_lost", "it was broken and is no longer frenzied"),
    flag("off_table", "it pursued off the table at its position, and may return"),
    flag("uphill", "it stands higher than its enemies"),
    flag("defended", "it stands in a defended position"),
    Key("flank", "unit", default=None, words="the enemy unit in whose flank it fights", is_of_contact=True),
    Key("rear", "unit", default=None, words="the enemy unit in whose rear it fights", is_of_contact=True),
    Key("ignored", "unit", default=None, words="the enemy unit whose nearness it ignored when it marched"),
    Key("files", "int", 1, 40, 0, "width of a block in the press, in models (default: one line)", is_of_contact=True),
    Key("began", "int", 0, 500, 0, "models at the start of the battle; 0: as many as now"),
)
MEMBER_KEYS = (
    flag("standard", "carries the unit's standard"),
    flag("musician", "the unit may march and reform"),
    flag("general", "commands the army"),
    flag("battle_standard", "carries the army standard"),
    Key("lost", "int", 0, 19, 0, "wounds already lost, for each model"),
)
WEAPON_KEYS = (flag("melee", "a close combat weapon"), *keys_of(Missile))
RULES: Mapping[str, str] = {  # name: what it does
    "Fear": "causes fear: units that it charges, or that want to charge it, test",
    "Terror": "causes terror, and fear with it",
    "Frenzy": "must charge, has one more attack, never panics",
    "Hatred": "hates every enemy; `hates` of a profile names some",
    "Stubborn": "gives ground once instead of breaking, and may hold where others break outright",
    "Large Target": "is shot at with +1",
    "Cataphract": "under WAB-R-38 `cc-any-chariot` never counter-charges",
    "Pavise in combat": "its army list lets it use the pavise in close combat",
    "Pavise all round": "its army list lets the pavise count from all sides",
}
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
# In combat all weapons are the same, except one in each hand (WAB-CC-03).
ARMS = {"one weapon": (), "a weapon in each hand": ("hand weapon", "hand weapon")}
FORMATION_WORDS: Mapping[str, str] = {
    "close": "a block; infantry in it has +1 to its combat result; slowed by all rough ground",
    "open": "a block; slowed by very difficult ground only",
    "skirmish": "loose models; slowed by very difficult ground only, cannot march",
}
GROUND_WORDS: Mapping[str, str] = {
    "difficult": "woods, steep hills: half rate for close order",
    "very difficult": "thick woods, sheer slopes: a quarter for close order, half for open order and skirmishers",
    "dangerous": "as very difficult ground",
    "obstacle": "fences, walls, hedges: half rate for close order to cross",
    "structure": "a building: no unit enters it",
    "impassable": "no unit enters it",
}
# Words from other games. The sheet's only close combat weapon is one in each hand (WAB-CC-03).
NO_WEAPONS = (
    "the sheet has no weapons for close combat: all are alike and have no name. Write what it gives into the profile: "
    "`S` for Strength (4 and more also lowers saves), `A` for attacks, `I = 1` for one that strikes last; it then "
    "holds in every round, and only models in contact fight. A weapon in each hand is "
    '`weapons = ["hand weapon", "hand weapon"]`: one more attack, no shield'
)
ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("spear", "pike", "lance", "halberd", "great weapon", "two-handed weapon"), NO_WEAPONS),
    **dict.fromkeys(("great sword", "great axe", "great hammer", "double-handed weapon", "flail"), NO_WEAPONS),
    **dict.fromkeys(("sword", "axe", "mace", "hammer", "dagger", "close combat weapon"), NO_WEAPONS),
    "additional hand weapon": 'a weapon in each hand: `weapons = ["hand weapon", "hand weapon"]`',
    "Sv": "the save is made of `armour`, `shield` and `barding` of the profile",
    "ward save": "the sheet has one save, made of `armour`, `shield` and `barding`",
    **dict.fromkeys(
        ("champion", "hero"),
        'the sheet has none: a row of `members` with a profile of its own, of `type = "character"`',
    ),
}
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
    elsewhere=ELSEWHERE,
    armour=("armour", "shield", "barding"),
    formation_words=FORMATION_WORDS,
    ground_words=GROUND_WORDS,
    rulings=RULINGS,
    numbers=NUMBERS,
)
