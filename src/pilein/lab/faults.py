"""Find every fault in a scenario file. Each fault is repaired in memory, and the file is checked again."""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

from pilein.kernel.errors import MISSING, UNKNOWN, BadScenario, PileInError
from pilein.tabletop.notation.files import parsed
from pilein.tabletop.notation.sections import Section

MOST = 20  # faults reported per file
SECTION = 2  # parts of a path that identify a section: "unit", and its number
TRIES = 12  # attempts to repair one fault
NUMBER = re.compile(r"-?\d+")
UNIT_FILES = ("units",)  # the place in a scenario that names them
USUAL = (3, 1, 10, 30, True, "1", ["1"])  # values tried when nothing better is known

Path = tuple[str | int, ...]
Values = dict[str, Any]
Judge = Callable[[Values], BadScenario | None]


def further_faults(first: BadScenario, text: str, judged: Callable[[Section], object]) -> tuple[BadScenario, ...]:
    """Return the faults in a file's text other than the first fault, which is already known.

    `judged` reads the top section and raises the fault that it finds. A fault that cannot be repaired hides later
    faults.
    """
    try:
        top = parsed(text, first.file)
    except BadScenario:
        return ()

    def judge(values: Values) -> BadScenario | None:
        try:
            judged(Section(top.source, (), values, top.what))
        except BadScenario as fault:
            return fault
        except PileInError:
            return None  # another kind of fault, not one in the file
        return None

    return tuple(_other_values(first, deepcopy(dict(top.values)), judge))


def _other_values(first: BadScenario, values: Values, judge: Judge) -> Iterator[BadScenario]:
    fault, known = first, {_identity(first)}
    mended: list[BadScenario] = []
    for _ in range(MOST):
        found = _mended(values, fault, judge)
        if found is None:
            return
        mended.append(fault)
        values, following, is_entailed = _doubted(*found, mended, judge)
        if following is None or _identity(following) in known:
            return
        fault = following
        known.add(_identity(fault))
        if not is_entailed:
            yield fault


def _doubted(
    values: Values, following: BadScenario | None, mended: list[BadScenario], judge: Judge
) -> tuple[Values, BadScenario | None, bool]:
    """Return the values, their next fault, and whether that fault comes from a wrong guess at an earlier repair.

    A wrong guess is the cause if a different guess removes the fault from the section or changes the fault's message,
    as in "6 files for 4 models".
    """
    if following is None:
        return values, None, False
    is_entailed = False
    for earlier in (one for one in mended if _is_guess(one) and _in_one_section(one, following)):
        for changed in islice(_other_ways(values, earlier, following), TRIES):
            other = judge(changed)
            if other is not None and _is_about(other, earlier):
                continue
            if other is None or not _in_one_section(other, following):
                return changed, other, False
            is_entailed = is_entailed or (other.path == following.path and other.message != following.message)
    return values, following, is_entailed


def _other_ways(values: Values, earlier: BadScenario, following: BadScenario) -> Iterator[Values]:
    """Yield copies of the values that may repair an earlier fault.

    Numbers in the next fault's message, as in "5 positions", are tried first.
    """
    if _holds(values, earlier.path) and isinstance(_at(values, earlier.path), int):
        yield from (_with(values, earlier.path, int(number)) for number in NUMBER.findall(following.message)[:3])
    yield from _ways(values, earlier)


def _is_guess(fault: BadScenario) -> bool:
    """Whether a fault can be repaired only by guessing, because its message suggests no replacement."""
    return not isinstance(fault.suggestion, str)


def _in_one_section(fault: BadScenario, other: BadScenario) -> bool:
    """Whether two faults are in the same unit, profile or other section."""
    return fault.path[:SECTION] == other.path[:SECTION]


def _identity(fault: BadScenario) -> tuple[Path, str]:
    return fault.path, fault.message


def _mended(values: Values, fault: BadScenario, judge: Judge) -> tuple[Values, BadScenario | None] | None:
    """Repair a fault. Returns the repaired values and the next fault, or None if no repair is known."""
    if fault.path == UNIT_FILES:
        return None  # values taken from such a file can only be checked together with it
    for changed in islice(_ways(values, fault), TRIES):
        following = judge(changed)
        if following is None or not _is_about(following, fault):
            return changed, following
    return None


def _is_about(following: BadScenario, fault: BadScenario) -> bool:
    """Whether a fault may result from the repair of an earlier fault.

    This is so if the place of the fault is the repaired place, or lies within or around it. A different missing key
    in the same section is a separate fault.
    """
    place = _place(fault)
    if following.kind == MISSING:
        return _place(following) == place
    shorter = min(len(place), len(following.path))
    return following.path[:shorter] == place[:shorter]


def _place(fault: BadScenario) -> Path:
    """Return the path of a fault, including the missing key, if any."""
    return (*fault.path, str(fault.value)) if fault.kind == MISSING else fault.path


def _ways(values: Values, fault: BadScenario) -> Iterator[Values]:
    """Yield copies of the values that may repair a fault, the likeliest first."""
    path = _place(fault)
    if fault.kind == MISSING:
        yield from (_with(values, path, one) for one in _candidates(values, path, fault))
    elif path and _holds(values, path):
        if fault.kind == UNKNOWN and isinstance(fault.suggestion, str):
            yield _with(_without(values, path), (*path[:-1], fault.suggestion), _at(values, path))
        if fault.kind == UNKNOWN:
            yield _without(values, path)
        else:
            yield from (_with(values, path, one) for one in _candidates(values, path, fault))
            yield _without(values, path)


def _candidates(values: Values, path: Path, fault: BadScenario) -> Iterator[Any]:
    """Yield candidate values for a place: the suggestion, values from similar sections, then the usual values."""
    meant = fault.suggestion
    if meant is not None and _holds(values, path) and isinstance(found := _at(values, path), list):
        yield from ([*found[:place], meant, *found[place + 1 :]] for place in range(len(found)))
    if meant is not None:
        yield meant
    yield from islice(_like_sections(values, path), 3)
    yield from USUAL


def _like_sections(values: Values, path: Path) -> Iterator[Any]:
    """Yield the values that the same key has in sections of the same kind."""
    if len(path) < 3 or not _holds(values, path[:-2]):  # noqa: PLR2004 - kind, section, key
        return
    sections = _at(values, path[:-2])
    for name, section in sections.items() if isinstance(sections, Mapping) else enumerate(sections):
        if name != path[-2] and isinstance(section, Mapping) and path[-1] in section:
            yield section[path[-1]]


def _at(values: Any, path: Path) -> Any:  # noqa: ANN401 - values of a file
    for part in path:
        values = values[part]
    return values


def _holds(values: Any, path: Path) -> bool:  # noqa: ANN401
    try:
        _at(values, path)
    except (LookupError, TypeError):
        return False
    return True


def _with(values: Values, path: Path, value: Any) -> Values:  # noqa: ANN401
    found = deepcopy(values)
    if _holds(found, path[:-1]) and isinstance(_at(found, path[:-1]), dict | list):
        _at(found, path[:-1])[path[-1]] = value
    return found


def _without(values: Values, path: Path) -> Values:
    found = deepcopy(values)
    del _at(found, path[:-1])[path[-1]]
    return found
