from pilein.dice import AnyPass, Count, FacesGroup, Hazards, Pool, Target, Total, Volley, thrown_with_faces
from tests.dice.enumeration import Faces


def test_the_faces_of_a_roll_without_stages_are_shown_under_its_label() -> None:
    shown = (FacesGroup("charge", 0, (2, 5)),)
    assert thrown_with_faces(Total(2, label="charge"), Faces(2, 5)) == (7, shown)


def test_the_faces_of_a_count_are_shown_with_the_score_needed() -> None:
    outcome, groups = thrown_with_faces(Count(4, 4, label="to hit"), Faces(5, 3, 6, 1))
    assert outcome == 2
    assert groups == (FacesGroup("to hit", 4, (5, 3, 6, 1)),)


def test_the_faces_of_a_pool_are_shown_by_volley_and_stage() -> None:
    pool = Pool((Volley(2, 4, 5, 3, 1), Volley(1, 3, 4, 7, 0)), (Target(1), Target(1)))
    _, groups = thrown_with_faces(pool, Faces(6, 1, 5, 2, 4))
    assert groups == (
        FacesGroup("hit", 4, (6, 1), 0),
        FacesGroup("wound", 5, (5,), 0),
        FacesGroup("hit", 3, (2,), 1),
        FacesGroup("save", 3, (4,), 0),
    )


def test_all_faces_are_shown_for_hazards_and_for_tests_that_any_die_may_pass() -> None:
    _, groups = thrown_with_faces(Hazards((4,), label="dangerous"), Faces(1, 5))
    assert groups == (FacesGroup("dangerous", 2, (1,), 0), FacesGroup("save", 4, (5,), 0))
    _, groups = thrown_with_faces(AnyPass(2, 3, label="Ld"), Faces(1, 6))
    assert groups == (FacesGroup("Ld", 3, (1, 6)),)


def test_a_roll_without_dice_shows_no_faces() -> None:
    assert thrown_with_faces(Count(4, 7), Faces()) == (0, ())
