"""Results, documents, tables and pictures state the assumptions behind an answer."""

from pathlib import Path

import pilein
from tests.lab.hunter import hunt

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_odds_state_their_assumptions():
    scenario = hunt(2, charged=True).with_rulings({"SH-R-19": "gap"}).without_sentences("SH-CR-06")
    found = pilein.odds(scenario, ("first", "sensible"), fixed={"SH-MO-06": "no"}, phases=1)
    assert found.assumptions == {
        "phases": "1 phase",
        "charged": "hunter",
        "in contact": "1 hunter, 2 prey; everybody strikes",
        "weapons": "hunter, prey: hand weapon",
        "formations": "hunter, prey: skirmish",
        "policies": "red first, blue sensible",
        "answers": "SH-MO-06=no",
        "rulings": "SH-R-19=gap",
        "without": "SH-CR-06",
    }


def test_the_assumptions_state_the_width_of_blocks_in_the_press_and_the_frontage():
    levies = pilein.load(EXAMPLES / "scrollhammer" / "horde_against_ranks.toml")
    found = pilein.simulate(levies, n=2, phases="end")
    assert (
        found.assumptions["in contact"]
        == "5 of 30 levies (15 strike), 5 of 20 legionaries (5 wide, 10 strike); frontage 5"
    )
    assert found.assumptions["charged"] == "levies"
    assert found.assumptions["phases"] == "fought to the end"


def test_the_assumptions_of_a_fight_on_a_table_count_the_models_in_contact():
    found = pilein.simulate(EXAMPLES / "scrollhammer" / "flank.toml", n=2, phases=1)
    assert found.assumptions["in contact"] == "5 of 15 legionaries (5 wide), 5 of 26 levies (5 wide)"
    assert found.assumptions["statuses"] == "legionaries, levies: has fought"
    assert "charged" not in found.assumptions


def test_members_with_different_weapons_are_listed_separately_in_the_assumptions():
    found = pilein.simulate(EXAMPLES / "wwpd" / "leaders.toml", n=1, phases=1)
    assert found.assumptions["weapons"].startswith("knights: captain power sword and storm shield, void knight hand")


def test_the_assumptions_list_a_policy_function_by_its_name():
    def cautious(_state, choice):
        return next(choice.candidates())[1]

    assert pilein.odds(hunt(1), cautious, phases=1).assumptions["policies"] == "cautious for both sides"


def test_every_result_carries_its_assumptions():
    charge = pilein.charge(EXAMPLES / "wwpd" / "charge.toml", distances=(6,))
    results = (
        pilein.odds(hunt(1), phases=1),
        pilein.simulate(hunt(1), n=5, phases=1),
        pilein.worth(hunt(1), of="prey", vary="models", phases=1),
        pilein.matrix(EXAMPLES / "wwpd" / "plain_men.toml", phases=1),
        charge,
    )
    for found in results:
        assert found.assumptions["policies"] == "sensible for both sides"
        assert found.document()["assumptions"] == found.assumptions
        assert str(found).startswith("ASSUMED\n")
        assert "sensible for both sides" in found._repr_html_()
        assert "policies:" in found.to_svg()
    assert charge.assumptions["phases"] == "the charges of one phase, up to the moment when all have been made"


def test_the_assumptions_list_best_answers_as_a_policy():
    assert pilein.best(hunt(1), phases=1).odds.assumptions["policies"] == "best for both sides"
    assert pilein.best(hunt(1), {"red": "first"}, phases=1).odds.assumptions["policies"] == "red first, blue best"
