"""Effects of one model's hits on another: wounding, saves, Shred and instant death (CP-CH, CP-DW-02)."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.gear import Rows, striking_rows
from pilein.rulesets.scorched.members import enemies_fought, enemies_there, models_of
from pilein.rulesets.scorched.profile import CHAIN, DAEMON, DAGGER, ETERNAL_WARRIOR, FORCE, NO_SAVE, RELIC, TWO_HANDED
from pilein.rulesets.scorched.save_dice import Added, HitDice, Save
from pilein.rulesets.scorched.state import Battle, Strike

# --- Armour, Invulnerable and Feel No Pain against hits (CP-SV-01) -----------------------------------------------


SIX = 6


class Armour(Struct, frozen=True):
    """Armour save against hits: the score needed (7 means no save), and whether the hits' AP negates the save."""

    need: int
    is_negated: bool


def armour_against(table: Table, Sv: int, AP: int, surplus: int) -> Armour:  # noqa: N803 - the register's names
    """Armour save of a model that was hit: a D6 roll of at least Sv. The AP of the hits worsens the score needed
    (CP-SV-01, CP-R-01, CP-R-03).

    `surplus` is the penalty for the Strength of the hits (CP-R-02).
    """
    if Sv >= NO_SAVE or not table.holds("CP-SV-01"):
        return Armour(NO_SAVE, is_negated=False)
    is_negated, need = _pierced(table, Sv, AP)
    if is_negated:
        return Armour(NO_SAVE, is_negated=True)
    need, best = need + surplus, table.number("CP-SV-01.best")
    if need < best:
        need = 1 if table.rule("CP-R-03") == "one-plus" else best
    return Armour(min(need, NO_SAVE), is_negated=False)


def saves_against(table: Table, armour: Armour, invulnerable: int, *, has_both: bool, shreds: bool) -> tuple[Save, ...]:
    """Return the saving rolls allowed against a hit, each with a flag that is set if a roll of 1 triggers Shred.

    Only the better of armour and Invulnerable is used, or armour if they are equal, unless the model may roll for
    both (CP-R-49).
    """
    second = shreds and (invulnerable >= NO_SAVE or table.rule("CP-R-46") != "armour-only")
    both = (Save(armour.need, shreds), Save(invulnerable, second))
    if has_both and armour.need > 1:
        return tuple(save for save in both if save.need < NO_SAVE)
    best = both[0] if armour.need <= invulnerable else both[1]
    return (best,) if best.need < NO_SAVE else ()


def feel_no_pain(table: Table, FNP: int) -> int:  # noqa: N803
    """Score needed for Feel No Pain: the model's own or, under `fnp-4`, always 4 (CP-R-49)."""
    fixed = table.number("CP-RW-01")
    if FNP >= NO_SAVE or fixed == FNP:
        return FNP
    return fixed if table.rule("CP-R-49") == "fnp-4" else FNP


def _pierced(table: Table, Sv: int, AP: int) -> tuple[bool, int]:  # noqa: N803
    """Whether AP negates an armour save, and the score needed if it does not (CP-R-01)."""
    if not AP:
        return False, Sv
    if table.rule("CP-R-01") == "threshold":
        return Sv >= AP, Sv
    return Sv + AP > SIX, Sv + AP


def hit_dice_of(battle: Battle, table: Table, strike: Strike) -> HitDice:
    """Dice to roll for the hits of a strike, together with the hits added by Shred if they are of a different kind."""
    rows = striking_rows(battle, table, strike.by)
    landed = _hit_dice(battle, table, strike, rows)
    if not landed.shreds or not (DAEMON in rows or RELIC in rows):
        return landed
    added = _hit_dice(battle, table, strike, rows, are_added=True)
    return landed if added == landed else replace(landed, added=Added(added.saves, added.ignore, added.is_lethal))


def _hit_dice(battle: Battle, table: Table, strike: Strike, rows: Rows, *, are_added: bool = False) -> HitDice:
    is_lethal = slays_outright(battle, table, strike.by, rows, are_added=are_added)
    excised = _is_excised(battle, table, strike, are_added=are_added)
    saves = _saves(battle, table, strike, rows, excised=excised)
    again, spares = _shredding(table) if any(save.shreds for save in saves) else ("always", False)
    return HitDice(
        strike.hits,
        wound=_wound_needed(battle, table, strike),
        saves=saves,
        ignore=_ignored(battle, table, strike, is_lethal=is_lethal, excised=excised),
        is_lethal=is_lethal and not is_eternal(battle, table, strike.on),
        again=again,
        spares=spares,
    )


def shreds(table: Table, rows: Rows, armour: Armour) -> bool:
    """Whether a saving roll of 1 adds another hit, as it does against a chain weapon (CP-CH-01)."""
    if CHAIN not in rows or (armour.is_negated and _stops_shred(table, rows)):
        return False
    return table.holds("CP-CH-01")


def slays_outright(battle: Battle, table: Table, model: int, rows: Rows, *, are_added: bool = False) -> bool:
    """Whether a model's hits cause instant death, as all attacks with a daemon weapon do (CP-DW-02).

    If the weapon is also a chain weapon, the hits that Shred adds (`are_added`) cause instant death as well
    (CP-IX-18).
    """
    if DAEMON in rows and table.holds("CP-DW-02") and (not are_added or table.holds("CP-IX-18")):
        return True
    return bool(_focused(battle, table, model)) and table.rule("CP-R-47") == "instant-death"


def is_excised(table: Table, rows: Rows, *, are_added: bool = False) -> bool:
    """Whether a model's hits negate Invulnerable and Feel No Pain, as hits with a relic weapon do (CP-RW-01).

    If the weapon is also a chain weapon, the hits that Shred adds (`are_added`) do the same (CP-IX-17).
    """
    return RELIC in rows and table.holds("CP-RW-01") and (not are_added or table.holds("CP-IX-17"))


def strength_of(battle: Battle, table: Table, model: int) -> int:
    """Strength of a model's hits, including the psychic charges that take effect."""
    more = _focused(battle, table, model)
    if more and table.rule("CP-R-47") == "instant-death":
        more = 0
    return battle.traits(model).S + more * table.number("CP-FW-01.strength")


def wound_chart(battle: Battle, strength: int, toughness: int) -> int:
    """Score needed to wound (CP-R-02 `wound-chart`): 4+ when S equals T, and never better than 2+.

    It is 7 (impossible) when T exceeds S by 4 or more.
    """
    if toughness - strength >= battle.number("CP-SV-01.hopeless"):
        return NO_SAVE
    return max(2, min(6, battle.number("CP-SV-01.to-wound") - strength + toughness))


def own_feel_no_pain(battle: Battle, table: Table, model: int) -> int:
    """Feel No Pain score against wounds not caused by hits, or 7 if the model has none. The score is also 7 if Feel No
    Pain is negated (CP-R-48).
    """
    score = battle.traits(model).FNP
    if score < NO_SAVE and battle.fight is not None and _is_excised_by_any(battle, table, model):
        return NO_SAVE
    return feel_no_pain(table, score)


def _saves(battle: Battle, table: Table, strike: Strike, rows: Rows, *, excised: bool) -> tuple[Save, ...]:
    """Saving rolls against a strike. A relic does not affect armour (CP-IX-28)."""
    traits = battle.traits(strike.on)
    invulnerable = NO_SAVE if excised else traits.Inv
    armour = armour_against(table, traits.Sv, strike.AP, _surplus(battle, table, strike))
    if RELIC in rows and armour.need < NO_SAVE and not table.holds("CP-IX-28"):
        armour = Armour(NO_SAVE, is_negated=False)
    has_both = invulnerable < NO_SAVE and armour.need < NO_SAVE and table.rule("CP-R-49") == "both-saves"
    return saves_against(table, armour, invulnerable, has_both=has_both, shreds=shreds(table, rows, armour))


def _stops_shred(table: Table, rows: Rows) -> bool:
    """Whether Shred stops when AP negates the armour, whatever other rolls are made (CP-CH-03).

    The same applies to a dagger beside a chain weapon (CP-IX-14) and to a chain weapon used with both hands
    (CP-IX-16).
    """
    if DAGGER in rows and not table.holds("CP-IX-14"):
        return False
    if TWO_HANDED in rows and not table.holds("CP-IX-16"):
        return False
    return table.holds("CP-CH-03")


def _shredding(table: Table) -> tuple[Literal["always", "once"], bool]:
    """Whether hits added by rolls of 1 can add further hits ("always" or "once"), and whether a save passes despite
    such a 1 (CP-R-44).

    Added hits add further hits in the same way (CP-CH-02).
    """
    reading = table.rule("CP-R-44")
    is_chained = reading != "once" and table.holds("CP-CH-02")
    return ("always" if is_chained else "once"), reading == "hit-only"


def _ignored(battle: Battle, table: Table, strike: Strike, *, is_lethal: bool, excised: bool) -> int:
    """Score needed for Feel No Pain against a strike. Feel No Pain is not rolled against instant death (CP-IX-21)."""
    score = battle.traits(strike.on).FNP
    if score >= NO_SAVE or excised or (is_lethal and table.holds("CP-IX-21")):
        return NO_SAVE
    return feel_no_pain(table, score)


def _is_excised(battle: Battle, table: Table, strike: Strike, *, are_added: bool) -> bool:
    """Whether the hits negate Invulnerable and Feel No Pain because they come from a relic or, under `all-enemies`,
    because any enemy has a relic (CP-R-48).
    """
    traits = battle.traits(strike.on)
    if min(traits.Inv, traits.FNP) >= NO_SAVE:
        return False
    rows = striking_rows(battle, table, strike.by)
    return is_excised(table, rows, are_added=are_added) or _is_excised_by_any(battle, table, strike.on)


def _is_excised_by_any(battle: Battle, table: Table, model: int) -> bool:
    if model in battle.excised:
        return True
    if not enemies_fought(battle, model) or not _faces_relic(battle, table, model):
        return False
    return table.rule("CP-R-48") == "all-enemies"


def excised_in(battle: Battle, table: Table) -> tuple[int, ...]:
    """Models whose Invulnerable and Feel No Pain are negated for the phase by relics in their combats (CP-R-48
    `all-enemies`).
    """
    able = []
    for model in models_of(battle.combat.bouts):
        traits = battle.traits(model)
        if traits.Inv < NO_SAVE or traits.FNP < NO_SAVE:
            able.append(model)
    if not able:
        return battle.excised
    facing = {model for model in able if model not in battle.excised and _faces_relic(battle, table, model)}
    if not facing or table.rule("CP-R-48") != "all-enemies":
        return battle.excised
    return tuple(sorted({*battle.excised, *facing}))


def _faces_relic(battle: Battle, table: Table, model: int) -> bool:
    return any(is_excised(table, striking_rows(battle, table, enemy)) for enemy in enemies_there(battle, model))


def _surplus(battle: Battle, table: Table, strike: Strike) -> int:
    """Amount by which the hits' Strength exceeds the target's Toughness (CP-R-02 `s-vs-sv`)."""
    if battle.traits(strike.on).Sv >= NO_SAVE:
        return 0
    surplus = strength_of(battle, table, strike.by) - battle.traits(strike.on).T
    return surplus if surplus > 0 and table.rule("CP-R-02") == "s-vs-sv" else 0


def _wound_needed(battle: Battle, table: Table, strike: Strike) -> int:
    """Score needed to wound: 1, which means that no die is rolled, except under `wound-chart` (CP-R-02)."""
    if table.rule("CP-R-02") != "wound-chart":
        return 1
    return wound_chart(battle, strength_of(battle, table, strike.by), battle.traits(strike.on).T)


def is_eternal(battle: Battle, table: Table, model: int) -> bool:
    """Whether instant death costs a model only one wound (CP-R-51)."""
    return battle.traits(model).has(ETERNAL_WARRIOR) and table.rule("CP-R-51") == "eternal-warrior"


def _focused(battle: Battle, table: Table, model: int) -> int:
    """Psychic charges that apply to a model's weapon. None apply if the model now holds another weapon in both hands
    (CP-IX-15).
    """
    works = dict(battle.combat.focused).get(model, 0)
    is_held = not works or not battle.combat.two_handed or FORCE in striking_rows(battle, table, model)
    return works if is_held else 0
