"""Remedies are worded differently for the command line and for the page."""

import pickle
from collections.abc import Callable

import pytest

from pilein.engine.saved import read_saved
from pilein.kernel import record
from pilein.kernel.errors import BadInput, BadRecord
from pilein.kernel.remedies import Remedy, command, line, on_page


def test_advice_joined_from_parts_keeps_its_suggestion_and_its_wording_for_a_web_page() -> None:
    remedy = line("active", '"red"', "red") + " at the top" + command("; `pilein words x` lists keys")
    assert remedy == 'write active = "red" at the top; `pilein words x` lists keys'
    assert (remedy.suggestion, remedy.on_page) == ("red", "set active to red at the top")


def test_an_error_that_is_pickled_or_raised_again_keeps_the_wording_of_its_advice_for_a_web_page() -> None:
    error = pickle.loads(pickle.dumps(BadInput("wrong", remedy="remove it" + command(" (`pilein new`)"))))
    again = BadInput("worse", remedy=error.remedy)
    assert str(again) == "worse; remove it (`pilein new`)"
    assert on_page(again.remedy) == "remove it"


def test_advice_without_commands_has_the_same_wording_on_a_web_page_as_in_a_terminal() -> None:
    assert on_page("remove it") == Remedy("remove it").on_page == "remove it"


def test_advice_about_records_and_saved_games_names_no_command_on_a_web_page() -> None:
    for error in (_refusal(record.read, b"{}"), _refusal(read_saved, b"{}")):
        assert " --" in str(error.remedy)
        assert "-" not in on_page(error.remedy)
        assert "`" not in on_page(error.remedy)


def _refusal(read: Callable[[bytes], object], text: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read(text)
    return caught.value
