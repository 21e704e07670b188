"""Rolling to kill: Toughness tests (WS-KL)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.comparative import adjusted
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.rulebook import says

SIX = 6


@says("WS-KL-01", "WS-KL-02", without=1)
def dice_to_kill(toughness: int) -> int:
    """WS-KL-01, WS-KL-02. Without a To each failed save is a casualty; with one, a Toughness test must be passed."""
    return toughness


@says("WS-KL-03", "WS-KL-04", without=lambda _table, toughness, strength: (min(1, toughness), strength))
def toughness_test(table: Table, toughness: int, strength: int) -> tuple[int, int]:
    """WS-KL-03, WS-KL-04. All To dice of a test, thrown by itself, show Str or less: (dice, what each may show).

    WS-R-26 `six-fails`: a 6 is never low enough.
    """
    if toughness and strength >= SIX and table.rule("WS-R-26") == "six-fails":
        return toughness, SIX - 1
    return toughness, strength


@says("WS-KL-05", without=lambda _table, traits, _weapon: traits.Str)
def killing_strength(table: Table, traits: Traits, weapon: Weapon) -> int:
    """WS-KL-05. Str and the weapon's Str+ are added up before the roll to kill (WS-R-02)."""
    if weapon.ranged and weapon.firepower:
        return weapon.firepower
    stat = adjusted(table, traits.Str, weapon.Str)
    return stat.value + stat.on_die
