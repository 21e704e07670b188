"""Figures as data: a JSON document, records and arrays."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pilein.lab.figures import Distribution, Estimate, EventFigures, Figures, Number, Ways

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)  # quantiles given


def as_document(figures: Figures, **asked: Any) -> dict[str, Any]:  # noqa: ANN401 - the question as asked
    """Return the JSON document of `pilein odds --json`. `asked` holds additional keys that describe the question."""
    return {
        "format": FORMAT,
        "exact": figures.is_exact,
        "games": figures.games,
        **asked,
        "outcome": {word: as_number(chance) for word, chance in figures.outcome},
        "wins": as_ways(figures.sides, figures.how),
        "unresolved": as_number(figures.unresolved),
        "fates": {unit.unit: {word: as_number(chance) for word, chance in unit.fates} for unit in figures.units},
        "losses": {unit.unit: as_chances(unit.losses) for unit in figures.units},
        "losses_in_short": {unit.unit: {"models": unit.models, **_in_short(unit.losses)} for unit in figures.units},
        "phases_played": as_chances(figures.phases),
        "phases_on_average": as_number(figures.phases.mean if figures.lasting is None else figures.lasting),
        "rounds_played": as_chances(figures.rounds),
        "endless": {words: as_number(chance) for words, chance in figures.endless},
        "margin": as_chances(figures.margin),
        "decided_by": {clause: as_number(chance) for clause, chance in figures.decided},
        "events": [_event(one) for one in figures.events],
    }


def unfinished(stopped: str) -> dict[str, Any]:
    """Return the additional entries in the document of an interrupted answer, or none if `stopped` is ""."""
    return {"complete": False, "stopped": stopped} if stopped else {}


def as_ways(sides: Iterable[str], how: Ways) -> dict[str, dict[str, Any]]:
    """Return the ways in which each side wins, with their chances, for JSON."""
    return {side: {way: as_number(one) for way, one in ways} for side, ways in zip(sides, how, strict=True)}


def as_records(figures: Figures) -> list[dict[str, Any]]:
    """Return one record per chance: {figure, of, value, chance, error, low, high}.

    `error` is the standard error, or 0 if the chance is exact. `low` and `high` bound the 95 % interval and equal
    the chance if it is exact.
    """
    return [_record(*key, chance) for key, chance in chances_of(figures)]


def chances_of(figures: Figures) -> Iterator[tuple[tuple[str, str, str | int], Number]]:
    """Yield each chance in the figures, preceded by its key: the figure, its unit or side (or ""), and the value."""
    yield from ((("outcome", "", word), chance) for word, chance in figures.outcome)
    for side, ways in zip(figures.sides, figures.how, strict=True):
        yield from ((("wins", side, how), chance) for how, chance in ways)
    for unit in figures.units:
        yield from ((("fate", unit.unit, word), chance) for word, chance in unit.fates)
        yield from ((("losses", unit.unit, lost), chance) for lost, chance in unit.losses.chances)
    of_fight: dict[str, Iterable[tuple[str | int, Number]]] = {
        **{name: getattr(figures, name).chances for name in ("phases", "rounds", "margin")},
        "decided": figures.decided,
    }
    for figure, chances in of_fight.items():
        yield from (((figure, "", value), chance) for value, chance in chances)
    yield from ((("event", one.unit, f"{one.event} {one.clause}"), one.chance) for one in figures.events)


def as_arrays(figures: Figures) -> "dict[str, NDArray[Any]]":
    """Return the chances of each number from 0 upwards as arrays: `losses <unit>`, `phases` and `rounds`.

    The array `outcome` has the chance of each outcome, in order.
    """
    import numpy as np  # noqa: PLC0415 - needed only for arrays

    found = {f"losses {unit.unit}": _array(unit.losses) for unit in figures.units}
    found["phases"] = _array(figures.phases)
    if figures.rounds.chances:
        found["rounds"] = _array(figures.rounds)
    found["outcome"] = np.array([float(chance) for _, chance in figures.outcome])
    return found


def as_number(number: Number) -> dict[str, Any]:
    """Return a number for JSON, with keys that depend on its kind.

    A fraction has {p, decimal}, a float {decimal}, and an estimate {decimal, error, low, high}. `error` is the
    standard error, and `low` and `high` bound the 95 % interval.
    """
    if isinstance(number, Fraction):
        return {"p": as_fraction(number), "decimal": float(number)}
    if isinstance(number, Estimate):
        low, high = number.interval
        return {"decimal": number.value, "error": number.error, "low": low, "high": high}
    return {"decimal": number}


def entry(of: object, names: str) -> dict[str, Any]:
    """Return the named attributes of an object for JSON. `name%` is a figure, and `name:key` is written under that key.

    Examples:
        >>> entry(Distribution(((1, Fraction(1, 2)),)), "mean%:average games")
        {'average': {'p': '1/2', 'decimal': 0.5}, 'games': 0}
    """
    found: dict[str, Any] = {}
    for one in names.split():
        name, _, key = one.partition(":")
        value = attrgetter(name.rstrip("%"))(of)
        found[key or name.rstrip("%")] = as_number(value) if name.endswith("%") and value is not None else value
    return found


def by_name(names: Iterable[str], numbers: Iterable[Number]) -> dict[str, Any]:
    """Return numbers for JSON, each under its name."""
    return dict(zip(names, map(as_number, numbers), strict=True))


def as_fraction(number: Fraction) -> str:
    """Format a fraction as n/d, however long. A whole number is formatted as n/1."""
    return f"{Decimal(number.numerator):f}/{Decimal(number.denominator):f}"


def _event(one: EventFigures) -> dict[str, Any]:
    plain = {"event": one.event, "unit": one.unit, "facts": dict(one.facts), "clause": one.clause}
    return plain | as_number(one.chance) | {"expected": as_number(one.expected)}


def as_chances(distribution: Distribution) -> dict[str, str | float]:
    """Return a distribution for JSON: the chance of each value. Exact chances are given as strings."""
    exact = (
        (str(value), as_fraction(one) if isinstance(one, Fraction) else float(one))
        for value, one in distribution.chances
    )
    return dict(exact)


def _in_short(distribution: Distribution) -> dict[str, Any]:
    quantiles = {f"{share:g}": distribution.quantile(share) for share in SHARES}
    return {"mean": as_number(distribution.mean), "deviation": distribution.deviation, "quantiles": quantiles}


def _record(figure: str, of: str, value: str | int, chance: Number) -> dict[str, Any]:
    exact = {"chance": chance, "error": 0.0, "low": chance, "high": chance}
    known = estimated(chance) if isinstance(chance, Estimate) else exact
    return {"figure": figure, "of": of, "value": value, **known}


def estimated(chance: Estimate) -> dict[str, float]:
    """Return a sampled chance as entries of a record: {chance, error, low, high}."""
    low, high = chance.interval
    return {"chance": chance.value, "error": chance.error, "low": low, "high": high}


def _array(distribution: Distribution) -> "NDArray[np.float64]":
    import numpy as np  # noqa: PLC0415 - see above

    found = np.zeros(1 + max((value for value, _ in distribution.chances), default=0))
    for value, chance in distribution.chances:
        found[value] = float(chance)
    return found


def plain(value: Any) -> Any:  # noqa: ANN401 - of a record
    """Convert a value for JSON. A fraction becomes "n/d", and an estimate becomes its value."""
    if isinstance(value, list | dict):
        return list(map(plain, value)) if isinstance(value, list) else {key: plain(one) for key, one in value.items()}
    if isinstance(value, Fraction):
        return as_fraction(value)
    return float(value) if isinstance(value, Estimate) else value
