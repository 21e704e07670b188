"""The rule text read by a chain: what follows a position, with its weights, clause by clause."""

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from math import gcd, lcm
from typing import Any, cast

from pilein.dice.weights import look_up
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.chain.limits import ANY, Limits
from pilein.engine.chain.veiled.frames import Frame, Known
from pilein.engine.chain.veiled.heads import HEAD_BITS, Change, Head, Row
from pilein.engine.chain.veiled.leaves import Leaves
from pilein.engine.chain.veiled.lots import Drawn, Lot, batched, drawings, hidden
from pilein.engine.chain.veiled.veil import Unveiled
from pilein.engine.players import Mixed
from pilein.kernel.errors import TooManyPositions
from pilein.kernel.events import Clock, Event
from pilein.kernel.position import Position, Ran, run
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice
from pilein.kernel.table import Entry
from pilein.tabletop.ruleset import Ruleset, following

HEADS = (1 << HEAD_BITS) - 1
TO_THE_END = 0

Label = Callable[[Event], Hashable]
Branch = tuple[Ran, int, int]  # what one run came to; its weight, out of so many
Way = tuple[tuple[Answer, ...], int, int]  # what the dice of a run show; its weight, out of so many
Gathered = dict[tuple[int, int, int], tuple[int, int]]  # (keep, write, story) -> (weight, out of)


def untold(_event: Event) -> None:
    """Label no event: none is asked about."""


class Text:
    """The clauses of a ruleset under given policies. Positions are whole numbers: a head, and the values of leaves.

    Where the clause of the stable key `until` would be next, nothing is. The rounds that a `clock` counts are left out
    of positions: its clause stands there as if none had been played. Every run of a clause is counted against
    `limits`, and against the time and memory of a `meter`, which those who solve the chain look at too.
    """

    def __init__(
        self,
        rules: Ruleset,
        policies: tuple[Policy, Policy],
        label: Label = untold,
        until: str = "",
        clock: Clock | None = None,
        *,
        limits: Limits = ANY,
        meter: Meter = UNMETERED,
    ) -> None:
        self.meter = meter
        self.rules = rules
        self.heads: list[Head] = []
        self.leaves = Leaves(HEAD_BITS)
        self.stories: list[tuple[Hashable, ...]] = [()]
        self.runs = 0
        self.outcomes = 0  # of all runs: more than one where dice are put down unseen
        self._limits = limits
        self._policies = policies
        self._label = label
        self._until = until
        self.clock = clock
        self._looking: set[str] = set()  # clauses that look at what dice show entry by entry
        self._looked: dict[tuple[Frame, Entry], Head] = {}
        self._by_text: dict[tuple[Frame, tuple[Entry, ...]], Head] = {}
        self._story_of: dict[tuple[Hashable, ...], int] = {(): 0}

    def number(self, position: Position) -> int:
        """The number of a position."""
        return self.change(position, (), {}, 1).write

    def head(self, position: int) -> Head:
        """What is played next in a position."""
        return self.heads[position & HEADS]

    def state(self, position: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """The state of a position."""
        return self.head(position).frame.built(lambda leaf: leaf.value(position), {})

    def row(self, position: int) -> Row:
        """What the next clause of a position can come to."""
        head = self.heads[position & HEADS]
        key = head.key(position)
        row = head.row(key)
        if row is None:
            if not head.looked and head.agenda:
                self._look_as_before(head)
            row = self.seen(head, position, partial(self._clause_played, head))
            head.keep(head.key(position), row)
        return cast("Row", row)

    def after_phase(self, head: Head, position: int, phase: int, phases: int) -> Row:
        """The first position of the next phase, when one is over; no row if none follows."""

        def play(state: Any, known: Known) -> Row:  # noqa: ANN401
            after = following(self.rules, Position(state, ()), phase, phases)
            return () if after is None else (self.change(after, (), known, 1),)

        row: Row = self.seen(head, position, play)
        return row

    def seen(self, head: Head, position: int, play: Callable[[Any, Known], Any]) -> Any:  # noqa: ANN401
        """What `play` makes of a state of which no more is shown than it looks at."""
        viewer = self.leaves.viewer
        while True:
            known: Known = {}
            state = head.frame.built(lambda leaf: head.shown(leaf, position), known, head.looked)
            viewer.begin(position)
            try:
                found = play(state, known)
            except Unveiled as looked:
                head.look(looked.part, looked.aspect)
            else:
                for leaf, aspect in viewer.looks:
                    head.look(leaf, aspect)
                return found
            finally:
                viewer.end()

    def _clause_played(self, head: Head, state: Any, known: Known) -> Row:  # noqa: ANN401
        clause = head.agenda[0][0]
        if clause not in self._looking:
            try:
                return self._played(Position(state, head.agenda), known, hides=True)
            except Unveiled as looked:
                if not isinstance(looked.part, Lot):
                    raise
                self._looking.add(clause)
        return self._played(Position(state, head.agenda), known, hides=False)

    def _played(self, position: Position, known: Known, *, hides: bool) -> Row:
        gathered: Gathered = {}
        for ran, weight, whole in self._branches(position, hides=hides):
            keep, write, drawn = self._written(ran.position, known)
            story = self._story(ran.events) if ran.events else 0
            shown, of = drawings(drawn, self._spend)
            for some in batched(shown):
                look_up()
                for bits, share in some:
                    key = (keep, write | bits, story)
                    gathered[key] = added(gathered.get(key, (0, 1)), weight * share, whole * of)
        return row_of(gathered)

    def _branches(self, position: Position, *, hides: bool) -> Iterator[Branch]:
        """Every way in which the next clause can run, the policies answering and each roll showing each outcome.

        Where `hides`, rolls whose entries are independent do not show them.
        """
        find, setup = self.rules.find, position.state.setup
        waiting: list[Way] = [((), 1, 1)]
        while waiting:
            asked = _Asked(self._policies, position.state, waiting.pop(), hides=hides)
            self._spend(0)
            self.runs += 1
            ran = run(find, setup.readings, position, asked, struck=setup.struck)
            waiting += asked.other_ways
            yield ran, asked.weight, asked.whole

    def _spend(self, outcomes: int) -> None:
        """Count outcomes before they are written down; raises TooMuch where a limit is reached."""
        self.outcomes += outcomes
        self._limits.check(0, 0, self.outcomes, self.runs)
        self.meter.check()

    def change(self, position: Position, events: tuple[Event, ...], known: Known, weight: int) -> Change:
        """What a run of a clause came to, as a change; `known` are the frames of the state that it was shown."""
        keep, write, _ = self._written(position, known)
        return Change(weight, keep, write, self._story(events) if events else 0)

    def _written(self, position: Position, known: Known) -> tuple[int, int, Drawn]:
        """What a run keeps of a position, what it writes, and where it puts what dice show unseen."""
        frame, found = self.leaves.apart(position.state, known)
        write = self._head(frame, position.agenda).number
        keep, drawn = frame.mask, Drawn()
        for leaf, value in found.items():
            keep ^= leaf.mask
            if type(value) is Lot:
                drawn.setdefault(value, []).append(leaf)
            else:
                write |= leaf.bits(value)
        return keep, write, drawn

    def _head(self, frame: Frame, agenda: tuple[Entry, ...]) -> Head:
        agenda = () if agenda and agenda[0][0] == self._until else agenda
        is_tick = bool(agenda) and self.clock is not None and agenda[0][0] == self.clock.clause
        if is_tick:
            agenda = ((agenda[0][0], 0), *agenda[1:])
        return self._kept(frame, agenda, is_tick=is_tick)

    def when_late(self, position: int) -> int:
        """The position where the clause of the clock is next, as it is after the last round."""
        head = self.heads[position & HEADS]
        assert self.clock is not None, "no clock, no last round"
        late = self._kept(head.frame, ((self.clock.clause, self.clock.most), *head.agenda[1:]), is_tick=False)
        return position - head.number + late.number

    def _kept(self, frame: Frame, agenda: tuple[Entry, ...], *, is_tick: bool) -> Head:
        found = self._by_text.get((frame, agenda))
        if found is None:
            found = self._by_text[frame, agenda] = Head(len(self.heads), frame, agenda, is_tick=is_tick)
            self.heads.append(found)
            if found.number > HEADS:
                raise TooManyPositions(HEADS, "agendas")
        return found

    def _look_as_before(self, head: Head) -> None:
        """A clause played for the first time after other clauses, or on other numbers, looks at what it did before."""
        key = (head.frame, head.agenda[0][:2])
        if key in self._looked:
            head.look_like(self._looked[key])
        self._looked[key] = head

    def _story(self, events: tuple[Event, ...]) -> int:
        labels = (self._label(event) for event in events)
        return self.story(tuple(label for label in labels if label is not None))

    def story(self, labels: tuple[Hashable, ...]) -> int:
        """The number of what has been told, label by label."""
        found = self._story_of.get(labels)
        if found is None:
            found = self._story_of[labels] = len(self.stories)
            self.stories.append(labels)
        return found


class _Asked:
    """Answers one run of a clause: choices by the policies, dice along a way, and from there on by their first outcome.

    `other_ways` are those on which dice show another outcome; the one to be gone next stands last.
    """

    def __init__(self, policies: tuple[Policy, Policy], state: Any, way: Way, *, hides: bool) -> None:  # noqa: ANN401
        self._policies = policies
        self._state = state
        self._path, self.weight, self.whole = way
        self._given = iter(self._path)
        self._hides = hides
        self.other_ways: list[Way] = []

    def __call__(self, request: Request) -> Answer:
        if is_choice(request):
            answer = self._policies[request.side](self._state, request)
            if not isinstance(answer, Mixed):
                return answered(request, answer)
            return self._next(answer)
        return (hidden(request) if self._hides else None) or self._next(request)

    def _next(self, chance: Any) -> Answer:  # noqa: ANN401 - a roll, or a mixed answer
        for outcome in self._given:
            return outcome
        weights = _weights(chance)
        path, weight, whole = self._path, self.weight, self.whole * sum(share for _, share in weights)
        self.other_ways += [((*path, other), weight * share, whole) for other, share in reversed(weights[1:])]
        first, share = weights[0]
        self._path, self.weight, self.whole = (*path, first), weight * share, whole
        return first


def _weights(request: Any) -> list[tuple[Answer, int]]:  # noqa: ANN401 - a roll, or a mixed answer
    return list(request.weights())


def added(so_far: tuple[int, int], weight: int, whole: int) -> tuple[int, int]:
    """The sum of two shares, each a weight out of a whole."""
    before, of = so_far
    if not before:
        return weight, whole
    if of == whole:
        return before + weight, whole
    common = lcm(of, whole)
    return before * (common // of) + weight * (common // whole), common


def row_of(gathered: Gathered) -> Row:
    """The outcomes with whole-number weights that share nothing."""
    whole = lcm(*dict.fromkeys(of for _, of in gathered.values()))
    weights = [weight * (whole // of) for weight, of in gathered.values()]
    shared = gcd(*weights)
    return tuple(
        Change(weight // shared, keep, write, story)
        for weight, (keep, write, story) in zip(weights, gathered, strict=True)
    )
