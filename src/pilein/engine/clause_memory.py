"""Memory of clauses: a clause run before from the same state, on the same answers, is not run again.

A clause is a pure function of state, entry and answers, and a policy without chance or memory of its own is a function
of state and question. So the memory is a tree: from a state and an entry of the agenda, over requests and their
answers, to what the clause did. A game that follows a branch throws its dice and takes everything else from the tree.
"""

from collections.abc import Callable, Iterator
from sys import getsizeof
from time import perf_counter
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.play import playing, turned
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Answer, Ask, Request, is_choice
from pilein.kernel.table import Entry
from pilein.tabletop.plane import Plane, Standing
from pilein.tabletop.ruleset import Ruleset

WEIGHED = 64  # every clause of that number is weighed, for all of them
OF_A_CLAUSE = 700  # bytes of its branch
JUDGED = 4_000  # clauses run between two judgements of the memory
OVERHEAD = 5  # times what it takes to keep a clause: the collector of garbage looks at all that is kept
RECENT = 128  # standings whose geometry is kept


class _Asked:
    """A request of a clause, and what follows each answer.

    A player's answer is always the same one, so that only a `roll` is kept: a choice holds a state with its geometry.
    """

    __slots__ = ("after", "answer", "roll")

    def __init__(self, request: Request, answer: Answer) -> None:
        self.roll = None if is_choice(request) else request
        self.answer = answer
        self.after: dict[Answer, _Node] = {}


class _Known:
    """A state, and what its clauses did, by entry."""

    __slots__ = ("clauses", "state")

    def __init__(self, state: Any) -> None:  # noqa: ANN401 - the ruleset's own
        self.state = state
        self.clauses: dict[Entry, _Node] = {}


class _Done:
    """Result of a clause, with its successors alone on the agenda, and the state after it.

    `is_met`: it has been met again since the memory was last full.
    """

    __slots__ = ("after", "is_met", "ran")

    def __init__(self, ran: Ran, after: _Known) -> None:
        self.ran = ran
        self.after = after
        self.is_met = False


_Node: TypeAlias = _Asked | _Done
AskOn: TypeAlias = Callable[[Any, Request], Answer]  # asked on the state before the clause


class ClauseMemory:
    """The clauses of games with one set-up and the same policies, which have no chance or memory of their own.

    It holds about `most` bytes; when they are used up it keeps those clauses alone that have been met again. Where
    these save less time than it takes to keep all, it gives itself up and plays on without remembering.
    """

    def __init__(self, rules: Ruleset, most: int) -> None:
        self.run = self.met = 0  # clauses that were run, and those that were remembered
        self.is_given_up = False
        self._running = self._keeping = 0.0  # seconds that it took to run clauses, and to keep them
        self._rules = rules
        self._most = most
        self._bytes = 0
        self._states: dict[Any, _Known] = {}
        self._standings: dict[Standing, Standing] = {}  # those of the states, each once
        self._recent: dict[Standing, Standing] = {}  # those on which clauses were run lately

    def playing(self, position: Position, ask: AskOn) -> Iterator[Ran]:
        """Every clause played from here to the end of the agenda, as `engine.play.playing` plays them.

        `ask` is asked for every roll, and for a player's answer where it is not remembered.
        """
        known, agenda, live = self._known(position.state), position.agenda, position.state
        while agenda and not self.is_given_up:
            node, path = _followed(known.clauses.get(agenda[0]), known.state, ask)
            if isinstance(node, _Done):
                self.met += 1
                node.is_met = True
                live = None
            else:
                state = self._lively(known.state) if live is None else live
                node, live = self._played(known, state, agenda[0], path, ask)
            known, ran = node.after, node.ran
            agenda = (*ran.position.agenda, *agenda[1:])
            state = known.state if live is None else live
            yield Ran(Position(state, agenda), ran.events, ran.met, ran.pauses, ran.used)
        if agenda:
            yield from _unremembered(
                self._rules, Position(self._lively(known.state) if live is None else live, agenda), ask
            )

    def turned(self, position: Position, ask: Ask) -> Ran:
        """The next clause of a position, which has no answers yet, as `engine.play.turned` runs it."""
        met = self.met
        ran = next(self.playing(position, lambda _, request: ask(request)))
        if self.met == met:
            return ran
        return replace(ran, position=Position(self._lively(ran.position.state), ran.position.agenda))

    def _played(
        self,
        known: _Known,
        state: Any,  # noqa: ANN401 - the ruleset's own
        entry: Entry,
        path: list[Answer],
        ask: AskOn,
    ) -> tuple[_Done, Any]:
        """A clause run and kept, and the state after it; it is measured how long both take."""
        began = perf_counter()
        ran, asked = self._run(state, entry, path, ask)
        ended = perf_counter()
        done = self._kept(known, entry, path, asked, ran)
        self._running += ended - began
        self._keeping += perf_counter() - ended
        return done, ran.position.state

    def _run(
        self,
        state: Any,  # noqa: ANN401 - the ruleset's own
        entry: Entry,
        path: list[Answer],
        ask: AskOn,
    ) -> tuple[Ran, list[_Asked]]:
        """A clause run on the answers of a branch and then on `ask`; the requests that `ask` answered."""
        asked: list[_Asked] = []

        def answer(request: Request) -> Answer:
            asked.append(_Asked(request, ask(state, request)))
            return asked[-1].answer

        return turned(self._rules, Position(state, (entry,), tuple(path)), answer), asked

    def _kept(self, known: _Known, entry: Entry, path: list[Answer], asked: list[_Asked], ran: Ran) -> _Done:
        """Result of a clause, hung into the tree at the end of its branch."""
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
        self._count(ran, known.state)
        return done

    def _known(self, state: Any) -> _Known:  # noqa: ANN401 - the ruleset's own
        """The entry of a state. Geometry that is remembered on its field is not kept: it would fill the memory."""
        found = self._states.get(state)
        if found is None:
            bare = _on_standings(state, [self._bare(one) for one in _standings_of(state)])
            found = self._states[bare] = _Known(bare)
        return found

    def _bare(self, standing: Standing) -> Standing:
        """A standing without the geometry that is remembered on it, the same for all states."""
        found = self._standings.get(standing)
        if found is None:
            found = replace(standing)
            self._standings[found] = found
        return found

    def _lively(self, state: Any) -> Any:  # noqa: ANN401 - the ruleset's own
        """The state to run a clause on: geometry is remembered on its field and, for some time, on its standings."""
        found = []
        for one in _standings_of(state):
            lively = self._recent.pop(one, None) or replace(one)
            self._recent[one] = lively
            found.append(lively)
        while len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
        return _on_standings(state, found)

    def _count(self, ran: Ran, before: Any) -> None:  # noqa: ANN401 - the ruleset's own
        """Count a clause that was run; make room when the memory is full, give it up where it is of little use."""
        if self.run % WEIGHED == 0:
            weight = OF_A_CLAUSE + _grown(ran.position.state, before) + _grown(ran.events, ())
            self._bytes += WEIGHED * weight
        self.run += 1
        if self._bytes > self._most:
            self._make_room()
        if self.run % JUDGED == 0 and self.met * self._running < self.run * OVERHEAD * self._keeping:
            self.is_given_up = True
            self._empty()

    def _make_room(self) -> None:
        """Keep the clauses that have been met again since the last time; nothing if they fill more than half."""
        clauses = [known.clauses for known in self._states.values()]
        before = sum(1 for one in clauses for _ in _results(one))
        for one in clauses:
            _forget(one)
        after = [done.after for one in clauses for done in _results(one)]
        self._bytes = self._bytes * len(after) // max(1, before)
        if 2 * self._bytes > self._most:
            self._empty()
            return
        reached = set(map(id, after))
        self._states = {state: known for state, known in self._states.items() if known.clauses or id(known) in reached}
        self._standings = {one: one for state in self._states for one in _standings_of(state)}

    def _empty(self) -> None:
        self._states, self._standings, self._recent, self._bytes = {}, {}, {}, 0


def _followed(node: _Node | None, state: Any, ask: AskOn) -> tuple[_Node | None, list[Answer]]:  # noqa: ANN401
    """A branch followed as far as it is known, and the answers on it."""
    path: list[Answer] = []
    while isinstance(node, _Asked):
        answer = node.answer if node.roll is None else ask(state, node.roll)
        path.append(answer)
        node = node.after.get(answer)
    return node, path


def _results(nodes: dict[Any, _Node]) -> Iterator[_Done]:
    """All results below some branches."""
    for node in nodes.values():
        if isinstance(node, _Done):
            yield node
        else:
            yield from _results(node.after)


def _forget(nodes: dict[Any, _Node]) -> None:
    """Cut off the branches on which no result has been met again; those of the others count as not met from now on."""
    for key, node in list(nodes.items()):
        if isinstance(node, _Asked):
            _forget(node.after)
        if not (node.is_met if isinstance(node, _Done) else node.after):
            del nodes[key]
        elif isinstance(node, _Done):
            node.is_met = False


def _unremembered(rules: Ruleset, position: Position, ask: AskOn) -> Iterator[Ran]:
    """Every clause run from here to the end of the agenda."""
    state = position.state
    clauses = playing(rules, position, lambda request: ask(state, request))
    for ran in clauses:
        state = ran.position.state
        yield ran


def _standings_of(state: Any) -> tuple[Standing, ...]:  # noqa: ANN401 - the ruleset's own
    field = state.field
    return field.standings if isinstance(field, Plane) else ()


def _on_standings(state: Any, standings: list[Standing]) -> Any:  # noqa: ANN401 - the ruleset's own
    """The state with equal standings, and without the geometry that is remembered on its field."""
    field = state.field
    return replace(state, field=replace(field, standings=tuple(standings))) if isinstance(field, Plane) else state


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
