"""Joint distributions and conditional probabilities agree with calculations by hand, with marginal distributions and
with sampled games.
"""

import pickle
from fractions import Fraction

import pytest

import pilein
from pilein.engine.rulesets import rulesets_from
from pilein.kernel.errors import BadInput
from pilein.lab.figures import Estimate
from tests.lab.brawls import BRAWL, TEXTS

DUEL = "examples/scrollhammer/duel.toml"
SLAVES = "examples/scrollhammer/slaves.toml"


@pytest.fixture(scope="module")
def slaves():
    return pilein.odds(SLAVES, phases=1)


def test_the_marginals_of_a_joint_distribution_are_the_losses_of_each_unit(slaves):
    found = slaves.joint("spellswords", "slaves")
    for place, name in enumerate(("spellswords", "slaves")):
        unit = next(one for one in slaves.figures.units if one.unit == name)
        margin: dict[int, Fraction] = {}
        for values, chance in found.chances:
            margin[values[place]] = margin.get(values[place], Fraction(0)) + chance
        assert sorted(margin.items()) == list(unit.losses.chances)


def test_the_probability_of_a_condition_is_the_sum_of_the_cells_that_meet_it(slaves):
    cells = slaves.joint("spellswords", "slaves").chances
    wanted = sum((chance for (mine, theirs), chance in cells if mine <= 2 and theirs >= 5), Fraction(0))
    assert slaves.chance("slaves.lost >= 5 and spellswords.lost <= 2") == wanted
    assert 0 < wanted < 1


def test_a_conditional_probability_is_the_joint_probability_divided_by_that_of_the_condition(slaves):
    both = slaves.chance("houses.wins and slaves.Broke")
    condition = slaves.chance("slaves.Broke")
    assert slaves.chance("houses.wins", given="slaves.Broke") == both / condition
    assert condition == slaves.chance("Broke", "slaves"), "the same event, by the other route"


def test_the_joint_probability_of_each_outcome_of_a_fight_equals_its_probability_in_the_figures(slaves):
    outcome = dict(slaves.figures.outcome)
    for word, chance in outcome.items():
        assert slaves.chance(f'outcome == "{word}"') == chance
    assert slaves.chance("houses.wins") == outcome["houses wins"]
    assert slaves.chance("houses.wins or not houses.wins") == 1


def test_the_name_of_a_side_stands_for_all_its_units():
    odds = pilein.odds(DUEL, phases="end")
    units, sides = odds.joint("hill king", "noble").chances, odds.joint(*odds.figures.sides).chances
    assert units == sides
    assert float(sum(chance for _, chance in sides)) == pytest.approx(1, abs=1e-12)


def test_joint_probabilities_of_a_brawl_match_the_calculation_by_hand(apart, tmp_path):
    """Red hits with probability 2/3. If red misses, blue hits with probability 1/2. Red therefore wins with probability
    2/3 and blue with 1/6, and with probability 1/6 both survive.
    """
    rulesets_from(TEXTS)
    odds = pilein.odds(pilein.Scenario.from_text(BRAWL))
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert odds.joint("one", "other").chances == (((0, 0), sixth), ((0, 1), 2 * third), ((1, 0), sixth))
    assert odds.chance("one.lost == 1", given="other.lost == 0") == Fraction(1, 2)
    assert odds.chance("one.left == 0 or other.left == 0") == 5 * sixth
    assert odds.chance("red.wins") == 2 * third
    assert odds.chance("other.Struck and not blue.wins") == sixth, "blue strikes back and misses"


def test_endless_fights_are_counted_in_the_joint_distribution():
    found = pilein.odds(DUEL, phases="forever")
    assert float(sum(chance for _, chance in found.joint("outcome").chances)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("nobody.lost > 1", "there is no unit or side 'nobody'"),
        ("slaves.Fell", "the event slaves.Fell cannot happen in this fight"),
        ("slaves.health == Broke", "there is no term 'health'"),
        ("slaves.wins", "there is no term slaves.wins"),
    ],
)
def test_a_term_unknown_to_the_fight_is_refused(slaves, words, fault):
    with pytest.raises(BadInput) as refused:
        slaves.chance(words)
    assert fault in str(refused.value)


def test_conditioning_on_a_condition_that_never_holds_is_refused(slaves):
    with pytest.raises(BadInput, match="is never true"):
        slaves.chance("houses.wins", given="slaves.lost > 40")
    with pytest.raises(BadInput, match="no units, sides or terms are named"):
        slaves.joint()


def test_joint_probabilities_from_games_agree_with_exact_ones_within_four_standard_errors(slaves):
    games = pilein.simulate(SLAVES, n=2000, phases=1, joint=True, seed=3, budget=None)
    asked = [
        ("slaves.lost >= 5 and spellswords.lost <= 2", ""),
        ("houses.wins", "slaves.lost >= 5"),
        ("slaves.Broke or spellswords.Broke", ""),
        ('slaves.fate == "destroyed"', "spellswords.lost <= 3"),
    ]
    for words, given in asked:
        exact, sampled = slaves.chance(words, given=given), games.chance(words, given=given)
        assert abs(float(sampled) - float(exact)) <= 4 * sampled.error
    assert games.chance("houses.wins", given="slaves.lost >= 5").games < 2000, "those under the condition"
    cells = games.joint("spellswords", "slaves.fate").chances
    assert sum(round(2000 * float(chance)) for _, chance in cells) == 2000
    lost = next(unit for unit in games.figures.units if unit.unit == "spellswords").losses
    margin = sum(float(chance) for (mine, _), chance in cells if mine == 2)
    assert margin == pytest.approx(float(dict(lost.chances)[2]))


def test_sampled_odds_have_joint_probabilities_with_intervals():
    sampled = pilein.odds(DUEL, limit=1, phases=1)
    found = sampled.joint("outcome")
    assert dict(found.chances) == {(word,): chance for word, chance in sampled.figures.outcome if float(chance)}
    assert found.note == "sampled: 1,000 games"
    assert sampled.chance('outcome == "drawn"') == Estimate(0.0, 0.0, 1000)
    assert pickle.loads(pickle.dumps(sampled)).joint("outcome").chances == found.chances


def test_joint_distributions_from_games_are_the_same_for_any_number_of_workers():
    one, two = (pilein.simulate(SLAVES, n=60, phases=1, joint=True, seed=3, workers=workers) for workers in (1, 2))
    assert one.joint("spellswords", "slaves.fate") == two.joint("spellswords", "slaves.fate")


def test_joint_probabilities_require_games_simulated_with_joint_counts(tmp_path):
    with pytest.raises(BadInput, match="joint=True"):
        pilein.simulate(SLAVES, n=20, way="games", phases=1).joint("outcome")
    with pytest.raises(BadInput, match="walks"):
        pilein.simulate(SLAVES, n=20, way="walks", phases=1, joint=True)
    kept = tmp_path / "kept.json"
    pilein.simulate(SLAVES, n=20, way="games", phases=1, save=kept)
    with pytest.raises(BadInput, match="without resuming saved games"):
        pilein.simulate(SLAVES, n=40, way="games", phases=1, save=kept, joint=True).joint("outcome")


def test_an_event_that_never_occurs_has_probability_zero_and_an_unknown_event_is_refused():
    games = pilein.simulate(SLAVES, n=20, phases=1, joint=True)
    assert float(games.chance("spellswords.Caught and spellswords.Held")) == 0
    with pytest.raises(BadInput, match=r"the event slaves\.Fell cannot happen in this fight"):
        games.chance("slaves.Fell or houses.wins")


def test_a_name_of_several_words_needs_no_quotes_if_it_is_a_whole_term_of_a_joint_distribution():
    duel = pilein.odds(DUEL, phases=1)
    assert duel.joint("hill king.fate", "noble") == duel.joint('"hill king".fate', "noble.lost")


def test_a_joint_distribution_implements_the_report_interface(slaves):
    found = slaves.joint("spellswords", "slaves", given="slaves.lost <= 3")
    assert isinstance(found, pilein.Report)
    assert found.document()["terms"] == ["spellswords.lost", "slaves.lost"]
    assert set(found.to_dict()[0]) == {"spellswords.lost", "slaves.lost", "chance"}
    assert "if slaves.lost <= 3" in str(found)
    assert found.to_svg().startswith("<svg")
    with pytest.raises(BadInput, match="two terms"):
        slaves.joint("slaves").to_svg()
