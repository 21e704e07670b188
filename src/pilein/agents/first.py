"""The policy that takes the first answer offered."""

from typing import Any

from pilein.kernel.requests import Answer, Choice


def first(_state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - any ruleset's state
    """The first candidate of a choice; the same in the same state, so a chain may use it."""
    return next(choice.candidates())[1]
