"""Files of a charging block that are too many for the side it charges: where they stand out (SH-MV-16, SH-MV-17)."""

from pilein.geometry.marches import March
from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_stands import Stand
from pilein.rulesets.scrollhammer.rulebook import says


@says("SH-MV-16", without=0)
def side_of_origin(stand: Stand) -> int:
    """SH-MV-16. Files too many stand out on the side that the charge came from: -1 left, 1 right (SH-R-24).

    Nought where the block started on the very middle line of what it charges.
    """
    assert stand.side is not None
    beside = -stand.march.seen(stand.side.x, stand.side.y)[0]
    return 0 if abs(beside) <= CONTACT else 1 if beside > 0 else -1


@says("SH-MV-17", without=False)
def is_shared(march: March) -> bool:
    """SH-MV-17. If it turned no further than the width of a base, they stand out on both sides instead (SH-R-24)."""
    return march.travel <= march.block.width + CONTACT


def misplaced(table: Table, stand: Stand) -> int:
    """How far in ticks the files too many are from standing out where they should; nought where there are none."""
    if stand.surplus <= CONTACT:
        return 0
    reading = table.rule("SH-R-24")
    if reading == "player-choice":
        return 0
    if reading == "always-centred" or is_shared(stand.march):
        return round(abs(stand.shift))
    origin, all_out = side_of_origin(stand), stand.surplus / 2
    return round(abs(stand.shift - origin * all_out) if origin else abs(abs(stand.shift) - all_out))


def files_out(stand: Stand) -> tuple[float, float]:
    """How many files stand out on the left and on the right of the side."""
    assert stand.side is not None
    beyond = stand.march.half - stand.side.half
    cell = stand.march.cell
    return max(0.0, beyond - stand.shift) / cell, max(0.0, beyond + stand.shift) / cell
