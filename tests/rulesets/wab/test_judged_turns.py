"""Findings in WAB of readers who played sentences drawn by lot: heroes, columns, blocks that have turned about."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import rank_bonus
from pilein.rulesets.wab.charge_moves import move_chargers
from pilein.rulesets.wab.giving_ground import give_grounds
from pilein.rulesets.wab.leadership import lent_leadership, may_roll_again
from pilein.rulesets.wab.moves_choice import RemainingMove
from pilein.rulesets.wab.moving import means_of
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooters import shooters
from pilein.rulesets.wab.state import Aftermath, Battle, Charge
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle, changed

HERO = changed(WARRIOR, type="character")
LORD = changed(HERO, Ld=9, general=True)
BEARER = changed(HERO, battle_standard=True)
FOES = U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


def moved(state: Battle, *moves: tuple[str, tuple[tuple[str | int, ...], ...]]) -> Battle:
    """The battle after the first red unit has made these moves, one in each of its turns."""
    for pace, steps in moves:
        script = Script(RULESET, answers=[(pace, steps)])
        state = script.begin(state.having(0, move=""), RULESET.find("remaining_moves"))
        script.assert_used_up()
    return state


# --- Heroes on their own (WAB-LT-05, WAB-LT-07) -------------------------------------------------------------------


@pytest.mark.clause("WAB-LT-05", "WAB-LT-07")
@pytest.mark.parametrize(("models", "serve"), [(1, True), (2, False)])
def test_a_lone_hero_is_no_skirmisher_to_general_and_standard(models: int, serve: bool) -> None:
    """WAB-R-75: a character on his own is fielded as loose models, since he has no ranks; two of them skirmish."""
    hero = U("hero", 0, ((HERO, models),), at=[(20, 20), (21, 20)][:models], formation="skirmish")
    lord = U("lord", 0, ((LORD, 1),), at=[(20, 25)], formation="skirmish")
    bearer = U("bearer", 0, ((BEARER, 1),), at=[(24, 20)], formation="skirmish")
    state = battle(hero, lord, bearer, FOES)
    table = Table(state.setup.readings)
    assert lent_leadership(state, table, 0, "fear") == (9 if serve else 0)
    assert may_roll_again(state, table, 0, "break") is serve


# --- Snaking columns (WAB-FM-11) ----------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FM-11")
def test_a_straight_column_may_bend_more_than_once_in_a_fast_march() -> None:
    """As one may that was bent before."""
    column = U("column", 0, ((WARRIOR, 9), (changed(WARRIOR, musician=True), 1)), block=(20, 10, 0, 1))
    state = battle(column, FOES)
    choice = RemainingMove(0, "WAB-SEQ-04", "", state, 0, means_of(state, Table(state.setup.readings), 0, 1))
    there, back = ("bend", 4500, 3 * INCH), ("bend", -4500, 3 * INCH)
    assert choice.why_not(("fast march", (there, back))) is None
    assert choice.why_not(("fast march", (there, ("shift", 0, INCH)))) is not None
    after = moved(state, ("fast march", (there, back)))
    assert after.plane.place(0).facing == 0


# --- Blocks that have turned about: the rank that is not full stands in front -------------------------------------


def turned(kind=WARRIOR, *, models: int, files: int, foes: U = FOES) -> Battle:
    """A block in open order that has turned about where it stands."""
    block = U("block", 0, ((kind, models),), block=(30, 20, 0, files))
    return moved(battle(block, foes), ("normal", (("about",),)))


@pytest.mark.clause("WAB-CR-03")
@pytest.mark.parametrize(("models", "bonus"), [(10, 1), (16, 2), (5, 0)])
def test_full_ranks_behind_a_first_that_is_not_count(models: int, bonus: int) -> None:
    """WAB-R-89: the ranks behind the first count if they are complete, whether it is or not."""
    state = turned(models=models, files=6)
    assert rank_bonus(state, Table(state.setup.readings), 0) == bonus


@pytest.mark.parametrize("about", [False, True])
def test_the_empty_places_of_a_first_rank_are_not_seen(about: bool) -> None:
    """WAB-R-70: of five men in files of four the fifth stands by himself; an archer looks at the places beside him."""
    block = U("block", 0, ((WARRIOR, 5),), block=(30, 20, 180, 4))
    archer = U("archer", 1, ((armed(WARRIOR, "bow"), 1),), block=(30.05, 22.06, 292.5, 1))
    state = battle(block, archer)
    if about:
        state = moved(state, ("normal", (("about",),)))
    assert not shooters(state, Table(state.setup.readings), 1, 0, reaction=False)


# --- Winners who follow up (WAB-FZ-05, WAB-R-69) ------------------------------------------------------------------


@pytest.mark.clause("WAB-FZ-05")
def test_a_unit_that_follows_two_units_that_give_ground_charges_neither() -> None:
    """The frenzied stay in contact with both; neither is an enemy that they had not fought."""
    frenzied = U("frenzied", 0, ((changed(WARRIOR, rules=("Frenzy",)), 10),), block=(24, 20, 0, 10))
    stubborn = changed(WARRIOR, rules=("Stubborn",))
    beaten = [U(name, 1, ((stubborn, 10),), block=(x, 20, 180, 5)) for name, x in (("left", 22), ("right", 26))]
    state = battle(frenzied, *beaten).having(0, won=True, fought=(1, 2))
    after = Script(RULESET).begin(state.changed(aftermath=Aftermath(giving=(1, 2))), give_grounds)
    assert after.plane.touched_units(0) == (1, 2)
    assert (after.status(0).charge, after.charges) == ("", ())


# --- An inch from enemies (WAB-R-36) ------------------------------------------------------------------------------


def test_a_wheel_ends_an_inch_from_enemies() -> None:
    """A failed charge wheels until an enemy stands in its way, and no nearer than 1"."""
    foot = U("foot", 0, ((changed(WARRIOR, M=4), 20),), block=(20, 10, 0, 5))
    foes = U("foes", 1, ((WARRIOR, 10),), block=(40, 30, 180, 5))
    enemy = U("enemy", 1, ((WARRIOR, 1),), at=((16.7, 11.8),), formation="skirmish")
    state = battle(foot, foes, enemy).changed(charges=(Charge(0, 1),))
    after: Battle = Script(RULESET, answers=None, policy=first).begin(state, move_chargers)
    assert distance(after, 0, 2) > 0.998 * INCH
