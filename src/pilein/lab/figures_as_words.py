"""Figures formatted as text: chances, means and differences, with no more digits than are justified.

A sampled figure is printed with its 95 % interval and with as many decimals as half the interval justifies.
"""

from fractions import Fraction
from math import ceil, inf

from pilein.lab.figures import IN_SHORT, Estimate, Number, WaysOfSide

LONGEST = 24  # longest fraction shown, in characters
LEAST = 0.00005  # a chance below this is shown as less than 0.01 %
SMALL = 0.0005  # a chance that would be shown as 0.0 %
PERCENT = 100
DECIMALS = 2  # decimals of an exact figure
BAR = 24  # characters of a bar for a chance of 1
EIGHTHS = " ▏▎▍▌▋▊▉█"


def percent(number: Number) -> str:
    """Format a chance in per cent. A sampled chance is followed by its 95 % interval: "64 % (52 to 75)"."""
    if isinstance(number, Estimate):
        low, high = number.interval
        low, high = max(0.0, low), min(1.0, high)
        return with_interval(PERCENT * number.value, PERCENT * low, PERCENT * high, unit=" %")
    chance = max(0.0, float(number))  # a sum of floats may come out a hair below zero
    if 0 < chance < LEAST:
        return "< 0.01 %"
    if 1 - LEAST < chance < 1:
        return "> 99.99 %"
    return f"{PERCENT * chance:.{DECIMALS}f} %"


def percent_give_or_take(number: Number) -> str:
    """Format a chance in whole per cent for a cell of a large table.

    A sampled chance is followed by half the width of its interval: "64 ± 12".
    """
    shown = f"{PERCENT * float(number):.0f}"
    if not isinstance(number, Estimate):
        return shown
    low, high = number.interval
    return f"{shown} ± {ceil(PERCENT * (high - low) / 2)}"


def ways_in_short(ways: WaysOfSide) -> str:
    """Format a side's ways of winning on one line: "destroyed in combat 1.0 %, driven off 2.5 %"."""
    return ", ".join(f"{IN_SHORT[how]} {_in_short(chance)}" for how, chance in ways)


def _in_short(chance: Number) -> str:
    if isinstance(chance, Estimate):
        return f"{percent_give_or_take(chance)} %"
    return "<0.1 %" if 0 < chance < SMALL else f"{PERCENT * float(chance):.1f} %"


def mean(number: Number, decimals: int = DECIMALS) -> str:
    """Format a mean, which is never negative. A sampled mean is followed by its interval: "3.9 (3.4 to 4.4)"."""
    if isinstance(number, Estimate):
        low, high = number.interval
        return with_interval(number.value, max(0.0, low), high, decimals=decimals)
    return f"{float(number):.{decimals}f}"


def points(number: Number) -> str:
    """Format a difference of chances in percentage points.

    A sampled difference is followed by its interval: "-31 (-45 to -17)".
    """
    if isinstance(number, Estimate):
        low, high = number.interval_within(1)
        return with_interval(PERCENT * number.value, PERCENT * low, PERCENT * high, is_signed=True)
    return signed(PERCENT * float(number), DECIMALS)


def difference(number: Number, most: float = inf) -> str:
    """Format a difference of mean numbers, limited to ±`most`. A sampled difference is followed by its interval."""
    if isinstance(number, Estimate):
        return with_interval(number.value, *number.interval_within(most), is_signed=True)
    return signed(float(number), DECIMALS)


def with_interval(
    value: float, low: float, high: float, *, unit: str = "", is_signed: bool = False, decimals: int = DECIMALS
) -> str:
    """Format a sampled figure and its 95 % interval with as many decimals as half the interval justifies."""
    places = decimals_known(high - low, decimals)
    written, *ends = (
        signed(one, places) if is_signed else f"{round(one, places) + 0.0:.{places}f}" for one in (value, low, high)
    )
    return f"{written}{unit} ({' to '.join(ends)})"


def signed(number: float, places: int) -> str:
    """Format a number with its sign. Zero has no sign."""
    words = f"{number:+.{places}f}"
    return words if any(digit in words for digit in "123456789") else words[1:]


def decimals_known(width: float, most: int = DECIMALS) -> int:
    """Return the number of decimals justified by an interval of this width, or 0 if half the interval is 1 or more."""
    return next((places for places in range(most) if width / 2 >= 10**-places), most)


def fraction(number: Number) -> str:
    """Format a chance as a fraction. Returns "" if the chance is not exact or the fraction is too long."""
    if not isinstance(number, Fraction):
        return ""
    words = str(number) if number.denominator.bit_length() < 4 * LONGEST else ""
    return words if len(words) <= LONGEST else ""


def bar(number: Number) -> str:
    """Format a chance as a bar of blocks."""
    eighths = round(8 * BAR * float(number))
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
