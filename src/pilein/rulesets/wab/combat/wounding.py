"""What it takes to wound: strength against toughness, for blows and shots (WAB-CC-10)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import says

EVEN = 4  # the score needed at equal strength and toughness
SURE = 2  # the best score there is
HARDEST = 6
BEYOND = 7  # a score no die reaches
WORST = 4  # toughness above strength by so much cannot be wounded


def needed_to_wound(strength: int, toughness: int, table: Table) -> int:
    """The score needed on a D6, 7 where there is none. WAB-R-83: `six-wounds` lets a 6 always wound."""
    need = wound_chart(strength, toughness)
    if need < BEYOND:
        return need
    return HARDEST if table.rule("WAB-R-83") == "six-wounds" else BEYOND


@says("WAB-CC-10", without=EVEN)
def wound_chart(strength: int, toughness: int) -> int:
    """WAB-CC-10. The wound chart, strength against toughness."""
    over = toughness - strength
    if over >= WORST:
        return BEYOND
    return max(SURE, min(HARDEST, EVEN + over))
