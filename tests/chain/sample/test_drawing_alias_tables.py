from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.chain.sample.drawing import FULL, OUTCOME_BITS, PART_BITS, alias_table, picked

weights = st.lists(st.integers(1, 10**9), min_size=1, max_size=40)


def law_in(table, row):
    word = int(table.rows[row])
    first, count = word >> 6, 1 << 64 - (word & 63)
    found = {}
    for slot in map(int, table.slots[first : first + count]):
        share = Fraction(slot >> 2 * OUTCOME_BITS, FULL)
        own, other = slot >> OUTCOME_BITS & (1 << OUTCOME_BITS) - 1, slot & (1 << OUTCOME_BITS) - 1
        found[own] = found.get(own, 0) + share / count
        found[other] = found.get(other, 0) + (1 - share) / count
    return {outcome: chance for outcome, chance in found.items() if chance}


@given(st.lists(weights, min_size=1, max_size=4))
@settings(max_examples=60)
def test_the_slots_of_an_alias_table_row_have_the_distribution_of_the_row(rows):
    laws = [(range(len(row)), [weight / sum(row) for weight in row]) for row in rows]
    table = alias_table(laws)
    for number, (outcomes, chances) in enumerate(laws):
        found = law_in(table, number)
        assert sum(found.values()) == 1
        for outcome, chance in zip(outcomes, chances, strict=True):
            assert abs(float(found.get(outcome, 0)) - chance) <= len(chances) / FULL


def test_an_alias_table_of_equal_weights_is_exact():
    table = alias_table([([4, 5, 9, 7], [0.25] * 4), ([11], [1.0])])
    assert law_in(table, 0) == dict.fromkeys((4, 5, 7, 9), Fraction(1, 4))
    assert law_in(table, 1) == {11: 1}


def test_the_highest_bits_of_a_draw_choose_its_slot_and_the_lowest_bits_its_outcome():
    table = alias_table([([0, 1], [0.75, 0.25])])
    draws = np.array([0, FULL // 2 - 1, FULL // 2, FULL - 1, 2**63, 2**64 - 1], dtype=np.uint64)
    found = picked(table.slots, table.rows.repeat(6), draws).tolist()
    assert found == [0, 0, 0, 0, 1, 0]
    assert PART_BITS + 2 * OUTCOME_BITS == 64
