"""The sensible policy of WarStrike, tested by the decision points of the register."""

from pilein.kernel.requests import OneOf, Several, Split, yes_or_no
from pilein.rulesets.warstrike.defensive_fire import defensive_fire
from pilein.rulesets.warstrike.events import Shot
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.rulesets.warstrike.pools import Fallen
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shares import EachPicks, Shares
from pilein.rulesets.warstrike.state import MELEE, NOBODY, Hits, Status
from pilein.rulesets.warstrike.unit_move import UnitMove
from pilein.rulesets.warstrike.volley import deal
from tests.rulesets.fielding import row, told
from tests.rulesets.warstrike.builder import BLADE, RIFLE, SHOOTER, TROOPER, U, armed, battle, changed, play
from tests.rulesets.warstrike.fights import overlapping, shooting, two_targets

IDLE = changed(TROOPER, weapons=())


def facing(*more, own=TROOPER, foe=TROOPER, count=1, inches=4.0, foes=1, **options):
    units = U("own", 0, [(own, count)], row(10, 10, count)), U("foe", 1, [(foe, foes)], row(10, 11 + inches, foes))
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def test_the_policy_always_fires_and_begins_with_units_that_have_no_markers():
    made = facing(U("second", 1, [(SHOOTER, 1)], [(13, 14)]), fight=(0, 1, 2)).having(1, markers=2)
    assert sensible(made, OneOf(1, "WS-DF-01", "?", (1, 2, NOBODY), ("a", "b", "c"))) == 2


def test_the_policy_fires_at_the_nearest_enemy_and_among_equally_near_ones_at_the_most_suppressed():
    more = U("far", 0, [(IDLE, 1)], [(10, 8)]), U("near", 0, [(IDLE, 1)], [(10, 20)], status=Status(markers=1))
    made = facing(*more, fight=(0, 1, 2, 3))
    assert sensible(made, OneOf(1, "WS-DF-08", "?", (0, 2), ("a", "b"))) == 0
    assert sensible(made, OneOf(1, "WS-DF-08", "?", (0, 3), ("a", "b"))) == 3


def test_the_policy_fires_from_outside_the_combat_at_the_nearest_attackers():
    watch = U("watch", 1, [(SHOOTER, 1)], [(22, 10)])
    made = facing(watch, U("near", 0, [(IDLE, 1)], [(15, 14)]), fight=(0, 1, 3)).having(1, at_the_double=True)
    _, script = play(made, defensive_fire, dice=[1], policy=lambda choice: sensible(made, choice))
    assert [(event.unit, event.foe) for event in told(script, Shot)] == [("watch", "near")]


def test_the_policy_acts_first_with_the_unit_that_has_the_most_engaged_models():
    made = facing(U("busy", 0, [(TROOPER, 1)], [(11, 15)]), fight=(0, 1, 2))
    assert sensible(made, OneOf(0, "WS-CY-02", "?", (0, 2), ("a", "b"))) == 2


def test_the_policy_shoots_with_all_models_at_the_nearest_unit():
    made = facing(U("near", 1, [(IDLE, 1)], [(10, 12)]), fight=(0, 1, 2))
    assert sensible(made, Split(0, "WS-SH-01", "?", 3, ("foe", "near", "hold fire"))) == (0, 3, 0)


def test_the_policy_strikes_with_the_weapon_expected_to_kill_most():
    weak = Weapon("weak", AP=1)
    made = facing(own=armed(weak, BLADE), inches=0)
    assert sensible(made, Split(0, "WS-ME-02", "?", 1, ("weak", "blade"))) == (0, 1)


def move(made, clause="WS-C3-01", unit=0):
    return UnitMove(made.side(unit), clause, made, unit, 3 * 127000, is_bound=True)


def test_the_policy_closes_in_with_a_unit_unless_its_fight_is_lost():
    made = facing(inches=2)
    ((model, _, y, _),) = sensible(made, move(made))
    assert (model, round(y / 127000, 2)) == (0, 12)


def test_the_policy_keeps_models_without_a_melee_weapon_out_of_contact():
    rifles = armed(RIFLE)
    assert sensible(facing(own=rifles, inches=2), move(facing(own=rifles, inches=2))) == ()
    made = facing(own=rifles, inches=0)
    assert sensible(made, move(made)) != ()


def test_the_policy_leaves_a_lost_fight():
    made = facing(inches=4, foes=3).having(0, markers=4)
    ((_, _, y, _),) = sensible(made, move(made))
    assert y < 9 * 127000


def test_the_policy_moves_a_unit_away_from_a_far_stronger_enemy():
    made = facing(inches=4, foes=3)
    ((_, _, y, _),) = sensible(made, move(made))
    assert y < 9 * 127000


def test_the_policy_closes_in_on_an_enemy_that_merely_has_more_models():
    made = facing(own=changed(armed(BLADE), WS=6), foe=IDLE, inches=2, foes=3)
    ((_, _, y, _),) = sensible(made, move(made))
    assert y > 10 * 127000


def test_the_policy_does_not_draw_an_enemy_without_markers_into_the_combat():
    late = U("late", 1, [(TROOPER, 1)], [(10, 17.5)])
    assert sensible(facing(late), move(facing(late))) == ()
    shaken = facing(late).having(2, markers=1)
    assert sensible(shaken, move(shaken))


def test_the_policy_pursues_enemies_that_fell_back():
    made = facing(inches=5).having(1, broken_off=True).fighting(fled=((1, 0),))
    ((_, _, y, _),) = sensible(made, move(made, "WS-LD-04"))
    assert y == 13 * 127000


def test_the_policy_assigns_extra_hits_to_the_model_with_the_best_save():
    more = U("hard", 1, [(changed(TROOPER, Ar=5), 2)], row(12, 15, 2))
    made = facing(more, fight=(0, 1, 2)).fighting(hits=(Hits(4, 3, 3, (1, 2, 3)),))
    assert sensible(made, Shares(1, "WS-MX-01", "?", 4, ("foe", "hard"), (1, 2), (2, 4))) == (1, 3)


def test_the_policy_assigns_no_extra_hits_to_the_best_strikers():
    more = U("strong", 1, [(changed(TROOPER, WS=6, Ar=4), 2)], row(12, 15, 2))
    made = facing(more, fight=(0, 1, 2)).fighting(hits=(Hits(4, 3, 3, (1, 2, 3)),))
    assert sensible(made, Shares(1, "WS-MX-01", "?", 4, ("foe", "strong"), (1, 2), (2, 4))) == (2, 2)


def test_the_policy_chooses_the_enemy_leader_as_a_casualty_or_else_as_many_models_as_it_may():
    made = facing(foes=4)
    assert sensible(made, OneOf(0, "WS-AL-05", "?", ((1,), (2, 3), (2,), ()))) == (1,)
    assert sensible(made, OneOf(0, "WS-AL-05", "?", ((2, 3), (2,), ()))) == (2, 3)


def test_the_policy_removes_ordinary_models_first_and_the_leader_last():
    made = facing(foes=3)
    assert sensible(made, Several(1, "WS-AL-01", "?", (1, 2, 3), 2, 2)) == (2, 3)


def test_the_policy_takes_the_first_offer_if_it_has_no_rule_for_a_question():
    assert sensible(facing(), yes_or_no(0, "WS-AL-02", "?")) is True
    assert sensible(None, OneOf(0, "WS-CY-02", "?", (5, 6))) == 5


def test_the_policy_distributes_only_the_hits_that_the_question_concerns():
    """WS-MX-01: the policy does not redistribute the hits that were dealt before and that only P may take."""
    made = overlapping(armed(Weapon("claws", Atk=2, AP=2)), armed(Weapon("drill", Atk=2, AP=5)))
    begun, _ = play(made, strike, 0, dice=[4] * 4, until="deal")
    dealt, _ = play(begun, deal, 0, MELEE, 0, until="deal")
    asked = Shares(1, "WS-MX-01", "?", 2, ("P (Ar 4)", "Q (Ar 3)"), (0, 2), (0, 2))
    assert sensible(dealt, asked) == (0, 2)


GUN, TOY = Weapon("gun", ranged=True, AP=5, firepower=3), Weapon("toy", ranged=True, AP=5, firepower=3)
SURE = changed(TROOPER, BS=8, weapons=(GUN,))
FAIR = changed(TROOPER, BS=4, weapons=(TOY,))


def test_the_policy_never_names_an_impossible_set_of_casualties() -> None:
    pools = (1, (3, 4), 1), (1, (4, 5), 1)
    made = shooting((SURE, (20, 20)), (FAIR, (24, 20)), at=[(20, 26), (22, 26), (24, 26), (40, 40)])
    asked = Fallen(1, "WS-AL-01", "?", (3, 4, 5), 2, ("a", "b", "c"), pools)
    assert asked.why_not(sensible(made, asked)) is None


def test_the_policy_answers_for_each_model_separately() -> None:
    heavy = Weapon("heavy", AP=5)
    made = battle(
        U("A", 0, [(armed(BLADE, heavy), 1)], [(20, 20)]), U("D", 1, [(TROOPER, 1)], [(20, 21)]), fight=(0, 1)
    )
    asked = EachPicks(0, "WS-ME-02", "?", (0,), ("A",), ("blade", "heavy"))
    assert sensible(made, asked) == (1,)
    asked = EachPicks(0, "WS-SH-01", "?", (0, 1), ("a", "b"), ("P", "Q", "hold fire"))
    assert sensible(two_targets(), asked) == (0, 0)
