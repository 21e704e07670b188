"""The vocabulary of a ruleset validates its keys."""

import pytest

from pilein.tabletop.vocabulary import Key, Vocabulary, defaults, flag, names


def test_a_flag_missing_from_a_scenario_defaults_to_false() -> None:
    assert defaults([flag("charged"), Key("WS", "int"), Key("Sv", "int", default=None)]) == {
        "charged": False,
        "Sv": None,
    }


def test_the_keys_of_a_vocabulary_keep_their_order() -> None:
    assert names([Key("b", "int"), flag("a")]) == ("b", "a")


@pytest.mark.parametrize(
    ("part", "key"),
    [("statuses", "models"), ("characteristics", "base"), ("member_keys", "profile"), ("side_keys", "edge")],
)
def test_a_ruleset_may_not_give_its_own_key_the_name_of_a_common_key(part: str, key: str) -> None:
    with pytest.raises(AssertionError, match="common key"):
        Vocabulary(ruleset="hoplon", **{part: (flag(key),)})  # type: ignore[arg-type]


def test_a_status_may_not_share_its_name_with_a_member_key() -> None:
    with pytest.raises(AssertionError, match="common key"):
        Vocabulary(ruleset="hoplon", statuses=(flag("standard"),), member_keys=(flag("standard"),))


def test_only_a_status_may_name_a_unit() -> None:
    with pytest.raises(AssertionError, match="only a status can name a unit"):
        Vocabulary(ruleset="hoplon", characteristics=(Key("foe", "unit"),))
