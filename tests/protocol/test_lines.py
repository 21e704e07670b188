"""Messages contain log lines in the form in which the page shows them."""

import pilein
from pilein.engine.log import Thrown
from pilein.lab.log_lines import Rolled
from pilein.protocol.lines import line_of

STUBBORN = "examples/scrollhammer/stubborn.toml"


def test_dice_of_several_units_are_labelled_with_their_owners_but_dice_of_one_unit_are_not():
    game = pilein.play(STUBBORN, seed=3).game._game
    lines = [line_of(game, Rolled(entry, "")) for entry in game.log if isinstance(entry, Thrown)]
    blows, morale = (next(line for line in lines if what in line.text) for what in ("to hit", "morale"))
    assert {shown.label.split(":")[0] for shown in blows.dice} == {"legionaries", "hold riders"}
    assert blows.side is None
    assert [shown.label for shown in morale.dice] == ["morale 8 or less (Leadership 8, Stubborn: no penalty)"]
    assert morale.text.startswith("hold riders: morale")
    assert morale.side == 1
