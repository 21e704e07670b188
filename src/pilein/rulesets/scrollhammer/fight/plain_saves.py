"""When every model of a unit saves alike, its saves can be rolled with the blows, as one sequence."""

from collections.abc import Hashable

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import unlike_traits
from pilein.rulesets.scrollhammer.fight.saves import available, must_take_one
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Traits
from pilein.rulesets.scrollhammer.state import Battle

LATER = -1


class Blow(Struct, frozen=True):
    """What makes wounds unlike: Strength, AP, and what they do besides."""

    S: int
    AP: int
    instant: bool = False
    no_armour: bool = False
    rends: bool = False
    kills: bool = False
    has_effects: bool = False


def one_save_for_all(battle: Battle, table: Table, unit: int, blow: Blow) -> int:
    """The score that every model of a unit needs to save such a wound; LATER where wounds must be taken one by one.

    SH-WO-06. Wounds with special rules of their own are kept apart through saves and allocation.
    """
    is_special = blow.instant or blow.no_armour or blow.rends or blow.has_effects
    if is_special and table.holds("SH-WO-06"):
        return LATER
    everyone = unlike_traits(battle, unit, _nature)
    scores = {_only_score(battle, table, traits, blow) for traits in everyone}
    if len(scores) > 1 or LATER in scores:
        return LATER
    if any(traits.W > 1 for traits in everyone) and not _wounds_add_up(table, everyone, blow):
        return LATER
    return scores.pop()


def _nature(traits: Traits) -> tuple[Hashable, ...]:
    """All that saves and losses look at."""
    return traits.T, traits.W, traits.Sv, traits.Ward, traits.Cover, traits.shield, traits.rules


def _only_score(battle: Battle, table: Table, traits: Traits, blow: Blow) -> int:
    """The score of the only save there is, 7 if there is none; LATER if the owner has a choice."""
    scores = available(traits, blow.AP, table, no_armour=blow.no_armour)
    if len({score for _, score in scores}) > 1:
        return LATER
    return must_take_one(battle.active, table, scores[:1]) if scores else NO_SAVE


def _wounds_add_up(table: Table, everyone: tuple[Traits, ...], blow: Blow) -> bool:
    """Whether wounds on models of several Wounds may be counted in one sum: nobody dies outright, none are spread."""
    if table.rule("SH-R-54") == "spread":
        return False
    outright = any(blow.S >= 2 * traits.T for traits in everyone)
    return not outright or table.rule("SH-R-80") == "named-only"
