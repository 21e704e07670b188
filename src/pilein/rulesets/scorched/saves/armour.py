"""What a model's armour, Invulnerable and Feel No Pain are worth against hits (CP-SV-01)."""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scorched.profile import NO_SAVE
from pilein.rulesets.scorched.saves.save_dice import Save

BEST = 2  # a natural 1 fails
SIX = 6
FIFTH_EDITION = 4  # CP-R-49 `fnp-4`


class Armour(Struct, frozen=True):
    """The armour save against some hits: the score needed (7: none), and whether it is their AP that leaves none."""

    need: int
    is_negated: bool


def armour_against(table: Table, Sv: int, AP: int, surplus: int) -> Armour:  # noqa: N803 - the register's names
    """CP-SV-01. A model that was hit rolls its armour save: D6, Sv or more, worse by AP (CP-R-01, CP-R-03).

    `surplus` is what the Strength of the hits makes it worse by (CP-R-02).
    """
    if Sv >= NO_SAVE or not table.holds("CP-SV-01"):
        return Armour(NO_SAVE, is_negated=False)
    is_negated, need = _pierced(table, Sv, AP)
    if is_negated:
        return Armour(NO_SAVE, is_negated=True)
    need += surplus
    if need < BEST:
        need = 1 if table.rule("CP-R-03") == "one-plus" else BEST
    return Armour(min(need, NO_SAVE), is_negated=False)


def saves_against(table: Table, armour: Armour, invulnerable: int, *, has_both: bool, shreds: bool) -> tuple[Save, ...]:
    """The saving rolls against a hit: the better of the two, equal ones in armour (CP-R-49); those that shred."""
    second = shreds and (invulnerable >= NO_SAVE or table.rule("CP-R-46") != "armour-only")
    both = (Save(armour.need, shreds), Save(invulnerable, second))
    if has_both:
        return tuple(save for save in both if save.need < NO_SAVE)
    best = both[0] if armour.need <= invulnerable else both[1]
    return (best,) if best.need < NO_SAVE else ()


def feel_no_pain(table: Table, FNP: int) -> int:  # noqa: N803
    """CP-R-49. The score that Feel No Pain needs: the model's own, or 4."""
    if FNP >= NO_SAVE or FNP == FIFTH_EDITION:
        return FNP
    return FIFTH_EDITION if table.rule("CP-R-49") == "fnp-4" else FNP


def _pierced(table: Table, Sv: int, AP: int) -> tuple[bool, int]:  # noqa: N803
    """CP-R-01. Whether AP leaves nothing of an armour save, and the score needed if it does."""
    if not AP:
        return False, Sv
    if table.rule("CP-R-01") == "threshold":
        return Sv >= AP, Sv
    return Sv + AP > SIX, Sv + AP
