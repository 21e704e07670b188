"""What the hits of one model on another are like: how they wound, are saved, shred and slay (CP-CH, CP-DW-02)."""

from typing import Literal

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.members import enemies_there
from pilein.rulesets.scorched.equipment.gear import Rows, rows_in_use, striking_rows
from pilein.rulesets.scorched.profile import CHAIN, DAEMON, DAGGER, ETERNAL_WARRIOR, NO_SAVE, RELIC, TWO_HANDED
from pilein.rulesets.scorched.saves.armour import Armour, armour_against, feel_no_pain, saves_against
from pilein.rulesets.scorched.saves.save_dice import Blows, Save
from pilein.rulesets.scorched.state import Battle, Strike

EVEN = 4  # the score that wounds at equal S and T
HOPELESS = 4  # how far above S the T must be to be proof


def blows_of(battle: Battle, table: Table, strike: Strike) -> Blows:
    """The hits of a strike as dice to be rolled."""
    rows = striking_rows(battle, table, strike.by)
    is_lethal = slays_outright(battle, table, strike.by, rows)
    saves = _saves(battle, table, strike, rows)
    again, spares = _shredding(table) if any(save.shreds for save in saves) else ("always", False)
    return Blows(
        strike.hits,
        wound=_wound_needed(battle, table, strike),
        saves=saves,
        ignore=_ignored(battle, table, strike, is_lethal=is_lethal),
        is_lethal=is_lethal and not _is_eternal(battle, table, strike.on),
        again=again,
        spares=spares,
    )


def shreds(table: Table, rows: Rows, armour: Armour) -> bool:
    """CP-CH-01. Against a chain weapon a saving roll of 1 causes another hit."""
    if CHAIN not in rows or (armour.is_negated and _stops_shred(table, rows)):
        return False
    return table.holds("CP-CH-01")


def slays_outright(battle: Battle, table: Table, model: int, rows: Rows) -> bool:
    """CP-DW-02. All attacks with a daemon weapon have instant death. CP-IX-18. So do those that Shred adds."""
    if DAEMON in rows and (CHAIN not in rows or table.holds("CP-IX-18")) and table.holds("CP-DW-02"):
        return True
    return bool(_focused(battle, model)) and table.rule("CP-R-47") == "instant-death"


def is_excised(table: Table, rows: Rows) -> bool:
    """CP-RW-01. A relic weapon negates Invulnerable and Feel No Pain. CP-IX-17. So does a relic chain weapon."""
    if RELIC not in rows or (CHAIN in rows and not table.holds("CP-IX-17")):
        return False
    return table.holds("CP-RW-01")


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


def _saves(battle: Battle, table: Table, strike: Strike, rows: Rows) -> tuple[Save, ...]:
    """The saving rolls against a strike. CP-IX-28. A relic does nothing to armour."""
    traits = battle.traits(strike.on)
    invulnerable = NO_SAVE if _is_excised(battle, table, strike) else traits.Inv
    armour = armour_against(table, traits.Sv, strike.AP, _surplus(battle, table, strike))
    if RELIC in rows and armour.need < NO_SAVE and not table.holds("CP-IX-28"):
        armour = Armour(NO_SAVE, is_negated=False)
    has_both = invulnerable < NO_SAVE and armour.need < NO_SAVE and table.rule("CP-R-49") == "both-saves"
    return saves_against(table, armour, invulnerable, has_both=has_both, shreds=shreds(table, rows, armour))


def _stops_shred(table: Table, rows: Rows) -> bool:
    """CP-CH-03. Nothing is shredded where AP negates the armour, whatever else is rolled.

    CP-IX-14. So it is with a dagger beside a chain weapon. CP-IX-16. So it is with a chain weapon in both hands.
    """
    if DAGGER in rows and not table.holds("CP-IX-14"):
        return False
    if TWO_HANDED in rows and not table.holds("CP-IX-16"):
        return False
    return table.holds("CP-CH-03")


def _shredding(table: Table) -> tuple[Literal["always", "once"], bool]:
    """CP-R-44. How often hits that saving rolls of 1 bring can bring more, and whether such a 1 does not fail.

    CP-CH-02. They bring more in the same way.
    """
    reading = table.rule("CP-R-44")
    is_chained = reading != "once" and table.holds("CP-CH-02")
    return ("always" if is_chained else "once"), reading == "hit-only"


def _ignored(battle: Battle, table: Table, strike: Strike, *, is_lethal: bool) -> int:
    """The score of Feel No Pain against a strike. CP-IX-21. It is not rolled against instant death."""
    score = battle.traits(strike.on).FNP
    if score >= NO_SAVE or _is_excised(battle, table, strike) or (is_lethal and table.holds("CP-IX-21")):
        return NO_SAVE
    return feel_no_pain(table, score)


def _is_excised(battle: Battle, table: Table, strike: Strike) -> bool:
    """CP-R-48. Whether the hits are a relic's; under `all-enemies` whether any enemy has a relic."""
    traits = battle.traits(strike.on)
    if min(traits.Inv, traits.FNP) >= NO_SAVE:
        return False
    return is_excised(table, striking_rows(battle, table, strike.by)) or _is_excised_by_any(battle, table, strike.on)


def _is_excised_by_any(battle: Battle, table: Table, model: int) -> bool:
    bearers = [enemy for enemy in enemies_there(battle, model) if is_excised(table, rows_in_use(battle, table, enemy))]
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
