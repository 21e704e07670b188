"""Memory of clauses: a clause run before from the same state, on the same answers, is not run again.

A clause is a pure function of state, entry and answers, and a policy without chance or memory of its own is a function
of state and question. So the memory is a tree: from a state and an entry of the agenda, over requests and their
answers, to what the clause did. A game that follows a branch throws its dice and takes everything else from the tree.
"""

from collections.abc import Iterator
from sys import getsizeof
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.play import playing, turned
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Answer, Ask, Request, is_choice
from pilein.kernel.table import Entry
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset

WEIGHED = 16  # every sixteenth clause is weighed, for all of them
OF_A_CLAUSE = 700  # bytes of its branch
JUDGED = 2_000  # clauses run between two judgements of the memory
WORTH_IT = 0.25  # share of clauses that must be remembered by then


class _Asked:
    """A request of a clause, and what follows each answer. A player's answer is always the same one."""

    __slots__ = ("after", "answer", "is_roll", "request")

    def __init__(self, request: Request, answer: Answer) -> None:
        self.request = request
        self.is_roll = not is_choice(request)
        self.answer = answer
        self.after: dict[Answer, _Node] = {}


class _Known:
    """A state, and what its clauses did, by entry."""

    __slots__ = ("clauses", "state")

    def __init__(self, state: Any) -> None:  # noqa: ANN401 - the ruleset's own
        self.state = state
        self.clauses: dict[Entry, _Node] = {}


class _Done:
    """Result of a clause, with its successors alone on the agenda, and the state after it."""

    __slots__ = ("after", "ran")

    def __init__(self, ran: Ran, after: _Known) -> None:
        self.ran = ran
        self.after = after


_Node: TypeAlias = _Asked | _Done


class ClauseMemory:
    """The clauses of games with one set-up and the same policies, which have no chance or memory of their own.

    It holds about `most` bytes; when they are used up it is emptied and begins anew. Where few clauses are met again it
    gives itself up and plays on without remembering.
    """

    def __init__(self, rules: Ruleset, most: int) -> None:
        self.run = self.met = 0  # clauses that were run, and those that were remembered
        self.is_given_up = False
        self._rules = rules
        self._most = most
        self._bytes = 0
        self._states: dict[Any, _Known] = {}

    def playing(self, position: Position, ask: Ask) -> Iterator[Ran]:
        """Every clause played from here to the end of the agenda, as `engine.play.playing` plays them.

        `ask` is asked for every roll, and for a player's answer where it is not remembered.
        """
        known, agenda, live = self._known(position.state), position.agenda, position.state
        while agenda and not self.is_given_up:
            node, path = _followed(known.clauses.get(agenda[0]), ask)
            if isinstance(node, _Done):
                self.met += 1
                live = None
            else:
                state = _bare(known.state) if live is None else live
                ran, asked = self._run(state, agenda[0], path, ask)
                live = ran.position.state
                node = self._kept(known, agenda[0], path, asked, ran)
            known, ran = node.after, node.ran
            agenda = (*ran.position.agenda, *agenda[1:])
            state = known.state if live is None else live
            yield Ran(Position(state, agenda), ran.events, ran.met, ran.pauses, ran.used)
        yield from playing(self._rules, Position(known.state if live is None else live, agenda), ask)

    def _run(
        self,
        state: Any,  # noqa: ANN401 - the ruleset's own
        entry: Entry,
        path: list[Answer],
        ask: Ask,
    ) -> tuple[Ran, list[_Asked]]:
        """A clause run on the answers of a branch and then on `ask`; the requests that `ask` answered."""
        asked: list[_Asked] = []

        def answer(request: Request) -> Answer:
            asked.append(_Asked(request, ask(request)))
            return asked[-1].answer

        return turned(self._rules, Position(state, (entry,), tuple(path)), answer), asked

    def _kept(self, known: _Known, entry: Entry, path: list[Answer], asked: list[_Asked], ran: Ran) -> _Done:
        """Result of a clause, hung into the tree at the end of its branch."""
        self._count(ran, known.state)
        after = self._known(ran.position.state)
        done = _Done(replace(ran, position=Position(None, ran.position.agenda)), after)
        clauses: dict[Any, _Node] = known.clauses
        key: Any = entry
        for given in path:
            above = clauses[key]
            assert isinstance(above, _Asked), "a branch that was followed"
            clauses, key = above.after, given
        for one in asked:
            clauses[key] = one
            clauses, key = one.after, one.answer
        clauses[key] = done
        return done

    def _known(self, state: Any) -> _Known:  # noqa: ANN401 - the ruleset's own
        """The entry of a state. Geometry that is remembered on its field is not kept: it would fill the memory."""
        found = self._states.get(state)
        if found is None:
            bare = _bare(state)
            found = self._states[bare] = _Known(bare)
        return found

    def _count(self, ran: Ran, before: Any) -> None:  # noqa: ANN401 - the ruleset's own
        """Count a clause that was run; empty the memory when it is full, give it up where it is of little use."""
        if self.run % WEIGHED == 0:
            weight = OF_A_CLAUSE + _grown(ran.position.state, before) + _grown(ran.events, ())
            self._bytes += WEIGHED * weight
        self.run += 1
        if self._bytes > self._most:
            self._states, self._bytes = {}, 0
        if self.run % JUDGED == 0:
            self.is_given_up = self.met < WORTH_IT * (self.run + self.met)
            self._states = {} if self.is_given_up else self._states


def _followed(node: _Node | None, ask: Ask) -> tuple[_Node | None, list[Answer]]:
    """A branch followed as far as it is known, and the answers on it."""
    path: list[Answer] = []
    while isinstance(node, _Asked):
        answer = ask(node.request) if node.is_roll else node.answer
        path.append(answer)
        node = node.after.get(answer)
    return node, path


def _bare(state: Any) -> Any:  # noqa: ANN401 - the ruleset's own
    """The state without the geometry that is remembered on its field."""
    field = state.field
    return replace(state, field=replace(field)) if isinstance(field, Plane) else state


def _grown(value: object, before: object) -> int:
    """Bytes of a plain value, less those parts of it that are the same objects as before; roughly."""
    if value is before or value is None or isinstance(value, bool | str):
        return 0
    size = getsizeof(value)
    if isinstance(value, tuple):
        olds = before if isinstance(before, tuple) and len(before) == len(value) else (None,) * len(value)
        return size + sum(_grown(one, old) for one, old in zip(value, olds, strict=True))
    if isinstance(value, Struct):
        names = value.__struct_fields__
        is_like = type(value) is type(before)
        return size + sum(_grown(getattr(value, name), getattr(before, name) if is_like else None) for name in names)
    return size
