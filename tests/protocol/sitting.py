"""A table with seats, at which questions are answered with the options that the table sends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pilein.protocol.at_table import Asked, GameOver, Happened, Joined
from pilein.protocol.from_page import Answer, FromPage, Join, OpenTable
from pilein.protocol.outbox import board_after
from pilein.protocol.replies import Refused
from pilein.protocol.shared_messages import Board, Message, Option, Seat
from pilein.protocol.table import Sent, Table

EXAMPLES = Path(__file__).parents[2] / "examples"
SECRET = bytes(range(32))
LINK = dict.fromkeys(("table", "token"), "")  # whoever keeps the table has judged them
SEATS: tuple[Seat, ...] = ("first", "second", "watch")
Choosing = Callable[[Asked], Option]


def example(name: str) -> str:
    return (EXAMPLES / name).read_text(encoding="utf-8")


def usual(asked: Asked) -> Option:
    return next(one for one in asked.options if one.is_usual)


class Sitting:
    """A table with a page at each of its three seats, and all messages that each page has received."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.got: dict[Seat, list[Message]] = {seat: [] for seat in SEATS}
        self._id = 0
        for seat in SEATS:
            self.say(seat, Join, **LINK)

    @classmethod
    def at(cls, name: str, **opening: Any) -> "Sitting":
        return cls(Table.opened(OpenTable(id=0, toml=example(name), **opening), SECRET))

    def say(self, seat: Seat, kind: type[FromPage], **fields: Any) -> list[Message]:
        """Send a message from a seat, and return the replies to the page at that seat."""
        self._id += 1
        return self.hand_out(seat, self.table.hear(seat, kind(id=self._id, **fields)))

    def hand_out(self, asker: Seat, sent: tuple[Sent, ...]) -> list[Message]:
        got = []
        for to, message in sent:
            for seat in SEATS:
                if to in (seat, "all") or (to == "asker" and seat == asker):
                    self.got[seat].append(message)
                    got += [message] if seat == asker else []
        return got

    def asked(self, seat: Seat = "watch") -> Asked | None:
        """Return the pending question as seen from a seat, or None if the game is over."""
        last = [one for one in self.got[seat] if isinstance(one, Asked | GameOver)][-1]
        return last if isinstance(last, Asked) else None

    def waiting(self) -> Asked:
        """Return the pending question as seen by the side that has to answer it."""
        asked = self.asked()
        assert asked is not None
        own = self.asked(SEATS[asked.side])
        assert own is not None
        return own

    def answer(self, answer: Any) -> list[Message]:
        asked = self.waiting()
        return self.say(SEATS[asked.side], Answer, question=asked.question, answer=answer)

    def play(self, choosing: Choosing = usual, most: int = 500) -> int:
        """Answer questions with their options until the game is over, and return the number of questions."""
        for count in range(most):
            if self.asked() is None:
                return count
            got = self.answer(choosing(self.waiting()).answer)
            assert not [one for one in got if isinstance(one, Refused)]
        raise AssertionError(f"not over after {most} questions")

    def heard(self, seat: Seat, kind: type[Message]) -> list[Any]:
        return [one for one in self.got[seat] if isinstance(one, kind)]

    def texts(self, seat: Seat = "watch") -> list[str]:
        return [line.text for one in self.heard(seat, Happened) for line in one.lines]

    def board(self, seat: Seat = "watch") -> Board:
        return board_after(self.joined(seat).board, self.heard(seat, Happened))

    def joined(self, seat: Seat) -> Joined:
        joined: Joined = self.heard(seat, Joined)[-1]
        return joined
