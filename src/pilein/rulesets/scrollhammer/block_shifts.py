"""Gaps in a block of several ranks that nobody can walk into: models beside and behind them step over in turn."""

from collections.abc import Iterator

from pilein.geometry.blocks import gaps_in
from pilein.rulesets.scrollhammer.block_row import SlotMove, Slots, moved_slots

LONGEST = 5  # models in a chain

Chain = tuple[SlotMove, ...]


def shortest_chains(slots: Slots, files: int, movers: frozenset[int], barred: frozenset[int]) -> tuple[Chain, ...]:
    """SH-PI-07. The chains of fewest models, each stepping into the place of the one before it, that fill a gap.

    Each moves by one place, forward or to the side. None if no chain leaves fewer gaps than there are.
    """
    open_gaps = gaps_in(slots, files)
    chains: list[tuple[int, Chain]] = [(gap, ()) for gap in open_gaps if gap not in barred]
    known: set[tuple[int, frozenset[int]]] = set()
    for _ in range(LONGEST):
        longer: list[tuple[int, Chain]] = []
        for hole, chain in chains:
            gone = frozenset(before for _, before, _ in chain)
            for source in _beside_and_behind(hole, files, len(slots)):
                if slots[source] in movers and source not in gone and (source, gone) not in known:
                    known.add((source, gone))
                    longer.append((source, (*chain, (slots[source], source, hole))))
        found = tuple(chain for _, chain in longer if len(gaps_in(moved_slots(slots, chain), files)) < len(open_gaps))
        if found:
            return found
        chains = longer
    return ()


def _beside_and_behind(slot: int, files: int, count: int) -> Iterator[int]:
    """The slots beside one in its rank, and the one behind it."""
    file = slot % files
    if file:
        yield slot - 1
    if file + 1 < files and slot + 1 < count:
        yield slot + 1
    if slot + files < count:
        yield slot + files
