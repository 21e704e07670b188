"""Suggestions for misspelled words, and words made fit for display."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import category

from pilein.kernel.errors import UnknownRule
from pilein.kernel.remedies import Remedy, command

LONGEST = 60  # characters of an unknown word compared or shown
ALIKE = 0.54  # similarity of a word that was probably meant
START = 3  # letters that suffice as the start of a word
FEW = 3  # words listed; more are counted instead
ID = re.compile(r"(?P<stem>[a-z]+(?:-[a-z]+)+)-(?P<number>\w*\d\w*)")  # of a sentence or ruling, folded: sh-cr-04
JOINERS = re.compile("[\u200c\u200d]")  # zero-width non-joiner and joiner
JOINED = ("Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Sk", "So")  # characters that a joiner may join


def folded(word: str) -> str:
    """Return a word in lower case with `-` in place of `_` and space. Words with equal folded forms count as the same
    word.
    """
    return word.replace("_", "-").replace(" ", "-").lower()


def in_words(key: str) -> str:
    """Return a file key in readable form. For example, `power_sword` becomes "power sword"."""
    return key.replace("_", " ")


def same(word: str, known: Iterable[str]) -> str | None:
    """Return the known word with the same folded form as `word`, or None."""
    wanted = folded(word)
    return next((one for one in known if folded(one) == wanted), None)


def nearest(word: str, known: Iterable[str], cutoff: float = ALIKE) -> str:
    """Return the most similar known word, or "" if none is similar."""
    by_spelling = {folded(one): one for one in known}
    wanted = folded(word[:LONGEST])
    if ID.fullmatch(wanted):
        by_spelling = {one: by_spelling[one] for one in by_spelling if _is_near_id(wanted, one)}
    begun = [one for one in by_spelling if len(wanted) >= START and one.startswith(wanted)]
    near = begun if len(begun) == 1 else get_close_matches(wanted, by_spelling, 1, cutoff)
    return by_spelling[near[0]] if near else ""


def _is_near_id(wanted: str, known: str) -> bool:
    """Whether an ID may be a misspelling of a known ID, with the same section, or the same number in a
    similar section.
    """
    one, other = ID.match(wanted), ID.match(known)
    if one is None or other is None:
        return False
    if one["stem"] == other["stem"]:
        return True
    pairs = list(zip(one["stem"], other["stem"], strict=False))
    is_near = sorted(one["stem"]) == sorted(other["stem"]) or sum(mine != theirs for mine, theirs in pairs) == 1
    return one["number"] == other["number"] and len(one["stem"]) == len(other["stem"]) and is_near


def unknown(name: str, known: Iterable[str], what: str, otherwise: str = "", listing: str = "") -> UnknownRule:
    """Return the error for an unknown name, with the remedy from `hint`."""
    words = list(known)
    return UnknownRule(shortened(name), nearest(name, words), what=what, remedy=hint(name, words, otherwise, listing))


def hint(word: str, known: Iterable[str], otherwise: str = "", listing: str = "") -> Remedy:
    """Return the remedy for an unknown word: the nearest known word, or `otherwise`, or all known words.

    `listing` is the command that lists the known words with their meanings. The remedy always mentions this command.
    """
    words = list(known)
    near = nearest(word, words)
    if near:
        return Remedy(f"did you mean {near!r}?", near) + command(listing and f" `{listing}` lists all words")
    remedy = otherwise or (f"use one of {listed(words)}" if words else "remove it: no such name exists here")
    return Remedy(remedy) + command(f"; `{listing}` explains them" if listing and words else "")


def unknown_name(name: str, known: Iterable[str], what: str) -> UnknownRule:
    """Return the error for an unknown name among a few known ones. The remedy gives the nearest name and all names."""
    words = list(known)
    near = nearest(name, words)
    remedy = f"did you mean {near!r}? if not, use one of {listed(words)}" if near else f"use one of {listed(words)}"
    return UnknownRule(shortened(name), near, what=what, remedy=remedy)


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return words as a list for display, cut off after `most` words unless only a few more remain."""
    every = list(words)
    most = len(every) if len(every) <= most + FEW else most
    shown = ", ".join(shortened(word) for word in every[:most])
    return f"{shown} and {len(every) - most} more" if len(every) > most else shown


def counted(number: float, thing: str) -> str:
    """Format a number with a noun in the singular or the plural.

    Examples:
        >>> counted(1, "model"), counted(0, "model")
        ('1 model', '0 models')
    """
    return f"{number:g} {thing}{'' if number == 1 else 's'}"


def shortened(word: str, longest: int = LONGEST) -> str:
    """Return a word shortened for display, on a single line."""
    plain = in_one_line(word[: longest + 1])
    return plain if len(plain) <= longest else f"{plain[:longest]}..."


def in_one_line(word: str) -> str:
    """Return a word with its undisplayable characters escaped."""
    return word if is_showable(word) else "".join(one if one.isprintable() else repr(one)[1:-1] for one in word)


def is_showable(word: str) -> bool:
    """Whether a terminal and a picture can display a word unchanged.

    Neither of them can display control characters, surrogates, text direction marks and the like. A zero-width
    joiner or non-joiner is allowed between letters, marks or symbols, because Persian, Hindi and many emoji need it.
    """
    if word.isprintable():
        return True
    if not JOINERS.sub("", word).isprintable():
        return False
    return all(_joins(word, found.start()) for found in JOINERS.finditer(word))


def _joins(word: str, place: int) -> bool:
    return 0 < place < len(word) - 1 and all(category(word[side]) in JOINED for side in (place - 1, place + 1))
