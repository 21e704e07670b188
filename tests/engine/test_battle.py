"""A battle ends after its last turn, after a turn in which nothing changes, or when its fight is abandoned."""

from msgspec.structs import replace

from pilein.engine.battle import Strength, models_out, strength, verdict
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import first
from pilein.engine.replay import check, replayed
from pilein.engine.saved import load, save
from pilein.kernel.position import Position
from pilein.tabletop.objectives import Break, Objective
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from tests.duel import ON_A_TABLE, RULESET, Duel, scenario

PLAYERS = (Player("first", first), Player("first", first))


def battle(found: Scenario, rules: Ruleset = RULESET, seed: int = 1) -> Game:
    game = Game(rules, found, seed=seed, players=PLAYERS, battle=True)
    game.run()
    return game


def about(*aims: Objective, turns: int | None = None) -> Scenario:
    return replace(scenario(), objectives=aims, turns=turns)


def having_lost(red: int, blue: int) -> Duel:
    """Return a state of three models against three after the given numbers of models have fallen."""
    state: Duel = RULESET.opened(scenario()).state
    return replace(state, field=state.field.without(frozenset((*range(red), *range(3, 3 + blue)))))


def test_a_battle_continues_until_one_side_has_no_units_left() -> None:
    game = battle(scenario())
    found = verdict(RULESET, game.scenario, game.state)
    assert game.is_over
    assert found is not None
    assert found.winner in ("red", "blue")
    assert found.why.endswith("has no models left in the battle")


def test_a_battle_ends_after_the_two_phases_of_its_last_turn() -> None:
    """Casualties return after each phase, so nothing but the limit on the number of turns can end the battle."""
    endless = replace(RULESET, fate=lambda *_: "standing", next_phase=lambda *_: RULESET.opened(scenario()))
    assert battle(about(turns=2), endless).phase == 4


def test_the_rules_end_an_endless_fight_if_the_scenario_sets_no_turn_limit() -> None:
    """Casualties return after each phase, and these rules abandon a fight after three phases."""
    opening = RULESET.opened(scenario())
    left = replace(RULESET, fate=lambda *_: "standing", next_phase=lambda _, fought: opening if fought < 3 else None)
    assert battle(scenario(), left).phase == 3
    assert battle(about(turns=4), left).phase == 8


def test_the_phases_of_a_fight_are_counted_from_the_phase_in_which_it_began() -> None:
    """The first three phases begin without a fight. A fight breaks out during the third phase and is abandoned three
    phases later.
    """
    opening = RULESET.opened(scenario())
    later = replace(opening, state=having_lost(1, 0))
    asked: list[int] = []

    def next_phase(_: Position, fought: int) -> Position | None:
        asked.append(fought)
        return None if fought == 4 else opening if len(asked) < 3 else later

    rules = replace(
        RULESET, fate=lambda *_: "standing", next_phase=next_phase, is_fighting=lambda state: state == later.state
    )
    battle(scenario(), rules)
    assert asked == [1, 1, 1, 2, 3, 4]


def test_a_battle_ends_after_a_full_turn_without_a_change_or_a_fight() -> None:
    """No model strikes in this battle, so a phase changes nothing."""
    peaceful = replace(RULESET, is_fighting=lambda _: False, opened=_at_peace, next_phase=lambda end, _: _quiet(end))
    assert battle(scenario(ON_A_TABLE), peaceful).phase == 2


def test_a_battle_continues_after_a_turn_in_which_only_dice_were_rolled() -> None:
    """Casualties return after each phase and no unit counts as fighting, but dice are rolled."""
    opening = RULESET.opened(scenario())
    same = replace(RULESET, opened=lambda _: opening, next_phase=lambda *_: opening)
    vain = replace(same, fate=lambda *_: "standing", is_fighting=lambda _: False)
    assert battle(about(turns=2), vain).phase == 4


def _at_peace(found: Scenario) -> Position:
    return _quiet(RULESET.opened(found))


def _quiet(position: Position) -> Position:
    """Return the position with `turn_about` as the only clause left, so that no model strikes."""
    return Position(replace(position.state, round=9, striker=0), (("turn_about",),))


def test_a_side_is_broken_and_loses_if_its_losses_reach_its_break_percentage() -> None:
    found = about(Break(60))
    assert verdict(RULESET, found, having_lost(red=1, blue=1)) is None
    decided = verdict(RULESET, found, having_lost(red=1, blue=2))
    assert decided is not None
    assert (decided.winner, decided.why) == ("red", "blue is broken")


def test_neither_side_wins_if_both_sides_are_broken_at_once() -> None:
    decided = verdict(RULESET, about(Break(60)), having_lost(red=2, blue=2))
    assert decided is not None
    assert (decided.winner, decided.why) == ("", "both sides are broken")


def test_a_battle_that_leaves_neither_side_any_models_has_no_winner() -> None:
    decided = verdict(RULESET, scenario(), having_lost(red=3, blue=3))
    assert decided is not None
    assert (decided.winner, decided.why) == ("", "neither side has any models left")


def test_an_objective_to_break_the_enemy_may_be_set_for_one_side_only() -> None:
    found = about(Break(60, side="blue"))
    assert verdict(RULESET, found, having_lost(red=0, blue=2)) is None
    decided = verdict(RULESET, found, having_lost(red=2, blue=0))
    assert decided is not None
    assert decided.winner == "blue"


def test_the_battle_continues_after_a_side_is_broken_if_breaking_it_only_scores_points() -> None:
    assert verdict(RULESET, about(Break(30, points=3)), having_lost(red=2, blue=2)) is None


def test_all_models_of_a_fleeing_unit_count_as_lost() -> None:
    fleeing = replace(RULESET, fate=lambda _, unit: "fleeing" if unit == 1 else "standing", beaten=("fleeing",))
    state = having_lost(red=1, blue=1)
    assert strength(fleeing, state, 0, "models") == Strength(1, 3)
    assert strength(fleeing, state, 1, "models") == Strength(3, 3)
    assert strength(fleeing, state, 1, "units") == Strength(1, 1)


def test_models_on_the_table_do_not_count_as_lost_if_the_rest_of_their_unit_is_off_the_table() -> None:
    away = replace(RULESET, fate=lambda *_: "off the table", left=lambda *_: 2)
    assert models_out(away, having_lost(red=3, blue=0), 0) == 1


def test_replaying_the_record_of_a_battle_gives_the_same_battle() -> None:
    game = battle(about(Break(60), turns=6), seed=4)
    again = replayed(game.record, RULESET)
    assert game.record.battle
    assert again.log == game.log
    assert (again.is_over, again.phase) == (True, game.phase)
    assert check(game.record, RULESET) is None


def test_a_battle_is_saved_and_continues_as_a_battle() -> None:
    game = Game(RULESET, scenario(), seed=3, players=(Player("ask"), PLAYERS[1]), battle=True)
    game.run()
    again = load(save(game), RULESET, PLAYERS)
    again.sit_down(PLAYERS)
    again.run()
    assert (again.battle, again.is_over) == (True, True)
    assert again.record.trace == battle(scenario(), seed=3).record.trace
