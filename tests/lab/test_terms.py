"""Variants are solved one after another until a limit or the user stops the computation."""

import pytest

from pilein.lab.terms import in_turn


def interrupted_at(number):
    def solve(one):
        if one == number:
            raise KeyboardInterrupt
        return one * one

    return solve


def test_results_of_variants_solved_before_an_interruption_are_kept():
    told = []
    found, stop = in_turn((1, 2, 3), interrupted_at(3), lambda *done: told.append(done), KeyboardInterrupt)
    assert found == [1, 4]
    assert isinstance(stop, KeyboardInterrupt)
    assert told == [(1, 3), (2, 3)]


def test_an_interruption_is_raised_if_no_variant_has_been_solved_yet():
    with pytest.raises(KeyboardInterrupt):
        in_turn((1, 2), interrupted_at(1), None, KeyboardInterrupt)


def test_an_exception_that_does_not_count_as_an_interruption_is_raised():
    with pytest.raises(KeyboardInterrupt):
        in_turn((1, 2), interrupted_at(2), None, ValueError)


def test_all_variants_are_solved_if_nothing_interrupts_them():
    assert in_turn((1, 2), interrupted_at(0), None, KeyboardInterrupt) == ([1, 4], None)
