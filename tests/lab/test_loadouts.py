"""The names of loadouts are shortened for tables and pictures."""

from pilein.lab.loadouts import short_names

LONG = "half armed: great weapon and a very heavy throwing spear of the "


def test_loadout_names_that_fit_are_shown_in_full():
    assert short_names(["axe", "axe, mace"]) == {"axe": "axe", "axe, mace": "axe, mace"}


def test_a_long_loadout_name_is_shown_as_its_first_weapon_and_a_count():
    many = "hand weapon, dagger, spear, spear and shield, hand weapon and shield"
    assert short_names([many])[many] == "hand weapon and 4 more"


def test_loadouts_with_a_common_beginning_are_shown_by_their_differences():
    one = "armed: hand weapon, dagger and shield, a long spear, a short spear"
    two = "armed: hand weapon, dagger and shield, a long axe, a short axe of iron"
    assert list(short_names([one, two], 30).values()) == [
        "armed: a long spear and 3 more",
        "armed: a long axe and 3 more",
    ]


def test_long_loadout_names_with_a_common_beginning_are_shortened_so_that_they_still_differ():
    one, two = f"{LONG}hills", f"{LONG}houses"
    shown = short_names([one, two], 30)
    assert shown[one].endswith("hills")
    assert shown[two].endswith("houses")
    assert all(len(name) <= 30 for name in shown.values())


def test_loadout_names_that_are_equal_when_shortened_are_numbered():
    ones = [f"{LONG}{'x' * 90}{middle}{'y' * 90}" for middle in "ab"]
    shown = list(short_names(ones, 20).values())
    assert shown[0].endswith(" (1)")
    assert shown[1].endswith(" (2)")
