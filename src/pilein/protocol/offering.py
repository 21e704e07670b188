"""Charges on offer as messages: options that declare a charge, with the chance that the charge arrives."""

from pilein.kernel.codec import frozen
from pilein.lab.charges_on_offer import charges_on_offer
from pilein.protocol.asking import asked
from pilein.protocol.at_table import Offer, Offers
from pilein.protocol.chances import chance_of
from pilein.protocol.from_page import AskOffers
from pilein.protocol.session import Session

ASSUMES = ("each charge alone", "the other side plays as the sensible policy does")


def offers_of(session: Session, query: AskOffers) -> Offers:
    """Return the charges that options of the question declare. Raises PileInError if no question is pending."""
    game, choice = session.game, session.asked
    options = asked(game, choice, session.proposed, number=0, question=0).options
    found = {one.answer: one for one in charges_on_offer(game, choice)}
    declared = ((option.index, found[answer]) for option in options if (answer := frozen(option.answer)) in found)
    return Offers(
        id=query.id,
        question=query.question,
        offers=tuple(
            Offer(
                index=index,
                target=one.target,
                inches=one.inches,
                arrives=None if one.arrives is None else chance_of("arrives", one.arrives),
            )
            for index, one in declared
        ),
        assumes=ASSUMES,
    )
