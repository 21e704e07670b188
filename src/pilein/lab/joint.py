"""Joint distributions of several figures at the end of a fight, and conditional chances."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pilein.dice.weights import added
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import counted, listed
from pilein.lab.answer import Answer
from pilein.lab.conditions import Term, condition, term
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Scale, heat_map
from pilein.lab.ends import Ends, Values
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_data import FORMAT, as_number, estimated
from pilein.lab.figures_as_words import percent, percent_give_or_take
from pilein.lab.table import CELL, CHANCE, FRACTION, NUMBER, Cell, Kind, Records, Table, headed

NEARLY_NEVER = "without a number: less than 0.05 %"
SEEN = Kind(lambda chance: percent(chance) if chance else "", missing="")
PAIR = 2  # number of terms that makes a table with rows and columns


class Joint(Answer, Struct, frozen=True):
    """Joint distribution of several terms at the end of a fight, as (values, chance) pairs in order.

    `given` is the condition, or "", and `condition_chance` is its chance. `sampled` describes the sampled games, or
    is "" if the distribution is exact. Printing the distribution shows a table. With two terms, the first is in the
    rows and the second in the columns.

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
    sampled: str = ""

    @property
    def note(self) -> str:
        """Text that gives the condition, its chance and a description of the sampling."""
        condition = f"if {self.given} ({percent(self.condition_chance)})" if self.given else ""
        return "; ".join(part for part in (condition, self.sampled) if part)

    def tables(self) -> tuple[Table, ...]:
        """Table of the joint chances of the terms' values."""
        return (
            (self._square(SEEN, lambda _down, _across, chance: chance),) if len(self.terms) == PAIR else (self._list(),)
        )

    def headline(self) -> Table:
        """Table of all combinations, likeliest first, of which the short answer shows the first rows."""
        columns = (*(headed(one, NUMBER) for one in self.terms), headed("", CHANCE))
        ordered = sorted(self.chances, key=lambda pair: -float(pair[1]))
        title = f"likeliest of {counted(len(ordered), 'combination')}"
        return Table(title, columns, tuple((*values, chance) for values, chance in ordered))

    def _square(self, kind: Kind, cell: Callable[[Any, Any, Number | None], Number | Cell | None]) -> Table:
        """Tabulate the values of the first term against those of the second, with the chance of each pair in
        its cell.
        """
        down, across = (_distinct([values[place] for values, _ in self.chances]) for place in (0, 1))
        known = dict(self.chances)
        columns = (
            headed(f"{self.terms[0]} \\ {self.terms[1]}", NUMBER),
            *(headed(str(value), kind) for value in across),
        )
        return Table(
            "joint chances",
            columns,
            tuple((one, *(cell(one, other, known.get((one, other))) for other in across)) for one in down),
        )

    def _list(self) -> Table:
        columns = (*map(headed, self.terms), headed("chance", CHANCE), headed("", FRACTION))
        return Table("joint chances", columns, tuple((*values, chance, chance) for values, chance in self.chances))

    def document(self) -> dict[str, Any]:
        """Return the joint distribution as a JSON document."""
        cells = [{"values": list(values), "chance": as_number(chance)} for values, chance in self.chances]
        given = {"given": self.given, "condition": as_number(self.condition_chance)} if self.given else {}
        return {"format": FORMAT, "terms": list(self.terms), **given, "chances": cells}

    def to_dict(self) -> Records:
        """Return one record per combination: the value of each term, and the chance with its interval if sampled."""
        return [
            dict(zip(self.terms, values, strict=True))
            | (estimated(chance) if isinstance(chance, Estimate) else {"chance": chance})
            for values, chance in self.chances
        ]

    def to_svg(self) -> str:
        """Draw a heat map of two terms. Raises BadInput for any other number of terms."""
        if len(self.terms) != PAIR:
            raise BadInput(
                "a picture of a joint distribution needs exactly two terms",
                key="joint",
                remedy="name exactly two terms",
            )
        most = max(float(chance) for _, chance in self.chances)
        cells = self._square(CELL, lambda down, across, chance: self._shade(down, across, chance or 0.0, most))
        scale = Scale((f"likeliest: {100 * most:.1f} %", "never"), least=0.0)
        words = "Chance in % of both together", f"{self.terms[0]} (row), {self.terms[1]} (column)"
        notes = tuple(filter(None, (self.note, NEARLY_NEVER)))
        return heat_map(cells, scale, plot_colours(self.sides), *words, notes=notes)

    def _shade(self, one: Any, other: Any, chance: Number, most: float) -> Cell:  # noqa: ANN401
        title = f"{self.terms[0]} {one}, {self.terms[1]} {other}: {percent(chance)}"
        words = percent_give_or_take(chance) if isinstance(chance, Estimate) else f"{100 * float(chance):.1f}"
        is_seen = not words.startswith("0 ") and words != "0.0"
        return Cell(words if is_seen else "", float(chance) / most, title)

    def __repr__(self) -> str:
        return f"<Joint of {listed(self.terms)}: {len(self.chances)} combinations>"


def chance_of(ends: Ends, words: str, given: str = "") -> Number:
    """Return the chance of a condition, given another condition if there is one. Exact ends give an exact chance.

    Raises:
        BadInput: a condition is invalid, or `given` never holds.
    """
    asked = condition(words, "chance")
    found, whole = _under(ends, asked.terms, given, lambda values: (bool(asked.holds(values)),))
    return ends.chance(found.get((True,), 0), whole)


def joint_of(ends: Ends, words: Sequence[str], given: str = "") -> Joint:
    """Return the joint distribution of terms, under the condition `given` if it is not empty.

    Raises as `chance_of` does.
    """
    if not words:
        raise BadInput("no units, sides or terms are named", key="joint", remedy="name at least one")
    terms = tuple(term(one, "joint") for one in words)
    found, whole = _under(ends, terms, given, lambda values: tuple(values[one] for one in terms))
    ordered = sorted(found, key=lambda values: tuple(map(_order, values)))
    chances = tuple((values, ends.chance(found[values], whole)) for values in ordered)
    of_condition = ends.chance(whole, ends.whole) if given else Fraction(1)
    return Joint(tuple(map(str, terms)), chances, ends.setup.sides, given.strip(), of_condition, ends.words)


def _under(
    ends: Ends, terms: tuple[Term, ...], given: str, value: Callable[[Mapping[Term, Any]], Values]
) -> tuple[dict[Values, Any], Any]:
    """Return the weights of the terms' values under a condition, and the condition's own weight."""
    limit = condition(given, "given") if given else None
    every = tuple(dict.fromkeys((*terms, *(limit.terms if limit else ()))))
    found: dict[Values, list[Any]] = {}
    for values, weight in ends.weights(every).items():
        known = dict(zip(every, values, strict=True))
        if limit is None or limit.holds(known):
            found.setdefault(value(known), []).append(weight)
    if not found:
        raise BadInput(
            f"the condition {given!r} is never true", key="given", remedy="give a condition that can be true"
        )
    weights = {values: added(parts) for values, parts in found.items()}
    return weights, added(list(weights.values())) if limit else ends.whole


def _distinct(values: list[Any]) -> list[Any]:
    return sorted(set(values), key=_order)


def _order(value: Any) -> tuple[bool, Any]:  # noqa: ANN401 - a number, words or a truth
    return isinstance(value, str), value
