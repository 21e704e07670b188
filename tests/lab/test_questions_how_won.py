"""Exact odds and samples distinguish four kinds of victory: the enemy is destroyed, is routed, is driven off
or flees.
"""

from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import ruleset_named
from pilein.lab.figures import DESTROYED, DRIVEN_OFF, FLED, HOW, ROUTED, STILL_IN_CONTACT, Estimate
from pilein.lab.questions import Beaten, Course, how_won
from tests.lab.hunter import hunt

EXAMPLES = Path(__file__).parents[2] / "examples"
SLAIN = Fraction(1, 2) * Fraction(1, 2)  # hits on 4+, wounds on 4+
FAILS = Fraction(21, 36)  # more than Ld 7 - 1 by 2D6
CAUGHT = Fraction(26, 36)  # D6 + 4 is D6 + 3 or more


def test_a_win_by_slaying_the_enemy_is_classified_as_destroyed_in_combat():
    odds = pilein.odds(hunt(1), exact=True, phases=1)
    assert odds.figures.how == (((DESTROYED, SLAIN),), ())


def test_a_win_by_breaking_the_enemy_is_classified_as_routed_or_as_driven_off():
    odds = pilein.odds(hunt(2), exact=True, phases=1)
    routed, driven_off = SLAIN * FAILS * CAUGHT, SLAIN * FAILS * (1 - CAUGHT)
    assert odds.figures.how == (((ROUTED, routed), (DRIVEN_OFF, driven_off)), ())
    assert dict(odds.figures.outcome)["red wins"] == routed + driven_off


def test_the_probability_that_a_side_wins_is_the_sum_over_its_kinds_of_victory():
    squads = pilein.load(EXAMPLES / "warstrike/press.toml")
    for name in ("red squad", "blue squad"):
        squads = squads.with_unit(name, models=1)
    for fight in (*("scrollhammer/duel.toml", "wwpd/plain_men.toml", "scorched/duel.toml"), squads):
        figures = pilein.odds(EXAMPLES / fight if isinstance(fight, str) else fight, phases="end").figures
        for (_, won), ways in zip(figures.outcome, figures.how, strict=False):
            assert float(won) == pytest.approx(sum(float(chance) for _, chance in ways))


def test_a_win_over_an_enemy_that_flees_from_a_charge_is_classified_as_fled():
    fight = pilein.load(EXAMPLES / "scrollhammer" / "flight.toml")
    found = pilein.simulate(fight, n=60, seed=1, way="games", fixed={"legion:SH-RE-02": "flee"}, phases=1)
    ((one, ways), _) = zip(found.figures.sides, found.figures.how, strict=True)
    assert one == "hills"
    assert dict(ways)[FLED].value > 0.5
    held = pilein.simulate(fight, n=60, seed=1, way="games", fixed={"legion:SH-RE-02": "hold"}, phases=1)
    assert FLED not in dict(held.figures.how[0])


def test_sampled_kinds_of_victory_agree_with_the_exact_odds():
    exact = {how: float(chance) for how, chance in pilein.odds(hunt(2), phases=1).figures.how[0]}
    for way in ("walks", "games"):
        found = dict(pilein.simulate(hunt(2), n=4000, seed=5, way=way, phases=1).figures.how[0])
        assert found.keys() == exact.keys()
        for how, chance in found.items():
            assert isinstance(chance, Estimate)
            assert chance.value == pytest.approx(exact[how], abs=5 * chance.error)


def test_a_simulation_by_walks_reports_no_kinds_of_victory_if_it_counts_no_events():
    found = pilein.simulate(hunt(2), n=4000, seed=5, way="walks", events=False, phases=1)
    assert found.figures.how == ((), ())
    assert dict(found.figures.outcome)["red wins"].value > 0


def test_a_sensitivity_analysis_reports_the_kinds_of_victory_in_the_unchanged_fight():
    found = pilein.worth(hunt(2), of="prey", phases=1, exact=True)
    assert found.before.how == pilein.odds(hunt(2), exact=True, phases=1).figures.how
    assert "red win 14.58 % (enemy destroyed in rout 10.5 %, driven off 4.1 %) and lose 0.00 models" in found.note
    assert found.document()["how"]["red"][ROUTED]["p"] == "91/864"


@pytest.mark.parametrize(
    ("found", "course", "how"),
    [
        (Beaten(0, are_all_gone=True, is_fighting=False), Course(attacked=True), DESTROYED),
        (Beaten(0, are_all_gone=True, is_fighting=False), Course(), DESTROYED),  # shot
        (Beaten(0, are_all_gone=True, is_fighting=False), Course(ran=True, attacked=True), ROUTED),
        (Beaten(0, are_all_gone=True, is_fighting=False), Course(ran=True), FLED),
        (Beaten(0, are_all_gone=False, is_fighting=False), Course(ran=True, attacked=True), DRIVEN_OFF),
        (Beaten(0, are_all_gone=False, is_fighting=False), Course(), FLED),
        (Beaten(0, are_all_gone=False, is_fighting=True), Course(attacked=True), STILL_IN_CONTACT),
    ],
)
def test_a_victory_is_classified_by_the_fates_of_the_units_and_the_last_decisive_event(found, course, how):
    assert how_won(found, course) == how
    assert how in HOW


def test_the_text_the_document_and_the_records_of_odds_include_the_kinds_of_victory():
    odds = pilein.odds(hunt(2), exact=True, phases=1)
    assert odds.document()["wins"]["red"][ROUTED]["p"] == "91/864"
    record = next(one for one in odds.to_dict() if one["figure"] == "wins")
    assert (record["of"], record["value"], record["chance"]) == ("red", ROUTED, Fraction(91, 864))
    assert "    the enemy is destroyed in rout       10.53 %   91/864" in str(odds)
    assert "enemy destroyed in rout 10.5 %, driven off 4.1 %" in odds.to_svg()


def test_each_ruleset_names_its_events_for_attacks_and_routs():
    for name in ("scrollhammer", "wab", "warstrike", "wwpd", "scorched"):
        rules = ruleset_named(name)
        assert rules.attacks
        assert all(kind.__module__.startswith(("pilein.rulesets", "pilein.tabletop")) for kind in rules.routs)
