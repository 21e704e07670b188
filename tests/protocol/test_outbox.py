"""Chat messages at a table are sent to everyone, kept for newcomers, and limited in length."""

from pathlib import Path

from pilein.protocol.at_table import Said
from pilein.protocol.from_page import Join, OpenTable, Say
from pilein.protocol.replies import Refused
from pilein.protocol.table import Table

TOML = (Path(__file__).parents[2] / "examples/scrollhammer/duel.toml").read_text(encoding="utf-8")


def table():
    return Table.opened(OpenTable(id=1, toml=TOML), bytes(32))


def said(sent):
    return [(one.to, one.message) for one in sent if isinstance(one.message, Said)]


def test_chat_messages_are_sent_to_everyone_at_a_table_and_repeated_to_newcomers():
    at = table()
    before = at.stored()
    heard = said(at.hear("second", Say(id=1, name=" Ada ", text="Well met")))
    assert heard == [("all", Said(side=1, name="Ada", text="Well met"))]
    assert said(at.hear("watch", Join(id=2, table="t", token="x"))) == [("asker", heard[0][1])]  # noqa: S106 - no secret
    assert at.stored() == before


def test_overlong_chat_messages_are_refused():
    refused = table().hear("first", Say(id=1, name="x" * 41))[0].message
    assert isinstance(refused, Refused)
    assert (refused.key, refused.remedy) == ("name", "shorten the text")
