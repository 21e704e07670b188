"""Values that break programs, such as extreme numbers, characters that no terminal should show, and structures that are
deep or long.
"""

from random import Random
from typing import Any

NUMBERS: tuple[Any, ...] = (
    *(0, -1, 1, 2, 3, 7, 40, 10**6, -(10**6), 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**30),
    *(0.0, -0.0, 0.5, 1e-300, 1e300, 1e308 * 10, -1e308 * 10, float("nan"), 0.1 + 0.2, 24.000000001),
)
TEXTS = (
    *("", " ", "a", "red", "default", "first", "ask", "x" * 70, "y" * 5000, "\x00", "\x1b[31mred\x1b[0m", "\a\b\t"),
    *(
        "\u202egnirts",
        "a\u0301" * 20,
        "\u200b",
        "\ufeff",
        "👨\u200d👩\u200d👧",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\ud7ff\ue000",
        "\U0010ffff",
    ),
    *("[1, 2]", "{}", "../../etc/passwd", "<b>&amp;", "%s%n", "'\"\\", "nan", "1_000", "٣", "SH-R-65", "a=b=c", "a,b"),
)


def value(random: Random, depth: int = 2) -> Any:
    """Return any kind of value. Deep and long values are rare."""
    kind = random.randrange(9)
    if kind <= 2:
        return random.choice(NUMBERS)
    if kind <= 5:
        return random.choice(TEXTS)
    if kind == 6 or not depth:
        return random.choice((True, False))
    if kind == 7:
        return [value(random, depth - 1) for _ in range(random.choice((0, 1, 2, 3, 30)))]
    return {name(random): value(random, depth - 1) for _ in range(random.randrange(4))}


def of_another_type(random: Random, old: Any) -> Any:
    while True:
        new = value(random)
        if type(new) is not type(old):
            return new


def nested(random: Random) -> Any:
    inner: Any = 1
    key = random.choice(("a", None))
    for _ in range(random.choice((5, 60, 300))):
        inner = [inner] if key is None else {key: inner}
    return inner


def name(random: Random) -> str:
    return random.choice(("a", "name", "models", "side", "x y", "", "\x1b[0m", "é", "format", "unit"))


def misspelled(random: Random, word: str) -> str:
    """Return the word with a letter dropped, doubled or changed."""
    place = random.randrange(len(word) + 1)
    return word[:place] + random.choice(("", "e", "É", "-", "\t", word[place : place + 1] * 2)) + word[place + 1 :]
