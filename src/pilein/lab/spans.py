"""How many phases are asked about, as the Python calls take it."""

from typing import Literal

from pilein.kernel.errors import BadInput
from pilein.lab.figures import Span
from pilein.tabletop.ruleset import MOST_PHASES

Phases = int | Literal["end"]  # 0 and "end": until no combat is left, or a ruling ends it
Asked = Phases | Literal["forever"]


def phases_of(asked: int | str) -> int:
    """So many phases, 0 for the end.

    Raises:
        BadInput: it is no number of phases.

    """
    if asked == "end":
        return 0
    if isinstance(asked, int) and 0 <= asked <= MOST_PHASES:
        return asked
    remedy = f"give 1 to {MOST_PHASES}, or 'end' (0)"
    raise BadInput(f"{asked!r} is no number of phases", key="phases", remedy=remedy)


def span_of(asked: Asked) -> Span:
    """So many phases, or "forever": then no ruling ends a fight; raises BadInput as `phases_of` does."""
    return asked if asked == "forever" else phases_of(asked)
