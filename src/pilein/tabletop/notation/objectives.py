"""Objectives of a battle ([[objective]]) and its number of turns, as read from a scenario file."""

from collections.abc import Callable
from typing import cast, get_args

from pilein.geometry.ticks import ticks
from pilein.kernel.nearest import hint, listed, shortened
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.objectives import Break, Counted, Destroy, Hold, Objective
from pilein.tabletop.scenario import Side, TableSize

KINDS = ("break", "destroy", "hold")
EVERY_KIND = ("kind", "side", "points")
HEADING = "write [[objective]], with two brackets on each side"
MOST_OBJECTIVES = 50
MOST_TURNS = 100
MOST_POINTS = 1000
MOST_SHARE = 100  # per cent
MOST_RADIUS = 200  # inches
INCHES = 1 / 1000  # the smallest radius


def turns(top: Section) -> int | None:
    """Read the number of turns of a battle, or None for no limit."""
    return top.whole("turns", 1, MOST_TURNS) if top.has("turns") else None


def objectives(top: Section, sides: tuple[Side, ...], table: TableSize | None) -> tuple[Objective, ...]:
    """Read the objectives in file order.

    Raises:
        BadScenario: an objective is invalid, its side is unknown, or its place is off the table.
    """
    sections = top.entries("objective", "an objective", HEADING)
    if len(sections) > MOST_OBJECTIVES:
        message = f"the scenario has {len(sections)} objectives, more than {MOST_OBJECTIVES}"
        raise top.fault(message, "objective", remedy=f"use at most {MOST_OBJECTIVES}")
    return tuple(_objective(section, tuple(side.name for side in sides), table) for section in sections)


def _objective(section: Section, sides: tuple[str, ...], table: TableSize | None) -> Objective:
    kind = section.option("kind", KINDS)
    if kind == "hold":
        return _hold(section, sides, table)
    return _READERS[kind](section, _side(section, sides))


def _break(section: Section, side: str) -> Break:
    section.only((*EVERY_KIND, "share", "of"))
    share = section.whole("share", 1, MOST_SHARE)
    points = section.whole("points", 1, MOST_POINTS) if section.has("points") else 0
    return Break(share, _counted(section), points, side)


def _destroy(section: Section, side: str) -> Destroy:
    section.only((*EVERY_KIND, "of"))
    return Destroy(_counted(section), section.whole("points", 1, MOST_POINTS, 1), side)


def _hold(section: Section, sides: tuple[str, ...], table: TableSize | None) -> Hold:
    section.only((*EVERY_KIND, "x", "y", "radius", "each_turn", "name"))
    if table is None:
        raise section.fault(
            "a fight in the press cannot have objectives to hold", remedy="write [table] instead of [press]"
        )
    x, y = (ticks(section.number(key, 0, MOST_RADIUS)) for key in ("x", "y"))
    if x > table.width or y > table.depth:
        raise section.fault(
            "the objective is off the table", "x" if x > table.width else "y", remedy="move it onto the table"
        )
    return Hold(
        x=x,
        y=y,
        radius=ticks(section.number("radius", INCHES, MOST_RADIUS)),
        points=section.whole("points", 1, MOST_POINTS, 1),
        each_turn=section.truth("each_turn"),
        side=_side(section, sides),
        name=section.text("name", ""),
    )


def _counted(section: Section) -> Counted:
    return cast("Counted", section.option("of", get_args(Counted), "models"))


def _side(section: Section, sides: tuple[str, ...]) -> str:
    """Read the side to which an objective belongs, or "" if it belongs to both sides."""
    if not section.has("side"):
        return ""
    name = section.text("side")
    if name not in sides:
        remedy = hint(name, sides, f"name one of the sides: {listed(sides)}")
        raise section.fault(f"there is no side {shortened(name)!r}", "side", remedy=remedy)
    return name


_READERS: dict[str, Callable[[Section, str], Objective]] = {"break": _break, "destroy": _destroy}
