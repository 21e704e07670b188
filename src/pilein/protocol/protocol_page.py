"""Generator of the page `docs/protocol.md`: `python -m pilein.protocol.protocol_page` prints it."""

import sys
from collections.abc import Iterator
from inspect import cleandoc

from msgspec import NODEFAULT, Struct, json
from msgspec.structs import FieldInfo, fields

from pilein.protocol import at_table, fair_dice, from_page, messages, replies, shared_messages
from pilein.protocol.shared_messages import Message
from pilein.protocol.typescript import spelled_of

OPENING = """\
# The protocol of the page

Made by `python -m pilein.protocol.protocol_page`: do not edit it. The same messages as TypeScript are in
`page/src/protocol/messages.ts`.

"""
COURSE = """
## How a table goes

1. `OpenTable` makes a table; `TableOpened` has three secret links: one for each side and one for those who watch.
2. A page sends `Join` with a link. It gets `Joined` with the board, what has happened since (`Happened`, `TakenBack`),
   and what is so at present: `PlayersNow`, `Taped`, `UndoWanted`, and the question that waits (`Asked`) or `GameOver`.
3. The side that is asked sends `Answer` with the number of the question and the `answer` of an option, or a free one.
   It gets `Done`; all get what happened, and then the next question. An answer that the rules do not allow is `Refused`
   with their reason. An answer to a question that is over is refused too, and changes nothing.
4. `TryAnswer`, `AskRegion`, `AskForecast` and `AskOffers` ask about the question that waits and change nothing.
   `AskReach`, how far a unit charges, may be asked at any time and from every seat.
5. `Leave` lets the policy answer for a while, `SetPlayer` from now on. `Undo` takes back the last decision by hand: at
   once against a policy, for a page that is alone, or while no dice fell and nobody else decided; else the other side
   gets `UndoWanted` and sends `AgreeUndo`.

## Numbers, and lost lines

`Happened` and `TakenBack` are numbered from 1 without a gap; other messages carry the number of the last of them. A
page that lost the line sends `Join` with the last number that it has seen as `since`. Where `Joined` has the same
number, its log goes on; where it has another, the log begins anew. Questions have numbers of their own, which rise
whenever play moves on.

"""


def page() -> str:
    """Return the complete page in Markdown."""
    parts = [OPENING, _section(messages.__doc__ or ""), COURSE, "## Dice that can be checked\n\n"]
    parts += [_section((fair_dice.__doc__ or "").partition("\n\n")[2]), "\n"]
    sections = (
        ("Messages of a page", from_page),
        ("Replies", replies),
        ("At a table", at_table),
        ("Parts of messages", shared_messages),
    )
    for title, module in sections:
        parts += [f"\n## {title}\n", *_messages(module.__name__)]
    return "".join(parts)


def main() -> int:
    """Print the page."""
    sys.stdout.write(page())
    return 0


def _section(words: str) -> str:
    return cleandoc(words) + "\n"


def _messages(module: str) -> Iterator[str]:
    """Yield a section for each message of a module, in order of definition."""
    for kind in _subclasses(Message):
        if kind.__module__ == module:
            yield f"\n### {kind.__name__}\n\n{cleandoc(kind.__doc__ or '')}\n\n"
            rows = [_row(field) for field in fields(kind)]
            yield "\n".join(["| field | type | where left out |", "| --- | --- | --- |", *rows, ""]) if rows else ""


def _subclasses(kind: type[Struct]) -> list[type[Struct]]:
    """Subclasses of a message class, direct and indirect, in order of definition."""
    return [one for sub in kind.__subclasses__() for one in (sub, *_subclasses(sub))]


def _row(field: FieldInfo) -> str:
    default = "" if field.default is NODEFAULT else f"`{json.encode(field.default).decode()}`"
    words = spelled_of(field.type).replace("|", "\\|")
    return f"| `{field.name}` | `{words}` | {default} |"


if __name__ == "__main__":
    sys.exit(main())
