"""Models that fight, the enemies they strike and the number of their attacks."""

from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.kernel.requests import Split, first
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.combat_events import Struck
from pilein.rulesets.wab.fight.combat_phase import fight_combat
from pilein.rulesets.wab.fight.striking import strike
from pilein.rulesets.wab.fight.who_fights import announce
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle, Fight
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line
from tests.rulesets.wab.playing import script_of


@pytest.mark.clause("WAB-CC-03")
@pytest.mark.parametrize(("answer", "dice"), [(True, [1, 1, 4, 4, 6]), (False, [1, 4, 4, 6])])
def test_a_weapon_in_each_hand_may_give_an_extra_attack_instead_of_the_shield_save(answer, dice) -> None:
    """WAB-R-81: the extra attack costs the model its shield save of 6+."""
    paired = changed(WARRIOR, two_weapons=True)
    state = facing(line(paired, 1), line(WARRIOR, 1)).having(0, charge="charged")
    if answer:
        dice = dice[:-1]  # no save without a shield
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[answer])
    assert after.living(0) == (0 if answer else 1)


@pytest.mark.parametrize(("reading", "asked"), [("default", 0), ("two-weapons-mounted", 1)])
def test_by_default_riders_gain_no_extra_attack_from_a_weapon_in_each_hand(reading, asked) -> None:
    rider = changed(WARRIOR, two_weapons=True, mounted=True, shield="none")
    state = facing(line(rider, 1), line(changed(WARRIOR, A=0), 1), rulings={"WAB-R-81": reading})
    state = state.having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1] * (1 + asked), answers=[True] * asked)


@pytest.mark.clause("WAB-CC-02")
def test_the_models_of_a_unit_in_contact_with_two_enemies_are_divided_between_the_enemies() -> None:
    """WAB-R-76: if a model touches different enemies, its attacks are announced before they are rolled."""
    still = changed(WARRIOR, A=0)
    red = U("red", 0, ((WARRIOR, 4),), files=4)
    state = battle(red, U("one", 1, ((still, 4),)), U("two", 1, ((still, 4),)), pairs=[(0, 1), (0, 2)])
    after = fought(state, fight_combat, 0, 1, 2, dice=[4, 4, 4, 4, 1, 1, 1, 4, 4, 1], answers=[(3, 1)])
    assert (after.living(1), after.living(2)) == (3, 3)


@pytest.mark.clause("WAB-FM-10")
def test_in_a_fast_marching_unit_only_the_front_rank_fights() -> None:
    """WAB-R-50: the rear ranks of a fast-marching unit make no attacks."""
    still = changed(WARRIOR, A=0)
    column = U("column", 0, ((WARRIOR, 4),), block=(20, 20, 0, 1))
    flank = U("flank", 1, ((still, 4),), block=(20 + 10 / 25.4, 20 - 40 / 25.4, 270, 4))
    state = battle(column, flank)
    state = state.having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1, 1, 1, 1])
    fought(state.having(0, move="fast marched"), fight_combat, 0, 1, dice=[1])


@pytest.mark.clause("WAB-FZ-03")
@pytest.mark.example("WAB-EX-19")
def test_frenzied_models_have_an_extra_attack() -> None:
    fanatic = changed(WARRIOR, M=4, rules=("Frenzy",))
    state = facing(line(fanatic, 4), line(changed(WARRIOR, A=0), 10)).having(0, charge="charged")
    hits = [4, 4, 1, 6, 2, 3, 5, 2]
    after = fought(state, fight_combat, 0, 1, dice=[*hits, 1, 1, 1, 1])
    assert after.living(1) == 10


@pytest.mark.parametrize(
    ("attacks", "reading", "dice"), [(2, "default", 3), (2, "frenzy-double", 4), (1, "default", 2)]
)
def test_under_the_frenzy_double_ruling_the_attacks_of_frenzied_models_are_doubled(attacks, reading, dice) -> None:
    fanatic = changed(WARRIOR, A=attacks, rules=("Frenzy",))
    state = facing(line(fanatic, 1), line(changed(WARRIOR, A=0), 1), rulings={"WAB-R-65": reading})
    fought(state.having(0, charge="charged"), fight_combat, 0, 1, dice=[1] * dice)


@pytest.mark.clause("WAB-FZ-03", "WAB-CC-03")
@pytest.mark.parametrize(
    ("changes", "dice", "answers"),
    [({"rules": ("Frenzy",)}, 2, []), ({"two_weapons": True}, 2, [True]), ({"two_weapons": True}, 0, [False])],
)
def test_a_model_with_no_attacks_of_its_own_still_makes_its_extra_attack(
    changes: dict[str, Any], dice: int, answers: list[bool]
) -> None:
    idle = changed(WARRIOR, A=0)
    state = facing(line(changed(idle, **changes), 2), line(idle, 2)).having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1] * dice, answers=answers)


STILL = changed(WARRIOR, A=0)
LORD = changed(WARRIOR, A=1, I=1, W=1, Ld=9, type="character", general=True)


def between(beast, **more) -> Battle:
    """Return a battle of a single model that touches two enemy units."""
    one, two = (U(name, 1, ((STILL, 4),), files=4) for name in ("one", "two"))
    return battle(U("beast", 0, ((beast, 1),)), one, two, pairs=[(0, 1), (0, 2)], **more)


def test_the_attacks_of_a_single_model_may_be_divided_between_targets() -> None:
    """WAB-CC-02, WAB-R-76: an elephant with four attacks touches two units and strikes both of them."""
    elephant = changed(WARRIOR, A=4, W=6, type="elephant")
    after = fought(between(elephant), fight_combat, 0, 1, 2, dice=[4, 4, 4, 4, 4, 1, 1, 1, 4, 4, 1], answers=[(3, 1)])
    assert (after.living(1), after.living(2)) == (2, 3)


def test_a_model_slain_before_its_turn_to_strike_makes_none_of_its_divided_attacks() -> None:
    """WAB-R-80: neither half of its divided attacks is made."""
    swift = U("swift", 1, ((changed(WARRIOR, I=9), 4),), files=4)
    state = battle(U("beast", 0, ((changed(WARRIOR, A=4), 1),)), swift, U("two", 1, ((STILL, 4),), files=4),
                   pairs=[(0, 1), (0, 2)])  # fmt: skip
    fought(state, fight_combat, 0, 1, 2, dice=[4, 1, 1, 1, 4, 1], answers=[(2, 2)])


def led(*, pressed: bool = False, strikers: int = 4) -> Battle:
    """Return a battle of warriors with two attacks each in front of a single rank of three ordinary models and their
    General.
    """
    twice = changed(WARRIOR, A=2, I=5)
    place, there = (None, None) if pressed else ((24, 24, 0, strikers), (24, 24, 180, 4))
    red = U("red", 0, ((twice, strikers),), files=strikers, block=place)
    blue = U("blue", 1, ((STILL, 3), (LORD, 1)), files=4, block=there)
    return battle(red, blue, pairs=[(0, 1)] if pressed else None)


def asked(state: Battle) -> list[tuple[int, tuple[str, ...]]]:
    """Return the targets offered in each question to red about dividing attacks, if all attacks go to the first target
    named.
    """
    script = Script(RULESET, dice=[1] * 40, answers=None, policy=first)
    script.begin(state, announce, 0)
    return [(one.total, one.among) for one in script.asked if isinstance(one, Split)]


def test_a_character_in_the_front_rank_can_be_struck() -> None:
    """WAB-CC-02: models that touch the character may strike it, but rank and file are offered first. On a table, one
    model faces the character and a second touches its corner.
    """
    state = led().changed(fight=Fight((0, 1)))
    (lord,) = {name for _, among in asked(state) for name in among if name != "blue"}
    assert lord.endswith("of blue")
    assert sorted(asked(state)) == [(4, ("blue", lord))]
    struck = fought(led(), fight_combat, 0, 1, dice=[1] * 4 + [4] * 8 + [1] * 4, answers=[(0, 4)])
    assert (struck.living(1), any(kind.general for kind in living_traits(struck, 1))) == (3, False)


@pytest.mark.parametrize(("strikers", "total"), [(2, 4), (5, 6)])
def test_in_the_press_as_many_models_may_strike_a_character_as_on_a_table(strikers, total) -> None:
    state = led(pressed=True, strikers=strikers).changed(fight=Fight((0, 1)))
    assert [number for number, _ in asked(state)] == [total]


def test_no_die_is_rolled_against_a_target_that_is_already_dead() -> None:
    """WAB-R-76: targets are announced before the dice are rolled. WAB-R-95: no die is rolled against a target that has
    died since.
    """
    state = led(pressed=True, strikers=3).changed(fight=Fight((0, 1)))
    gone = state.on(state.field.after({}, frozenset({state.field.models(1)[-1]})))
    fought(gone, strike, 0, 0, 1, 0, 3, 2)


IDLE = changed(WARRIOR, A=0, shield="none")


@pytest.mark.clause("WAB-CC-03")
@pytest.mark.parametrize("hero_does", [True, False])
@pytest.mark.parametrize("men_do", [True, False])
def test_a_hero_and_their_men_choose_their_weapons_separately(*, hero_does: bool, men_do: bool) -> None:
    """WAB-R-81: one of the men is wounded. If the men use both hands, no shield saves that man, and red is beaten."""
    hero, man = (changed(WARRIOR, type=kind, two_weapons=True) for kind in ("character", "infantry"))
    foe = changed(IDLE, I=1)
    red = U("red", 0, ((hero, 1), (man, 15)), block=(24, 20, 0, 4))
    blue = U("blue", 1, ((changed(foe, A=1), 1), (foe, 15)), block=(24, 20, 180, 4))
    attacks = [6 if men_do else 3, 2 if hero_does else 1]
    saved = [1, 1] if men_do else [6]  # or else a break test
    script = script_of(battle(red, blue), [*[1] * sum(attacks), 4, 4, *saved], [hero_does, men_do])
    assert [event.attacks for event in script.events if isinstance(event, Struck) and event.unit == "red"] == attacks
