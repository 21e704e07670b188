"""Pairing chargers with enemies so that as many as possible are paired (SH-R-22 `global`)."""

from pilein.tabletop.pairing import Wishes, paired


def pairable(charger: int, wishes: Wishes) -> tuple[int, ...]:
    """The enemies that a charger may take without costing a pair elsewhere; none if it can be spared.

    `wishes` are of each charger the enemies that it might reach.
    """
    most = len(paired(wishes))
    rest = {other: foes for other, foes in wishes.items() if other != charger}
    kept = []
    for foe in wishes[charger]:
        left = {other: tuple(one for one in foes if one != foe) for other, foes in rest.items()}
        if len(paired(left)) + 1 == most:
            kept.append(foe)
    return tuple(kept)
