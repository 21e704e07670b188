"""The program has a single source of random numbers."""

from pilein.engine.sources import Dice

KNOWN = [5, 2, 5, 3, 1, 3, 4, 6, 4, 3, 6, 4]
CRITICAL = 20.515  # chi-square, 5 degrees of freedom, one in a thousand


def test_a_seed_gives_the_same_dice_on_every_machine() -> None:
    dice = Dice(7)
    assert [dice.die(6) for _ in range(12)] == KNOWN


def test_dice_continue_from_a_saved_stream_position() -> None:
    dice = Dice(3)
    for _ in range(100):
        dice.die(6)
    twin = Dice(3, dice.place)
    assert [dice.die(6) for _ in range(100)] == [twin.die(6) for _ in range(100)]


def test_dice_already_drawn_can_be_put_back_and_drawn_again() -> None:
    dice = Dice(3)
    first = [dice.die(6) for _ in range(90)]
    dice.place = 0
    assert [dice.die(6) for _ in range(90)] == first


def test_different_seeds_give_different_dice() -> None:
    one, other = Dice(1), Dice(2)
    assert [one.die(6) for _ in range(50)] != [other.die(6) for _ in range(50)]


def test_every_face_of_the_seeded_dice_is_equally_likely() -> None:
    dice, throws = Dice(2026), 12000
    counts = [0] * 6
    for _ in range(throws):
        counts[dice.die(6) - 1] += 1
    expected = throws / 6
    assert sum((count - expected) ** 2 / expected for count in counts) < CRITICAL


def test_consecutive_faces_of_the_seeded_dice_are_uncorrelated() -> None:
    dice, throws = Dice(11), 18000
    counts = [0] * 36
    for _ in range(throws):
        counts[(dice.die(6) - 1) * 6 + dice.die(6) - 1] += 1
    expected = throws / 36
    assert sum((count - expected) ** 2 / expected for count in counts) < 66.62  # 35 degrees, one in a thousand


def test_a_three_sided_die_shows_one_to_three() -> None:
    dice = Dice(5)
    assert sorted({dice.die(3) for _ in range(60)}) == [1, 2, 3]
