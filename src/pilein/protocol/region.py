"""Region in which a question allows a model to be placed, as the legal cells of a grid around the model."""

from itertools import islice
from math import ceil

from pilein.geometry.ticks import INCH, TURN
from pilein.kernel.errors import PileInError
from pilein.kernel.requests import Answer, Choice
from pilein.lab.finishing import is_placement
from pilein.protocol.asking import MOST_FOUND
from pilein.protocol.at_table import Region
from pilein.protocol.drawing import inches
from pilein.protocol.from_page import AskRegion
from pilein.protocol.session import Session
from pilein.protocol.shared_messages import Point
from pilein.tabletop.plane import Plane

FINEST = 0.5  # inches of a cell
ACROSS = 20  # cells
MARGIN = 1.0  # inches beyond the places offered
NARROWEST = 3.0  # inches around a model that are looked at
REASONS = 8  # listed
ROUND = 360.0  # degrees


def region(session: Session, query: AskRegion) -> Region:
    """Return the legal cells for a model, always including the places that the question offers.

    At most 441 places are tried, so a cell may be wider than half an inch.

    Raises:
        PileInError: the question places no models, does not place this model, or no model can have that facing.
    """
    if query.facing is not None and abs(query.facing) > ROUND:
        words = f"a facing cannot be {query.facing:g} degrees"
        raise PileInError(words, remedy=f"give a facing from -{ROUND:g} to {ROUND:g} degrees")
    choice, plane = session.asked, session.game.state.field
    offered = _offered(session, choice, query.model)
    if not isinstance(plane, Plane) or query.model not in plane.shapes or not offered:
        words = f"the current question does not ask where to place model {query.model}"
        raise PileInError(words, remedy="ask about a model that one of the options places")
    here = plane.place(query.model)
    facing = offered[0][3] if query.facing is None else round(query.facing * 100) % TURN
    far = max(max(abs(x - here.x), abs(y - here.y)) for _, x, y, _ in offered) / INCH
    half = max(NARROWEST, far + MARGIN)
    step = ceil(max(FINEST, 2 * half / ACROSS) * 4) / 4
    cells: dict[Point, None] = {(inches(x), inches(y)): None for _, x, y, _ in offered}
    reasons: dict[str, None] = {}
    for x, y in _grid(here.x, here.y, half, step):
        reason = choice.why_not((query.model, x, y, facing))
        if reason is None:
            cells[inches(x), inches(y)] = None
        elif len(reasons) < REASONS:
            reasons[reason] = None
    return Region(id=query.id, model=query.model, step=step, cells=tuple(cells), reasons=tuple(reasons))


def _offered(session: Session, choice: Choice, model: int) -> list[Answer]:
    """Placements of a model that the question offers."""
    setup = session.game.state.setup
    found = (answer for _, answer in islice(choice.candidates(), MOST_FOUND))
    return [answer for answer in found if is_placement(setup, answer) and answer[0] == model]


def _grid(x: int, y: int, half: float, step: float) -> list[tuple[int, int]]:
    """Centres of the cells around a place, in ticks. The place itself is one of them."""
    count = int(half / step)
    offsets = [round(number * step * INCH) for number in range(-count, count + 1)]
    return [(x + across, y + up) for up in offsets for across in offsets]
