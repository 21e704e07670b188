"""Transitions of a clause, computed once for all positions that agree in the values that the clause reads.

A transition table belongs to the layout of a state and an agenda. It has an entry for every combination of values
read. The entry holds the outcomes, each a transition with its weight.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from math import gcd, lcm, prod
from typing import Any, NamedTuple

from msgspec import Struct

from pilein.chain.limits import USUAL
from pilein.chain.model.layout import BITS, BuildPlan, Known, Layout, StateVariable
from pilein.chain.model.unread import TRUTH, Aspect, DeferredDraw, Unread
from pilein.dice.weights import look_up, total
from pilein.kernel.table import Entry

TABLE_BITS = 24  # lowest bits of a position: its transition table's number
TABLES = (1 << TABLE_BITS) - 1
LAST_VALUE = (1 << BITS) - 1
PHASE_OVER = ""  # no clause is next
ROUND_OVER = "a round is over"  # the clock's clause is next

Draws = dict[DeferredDraw, list[StateVariable]]  # variables in which each value is stored
Gathered = dict[tuple[int, int, int], tuple[int, int]]  # (keep, write, label) -> (weight, out of)


class Transition(Struct, frozen=True, gc=False):
    """Outcome of a clause: the bits of the position to `keep`, the bits to `write`, and the number of its `label`."""

    weight: int
    keep: int
    write: int
    label: int

    def target(self, position: int) -> int:
        """Return the position to which the transition leads from the given position."""
        return position & self.keep | self.write


Outcomes = tuple[Transition, ...]


class PartialRead:
    """Aspects that have been read of a variable whose whole value is unread. Values with equal aspects form a class.

    `bits` holds, for the number of each value, the bits of its class in a key, at the variable's place in a
    position.
    """

    __slots__ = ("_classes", "_unread", "aspects", "bits", "shift", "variable")

    def __init__(self, variable: StateVariable, aspects: tuple[Aspect, ...]) -> None:
        self.variable = variable
        self.shift = variable.shift
        self.aspects = aspects
        self.bits: list[int] = []
        self._classes: dict[tuple[Any, ...], int] = {}
        self._unread: dict[int, Unread] = {}

    def class_bits(self, number: int) -> int:
        """Return the class bits for the value with this number."""
        while number >= len(self.bits):
            position = len(self.bits) << self.shift
            answers = tuple(self.variable.aspect(aspect, position) for aspect in self.aspects)
            self.bits.append(self._classes.setdefault(answers, len(self._classes)) << self.shift)
        return self.bits[number]

    def unread(self, position: int) -> Unread:
        """Return a stand-in for the value in a position. The stand-in knows the aspects read."""
        bits = self.class_bits(position >> self.shift & LAST_VALUE)
        unread = self._unread.get(bits)
        if unread is None:
            known = {aspect: self.variable.aspect(aspect, position) for aspect in self.aspects}
            unread = self._unread[bits] = Unread(self.variable, known)
        return unread


class TransitionTable:
    """Table that holds, for each combination of values read, the outcomes of the next clause or the value of another
    function of the state.

    `clause` is the key of the next clause, PHASE_OVER or ROUND_OVER. `is_over` is True for the last two. `reads` are
    `mask`, the bits of the variables read whole, and `partial_reads`.
    """

    __slots__ = (
        "_entries",
        "_plan",
        "agenda",
        "clause",
        "is_over",
        "layout",
        "mask",
        "number",
        "partial_reads",
        "reads",
    )

    def __init__(self, number: int, layout: Layout, agenda: tuple[Entry, ...], *, is_tick: bool = False) -> None:
        self.number = number
        self.layout = layout
        self.agenda = agenda
        self.is_over = is_tick or not agenda
        self.clause = ROUND_OVER if is_tick else agenda[0][0] if agenda else PHASE_OVER
        self.mask = 0
        self.partial_reads: tuple[PartialRead, ...] = ()
        self.reads: Reads = NO_READS
        self._plan: BuildPlan | None = None
        self._entries: dict[int, Any] = {}

    def built(self, position: int) -> tuple[Any, Known]:
        """Build the state of a position, in which only the parts read so far can be read."""
        plan = self._plan
        if plan is None or plan.layout_version != self.layout.version:
            plan = self._plan = self.layout.plan(self.reads)
        return plan.built(position)

    def key(self, position: int) -> int:
        """Return the key of a position, made of its values for the reads so far."""
        key = position & self.mask
        for partial in self.partial_reads:
            number = position >> partial.shift & LAST_VALUE
            key |= partial.bits[number] if number < len(partial.bits) else partial.class_bits(number)
        return key

    def get(self, position: int) -> Any:  # noqa: ANN401 - outcomes, or a function's result
        """Return the entry for a position, or None if there is none yet."""
        return self._entries.get(self.key(position) if self.partial_reads else position & self.mask)

    def put(self, position: int, entry: Any) -> None:  # noqa: ANN401
        """Store the entry for all positions with the same key."""
        self._entries[self.key(position)] = entry

    def add_read(self, variable: StateVariable, aspect: Aspect | None) -> None:
        """Add a read of an aspect, or of the whole variable if the aspect is None.

        Earlier entries, which lack the read, are dropped.
        """
        if self.mask & variable.mask:
            return
        before = self._partial_read(variable)
        partial_reads = tuple(partial for partial in self.partial_reads if partial is not before)
        if aspect is None or (aspect == TRUTH and not variable.has_truth):
            self._read((self.mask | variable.mask, partial_reads))
        else:
            one = PartialRead(variable, (*(before.aspects if before else ()), aspect))
            self._read((self.mask, (*partial_reads, one)))
        self._entries = {}

    def read_like(self, other: "TransitionTable") -> None:
        """Adopt the reads of another table."""
        self._read(other.reads)

    def copied(self, reads: "Reads | None" = None) -> "TransitionTable":
        """Copy the table. If other `reads` are given, the entries are not copied."""
        twin = TransitionTable(self.number, self.layout, self.agenda)
        twin.clause, twin.is_over = self.clause, self.is_over
        twin._read(reads or self.reads)
        twin._entries = {} if reads else dict(self._entries)
        return twin

    def drop(self, position: int) -> None:
        """Forget the entry for a position and for all positions with the same key."""
        self._entries.pop(self.key(position), None)

    def _read(self, reads: "Reads") -> None:
        self.reads, self._plan = reads, None
        self.mask, self.partial_reads = reads

    def _partial_read(self, variable: StateVariable) -> PartialRead | None:
        return next((partial for partial in self.partial_reads if partial.variable is variable), None)


Reads = tuple[int, tuple[PartialRead, ...]]  # bits of variables read whole; variables read only by aspects
NO_READS: Reads = (0, ())


class Computed(Struct, frozen=True):
    """Outcomes computed once, with the position played, the values read, and the rulings read.

    `span` is None if a clause was played. At the end of a phase it holds the completed phase and the number of
    phases wanted.
    """

    table: int
    position: int
    span: tuple[int, int] | None
    reads: Reads
    outcomes: Outcomes
    rulings: frozenset[str]


class ReadValue(NamedTuple):
    """Value of a function of the state at a position, with the reads of the function."""

    table: int
    position: int
    reads: Reads
    reading: Callable[[Any], Hashable]
    value: Any


def are_alike(one: Outcomes, other: Outcomes) -> bool:
    """Whether outcomes are the same except for their order."""
    return len(one) == len(other) and set(one) == set(other)


# --- deferred draws and weights --------------------------------------------------------------------------------


NOTHING_KNOWN: Mapping[tuple[Any, ...], Any] = {}
CHUNK = 4096  # outcomes between two checks of the clock


def deferred(roll: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - any roll
    """Return the outcome of a roll with its independent components deferred, or None if the roll has none."""
    unseen: Callable[..., tuple[Any, ...] | None] | None = getattr(roll, "unseen", None)
    return None if unseen is None else unseen(lambda marginal: Unread(DeferredDraw(marginal), NOTHING_KNOWN))


def drawn(draws: Draws, spend: Callable[[int], None]) -> tuple[list[tuple[int, int]], int]:
    """Multiply out independent draws. Returns the bits and the weight of each joint value, and the sum of weights.

    `spend` is called with the number of joint values before the draws are multiplied out.

    Raises:
        TooMuch: the number of joint values exceeds the limit on transitions, or the remaining work.
    """
    many = prod(len(draw.distribution) for draw in draws)
    USUAL.check(0, many, 0)
    spend(many)
    found, whole = [(0, 1)], 1
    for draw, variables in draws.items():
        first, *others = variables
        values = [(first.bits(value), weight) for value, weight in draw.distribution]
        if others:
            values = [
                (bits + sum(one.bits(value) for one in others), weight)
                for (bits, weight), (value, _) in zip(values, draw.distribution, strict=True)
            ]
        before, found = found, []
        for bits, weight in before:
            look_up()
            found += [(bits | more, weight * share) for more, share in values]
        whole *= total(draw.distribution)
    return found, whole


def chunked(joint: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield joint values in chunks of several thousand."""
    return (joint[begin : begin + CHUNK] for begin in range(0, len(joint), CHUNK))


def added(so_far: tuple[int, int], weight: int, whole: int) -> tuple[int, int]:
    """Add two fractions, each given as a weight and the whole that it is part of."""
    before, of = so_far
    if not before:
        return weight, whole
    if of == whole:
        return before + weight, whole
    multiple = lcm(of, whole)
    return before * (multiple // of) + weight * (multiple // whole), multiple


def outcomes_of(gathered: Gathered) -> Outcomes:
    """Return transitions whose whole-number weights have no common divisor."""
    if len(gathered) == 1:
        return tuple(Transition(1, *only) for only in gathered)
    whole = lcm(*dict.fromkeys(of for _, of in gathered.values()))
    weights = [weight * (whole // of) for weight, of in gathered.values()]
    shared = gcd(*weights)
    return tuple(
        Transition(weight // shared, keep, write, label)
        for weight, (keep, write, label) in zip(weights, gathered, strict=True)
    )
