"""Requests from a clause, each a roll of dice or a question to a player.

A choice names the side that answers, offers candidates, and explains why an answer is illegal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Protocol, TypeGuard, runtime_checkable

from msgspec import Struct

from pilein.dice import Roll
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.events import Event

NOTHING = -1  # `about` for a choice that concerns no model or unit
PLAIN = (type(None), bool, int, str, tuple)
Answer = Any  # None, bool, int, str, or tuples of such values: plain and hashable


class Choice(Protocol):
    """Question put to one side."""

    @property
    def side(self) -> int:
        """Side (0 or 1) that answers the question."""
        ...

    @property
    def clause(self) -> str:
        """ID of the sentence that asks the question."""
        ...

    @property
    def words(self) -> str:
        """Text of the question."""
        ...

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield legal answers to offer, each with a label. Other answers may be legal too."""
        ...

    def why_not(self, answer: Answer) -> str | None:
        """Return the reason why an answer is illegal, or None if it is legal."""
        ...


class Policy(Protocol):
    """Policy that answers for a side, as a function of (state, choice) that does not know future dice.

    Examples:
        >>> import pilein
        >>> def first(state, choice):
        ...     return next(choice.candidates())[1]
        >>> pilein.play("examples/scrollhammer/duel.toml", first, seed=3)
        <Played of scrollhammer, seed 3: hill king 1 of 1, noble 1 of 1>
    """

    def __call__(self, state: Any, choice: Choice, /) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return one of the answers allowed by `choice`."""
        ...


@runtime_checkable
class Worded(Protocol):
    """Choice that can describe every legal answer in words, whether offered or not."""

    def in_words(self, answer: Answer) -> str:
        """Describe a legal answer as a player would."""
        ...


@runtime_checkable
class Steered(Protocol):
    """Choice of a move made of steps, which a player may combine freely."""

    @property
    def paces(self) -> tuple[str, ...]:
        """Paces at which the unit may move, slowest first."""
        ...

    @property
    def steps(self) -> tuple[str, ...]:
        """Names of the steps that may make up the unit's move."""
        ...

    def left_after(self, answer: Answer) -> float | None:
        """Inches of movement left after a legal answer, or None if the unit does not move."""
        ...


@runtime_checkable
class ByModel(Protocol):
    """Choice of the next mover and its destination. It can list the destinations of a single mover."""

    @property
    def movers(self) -> tuple[int, ...]:
        """Models from which the player chooses the next mover."""
        ...

    def places_of(self, model: int) -> Iterator[tuple[str, Answer]]:
        """Yield legal moves of one mover, each with a label. A mover that must wait for others has no legal move."""
        ...


Request = Roll | Choice
Ask = Callable[[Request], Answer]


def is_choice(request: Request) -> TypeGuard[Choice]:
    """Whether the request is a question to a player rather than a roll of dice."""
    return hasattr(request, "why_not")


class Pending(BaseException):
    """Exception raised for a request without an answer. It is a BaseException, so that no clause can swallow it.

    `events` holds the clause's events so far, and `pauses` the number of events before each of the clause's
    requests.
    """

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request
        self.events: tuple[Event, ...] = ()
        self.pauses: tuple[int, ...] = ()


class OneOf(Struct, frozen=True, tag=True):
    """Question answered by one of the listed options.

    `labels` describe the options. Without labels, the options themselves are shown. `about` is the number of the
    model or unit concerned, if policies cannot infer it from the state.
    """

    side: int
    clause: str
    words: str
    options: tuple[Answer, ...]
    labels: tuple[str, ...] = ()
    about: int = NOTHING

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield each option with its label, in order."""
        for place, option in enumerate(self.options):
            yield (self.labels[place] if self.labels else str(option)), option

    def why_not(self, answer: Answer) -> str | None:
        """Return None if the answer is an option, otherwise the reason why it is illegal."""
        if any(is_same(answer, option) for option in self.options):
            return None
        return f"it is not one of the options, which are {_listed(self.options)}"


class Several(Struct, frozen=True, tag=True):
    """Question answered by `least` to `most` of the listed options, in any order and without repeats.

    With `ordered` the order matters, as it always does if all options must be named. With `last_counts` it matters
    only which option comes last.
    """

    side: int
    clause: str
    words: str
    of: tuple[Answer, ...]
    least: int
    most: int
    labels: tuple[str, ...] = ()
    ordered: bool = False
    last_counts: bool = False

    @property
    def is_ordered(self) -> bool:
        """Whether answers that name the same options in a different order count as different answers."""
        return self.ordered or self.least == len(self.of)

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield every selection in list order, smallest first.

        If the order matters, each selection is offered with each of its options first in turn, or last if the last one
        counts. Other orders are legal too.
        """
        named = dict(zip(self.of, self.labels or map(str, self.of), strict=True))
        turns = _each_last if self.last_counts else _each_first
        for size in range(self.least, self.most + 1):
            for chosen in combinations(self.of, size):
                for order in turns(chosen) if self.is_ordered and chosen else (chosen,):
                    yield ", ".join(named[one] for one in order) or "none", order

    def why_not(self, answer: Answer) -> str | None:
        """Return None if the answer is a tuple of distinct options of a legal size, otherwise the reason why it is
        illegal.
        """
        if not isinstance(answer, tuple) or not all(isinstance(one, PLAIN) for one in answer):
            return "the answer must be a list of options"
        if not self.least <= len(answer) <= self.most:
            return f"it chooses {len(answer)} options, but {_range(self.least, self.most)} must be chosen"
        strange = [one for one in answer if not any(is_same(one, option) for option in self.of)]
        if strange:
            return f"{strange[0]!r} is not one of {_listed(self.of)}"
        return "it chooses the same option twice" if len(set(answer)) < len(answer) else None


class Split(Struct, frozen=True, tag=True):
    """Question answered by dividing a total among the listed `heads`, with a whole number for each.

    `about` is as in OneOf.
    """

    side: int
    clause: str
    words: str
    total: int
    among: tuple[str, ...]
    about: int = NOTHING

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the whole total on each head in turn, then every other division."""
        count = len(self.among)
        for place in range(count):
            yield f"all {self.among[place]}", tuple(self.total if here == place else 0 for here in range(count))
        for shares in _divisions(self.total, count):
            if max(shares) < self.total:
                yield self._label(shares), shares

    def why_not(self, answer: Answer) -> str | None:
        """Return None if the answer divides the total among the heads, otherwise the reason why it is illegal."""
        whole = isinstance(answer, tuple) and all(type(one) is int and one >= 0 for one in answer)
        if not whole or len(answer) != len(self.among):
            return f"the answer must be {len(self.among)} whole numbers, for {', '.join(self.among)}"
        return (
            None
            if sum(answer) == self.total
            else f"its numbers add up to {sum(answer)}, but they must add up to {self.total}"
        )

    def _label(self, shares: tuple[int, ...]) -> str:
        return ", ".join(f"{share} {head}" for share, head in zip(shares, self.among, strict=True) if share)


def _each_first(chosen: tuple[Answer, ...]) -> Iterator[tuple[Answer, ...]]:
    """Yield a selection once for each of its elements, with that element first."""
    for place, one in enumerate(chosen):
        yield (one, *chosen[:place], *chosen[place + 1 :])


def _each_last(chosen: tuple[Answer, ...]) -> Iterator[tuple[Answer, ...]]:
    """Yield a selection once for each of its elements, with that element last. The selection in list order is yielded
    first.
    """
    for place in reversed(range(len(chosen))):
        yield (*chosen[:place], *chosen[place + 1 :], chosen[place])


def answered(choice: Choice, answer: Answer) -> Answer:
    """Validate and return an answer.

    Raises:
        IllegalAnswer: the answer is illegal, with the reason from `why_not`.
    """
    reason = choice.why_not(answer)
    if reason is not None:
        raise IllegalAnswer(choice, answer, reason, choice.clause)
    return answer


def first(choice: Choice) -> Answer:
    """Return the first candidate."""
    return next(choice.candidates())[1]


def of_row(rows: Mapping[tuple[type, str], Callable[[Any, Any], Answer]], state: object, choice: Choice) -> Answer:
    """Answer a choice by the function that `rows` lists for its type and clause. Return the first candidate if there is
    no such function, or if its answer is illegal.
    """
    row = rows.get((type(choice), choice.clause))
    answer = first(choice) if row is None else row(state, choice)
    return answer if row is None or choice.why_not(answer) is None else first(choice)


def yes_or_no(side: int, clause: str, words: str, *, about: int = NOTHING) -> OneOf:
    """Return a question answered with True or False, of which True is offered first. `about` is as in OneOf."""
    return OneOf(side, clause, words, (True, False), ("yes", "no"), about)


def _divisions(total: int, heads: int) -> Iterator[tuple[int, ...]]:
    if heads == 1:
        yield (total,)
        return
    for share in range(total, -1, -1):
        for rest in _divisions(total - share, heads - 1):
            yield (share, *rest)


def is_same(one: Answer, other: Answer) -> bool:
    """Whether two answers are equal and have equal types throughout. In Python, False == 0 and True == 1.

    Examples:
        >>> is_same((0, "a"), (False, "a"))
        False
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


def _listed(options: Sequence[Answer]) -> str:
    shown = [repr(option) for option in options[:12]]
    return ", ".join(shown) + (f" and {len(options) - 12} more" if len(options) > len(shown) else "")


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
