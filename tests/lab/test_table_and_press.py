"""If geometry does not matter, a fight has the same odds, as fractions, on a table and in the press."""

import pytest

from pilein.engine.rulesets import vocabulary
from pilein.lab.odds import odds
from pilein.tabletop.loading import loads
from tests.lab.lines import FEW_MEN, FEW_ROUNDS, in_the_press, of_another, on_a_table


def assert_alike(press, table):
    """Assert that outcomes, fates, losses, results and deciding clauses are equal as fractions."""
    one, other = (odds(loads(text, vocabulary).scenario, exact=True, phases=1).figures for text in (press, table))
    assert other.outcome == one.outcome
    assert other.margin == one.margin
    assert other.decided == one.decided
    assert [(unit.losses, dict(unit.fates)) for unit in other.units] == [
        (unit.losses, dict(unit.fates)) for unit in one.units
    ]


@pytest.mark.parametrize(
    "fight",
    [
        {"guards": 1, "reavers": 1, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 2, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 1, "weapon": "great weapon"},
    ],
)
def test_a_fight_in_the_press_has_the_same_odds_as_the_same_fight_on_a_table(fight):
    assert_alike(in_the_press(**fight), on_a_table(**fight))


@pytest.mark.parametrize(
    ("ruleset", "guards", "reavers", "rulings"),
    [
        ("scorched", 1, 1, ""),
        ("scorched", 2, 1, ""),
        ("scorched", 2, 2, ""),
        ("wab", 1, 1, FEW_MEN),
        ("wab", 2, 1, FEW_MEN),
        ("wab", 2, 2, FEW_MEN),
        ("warstrike", 1, 1, FEW_ROUNDS % 3),
        ("warstrike", 2, 1, FEW_ROUNDS % 2),
        ("wwpd", 1, 1, ""),
        ("wwpd", 2, 1, ""),
        ("wwpd", 2, 2, ""),
    ],
)
def test_a_fight_has_the_same_odds_on_a_table_and_in_the_press_under_every_ruleset(ruleset, guards, reavers, rulings):
    fight = {"ruleset": ruleset, "guards": guards, "reavers": reavers, "rulings": rulings}
    assert_alike(of_another(**fight, on_table=False), of_another(**fight, on_table=True))
