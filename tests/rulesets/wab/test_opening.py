"""The set-up of a scenario up to its first turn, and the passage from turn to turn."""

from importlib.resources import files

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.codec import codec_of
from pilein.kernel.errors import BadScenario
from pilein.kernel.position import Position
from pilein.rulesets.wab.movement_events import PhaseBegan
from pilein.rulesets.wab.opening import next_phase, opened
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Assault, Battle
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.loading import loads
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle

SAMPLE = files("pilein.rulesets.wab").joinpath("sample.toml").read_text(encoding="utf-8")
PRESS = SAMPLE.split('[[unit]]\nname = "horse archers"')[0] + '[press]\npairs = [["legionaries", "warriors"]]\n'
IN_THE_PRESS = "\n".join(line for line in PRESS.splitlines() if not line.startswith("place"))


def first_of(text: str) -> Position:
    return opened(loads(text, lambda _: VOCABULARY).scenario)


def test_the_sample_scenario_is_a_battle_on_a_table() -> None:
    state: Battle = first_of(SAMPLE).state
    assert state.is_on_table
    assert [state.living(unit) for unit in range(3)] == [24, 30, 5]
    archer = state.traits(state.setup.kind_of[-1])
    assert archer.mounted
    assert archer.missiles[0].range == 24 * INCH
    assert archer.missiles[0].massed == "stationary"


def test_missile_weapons_in_a_scenario_have_the_short_range_values_of_the_chart() -> None:
    text = SAMPLE.replace('weapons = ["bow"]', 'weapons = ["sling", "crossbow", "hand weapon", "hand weapon"]')
    state: Battle = first_of(text).state
    archer = state.model_traits(state.field.models(2)[0])
    sling, crossbow = archer.missiles
    assert (sling.S, sling.short_S, sling.short_shots) == (3, 2, 2)
    assert (crossbow.S, crossbow.save, crossbow.short_S, crossbow.short_save) == (3, 0, 4, -1)
    assert archer.two_weapons


def test_statuses_in_the_scenario_file_are_set_in_the_opening_state() -> None:
    lines = 'charged = true\nflank = "warriors"\nfought = true\nbegan = 30\nwon = true\nuphill = true\n'
    text = IN_THE_PRESS.replace('formation = "close"', f'{lines}formation = "close"', 1)
    state: Battle = first_of(text).state
    status = state.status(0)
    assert (status.charge, status.fought, status.began, status.won, status.uphill) == ("charged", (1,), 30, True, True)
    assert state.assaults == (Assault(0, 1, "flank"),)


def test_a_unit_off_the_table_keeps_its_formation() -> None:
    text = SAMPLE.replace('weapons = ["bow"]', 'weapons = ["bow"]\noff_table = true')
    state: Battle = first_of(text).state
    assert state.living(2) == 0
    assert [one.unit for one in state.absent] == [2]
    standing = state.absent[0].standing
    assert isinstance(standing, Block)
    assert len(standing.slots) == 5
    assert codec_of(Battle).decode(codec_of(Battle).encode(first_of(text)), state.setup).state.absent == state.absent


def test_no_unit_in_the_press_can_be_off_the_table() -> None:
    text = IN_THE_PRESS.replace('formation = "close"', 'off_table = true\nformation = "close"')
    with pytest.raises(BadScenario, match="a unit in the press cannot be off the table"):
        first_of(text)


def test_a_mount_has_its_own_profile() -> None:
    ridden = SAMPLE.replace('type = "cavalry"', 'type = "cavalry"\nmount = "warrior"\nmounts = 2')
    mount = first_of(ridden).state.traits(7).mount
    assert (mount.name, mount.WS, mount.A, mount.count) == ("warrior", 4, 1, 2)
    with pytest.raises(BadScenario, match="there is no profile for the mount 'pony'"):
        first_of(SAMPLE.replace('type = "cavalry"', 'type = "cavalry"\nmount = "pony"'))


def test_a_position_survives_a_round_trip_through_its_codec() -> None:
    for text in (SAMPLE, IN_THE_PRESS):
        position = first_of(text)
        assert codec_of(Battle).decode(codec_of(Battle).encode(position), position.state.setup) == position


@pytest.mark.clause("WAB-SEQ-01")
def test_a_turn_has_four_phases_in_a_fixed_order_and_then_passes_to_the_opponent() -> None:
    script = Script(RULESET, answers=None, policy=lambda choice: next(choice.candidates())[1])
    spaced = battle(
        U("ours", 0, ((WARRIOR, 5),), block=(10, 10, 0, 5)), U("theirs", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))
    )
    end = script.play(Position(spaced, (("player_turn",),)))
    begun = [event.name for event in script.events if isinstance(event, PhaseBegan)]
    assert begun == ["start of turn", "movement", "shooting", "close combat"]
    assert end.state.active == 1


def test_in_the_press_a_turn_consists_only_of_close_combat() -> None:
    pressed = battle(U("ours", 0, ((WARRIOR, 1),)), U("theirs", 1, ((WARRIOR, 1),)), pairs=((0, 1),))
    script = Script(RULESET)
    script.play(Position(pressed, (("player_turn",),)), until="close_combat_phase")
    assert script.events == [PhaseBegan(side="red", name="close combat", clause="WAB-SEQ-01")]


def test_a_pursuit_into_a_fresh_enemy_counts_as_a_charge_only_in_the_next_turn() -> None:
    touching = battle(U("ours", 0, ((WARRIOR, 1),)), U("theirs", 1, ((WARRIOR, 1),)), pairs=((0, 1),))
    state = touching.having(0, charge="pursuing", fought=(1,), won=True, reaction="hold", sixes_only=True)
    for charge in ("pursuit", ""):
        state = Script(RULESET).begin(state, RULESET.find("end_of_turn"))
        assert (state.status(0).charge, state.status(0).reaction, state.status(0).sixes_only) == (charge, "", False)
    assert state.status(0).fought == (1,)
    assert state.status(0).won


def test_the_record_of_the_movement_of_a_unit_is_kept_until_the_next_turn_of_its_side() -> None:
    state = battle(
        U("ours", 0, ((RIDER, 1),), block=(10, 10, 0, 1)), U("theirs", 1, ((RIDER, 1),), block=(60, 40, 180, 1))
    ).having(0, move="fast marched", ignored=(1,))
    ended = Script(RULESET).begin(state, RULESET.find("end_of_turn"))
    assert ended.status(0).move == "fast marched"
    theirs = Script(RULESET).play(Position(ended, (("player_turn",),)), until="begin_phase").state
    assert theirs.status(0).move == "fast marched"
    ours = Script(RULESET).play(Position(state, (("player_turn",),)), until="begin_phase").state
    assert (ours.status(0).move, ours.status(0).ignored) == ("", ())


def test_turns_continue_until_a_side_is_gone_or_the_turn_limit_is_reached() -> None:
    position = Position(battle(U("ours", 0, ((WARRIOR, 1),)), U("theirs", 1, ((WARRIOR, 1),)), pairs=((0, 1),)), ())
    following = next_phase(position, 29)
    assert following is not None
    assert following.agenda == (("player_turn",),)
    assert next_phase(position, 30) is None
    gone = Position(position.state.on(position.state.field.without(frozenset({1}))), ())
    assert next_phase(gone, 1) is None
