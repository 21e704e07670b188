"""Functions that read the dice in log entries."""

from typing import Any

Plain = dict[str, Any]


def faces(entry: Plain) -> list[int]:
    """Return all faces of a roll, group by group."""
    return [face for group in entry["groups"] for face in group["faces"]]


def made(group: Plain) -> int:
    """Return the number of dice in a group that reach the score needed. A die that shows 1 never reaches it."""
    return sum(face >= group["need"] and face > 1 for face in group["faces"])


def lowest(shown: list[int], count: int) -> int:
    """Return the sum of the `count` lowest dice."""
    return sum(sorted(shown)[:count])


def last_throw(events: list[Plain], number: int, label: str, reach: int = 6) -> Plain | None:
    """Return the last roll with the given label among the `reach` entries before an entry, or None."""
    for entry in reversed(events[max(0, number - reach) : number]):
        if entry["type"] == "Thrown" and entry["label"] == label:
            return entry
    return None


def next_throw(events: list[Plain], number: int, label: str, reach: int = 12) -> tuple[int, Plain] | None:
    """Return the first roll with the given label among the `reach` entries after an entry, or None."""
    for place in range(number + 1, min(len(events), number + reach)):
        if events[place]["type"] == "Thrown" and events[place]["label"] == label:
            return place, events[place]
    return None
