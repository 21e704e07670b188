"""Fixed answers, which a side gives whenever a given question is asked. No policy is asked first."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from pilein.engine.players import Chancy
from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import folded
from pilein.kernel.requests import Answer, Choice, OneOf, Policy, Several, Split

FIXED = "fixed"  # name of the answerer, in logs
LOOKED_AT = 100  # candidates searched for the words of an answer
SHOWN = 12  # words of other answers kept for a message
DEEPEST = 8  # brackets around an answer
Noted = tuple[frozenset[str], dict[str, tuple[str, ...]]]  # answers used; words offered when one did not fit


class FixedAnswer(Struct, frozen=True):
    """Fixed answer to every question of a sentence, given either by the answer's label or as the answer itself.

    A `side` of "" means both sides.
    """

    clause: str
    answer: Answer
    side: str = ""

    @property
    def key(self) -> str:
        """Question as users write it, for example `red:SH-RE-02`."""
        return f"{self.side}:{self.clause}" if self.side else self.clause

    @property
    def words(self) -> str:
        """Question and answer as users write them, for example `red:SH-RE-02=hold`."""
        answer = self.answer
        return f"{self.key}={answer if isinstance(answer, str) else msgspec.json.encode(plain(answer)).decode()}"


class FixedAnswers:
    """Fixed answers of a game, and a record of their use.

    `used` holds the answers given. If a question did not offer its fixed answer, `offered` holds the words of the
    options that it did offer. A side's own answer takes precedence over an answer for both sides. A question that
    does not offer its fixed answer is left to the policy.
    """

    def __init__(self, given: tuple[FixedAnswer, ...] = (), sides: tuple[str, str] = ("", "")) -> None:
        self.given = given
        self.used: set[str] = set()
        self.offered: dict[str, tuple[str, ...]] = {}
        self._by_question = {
            (number, one.clause): one
            for number, side in enumerate(sides)
            for one in sorted(given, key=lambda one: bool(one.side))
            if one.side in ("", side)
        }

    def __bool__(self) -> bool:
        return bool(self.given)

    def plain(self) -> dict[str, Any]:
        """Return the answers by question, as stored in a record."""
        return {one.key: plain(one.answer) for one in self.given}

    def answer(self, choice: Choice) -> tuple[Answer] | None:
        """Return the fixed answer to a question, as a tuple with one element, or None if the question does not offer
        it.
        """
        one = self._by_question.get((choice.side, choice.clause))
        if one is None:
            return None
        found = matching(choice, one.answer)
        if found is not None:
            self.used.add(one.key)
        elif one.key not in self.offered:
            self.offered[one.key] = tuple(words for words, _ in islice(choice.candidates(), SHOWN))
        return found

    def noted(self) -> Noted:
        """Return a record of how the fixed answers were used, for merging with the records of other processes."""
        return frozenset(self.used), dict(self.offered)

    def note(self, noted: Noted) -> None:
        """Add a record of how the fixed answers were used in other games."""
        self.used |= noted[0]
        self.offered = {**noted[1], **self.offered}

    @property
    def unused(self) -> tuple[FixedAnswer, ...]:
        """Fixed answers that were never given in the game."""
        return tuple(one for one in self.given if one.key not in self.used)


NONE_FIXED = FixedAnswers()


def fixed_from(plain_answers: Mapping[str, Any], sides: tuple[str, str]) -> FixedAnswers:
    """Return the fixed answers in a mapping like {"red:SH-RE-02": "hold"}. Its keys are not validated."""
    return FixedAnswers(tuple(_fixed_answer(key, answer, sides) for key, answer in plain_answers.items()), sides)


def _fixed_answer(key: str, answer: Any, sides: tuple[str, str]) -> FixedAnswer:  # noqa: ANN401 - any plain value
    side, colon, clause = key.rpartition(":")
    return FixedAnswer(clause if colon else key, frozen(answer), side if side in sides else "")


class WithFixed:
    """Policy that gives fixed answers before asking another policy."""

    def __init__(self, fixed: FixedAnswers, policy: Policy) -> None:
        self._fixed = fixed
        self.policy = policy

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the fixed answer if there is one, and otherwise the policy's answer."""
        found = self._fixed.answer(choice)
        return self.policy(state, choice) if found is None else found[0]


class WithFixedBySearch(WithFixed):
    """Policy that gives fixed answers first and shows the game to the searching policy that gives all other answers."""

    def see(self, game: Any) -> None:  # noqa: ANN401 - a lookahead, which imports this module
        """Show the game to the searching policy."""
        see: Any = getattr(self.policy, "see")  # noqa: B009 - a policy without it is not wrapped so
        see(game)


class WithFixedByChance(WithFixed):
    """Policy with its own randomness that gives fixed answers first."""

    @property
    def moment(self) -> int:
        """Number of answers so far. Setting it also sets the policy's `moment`."""
        assert isinstance(self.policy, Chancy)
        return self.policy.moment

    @moment.setter
    def moment(self, number: int) -> None:
        assert isinstance(self.policy, Chancy)
        self.policy.moment = number


def with_fixed(fixed: FixedAnswers, policy: Policy) -> Policy:
    """Return the policy preceded by fixed answers, or the policy itself if there are none."""
    if not fixed:
        return policy
    if hasattr(policy, "see"):
        return WithFixedBySearch(fixed, policy)
    return WithFixedByChance(fixed, policy) if isinstance(policy, Chancy) else WithFixed(fixed, policy)


# --- An answer in words ------------------------------------------------------------------------------------------


def matching(choice: Choice, wanted: Answer) -> tuple[Answer] | None:
    """Return the intended legal answer, as a tuple with one element, or None if the question does not offer it.

    A string may be the words of an offered answer (for several items, their words separated by commas, or `all` or
    `none`), the answer itself, or the answer as JSON. Any other value is the answer itself.

    Examples:
        >>> fight_on = OneOf(0, "X-1", "Fight on?", (True, False), ("yes", "no"))
        >>> matching(fight_on, "No"), matching(fight_on, "true"), matching(fight_on, "maybe")
        ((False,), (True,), None)
    """
    if not isinstance(wanted, str):
        return _legal(choice, wanted)
    for answer in (*_by_words(choice, wanted), wanted, *_by_json(wanted)):
        found = _legal(choice, answer)
        if found is not None:
            return found
    return None


def _legal(choice: Choice, answer: Answer) -> tuple[Answer] | None:
    return (answer,) if choice.why_not(answer) is None else None


def _by_words(choice: Choice, words: str) -> Iterator[Answer]:
    if isinstance(choice, Several):
        yield from _items(choice, words)
    elif isinstance(choice, Split):
        yield from _shares(choice, words)
    else:
        offered = choice.candidates() if isinstance(choice, OneOf) else islice(choice.candidates(), LOOKED_AT)
        yield from (answer for label, answer in offered if folded(label) == folded(words))


def _items(choice: Several, words: str) -> Iterator[Answer]:
    """Yield the items that are named in a string, in the order of the string."""
    if folded(words) == "all":
        yield choice.of
    if folded(words) == "none":
        yield ()
    labels = [folded(label) for label in choice.labels or map(str, choice.of)]
    wanted = [folded(part.strip()) for part in words.split(",")]
    if all(one in labels for one in wanted):
        yield tuple(choice.of[labels.index(one)] for one in wanted)


def _shares(choice: Split, words: str) -> Iterator[Answer]:
    """Yield the division that a string describes, such as `all spear on wolves`, or `2 axe, 1 sword`."""
    heads, shares = [folded(head) for head in choice.among], [0] * len(choice.among)
    for part in words.split(","):
        number, _, head = part.strip().partition(" ")
        share = str(choice.total) if number == "all" else number
        if not (share.isascii() and share.isdigit()) or folded(head.strip()) not in heads:
            return
        shares[heads.index(folded(head.strip()))] += int(share)
    yield tuple(shares)


def _by_json(words: str) -> Iterator[Answer]:
    if words.count("[") > DEEPEST:
        return
    try:
        yield frozen(msgspec.json.decode(words))
    except (ValueError, BadRecord):
        return
