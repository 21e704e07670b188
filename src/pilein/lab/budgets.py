"""What may be spent, as it is written: 60s,1GB."""

from pilein.engine.budget import GB, HOUR, KB, MB, MEMORY, MINUTE, SECONDS, UNLIMITED, Budget
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened

Limit = Budget | str | None  # None: any amount

DEFAULT = Budget(SECONDS, MEMORY)
NONE = "none"
TIMES = {"s": 1, "min": MINUTE, "h": HOUR}
SIZES = {"kB": KB, "MB": MB, "GB": GB}
REMEDY = "write it like 60s, 5min, 500MB, 2GB or 5min,2GB, or none"
LONGEST, LARGEST = 10**7, 10**15  # seconds, bytes: more is a slip
SHOWN = 40  # letters of what is wrong


def budget_of(limit: Limit) -> Budget:
    """The budget that is written so; time or memory left out is limited as by default.

    >>> budget_of("5min,2GB") == Budget(300, 2 * GB)
    True

    Raises:
        BadInput: it is written otherwise.

    """
    if limit is None:
        return UNLIMITED
    if isinstance(limit, Budget):
        return limit
    if limit.strip() == NONE:
        return UNLIMITED
    found: dict[str, float] = {}
    for part in limit.split(","):
        kind, amount = _read(part.strip(), limit)
        if kind in found:
            raise _bad(limit, f"{kind} twice")
        found[kind] = amount
    return Budget(found.get("time", SECONDS), int(found.get("memory", MEMORY)))


def _read(part: str, limit: str) -> tuple[str, float]:
    """What is limited, and to how many seconds or bytes."""
    number = part.rstrip("".join({*"".join((*TIMES, *SIZES))}) + " ")
    unit = part[len(number) :].strip()
    if not number.replace(".", "", 1).isdecimal() or not number.isascii() or unit not in {**TIMES, **SIZES}:
        raise _bad(limit, f"{shortened(part, SHOWN)!r} is neither a time nor a size" if part else "")
    kind, amount = ("time", float(number) * TIMES[unit]) if unit in TIMES else ("memory", float(number) * SIZES[unit])
    if not 0 < amount <= (LONGEST if kind == "time" else LARGEST):
        raise _bad(limit, f"{shortened(part, SHOWN)!r} is out of range")
    return kind, amount


def _bad(limit: str, why: str) -> BadInput:
    return BadInput(
        f"invalid limit {shortened(limit, SHOWN)!r}" + (f": {why}" if why else ""), key="--limit", remedy=REMEDY
    )
