"""Questions and rolls that a game is waiting for, with all the data that a program needs to answer them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from pilein.dice import Outcome as Shown
from pilein.dice import Roll
from pilein.kernel.codec import plain
from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split
from pilein.lab import features
from pilein.lab.sampling import sampled

MOST = 1000  # options listed
Kind = Literal["one of", "several", "split", "other"]


class Option(Struct, frozen=True, dict=True):
    """Legal answer, with its wording and its index among the question's options.

    `features` describes the option in numbers, with the same columns for every question; see `pilein.rl`.
    """

    index: int
    words: str
    answer: Answer

    @property
    def features(self) -> dict[str, float]:
        """Numeric features of the option, by name. Lengths are in inches, angles in degrees."""
        names = (feature.name for feature in features.OPTION)
        choice: Choice = getattr(self, "choice")  # noqa: B009 - `_option` sets it beside the fields
        return dict(zip(names, features.option_row(choice, self.answer), strict=True))


def _option(index: int, words: str, answer: Answer, choice: Choice) -> Option:
    option = Option(index, words, answer)
    force_setattr(option, "choice", choice)
    return option


class Question:
    """Question put to one side.

    `kind` is the form of the answer. "one of" takes one of the options. "several" takes a tuple of `least` to `most`
    of the `items`, in any order. "split" takes a tuple of whole numbers that divides `total` among the `items`.
    "other" is a form defined by the ruleset, such as a move, and `options` are then examples. `choice` is the
    ruleset's own question, as passed to policies.
    """

    def __init__(self, choice: Choice, sides: tuple[str, str]) -> None:
        self.choice = choice
        self.side = sides[choice.side]
        self.clause = choice.clause
        self.words = choice.words

    @property
    def kind(self) -> Kind:
        """Form of the answer: "one of", "several", "split" or "other"."""
        if isinstance(self.choice, OneOf):
            return "one of"
        if isinstance(self.choice, Several):
            return "several"
        return "split" if isinstance(self.choice, Split) else "other"

    @property
    def items(self) -> tuple[Any, ...]:
        """Items to choose from or to split among, or () if the answer has another form."""
        if isinstance(self.choice, OneOf):
            return self.choice.options
        if isinstance(self.choice, Several):
            return self.choice.of
        return self.choice.among if isinstance(self.choice, Split) else ()

    @property
    def least(self) -> int:
        """Smallest number of items that an answer may name."""
        return self.choice.least if isinstance(self.choice, Several) else 1

    @property
    def most(self) -> int:
        """Largest number of items that an answer may name."""
        return self.choice.most if isinstance(self.choice, Several) else 1

    @property
    def total(self) -> int:
        """Total to divide among the items, or 0 if the answer is not a split."""
        return self.choice.total if isinstance(self.choice, Split) else 0

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Legal answers, in the same order whenever the question is asked in the same position.

        Only the first 1,000 are listed. `is_complete` states whether the list is complete.
        """
        offered = islice(self.choice.candidates(), MOST)
        return tuple(_option(index, words, answer, self.choice) for index, (words, answer) in enumerate(offered))

    @property
    def is_complete(self) -> bool:
        """Whether the options include every legal answer, regardless of the order of the items in an answer."""
        return self.kind != "other" and len(self.options) < MOST

    def sample(self, rng: Any) -> Answer:  # noqa: ANN401 - of the standard library or of numpy
        """Return a random legal answer without listing the options. `rng` is a random.Random or a numpy Generator.

        If the ruleset does not define the form of the answer, every answer is equally likely. For a move, a model is
        drawn, and then one of the first places to which it can move. For any other form that the ruleset defines,
        one of the first 24 options is drawn.

        Raises:
            BadInput: `rng` is neither a random.Random nor a numpy Generator.
        """
        return sampled(self.choice, rng)

    def why_not(self, answer: Answer) -> str | None:
        """Return the reason why an answer is illegal, or None if it is legal."""
        return self.choice.why_not(answer)

    def schema(self) -> dict[str, Any]:
        """Return a JSON schema for the answers. The schema may accept a few illegal answers; `why_not` is
        authoritative.
        """
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
    """Outcome of a roll, with its index, its value in the rules, its whole-number weight and its chance."""

    index: int
    value: Shown
    weight: int
    chance: Fraction


class PendingRoll:
    """Roll that waits for its outcome in a game with open dice."""

    def __init__(self, roll: Roll, clause: str) -> None:
        self.roll = roll
        self.clause = clause
        self.words = roll.label

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes of the roll. Their chances add up to 1."""
        weights = self.roll.weights()
        total = sum(weight for _, weight in weights)
        return tuple(
            Outcome(index, value, weight, Fraction(weight, total)) for index, (value, weight) in enumerate(weights)
        )

    def __repr__(self) -> str:
        return f"<Roll {self.words!r} of {self.clause}: {len(self.outcomes)} outcomes>"


def _array(item: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}
