"""Region in which a question allows a model to be placed, as lines on which every place is legal."""

from functools import cache
from itertools import islice

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH, TURN
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.errors import PileInError
from pilein.kernel.requests import ByModel, Choice
from pilein.lab.finishing import is_placement
from pilein.placement.curves import Curve, line
from pilein.placement.question import place_in
from pilein.placement.region import ROWS, Judge, Opened, allowed_parts, polyline, rows
from pilein.protocol.asking import MOST_FOUND
from pilein.protocol.at_table import Region
from pilein.protocol.drawing import inches
from pilein.protocol.from_page import AskRegion
from pilein.protocol.session import Session
from pilein.tabletop.movement.placing import free_ground, move_on
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.plane import Plane

WIDTHS = tuple(INCH // 4 * factor for factor in (2, 3, 4, 8))  # of a row: the first whose rows go far enough
SMOOTH = INCH / 400  # ticks by which the lines sent may deviate from an arc
ROUND = 360.0  # degrees
Offered = list[tuple[int, Place]]


def region(session: Session, query: AskRegion) -> Region:
    """Return the places where a model may end its move.

    These are the openings of the question or, if the openings fill an area, rows across that area.

    Raises:
        PileInError: the question does not place this model, or no model can have that facing.
    """
    if query.facing is not None and abs(query.facing) > ROUND:
        words = f"a facing cannot be {query.facing:g} degrees"
        raise PileInError(words, remedy=f"give a facing from -{ROUND:g} to {ROUND:g} degrees")
    choice, plane, model = session.asked, session.game.state.field, query.model
    offered = _offered(session, choice, model)
    own = next((place for one, place in offered if one == model), None)
    width, parts = 0, list[Curve]()
    if offered and model in plane.shapes:
        usual = plane.place(model) if own is None else own
        facing = usual.facing if query.facing is None else round(query.facing * 100) % TURN
        width, parts = allowed(plane, choice, model, facing, offered)
    if own is None and not parts:
        words = f"the current question does not ask where to place model {model}"
        raise PileInError(words, remedy="ask about a model that one of the options places")
    lines = (tuple((inches(round(x)), inches(round(y))) for x, y in polyline(one, SMOOTH)) for one in parts)
    return Region(id=query.id, model=model, width=inches(width), openings=tuple(lines))


def allowed(plane: Plane, choice: Choice, model: int, facing: int, offered: Offered) -> tuple[int, list[Curve]]:
    """Return the parts of curves on which a question allows a model at a facing, and the width of a row in ticks.

    The width is zero if the parts do not fill an area. Places on offer to the model at this facing are always among
    the parts.
    """
    own = [(float(place.x), float(place.y)) for one, place in offered if one == model]

    @cache
    def is_allowed(place: Place) -> bool:
        return choice.why_not((model, place.x, place.y, place.facing)) is None

    width, curves = 0, choice.openings(model, facing) if isinstance(choice, Opened) else None
    if curves is None:
        furthest = max(_distance(plane.place(one), place) for one, place in offered)
        width, found = _rows_across(plane, model, facing, furthest, is_allowed)
    else:
        found = [one for curve in curves for one in allowed_parts(curve, is_allowed, own)]
    points = (line(point, point, facing) for point in own)
    return width, [*found, *(one for point in points for one in allowed_parts(point, is_allowed))]


def _rows_across(plane: Plane, model: int, facing: int, furthest: int, is_allowed: Judge) -> tuple[int, list[Curve]]:
    """Return the width of a row and the parts of rows on which a model is allowed, as far as it can go.

    The model's present place is not judged. The place one tick beside it is judged instead, because a model may stay
    even if it may not end a move nearby.
    """
    here, bars = plane.place(model), Bars((0,) * len(plane.setup.units))
    free = move_on(plane, model, bars, free_ground(plane, bars, kept_off=""), 0.0)

    def is_open(place: Place) -> bool:
        return is_allowed(Place(place.x + 1, place.y, facing) if (place.x, place.y) == (here.x, here.y) else place)

    for width in [one for one in WIDTHS if ROWS * one > furthest] or WIDTHS[-1:]:
        found = [part for row in rows(here, width, facing) for part in free.cut(row, smaller=0)]
        parts = [one for curve in found for one in allowed_parts(curve, is_open)]
        if not any(_is_at_the_rim(one, here, ROWS * width) for one in parts):
            break
    return width, parts


def _distance(one: Place, other: Place) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def _is_at_the_rim(part: Curve, middle: Place, half: float) -> bool:
    """Return whether a part of a row touches the square that the rows cross, so that legal places may lie beyond."""
    far = max(abs(one - centre) for one, centre in ((part.ax, middle.x), (part.bx, middle.x), (part.ay, middle.y)))
    return far >= half - CONTACT


def _offered(session: Session, choice: Choice, model: int) -> Offered:
    """First places on offer, with their models. If the question lists places by model, only the given model counts."""
    setup = session.game.state.setup
    by_model = choice if isinstance(choice, ByModel) and model in choice.movers else None
    found = choice.candidates() if by_model is None else by_model.places_of(model)
    answers = (answer for _, answer in islice(found, MOST_FOUND))
    return [(answer[0], place_in(answer)) for answer in answers if is_placement(setup, answer)]
