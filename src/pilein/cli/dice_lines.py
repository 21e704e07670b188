"""Dice as a line: what for, the score needed, the faces as they fell, and what they came to."""

from pilein.dice import FacesGroup
from pilein.engine.log import Thrown

SCORES = range(2, 7)  # that a die can need
STAGES = {"hit": "to hit", "wound": "to wound", "save": "to save", "kill": "to kill"}


def dice_lines(thrown: Thrown) -> list[str]:
    """One line for each part of a roll.

    >>> dice_lines(Thrown("a.b", "to hit", "Count", (FacesGroup("to hit", 4, (5, 3, 6, 1)),)))
    ['to hit 4+  5 3 6 1  -> 2']
    """
    return [_line(thrown, group) for group in thrown.groups]


def _line(thrown: Thrown, group: FacesGroup) -> str:
    label = STAGES.get(group.label, group.label or thrown.label or "roll")
    faces = " ".join(map(str, group.faces))
    if thrown.kind == "Test":
        return f"{label} {group.need} or less  {faces}  -> {sum(group.faces[:2])}{_again(group)}"
    if group.label == "kill" or thrown.kind == "AnyPass":
        good = sum(face <= group.need for face in group.faces)
        return f"{label} {group.need} or less  {faces}  -> {good}"
    if group.need in SCORES:
        good = sum(face >= group.need for face in group.faces)
        return f"{label} {group.need}+  {faces}  -> {good}"
    total = f"  -> {sum(group.faces)}" if thrown.kind == "Total" and len(group.faces) > 1 else ""
    return f"{label}  {faces}{total}"


def _again(group: FacesGroup) -> str:
    """Where a test of two dice was thrown again: the other total."""
    return f", again {sum(group.faces[2:])}" if len(group.faces) > 2 else ""  # noqa: PLR2004
