"""Errors, each with its location and a remedy."""

import json
from typing import Any

from pilein.kernel.remedies import Remedy

LONGEST = 200  # characters of an answer shown
MISSING, UNKNOWN = "missing", "unknown"  # kinds of faults


class PileInError(Exception):
    """Error that a user can cause and fix.

    `message` states the fault and `remedy` the way to fix it. `file`, `line` (from 1; 0 if unknown) and `key` give
    the location. The text of the error consists of location, message and remedy. `kind`, `value` and `suggestion`
    carry the same information as data.
    """

    kind = ""  # MISSING or UNKNOWN, for keys of files; "" for other faults
    value: object = None  # the key that is missing or unknown
    suggestion: object = None  # the value to write instead

    def __init__(self, message: str, *, remedy: str, file: str = "", line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy if isinstance(remedy, Remedy) else str(remedy)
        suggestion = getattr(remedy, "suggestion", None)
        if suggestion is not None:
            self.suggestion = suggestion
        self.file = file
        self.line = line
        self.key = str(key)  # callers may use any object as a name

    def __str__(self) -> str:
        place = ":".join(part for part in (self.file, str(self.line) if self.line else "") if part)
        words = ": ".join(part for part in (place, self.key, self.message) if part)
        return f"{words}; {self.remedy}" if self.remedy else words

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[PileInError], arguments: tuple[Any, ...], values: dict[str, Any]) -> PileInError:
    """Restore an error that was pickled in another process."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(values)
    return error


LEGAL = "give one of the answers offered, or another legal one"


class IllegalAnswer(PileInError):  # noqa: N818 - the design's name
    """Raised for an answer that the rules do not allow.

    The error holds the request, the answer, the reason in words, and the clause that asked.
    """

    def __init__(self, request: object, answer: object, reason: str, clause: str = "") -> None:
        spelled = json.dumps(answer, default=str) if isinstance(answer, tuple) else repr(answer)
        spelled = spelled if len(spelled) <= LONGEST else f"{spelled[:LONGEST]}..."
        super().__init__(f"{clause or 'answer'}: {spelled} is not legal: {reason}", remedy=LEGAL)
        self.request = request
        self.answer = answer
        self.reason = reason
        self.clause = clause


class BadInput(PileInError):  # noqa: N818 - named like its kinds
    """Raised for an argument or another input that cannot be used."""


class BadScenario(BadInput):
    """Raised for a scenario that cannot be played.

    `path` is the location in the file: keys, and item numbers from 0. `others` are further faults in the same
    file.
    """

    path: tuple[str | int, ...] = ()
    others: "tuple[BadScenario, ...]" = ()

    @property
    def faults(self) -> "tuple[BadScenario, ...]":
        """Faults found in the file, in file order."""
        return tuple(sorted((self, *self.others), key=lambda one: one.line))


class BadRuleset(BadInput):
    """Raised for a ruleset, in a folder or an installed package, that cannot be used."""


class UnknownRule(PileInError):  # noqa: N818 - the design's name
    """Raised for an unknown clause, ruling, option or other name. The remedy suggests the nearest known name."""

    def __init__(self, name: str, nearest: str = "", *, remedy: str, what: str = "rule") -> None:
        is_said = not nearest or f"{nearest!r}?" in remedy
        super().__init__(f"there is no {what} {name!r}", remedy=remedy if is_said else f"did you mean {nearest!r}?")
        self.name = name
        self.nearest = nearest


class ScriptError(PileInError):
    """Raised for scripted dice or answers that run out, do not fit or are left over."""


COPY = "use an undamaged copy of the file"


class BadRecord(BadInput):
    """Raised for a record or saved game that cannot be read or replayed.

    `key` is the path of a value ("answers[3].clause"), or the clause in which the replay differs from the record.
    """

    def __init__(self, message: str, *, remedy: str = COPY, file: str = "", line: int = 0, key: str = "") -> None:
        super().__init__(message, remedy=remedy, file=file, line=line, key=key)


FEWER = "ask about fewer models or phases, or play games with `pilein simulate`"


class TooMuch(PileInError):  # noqa: N818 - named like its kinds
    """Raised for a task that is too large to be solved exactly.

    `too_many` names the limit ("more than 4,000 positions"), and `why` expresses it as a clause of a sentence.
    `work` is the work done before the limit was reached.
    """

    too_many = ""
    why = ""
    work = 0


class TooManyPositions(TooMuch):
    """Raised for a battle with too many states, or too many parts of states, for an exact solution."""

    def __init__(self, limit: int, what: str = "states", *, work: int = 0) -> None:
        self.too_many = f"more than {limit:,} {what}"
        super().__init__(f"the battle has {self.too_many}, too many for exact odds", remedy=FEWER)
        self.why = f"{self.too_many} are too many to solve exactly"
        self.limit = limit
        self.work = work


class WithoutNumpy(TooMuch):
    """Raised for a battle with more states than can be solved without numpy."""

    def __init__(self, limit: int) -> None:
        self.too_many = f"more than {limit:,} states"
        self.why = f"{self.too_many} are too many to solve without numpy, which is not installed here"
        super().__init__(
            f"the battle has {self.too_many}, so its exact odds need numpy, which is not installed here",
            remedy="install numpy, or ask about fewer models or phases",
        )


class Spent(TooMuch):
    """Raised when a time or memory limit is reached. `limit` is the limit in words ("60 s"), and `more` a larger
    limit to suggest.
    """

    def __init__(self, limit: str, more: str) -> None:
        self.limit = limit
        self.too_many = f"more than {limit}"
        self.why = f"exact odds take {self.too_many}"
        super().__init__(
            f"the limit of {limit} was reached",
            remedy=f"raise the limit to {more} with --limit (in Python, `budget`)",
        )


class Halted(Spent):
    """Raised for work that remains when the user interrupts a computation that already has results.

    `words` says how far the computation got.
    """

    def __init__(self, words: str) -> None:
        super().__init__(words, "")
        self.message = self.too_many = self.why = words
        self.remedy = ""


class OutOfTime(Spent):
    """Raised when a time limit is reached, at a moment that depends on the machine and its load."""
