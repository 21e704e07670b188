"""Units in contact for tests of Melees, and a script to play them."""

from msgspec.structs import replace

from pilein.rulesets.wwpd.melees import divide
from tests.rulesets.fielding import row
from tests.rulesets.wwpd.builder import U, battle, man, played

HARMLESS = man(rate=0)


def lines(reds, blues, kind=HARMLESS, striker=None, **more):
    """Return a battle of two rows of men on a table. Each man touches one enemy."""
    return battle(
        U("reds", 0, row(10, 19, reds, 1.1), kinds=[(striker or man(), reds)]),
        U("blues", 1, row(10, 20, blues, 1.1), kinds=[(kind, blues)]),
        **more,
    )


END = "after_the_melees"


def fought(made, dice, answers=()):
    return played(made, divide, dice=dice, answers=answers, until=END)


def having_fought(*units, **more):
    made = battle(*units, **more)
    return replace(made, melees=(tuple(range(len(units))),))
