"""Scenario keys that all rulesets share, each with its meaning and default.

Tests check the tables of docs/scenario-format.md against these mappings.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Shared(NamedTuple):
    """Scenario key that all rulesets share: its meaning, and its default in words."""

    words: str
    default: str


Words = Mapping[str, Shared]
REQUIRED = "required"

TOP_WORDS: Words = {
    "ruleset": Shared("the rules to play", REQUIRED),
    "active": Shared("the side whose turn it is", REQUIRED),
    "round": Shared("the round of the fight, 1 to 1000", "1"),
    "turns": Shared("the turn limit of a battle, 1 to 100", "until decided"),
    "units": Shared(
        "a unit file, relative to the folder of this file, or a list of unit files; units `use` it", "none"
    ),
}
SECTION_WORDS: Mapping[str, str] = {
    "rulings": "[rulings]: rulings that differ from their default",
    "numbers": "[numbers]: changed numbers of the rules text",
    "profiles": "[profiles.NAME]: a kind of model",
    "weapons": "[weapons.NAME]: a custom weapon, or a change to one of the ruleset's weapons",
    "sides": "[sides.NAME]: properties of a side",
    "unit": "[[unit]]: a body of models that act together",
    "table": "[table]: the size of the table",
    "press": "[press]: the units in contact, without positions",
    "terrain": "[[terrain]]: a piece of ground on the table",
    "objective": "[[objective]]: a goal in a battle",
}
PROFILE_WORDS: Words = {
    "base": Shared("its base", "the ruleset's, which may depend on a ruling"),
    "rules": Shared('special rules by name, e.g. `["Killing Blow"]`', "none"),
}
MEMBER_WORDS: Words = {
    "profile": Shared("its profile", "that of the unit"),
    "models": Shared("the number of such models", "1"),
    "weapons": Shared("weapons that replace the unit's", "those of the unit"),
    "rules": Shared("special rules in addition to those of the profile and the unit", "none"),
}
UNIT_WORDS: Words = {
    "name": Shared("its unique name", REQUIRED),
    "side": Shared("its side; there are two", REQUIRED),
    "formation": Shared(
        "a formation of the ruleset, which makes it a *block* or *loose*", "the ruleset's default, or required"
    ),
    "profile": Shared("the profile of its ordinary models", "only `members`"),
    "models": Shared("the number of ordinary models, 1 to 500", "required with `profile`"),
    "weapons": Shared("weapons of its models; a weapon named twice is carried twice", "none"),
    "rules": Shared("special rules of all its models, in addition to those of their profiles", "none"),
    "members": Shared("models that differ, see below", "none"),
    "place": Shared("position of a block on a table, see below", REQUIRED),
    "positions": Shared("positions of loose models on a table, see below", REQUIRED),
    "use": Shared("a unit from a unit file, which supplies profile, weapons, rules and members", "none"),
    "options": Shared("with `use`: options to take from the unit file", "none"),
    "facing": Shared("the facing of loose models whose position has none", "0"),
}
SIDE_WORDS: Words = {"edge": Shared("its own table edge: `north`, `south`, `east` or `west`", "none")}
PRESS_WORDS: Words = {
    "pairs": Shared(
        'the units in contact: `[["guards", "reavers"], ...]`; every unit is in at least one pair', REQUIRED
    ),
    "frontage": Shared(
        'models in contact: `"files"` (by the files of both sides), `"all"` (everybody) or the most on each side',
        "by files",
    ),
}
TERRAIN_WORDS: Words = {
    "kind": Shared(
        "`open`, `difficult`, `dangerous`, `impassable`, `obstacle` (a wall or hedge), `structure` or `very difficult`",
        REQUIRED,
    ),
    "polygon": Shared(
        "its corners `[[x, y], ...]` in order, clockwise or not; it may be concave, but its edges must not cross",
        REQUIRED,
    ),
    "blocks_sight": Shared("whether it blocks lines of sight", "`false`"),
    "height": Shared("height in inches, 0 to 100", "`0`"),
    "cover": Shared("cover for models behind or in it: `none`, `soft` or `hard`", '`"none"`'),
    "name": Shared("a name for the log", "none"),
}
OBJECTIVE_WORDS: Words = {
    "kind": Shared("`break`, `destroy` or `hold`", REQUIRED),
    "side": Shared("the side that has the objective", "both sides"),
    "points": Shared("its score, 1 to 1000", "1; a `break` without points wins the battle"),
    "share": Shared(
        "for `break`: the percentage of the enemy that must be out of the battle, 1 to 100",
        REQUIRED,
    ),
    "of": Shared("for `break` and `destroy`: the unit of counting, `models` or `units`", "`models`"),
    "x": Shared("for `hold`: coordinate of the place on the table", REQUIRED),
    "y": Shared("for `hold`: coordinate of the place on the table", REQUIRED),
    "radius": Shared("for `hold`: the distance within which a model can hold the place, in inches", REQUIRED),
    "each_turn": Shared(
        "for `hold`: whether it scores at the end of each turn", "`false`: only at the end of the battle"
    ),
    "name": Shared("for `hold`: a name for the log", "none"),
}
STANDING_WORDS: Mapping[str, str] = {"block": "a block: models in ranks and files", "loose": "loose models"}
NOTHING_HERE = "has no effect of its own here"
