"""Questions and rolls that wait in a game, with all that a program needs to answer them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from pilein.dice import Outcome as Shown
from pilein.dice import Roll
from pilein.kernel.codec import plain
from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split

MOST = 1000  # options that are listed
Kind = Literal["one of", "several", "split", "other"]


class Option(Struct, frozen=True):
    """A legal answer: its index among the options of the question, and what it is in words."""

    index: int
    words: str
    answer: Answer


class Question:
    """A question to one side.

    `kind` says what an answer looks like: "one of" the options; "several" of `items`, from `least` to `most` of them in
    any order, as a tuple; a "split" of `total` among `items`, a tuple of whole numbers; or "other": what the ruleset
    says, like a move, of which `options` are examples. `choice` is the ruleset's own question, as policies get it.
    """

    def __init__(self, choice: Choice, sides: tuple[str, str]) -> None:
        self.choice = choice
        self.side = sides[choice.side]
        self.clause = choice.clause
        self.words = choice.words

    @property
    def kind(self) -> Kind:
        """What an answer looks like."""
        if isinstance(self.choice, OneOf):
            return "one of"
        if isinstance(self.choice, Several):
            return "several"
        return "split" if isinstance(self.choice, Split) else "other"

    @property
    def items(self) -> tuple[Any, ...]:
        """What is chosen from, or what is split among; () if an answer is of another kind."""
        if isinstance(self.choice, OneOf):
            return self.choice.options
        if isinstance(self.choice, Several):
            return self.choice.of
        return self.choice.among if isinstance(self.choice, Split) else ()

    @property
    def least(self) -> int:
        """How many items an answer names at least."""
        return self.choice.least if isinstance(self.choice, Several) else 1

    @property
    def most(self) -> int:
        """How many items an answer names at most."""
        return self.choice.most if isinstance(self.choice, Several) else 1

    @property
    def total(self) -> int:
        """What is to be split; 0 if nothing is."""
        return self.choice.total if isinstance(self.choice, Split) else 0

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Legal answers, in an order that is the same whenever the question is asked in the same position.

        The first 1,000; `is_complete` says whether these are all.
        """
        offered = islice(self.choice.candidates(), MOST)
        return tuple(Option(index, words, answer) for index, (words, answer) in enumerate(offered))

    @property
    def is_complete(self) -> bool:
        """Whether every legal answer is among the options, but for the order of several."""
        return self.kind != "other" and len(self.options) < MOST

    def why_not(self, answer: Answer) -> str | None:
        """Why an answer is not legal; None if it is."""
        return self.choice.why_not(answer)

    def schema(self) -> dict[str, Any]:
        """The answers as a JSON schema: those that fit it are legal, or nearly so; `why_not` has the last word."""
        if self.kind == "one of":
            return {"enum": [plain(item) for item in self.items]}
        if self.kind == "several":
            item = {"enum": [plain(one) for one in self.items]}
            return _array(item, self.least, self.most) | {"uniqueItems": True}
        if self.kind == "split":
            share = {"type": "integer", "minimum": 0, "maximum": self.total}
            return _array(share, len(self.items), len(self.items)) | {"description": f"adds up to {self.total}"}
        return {"examples": [plain(option.answer) for option in self.options]}

    def __repr__(self) -> str:
        return f"<Question to {self.side}: {self.words} ({self.clause}), {self.kind}>"

    def __str__(self) -> str:
        return "\n".join([f"{self.side}: {self.words}  {self.clause}", *self._lines()])

    def _lines(self) -> Iterator[str]:
        shown = self.options[:SHOWN]
        yield from (f"{option.index:>4}  {option.words}" for option in shown)
        if len(self.options) > len(shown) or not self.is_complete:
            yield "      ..."


SHOWN = 20  # options in print


class Outcome(Struct, frozen=True):
    """What a roll can come to: its index, its value as the rules take it, its whole-number weight, and its chance."""

    index: int
    value: Shown
    weight: int
    chance: Fraction


class PendingRoll:
    """A roll that waits for an outcome, in a game with open dice."""

    def __init__(self, roll: Roll, clause: str) -> None:
        self.roll = roll
        self.clause = clause
        self.words = roll.label

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Everything that it can come to; the chances add up to 1."""
        weights = self.roll.weights()
        total = sum(weight for _, weight in weights)
        return tuple(
            Outcome(index, value, weight, Fraction(weight, total)) for index, (value, weight) in enumerate(weights)
        )

    def __repr__(self) -> str:
        return f"<Roll {self.words!r} of {self.clause}: {len(self.outcomes)} outcomes>"


def _array(item: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}
