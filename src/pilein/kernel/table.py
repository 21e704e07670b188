"""The table through which a clause acts.

It provides five verbs for clauses, a check of whether a sentence holds, and the numbers in the rules text.
"""

from typing import TYPE_CHECKING, Any

from pilein.kernel.events import Event
from pilein.kernel.requests import Answer, Ask, Choice, OneOf, Pending, Request

if TYPE_CHECKING:
    from pilein.dice import Roll
    from pilein.kernel.rulings import Readings

NONE: frozenset[str] = frozenset()
Entry = tuple[Any, ...]  # (stable key of a clause, flat integers and strings ...)


class Table:
    """Table for one run of one clause. Requests take the answers already given, and then answers from `ask`. Without
    `ask`, a request without an answer raises Pending.
    """

    __slots__ = ("_ask", "_given", "_readings", "_struck", "answers", "events", "following", "met", "pauses")

    def __init__(
        self,
        readings: "Readings",
        answers: tuple[Answer, ...] = (),
        ask: Ask | None = None,
        *,
        struck: frozenset[str] = NONE,
    ) -> None:
        self._readings = readings
        self._struck = struck
        self._ask = ask
        self._given = iter(answers)
        self.answers: list[Answer] = []
        self.events: list[Event] = []
        self.following: list[Entry] = []
        self.met: list[str] = []
        self.pauses: list[int] = []  # for each request, the number of events before it

    def roll(self, roll: "Roll") -> Any:  # noqa: ANN401 - the outcome's type is the roll's
        """Roll dice. The outcome holds only the values that the roll declares."""
        return self._answer(roll)

    def choose(self, choice: Choice) -> Any:  # noqa: ANN401 - the answer's type is the choice's
        """Ask a player a question. A question with a single option is not asked."""
        if isinstance(choice, OneOf) and len(choice.options) == 1:
            return choice.options[0]
        return self._answer(choice)

    def rule(self, ruling: str) -> str:
        """Return the option chosen for a ruling: `default` unless the scenario sets another. The use is recorded."""
        if ruling not in self.met:
            self.met.append(ruling)
        return self._readings[ruling].option

    def holds(self, sentence: str) -> bool:
        """Return whether a sentence is in the text. The result is False if the scenario strikes it out. The call is
        recorded as a use of the sentence.

        Call this last, after checking all other conditions under which the sentence applies.
        """
        note(sentence)
        return sentence not in self._struck

    def number(self, key: str) -> int:
        """Return a number from the text (SH-CR-03.cap) as set by the scenario, or the number in a ruling's option."""
        number = self._readings[key].number
        assert number is not None, f"the chosen option of {key} has no number"
        return number

    def tell(self, event: Event) -> None:
        """Report an event to the log."""
        self.events.append(event)

    def then(self, step: str, *arguments: int | str) -> None:
        """Play the clause with this key next, before the other clauses on the agenda but after the clauses that this
        run has already named.
        """
        self.following.append((str(step), *arguments))

    def _answer(self, request: Request) -> Answer:
        self.pauses.append(len(self.events))
        for answer in self._given:
            self.answers.append(answer)
            return answer
        if self._ask is None:
            raise Pending(request)
        with noting(None):  # look-ups by players do not count as uses of the text
            answer = self._ask(request)
        self.answers.append(answer)
        return answer


# --- Which sentences of the text are used -------------------------------------------------------------------------
# Noted while a clause runs, as a coverage tool notes lines. A sentence is used when code asks whether it is in the text
# (`holds`). Code asks last, when the case that it is about has come up, so that asking is using. What players look up
# before they answer is not noted.


Noted = dict[str, None]  # sentences in the order of their first use

_noted: list[Noted | None] = [None]


def note(sentence: str) -> None:
    """Record the use of a sentence, if uses are being recorded."""
    noted = _noted[-1]
    if noted is not None:
        noted[sentence] = None


class noting:  # noqa: N801 - it reads as a verb
    """Context manager that records the use of sentences in `noted`. With None, no uses are recorded."""

    __slots__ = ("_uses",)

    def __init__(self, noted: Noted | None) -> None:
        self._uses = noted

    def __enter__(self) -> None:
        _noted.append(self._uses)

    def __exit__(self, *_: object) -> None:
        _noted.pop()
