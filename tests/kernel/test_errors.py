"""Error messages state the location, the fault and the remedy."""

from pilein.kernel.errors import LEGAL, BadRecord, BadScenario, IllegalAnswer, TooManyPositions, UnknownRule


def test_the_error_for_a_bad_scenario_names_the_file_the_line_the_key_and_a_remedy() -> None:
    error = BadScenario("is too many", file="a.toml", line=3, key="models", remedy="take fewer")
    assert str(error) == "a.toml:3: models: is too many; take fewer"
    assert (error.file, error.line, error.key, error.message, error.remedy) == (
        "a.toml", 3, "models", "is too many", "take fewer",
    )  # fmt: skip


def test_an_error_message_omits_the_parts_of_its_location_that_are_unknown() -> None:
    assert str(BadScenario("is too many", remedy="take fewer")) == "is too many; take fewer"
    assert str(BadRecord("differs", key="a.b")) == "a.b: differs; use an undamaged copy of the file"


def test_the_error_for_an_unknown_rule_suggests_a_similar_name() -> None:
    assert str(UnknownRule("X-2", "X-1", remedy="list them")) == "there is no rule 'X-2'; did you mean 'X-1'?"
    assert str(UnknownRule("X-2", what="clause", remedy="list them")) == "there is no clause 'X-2'; list them"


def test_the_error_for_an_illegal_answer_names_the_question_the_answer_and_the_reason() -> None:
    assert str(IllegalAnswer(None, 3, "too far", "X-1")) == f"X-1: 3 is not legal: too far; {LEGAL}"
    assert str(IllegalAnswer(None, 3, "too far")) == f"answer: 3 is not legal: too far; {LEGAL}"


def test_the_error_for_too_many_positions_suggests_a_different_question() -> None:
    assert str(TooManyPositions(50, "transitions")) == (
        "the battle has more than 50 transitions, too many for exact odds; "
        "ask about fewer models or phases, or play games with `pilein simulate`"
    )
