"""Rights of each seat, against which deeds are checked before they are carried out."""

from pilein.kernel.errors import PileInError
from pilein.protocol.from_page import AgreeUndo, Answer, Deed, Delegate, Leave, SetPlayer, Throw, Undo
from pilein.protocol.session import DETAILS, Session, Wish
from pilein.protocol.shared_messages import Seat

SIDES: dict[Seat, int] = {"first": 0, "second": 1}
WAIT = "wait for a question to your side"


def carry_out_deed(session: Session, seat: Seat, deed: Deed) -> Wish | None:
    """Carry out a deed, and return the decision that it took back, if any.

    Raises:
        PileInError: the seat may not do so now, or the rules forbid it.
    """
    side = side_of(seat)
    match deed:
        case Answer():
            assert_asked(session, seat, deed.question)
            session.answer(deed.answer)
        case Leave():
            assert_asked(session, seat, session.question)
            session.leave(session.asked.side, deed.until)
        case Delegate():
            _delegate(session, side, deed)
        case Throw():
            _assert_roll(session, deed.question)
            session.throw(deed.faces)
        case SetPlayer():
            _set_player(session, side, deed.policy)
        case Undo():
            return _taken_back(session, seat)
        case AgreeUndo():
            return _agreed(session, side, is_agreed=deed.is_agreed)
    return None


def side_of(seat: Seat) -> int:
    """Side that a seat plays. Raises PileInError for the watchers' seat."""
    if seat not in SIDES:
        raise PileInError("a spectator cannot answer questions", remedy="take a seat on one of the two sides")
    return SIDES[seat]


def sees_options(session: Session, seat: Seat, side: int) -> bool:
    """Whether a seat answers for a side: its own side or, on a page that plays both, either side."""
    return SIDES.get(seat) == side or (session.opening.is_alone and seat == "first")


def assert_asked(session: Session, seat: Seat, question: int) -> None:
    """Check that a seat is being asked the given question. Raises PileInError if not."""
    side_of(seat)
    choice = session.asked
    if not sees_options(session, seat, choice.side):
        raise PileInError(f"{session.game.state.setup.sides[choice.side]} must answer, not you", remedy=WAIT)
    assert_current(session, question)


def assert_current(session: Session, question: int) -> None:
    """Check that a question is the pending question. Raises PileInError if it is out of date."""
    if question != session.question:
        words = f"question {question} is not the current question"
        raise PileInError(words, remedy=f"answer question {session.question}, which is the current one")


def _delegate(session: Session, side: int, deed: Delegate) -> None:
    """Leave a kind of question to the policy, for both sides if a single page plays them."""
    waiting = "" if session.game.pending is None else session.asked.clause
    if deed.is_on and deed.clause not in (DETAILS, waiting):
        raise PileInError("only the current question can be left to the policy", remedy="choose the current question")
    for whose in SIDES.values() if session.opening.is_alone else (side,):
        session.delegate(whose, deed.clause, is_on=deed.is_on)


def _assert_roll(session: Session, question: int) -> None:
    if session.game.pending_roll is None:
        raise PileInError("no roll is waiting for dice", remedy="wait until your side has to roll dice")
    assert_current(session, question)


def _set_player(session: Session, side: int, policy: str) -> None:
    if session.opening.is_alone and session.game.pending is not None:
        side = session.asked.side
    session.sit_down(side, policy)


def _taken_back(session: Session, seat: Seat) -> Wish | None:
    """Take back a side's last decision or, if the other side must agree, note the side's wish."""
    side = side_of(seat)
    wish = session.last_decision(None if session.opening.is_alone else side)
    if _is_at_once(session, side) or session.is_free(wish):
        session.take_back(wish)
        return wish
    if session.game.is_over:
        raise PileInError(
            "nothing can be taken back, because the game is over and its dice are known",
            remedy="open a new table from the game's record",
        )
    session.wish = wish
    return None


def _is_at_once(session: Session, side: int) -> bool:
    """Whether a side may take back a decision without the other side's consent."""
    return session.opening.is_alone or session.players[1 - side].policy is not None


def _agreed(session: Session, side: int, *, is_agreed: bool) -> Wish | None:
    """Take back the decision that the other side wishes to take back, or drop the wish."""
    wish = session.wish
    if wish is None or wish.side == side:
        raise PileInError("the other side has not asked to take anything back", remedy="wait until the other side asks")
    if is_agreed:
        session.take_back(wish)
        return wish
    session.wish = None
    return None
