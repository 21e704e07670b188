"""Strike a sentence out of a text whatever way a test uses it, and listen for the sentences that are at work.

A game takes a struck sentence from its scenario. Tests also build set-ups and tables by hand and call clauses
themselves: here the very functions answer as if the sentence were not there.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from pilein.kernel.nearest import unknown
from pilein.kernel.ruleset import Rulebook
from pilein.kernel.table import Table
from pilein.lab import rulebooks, strike_out
from pilein.lab.places import places
from pilein.tabletop.setup import Setup

HOLDERS = (Table, Setup)


@contextmanager
def struck_out(rulebook: Rulebook, sentence: str) -> Iterator[None]:
    """While this lasts no code finds that sentence in the text; raises UnknownRule where it stands nowhere."""
    known = {*rulebook.carriers, *_standing(rulebook)}
    if sentence not in known:
        raise unknown(sentence, known, "clause")
    with ExitStack() as stack:
        if sentence in rulebook.carriers:
            stack.enter_context(strike_out.struck_out(rulebook, sentence))
        _asked(stack, rulebook, lambda one, answer: one != sentence and answer)
        yield


@contextmanager
def listening(rulebook: Rulebook) -> Iterator[set[str]]:
    """While this lasts the IDs of all sentences that are asked for, or whose carriers are called, are gathered."""

    def noted(sentence: str, answer: bool) -> bool:
        heard.add(sentence)
        return answer

    with ExitStack() as stack:
        heard: set[str] = stack.enter_context(strike_out.listening(rulebook))
        _asked(stack, rulebook, noted)
        yield heard


def _asked(stack: ExitStack, rulebook: Rulebook, answered: Callable[[str, bool], bool]) -> None:
    """Whoever asks whether a sentence holds gets what `answered` makes of it and of the answer."""
    stack.enter_context(strike_out.forgetting(rulebook))
    for holder in HOLDERS:
        asked = holder.holds

        def holds(self: object, sentence: str, asked: Callable[..., bool] = asked) -> bool:
            return answered(sentence, asked(self, sentence))

        stack.enter_context(patch.object(holder, "holds", holds))


def _standing(rulebook: Rulebook) -> set[str]:
    """Every sentence that code of the ruleset's package names; a rulebook made in a test has none but its carriers."""
    return set(places(f"pilein.rulesets.{rulebook.name}")) if rulebook.name in rulebooks.names() else set()
