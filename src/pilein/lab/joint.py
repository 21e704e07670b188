"""Questions about several things at once: joint distributions of how a fight ends, and conditional chances."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from pilein.dice.weights import added
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab import questions
from pilein.lab.conditions import FATE, NUMBERS, OUTCOME, Term, condition, term
from pilein.lab.conditions import WINS as HAS_WON
from pilein.lab.drawing import matrix_plot
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.figures import ENDLESS, FIGHTING, UNRESOLVED, WINS, Number
from pilein.lab.figures_as_data import FORMAT, as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Row, Section, as_html, as_text, fraction, percent
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_solving import Chances, Exact, gathered
from pilein.lab.questions import Label
from pilein.lab.report import Records, as_frame

PAIR = 2  # of terms makes a table with rows and columns
Reading = Callable[[Any], Hashable]


class Happened:
    """A monitor: remembers which of some events have happened, by number."""

    start: Hashable = frozenset()

    def __init__(self, events: Sequence[Term]) -> None:
        self._events = tuple(events)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Those that have happened after one more event."""
        assert isinstance(state, frozenset)
        if not isinstance(symbol, Label):
            return state
        new = {term for term in self._events if term.of == symbol.event and term.name in ("", symbol.unit)}
        return state if new <= state else state | new


class Joint(Struct, frozen=True):
    """The joint distribution of some terms at the end of a fight, in order: (values, chance).

    `given` is the condition under which they hold ("": none), `condition_chance` its chance. Printing it shows a
    table: of two terms, the first in rows and the second in columns.

    Examples:
        >>> import pilein
        >>> odds = pilein.odds("examples/scrollhammer/slaves.toml", phases=1)
        >>> found = odds.joint("spellswords", "slaves")
        >>> sum(chance for _, chance in found.chances)
        Fraction(1, 1)

    """

    terms: tuple[str, ...]
    chances: tuple[tuple[tuple[Any, ...], Number], ...]
    sides: tuple[str, str]
    given: str = ""
    condition_chance: Number = Fraction(1)

    @property
    def note(self) -> str:
        """The condition and its chance."""
        return f"if {self.given} ({percent(self.condition_chance)})" if self.given else ""

    def sections(self) -> tuple[Section, ...]:
        """The table."""
        return (self._square(),) if len(self.terms) == PAIR else (self._list(),)

    def _square(self) -> Section:
        down, across = (_distinct([values[place] for values, _ in self.chances]) for place in (0, 1))
        known = dict(self.chances)
        heads = ((f"{self.terms[0]} \\ {self.terms[1]}", RIGHT), *((str(value), RIGHT) for value in across))
        rows = tuple((str(one), *(_cell(known.get((one, other))) for other in across)) for one in down)
        return Section("joint chances", heads, rows)

    def _list(self) -> Section:
        heads = (*((name, LEFT) for name in self.terms), ("chance", RIGHT), ("", RIGHT))
        rows = tuple((*map(str, values), percent(chance), fraction(chance)) for values, chance in self.chances)
        return Section("joint chances", heads, rows)

    def document(self) -> dict[str, Any]:
        """The distribution as a JSON document."""
        cells = [{"values": list(values), "chance": as_number(chance)} for values, chance in self.chances]
        given = {"given": self.given, "condition": as_number(self.condition_chance)} if self.given else {}
        return {"format": FORMAT, "terms": list(self.terms), **given, "chances": cells}

    def to_dict(self) -> Records:
        """A record for each combination of values: its value of each term, and the chance."""
        return [{**dict(zip(self.terms, values, strict=True)), "chance": chance} for values, chance in self.chances]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """A picture: a heat map of two terms; raises BadInput for more or fewer."""
        if len(self.terms) != PAIR:
            raise BadInput("only two terms make a picture", key="joint", remedy="name two")
        down, across = (_distinct([values[place] for values, _ in self.chances]) for place in (0, 1))
        known = dict(self.chances)
        most = max(float(chance) for _, chance in self.chances)
        cells = tuple(
            tuple(self._shade(one, other, known.get((one, other), 0.0), most) for other in across) for one in down
        )
        subtitle = f"{self.terms[0]} in rows, {self.terms[1]} in columns, per cent" + (
            f"; {self.note}" * bool(self.given)
        )
        names = tuple(map(str, down)), tuple(map(str, across))
        return matrix_plot.plotted(
            matrix_plot.Grid("Joint chances", subtitle, ("likeliest", "-"), *names, cells, plot_colours(self.sides))
        )

    def _shade(self, one: Any, other: Any, chance: Number, most: float) -> matrix_plot.Cell:  # noqa: ANN401
        title = f"{self.terms[0]} {one}, {self.terms[1]} {other}: {percent(chance)}"
        return matrix_plot.Cell(f"{100 * float(chance):.1f}" if chance else "", float(chance) / most, title)

    def __repr__(self) -> str:
        return f"<Joint of {listed(self.terms)}: {len(self.chances)} combinations>"

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def chance_of(solution: Solution, words: str, given: str = "") -> Exact:
    """The chance of a condition, under another one if `given`; exact if the odds are.

    Raises:
        BadInput: a condition is invalid, or the one given never holds.

    """
    asked = condition(words, "chance")
    pairs, _ = _under(solution, asked.terms, given, lambda values: (bool(asked.holds(values)),))
    return dict(pairs).get((True,), _zero(solution))


def joint_of(solution: Solution, words: Sequence[str], given: str = "") -> Joint:
    """The joint distribution of terms, under a condition if `given`; raises BadInput as `chance_of` does."""
    if not words:
        raise BadInput("no terms are named", key="joint", remedy="name units, sides or terms")
    terms = tuple(term(one, "joint") for one in words)
    pairs, whole = _under(solution, terms, given, lambda values: tuple(values[one] for one in terms))
    ordered = tuple(sorted(pairs, key=lambda pair: tuple(map(_order, pair[0]))))
    return Joint(tuple(map(str, terms)), ordered, solution.opening.setup.sides, given.strip(), whole)


def _under(
    solution: Solution, terms: tuple[Term, ...], given: str, value: Callable[[Any], tuple[Any, ...]]
) -> tuple[list[tuple[tuple[Any, ...], Exact]], Exact]:
    """The chances of values made of terms, under a condition; and the chance of that."""
    limit = condition(given, "given") if given else None
    every = tuple(dict.fromkeys((*terms, *(limit.terms if limit else ()))))
    found: list[tuple[Hashable, Exact]] = []
    for values, share in _distribution(solution, every).items():
        assert isinstance(values, tuple)
        known = dict(zip(every, values, strict=True))
        if limit is None or limit.holds(known):
            found.append((value(known), share))
    if not found:
        raise BadInput(f"{given!r} never holds", key="given", remedy="ask under another condition")
    whole: Exact = added([share for _, share in found]) if limit else Fraction(1)
    pairs = [(key, share / whole if limit else share) for key, share in gathered(found).items()]
    return [(key, share) for key, share in pairs if isinstance(key, tuple)], whole


def _zero(solution: Solution) -> Exact:
    return Fraction(0) if solution.is_exact else 0.0


def _distribution(solution: Solution, terms: tuple[Term, ...]) -> Chances:
    """The joint chances of terms at the end of a fight."""
    events = tuple(one for one in terms if one.is_event)
    readings = {one: _reading(solution, one) for one in terms if not one.is_event}
    last = solution.solved(Happened(events) if events else None)
    _assert_known(events, solution)
    if events and last.closed:
        remedy = "ask about a number of phases, or to the end"
        raise BadInput("it is open whether an event happens in a fight without end", key=str(events[0]), remedy=remedy)
    at_ends = {one: solution.chain.read(reading) for one, reading in readings.items()}
    pairs: list[tuple[Hashable, Any]] = [
        (tuple(one in end.remembered if one.is_event else at_ends[one][end.place] for one in terms), end.chance)
        for end in last.ends
    ]
    for node, share in last.closed:
        state = solution.chain.state(node)
        endless = (ENDLESS if one.of == OUTCOME else readings[one](state) for one in terms)
        pairs.append((tuple(endless), share))
    return gathered(pairs)


def _reading(solution: Solution, asked: Term) -> Reading:
    """What a term reads of the state at an end.

    Raises:
        BadInput: it has no such unit, side or figure.

    """
    rules, before = solution.rules, solution.opening
    if not asked.name and asked.of == OUTCOME:
        return partial(_outcome, solution)
    units = _units(solution, asked)
    if asked.of in NUMBERS:
        whole = sum(rules.left(before, unit) for unit in units)
        sign, start = (-1, whole) if asked.of == NUMBERS[0] else (1, 0)
        return lambda state: start + sign * sum(rules.left(state, unit) for unit in units)
    if asked.of == FATE and len(units) == 1:
        return lambda state: rules.fate(state, units[0])
    if asked.of == HAS_WON and asked.name in before.setup.sides:
        return lambda state: questions.ending(rules, state) == WINS.format(side=asked.name)
    ways = f"ask for {listed(('lost', 'left', 'fate of a unit', 'wins of a side', 'an event like Broke'))}"
    raise BadInput(f"{asked} is not known", key=str(asked), remedy=ways)


def _outcome(solution: Solution, state: Any) -> str:  # noqa: ANN401 - the ruleset's own
    found = questions.ending(solution.rules, state)
    return UNRESOLVED if found == FIGHTING and not solution.phases else found


def _units(solution: Solution, asked: Term) -> tuple[int, ...]:
    """The units that a name means: one, or those of a side."""
    setup = solution.opening.setup
    found = tuple(unit.number for unit in setup.units if unit.name == asked.name)
    if found:
        return found
    if asked.name in setup.sides:
        return setup.units_of(setup.sides.index(asked.name))
    names = [*(unit.name for unit in setup.units), *setup.sides]
    remedy = hint(asked.name or asked.of, names, f"units and sides: {listed(names)}")
    raise BadInput(f"there is no unit or side {asked.name or asked.of!r}", key=str(asked), remedy=remedy)


def _assert_known(events: tuple[Term, ...], solution: Solution) -> None:
    """Check that events can happen in a chain; raises BadInput if one cannot."""
    known = {(label.event, label.unit) for said in solution.chain.labels for label in said if isinstance(label, Label)}
    for one in events:
        if not any(one.of == event and one.name in ("", unit) for event, unit in known):
            can = sorted({f"{unit}.{event}" if unit else event for event, unit in known})
            raise BadInput(
                f"no event {one} can happen", key=str(one), remedy=hint(str(one), can, f"known: {listed(can)}")
            )


def _distinct(values: list[Any]) -> list[Any]:
    return sorted(set(values), key=_order)


def _order(value: Any) -> tuple[bool, Any]:  # noqa: ANN401 - a number, words or a truth
    return isinstance(value, str), value


def _cell(share: Number | None) -> str:
    return percent(share) if share else ""


def conditional_rows(asked: Sequence[tuple[str, Number]]) -> tuple[Row, ...]:
    """A row for each condition with its chance."""
    return tuple((words, percent(share), fraction(share)) for words, share in asked)
