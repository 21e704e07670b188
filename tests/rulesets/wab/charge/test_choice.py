"""The question about charges, the answers that launch a charge, and the odds of reaching a target at each distance."""

from fractions import Fraction

import pytest

import pilein
from pilein.engine.log import said
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.choice import NO_MORE, ChargeChoice, Offer, declared, may_charge, offers
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import CHARIOT, HORSE, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.charging import foot_at_archers, horse_at_horse

NAMES = ("spears", "bows", "horse", "others")


def test_charges_by_one_unit_are_offered_first_then_no_further_charge_and_finally_joint_charges() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert list(choice.candidates()) == [
        ("spears at horse", (2, 0)),
        ("bows at horse", (2, 1)),
        ("spears at others", (3, 0)),
        ("no more charges", ()),
        ("spears and bows at horse", (2, 0, 1)),
    ]
    assert all(choice.why_not(answer) is None for _, answer in choice.candidates())


def test_every_legal_charge_answer_has_a_description_even_if_it_is_not_offered() -> None:
    choice = ChargeChoice(0, (Offer(0, (3,)), Offer(1, (3,)), Offer(2, (3,))), NAMES)
    assert choice.why_not((3, 2, 0)) is None
    assert [said(choice, answer) for answer in ((3, 2, 0), (3, 1), ())] == [
        "horse and spears at others",
        "bows at others",
        "no more charges",
    ]


def test_an_illegal_charge_answer_is_refused_with_the_reason() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert choice.why_not((3, 1)) == "others is not a target for bows"
    assert choice.why_not((2, 2)) == "horse may not declare a charge"
    assert choice.why_not((2, 9)) == "unit 9 may not declare a charge"
    assert choice.why_not((2,)) == "name one or more different chargers after the target"
    assert choice.why_not((2, 0, 0)) == "name one or more different chargers after the target"
    assert choice.why_not("no") == "the answer must be the numbers of a target and its chargers, or nothing"


def test_a_unit_that_must_charge_is_offered_only_charges() -> None:
    choice = ChargeChoice(0, (Offer(0, (2,), must=True),), NAMES)
    assert choice.why_not(()) == "WAB-FZ-01: spears must charge"
    assert [answer for _, answer in choice.candidates()] == [(2, 0)]


def test_a_unit_that_must_charge_may_not_be_left_out_of_a_charge_against_its_only_target() -> None:
    """WAB-FZ-01, WAB-R-35: all chargers of an enemy are named together."""
    mad, madder, free = Offer(0, (3,), must=True), Offer(1, (3,), must=True), Offer(2, (3,))
    choice = ChargeChoice(0, (mad, madder, free), ("mad", "madder", "free", "foe"))
    assert choice.why_not((3, 2)) == "WAB-FZ-01: mad must join the charge, since foe is their only target"
    assert choice.why_not((3, 2, 0)) == "WAB-FZ-01: madder must join the charge, since foe is their only target"
    assert [choice.why_not(answer) for answer in ((3, 0, 1), (3, 2, 1, 0))] == [None, None]
    assert list(choice.candidates()) == [
        ("mad and madder at foe", (3, 0, 1)),
        ("mad and madder and free at foe", (3, 0, 1, 2)),
    ]
    elsewhere = ChargeChoice(0, (Offer(0, (3, 4), must=True), free), ("mad", "madder", "free", "foe", "other"))
    assert elsewhere.why_not((3, 2)) is None


SCENE = """
ruleset = "wab"
active = "red"

[table]
width = 48
depth = 48

[profiles.man]
M = 4
WS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7
base = "20mm square"

[[unit]]
name = "foot"
side = "red"
profile = "man"
models = 20
formation = "close"
place = { x = 24, y = 10, facing = 0, files = 5 }

[[unit]]
name = "archers"
side = "blue"
profile = "man"
models = 10
formation = "open"
place = { x = 24, y = 20, facing = 180, files = 10 }
"""


def flees(_state, choice):
    answers = dict(choice.candidates())
    return answers.get("flee", next(iter(answers.values())))


def test_the_charge_odds_assume_that_the_charge_in_question_is_declared_if_it_is_legal() -> None:
    state = foot_at_archers(8)
    choice = ChargeChoice(0, (Offer(0, (1,)),), ("foot", "archers"))
    assert declared(state, choice, 0, 1) == (1, 0)
    assert declared(state, OneOf(0, "WAB-CH-02", "?", (False, True)), 0, 1) is None


def test_the_charge_odds_do_not_assume_a_charge_that_is_not_offered() -> None:
    state = foot_at_archers(8)
    others = ChargeChoice(0, (Offer(2, (1, 3)),), ("foot", "archers", "horse", "slingers"))
    assert declared(state, others, 0, 1) == NO_MORE
    bound = ChargeChoice(0, (Offer(2, (1,), must=True),), ("foot", "archers", "fanatics"))
    assert declared(state, bound, 0, 1) is None


@pytest.mark.example("WAB-EX-04")
def test_the_charge_odds_of_wab_follow_from_the_charge_reach_and_the_flight_roll(tmp_path) -> None:
    """A distance of 4 inches plus a flight of 2D6 is at most the charge reach of 8 inches in 6 of 36 cases."""
    path = tmp_path / "charge.toml"
    path.write_text(SCENE, encoding="utf-8")
    held = pilein.charge(path, distances=[4, 8, 9], policy="first")
    assert [row.arrives for row in held.rows] == [1, 1, 0]
    fled = pilein.charge(path, distances=[4, 8], policy=("first", flees))
    assert [row.run_down for row in fled.rows] == [Fraction(1, 6), 0]
    assert [row.gets_away for row in fled.rows] == [Fraction(5, 6), 1]
    assert [row.target_lost for row in fled.rows] == [Fraction(10, 6), 0]


FANATIC = changed(WARRIOR, M=4, rules=("Frenzy",))


def asked(state: Battle) -> Table:
    return Table(state.setup.readings)


def offered(state: Battle) -> tuple[Offer, ...]:
    return offers(state, asked(state))


def test_enemies_in_front_may_be_named_as_targets_at_any_distance() -> None:
    """WAB-R-35, WAB-CH-05: targets beyond one and a half times the charge distance are offered as out of reach."""
    assert offered(foot_at_archers(12)) == (Offer(0, (1,)),)
    assert offered(foot_at_archers(12.1)) == (Offer(0, (1,), far=(1,)),)
    behind = U("others", 1, ((WARRIOR, 5),), block=(20, 4, 0, 5))
    assert offered(foot_at_archers(12, behind)) == (Offer(0, (1,)),)


def test_under_the_premeasure_ruling_only_enemies_in_reach_may_be_named_as_targets() -> None:
    """WAB-R-35 `premeasure`: players may measure distances before they declare charges."""
    for far, found in ((8.0, (Offer(0, (1,)),)), (8.1, ())):
        assert offered(foot_at_archers(far, rulings={"WAB-R-35": "premeasure"})) == found


@pytest.mark.parametrize("move", ["rallied", "still", "fled", "returned", "disengaging", "declared"])
def test_a_unit_that_has_already_moved_does_not_charge(move: str) -> None:
    assert not may_charge(foot_at_archers(6).having(0, move=move), asked(foot_at_archers(6)), 0)


def test_neither_fleeing_nor_engaged_units_charge() -> None:
    assert offered(foot_at_archers(6).having(0, fleeing=True)) == ()
    assert offered(foot_at_archers(0)) == ()
    assert offered(foot_at_archers(6).having(1, reaction="hold")) == ()


@pytest.mark.clause("WAB-FM-09")
def test_a_fast_marching_unit_declares_no_charge() -> None:
    assert offered(foot_at_archers(6).having(0, move="fast marched")) == ()


def column(files: int, models: int, option: str = "default", traits=WARRIOR, base=HORSE) -> Battle:
    return battle(
        U("ours", 0, ((traits, models),), block=(20, 20, 0, files), base=base),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 24, 180, 5)),
        rulings={"WAB-R-50": option},
    )


@pytest.mark.parametrize(
    ("files", "models", "option", "is_column"),
    [
        (3, 10, "default", True),
        (3, 9, "default", False),
        (4, 20, "default", False),
        (4, 20, "column-4", True),
        (5, 30, "column-4", False),
    ],
)
def test_a_march_column_has_at_most_three_files_and_more_ranks_than_files(
    files: int, models: int, option: str, is_column: bool
) -> None:
    """WAB-R-50: a column is at most 3 models wide and has more ranks than files."""
    state = column(files, models, option)
    assert is_in_column(state, asked(state), 0) is is_column
    assert bool(offered(state)) is not is_column


def test_a_march_column_of_chariots_is_one_file_wide() -> None:
    """WAB-R-50: a column of chariots is one model wide."""
    chariot = changed(RIDER, type="light chariot", W=3)
    for files, models, is_column in ((2, 6, False), (1, 2, True)):
        state = column(files, models, traits=chariot, base=CHARIOT)
        assert is_in_column(state, asked(state), 0) is is_column


def test_under_the_column_may_charge_ruling_a_march_column_may_charge() -> None:
    """WAB-R-50 `column-may-charge`: among columns, only fast-marching units may not charge."""
    assert offered(column(3, 10, "column-may-charge")) == (Offer(0, (1,)),)


def test_a_target_hidden_behind_ground_that_blocks_sight_may_not_be_charged() -> None:
    wall = G("open", ((10, 12), (30, 12), (30, 13), (10, 13)), blocks_sight=True)
    state = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 16, 180, 5)),
        grounds=[wall],
    )
    assert offered(state) == ()


def frenzied(option: str = "default", first: float = 6, second: float = 11) -> Battle:
    return battle(
        U("fanatics", 0, ((FANATIC, 4),), block=(20, 10, 0, 4)),
        U("near", 1, ((WARRIOR, 4),), block=(19, 10 + first, 180, 4)),
        U("far", 1, ((WARRIOR, 4),), block=(24, 10 + second, 180, 4)),
        rulings={"WAB-R-65": option},
    )


@pytest.mark.clause("WAB-FZ-01")
@pytest.mark.example("WAB-EX-19")
def test_in_example_ex19_the_frenzied_units_must_charge_enemies_in_reach() -> None:
    assert offered(frenzied()) == (Offer(0, (1,), must=True),)
    assert offered(frenzied(first=9)) == (Offer(0, (1, 2)),)
    assert offered(frenzied().having(0, frenzy_lost=True)) == (Offer(0, (1, 2)),)


@pytest.mark.parametrize(("option", "targets"), [("default", (1, 2)), ("nearest-target", (1,))])
def test_a_frenzied_unit_may_charge_any_enemy_in_reach_unless_a_ruling_prescribes_the_nearest(
    option: str, targets: tuple[int, ...]
) -> None:
    """WAB-R-65: under `nearest-target`, the unit must charge the nearest enemy in reach."""
    assert offered(frenzied(option, 5, 6)) == (Offer(0, targets, must=True),)


def test_a_unit_that_cannot_move_does_not_charge() -> None:
    state = horse_at_horse(6)
    slow = battle(
        U("ours", 0, ((changed(WARRIOR, M=0), 5),), block=(20, 10, 0, 5), status=Status()),
        U("foes", 1, ((WARRIOR, 5),), block=(20, 12, 180, 5)),
    )
    assert offered(state) == (Offer(0, (1,)),)
    assert offered(slow) == ()
