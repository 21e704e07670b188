"""Sentences struck out of a ruleset's text while a command asks about it: `--without`."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from pilein.kernel.nearest import shortened
from pilein.lab.files import BadFile
from pilein.tabletop.notation.rulings import STRUCK

HELP = "strike a sentence out of the text for this run; may be repeated"


def add_without(parser: argparse.ArgumentParser) -> None:
    """Declare which sentences are struck out, as `without` reads them."""
    parser.add_argument("--without", metavar="SH-CR-06", action="append", default=[], help=HELP)


def struck(given: Sequence[str]) -> dict[str, str]:
    """The sentences to strike out, as readings are chosen; raises BadFile where one is given twice."""
    twice = next((one for place, one in enumerate(given) if one in given[:place]), None)
    if twice is not None:
        raise BadFile(f"{shortened(twice)} is given twice", key="--without", remedy="leave one of the two out")
    return dict.fromkeys(given, STRUCK)


@contextmanager
def without(given: Sequence[str], ruleset: str) -> Iterator[tuple[str, ...]]:
    """While this lasts sentences that stand in functions marked with `says` are struck out; gives a note of each.

    What asks whether a sentence holds finds it struck out in the scenario.
    """
    if not given:
        yield ()
        return
    from pilein.lab.rulebooks import complete, sentences
    from pilein.lab.strike_out import struck_out

    rulebook, known = complete(ruleset), sentences(ruleset)
    with ExitStack() as stack:
        for one in given:
            if one in rulebook.carriers:
                stack.enter_context(struck_out(rulebook, one))
        yield tuple(f"without {one}: {known[one].words}" for one in given)
