from pilein.geometry.ticks import INCH, MM, inches, ticks
from pilein.geometry.tolerance import CONTACT


def test_an_inch_and_a_millimetre_are_whole_numbers_of_ticks() -> None:
    assert ticks(1) == INCH
    assert ticks(1 / 25.4) == MM
    assert ticks(0.002) == CONTACT


def test_lengths_in_inches_are_rounded_to_the_nearest_tick() -> None:
    assert ticks(1e-6) == 0
    assert ticks(6e-6) == 1


def test_lengths_in_ticks_are_converted_back_to_inches() -> None:
    assert inches(ticks(2.5)) == 2.5
