"""Conversion of positions to and from JSON. The set-up never changes during a game, so it is left out, and restored on
reading.

A struct is written as a list of its fields in class order, preceded by the class name if a field may hold one of
several structs. The layout follows the classes, so it is specific to a version of the ruleset.
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
    """Codec for the positions of one ruleset, whose states have type `state_type`.

    Values that have the type of the state's `setup` field are left out wherever they occur.
    """

    def __init__(self, state_type: type[State]) -> None:
        fields = {field.name: field.type for field in msgspec.structs.fields(state_type)}
        self._setup_type = fields.get("setup")
        self._layout: Layout = layout_of(state_type, self._setup_type)

    def encode(self, position: Position) -> bytes:
        """Return the position as JSON: {state, agenda, answers}."""
        return msgspec.json.encode(self.builtins(position))

    def builtins(self, position: Position) -> dict[str, Any]:
        """Return the position as JSON values, with tuples instead of lists."""
        state = self._layout.write(position.state)
        return {"state": state, "agenda": position.agenda, "answers": position.answers}

    def decode(self, text: bytes | str, setup: object) -> Position:
        """Read a position written by `encode`, and restore its set-up.

        Raises:
            BadRecord: the data is not a position of the ruleset.
        """
        try:
            return self.position(msgspec.json.decode(text), setup)
        except msgspec.DecodeError as error:
            raise BadRecord(f"the position is not valid JSON: {error}") from None

    def position(self, builtins: Any, setup: object) -> Position:  # noqa: ANN401 - any JSON
        """Read a position from decoded JSON. See `decode`."""
        try:
            state = self._layout.read(builtins["state"], setup)
            agenda = frozen(builtins["agenda"])
            return Position(state, agenda, frozen(builtins["answers"]))
        except FAULTS as error:
            raise BadRecord(
                f"the position does not fit the rules: {shortened(str(error), LONGEST)}", key="position"
            ) from None


def codec_of(state_type: type[Any]) -> Codec[Any]:
    """Return the codec for a state type, created once."""
    known = _CODECS.get(state_type)
    if known is None:
        known = _CODECS[state_type] = Codec(state_type)
    return known


_CODECS: dict[type[Any], Codec[Any]] = {}


# --- Answers as JSON, lists for tuples, and back ------------------------------------------------------------------


LEAVES = (bool, int, str, type(None))
WIDEST = 4096  # bits in a whole number


def plain(answer: Answer) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return the answer with lists instead of tuples.

    >>> plain((1, ("a", True)))
    [1, ['a', True]]
    """
    return [plain(one) for one in answer] if isinstance(answer, tuple | list) else answer


def frozen(value: object) -> Answer:
    """Return the answer from decoded JSON, with tuples instead of lists.

    Raises:
        BadRecord: the answer contains a fraction, an object, or a number that is too large.
    """
    if isinstance(value, list | tuple):
        return tuple(frozen(one) for one in value)
    if not isinstance(value, LEAVES) or (isinstance(value, int) and value.bit_length() > WIDEST):
        raise BadRecord(
            f"{shortened(repr(value))} cannot be an answer",
            remedy="give a whole number, a string, true, false or a list of them",
        )
    return value
