"""Answers as JSON has them, lists for tuples, and back."""

from typing import Any

from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer

LEAVES = (bool, int, str, type(None))
WIDEST = 4096  # bits of a whole number


def plain(answer: Answer) -> Any:  # noqa: ANN401 - whatever JSON holds
    """The answer with lists for tuples.

    >>> plain((1, ("a", True)))
    [1, ['a', True]]
    """
    return [plain(one) for one in answer] if isinstance(answer, tuple | list) else answer


def frozen(value: Any) -> Answer:  # noqa: ANN401
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
