"""Saves against close combat wounds (SH-SV)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Traits
from pilein.rulesets.scrollhammer.rulebook import says

BEST = 2  # SH-R-57: a natural 1 fails
SIX = 6


@says("SH-AL-03", without=NO_SAVE)
def save_against(side: int, table: Table, traits: Traits, AP: int, *, no_armour: bool = False) -> int:  # noqa: N803
    """SH-AL-03. Saves are allowed: the score a model needs against a wound, 7 if it has none."""
    scores = available(traits, AP, table, no_armour=no_armour)
    if not scores:
        return NO_SAVE
    return must_take_one(side, table, scores)


@says("SH-SV-09", without=NO_SAVE)
def must_take_one(side: int, table: Table, scores: tuple[tuple[str, int], ...]) -> int:
    """SH-SV-09. A model that has a save must take one; its controller chooses which."""
    names = tuple(name for name, _ in scores)
    labels = tuple(f"{name} {score}+" for name, score in scores)
    chosen = table.choose(OneOf(side, "SH-SV-09", "which save is taken?", names, labels))
    return dict(scores)[chosen]


@says("SH-SV-11", without=())
def available(traits: Traits, AP: int, table: Table, *, no_armour: bool) -> tuple[tuple[str, int], ...]:  # noqa: N803
    """SH-SV-11. If one save has been made impossible, another that is left must be taken; the better is named first."""
    armour = NO_SAVE if no_armour else armour_save(traits, AP, table)
    ward = ward_save(traits)
    listed = [("armour", armour), ("ward", ward)]
    left = [(name, score) for name, score in listed if can_be_chosen(score)]
    cover = cover_save(traits)
    if cover < NO_SAVE:
        left.append(("cover", cover))
    return tuple(sorted(left, key=lambda save: save[1]))


@says("SH-SV-10", without=True)
def can_be_chosen(score: int) -> bool:
    """SH-SV-10. A save that no die can make may not be chosen."""
    return score < NO_SAVE


@says("SH-SV-03", without=NO_SAVE)
def armour_save(traits: Traits, AP: int, table: Table) -> int:  # noqa: N803
    """SH-SV-03. Armour may save; the score it takes, by the reading of AP in force."""
    if traits.Sv >= NO_SAVE:
        return NO_SAVE
    if table.rule("SH-R-56") == "threshold":
        score = NO_SAVE if AP and traits.Sv >= AP else traits.Sv
    else:
        score = worsened(traits.Sv, AP)
    return best_possible(score, table)


@says("SH-SV-04", without=lambda score, _ap: score)
def worsened(score: int, AP: int) -> int:  # noqa: N803
    """SH-SV-04. The AP of the weapon is subtracted from the die, so the score needed rises by it (SH-R-56)."""
    return score + AP


@says("SH-SV-05", "SH-SV-06", without=NO_SAVE)
def ward_save(traits: Traits) -> int:
    """SH-SV-05, SH-SV-06. A ward save may be taken instead, also where AP leaves no armour save."""
    return max(BEST, parried(traits)) if parried(traits) < NO_SAVE else NO_SAVE


@says("SH-SV-01", without=lambda traits: traits.Cover)
def cover_save(traits: Traits) -> int:
    """SH-SV-01. No cover saves against blows, unless a rule of the model's own gives one."""
    return traits.Cover if traits.has("Cover in combat") else NO_SAVE


def parried(traits: Traits) -> int:
    """Parry: a shield improves the ward save by 1 in close combat, or gives one of 6+."""
    if not (traits.shield and traits.has("Parry")):
        return traits.Ward
    return min(SIX, traits.Ward - 1)


def best_possible(score: int, table: Table) -> int:
    """SH-R-57. No save is better than 2+; under `six-saves` a natural 6 always saves."""
    if score > SIX and table.rule("SH-R-57") == "six-saves":
        return SIX
    return max(BEST, min(score, NO_SAVE))
