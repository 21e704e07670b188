"""Scorched's scenario vocabulary: characteristics, statuses, weapons and special rules by name."""

from collections.abc import Mapping

from pilein.kernel.numbers import read_numbers
from pilein.kernel.rulings import read_rulings
from pilein.rulesets.scorched.profile import ETERNAL_WARRIOR, PSYKER, Traits, Weapon
from pilein.tabletop.keys import keys_of
from pilein.tabletop.vocabulary import Key, Value, Vocabulary, flag

RULINGS = read_rulings("pilein.rulesets.scorched")
NUMBERS = read_numbers("pilein.rulesets.scorched")
CHARACTERISTICS = keys_of(Traits)
STATUSES = (flag("charged", "all its models moved into engagement this round", is_of_contact=True),)
MEMBER_KEYS = (
    flag("charger", "moved into engagement this round, whatever the rest of its unit did"),
    Key("lost", "int", 0, 9, 0, "wounds already taken, for each model"),
)
WEAPON_KEYS = (
    *keys_of(Weapon),
    flag("chain", "Chain Weapon: Shred"),
    flag("power", "Power Weapon: Powered"),
    flag("force", "Force Weapon: Focus"),
    flag("relic", "Relic Weapon: Excise"),
    flag("daemon", "Daemon Weapon: Possession"),
)
RULES: Mapping[str, str] = {  # name: what it does
    PSYKER: "may spend psychic charges on a force weapon",
    ETERNAL_WARRIOR: "under CP-R-51 `eternal-warrior` instant death costs it one wound",
}
WEAPONS: Mapping[str, Mapping[str, Value]] = {
    "punch": {"shape": "punch"},
    "gun butt": {"shape": "punch"},
    "sword": {"shape": "sword"},
    "blade": {"shape": "sword"},
    "dagger": {"shape": "dagger"},
    "axe": {"shape": "axe"},
    "mace": {"shape": "mace"},
    "hammer": {"shape": "mace"},
    "mawl": {"shape": "mace"},
    "spear": {"shape": "spear"},
    "lance": {"shape": "lance"},
    "shield": {"shape": "shield"},
    "two-handed weapon": {"grip": "two-handed"},
    "great sword": {"shape": "sword", "grip": "two-handed"},
    "great axe": {"shape": "axe", "grip": "two-handed"},
    "great hammer": {"shape": "mace", "grip": "two-handed"},
    "hand-and-a-half weapon": {"grip": "hand-and-a-half"},
    "bastard sword": {"shape": "sword", "grip": "hand-and-a-half"},
    "chain weapon": {"chain": True},
    "chain sword": {"shape": "sword", "chain": True},
    "chain axe": {"shape": "axe", "chain": True},
    "power weapon": {"power": True},
    "power sword": {"shape": "sword", "power": True},
    "power axe": {"shape": "axe", "power": True},
    "power maul": {"shape": "mace", "power": True},
    "power fist": {"shape": "punch", "power": True},
    "force weapon": {"force": True},
    "force sword": {"shape": "sword", "force": True},
    "relic weapon": {"relic": True},
    "relic sword": {"shape": "sword", "relic": True},
    "daemon weapon": {"daemon": True},
    "daemon sword": {"shape": "sword", "daemon": True},
}
# The seventeen rows of the equipment table. Rows that need something in the other hand get it together with a sword.
ARMS: Mapping[str, tuple[str, ...]] = {
    "punch": ("punch",),
    "sword": ("sword",),
    "dagger": ("dagger",),
    "axe": ("axe",),
    "mace": ("mace",),
    "spear": ("spear",),
    "lance": ("lance",),
    "sword and shield": ("sword", "shield"),
    "two-handed weapon": ("two-handed weapon",),
    "hand-and-a-half weapon": ("hand-and-a-half weapon",),
    "two swords": ("sword", "sword"),
    "sword and dagger": ("sword", "dagger"),
    "chain weapon": ("chain weapon",),
    "power weapon": ("power weapon",),
    "force weapon": ("force weapon",),
    "relic weapon": ("relic weapon",),
    "daemon weapon": ("daemon weapon",),
}
GROUND_WORDS: Mapping[str, str] = {
    "impassable": "stops a model that is knocked back",
    "obstacle": "stops a model that is knocked back",
}
# Words from other games: weapons are rows of the equipment table, a shape and a grip.
TWO_HANDED = (
    "the equipment table has the two-handed weapon, of any shape: "
    '`weapons = ["two-handed weapon"]`, "great sword", "great axe" or "great hammer"'
)
ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("great weapon", "double-handed weapon"), TWO_HANDED),
    "halberd": 'no row of the table: describe it, e.g. [weapons.halberd] `shape = "axe"` and `grip = "two-handed"`',
    "pike": 'no row of the equipment table: use `weapons = ["spear"]`',
    **dict.fromkeys(
        ("hand weapon", "close combat weapon"),
        'name its shape: `weapons = ["sword"]`, "axe", "mace", "dagger" or "spear"; without one a model punches',
    ),
    "additional hand weapon": 'name both: `weapons = ["sword", "sword"]` or `["sword", "dagger"]`',
    "ward save": "`Inv` of the profile is the Invulnerable save",
    **dict.fromkeys(("champion", "hero"), "a row of `members` with a profile of its own"),
}
VOCABULARY = Vocabulary(
    ruleset="scorched",
    package="pilein.rulesets.scorched",
    characteristics=CHARACTERISTICS,
    statuses=STATUSES,
    member_keys=MEMBER_KEYS,
    weapon_keys=WEAPON_KEYS,
    weapons=WEAPONS,
    arms=ARMS,
    rules=RULES,
    default_base="25mm",
    elsewhere=ELSEWHERE,
    armour=("Sv", "Inv", "FNP", "shield"),
    ground_words=GROUND_WORDS,
    rulings=RULINGS,
    numbers=NUMBERS,
)
