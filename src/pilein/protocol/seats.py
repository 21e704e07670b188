"""Rights of seats: deeds, checked and carried out."""

from pilein.kernel.errors import PileInError
from pilein.protocol.from_page import AgreeUndo, Answer, Deed, Leave, SetPlayer, Throw, Undo
from pilein.protocol.session import Course, Wish
from pilein.protocol.shared_messages import Seat

SIDES: dict[Seat, int] = {"first": 0, "second": 1}
WAIT = "wait for the question that is put to you"


def carry_out_deed(course: Course, seat: Seat, deed: Deed) -> Wish | None:
    """Carry out a deed; the decision that it took back, if it did.

    Raises:
        PileInError: the seat may not do it now, or the rules do not allow it.

    """
    side = side_of(seat)
    match deed:
        case Answer():
            assert_asked(course, seat, deed.question)
            course.answer(deed.answer)
        case Leave():
            assert_asked(course, seat, course.question)
            course.leave(course.asked.side, deed.until)
        case Throw():
            _assert_roll(course, deed.question)
            course.throw(deed.faces)
        case SetPlayer():
            _set_player(course, side, deed.policy)
        case Undo():
            return _taken_back(course, seat)
        case AgreeUndo():
            return _agreed(course, side, is_agreed=deed.is_agreed)
    return None


def side_of(seat: Seat) -> int:
    """The side of a seat; raises PileInError for those who watch."""
    if seat not in SIDES:
        raise PileInError("those who watch do not play", remedy="sit down at one of the two sides")
    return SIDES[seat]


def sees_options(course: Course, seat: Seat, side: int) -> bool:
    """Whether a seat answers for a side: for its own, or for both if it is alone."""
    return SIDES.get(seat) == side or (course.opening.is_alone and seat == "first")


def assert_asked(course: Course, seat: Seat, question: int) -> None:
    """Check that a seat is asked this question now; raises PileInError if not."""
    side_of(seat)
    choice = course.asked
    if not sees_options(course, seat, choice.side):
        raise PileInError(f"{course.game.state.setup.sides[choice.side]} is asked, not you", remedy=WAIT)
    assert_current(course, question)


def assert_current(course: Course, question: int) -> None:
    """Check that a question is the one that waits; raises PileInError if it is out of date."""
    if question != course.question:
        words = f"question {question} is out of date"
        raise PileInError(words, remedy=f"answer the one that waits now, {course.question}")


def _assert_roll(course: Course, question: int) -> None:
    if course.game.pending_roll is None:
        raise PileInError("no roll waits for dice", remedy=WAIT)
    assert_current(course, question)


def _set_player(course: Course, side: int, policy: str) -> None:
    if course.opening.is_alone and course.game.pending is not None:
        side = course.asked.side
    course.sit_down(side, policy)


def _taken_back(course: Course, seat: Seat) -> Wish | None:
    """Take back the last decision of a side, or note its wish if the other side must agree."""
    side = side_of(seat)
    wish = course.last_decision(None if course.opening.is_alone else side)
    if _is_at_once(course, side) or course.is_free(wish):
        course.take_back(wish)
        return wish
    if course.game.is_over:
        raise PileInError("the game is over, and its dice are known", remedy="branch off a new table from its record")
    course.wish = wish
    return None


def _is_at_once(course: Course, side: int) -> bool:
    """Whether nobody else has to agree."""
    return course.opening.is_alone or course.players[1 - side].policy is not None


def _agreed(course: Course, side: int, *, is_agreed: bool) -> Wish | None:
    """Take back what the other side wishes, or drop the wish."""
    wish = course.wish
    if wish is None or wish.side == side:
        raise PileInError("the other side does not wish to take anything back", remedy="wait until it does")
    if is_agreed:
        course.take_back(wish)
        return wish
    course.wish = None
    return None
