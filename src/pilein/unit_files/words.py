"""Words of a unit file: the keys of its sections, and their values and defaults as text.

The tables of docs/armies.md are checked against these words.
"""

from pilein.tabletop.shared_words import REQUIRED, Shared, Words

SECTION_WORDS: Words = {
    "ruleset": Shared("the rules that the units are for", REQUIRED),
    "profiles": Shared("`[profiles.NAME]`: a kind of model, as in a scenario, and its `points`", "none"),
    "weapons": Shared("`[weapons.NAME]`: a custom weapon, as in a scenario, and its `points`", "the ruleset's"),
    "armour": Shared("`[armour.NAME]`: its effect on the wearer", "none"),
    "mounts": Shared("`[mounts.NAME]`: its effect on the rider", "none"),
    "units": Shared("`[units.NAME]`: models that act together", REQUIRED),
}
CHANGE_WORDS: Words = {
    "base": Shared("the base of its bearer", "as before"),
    "weapons": Shared("weapons that come with it, such as a shield that the ruleset counts as one", "none"),
    "rules": Shared("special rules of its bearer", "none"),
    "points": Shared("its price for each model", "0"),
}
MOUNT_WORDS: Words = {
    "profile": Shared("its profile; the ruleset then combines rider and mount into one model", "none"),
    **CHANGE_WORDS,
}
UNIT_WORDS: Words = {
    "profile": Shared("the profile of its ordinary models", REQUIRED),
    "models": Shared("its usual number of models, members included", "`min`, or one more than the `members`"),
    "min": Shared("its smallest number of models", "1"),
    "max": Shared("its largest number of models", "500"),
    "weapons": Shared("weapons of its models", "none"),
    "armour": Shared("armour of its models", "none"),
    "mount": Shared("the mount of its models", "none"),
    "rules": Shared("special rules of its models", "none"),
    "base": Shared("the base of its models", "the mount's or the profile's"),
    "formation": Shared("its formation", "the ruleset's default, or required"),
    "points": Shared("the price of a model without equipment", "the `points` of its profile"),
    "unit_points": Shared("the fixed price of the unit, regardless of its number of models", "0"),
    "members": Shared("models that differ", "none"),
    "options": Shared("`[units.NAME.options.OPTION]`: an option of the unit", "none"),
    "doubtful": Shared("why the unit is probably wrong; written by `pilein import`, shown by `pilein check`", "none"),
}
MEMBER_WORDS: Words = {
    "profile": Shared("its profile", "that of the unit"),
    "models": Shared("the number of such models", "1"),
    "weapons": Shared("weapons that replace the unit's", "those of the unit"),
    "armour": Shared("armour that replaces the unit's", "that of the unit"),
    "mount": Shared("a mount that replaces the unit's", "that of the unit"),
    "rules": Shared("special rules in addition to the unit's", "none"),
    "base": Shared("its base", "the mount's or the profile's"),
    "points": Shared("extra cost of such a model", "0"),
}
OPTION_WORDS: Words = {
    "profile": Shared("a new profile for its ordinary models", "as before"),
    "weapons": Shared("additional weapons", "none"),
    "armour": Shared("additional armour", "none"),
    "mount": Shared("a new mount", "as before"),
    "rules": Shared("additional special rules", "none"),
    "without": Shared("weapons, armour and special rules that the option removes", "none"),
    "base": Shared("a new base", "as before"),
    "formation": Shared("a new formation", "as before"),
    "members": Shared("models that replace ordinary models", "none"),
    "points": Shared("its price for each ordinary model", "0"),
    "unit_points": Shared("its price for the unit", "0"),
}
