"""Positions as JSON and back. What never changes in a game, its set-up, is left out and put back when read.

A struct is written as the list of its fields, in the order of its class; where a field may hold one of several structs
the name of the class stands before them. The layout follows the classes, so it is as old as the ruleset's version.
"""

from typing import Any, Generic, TypeVar

import msgspec

from pilein.kernel.documents import LONGEST
from pilein.kernel.errors import BadRecord
from pilein.kernel.layout import Layout, layout_of
from pilein.kernel.nearest import shortened
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer

State = TypeVar("State", bound=msgspec.Struct)
FAULTS = (TypeError, ValueError, KeyError, IndexError, AssertionError)


class Codec(Generic[State]):
    """Writes and reads the positions of one ruleset, whose states are of `state_type`.

    The type of the state's field `setup` is what is left out, wherever it occurs.
    """

    def __init__(self, state_type: type[State]) -> None:
        fields = {field.name: field.type for field in msgspec.structs.fields(state_type)}
        self._setup_type = fields.get("setup")
        self._layout: Layout = layout_of(state_type, self._setup_type)

    def encode(self, position: Position) -> bytes:
        """The position as JSON: {state, agenda, answers}."""
        return msgspec.json.encode(self.builtins(position))

    def builtins(self, position: Position) -> dict[str, Any]:
        """The position as values that JSON has, tuples where JSON has lists."""
        state = self._layout.write(position.state)
        return {"state": state, "agenda": position.agenda, "answers": position.answers}

    def decode(self, text: bytes | str, setup: object) -> Position:
        """The position that was written, with its set-up.

        Raises:
            BadRecord: this is no position of the ruleset.

        """
        try:
            return self.position(msgspec.json.decode(text), setup)
        except msgspec.DecodeError as error:
            raise BadRecord(f"the position is no JSON: {error}") from None

    def position(self, builtins: Any, setup: object) -> Position:  # noqa: ANN401 - any JSON
        """The position from the values that JSON gave; see `decode`."""
        try:
            state = self._layout.read(builtins["state"], setup)
            agenda = frozen(builtins["agenda"])
            return Position(state, agenda, frozen(builtins["answers"]))
        except FAULTS as error:
            raise BadRecord(
                f"the position does not fit the rules: {shortened(str(error), LONGEST)}", key="position"
            ) from None


def codec_of(state_type: type[Any]) -> Codec[Any]:
    """The codec of a type of state, made once."""
    known = _CODECS.get(state_type)
    if known is None:
        known = _CODECS[state_type] = Codec(state_type)
    return known


_CODECS: dict[type[Any], Codec[Any]] = {}


# --- Answers as JSON has them, lists for tuples, and back --------------------------------------------------------


LEAVES = (bool, int, str, type(None))
WIDEST = 4096  # bits of a whole number


def plain(answer: Answer) -> Any:  # noqa: ANN401 - whatever JSON holds
    """The answer with lists for tuples.

    >>> plain((1, ("a", True)))
    [1, ['a', True]]
    """
    return [plain(one) for one in answer] if isinstance(answer, tuple | list) else answer


def frozen(value: object) -> Answer:
    """The answer that JSON holds, tuples for its lists.

    Raises:
        BadRecord: it holds a fraction, an object or a number of very many digits, which no answer does.

    """
    if isinstance(value, list | tuple):
        return tuple(frozen(one) for one in value)
    if not isinstance(value, LEAVES) or (isinstance(value, int) and value.bit_length() > WIDEST):
        raise BadRecord(
            f"{shortened(repr(value))} is no answer",
            remedy="an answer is a whole number, a text, true, false or a list",
        )
    return value
