"""Game graph of a battle with open choices, made of decision nodes, chance nodes and their successors."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from pilein.chain.model.answering import see_whole
from pilein.chain.model.layout import Known, Layout
from pilein.chain.model.transition_model import TO_THE_END, TransitionModel
from pilein.chain.model.transitions import NO_READS, Transition, TransitionTable
from pilein.engine.players import Mixed
from pilein.kernel.errors import BadInput, PileInError, TooManyPositions
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Answer, Choice, Pending, Policy, Request, answered, is_choice
from pilein.kernel.table import Entry
from pilein.tabletop.ruleset import Ruleset

MOST_ANSWERS = 200
CYCLES = "this battle can cycle within one phase, so best answers cannot be computed"
ENDLESS = "no ruling ends this battle, so it has no last phase from which to search for best answers"

Players = tuple[Policy | None, Policy | None]  # policies of the two sides; None: open choices
Settled = Callable[[Choice], tuple[Answer] | None]  # the answer to a question that is not open, as a tuple of one


class Question(Struct, frozen=True):
    """Question that a clause asks a side, with the wording of each answer."""

    side: int
    clause: str
    words: str
    answers: tuple[str, ...]


class DecisionNode(Struct, frozen=True):
    """Question, with a successor for each answer."""

    question: Question
    branches: tuple["Tree", ...]


class ChanceNode(Struct, frozen=True):
    """Outcomes of a roll, with their weights and successors."""

    weights: tuple[int, ...]
    branches: tuple["Tree", ...]


Tree = DecisionNode | ChanceNode | Transition  # the outcomes of one clause


class OpenModel:
    """Transition model with open choices and with a table of outcomes of its own.

    `settled` gives answers that take precedence over the players'.
    """

    def __init__(self, model: TransitionModel, players: Players, settled: Settled = lambda _: None) -> None:
        self.model = model
        self._players = players
        self._settled = settled
        self._latest: dict[tuple[Layout, Entry], TransitionTable] = {}

    def tree(self, position: int) -> Tree:
        """Return the outcomes of the next clause of a position.

        Raises:
            BadInput: a question has too many answers.
        """
        table = self.model.table(position)
        found = table.get(position)
        if found is None:
            self._read_as_before(table)
            found = self.model.tracked(table, position, partial(self._grown, table))
            table.put(position, found)
        tree: Tree = found
        return tree

    def _read_as_before(self, table: TransitionTable) -> None:
        key = (table.layout, table.agenda[0][:2])
        if table.reads == NO_READS and key in self._latest:
            table.read_like(self._latest[key])
        self._latest[key] = table

    def _grown(self, table: TransitionTable, state: Any, known: Known, path: tuple[Answer, ...] = ()) -> Tree:  # noqa: ANN401
        find, setup = self.model.rules.find, state.setup
        position = Position(state, table.agenda)
        self.model.meter.check()
        try:
            asked = _Asked(self.model.rules, self._players, position, path, self._settled)
            ran = run(find, setup.readings, position, asked, struck=setup.struck)
        except Pending as pending:
            return self._branched(pending.request, lambda answer: self._grown(table, state, known, (*path, answer)))
        return self.model.transition(ran.position, ran.events, known, 1)

    def _branched(self, request: Any, after: Callable[[Answer], Tree]) -> Tree:  # noqa: ANN401 - of any kind
        if not is_choice(request):
            weights = tuple(request.weights())
            return ChanceNode(tuple(weight for _, weight in weights), tuple(after(answer) for answer, _ in weights))
        offered = tuple(_answers(request))
        if len(offered) == 1:
            return after(offered[0][1])
        question = Question(request.side, request.clause, request.words, tuple(words for words, _ in offered))
        hash(question)  # unread parts of the choice are read
        return DecisionNode(question, tuple(after(answer) for _, answer in offered))


def _answers(choice: Choice) -> Iterator[tuple[str, Answer]]:
    offered = tuple(islice(choice.candidates(), MOST_ANSWERS + 1))
    if len(offered) > MOST_ANSWERS:
        remedy = "name a policy for the side that answers this question"
        raise BadInput(
            f"{choice.words!r} has more than {MOST_ANSWERS} possible answers, too many to find the best one",
            key=choice.clause,
            remedy=remedy,
        )
    yield from offered


class _Asked:
    """Source of answers for one run of a clause. A policy answers its side's questions. All other requests get the
    outcomes and answers of a path, in order.
    """

    def __init__(
        self, rules: Ruleset, players: Players, position: Position, path: tuple[Answer, ...], settled: Settled
    ) -> None:
        self._rules = rules
        self._players = players
        self._settled = settled
        self._position = position
        self._answers: list[Answer] = []
        self._path = iter(path)

    def __call__(self, request: Request) -> Answer:
        answer = self._found(request)
        self._answers.append(answer)
        return answer

    def _found(self, request: Request) -> Answer:
        policy = self._players[request.side] if is_choice(request) else None
        asked: Any = request
        found = self._settled(request) if is_choice(request) else None
        if found is not None:
            return found[0]
        if policy is not None and is_choice(request):
            if hasattr(policy, "see"):
                see_whole(policy, self._rules, self._position, self._answers)
            answer = policy(self._position.state, request)
            if not isinstance(answer, Mixed):
                return answered(request, answer)
            asked = answer
        for given in self._path:
            return given
        raise Pending(asked)


class GameGraph:
    """An explored battle, with the outcome trees of positions that have a next clause, and the successors of all
    others.

    In `order`, every position comes after all positions that follow it within its phase. `onward` maps the end of
    a phase to the first position of the next phase, or None, and `late` does the same after the last phase that a
    ruling allows. `last` is the number of the last phase, and `first` is the position where play begins.
    `is_clocked` means that the model's clock counts rounds, which take the place of phases, so that no position
    holds its round.

    Raises:
        TooManyPositions: there are more than `limit` positions.
        Spent: exploring takes too much time or memory.
        BadInput: the battle is played to the end, and no ruling ends it.
        PileInError: the graph has cycles.
    """

    def __init__(self, open_model: OpenModel, position: Position, *, phases: int, limit: int) -> None:
        self.model = open_model.model
        self.trees: dict[int, Tree] = {}
        self.order: list[int] = []
        self.onward: dict[int, int | None] = {}
        self.late: dict[int, int | None] = {}
        self.first = self.model.encoded(position)
        clock = self.model.clock
        self.is_clocked = clock is not None
        self.most_phases = clock.most if clock else self.model.rules.limit(position.state)
        self.labels: dict[int, tuple[int, int]] = {}  # of the clause after each round, and after the last one
        self._open = open_model
        self.phases = phases
        self._limit = limit
        self._seen: set[int] = set()
        self._explore()
        self.last = self._last()

    def after(self, end: int, phase: int) -> int | None:
        """Return the position after the end of a phase, or None if play is over."""
        if phase >= self.last:
            return None
        is_late = self.most_phases is not None and phase >= self.most_phases
        return self.late[end] if is_late else self.onward[end]

    def knows(self, position: int) -> bool:
        """Whether play can reach a position."""
        return position in self._seen

    def label_after(self, end: int, phase: int) -> int:
        """Label of the path from the end of a phase to the next phase."""
        usual, late = self.labels.get(end, (0, 0))
        return late if self.most_phases is not None and phase >= self.most_phases else usual

    def state(self, position: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """Return the state of the battle in a position."""
        return self.model.state(position)

    def _last(self) -> int:
        if self.is_clocked and self.most_phases is not None:
            return self.most_phases + 1
        if self.phases != TO_THE_END:
            return self.phases
        if self.most_phases is not None:
            return self.most_phases + 1
        if any(position is not None for position in self.onward.values()):
            raise BadInput(ENDLESS, key="phases", remedy="give a number of phases, for example 1")
        return 1

    def _explore(self) -> None:
        starts = [self.first]
        while starts:
            starts += self._explore_phase(starts.pop())

    def _explore_phase(self, start: int) -> list[int]:
        """Explore one phase depth first, and return the positions in which the next phase begins."""
        onward: list[int] = []
        path: list[tuple[int, Iterator[int]]] = []
        on_path: set[int] = set()
        following = iter((start,))
        while True:
            position = next(following, None)
            if position is None:
                if not path:
                    return onward
                done, following = path.pop()
                on_path.discard(done)
                self.order.append(done)
            elif position in on_path:
                raise PileInError(CYCLES, remedy="name a policy for each side instead of `best`")
            elif position not in self._seen:
                path.append((position, following))
                on_path.add(position)
                following = iter(self._entered(position, onward))

    def _entered(self, position: int, onward: list[int]) -> tuple[int, ...]:
        """Explore a new position, and return its successors within the phase."""
        self.model.meter.check()
        self._seen.add(position)
        if len(self._seen) > self._limit:
            raise TooManyPositions(self._limit)
        table = self.model.table(position)
        if table.is_over and table.agenda:
            return self._round_over(position, onward)
        if table.agenda:
            tree = self.trees[position] = self._open.tree(position)
            return tuple(dict.fromkeys(transition.target(position) for transition in transitions(tree)))
        self.onward[position] = self._next_phase(position, 1)
        most = self.most_phases
        self.late[position] = self._next_phase(position, most) if most is not None else None
        onward += [one for one in (self.onward[position], self.late[position]) if one is not None]
        return ()

    def _round_over(self, position: int, onward: list[int]) -> tuple[int, ...]:
        """Record where play continues after a round, and after the last round."""
        last = self.model.after_last_round(position)
        usual, late = self._open.tree(position), self._open.tree(last)
        assert isinstance(usual, Transition), "the clock's clause rolls no dice and asks nothing"
        assert isinstance(late, Transition), "the clock's clause rolls no dice and asks nothing"
        self.onward[position], self.late[position] = usual.target(position), late.target(last)
        self.labels[position] = usual.label, late.label
        onward += [usual.target(position), late.target(last)]
        return ()

    def _next_phase(self, position: int, phase: int) -> int | None:
        found = self.model.next_phase(position, phase, self.phases)
        return found[0].target(position) if found else None


def transitions(tree: Tree) -> Iterator[Transition]:
    """Yield all transitions in a tree of outcomes."""
    if isinstance(tree, Transition):
        yield tree
        return
    for branch in tree.branches:
        yield from transitions(branch)
