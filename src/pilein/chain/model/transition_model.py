"""Transition model, which computes a position's successors with their weights, clause by clause, under the rules."""

from collections.abc import Callable, Hashable
from copy import copy
from functools import partial
from typing import Any

from pilein.chain.limits import ANY, Limits
from pilein.chain.model.answering import Asked, Dice
from pilein.chain.model.decomposition import Decomposition
from pilein.chain.model.layout import Known, Layout
from pilein.chain.model.transitions import (
    NO_READS,
    TABLE_BITS,
    TABLES,
    Computed,
    Draws,
    Gathered,
    Outcomes,
    Reads,
    ReadValue,
    Transition,
    TransitionTable,
    added,
    are_alike,
    chunked,
    drawn,
    outcomes_of,
)
from pilein.chain.model.unread import DeferredDraw, ReadRequired
from pilein.dice.weights import look_up
from pilein.engine.budget import UNMETERED, Meter
from pilein.kernel.errors import Spent, TooManyPositions
from pilein.kernel.events import Clock, Event
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Policy
from pilein.kernel.rulings import Noting
from pilein.kernel.table import Entry
from pilein.tabletop.ruleset import Ruleset, following
from pilein.tabletop.setup import Setup

TO_THE_END = 0  # phases: until no combat is left, or a ruling ends it

NOTHING_ASKED: frozenset[str] = frozenset()

Labeller = Callable[[Event], Hashable]  # the symbol of an event; None: no symbol


def unlabelled(_event: Event) -> None:
    """Label no event. This labeller serves when no question is about events."""


class TransitionModel:
    """Clauses of a ruleset under given policies, as transitions between positions, which are whole numbers.

    `tables` holds the transition tables by number. `labels` holds the labels of transitions by number, as tuples
    with one symbol for each event that the labeller marks. The clause with the stable key `until` is not played; the
    phase ends before it. If a `clock` counts rounds, positions do not hold the round: the clock's clause comes next
    as if no round had been played. Every clause run counts against `limits` and against the time and memory of
    `meter`, which the solvers of the chain also check.
    """

    def __init__(
        self,
        rules: Ruleset,
        policies: tuple[Policy, Policy],
        label: Labeller = unlabelled,
        until: str = "",
        clock: Clock | None = None,
        *,
        limits: Limits = ANY,
        meter: Meter = UNMETERED,
    ) -> None:
        self.meter = meter
        self.rules = rules
        self.clock = clock
        self.tables: list[TransitionTable] = []
        self.decomposition = Decomposition(TABLE_BITS)
        self.labels: list[tuple[Hashable, ...]] = [()]
        self.runs = 0
        self.tried = 0  # outcomes of all runs: several per run if draws are deferred
        self._limits = limits
        self._policies = policies
        self._labeller = label
        self._until = until
        self._readers: set[str] = set()  # clauses that read components of rolls
        self._latest: dict[tuple[Layout, Entry], TransitionTable] = {}
        self._table_of: dict[tuple[Layout, tuple[Entry, ...]], TransitionTable] = {}
        self._following: dict[tuple[int, int], TransitionTable] = {}
        self._label_numbers: dict[tuple[Hashable, ...], int] = {(): 0}
        self.is_large, self.words = False, 0  # learnt when compiling the chain: the best way to hold positions
        self._setup: Setup | None = None
        self.computed: list[Computed] = []
        self.read_values: list[ReadValue] = []  # of functions of states where a phase is over
        self.asked: set[str] = set()  # rulings read outside clauses

    def encoded(self, position: Position) -> int:
        """Encode a position as one whole number."""
        self._setup = position.state.setup
        self.decomposition.begin_with(position.state.setup)
        return self.transition(position, (), {}, 1).write

    def table(self, position: int) -> TransitionTable:
        """Return the transition table that applies to a position."""
        return self.tables[position & TABLES]

    def state(self, position: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """Build the state that a position encodes."""
        self._begin()
        return self.table(position).layout.built(position)[0]

    def outcomes(self, position: int) -> Outcomes:
        """Return the outcomes of the next clause of a position."""
        table = self.tables[position & TABLES]
        found: Outcomes | None = table.get(position)
        if found is None:
            if table.agenda and table.reads == NO_READS:
                self._read_as_before(table)
            return self._computed(table, position, None)
        return found

    def phase_table(self, number: int, phase: int) -> TransitionTable:
        """Return the table of successors after phase number `phase`, for a table's finished positions."""
        found = self._following.get((number, phase))
        if found is None:
            found = self._following[number, phase] = TransitionTable(number, self.tables[number].layout, ())
        return found

    def next_phase(self, position: int, phase: int, phases: int) -> Outcomes:
        """Return the transition to the first position of the next phase when a phase is over, or no transition if no
        phase follows.
        """
        table = self.phase_table(position & TABLES, phase)
        found: Outcomes | None = table.get(position)
        return self._computed(table, position, (phase, phases)) if found is None else found

    def _computed(self, table: TransitionTable, position: int, span: tuple[int, int] | None) -> Outcomes:
        """Compute the outcomes of a position, store them in its table, and note them with the rulings read."""
        self.asked |= self.taken()
        found = self._outcomes_of(table, position, span)
        table.put(position, found)
        self.computed.append(Computed(table.number, position, span, table.reads, found, self.taken()))
        return found

    def _outcomes_of(self, table: TransitionTable, position: int, span: tuple[int, int] | None) -> Outcomes:
        function = partial(self._following_phase, *span) if span else partial(self._clause_outcomes, table)
        found: Outcomes = self.tracked(table, position, function)
        return found

    def taken(self) -> frozenset[str]:
        """Return the rulings read since the last call, if the readings note them."""
        readings = None if self._setup is None else self._setup.readings
        return readings.taken() if isinstance(readings, Noting) else NOTHING_ASKED

    # --- the same battle under other readings ---------------------------------------------------------------------

    def variant(self, opening: Position, rulings: frozenset[str]) -> "TransitionModel":
        """Return the model of the same battle, with its own opening, under different readings of the given rulings.

        Outcomes that do not depend on these rulings are reused. Both models encode positions in the same way.
        """
        twin = copy(self)
        twin._setup = opening.state.setup  # noqa: SLF001 - its own kind
        twin.tables = [table.copied() for table in self.tables]
        twin._table_of = {key: twin.tables[table.number] for key, table in self._table_of.items()}  # noqa: SLF001
        twin._following = {key: table.copied() for key, table in self._following.items()}  # noqa: SLF001
        twin._latest, twin._readers = {}, set(self._readers)  # noqa: SLF001
        twin.computed, twin.read_values, twin.asked, twin.runs, twin.tried = [], [], set(), 0, 0
        for one in self.dependent_on(rulings):
            twin._table_like(one).drop(one.position)  # noqa: SLF001
        return twin

    def dependent_on(self, rulings: frozenset[str]) -> list[Computed]:
        """Return the outcomes that depend on any of the given rulings."""
        return [one for one in self.computed if not rulings.isdisjoint(one.rulings)]

    def is_same(self, one: Computed) -> bool:
        """Whether a variant's outcomes are the same under these readings, for every value left unread."""
        found, reads = self._recomputed(one)
        return reads == one.reads and are_alike(found, one.outcomes)

    def under(self, opening: Position, meter: Meter) -> "TransitionModel":
        """Return the model of another battle that differs only in its set-up, for comparison."""
        twin = copy(self)
        twin._setup, twin.meter, twin._limits = opening.state.setup, meter, ANY  # noqa: SLF001 - its own kind
        twin._readers, twin.runs, twin.tried = set(self._readers), 0, 0  # noqa: SLF001
        return twin

    def is_same_as(self, other: "TransitionModel") -> bool:
        """Whether all outcomes computed for another battle, which differs only in its set-up, also hold in this battle.

        Every outcome, and every value read at the end of a phase, is recomputed with this set-up from the same
        reads. If all results are equal, the chains are equal node by node, and so are all results derived from them,
        to the last bit. An outcome that differs is moved to the front, so that it is compared first next time.
        """
        for place, one in enumerate(other.computed):
            if not _is_true(self._has_same_targets, one):
                other.computed.insert(0, other.computed.pop(place))
                return False
        return all(_is_true(self._has_same_value, one) for one in other.read_values)

    def _has_same_targets(self, one: Computed) -> bool:
        """Whether outcomes lead to the same positions, in the same order. Values read may be kept or rewritten."""
        found, reads = self._recomputed(one)
        if reads != one.reads or len(found) != len(one.outcomes):
            return False
        unread = ~one.reads[0]
        return all(
            (mine.weight, mine.label, mine.target(one.position)) == (its.weight, its.label, its.target(one.position))
            and not (mine.keep ^ its.keep) & unread
            for mine, its in zip(found, one.outcomes, strict=True)
        )

    def _recomputed(self, one: Computed) -> tuple[Outcomes, Reads]:
        """Compute outcomes again under these readings and this set-up. Returns the outcomes with the reads so far."""
        table = self._table_like(one).copied(one.reads)
        return self._outcomes_of(table, one.position, one.span), table.reads

    def read(self, table: TransitionTable, position: int, reading: Callable[[Any], Hashable]) -> Any:  # noqa: ANN401
        """Return the value of a function of the state at the end of a phase, adding its reads to the table's key."""
        self.meter.check()
        found = self.tracked(table, position, lambda state, _known: _read_whole(reading(state)))
        self.read_values.append(ReadValue(table.number, position, table.reads, reading, found))
        return found

    def _has_same_value(self, one: ReadValue) -> bool:
        table = self.tables[one.table].copied(one.reads)
        found = self.tracked(table, one.position, lambda state, _known: _read_whole(one.reading(state)))
        return table.reads == one.reads and bool(found == one.value)

    def _begin(self) -> None:
        """Install this model's own set-up for building states. Variants share the decomposition."""
        if self._setup is not None:
            self.decomposition.begin_with(self._setup)

    def _table_like(self, one: Computed) -> TransitionTable:
        return self._following[one.table, one.span[0]] if one.span else self.tables[one.table]

    def tracked(self, table: TransitionTable, position: int, function: Callable[[Any, Known], Any]) -> Any:  # noqa: ANN401
        """Return the value of a function of the state, letting the function see only the parts that it reads.

        The reads become part of the table's key.
        """
        read_set = self.decomposition.read_set
        self._begin()
        while True:
            state, known = table.built(position)
            read_set.begin(position)
            try:
                found = function(state, known)
            except ReadRequired as required:
                table.add_read(required.source, required.aspect)
            else:
                for variable, aspect in read_set.reads:
                    table.add_read(variable, aspect)
                return found
            finally:
                read_set.end()

    def transition(self, position: Position, events: tuple[Event, ...], known: Known, weight: int) -> Transition:
        """Return the transition for one run of a clause. `known` are the layouts of the state passed to the clause."""
        keep, write, _ = self._written(position, known)
        return Transition(weight, keep, write, self._label(events) if events else 0)

    def after_last_round(self, position: int) -> int:
        """Return the position after the last round, in which the clock's clause comes next."""
        table = self.tables[position & TABLES]
        assert self.clock is not None, "no clock, no last round"
        late = self._kept(table.layout, ((self.clock.clause, self.clock.most), *table.agenda[1:]), is_tick=False)
        return position - table.number + late.number

    def label(self, symbols: tuple[Hashable, ...]) -> int:
        """Return the number of the label made of the given symbols."""
        found = self._label_numbers.get(symbols)
        if found is None:
            found = self._label_numbers[symbols] = len(self.labels)
            self.labels.append(symbols)
        return found

    def joined(self, first: int, second: int) -> int:
        """Return the number of the label that joins the symbols of the first label and the symbols of the second."""
        if not (first and second):
            return first or second
        return self.label(self.labels[first] + self.labels[second])

    def _following_phase(self, phase: int, phases: int, state: Any, known: Known) -> Outcomes:  # noqa: ANN401
        after = following(self.rules, Position(state, ()), phase, phases)
        return () if after is None else (self.transition(after, (), known, 1),)

    def _clause_outcomes(self, table: TransitionTable, state: Any, known: Known) -> Outcomes:  # noqa: ANN401
        clause = table.agenda[0][0]
        if clause not in self._readers:
            try:
                return self._played(Position(state, table.agenda), known, defers=True)
            except ReadRequired as required:
                if not isinstance(required.source, DeferredDraw):
                    raise
                self._readers.add(clause)
        return self._played(Position(state, table.agenda), known, defers=False)

    def _played(self, position: Position, known: Known, *, defers: bool) -> Outcomes:
        """Run the next clause with each outcome of its rolls. If `defers`, independent components are drawn later."""
        find, setup, policies = self.rules.find, position.state.setup, self._policies
        gathered: Gathered = {}
        waiting: list[Dice] = [((), 1, 1)]
        while waiting:
            asked = Asked(self.rules, policies, position, waiting.pop(), defers=defers)
            self._spend(0)
            self.runs += 1
            ran = run(find, setup.readings, position, asked, struck=setup.struck)
            waiting += asked.others
            keep, write, draws = self._written(ran.position, known)
            label = self._label(ran.events) if ran.events else 0
            key = keep, write, label
            if draws:
                self._gather_draws(gathered, key, draws, asked)
                continue
            self.tried += 1
            if asked.whole == 1:  # nothing is left to chance, so the clause runs in only one way
                return (Transition(1, *key),)
            before = gathered.get(key)
            gathered[key] = (asked.weight, asked.whole) if before is None else added(before, asked.weight, asked.whole)
        return outcomes_of(gathered)

    def _gather_draws(self, gathered: Gathered, key: tuple[int, int, int], draws: Draws, asked: Asked) -> None:
        keep, write, label = key
        joint, of = drawn(draws, self._spend)
        for some in chunked(joint):
            look_up()
            for bits, share in some:
                key = (keep, write | bits, label)
                gathered[key] = added(gathered.get(key, (0, 1)), asked.weight * share, asked.whole * of)

    def _spend(self, outcomes: int) -> None:
        """Count outcomes before they are stored, and raise TooMuch if a limit is exceeded."""
        self.tried += outcomes
        self._limits.check(0, 0, self.tried, self.runs)
        self.meter.check()

    def _written(self, position: Position, known: Known) -> tuple[int, int, Draws]:
        """Return the variables that a run keeps, the variables that it writes, and the variables that hold deferred
        draws.
        """
        layout, values = self.decomposition.decomposed(position.state, known)
        write = self._next_table(layout, position.agenda).number
        keep = layout.mask
        draws: Draws = {}
        for variable, value in values.items():
            keep ^= variable.mask
            if type(value) is DeferredDraw:
                draws.setdefault(value, []).append(variable)
            else:
                write |= variable.bits(value)
        return keep, write, draws

    def _next_table(self, layout: Layout, agenda: tuple[Entry, ...]) -> TransitionTable:
        agenda = () if agenda and agenda[0][0] == self._until else agenda
        is_tick = bool(agenda) and self.clock is not None and agenda[0][0] == self.clock.clause
        if is_tick:
            agenda = ((agenda[0][0], 0), *agenda[1:])
        return self._kept(layout, agenda, is_tick=is_tick)

    def _kept(self, layout: Layout, agenda: tuple[Entry, ...], *, is_tick: bool) -> TransitionTable:
        found = self._table_of.get((layout, agenda))
        if found is None:
            found = TransitionTable(len(self.tables), layout, agenda, is_tick=is_tick)
            if found.number > TABLES:
                raise TooManyPositions(TABLES, "sequences of pending steps")
            self._table_of[layout, agenda] = found
            self.tables.append(found)
        return found

    def _read_as_before(self, table: TransitionTable) -> None:
        """Give a new table the reads of the same clause on an earlier agenda with the same layout."""
        key = (table.layout, table.agenda[0][:2])
        if key in self._latest:
            table.read_like(self._latest[key])
        self._latest[key] = table

    def _label(self, events: tuple[Event, ...]) -> int:
        symbols = (self._labeller(event) for event in events)
        return self.label(tuple(symbol for symbol in symbols if symbol is not None))


def _is_true(compare: Callable[[Any], bool], one: Computed | ReadValue) -> bool:
    """Whether a comparison is true. If the rules raise an error, as they may in a position that play never reaches, the
    comparison counts as false.
    """
    try:
        return compare(one)
    except Spent:
        raise
    except Exception:  # noqa: BLE001 - a missing weapon, say; solving reports it if reached
        return False


def _read_whole(value: Hashable) -> Hashable:
    """Read the unread parts of a value and return the complete value."""
    hash(value)
    return value
