"""As many as can be are paired, by moving those before to others."""

from pilein.tabletop.pairing import paired


def test_everyone_is_paired_where_that_can_be():
    assert paired({0: (0, 1), 1: (0,), 2: (1, 2)}) == {0: 1, 1: 0, 2: 2}


def test_who_cannot_be_paired_is_left_over():
    assert len(paired({0: (0, 1), 1: (0,), 2: (1,)})) == 2
    assert paired({0: ()}) == {}


def test_the_first_wish_is_granted_where_nobody_else_needs_it():
    assert paired({0: (5, 4), 1: (3,)}) == {5: 0, 3: 1}
