"""Cache of clauses, so that no clause is run twice from the same state with the same answers.

A clause is a pure function of state, entry and answers, and a policy without randomness or memory of its own is a
function of state and question. The cache is therefore a tree. It leads from a state and an agenda entry, through
requests and their answers, to the result of the clause. A game that follows a branch rolls its own dice and takes
all other data from the tree.
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

WEIGHED = 64  # one clause in this many is measured, as a sample for all
OF_A_CLAUSE = 950  # bytes per branch
JUDGED = 4_000  # clauses run between two checks of the memory's usefulness
OVERHEAD = 5  # factor on the time to keep a clause: the garbage collector scans everything kept
EARLY = 1_000  # clauses run before the first check
EARLY_OVERHEAD = 3.5  # the same factor then: reuse grows while the memory fills
RECENT = 128  # standings whose geometry is kept


class _Asked:
    """Request made by a clause, with the branch that follows each answer.

    Only rolls are kept. A player always gives the same answer, so a choice need not be kept; keeping it would also
    keep a state with its geometry.
    """

    __slots__ = ("after", "answer", "roll")

    def __init__(self, request: Request, answer: Answer) -> None:
        self.roll = None if is_choice(request) else request
        self.answer = answer
        self.after: dict[Answer, _Node] = {}


class _Known:
    """State, with the results of the clauses that were run from this state, by agenda entry."""

    __slots__ = ("clauses", "state")

    def __init__(self, state: Any) -> None:  # noqa: ANN401 - the ruleset's own
        self.state = state
        self.clauses: dict[Entry, _Node] = {}


class _Done:
    """Result of a clause: the entries that it added to the agenda, and the state after it.

    `is_met` states whether the result has been reused since the memory was last full. `whole` is the result as it
    was last reused, with the rest of the agenda that followed it then.
    """

    __slots__ = ("after", "is_met", "ran", "whole")

    def __init__(self, ran: Ran, after: _Known) -> None:
        self.ran = ran
        self.after = after
        self.is_met = False
        self.whole: tuple[tuple[Entry, ...], Ran] | None = None

    def reused(self, rest: tuple[Entry, ...]) -> Ran:
        """Return the result with `rest` added to its agenda.

        The last such result is kept, because `rest` is usually the same as in the last call.
        """
        self.is_met = True
        if self.whole is None or self.whole[0] != rest:
            ran = self.ran
            position = Position(self.after.state, (*ran.position.agenda, *rest))
            self.whole = rest, Ran(position, ran.events, ran.met, ran.pauses, ran.used)
        return self.whole[1]


_Node: TypeAlias = _Asked | _Done
AskOn: TypeAlias = Callable[[Any, Request], Answer]  # sentences asked about the state before the clause


class ClauseMemory:
    """Results of clauses in games with the same set-up and the same policies.

    The policies must have no randomness or memory of their own. The memory holds about `most` bytes. When it is
    full, it keeps only clauses that have been reused. If reuse saves less time than keeping clauses costs, the
    memory is dropped and play continues without it.
    """

    def __init__(self, rules: Ruleset, most: int) -> None:
        self.run = self.met = 0  # clauses run, and clauses remembered
        self.is_given_up = False
        self._running = self._keeping = 0.0  # seconds spent running clauses, and keeping them
        self._rules = rules
        self._most = most
        self._bytes = 0
        self._states: dict[Any, _Known] = {}
        self._standings: dict[Standing, Standing] = {}  # standings of the states, each once
        self._recent: dict[Standing, Standing] = {}  # standings on which clauses were run lately

    def playing(self, position: Position, ask: AskOn) -> Iterator[Ran]:
        """Play every clause to the end of the agenda, as `engine.play.playing` does.

        `ask` supplies every roll, and each player's answer that is not remembered.
        """
        known, agenda, live = self._known(position.state), position.agenda, position.state
        while agenda and not self.is_given_up:
            node, path = _followed(known.clauses.get(agenda[0]), known.state, ask)
            if isinstance(node, _Done):
                self.met += 1
                live, known = None, node.after
                ran = node.reused(agenda[1:])
                agenda = ran.position.agenda
                yield ran
                continue
            state = self._lively(known.state) if live is None else live
            node, live = self._played(known, state, agenda[0], path, ask)
            known, ran = node.after, node.ran
            agenda = (*ran.position.agenda, *agenda[1:])
            yield Ran(Position(live, agenda), ran.events, ran.met, ran.pauses, ran.used)
        if agenda:
            yield from _unremembered(
                self._rules, Position(self._lively(known.state) if live is None else live, agenda), ask
            )

    def turned(self, position: Position, ask: Ask) -> Ran:
        """Run the next clause of a position that has no answers yet, as `engine.play.turned` does."""
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
        """Run a clause and keep its result, timing both. Returns the result and the state after it."""
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
        """Run a clause with the answers along a branch, followed by answers from `ask`.

        Returns the clause's result and the requests that `ask` answered.
        """
        asked: list[_Asked] = []

        def answer(request: Request) -> Answer:
            asked.append(_Asked(request, ask(state, request)))
            return asked[-1].answer

        return turned(self._rules, Position(state, (entry,), tuple(path)), answer), asked

    def _kept(self, known: _Known, entry: Entry, path: list[Answer], asked: list[_Asked], ran: Ran) -> _Done:
        """Attach a clause's result to the tree at the end of its branch."""
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
        """Return the entry for a state.

        The geometry cached on the state's battlefield is dropped first, since keeping it would use too much memory.
        """
        found = self._states.get(state)
        if found is None:
            bare = _on_standings(state, [self._bare(one) for one in _standings_of(state)])
            found = self._states[bare] = _Known(bare)
        return found

    def _bare(self, standing: Standing) -> Standing:
        """Return a standing without its cached geometry. All states share this copy."""
        found = self._standings.get(standing)
        if found is None:
            found = replace(standing)
            self._standings[found] = found
        return found

    def _lively(self, state: Any) -> Any:  # noqa: ANN401 - the ruleset's own
        """Return the state on which to run a clause.

        Geometry is cached on the state's field and, for a short time, on its standings.
        """
        found = []
        for one in _standings_of(state):
            lively = self._recent.pop(one, None) or replace(one)
            self._recent[one] = lively
            found.append(lively)
        while len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
        return _on_standings(state, found)

    def _count(self, ran: Ran, before: Any) -> None:  # noqa: ANN401 - the ruleset's own
        """Count a clause that was run. Makes room if the memory is full, and drops a memory that is of little use."""
        if self.run % WEIGHED == 0:
            weight = OF_A_CLAUSE + _grown(ran.position.state, before) + _grown(ran.events, ())
            self._bytes += WEIGHED * weight
        self.run += 1
        if self._bytes > self._most:
            self._make_room()
        if (self.run == EARLY and self._is_useless(EARLY_OVERHEAD)) or (
            self.run % JUDGED == 0 and self._is_useless(OVERHEAD)
        ):
            self.is_given_up = True
            self._empty()

    def _is_useless(self, overhead: float) -> bool:
        """Whether keeping clauses, with its overhead, has cost more time than reusing them has saved."""
        return self.met * self._running < self.run * overhead * self._keeping

    def _make_room(self) -> None:
        """Keep only clauses reused since room was last made. If they take up over half of the memory, keep none."""
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
    """Follow a branch as far as it is known. Returns the node reached and the answers on the way."""
    path: list[Answer] = []
    while isinstance(node, _Asked):
        answer = node.answer if node.roll is None else ask(state, node.roll)
        path.append(answer)
        node = node.after.get(answer)
    return node, path


def _results(nodes: dict[Any, _Node]) -> Iterator[_Done]:
    """Yield all clause results in the tree below the given nodes."""
    for node in nodes.values():
        if isinstance(node, _Done):
            yield node
        else:
            yield from _results(node.after)


def _forget(nodes: dict[Any, _Node]) -> None:
    """Cut off branches without a reused result, and mark the remaining results as not reused."""
    for key, node in list(nodes.items()):
        if isinstance(node, _Asked):
            _forget(node.after)
        if not (node.is_met if isinstance(node, _Done) else node.after):
            del nodes[key]
        elif isinstance(node, _Done):
            node.is_met = False


def _unremembered(rules: Ruleset, position: Position, ask: AskOn) -> Iterator[Ran]:
    """Play every clause to the end of the agenda without using the memory."""
    state = position.state
    clauses = playing(rules, position, lambda request: ask(state, request))
    for ran in clauses:
        state = ran.position.state
        yield ran


def _standings_of(state: Any) -> tuple[Standing, ...]:  # noqa: ANN401 - the ruleset's own
    field = state.field
    return field.standings if isinstance(field, Plane) else ()


def _on_standings(state: Any, standings: list[Standing]) -> Any:  # noqa: ANN401 - the ruleset's own
    """Return the state with shared standings, and without the geometry cached on its field."""
    field = state.field
    return replace(state, field=replace(field, standings=tuple(standings))) if isinstance(field, Plane) else state


def _grown(value: object, before: object) -> int:
    """Approximate the size of a plain value in bytes, excluding parts that are the same objects as before."""
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
