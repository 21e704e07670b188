"""The log of a fight can be checked by the reader: sums show their terms, rolls name the unit that rolled them, and
tests show their modifiers.
"""

from pathlib import Path

import pytest

from tests.cli.calling import printed

KNIGHT = {"WS": 9, "S": 9, "T": 8, "W": 3, "I": 5, "A": 4, "Ld": 8}
LEVY = {"WS": 1, "S": 5, "T": 3, "W": 1, "I": 2, "A": 1, "Ld": 7}


def unit(name: str, side: str, models: int, profile: dict[str, object], **keys: object) -> str:
    """Return the text of two sections: a profile, and a unit with that profile."""
    lines = [f"[profiles.{name}]", *(f"{key} = {value!r}" for key, value in profile.items()), "[[unit]]"]
    lines += [f'name = "{name}"', f'side = "{side}"', f'profile = "{name}"', f"models = {models}"]
    return "\n".join((*lines, *(f"{key} = {value!r}" for key, value in keys.items())))


def log(capsys: pytest.CaptureFixture[str], path: Path, text: tuple[str, ...], *options: str) -> list[str]:
    path.write_text("\n".join(text), encoding="utf-8")
    return [" ".join(line.split()) for line in printed(capsys, "fight", str(path), *options).splitlines()]


def scorched(one: str, other: str) -> tuple[str, ...]:
    return 'ruleset = "scorched"', 'active = "red"', one, other, "[press]", 'pairs = [["knight", "guard"]]'


def scrollhammer(*units: str, pairs: list[list[str]]) -> tuple[str, ...]:
    return 'ruleset = "scrollhammer"', 'active = "red"', "round = 2", *units, "[press]", f"pairs = {pairs}"


def test_the_log_of_a_doubled_score_shows_the_sum_before_doubling(tmp_path, capsys):
    knight = unit("knight", "red", 1, {"WS": 5, "W": 2}, weapons=["punch"])
    guard = unit("guard", "blue", 1, {"WS": 4, "W": 1}, weapons=["punch", "shield"])
    lines = log(capsys, tmp_path / "a.toml", scorched(knight, guard), "--answer", "CP-SH-01=yes", "--dice", "6,4,3")
    assert "guard scored 14 ((die 3 + WS 4) x 2) CP-AT-03" in lines
    assert any(line.startswith("knight scored") and line.endswith("(die 6 + WS 5) CP-AT-03") for line in lines)


def test_the_log_shows_the_deduction_for_a_weapon_held_in_two_hands(tmp_path, capsys):
    knight = unit("knight", "red", 1, {"WS": 4, "W": 3}, weapons=["two-handed weapon"])
    guard = unit("guard", "blue", 1, {"WS": 9, "W": 1}, weapons=["punch"])
    lines = log(capsys, tmp_path / "a.toml", scorched(knight, guard), "--dice", "5,2,1,6")
    assert "knight scored 7 (die 5 - 1 + WS 4 - 1) CP-AT-03" in lines


def test_the_log_states_that_wounds_were_lost_to_instant_death(tmp_path, capsys):
    knight = unit("knight", "red", 1, {"WS": 9, "W": 1}, weapons=["daemon weapon"])
    guard = unit("guard", "blue", 1, {"WS": 1, "W": 3}, weapons=["punch"])
    lines = log(capsys, tmp_path / "a.toml", scorched(knight, guard), "--dice", "6,2,2,2")
    assert "guard took 3 wounds from hits, instant death CP-SV-02" in lines


def test_the_log_reports_that_an_axe_prevented_a_parry(tmp_path, capsys):
    knight = unit("knight", "red", 1, {"WS": 4, "W": 1}, weapons=["axe"])
    guard = unit("guard", "blue", 1, {"WS": 4, "W": 1}, weapons=["sword"])
    lines = log(capsys, tmp_path / "a.toml", scorched(knight, guard), "--dice", "3,3")
    assert "guard could not parry, facing the axe of knight CP-AX-01" in lines


def test_the_log_gives_the_reason_why_a_stubborn_unit_uses_its_full_leadership_in_a_test(tmp_path, capsys):
    units = (
        unit("knight", "red", 1, KNIGHT, formation="skirmish", weapons=["hand weapon"]),
        unit("levy", "blue", 8, LEVY, formation="skirmish", weapons=["hand weapon"], rules=["Stubborn"]),
    )
    lines = log(capsys, tmp_path / "a.toml", scrollhammer(*units, pairs=[["knight", "levy"]]), "--seed", "1")
    assert any(line.startswith("levy: morale 7 or less (Leadership 7, Stubborn: no penalty) ") for line in lines)


def test_the_log_shows_the_margin_of_a_morale_test_and_names_a_double_1(tmp_path, capsys):
    units = (
        unit("knight", "red", 1, KNIGHT | {"A": 9}, formation="skirmish", weapons=["hand weapon"]),
        unit("levy", "blue", 20, LEVY | {"S": 3, "Ld": 5}, formation="skirmish", weapons=["hand weapon"]),
    )
    lines = log(capsys, tmp_path / "a.toml", scrollhammer(*units, pairs=[["knight", "levy"]]), "--seed", "1")
    assert "red won the combat by 4 (wounds +4) SH-CR-06" in lines
    assert any(
        line.startswith("levy: morale 2 or less (Leadership 5, less 4, a double 1 always passes) ") for line in lines
    )


def test_the_log_shows_sweep_dice_with_their_owner_and_their_sum(tmp_path, capsys):
    units = (
        unit("knight", "red", 1, KNIGHT | {"A": 9}, formation="skirmish", weapons=["hand weapon"]),
        unit("levy", "blue", 20, LEVY | {"S": 3, "Ld": 2}, formation="skirmish", weapons=["hand weapon"]),
    )
    lines = log(capsys, tmp_path / "a.toml", scrollhammer(*units, pairs=[["knight", "levy"]]), "--seed", "1")
    fleeing = next(line for line in lines if line.startswith("levy: sweeping advance"))
    chasing = next(line for line in lines if line.startswith("knight: sweeping advance"))
    for line, initiative in ((fleeing, 2), (chasing, 5)):
        die, total = int(line.split()[-5]), int(line.split()[-1])
        assert line.endswith(f"(Initiative {initiative}) {die} + {initiative} -> {total}")
        assert total == die + initiative


def test_the_log_cites_the_sentence_that_forbids_pursuit_if_no_unit_may_pursue_a_fleeing_one(tmp_path, capsys):
    units = (
        unit("knight", "red", 1, KNIGHT, formation="skirmish", weapons=["hand weapon"]),
        unit("levy", "blue", 8, LEVY | {"Ld": 2}, formation="skirmish", weapons=["hand weapon"]),
        unit("guard", "blue", 3, LEVY | {"Ld": 10}, formation="skirmish", weapons=["hand weapon"]),
    )
    pairs = [["knight", "levy"], ["knight", "guard"]]
    lines = log(capsys, tmp_path / "a.toml", scrollhammer(*units, pairs=pairs), "--seed", "1")
    assert "levy got away because nobody could pursue SH-SA-11" in lines


def test_the_log_names_the_owners_of_dice_rolled_at_the_same_time(tmp_path, capsys):
    units = (
        unit("knight", "red", 1, KNIGHT, formation="skirmish", weapons=["hand weapon"]),
        unit("levy", "blue", 8, LEVY | {"I": 5}, formation="skirmish", weapons=["hand weapon"]),
    )
    lines = log(capsys, tmp_path / "a.toml", scrollhammer(*units, pairs=[["knight", "levy"]]), "--seed", "1")
    dice = [line.split(":")[0] for line in lines if ": to hit" in line or ": to wound" in line]
    assert dice[:2] == ["knight", "knight"]
    assert "levy" in dice
    assert not any(line.startswith(("to hit", "to wound", "to save")) for line in lines)


SURROUNDED = """
ruleset = "warstrike"
active = "red"
{guard}
positions = [[24, 20], [24, 22.01], [23, 21], [25, 21]]
{levy}
positions = [[24, 21.0]]
[table]
width = 48
depth = 48
"""


def test_the_log_reports_a_unit_without_room_to_move(tmp_path, capsys):
    strong = {"Mv": 6, "Aw": 12, "WS": 3, "BS": 3, "Ev": 3, "Str": 3, "Ar": 3, "Ld": 2, "Nv": 4, "base": "1in"}
    weak = {"Mv": 6, "WS": 1, "Str": 1, "Ar": 9, "Ld": 1, "Nv": 1, "base": "1in"}
    guard = unit("guard", "red", 4, strong, weapons=["close combat weapon"])
    levy = unit("levy", "blue", 1, weak, weapons=["close combat weapon"])
    lines = log(
        capsys, tmp_path / "a.toml", (SURROUNDED.format(guard=guard, levy=levy),), "--seed", "1", "--play", "first"
    )
    assert 'levy had to fall back, up to 6" WS-LD-02' in lines, "\n".join(lines)
    assert "levy: 1 model could not move WS-LD-02" in lines
