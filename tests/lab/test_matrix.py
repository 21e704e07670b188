"""In a matrix of all loadouts against each other, every cell agrees with odds."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadInput, BadScenario
from pilein.lab import changes
from pilein.lab.figures import Estimate
from pilein.lab.loadouts import arms_in
from pilein.lab.matrix import Matrix, matrix
from pilein.lab.odds import odds
from pilein.rulesets.scorched.profile import GRIPS, SHAPES
from pilein.tabletop.loading import loads
from pilein.tabletop.notation.rulings import with_rulings
from pilein.tabletop.vocabulary import Vocabulary

DUEL = """
ruleset = "scorched"
active = "crusade"

[profiles.hero]
WS = 5
W = 1
Sv = 4
Inv = 5

[profiles.brute]
WS = 4
W = 1

[[unit]]
name = "hero"
side = "crusade"
profile = "hero"
models = 1
weapons = ["axe"]

[[unit]]
name = "brute"
side = "reavers"
profile = "brute"
models = 1

[press]
pairs = [["hero", "brute"]]
"""


def scenario(text=DUEL):
    return loads(text, vocabulary).scenario


def armed(given, arms):
    """Return the scenario with the given weapons for all models of both units."""
    for number, weapons in enumerate(arms):
        given = changes.with_unit(given, number, changes.holding(given.units[number], weapons))
    return given


SOME = ("sword", "dagger", "two swords", "sword and shield", "daemon weapon", "axe", "chain weapon", "punch")


@pytest.fixture(scope="module")
def duel():
    """Return a matrix of some of the loadouts."""
    words = vocabulary("scorched")
    few = replace(words, arms={name: words.arms[name] for name in SOME})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(changes, "vocabulary", lambda _: few)
        return matrix(scenario(), phases=1, exact=True, budget=None)


def cell(found, one, other):
    place = found.rows.index(one), found.columns.index(other)
    return found.wins[place[0]][place[1]], found.losses[place[0]][place[1]]


def test_the_package_exports_the_function_matrix():
    assert pilein.matrix is matrix


def test_a_matrix_under_scorched_compares_seventeen_loadouts():
    duel = matrix(scenario(), phases=1, exact=True, budget=None)
    assert len(duel.rows) == len(duel.columns) == len(set(duel.rows)) == 17
    assert [len(row) for row in (*duel.wins, *duel.losses)] == [17] * 34
    weapons = vocabulary("scorched").arms.values()
    named = {row for held in weapons for name in held for row in vocabulary("scorched").weapons[name].values()}
    assert {*SHAPES, *GRIPS[1:]} <= named


@pytest.mark.parametrize(
    ("one", "other"),
    [("sword", "dagger"), ("two swords", "sword and shield"), ("daemon weapon", "axe"), ("chain weapon", "punch")],
)
def test_a_cell_of_a_matrix_matches_the_odds_of_its_weapons(duel, one, other):
    arms = vocabulary("scorched").arms
    single = dict(odds(armed(scenario(), (arms[one], arms[other])), exact=True, phases=1).figures.outcome)
    assert cell(duel, one, other) == (single["crusade wins"], single["reavers wins"])


def test_a_matrix_in_floats_agrees_with_one_in_fractions():
    fractions, floats = (matrix(scenario(WAB), phases=1, exact=exact, budget=None) for exact in (True, False))
    assert (fractions.is_exact, floats.is_exact) == (True, False)
    for exact_row, row in zip(fractions.wins, floats.wins, strict=True):
        assert row == pytest.approx([float(chance) for chance in exact_row], abs=1e-12)


def test_the_loadouts_of_a_matrix_replace_the_original_weapons():
    first, second = armed(scenario(), (("sword", "shield"), ("punch",))).units
    assert first.members[0].weapons == ("sword", "shield")
    assert second.members[0].weapons == ("punch",)


def test_progress_of_a_matrix_is_reported_cell_by_cell():
    told = []
    matrix(scenario(WARRIORS), progress=lambda done, wanted: told.append((done, wanted)))
    assert told == [(1, 1)]


WARRIORS = """
ruleset = "wwpd"
active = "red"

[profiles.warrior]
skill = 3
Ld = 4

[[unit]]
name = "ones"
side = "red"
profile = "warrior"
models = 1

[[unit]]
name = "others"
side = "blue"
profile = "warrior"
models = 1

[press]
pairs = [["ones", "others"]]
"""


def test_a_matrix_tries_each_weapon_alone_if_the_ruleset_lists_no_loadouts():
    words = Vocabulary(ruleset="any", weapons={"club": {}, "rake": {}})
    unarmed = replace(scenario(), weapons={})
    assert arms_in(unarmed, words) == {"club": ("club",), "rake": ("rake",)}


def test_a_matrix_includes_the_weapons_described_in_the_scenario():
    """The weapons of the scenario are listed beside those of the ruleset, and the scenario may also change weapons of
    the ruleset.
    """
    weapons = "[weapons.hand_weapon]\nap = 2\n[weapons.club]\n[press]"
    found = matrix(scenario(WARRIORS.replace("Ld = 4", "Ld = 4\narmor = 2").replace("[press]", weapons)), phases=1)
    assert found.rows == ("hand weapon", "club")
    assert cell(found, "hand weapon", "club")[0] > cell(found, "club", "hand weapon")[0]


def test_a_matrix_under_a_ruleset_without_weapons_is_refused(monkeypatch):
    unarmed = replace(scenario(WARRIORS), weapons={})
    monkeypatch.setattr(changes, "vocabulary", lambda name: Vocabulary(ruleset=name))
    with pytest.raises(BadInput, match=r"wwpd has no named weapons; describe some under \[weapons.NAME\]"):
        matrix(unarmed)


def test_the_error_for_an_unknown_aspect_of_a_matrix_lists_those_that_can_be_varied():
    with pytest.raises(BadInput, match="hats: 'hats' cannot be varied; vary weapons, shields, armour and mixtures"):
        matrix(scenario(), vary="hats")
    with pytest.raises(BadInput, match=r"armor: 'armor' cannot be varied; did you mean 'armour'\?"):
        matrix(scenario(), vary="weapons,armor")


def test_a_cell_of_a_matrix_states_how_each_side_wins(duel):
    place = duel.rows.index("sword"), duel.columns.index("dagger")
    arms = vocabulary("scorched").arms
    single = odds(armed(scenario(), (arms["sword"], arms["dagger"])), exact=True, phases=1).figures
    assert duel.how[place[0]][place[1]] == single.how
    assert "(enemy destroyed " in duel.to_svg()


def test_equal_rows_and_equal_columns_of_a_matrix_are_merged():
    half = ((Fraction(1, 2), Fraction(1, 2), Fraction(1, 3)),) * 2
    found = Matrix("any", ("hero", "brute"), ("a", "b"), 0, True, ("club", "mace"), ("axe", "rake", "fist"), half, half)
    shown = found.merged
    assert (shown.rows, shown.columns) == (("club, mace",), ("axe, rake", "fist"))
    assert shown.wins == ((Fraction(1, 2), Fraction(1, 3)),)
    assert "  column 1  axe, rake\n  column 2  fist" in str(found)
    document = found.document()
    assert (document["merged_rows"], document["merged_columns"]) == ([[0, 1]], [[0, 1], [2]])
    assert document["rows"] == ("club", "mace")


def test_rows_with_sampled_or_omitted_cells_are_never_merged():
    cells = ((Estimate(0.5, 0.01, 1000), 0.5), (Estimate(0.5, 0.01, 1000), 0.5), (None, None), (None, None))
    names = ("a", "b", "c", "d")
    found = Matrix("any", ("hero", "brute"), ("a", "b"), 0, False, names, ("x", "y"), cells, cells)
    assert found.merged.rows == names


def test_a_matrix_can_vary_armour_over_every_kind_of_protection():
    found = matrix(scenario(WAB), vary="armour", phases=1)
    assert found.rows[:4] == ("as it is", "no armour", "light armour", "heavy armour")
    assert {"large shield", "pavise shield"} <= {*found.rows}
    assert cell(found, "no armour", "as it is") == cell(found, "as it is", "as it is")
    assert cell(found, "heavy armour", "as it is")[0] > cell(found, "no armour", "as it is")[0]
    assert "WINS OF REDS, IN % (AVERAGE OVER THE ARMOUR OF BLUES)" in str(found)


def test_a_matrix_can_combine_a_shield_with_each_weapon_that_leaves_a_hand_free():
    found = [one.words for one in changes.variants(scenario(), 0, ("shields",))]
    assert {"as it is", "axe and shield", "dagger and shield"} <= {*found}
    assert "two-handed weapon and shield" not in found


def test_a_mixture_in_a_matrix_gives_half_of_the_models_the_new_weapon_and_leaves_the_rest_unchanged():
    found = changes.variants(scenario(WAB), 0, ("mixtures",))
    assert [one.words for one in found] == ["as it is", "half one weapon", "half a weapon in each hand"]
    members = found[2].made(scenario(WAB)).units[0].members
    assert [(one.models, one.weapons) for one in members] == [(1, ("hand weapon",) * 2), (2, ("javelin",))]


def test_a_matrix_refuses_to_vary_an_aspect_that_the_ruleset_lacks():
    with pytest.raises(BadInput, match="wwpd has no named shields; vary weapons or armour or mixtures"):
        matrix(scenario(WARRIORS), vary="shields")


def test_a_matrix_of_a_fight_with_several_units_on_a_side_is_refused():
    more = DUEL.replace('[press]\npairs = [["hero", "brute"]]', SQUIRE)
    with pytest.raises(BadInput, match="one unit on each side, but the scenario has 3"):
        matrix(scenario(more))


SQUIRE = """[[unit]]
name = "squire"
side = "crusade"
profile = "brute"
models = 1

[press]
pairs = [["hero", "brute"], ["squire", "brute"]]
"""


def test_a_matrix_of_a_fight_on_a_table_is_refused():
    table = DUEL[: DUEL.index("[press]")] + "[table]\nwidth = 24\ndepth = 24\n"
    table = table.replace('weapons = ["axe"]', "positions = [[5, 5]]", 1)
    table = table.replace('side = "reavers"', 'side = "reavers"\npositions = [[5, 6]]')
    with pytest.raises(BadInput, match="needs units in the press"):
        matrix(scenario(table))


@pytest.mark.parametrize(
    "rulings", [{}, {"CP-R-17": "one-row"}, {"CP-R-18": "named-weapon"}, {"CP-R-59": "cannot-hit"}]
)
def test_every_loadout_of_a_matrix_fits_into_two_hands(rulings):
    for held in vocabulary("scorched").arms.values():
        assert ruleset_named("scorched").opened(
            with_rulings(armed(scenario(), (held, held)), vocabulary("scorched"), rulings)
        )


def test_a_loadout_that_needs_more_than_two_hands_is_refused():
    with pytest.raises(BadScenario, match="more than two hands"):
        odds(armed(scenario(), (("two-handed weapon", "sword"), ("punch",))), phases=1)


def small(wins, losses):
    numbers = {"wins": (wins,), "losses": (losses,)}
    who = {"ruleset": "any", "units": ("hero", "brute"), "sides": ("a", "b")}
    return Matrix(**who, **numbers, phases=0, is_exact=True, rows=("club",), columns=("club", "rake"))


def test_a_matrix_is_printed_as_a_table_with_numbered_columns():
    lines = str(small((0.5, 0.013), (0.25, 0.2))).splitlines()
    assert lines[0] == "CHANCE IN % THAT HERO (ROW) BEATS BRUTE (COLUMN) IN THE END"
    assert lines[1:3] == ["            1    2", "  1  club  50  1.3"]


def test_the_row_numbers_of_a_matrix_are_right_aligned():
    ways = tuple(f"club {place}" for place in range(10))
    even = ((0.5,) * 10,) * 10
    wins = tuple(tuple((row + column) / 20 for column in range(10)) for row in range(10))
    lines = str(replace(small((), ()), wins=wins, losses=even, rows=ways, columns=ways)).splitlines()
    assert (lines[10][:12], lines[11][:12]) == ("   9  club 8", "  10  club 9")


def test_the_advantage_in_a_cell_of_a_matrix_is_computed_from_decided_fights_only():
    found = small((0.3, 0.0), (0.1, 0.0))
    assert found.favour(0, 0) == pytest.approx(0.5)
    assert found.favour(0, 1) == 0


def test_the_document_of_a_matrix_has_fractions_if_the_odds_are_exact():
    document = small((Fraction(1, 3), Fraction(0)), (Fraction(2, 3), Fraction(1))).document()
    assert document["wins"] == [["1/3", "0"]]
    assert document["columns"] == ("club", "rake")
    assert document["format"] == 1


WAB = """
ruleset = "wab"
active = "red"
[profiles.man]
M = 4
WS = 3
S = 3
T = 3
I = 3
Ld = 7
[[unit]]
name = "reds"
side = "red"
profile = "man"
models = 3
formation = "open"
weapons = ["javelin"]
[[unit]]
name = "blues"
side = "blue"
profile = "man"
models = 3
formation = "open"
[press]
pairs = [["reds", "blues"]]
"""


def test_a_wab_matrix_compares_one_hand_weapon_with_a_hand_weapon_in_each_hand():
    found = matrix(scenario(WAB), phases=1)
    assert found.rows == ("one weapon", "a weapon in each hand")
    assert found.wins[1][0] > found.wins[0][0] > found.wins[0][1]
