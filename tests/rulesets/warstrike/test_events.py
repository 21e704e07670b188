"""The wording of events: scores that no die can show, opposed tests, and the kills that count."""

import pytest

from pilein.kernel.requests import first
from pilein.lab.sentences import sentence
from pilein.rulesets.warstrike.events import Shot, Struck, Suffered
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shooting import shoot
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import RIFLE, TROOPER, U, armed, battle, changed, lines, play

CLAWS = Weapon("claws", Atk=2, AP=3)


@pytest.mark.parametrize(("skill", "words"), [(10, "hitting automatically"), (3, "4+ to hit"), (0, "unable to hit")])
def test_the_log_states_whether_attacks_hit_automatically_or_cannot_hit(skill, words) -> None:
    fighter = changed(armed(CLAWS, RIFLE), WS=skill, BS=skill)
    _, script = play(lines(fighter, TROOPER), strike, 0, dice=[1, 1] if skill == 3 else [4, 4] if skill else [])
    assert sentence(told(script, Struck)[0]) == f"own struck: 2 attacks with claws, {words}"
    made = battle(U("own", 0, [(fighter, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(10, 14)]), fight=(0, 1))
    _, script = play(made, shoot, 0, dice=[1] if skill == 3 else [4] if skill else [])
    assert sentence(told(script, Shot)[0]) == f"own shot at foe: 1 shot with rifle, {words}"


def test_the_log_of_an_opposed_test_gives_the_lead_needed_over_the_other_die() -> None:
    made = lines(armed(CLAWS), TROOPER, rulings={"WS-R-01": "opposed"})
    _, script = play(made, strike, 0, dice=[1, 1, 1, 1])
    assert sentence(told(script, Struck)[0]) == "own struck: 2 attacks with claws, +1 or more on the other die to hit"


@pytest.mark.parametrize(("failed", "words"), [(5, "5 hits, 3 kills counted"), (2, "5 hits, 2 kills counted")])
def test_the_log_reports_only_the_kills_that_count(failed, words) -> None:
    """Only two models can fall, and one further casualty counts as surplus. More casualties may be rolled, but do not
    count.
    """
    made = lines(armed(Weapon("claws", Atk=5, AP=3)), TROOPER, foe_count=2)
    _, script = play(made, strike, 0, dice=[4] * 5 + [1] * failed + [6] * (5 - failed), policy=first)
    assert sentence(told(script, Suffered)[0]) == f"foe took {words}"
