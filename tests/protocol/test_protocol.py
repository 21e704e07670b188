"""The TypeScript types and the documentation are generated from the messages, and hostile text is refused."""

from pathlib import Path

import msgspec
import pytest

from pilein.protocol.messages import read
from pilein.protocol.protocol_page import page
from pilein.protocol.typescript import module

ROOT = Path(__file__).parents[2]


def test_the_message_types_of_the_page_are_up_to_date():
    """To renew the file, run `python -m pilein.protocol.typescript > page/src/protocol/messages.ts`."""
    assert (ROOT / "page/src/protocol/messages.ts").read_text(encoding="utf-8") == module()


def test_the_protocol_documentation_is_up_to_date():
    """To renew the page, run `python -m pilein.protocol.protocol_page > docs/protocol.md`."""
    assert (ROOT / "docs/protocol.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"type":"AskGames"}',
        '{"type":"AskGames","id":"1"}',
        '{"type":"AskGames","id":1,"more":1}',
        '{"type":"Games","id":1}',
        '{"type":"Tape","id":1,"points":[[1]]}',
        '{"type":"Answer","id":1,"question":1.5,"answer":1}',
        "[" * 100_000,
        "\ud800",
    ],
)
def test_bytes_that_are_not_a_message_are_refused(text):
    with pytest.raises((msgspec.MsgspecError, RecursionError, UnicodeError)):
        read(text)
