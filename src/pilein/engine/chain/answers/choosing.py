"""The clauses of a ruleset with choices left open: what each answer leads to, and what each outcome of each roll."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from pilein.engine.chain.veiled.frames import Frame, Known
from pilein.engine.chain.veiled.heads import Change, Head
from pilein.engine.chain.veiled.text import Text
from pilein.engine.players import Mixed
from pilein.kernel.errors import BadInput
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Answer, Choice, Pending, Policy, Request, answered, is_choice
from pilein.kernel.table import Entry

MOST_ANSWERS = 200

Players = tuple[Policy | None, Policy | None]  # of the two sides; None: its choices are open


class Question(Struct, frozen=True):
    """What a side is asked under a clause, and its answers in words."""

    side: int
    clause: str
    words: str
    answers: tuple[str, ...]


class Fork(Struct, frozen=True):
    """A question, and what each of its answers leads to."""

    question: Question
    ways: tuple["Tree", ...]


class Throw(Struct, frozen=True):
    """Outcomes of chance: their weights, and what each leads to."""

    weights: tuple[int, ...]
    ways: tuple["Tree", ...]


Tree = Fork | Throw | Change


class OpenText:
    """A rule text read with choices left open; its own table of what clauses do, beside that of the text."""

    def __init__(self, text: Text, players: Players) -> None:
        self.text = text
        self._players = players
        self._looked: dict[tuple[Frame, Entry], Head] = {}

    def tree(self, position: int) -> Tree:
        """What the next clause of a position can come to.

        Raises:
            BadInput: a question has more answers than can be looked through.

        """
        head = self.text.head(position)
        found = head.row(head.key(position))
        if found is None:
            self._look_as_before(head)
            found = self.text.seen(head, position, partial(self._grown, head))
            head.keep(head.key(position), found)
        tree: Tree = found
        return tree

    def _look_as_before(self, head: Head) -> None:
        key = (head.frame, head.agenda[0][:2])
        if not head.looked and key in self._looked:
            head.look_like(self._looked[key])
        self._looked[key] = head

    def _grown(self, head: Head, state: Any, known: Known, path: tuple[Answer, ...] = ()) -> Tree:  # noqa: ANN401
        find, setup = self.text.rules.find, state.setup
        position = Position(state, head.agenda)
        self.text.meter.check()
        try:
            asked = _Asked(self._players, state, path)
            ran = run(find, setup.readings, position, asked, struck=setup.struck)
        except Pending as pending:
            return self._parted(pending.request, lambda answer: self._grown(head, state, known, (*path, answer)))
        return self.text.change(ran.position, ran.events, known, 1)

    def _parted(self, request: Any, after: Any) -> Tree:  # noqa: ANN401 - a roll, a mixed answer or a choice
        if not is_choice(request):
            weights = tuple(request.weights())
            return Throw(tuple(weight for _, weight in weights), tuple(after(answer) for answer, _ in weights))
        offered = tuple(_answers(request))
        if len(offered) == 1:
            only: Tree = after(offered[0][1])
            return only
        question = Question(request.side, request.clause, request.words, tuple(words for words, _ in offered))
        hash(question)  # what hides in it is asked for
        return Fork(question, tuple(after(answer) for _, answer in offered))


def _answers(choice: Choice) -> Iterator[tuple[str, Answer]]:
    offered = tuple(islice(choice.candidates(), MOST_ANSWERS + 1))
    if len(offered) > MOST_ANSWERS:
        remedy = "name a policy for that side"
        raise BadInput(
            f"{choice.words!r} has more than {MOST_ANSWERS} answers, too many to look ahead",
            key=choice.clause,
            remedy=remedy,
        )
    yield from offered


class _Asked:
    """Answers one run of a clause: the policies, and then outcomes and answers along a path."""

    def __init__(self, players: Players, state: Any, path: tuple[Answer, ...]) -> None:  # noqa: ANN401
        self._players = players
        self._state = state
        self._path = iter(path)

    def __call__(self, request: Request) -> Answer:
        policy = self._players[request.side] if is_choice(request) else None
        asked: Any = request
        if policy is not None and is_choice(request):
            answer = policy(self._state, request)
            if not isinstance(answer, Mixed):
                return answered(request, answer)
            asked = answer
        for given in self._path:
            return given
        raise Pending(asked)
