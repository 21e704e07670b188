"""What the hits of one model on another are like: how they wound, are saved, shred and slay (CP-CH, CP-DW-02)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.members import enemies_there
from pilein.rulesets.scorched.equipment.gear import Rows, rows_in_use, striking_rows
from pilein.rulesets.scorched.profile import CHAIN, DAEMON, ETERNAL_WARRIOR, NO_SAVE
from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.saves.armour import (
    armour_against,
    denies_feel_no_pain,
    feel_no_pain,
    is_excised,
    saves_against,
)
from pilein.rulesets.scorched.saves.save_dice import Blows, Save
from pilein.rulesets.scorched.state import Battle, Strike

EVEN = 4  # the score that wounds at equal S and T
HOPELESS = 4  # how far above S the T must be to be proof


def blows_of(battle: Battle, table: Table, strike: Strike) -> Blows:
    """The hits of a strike as dice to be rolled."""
    rows = striking_rows(battle, table, strike.by)
    is_chain, is_lethal = shreds(rows), slays_outright(battle, table, strike.by, rows)
    saves = _saves(battle, table, strike, is_chain=is_chain)
    reading = table.rule("CP-R-44") if is_chain and any(save.shreds for save in saves) else "default"
    return Blows(
        strike.hits,
        wound=_wound_needed(battle, table, strike),
        saves=saves,
        ignore=_ignored(battle, table, strike, is_lethal=is_lethal),
        is_lethal=is_lethal and not _is_eternal(battle, table, strike.on),
        again="always" if shreds_again(reading) else "once",
        spares=reading == "hit-only",
    )


@says("CP-CH-01", without=False)
def shreds(rows: Rows) -> bool:
    """CP-CH-01. Against a chain weapon a saving roll of 1 causes another hit."""
    return CHAIN in rows


@says("CP-CH-02", without=False)
def shreds_again(reading: str) -> bool:
    """CP-CH-02. The saving rolls against such hits cause more in the same way (CP-R-44)."""
    return reading != "once"


@says("CP-DW-02", "CP-IX-18", without=False)
def slays_outright(battle: Battle, table: Table, model: int, rows: Rows) -> bool:
    """CP-DW-02, CP-IX-18. All attacks with a daemon weapon have instant death, those that Shred adds as well."""
    if DAEMON in rows:
        return True
    return bool(_focused(battle, model)) and table.rule("CP-R-47") == "instant-death"


def strength_of(battle: Battle, table: Table, model: int) -> int:
    """The Strength of a model's hits, with the charges that work for it."""
    more = _focused(battle, model)
    if more and table.rule("CP-R-47") == "instant-death":
        more = 0
    return battle.traits(model).S + more


def wound_chart(strength: int, toughness: int) -> int:
    """CP-R-02 `wound-chart`. The score that wounds: 4+ when equal, 2+ at best; 7, never, if T is 4 above S."""
    if toughness - strength >= HOPELESS:
        return NO_SAVE
    return max(2, min(6, EVEN - strength + toughness))


def own_feel_no_pain(battle: Battle, table: Table, model: int) -> int:
    """CP-R-48. The score of Feel No Pain against wounds that are nobody's hits; 7 if it has none, or it is negated."""
    score = battle.traits(model).FNP
    if score < NO_SAVE and battle.fight is not None and _is_excised_by_any(battle, table, model):
        return NO_SAVE
    return feel_no_pain(table, score)


def _saves(battle: Battle, table: Table, strike: Strike, *, is_chain: bool) -> tuple[Save, ...]:
    traits = battle.traits(strike.on)
    invulnerable = NO_SAVE if _is_excised(battle, table, strike) else traits.Inv
    armour = armour_against(table, traits.Sv, strike.AP, _surplus(battle, table, strike))
    has_both = invulnerable < NO_SAVE and armour.need < NO_SAVE and table.rule("CP-R-49") == "both-saves"
    return saves_against(table, armour, invulnerable, has_both=has_both, is_chain=is_chain)


def _ignored(battle: Battle, table: Table, strike: Strike, *, is_lethal: bool) -> int:
    score = battle.traits(strike.on).FNP
    if score >= NO_SAVE or _is_excised(battle, table, strike) or denies_feel_no_pain(is_lethal=is_lethal):
        return NO_SAVE
    return feel_no_pain(table, score)


def _is_excised(battle: Battle, table: Table, strike: Strike) -> bool:
    """CP-R-48. Whether the hits are a relic's; under `all-enemies` whether any enemy has a relic."""
    traits = battle.traits(strike.on)
    if min(traits.Inv, traits.FNP) >= NO_SAVE:
        return False
    return is_excised(striking_rows(battle, table, strike.by)) or _is_excised_by_any(battle, table, strike.on)


def _is_excised_by_any(battle: Battle, table: Table, model: int) -> bool:
    bearers = [enemy for enemy in enemies_there(battle, model) if is_excised(rows_in_use(battle, table, enemy))]
    return bool(bearers) and table.rule("CP-R-48") == "all-enemies"


def _surplus(battle: Battle, table: Table, strike: Strike) -> int:
    """CP-R-02 `s-vs-sv`. By how much the Strength of the hits exceeds the Toughness."""
    if battle.traits(strike.on).Sv >= NO_SAVE:
        return 0
    surplus = strength_of(battle, table, strike.by) - battle.traits(strike.on).T
    return surplus if surplus > 0 and table.rule("CP-R-02") == "s-vs-sv" else 0


def _wound_needed(battle: Battle, table: Table, strike: Strike) -> int:
    """CP-R-02. There is no roll to wound, but under `wound-chart`."""
    if table.rule("CP-R-02") != "wound-chart":
        return 1
    return wound_chart(strength_of(battle, table, strike.by), battle.traits(strike.on).T)


def _is_eternal(battle: Battle, table: Table, model: int) -> bool:
    """CP-R-51. Whether instant death costs a model one wound only."""
    return battle.traits(model).has(ETERNAL_WARRIOR) and table.rule("CP-R-51") == "eternal-warrior"


def _focused(battle: Battle, model: int) -> int:
    return dict(battle.combat.focused).get(model, 0)
