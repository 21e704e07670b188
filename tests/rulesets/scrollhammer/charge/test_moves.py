"""SH-MV-01, SH-MV-04, SH-MV-20 to SH-MV-22, SH-MV-27, SH-MC-02: a charge moved model by model."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge.targets import naming
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, battle, changed
from tests.rulesets.scrollhammer.charging import facing_off, guards, kinds, play, rank, reavers, told, under_way, where
from tests.rulesets.scrollhammer.logs import Case, log_of

NAMED_TWO = [(0, 1, 2), "hold", "hold"]

WALL_OF_GROUND = [("dangerous", [(8, 12), (12, 12), (12, 13), (8, 13)])]


def charging(made, inches=7, answers=None, dice=(), targets=(1,), **charge):
    return play(under_way(made, *targets, range=inches, **charge), dice, answers, charge_move)


def to(model, x, y, facing=0):
    return model, round(x * 127000), round(y * 127000), facing * 100


@pytest.mark.clause("SH-MV-01")
def test_a_charger_in_range_moves_into_contact_and_counts_as_having_charged():
    after, script = charging(facing_off(5))
    assert kinds(script) == ["ChargeMade", "Moved"]
    assert after.plane.touched_units(0) == (1,)
    assert after.status(0).charged


@pytest.mark.clause("SH-MV-04")
def test_every_model_of_a_charging_unit_makes_a_charge_move():
    after, script = charging(facing_off(5, own=4, foes=4))
    assert kinds(script).count("Moved") == 4
    assert after.charge.moved == (0, 1, 2, 3)


@pytest.mark.clause("SH-MV-20")
def test_the_charging_model_nearest_to_the_enemy_moves_first():
    made = battle(guards([(10, 10), (12, 10.5)]), reavers([(10, 16), (12, 16)]))
    assert charging(made)[0].charge.moved == (1, 0)


@pytest.mark.clause("SH-MV-20")
def test_the_active_player_chooses_which_of_two_equally_near_models_charges_first():
    _, script = charging(facing_off(5, own=2, foes=2), answers=[1, to(0, 10, 15)])
    assert (script.asked[0].side, script.asked[0].options) == (0, (0, 1))


def test_under_the_defender_ties_ruling_the_defender_chooses_which_equally_near_model_charges_first():
    made = facing_off(5, own=2, foes=2, rulings={"SH-R-26": "defender-ties"})
    assert charging(made)[1].asked[0].side == 1


@pytest.mark.clause("SH-MV-21")
def test_the_initial_charger_takes_the_quickest_route_to_the_nearest_enemy():
    made = battle(guards([(10, 10)]), reavers([(10.3, 16), (13, 13)]))
    assert where(charging(made)[0], 0) == (12, 13)  # first contact is corner to corner: it moves up to face contact


@pytest.mark.clause("SH-MV-21")
def test_a_model_charging_a_block_goes_to_the_charged_side():
    made = battle(guards([(10, 10)]), rank(3, 14, 11, 0))
    assert where(charging(made, 9, arcs=("front",))[0], 0)[1] == 11.5
    assert where(charging(made, 9, arcs=("left",))[0], 0)[0] == 12


@pytest.mark.clause("SH-MV-22")
def test_the_player_chooses_the_order_in_which_the_remaining_models_charge():
    made = facing_off(5, own=3, foes=3)
    after, _ = charging(made, answers=[1, to(2, 13, 15), to(0, 10, 15)])
    assert after.charge.moved == (1, 2, 0)
    assert [where(after, model) for model in range(3)] == [(10, 15), (11.5, 15), (13, 15)]


@pytest.mark.clause("SH-MV-27")
def test_a_unit_that_ends_its_charge_out_of_coherency_is_reported():
    made = battle(guards([(10, 10), (24, 10)]), reavers([(10, 16)]))
    after, script = charging(made)
    assert told(script, "OutOfCoherency").unit == "guards"
    assert after.status(0).charged
    assert where(after, 1)[0] < 18


def test_under_the_charge_fails_ruling_a_unit_out_of_coherency_is_moved_back():
    made = battle(guards([(10, 10), (24, 10)]), reavers([(10, 16)]), rulings={"SH-R-29": "charge-fails"})
    after, script = charging(made)
    assert told(script, "ChargeFailed").reason == "the unit cannot stay in coherency"
    assert after.plane == made.plane
    assert not after.status(0).charged


@pytest.mark.clause("SH-MC-02")
def test_a_target_that_no_charging_model_touches_stays_out_of_the_combat():
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), reavers([(14, 15)], name="others"))
    after, script = charging(made, targets=(1, 2))
    assert told(script, "LeftOut").target == "others"
    assert after.plane.touched_units(0) == (1,)
    assert after.status(0).charged_several


def test_if_dangerous_ground_kills_the_initial_charger_the_next_model_leads():
    made = battle(guards([(10, 10), (11.5, 9.5)]), reavers([(10, 16)]), grounds=WALL_OF_GROUND)
    after, script = charging(made, dice=[1, 1, 2], inches=7)
    assert after.plane.models(0) == (1,)
    assert after.plane.touched_units(0) == (1,)
    assert kinds(script)[-1] == "GroundBraved"


def test_a_charge_fails_if_its_leader_dies_and_the_next_leading_model_is_out_of_range():
    made = battle(guards([(10, 10), (11.5, 8.5)]), reavers([(10, 16)]), grounds=WALL_OF_GROUND)
    after, script = charging(made, dice=[1, 1], inches=5)
    assert told(script, "ChargeFailed").reason == "out of range"
    assert where(after, 1) == (11.5, 8.5)


def test_under_the_charge_fails_ruling_a_charge_fails_when_its_leader_dies():
    rulings = {"SH-R-87": "charge-fails"}
    made = battle(guards([(10, 10), (11.5, 9.5)]), reavers([(10, 16)]), grounds=WALL_OF_GROUND, rulings=rulings)
    _, script = charging(made, dice=[1, 1])
    assert told(script, "ChargeFailed").reason == "its leading model is lost"


@pytest.mark.parametrize(
    ("own", "dice"),
    [(guards([(10, 10)]), [1, 1]), (rank(2, 10, 10, 0, changed(GUARD, Sv=7), name="guards", side=0), [1, 1])],
)
def test_a_charge_ends_if_dangerous_ground_leaves_no_charging_model(own, dice):
    """SH-R-87: a charging block has already moved when its last models die. The log does not report its target as
    staying out of a combat, because there is no combat.
    """
    after, script = charging(battle(own, reavers([(10, 16)]), grounds=WALL_OF_GROUND), dice=dice)
    assert told(script, "ChargeEnded").reason == "no model is left"
    assert kinds(script)[-1] == "ChargeEnded"
    assert after.charge is None


def test_a_charge_on_a_side_of_a_block_stays_on_that_side():
    """The guard beyond the corner of the front may come to that corner, but not round it."""
    made = battle(guards([(10, 14), (14, 13.5)]), rank(6, 10, 12, 0, files=3))
    with pytest.raises(IllegalAnswer, match="on a side other than"):
        charging(made, 6, answers=[to(1, 12, 11.5, 270)], arcs=("front",))
    after, _ = charging(made, 6, arcs=("front",))
    assert where(after, 1)[1] == 12.5


def test_under_the_ranks_only_ruling_skirmishers_may_wrap_round_the_flank_of_a_block():
    made = battle(guards([(10, 14), (14, 13.5)]), rank(6, 10, 12, 0, files=3), rulings={"SH-R-27": "ranks-only"})
    after, _ = charging(made, 6, arcs=("front",), answers=[to(1, 12, 11.5, 270)])
    assert where(after, 1) == (12, 11.5)


def test_under_the_enter_holes_ruling_a_hole_in_the_charged_side_may_be_entered():
    def holed(rulings=None):
        made = battle(guards([(10, 16), (8.5, 16)]), rank(6, 10, 12, 0, files=3), rulings=rulings)
        return made.on(made.plane.without(frozenset({3})))

    with pytest.raises(IllegalAnswer):
        charging(holed(), 6, answers=[0, to(1, 9, 11.5)], arcs=("front",))
    after, _ = charging(holed({"SH-R-27": "enter-holes"}), 6, arcs=("front",))
    assert where(after, 0) == (10, 11.5) or after.plane.touched_units(0) == (1,)


@pytest.mark.clause("SH-MV-21")
@pytest.mark.parametrize("reading", ["default", "enter-holes"])
@pytest.mark.parametrize(
    ("start", "arc", "lost", "ends"),
    [
        ((10, 15), "front", {1, 2, 3}, (10, 11.5)),
        ((6, 11.5), "left", {1, 4}, (9, 11.5)),
        ((14, 11.5), "right", {3, 6}, (11, 11.5)),
        ((13, 8.5), "right", {3, 6}, (11, 10.5)),
    ],
)
def test_a_front_rank_or_outer_file_that_has_died_completely_is_not_a_hole_in_the_side(start, arc, lost, ends, reading):
    """SH-MV-15, SH-R-27: when the last model of such a rank or file dies, the side moves back."""
    made = battle(guards([start]), rank(6, 10, 12, 0, files=3), rulings={"SH-R-27": reading})
    made = made.on(made.plane.without(frozenset(lost)))
    assert naming(made, made.preview_table(), 0).targets == (1,)
    after, _ = charging(made, 6, arcs=(arc,))
    assert where(after, 0) == ends
    assert after.plane.touched_units(0) == (1,)


@pytest.mark.parametrize(
    ("start", "inches", "lost", "ends"),
    [
        ((5.5, 14.5), 5, {1, 2}, (9, 11.5)),
        ((5.5, 14.5), 4, {1, 2}, (5.5, 14.5)),
        ((6, 10), 8, {4}, (9, 12.5)),
    ],
)
def test_under_the_enter_holes_ruling_no_model_ends_beside_the_block_or_in_a_hole_in_an_uncharged_side(
    start, inches, lost, ends
):
    """The front is charged. However, the corner of a model behind a hole, or a hole in the left flank of the block,
    lies nearer to the charger.
    """
    made = battle(guards([start]), rank(9, 10, 12, 0, files=3), rulings={"SH-R-27": "enter-holes"})
    holed = made.on(made.plane.without(frozenset(lost)))
    after, _ = charging(holed, inches, arcs=("front",))
    assert where(after, 0) == ends


@pytest.mark.clause("SH-MV-22")
def test_most_models_of_a_large_charging_horde_end_in_contact_or_in_support():
    made = battle(
        guards(row(6, 10, 10) + row(6, 9, 10), formation="horde", status=Status()),
        reavers(row(6, 15, 6), formation="horde"),
    )
    after, _ = charging(made, 8)
    touching = [model for model in range(20) if after.plane.contacts.enemies[model]]
    assert len(touching) >= 6
    assert len(after.charge.moved) == 20


@pytest.mark.clause("SH-MC-02")
@pytest.mark.parametrize(("friends", "left_out"), [([(11, 15), (13, 15)], False), ([(13, 15)], True)])
def test_a_target_already_in_the_combat_of_its_charger_is_not_reported_as_staying_out_of_it(
    friends: list[tuple[float, float]], left_out: bool
) -> None:
    """In one case, a friend fights both targets, which are thus in one combat. In the other, it fights only the second.
    The charger touches only the first target.
    """
    targets = reavers([(10, 15)]), reavers([(14, 15)], name="others")
    made = battle(guards([(10, 10)]), *targets, guards(friends, name="friends"))
    _, script = play(under_way(made, 1, 2, range=7), (), None, charge_move)
    assert ("LeftOut" in kinds(script)) == left_out


LOGS: dict[str, Case] = {
    "SH-MC-02 a named unit that nobody reaches": Case(
        battle(guards([(10, 10)]), reavers([(10, 14)]), reavers([(13, 14)], name="far")),
        ("guards rolls 12", "guards 0 charged 3.0", "guards leaves out far"),
        [6, 6],
        NAMED_TWO,
    ),
}


@pytest.mark.clause("SH-MC-02")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_charge_move(name: str) -> None:
    assert log_of(LOGS[name], charge_sub_phase) == LOGS[name].told
