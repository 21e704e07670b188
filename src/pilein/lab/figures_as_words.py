"""Figures as words: a chance, a mean or a difference, no more precise than it is known.

A sampled figure stands beside its 95 % interval, with as many decimals as half the interval justifies.
"""

from fractions import Fraction

from pilein.lab.figures import Estimate, Number

LONGEST = 24  # longest fraction shown, in characters
LEAST = 0.00005  # a chance below this is shown as less than 0.01 %
PERCENT = 100
DECIMALS = 2  # of a figure that is exact
BAR = 24  # characters of a bar for a chance of 1
EIGHTHS = " ▏▎▍▌▋▊▉█"


def percent(number: Number) -> str:
    """A chance in per cent; if sampled, with the 95 % interval in which it lies: "64 % (52 to 75)"."""
    if isinstance(number, Estimate):
        return sampled(number, scale=PERCENT, unit=" %")
    chance = max(0.0, float(number))  # a sum of floats may come out a hair below zero
    if 0 < chance < LEAST:
        return "< 0.01 %"
    if 1 - LEAST < chance < 1:
        return "> 99.99 %"
    return f"{PERCENT * chance:.{DECIMALS}f} %"


def mean(number: Number, decimals: int = DECIMALS) -> str:
    """A mean number; if sampled, with its interval: "3.9 (3.4 to 4.4)"."""
    if isinstance(number, Estimate):
        return sampled(number, least=0.0, decimals=decimals)
    return f"{float(number):.{decimals}f}"


def sampled(
    number: Estimate,
    *,
    scale: float = 1,
    unit: str = "",
    sign: str = "",
    least: float | None = None,
    decimals: int = DECIMALS,
) -> str:
    """A sampled figure with its 95 % interval, times `scale`; `sign` "+" writes signs, `least` bounds it from below."""
    low, high = (scale * bound for bound in number.interval)
    if least is not None:
        low = max(least, low)
    places = decimals_known(high - low, decimals)
    value, low_words, high_words = (
        f"{written + 0.0:{sign}.{places}f}"
        for written in (round(one, places) for one in (scale * number.value, low, high))
    )
    return f"{value}{unit} ({low_words} to {high_words})"


def decimals_known(width: float, most: int = DECIMALS) -> int:
    """The number of decimals that an interval of this width justifies: none where half of it is 1 or more."""
    return next((places for places in range(most) if width / 2 >= 10**-places), most)


def fraction(number: Number) -> str:
    """The chance as a fraction, if it is exact and short."""
    if not isinstance(number, Fraction):
        return ""
    words = str(number) if number.denominator.bit_length() < 4 * LONGEST else ""
    return words if len(words) <= LONGEST else ""


def bar(number: Number) -> str:
    """A chance as a bar of blocks."""
    eighths = round(8 * BAR * float(number))
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
