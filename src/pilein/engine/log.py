"""Log of a game, with events, rolls and decisions in order, each with its clause."""

from itertools import islice
from typing import TypeAlias

from msgspec import Struct

from pilein.dice import FacesGroup
from pilein.kernel.codec import plain
from pilein.kernel.events import Event
from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split, Worded


class Told(Struct, frozen=True, tag=True):
    """Event in the log. `key` is the clause's key on the agenda, while the event itself has the ID of its sentence."""

    key: str
    event: Event


class Thrown(Struct, frozen=True, tag=True):
    """Roll in the log, with its purpose, its kind (such as "Count" or "Test") and the faces of each of its parts."""

    key: str
    label: str
    kind: str
    groups: tuple[FacesGroup, ...]


class Decided(Struct, frozen=True, tag=True):
    """Decision in the log. `said` is the label of the answer, and `by` is the name of the player."""

    key: str
    clause: str
    side: int
    words: str
    said: str
    by: str

    @property
    def sentence(self) -> str:
        """Question and answer, formatted as one sentence."""
        return f"{self.words}{'' if self.words.endswith('?') else ':'} {self.said}"


LOOKED_AT = 24  # candidates searched for the words of an answer
LogEntry: TypeAlias = Told | Thrown | Decided


def woven(
    key: str, events: tuple[Event, ...], answers: tuple[LogEntry, ...], pauses: tuple[int, ...]
) -> list[LogEntry]:
    """Merge the events and answers of one clause in chronological order.

    `pauses` has, for each answer, the number of events before it.
    """
    entries: list[LogEntry] = []
    told = 0
    for answer, pause in zip(answers, pauses, strict=True):
        entries.extend(Told(key, event) for event in events[told:pause])
        entries.append(answer)
        told = pause
    entries.extend(Told(key, event) for event in events[told:])
    return entries


def said(choice: Choice, answer: Answer) -> str:
    """Format an answer for the log.

    >>> said(OneOf(0, "X-1", "Fight on?", (True, False), ("yes", "no")), False)
    'no'
    """
    if isinstance(choice, OneOf):
        return choice.labels[choice.options.index(answer)] if choice.labels else str(answer)
    if isinstance(choice, Several):
        named = dict(zip(choice.of, choice.labels or map(str, choice.of), strict=True))
        return ", ".join(named[one] for one in answer) or "none"
    if isinstance(choice, Split):
        return ", ".join(f"{share} {head}" for share, head in zip(answer, choice.among, strict=True) if share)
    if isinstance(choice, Worded):
        return choice.in_words(answer)
    named_so = (label for label, offered in islice(choice.candidates(), LOOKED_AT) if offered == answer)
    return next(named_so, str(plain(answer)))
