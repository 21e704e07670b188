"""Hints report set-ups that are legal but probably not intended. Ordinary scenarios have no hints."""

from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import names, ruleset_named
from pilein.lab.assumptions import hints, hints_on_page
from pilein.lab.scenarios import Scenario
from tests.lab.hunter import hunt, unit

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_hint_says_that_no_unit_has_charged_in_the_press():
    (hint,) = hints(hunt(2))
    assert hint == (
        "no unit has charged, and in the press units charge before play: write charged = true for a unit, "
        "or has_fought = true in a later round"
    )
    (told,) = hints_on_page(hunt(2)).values()
    assert told.endswith(": set charged for a unit, or set has_fought in a later round")
    assert hints(hunt(2, charged=True)) == ()
    assert hints(hunt(2, has_fought=True)) == ()


def test_a_hint_warns_of_lances_carried_by_models_on_foot():
    riders = hunt(2, charged=True, weapons=["lance"])
    assert hints(riders) == (
        "'hunter' carries a lance on foot: write type = \"cavalry\" in its profile if they are mounted",
    )
    assert hints(riders.with_profile("hunter", type="cavalry")) == ()


def test_a_hint_warns_of_shields_without_effect_in_combat():
    saves, armed = {"Sv": 4}, {"charged": True, "weapons": ["great weapon", "shield"]}
    both = hunt(2, **armed).with_profile("hunter", **saves)
    (hint,) = hints(both)
    assert hint.startswith("'hunter' carries a shield that is useless with a great weapon, which needs both hands: ")
    assert hint.endswith(": for combat, write the Sv without the shield")
    assert hints(both.with_unit("hunter", weapons=["hand weapon", "great weapon", "shield"])) == ()
    assert hints(both.with_profile("hunter", rules=["Parry"])) == ()
    assert hints(hunt(2, charged=True, weapons=["hand weapon", "shield"])) == (
        "'hunter' carries a shield that saves nothing by itself: give their profile an Sv that includes the shield",
    )


def test_a_hint_warns_that_a_ruling_against_ranks_of_wab_march_columns_has_no_effect():
    """WAB-R-50: a march column is at most three models wide, but a rank needs at least four models to count."""
    fight = pilein.load(EXAMPLES / "wab" / "press.toml").with_rulings({"WAB-R-50": "column-no-ranks"})
    (hint,) = hints(fight)
    assert hint.startswith(
        "WAB-R-50 column-no-ranks changes nothing, because a rank needs 4 models, but a march column"
    )
    assert hint.endswith("; also give --set WAB-CR-03.files=3")
    assert hints(fight.with_numbers({"WAB-CR-03.files": 3})) == ()


def test_a_hint_warns_of_shields_without_effect_in_a_wab_press():
    fight = pilein.load(EXAMPLES / "wab" / "press.toml")
    assert hints(fight) == ()
    (name, *_) = fight.profiles
    for changes, words in (
        ({"shield": "pavise"}, "carries a pavise, which saves only against missiles, but nobody shoots in the press"),
        (
            {"armour": "full plate"},
            "have a shield that gives no benefit with full plate (WAB-AR-09): remove the shield",
        ),
    ):
        assert any(words in hint for hint in hints(fight.with_profile(name, **changes)))


def test_a_hint_warns_of_a_cavalry_base_without_the_cavalry_type():
    riders = hunt(2, charged=True).with_profile("hunter", base="25x50mm")
    assert hints(riders) == (
        "'hunter' have a base of 25x50mm, as riders do, but are infantry: write type = \"cavalry\" in its profile",
    )
    assert hints(riders.with_profile("hunter", type="cavalry")) == ()


def test_a_hint_warns_of_a_hero_fielded_as_a_unit_of_skirmishers():
    hero = hunt(2, charged=True).with_profile("hero", WS=5, S=4, T=4, W=3, I=5, A=3, Ld=9).to_dict()
    hero["unit"].append(unit("hero", "red", 1))
    hero["press"]["pairs"].append(["hero", "prey"])
    (hint,) = hints(Scenario.from_dict(hero))
    assert hint == (
        "'hero' fight as a separate unit: to let them join 'hunter', "
        'write members = [{ profile = "hero" }] in that unit'
    )
    (told,) = hints_on_page(Scenario.from_dict(hero)).values()
    assert told.endswith(" let them join 'hunter', remove them, and add a hero to that unit")


def test_a_hint_says_that_a_hero_far_from_friends_is_a_separate_unit():
    alone = pilein.load(EXAMPLES / "wab" / "counter_charge.toml")
    assert hints(alone) == ()
    beside = alone.with_unit("hero", positions=[[16, 10]])
    assert [hint.partition(" let them join ")[2].partition(",")[0] for hint in hints(beside)] == ["'lancers'"]


MEANT = {"suppressed.toml"}  # one of its units is out of the combat, to show who may not fire


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.toml")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_examples_give_only_the_hints_listed_for_them(path):
    assert bool(hints(pilein.load(path))) == (path.name in MEANT)


def test_a_hint_warns_of_a_unit_too_far_from_every_enemy_to_charge_on_a_table():
    far = pilein.load(EXAMPLES / "wwpd" / "charge.toml").to_dict()
    far["table"] = {"width": 60, "depth": 60}
    for y, one in zip((5, 25), far["unit"], strict=True):
        one["positions"] = [[5 + 1.5 * place, y] for place in range(len(one["positions"]))]
    found = hints(Scenario.from_dict(far))
    assert all('from the nearest enemy, but no charge goes further than 8"' in hint for hint in found)
    assert len(found) == len(far["unit"])


def test_a_hint_says_that_a_lance_under_scorched_needs_a_charge():
    lancers = pilein.load(EXAMPLES / "scorched" / "lances.toml")
    assert hints(lancers) == ()
    assert "no unit has charged" in hints(lancers.with_unit("lancers", charged=None))[0]


@pytest.mark.parametrize("name", names())
def test_sample_scenarios_give_no_hints(name):
    assert hints(Scenario.from_text(ruleset_named(name).sample)) == ()


def test_every_result_includes_the_hints_about_its_scenario():
    assert pilein.odds(hunt(1), phases=1).hints == hints(hunt(1))
    assert pilein.odds(hunt(1), phases=1).document()["hints"] == hints(hunt(1))
    assert pilein.simulate(hunt(1), n=2, phases=1).hints == hints(hunt(1))
    assert pilein.worth(hunt(1), of="prey", vary="models", phases=1).hints == hints(hunt(1))
    assert pilein.matrix(hunt(1), vary="shields", phases=1).hints == hints(hunt(1))
