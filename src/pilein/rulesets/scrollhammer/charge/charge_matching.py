"""Pairing chargers with enemies so that as many as possible are paired (SH-R-22 `global`)."""

Wishes = dict[int, tuple[int, ...]]  # charger -> the enemies that it might reach


def pairable(charger: int, wishes: Wishes) -> tuple[int, ...]:
    """The enemies that a charger may take without costing a pair elsewhere; none if it can be spared."""
    most = _most_pairs(wishes)
    rest = {other: foes for other, foes in wishes.items() if other != charger}
    kept = []
    for foe in wishes[charger]:
        left = {other: tuple(one for one in foes if one != foe) for other, foes in rest.items()}
        if _most_pairs(left) + 1 == most:
            kept.append(foe)
    return tuple(kept)


def _most_pairs(wishes: Wishes) -> int:
    taken: dict[int, int] = {}
    return sum(_is_paired(charger, wishes, taken, set()) for charger in wishes)


def _is_paired(charger: int, wishes: Wishes, taken: dict[int, int], tried: set[int]) -> bool:
    """Pair a charger, moving those before it to other enemies where that helps."""
    for foe in wishes[charger]:
        if foe in tried:
            continue
        tried.add(foe)
        if foe not in taken or _is_paired(taken[foe], wishes, taken, tried):
            taken[foe] = charger
            return True
    return False
