"""The question who charges whom."""

from pilein.engine.log import said
from pilein.rulesets.wab.movement.charge_choice import ChargeChoice, Offer

NAMES = ("spears", "bows", "horse", "others")


def test_single_charges_come_first_then_none_then_several_together() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert list(choice.candidates()) == [
        ("spears at horse", (2, 0)),
        ("bows at horse", (2, 1)),
        ("spears at others", (3, 0)),
        ("no more charges", ()),
        ("spears and bows at horse", (2, 0, 1)),
    ]
    assert all(choice.why_not(answer) is None for _, answer in choice.candidates())


def test_every_answer_has_words_offered_or_not() -> None:
    choice = ChargeChoice(0, (Offer(0, (3,)), Offer(1, (3,)), Offer(2, (3,))), NAMES)
    assert choice.why_not((3, 2, 0)) is None
    assert [said(choice, answer) for answer in ((3, 2, 0), (3, 1), ())] == [
        "horse and spears at others",
        "bows at others",
        "no more charges",
    ]


def test_what_is_wrong_with_an_answer_is_said() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert choice.why_not((3, 1)) == "others is no target for bows"
    assert choice.why_not((2, 2)) == "horse may not declare a charge"
    assert choice.why_not((2, 9)) == "unit 9 may not declare a charge"
    assert choice.why_not((2,)) == "one or more different chargers have to be named after the target"
    assert choice.why_not((2, 0, 0)) == "one or more different chargers have to be named after the target"
    assert choice.why_not("no") == "the answer is a target and its chargers by number, or nothing"


def test_who_has_to_charge_leaves_no_way_out() -> None:
    choice = ChargeChoice(0, (Offer(0, (2,), must=True),), NAMES)
    assert choice.why_not(()) == "WAB-FZ-01: spears has to charge"
    assert [answer for _, answer in choice.candidates()] == [(2, 0)]


def test_nobody_else_takes_the_only_target_from_who_has_to_charge() -> None:
    """WAB-FZ-01, WAB-R-35: all who charge one enemy are named together."""
    mad, madder, free = Offer(0, (3,), must=True), Offer(1, (3,), must=True), Offer(2, (3,))
    choice = ChargeChoice(0, (mad, madder, free), ("mad", "madder", "free", "foe"))
    assert choice.why_not((3, 2)) == "WAB-FZ-01: mad has to charge foe too, for it has no other target"
    assert choice.why_not((3, 2, 0)) == "WAB-FZ-01: madder has to charge foe too, for it has no other target"
    assert [choice.why_not(answer) for answer in ((3, 0, 1), (3, 2, 1, 0))] == [None, None]
    assert list(choice.candidates()) == [
        ("mad and madder at foe", (3, 0, 1)),
        ("mad and madder and free at foe", (3, 0, 1, 2)),
    ]
    elsewhere = ChargeChoice(0, (Offer(0, (3, 4), must=True), free), ("mad", "madder", "free", "foe", "other"))
    assert elsewhere.why_not((3, 2)) is None
