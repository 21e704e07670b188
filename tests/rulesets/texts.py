"""Rules texts and the amount of text that the tests must find in each."""

from msgspec import Struct

from pilein.engine.rulesets import names

NAMES = names()


class Text(Struct, frozen=True):
    """The expected numbers of sentences, rulings and worked examples in a text.

    `examples_are` is the prefix of the example IDs. `endless` holds the rulings that end an endless combat, each
    paired with a number of phases. `slip` is a misspelled reading together with the intended one. `presets` are
    readings that are expanded while a scenario is loaded, so that no clause ever sees them.
    """

    sentences: int
    rulings: tuple[int, ...]
    examples: tuple[int, ...]
    slip: tuple[str, str]
    endless: tuple[tuple[str, int], ...] = ()
    examples_are: str = "X"
    presets: frozenset[tuple[str, str]] = frozenset()


def _numbers(last: int, *unused: int) -> tuple[int, ...]:
    return tuple(number for number in range(1, last + 1) if number not in unused)


TEXTS = {
    "scorched": Text(
        sentences=72,
        rulings=_numbers(61, 54, 55),
        examples=_numbers(26, 3, 7, 9, 12, 15, 18, 21, 24),
        slip=("CP-R-01=treshold", "CP-R-01=threshold"),
    ),
    "scrollhammer": Text(
        sentences=209,
        rulings=_numbers(88),
        examples=_numbers(29, 3, 6, 9, 12, 15, 18, 21, 24, 27),
        slip=("SH-R-19=gaps", "SH-R-19=gap"),
        endless=(("SH-R-69", 20),),
        presets=frozenset({("SH-R-01", "fantasy-first")}),
    ),
    "wab": Text(
        sentences=189,
        rulings=_numbers(107),
        examples=_numbers(26, 5, 6, 9, 12, 15, 18, 21, 24),
        slip=("WAB-R-39=arc-18", "WAB-R-39=arc-180"),
        endless=(("WAB-R-83", 30),),
        examples_are="EX",
    ),
    "warstrike": Text(
        sentences=91,
        rulings=_numbers(64, 16, 23, 53, 56, 58),
        examples=_numbers(17, 3, 6, 9, 12, 15),
        slip=("WS-R-04=atrition", "WS-R-04=attrition"),
        endless=(("WS-R-04", 50),),
    ),
    "wwpd": Text(
        sentences=39,
        rulings=_numbers(41),
        examples=_numbers(20, 3, 6, 9, 13, 15, 18),
        slip=("WW-R-33=keep", "WW-R-33=keep-1"),
    ),
}
