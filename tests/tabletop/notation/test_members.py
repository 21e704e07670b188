"""Members of a unit are read with their keys."""

from pilein.tabletop.scenario import Member
from tests.tabletop.words import PRESS, TABLE, Bad, assert_fault, changed, loaded


def test_the_members_of_a_unit_come_before_its_other_models_and_use_the_profile_of_the_unit() -> None:
    standard, main = loaded(TABLE).scenario.units[0].members
    assert standard == Member(
        "guard", 1, ("great_axe", "hand weapon"), {"standard": True, "lost": 0}, rules=("no-sweep",)
    )
    assert main == Member("guard", 9, ("spear",), {"standard": False, "lost": 0})


def test_a_unit_may_consist_of_members_alone() -> None:
    reavers = loaded(TABLE).scenario.units[1]
    assert [(member.profile, member.models, member.values["lost"]) for member in reavers.members] == [
        ("guard", 2, 0),
        ("old centurion", 1, 1),
    ]
    assert reavers.models == 3


def test_a_member_without_weapons_or_profile_takes_those_of_the_unit() -> None:
    member = loaded(changed(PRESS, "models = 5", "models = 5\nmembers = [{ lost = 1 }]")).scenario.units[0].members[0]
    assert (member.profile, member.weapons, member.models) == ("guard", ("hand weapon",), 1)
    empty = "models = 5\nmembers = [{ weapons = [] }]"
    assert loaded(changed(PRESS, "models = 5", empty)).scenario.units[0].members[0].weapons == ()


def test_a_member_has_its_own_special_rules_and_those_of_its_profile_and_its_unit_each_only_once() -> None:
    text = changed(PRESS, "models = 5", 'models = 5\nrules = ["no_sweep"]\nmembers = [{ rules = ["stubborn"] }]')
    text = changed(text, "WS = 4", 'WS = 4\nrules = ["stubborn"]')
    first, last = loaded(text).scenario.units[0].members
    assert first.rules == ("stubborn", "no-sweep")
    assert last.rules == ("stubborn", "no-sweep")


def test_a_member_needs_a_profile_if_its_unit_has_none() -> None:
    bad = Bad(
        '{ profile = "guard", models = 2 }',
        "{ models = 2 }",
        58,
        "unit[2].members[1]",
        "the key 'profile' is missing",
        "write",
    )
    assert_fault(TABLE, bad)


def test_a_weapon_listed_twice_counts_as_two_weapons() -> None:
    text = changed(PRESS, '["hand weapon"]', '["hand weapon", "hand_weapon"]')
    assert loaded(text).scenario.units[0].members[0].weapons == ("hand weapon", "hand weapon")
