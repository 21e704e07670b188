"""Words that are meant alike, and the one that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

from pilein.kernel.errors import UnknownRule

LONGEST = 60  # characters of a strange word that are compared or shown
FAR = 0.3  # likeness that is enough where few names are known


def folded(word: str) -> str:
    """Return the spelling under which words count as the same: `-`, `_` and a space, great and small are alike."""
    return word.replace("_", "-").replace(" ", "-").lower()


def same(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is spelled like this one, or None."""
    wanted = folded(word)
    return next((one for one in known if folded(one) == wanted), None)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """Return the known word that is most like this one, or "" if none is."""
    by_spelling = {folded(one): one for one in known}
    near = get_close_matches(folded(word[:LONGEST]), by_spelling, 1, cutoff)
    return by_spelling[near[0]] if near else ""


def unknown(name: str, known: Iterable[str], what: str) -> UnknownRule:
    """Return the error for a name that is not known, with the nearest that is, however far."""
    return UnknownRule(name, nearest(name, known, FAR), what=what)


def hint(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the remedy for an unknown word: the nearest known one, else all of them, else `otherwise`."""
    words = list(known)
    near = nearest(word, words)
    if near:
        return f"did you mean {near!r}?"
    return otherwise or (f"known: {listed(words)}" if words else "")


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return words as a list for people, cut after `most` of them."""
    every = list(words)
    shown = ", ".join(shortened(word) for word in every[:most])
    return f"{shown} and {len(every) - most} more" if len(every) > most else shown


def shortened(word: str) -> str:
    """Return a word of the file fit to be shown: in one line and not too long."""
    plain = in_one_line(word)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}..."


def in_one_line(word: str) -> str:
    """Return a word with what cannot be shown spelled out."""
    return word if word.isprintable() else repr(word)[1:-1]
