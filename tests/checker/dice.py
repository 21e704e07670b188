"""Dice as the log shows them."""

from typing import Any

Plain = dict[str, Any]


def faces(entry: Plain) -> list[int]:
    """All faces of a roll with one group."""
    return [face for group in entry["groups"] for face in group["faces"]]


def made(group: Plain) -> int:
    """Number of dice of a group that reach its need; a 1 never does if a need is named."""
    return sum(face >= group["need"] and face > 1 for face in group["faces"])


def lowest(shown: list[int], count: int) -> int:
    """The sum of the lowest."""
    return sum(sorted(shown)[:count])


def last_throw(events: list[Plain], number: int, label: str, reach: int = 6) -> Plain | None:
    """The last roll of that label before an entry."""
    for entry in reversed(events[max(0, number - reach) : number]):
        if entry["type"] == "Thrown" and entry["label"] == label:
            return entry
    return None


def next_throw(events: list[Plain], number: int, label: str, reach: int = 12) -> tuple[int, Plain] | None:
    """The next roll of that label after an entry."""
    for place in range(number + 1, min(len(events), number + reach)):
        if events[place]["type"] == "Thrown" and events[place]["label"] == label:
            return place, events[place]
    return None
