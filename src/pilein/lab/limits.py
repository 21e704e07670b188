"""Limits on the phases, time and memory used to answer a question."""

from typing import Literal

from pilein.engine.budget import GB, HOUR, KB, MB, MEMORY, MINUTE, SECONDS, UNLIMITED, Budget, Meter
from pilein.kernel.errors import BadInput, TooManyPositions
from pilein.kernel.nearest import shortened
from pilein.lab.figures import Span
from pilein.tabletop.ruleset import MOST_PHASES
from pilein.tabletop.scenario import Scenario

Limit = Budget | str | None  # None: no limit

DEFAULT = Budget(SECONDS, MEMORY)
NONE = "none"
TIMES = {"s": 1, "min": MINUTE, "h": HOUR}
SIZES = {"kB": KB, "MB": MB, "GB": GB}
REMEDY = 'write a limit like 60s, 5min, 500MB, 2GB or 5min,2GB, or "none" for no limit'
LONGEST, LARGEST = 10**7, 10**15  # seconds, bytes: larger values are typing errors
SHOWN = 40  # characters of invalid input shown
MOST_RUNS = 60_000  # outcomes tried before sampling is faster
MOST_WORK = 50_000  # the same in steps of work
MOST_WORKERS = 256  # processes
INTERRUPTED = "interrupted"  # reason a result is incomplete after the user interrupted, or the reason's first word
LIMIT_REACHED = "because a limit was reached"  # reason parts of a result are left out if the user did not interrupt
MOST_MODELS = 300  # of both sides: with more models, one roll has too many outcomes
TABLE_LIMIT, TABLE_RUNS = 5_000, 20_000  # states and outcomes of a battle on a table, where each is slow
TABLE_CLAUSES = 4_000  # clauses run on a table, where hardly any positions are equal
HALF = 0.5  # share of the time for solving; the rest is for sampling
Phases = int | Literal["end"]  # 0 and "end": until no combat is left, or a ruling ends it
Asked = Phases | Literal["forever"]


def budget_of(limit: Limit) -> Budget:
    """Return the budget that a string describes. A time or memory limit that is left out takes its default.

    Examples:
        >>> budget_of("5min,2GB") == Budget(300, 2 * GB)
        True

    Raises:
        BadInput: the string does not describe a budget.
    """
    if limit is None:
        return UNLIMITED
    if isinstance(limit, Budget):
        return limit
    if not isinstance(limit, str):
        raise BadInput(f"{limit!r} is not a limit on time or memory", key="budget", remedy=REMEDY)
    if limit.strip() == NONE:
        return UNLIMITED
    found: dict[str, float] = {}
    for part in limit.split(","):
        kind, amount = _read(part.strip(), limit)
        if kind in found:
            raise _bad_limit(limit, f"it gives two limits on {kind}")
        found[kind] = amount
    return Budget(found.get("time", SECONDS), int(found.get("memory", MEMORY)))


def _read(part: str, limit: str) -> tuple[str, float]:
    """Parse one part of a budget. Returns the kind of limit, and its value in seconds or bytes."""
    number = part.rstrip("".join({*"".join((*TIMES, *SIZES))}) + " ")
    unit = part[len(number) :].strip()
    if not number.replace(".", "", 1).isdecimal() or not number.isascii() or unit not in {**TIMES, **SIZES}:
        raise _bad_limit(limit, f"{shortened(part, SHOWN)!r} is neither a time nor a size" if part else "")
    kind, amount = ("time", float(number) * TIMES[unit]) if unit in TIMES else ("memory", float(number) * SIZES[unit])
    if not 0 < amount <= (LONGEST if kind == "time" else LARGEST):
        raise _bad_limit(limit, f"{shortened(part, SHOWN)!r} is too small or too large")
    return kind, amount


def _bad_limit(limit: str, why: str) -> BadInput:
    return BadInput(
        f"the limit {shortened(limit, SHOWN)!r} cannot be used" + (f": {why}" if why else ""),
        key="budget",
        remedy=REMEDY,
    )


def within(meter: Meter, most: int) -> int:
    """Return a work limit, reduced in proportion if less time than the default is allowed.

    The limit does not depend on the clock.
    """
    return most if meter.allowed is None else min(most, int(most * meter.allowed / SECONDS))


def assert_not_too_large(scenario: Scenario) -> None:
    """Check that a battle has few enough models to be compiled. Raises TooManyPositions if not."""
    if sum(unit.models for unit in scenario.units) > MOST_MODELS:
        raise TooManyPositions(MOST_MODELS, "models")


def phases_of(asked: int | str) -> int:
    """Return the number of phases, where 0 means to the end.

    Raises:
        BadInput: the value is not a number of phases.
    """
    if asked == "end":
        return 0
    if isinstance(asked, int) and 0 <= asked <= MOST_PHASES:
        return asked
    remedy = f"give a number from 1 to {MOST_PHASES:,}, or 'end' (0)"
    raise BadInput(f"the number of phases cannot be {asked!r}", key="phases", remedy=remedy)


def span_of(asked: Asked) -> Span:
    """Return the number of phases, or "forever", which means that no ruling ends the fight.

    Raises BadInput as `phases_of` does.
    """
    return asked if asked == "forever" else phases_of(asked)
