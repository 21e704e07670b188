"""Messages offer charges with their probabilities."""

from fractions import Fraction
from pathlib import Path

from pilein.lab.charges_on_offer import ChargeOnOffer
from pilein.lab.figures import share
from pilein.protocol import offering
from pilein.protocol.at_table import Offers
from pilein.protocol.from_page import AskOffers, OpenTable
from pilein.protocol.offering import offers_of
from pilein.protocol.table import Table
from tests.protocol.test_forecasting import DEMO, DUEL, at

DEMO_TEXT = Path("examples/scrollhammer/demo.toml").read_text(encoding="utf-8")
QUERY = AskOffers(id=1, question=1)


def test_each_charge_on_offer_is_sent_with_the_number_of_its_option_and_the_certainty_of_its_probability(monkeypatch):
    chances = (Fraction(11, 12), share(26, 40), None)
    monkeypatch.setattr(offering, "charges_on_offer", lambda game, choice: _offered(game, choice, chances))
    found = offers_of(at(DEMO), QUERY).offers
    assert [one.index for one in found] == [0, 1, 2]
    assert [one.arrives and (one.arrives.chance, one.arrives.games) for one in found] == [
        (11 / 12, 0),
        (0.65, 40),
        None,
    ]


def _offered(_game, choice, chances):
    answers = (answer for _, answer in choice.candidates())
    return tuple(ChargeOnOffer("a", "b", answer, 4.0, one) for answer, one in zip(answers, chances, strict=False))


def test_a_table_replayed_from_its_lines_offers_the_same_charges():
    """A server answers queries on a copy of the table, which it replays from the table's lines."""
    opening = OpenTable(id=1, toml=DEMO_TEXT, players=("", "sensible"), phases=1, dice="fair", is_alone=True)
    table = Table.opened(opening, b"x" * 32)
    (here,), (there,) = (one.hear("first", QUERY) for one in (table, Table.of(table.stored())))
    assert isinstance(here.message, Offers)
    assert there.message == here.message


def test_a_question_that_is_not_about_declaring_a_charge_offers_no_charges():
    assert offers_of(at(DUEL), QUERY).offers == ()
