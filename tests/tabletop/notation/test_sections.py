"""A fault states its location as a path of keys and as a line."""

from pilein.tabletop.notation.sections import Source, spelled


def test_items_of_a_list_are_numbered_from_one_in_messages() -> None:
    assert spelled(("unit", 1, "positions", 0)) == "unit[2].positions[1]"
    assert spelled(("profiles", "old guard", "WS")) == "profiles.old guard.WS"
    assert spelled(()) == ""


def test_a_fault_is_located_at_the_nearest_enclosing_key() -> None:
    source = Source("a.toml", {("unit",): 3, ("unit", 0): 3, ("unit", 0, "place"): 7})
    assert source.fault(("unit", 0, "place", "files"), "x", "y").line == 7
    assert source.fault(("unit", 0, "name"), "x", "y").line == 3
    assert source.fault(("press",), "x", "y").line == 1


def test_faults_of_a_scenario_without_a_file_have_no_location() -> None:
    assert str(Source().fault(("unit", 0), "too far", "move it")) == "unit[1]: too far; move it"
