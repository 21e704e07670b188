"""Saves (SH-SV): the score that a model needs, whether it saves with the attack roll or after it, or outside combat."""

from collections.abc import Hashable

from msgspec import Struct

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import unlike_traits
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Traits
from pilein.rulesets.scrollhammer.state import Battle

SIX = 6
LATER = -1  # the saves of a unit are taken one by one, after the attacks
Saves = tuple[tuple[str, int], ...]  # the name of each save, and the score it takes


def save_against(side: int, table: Table, traits: Traits, AP: int, *, no_armour: bool = False) -> int:  # noqa: N803
    """The score that a model needs to save a close combat wound, 7 if it has no save."""
    return must_take_one(side, table, available(traits, AP, table, no_armour=no_armour))


def possible(*saves: tuple[str, int]) -> Saves:
    """Saves that a die can make, the better first."""
    return tuple(sorted((save for save in saves if save[1] < NO_SAVE), key=lambda save: save[1]))


def must_take_one(side: int, table: Table, scores: Saves) -> int:
    """SH-SV-09. A model with a save must take one; its controller chooses which. The score needed, 7 without a save."""
    if not scores or not table.holds("SH-SV-09"):
        return NO_SAVE
    names = tuple(name for name, _ in scores)
    labels = tuple(f"{name} {score}+" for name, score in scores)
    chosen = table.choose(OneOf(side, "SH-SV-09", "which save is taken?", names, labels))
    return dict(scores)[chosen]


def available(traits: Traits, AP: int, table: Table, *, no_armour: bool) -> Saves:  # noqa: N803
    """SH-AL-03. Saves are allowed against close combat wounds: the saves a model may choose from, best first.

    SH-SV-10, SH-SV-11. An impossible save may not be chosen; if another is left, it must then be taken.
    """
    armour = NO_SAVE if no_armour else armour_save(traits, AP, table)
    is_lost = traits.Sv < NO_SAVE <= armour
    ward = ward_save(traits, table, is_armour_lost=is_lost)
    left = possible(("armour", armour), ("ward", ward), ("cover", cover_save(traits, table)))
    if is_lost and not table.holds("SH-SV-10"):
        left += (("armour", armour),)
    elif is_lost and left and not table.holds("SH-SV-11"):
        left = ()
    return left if left and table.holds("SH-AL-03") else ()


def armour_save(traits: Traits, AP: int, table: Table) -> int:  # noqa: N803
    """SH-SV-03. Armour may save; the score it takes, by the reading of AP in force (SH-R-56).

    SH-SV-04. The AP of the weapon is subtracted from the die, so the score needed rises by it.
    """
    score = traits.Sv
    if score >= NO_SAVE or not table.holds("SH-SV-03"):
        return NO_SAVE
    if table.rule("SH-R-56") == "threshold":
        score = NO_SAVE if AP and score >= AP else score
    elif AP and table.holds("SH-SV-04"):
        score += AP
    return best_possible(score, table)


def ward_save(traits: Traits, table: Table, *, is_armour_lost: bool) -> int:
    """SH-SV-05, SH-SV-06. A ward save may be taken instead of armour, also where AP has left no armour save."""
    score = parried(traits)
    if score >= NO_SAVE or not (table.holds("SH-SV-06") if is_armour_lost else table.holds("SH-SV-05")):
        return NO_SAVE
    return max(table.number("SH-SV-05"), score)


def cover_save(traits: Traits, table: Table) -> int:
    """SH-SV-01. Cover gives no save against attacks in combat, unless a rule of the model gives one."""
    if traits.Cover >= NO_SAVE or traits.has("Cover in combat"):
        return traits.Cover
    return NO_SAVE if table.holds("SH-SV-01") else traits.Cover


def parried(traits: Traits) -> int:
    """Parry: a shield improves the ward save by 1 in close combat, or gives a 6+ one."""
    if not (traits.shield and traits.has("Parry")):
        return traits.Ward
    return min(SIX, traits.Ward - 1)


def best_possible(score: int, table: Table) -> int:
    """SH-R-57. No save is better than 2+; under `six-saves` a natural 6 always saves."""
    if score > SIX and table.rule("SH-R-57") == "six-saves":
        return SIX
    return max(table.number("SH-SV-03"), min(score, NO_SAVE))


class AttackProfile(Struct, frozen=True):
    """Traits that distinguish wounds: Strength, AP, effects."""

    S: int
    AP: int
    instant: bool = False
    no_armour: bool = False
    rends: bool = False
    kills: bool = False
    has_effects: bool = False


def one_save_for_all(battle: Battle, table: Table, unit: int, profile: AttackProfile) -> int:
    """The score of every model of a unit to save such a wound; LATER if wounds must be taken one by one.

    SH-WO-06. Wounds with special rules of their own are kept apart through saves and allocation.
    """
    is_special = profile.instant or profile.no_armour or profile.rends or profile.has_effects
    if is_special and table.holds("SH-WO-06"):
        return LATER
    everyone = unlike_traits(battle, unit, _nature)
    scores = {_only_score(battle, table, traits, profile) for traits in everyone}
    if len(scores) > 1 or LATER in scores:
        return LATER
    if any(traits.W > 1 for traits in everyone) and not _wounds_add_up(table, everyone, profile):
        return LATER
    return scores.pop()


def _nature(traits: Traits) -> tuple[Hashable, ...]:
    """Everything that saves and losses depend on."""
    return traits.T, traits.W, traits.Sv, traits.Ward, traits.Cover, traits.shield, traits.rules


def _only_score(battle: Battle, table: Table, traits: Traits, profile: AttackProfile) -> int:
    """The score of the only save, 7 without one; LATER if the owner has a choice."""
    scores = available(traits, profile.AP, table, no_armour=profile.no_armour)
    if len({score for _, score in scores}) > 1:
        return LATER
    return must_take_one(battle.active, table, scores[:1])


def _wounds_add_up(table: Table, everyone: tuple[Traits, ...], profile: AttackProfile) -> bool:
    """Whether wounds on multi-Wound models may be summed: no model dies outright, and no wounds are spread."""
    if table.rule("SH-R-54") == "spread":
        return False
    outright = any(profile.S >= 2 * traits.T for traits in everyone)
    return not outright or table.rule("SH-R-80") == "named-only"
