"""Rules for saves (SH-SV): the scores that models need, and whether saves are part of the attack roll or follow it."""

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
    """Score that a model needs to save a close combat wound, or 7 if it has no save."""
    return must_take_one(side, table, available(traits, AP, table, no_armour=no_armour))


def possible(*saves: tuple[str, int]) -> Saves:
    """Return the saves that are possible on a die, best first."""
    return tuple(sorted((save for save in saves if save[1] < NO_SAVE), key=lambda save: save[1]))


def must_take_one(side: int, table: Table, scores: Saves) -> int:
    """Score of the save that a model's controller chooses, or 7 if there is no save. A model with a save must take one
    (SH-SV-09).
    """
    if not scores or not table.holds("SH-SV-09"):
        return NO_SAVE
    names = tuple(name for name, _ in scores)
    labels = tuple(f"{name} {score}+" for name, score in scores)
    chosen = table.choose(OneOf(side, "SH-SV-09", "which save is taken?", names, labels))
    return dict(scores)[chosen]


def available(traits: Traits, AP: int, table: Table, *, no_armour: bool) -> Saves:  # noqa: N803
    """Return the saves that a model may choose from against a close combat wound, best first (SH-AL-03).

    The model may not choose an impossible save (SH-SV-10) and must take another save if it has one (SH-SV-11).
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
    """Score needed for the armour save, under the AP ruling in force (SH-SV-03, SH-R-56).

    The AP of the weapon is subtracted from the die, so the score needed rises by the AP (SH-SV-04).
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
    """Score needed for the ward save, which may replace armour even if AP rules out an armour save (SH-SV-05,
    SH-SV-06).
    """
    score = parried(traits)
    if score >= NO_SAVE or not (table.holds("SH-SV-06") if is_armour_lost else table.holds("SH-SV-05")):
        return NO_SAVE
    return max(table.number("SH-SV-05"), score)


def cover_save(traits: Traits, table: Table) -> int:
    """Score needed for the cover save. There is none against attacks in combat unless a rule gives the model one
    (SH-SV-01).
    """
    if traits.Cover >= NO_SAVE or traits.has("Cover in combat"):
        return traits.Cover
    return NO_SAVE if table.holds("SH-SV-01") else traits.Cover


def parried(traits: Traits) -> int:
    """Score needed for the ward save with Parry. In close combat a shield improves the save by 1, or gives a save of 6+
    if there is none.
    """
    if not (traits.shield and traits.has("Parry")):
        return traits.Ward
    return min(SIX, traits.Ward - 1)


def best_possible(score: int, table: Table) -> int:
    """Limit a save to 2+ or worse. Under `six-saves` a natural 6 always saves (SH-R-57)."""
    if score > SIX and table.rule("SH-R-57") == "six-saves":
        return SIX
    return max(table.number("SH-SV-03"), min(score, NO_SAVE))


class AttackProfile(Struct, frozen=True):
    """Traits that distinguish wounds: Strength, AP and weapon effects."""

    S: int
    AP: int
    instant: bool = False
    no_armour: bool = False
    rends: bool = False
    kills: bool = False
    has_effects: bool = False


def one_save_for_all(battle: Battle, table: Table, unit: int, profile: AttackProfile) -> int:
    """Score with which every model of a unit saves a wound, or LATER if wounds must be saved one by one.

    Wounds with special rules are kept separate during saves and allocation (SH-WO-06).
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
    """Traits of a model on which saves and losses depend."""
    return traits.T, traits.W, traits.Sv, traits.Ward, traits.Cover, traits.shield, traits.rules


def _only_score(battle: Battle, table: Table, traits: Traits, profile: AttackProfile) -> int:
    """Score needed to save if the owner has no choice: 7 if there is no save. If there is a choice of scores, return
    LATER.
    """
    scores = available(traits, profile.AP, table, no_armour=profile.no_armour)
    if len({score for _, score in scores}) > 1:
        return LATER
    return must_take_one(battle.active, table, scores[:1])


def _wounds_add_up(table: Table, everyone: tuple[Traits, ...], profile: AttackProfile) -> bool:
    """Whether wounds on multi-Wound models may be summed, because no model dies outright and wounds are not spread."""
    if table.rule("SH-R-54") == "spread":
        return False
    outright = any(profile.S >= 2 * traits.T for traits in everyone)
    return not outright or table.rule("SH-R-80") == "named-only"
