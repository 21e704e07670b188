"""The comparative test: a stat of one model held against a stat of another on one D6 (WS-R-01, WS-R-02)."""

from msgspec import Struct

from pilein.dice import Score
from pilein.kernel.table import Table

EVEN = 4  # stat 3 against 3
BEST, WORST, NEVER = 2, 6, 7


class Stat(Struct, frozen=True):
    """A characteristic as it is tested, and what is added to the die instead of it (WS-R-02 `die-modifier`)."""

    value: int
    on_die: int = 0


def adjusted(table: Table, value: int, modifier: int) -> Stat:
    """WS-R-02. The stat and its modifiers, not below 0; `no-floor`: below; `die-modifier`: they change the die."""
    if not modifier:
        return Stat(value)
    reading = table.rule("WS-R-02")
    if reading == "die-modifier":
        return Stat(value, modifier)
    return Stat(value + modifier if reading == "no-floor" else max(0, value + modifier))


def comparative(table: Table, own: Stat, other: int) -> Score:
    """WS-R-01. What a D6 must show: 4 and the other's stat less one's own; the chart's ends as the reading has them."""
    reading = table.rule("WS-R-01")
    if reading == "opposed":
        return Score(other - own.value - own.on_die, opposed=True)
    return Score(_on_the_chart(own.value, other, reading) - own.on_die)


def _on_the_chart(own: int, other: int, reading: str) -> int:
    if reading == "wh40k-ws":
        return EVEN - 1 if own > other else EVEN + (other > 2 * own)
    need = EVEN + other - own
    if reading == "clamped":
        return max(BEST, min(WORST, need))
    if reading == "wh40k-wound":
        return WORST if need == NEVER else max(BEST, need)
    return need
