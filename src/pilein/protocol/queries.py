"""Queries about a table, which change nothing. They ask about legal answers, places, worth or the record."""

from msgspec.structs import replace

from pilein.kernel.codec import frozen
from pilein.kernel.record import GIVEN, SEED, as_json
from pilein.kernel.requests import Answer as AnswerTo
from pilein.lab.charge_reach import charge_reach
from pilein.protocol.asking import left_after, place_of
from pilein.protocol.at_table import Reach, ReachPoint, RecordOf, Tried
from pilein.protocol.chances import chance_of
from pilein.protocol.courses import course_of
from pilein.protocol.forecasting import forecast_of
from pilein.protocol.from_page import AskCourse, AskForecast, AskOffers, AskReach, AskRecord, AskRest, Query, TryAnswer
from pilein.protocol.offering import offers_of
from pilein.protocol.previews import after, after_the_unit
from pilein.protocol.refusing import assert_shallow
from pilein.protocol.region import region
from pilein.protocol.replies import Reply
from pilein.protocol.seats import assert_asked
from pilein.protocol.session import Session
from pilein.protocol.shared_messages import Model, Seat


def looked(session: Session, seat: Seat, query: Query) -> Reply:
    """Return the reply to a query about a table.

    Raises:
        PileInError: the seat may not make this query now.
    """
    if isinstance(query, AskRecord):
        return RecordOf(id=query.id, record=record_of(session))
    if isinstance(query, AskReach):
        return reach(session, query)
    if isinstance(query, AskCourse):
        return course_of(session, query)
    assert_asked(session, seat, query.question)
    if isinstance(query, TryAnswer):
        return tried(session, query)
    if isinstance(query, AskRest):
        return Tried(id=query.id, reason="", places=after_the_unit(session))
    if isinstance(query, AskForecast):
        return forecast_of(session, query)
    if isinstance(query, AskOffers):
        return offers_of(session, query)
    return region(session, query)


def tried(session: Session, query: TryAnswer) -> Tried:
    """Check whether an answer would be legal, without playing it."""
    assert_shallow(query.answer)
    answer = frozen(query.answer)
    reason = session.asked.why_not(answer)
    moved = tuple(places(session, answer))
    if not moved and reason is None:
        moved = after(session, answer)
    left = left_after(session.asked, answer) if reason is None else None
    return Tried(id=query.id, reason=reason or "", places=moved, left=left)


def places(session: Session, answer: AnswerTo) -> list[Model]:
    """Return the models that an answer moves: one model or, for a list of placements, several."""
    one = place_of(session.game, answer)
    if one is not None:
        return [one]
    several = answer if isinstance(answer, tuple) else ()
    return [found for part in several if (found := place_of(session.game, part)) is not None]


def reach(session: Session, query: AskReach) -> Reach:
    """Compute the reach of a unit's charge. Every seat may ask, since all players see the distances."""
    found = charge_reach(session.game, query.unit, query.target)
    points = (ReachPoint(distance=row.inches, arrives=chance_of("arrives", row.arrives)) for row in found.rows)
    return Reach(
        id=query.id,
        unit=query.unit,
        target=found.target,
        now=found.now,
        points=tuple(points),
        is_complete=found.is_complete,
        assumes=(
            found.moment,
            "no other unit of its side charges, and both sides play as the sensible policy does",
            *((f"{found.games} games for a distance that is too much to solve",) if found.games else ()),
        ),
    )


def record_of(session: Session) -> str:
    """Return the record as JSON. While fair dice are secret, the seed is left out and the dice are listed."""
    record = session.game.record
    if not session.game.is_over and record.dice == SEED:
        record = replace(record, seed=0, dice=GIVEN)
    return as_json(record).decode()
