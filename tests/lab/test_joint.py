"""Joint distributions and conditional chances: against hand-worked fractions, marginals and sampled games."""

from fractions import Fraction

import pytest

import pilein
from pilein.engine.rulesets import rulesets_from
from pilein.kernel.errors import BadInput
from tests.playtest.brawls import BRAWL, TEXTS

DUEL = "examples/scrollhammer/duel.toml"
SLAVES = "examples/scrollhammer/slaves.toml"


@pytest.fixture(scope="module")
def slaves():
    return pilein.odds(SLAVES, phases=1)


def test_the_margins_of_a_joint_distribution_are_the_losses_of_each_unit(slaves):
    found = slaves.joint("spellswords", "slaves")
    for place, name in enumerate(("spellswords", "slaves")):
        unit = next(one for one in slaves.figures.units if one.unit == name)
        margin: dict[int, Fraction] = {}
        for values, chance in found.chances:
            margin[values[place]] = margin.get(values[place], Fraction(0)) + chance
        assert sorted(margin.items()) == list(unit.losses.chances)


def test_a_chance_is_the_sum_of_the_cells_in_which_it_holds(slaves):
    cells = slaves.joint("spellswords", "slaves").chances
    wanted = sum((chance for (mine, theirs), chance in cells if mine <= 2 and theirs >= 5), Fraction(0))
    assert slaves.chance("slaves.lost >= 5 and spellswords.lost <= 2") == wanted
    assert 0 < wanted < 1


def test_a_conditional_chance_is_the_share_of_the_condition(slaves):
    both = slaves.chance("houses.wins and slaves.Broke")
    condition = slaves.chance("slaves.Broke")
    assert slaves.chance("houses.wins", given="slaves.Broke") == both / condition
    assert condition == slaves.chance("Broke", "slaves"), "the same event, by the other route"


def test_chances_of_a_fight_sum_over_outcomes(slaves):
    outcome = dict(slaves.figures.outcome)
    for word, chance in outcome.items():
        assert slaves.chance(f'outcome == "{word}"') == chance
    assert slaves.chance("houses.wins") == outcome["houses wins"]
    assert slaves.chance("houses.wins or not houses.wins") == 1


def test_sides_stand_for_all_their_units():
    odds = pilein.odds(DUEL, phases="end")
    units, sides = odds.joint("hill king", "noble").chances, odds.joint(*odds.figures.sides).chances
    assert units == sides
    assert float(sum(chance for _, chance in sides)) == pytest.approx(1, abs=1e-12)


def test_a_brawl_by_hand(apart, tmp_path):
    """Red hits with 2/3; if it misses, blue hits with 1/2: red wins 2/3, blue 1/6, both stand in 1/6."""
    rulesets_from(TEXTS)
    odds = pilein.odds(pilein.Scenario.from_text(BRAWL))
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert odds.joint("one", "other").chances == (((0, 0), sixth), ((0, 1), 2 * third), ((1, 0), sixth))
    assert odds.chance("one.lost == 1", given="other.lost == 0") == Fraction(1, 2)
    assert odds.chance("one.left == 0 or other.left == 0") == 5 * sixth
    assert odds.chance("red.wins") == 2 * third
    assert odds.chance("other.Struck and not blue.wins") == sixth, "blue strikes back and misses"


def test_endless_fights_count_where_they_are():
    found = pilein.odds(DUEL, phases="forever")
    assert float(sum(chance for _, chance in found.joint("outcome").chances)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("nobody.lost > 1", "there is no unit or side 'nobody'"),
        ("slaves.Fell", "no event slaves.Fell can happen"),
        ("slaves.health == Broke", "slaves.health is not known"),
        ("slaves.wins", "slaves.wins is not known"),
    ],
)
def test_a_term_that_a_fight_does_not_have_is_refused(slaves, words, fault):
    with pytest.raises(BadInput) as refused:
        slaves.chance(words)
    assert fault in str(refused.value)


def test_a_condition_that_never_holds_is_refused(slaves):
    with pytest.raises(BadInput, match="never holds"):
        slaves.chance("houses.wins", given="slaves.lost > 40")
    with pytest.raises(BadInput, match="no terms"):
        slaves.joint()


def test_sampled_odds_have_no_joint_chances():
    sampled = pilein.odds("examples/scorched/lances.toml", limit=1, phases=1)
    with pytest.raises(BadInput, match="solved, not sampled"):
        sampled.joint("outcome")


def test_a_joint_distribution_is_a_report(slaves):
    found = slaves.joint("spellswords", "slaves", given="slaves.lost <= 3")
    assert isinstance(found, pilein.Report)
    assert found.document()["terms"] == ["spellswords.lost", "slaves.lost"]
    assert set(found.to_dict()[0]) == {"spellswords.lost", "slaves.lost", "chance"}
    assert "if slaves.lost <= 3" in str(found)
    assert found.to_svg().startswith("<svg")
    with pytest.raises(BadInput, match="two terms"):
        slaves.joint("slaves").to_svg()
