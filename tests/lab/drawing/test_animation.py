"""Animated pictures of a battle are checked at several moments."""

from xml.etree import ElementTree as ET

import pytest

import pilein
from pilein.lab.drawing.animation import animated
from pilein.lab.drawing.film import film_of
from tests.lab.drawing.stills import SVG, length, still


@pytest.fixture(scope="module")
def game():
    """Return a battle of two turns in which blocks charge, strike, break and are caught."""
    return pilein.battle("examples/scrollhammer/battle.toml", seed=14)._game


@pytest.fixture(scope="module")
def film(game):
    return animated(game)


def models(picture: ET.Element) -> list[ET.Element]:
    """Return the visible bases in a picture, without the marks of fallen models."""
    uses = [
        (group, str(use.get("href"))) for group in picture.iter(f"{SVG}g") for use in group.findall(f"{SVG}g/{SVG}use")
    ]
    return [group for group, shape in uses if not shape.endswith("x") and float(group.get("opacity", "1")) > 0]


def words(picture: ET.Element) -> list[str]:
    hidden = {text for group in picture.iter(f"{SVG}g") if group.get("opacity") == "0" for text in group.iter()}
    return [text.text or "" for text in picture.iter(f"{SVG}text") if text not in hidden]


def at(film: str, seconds: float) -> ET.Element:
    return still(film, seconds)


def test_an_animation_begins_with_every_model_as_deployed(game, film):
    begun = at(film, 0)
    assert len(models(begun)) == sum(len(unit.models) for unit in game.state.setup.units)
    assert {"as deployed", "second cohort (21)", "wolf clan (25)"} <= set(words(begun))


def test_an_animation_ends_with_only_the_surviving_models(game, film):
    ended = at(film, film_of(game).seconds)
    living = sum(game.state.field.living(unit.number) for unit in game.state.setup.units)
    assert len(models(ended)) == living
    assert "legion wins after 2 turns: hills is broken." in words(ended)


def test_an_animation_viewed_without_motion_shows_the_final_position(film):
    plain = ET.fromstring(film)  # noqa: S314 - our own drawing
    ended = at(film, film_of_length(film))
    assert words(plain) == words(ended)
    assert [group.get("opacity") for group in models(plain)] == [group.get("opacity") for group in models(ended)]


def film_of_length(film: str) -> float:
    root = ET.fromstring(film)  # noqa: S314 - our own drawing
    lengths = {length(one) for one in root.iter() if one.tag in (f"{SVG}animate", f"{SVG}animateTransform")}
    assert len(lengths) == 1, "all animations run together"
    return lengths.pop()


def test_an_animation_shows_the_turn_the_score_and_the_events(game, film):
    begun = film_of(game).phases
    second = at(film, begun[2] + 0.1)
    assert "turn 2 of 6: legion" in words(second)
    assert any(line.startswith("Turn 1: legion 5 points, hills 3 points") for line in words(second))
    told = [line for tenth in range(int(film_of_length(film) * 2)) for line in words(at(film, tenth / 2))]
    assert any("second cohort broke" in line for line in told)


def test_a_unit_out_of_the_battle_is_drawn_pale_and_labelled(game, film):
    later = at(film, film_of(game).phases[2])
    assert sum(group.get("opacity", "").startswith("0.55") for group in models(later)) == 15
    assert "second cohort (15, falling back)" in words(later)


def test_models_move_gradually_between_positions_in_an_animation(game, film):
    """Halfway through a block's first move, all of its models are away from both their starts and their ends."""
    start, end, shot = film_of(game).shots[1]
    before, midst, after = (at(film, time) for time in (start, (start + end) / 2, end))
    moved = [one for one in shot.before if shot.before[one] != shot.after[one]]
    assert len(moved) == 21
    places = [[group.get("transform") for group in models(picture)] for picture in (before, midst, after)]
    assert sum(len(set(way)) == 3 for way in zip(*places, strict=True)) == 21


def paths(picture: ET.Element, what: str) -> list[ET.Element]:
    """Return the visible lines of the given kind on the table."""
    hidden = {one for group in picture.iter(f"{SVG}g") if group.get("opacity") == "0" for one in group.iter()}
    table = next(group for group in picture.iter(f"{SVG}g") if group.get("clip-path"))
    return [one for one in table.iter() if what in (one.get("marker-end") or "") and one not in hidden]


def test_a_moving_unit_leaves_a_trail_until_its_phase_is_over(game, film):
    """The first unit to move is a block that flees when a charge against it is declared."""
    first, phases = film_of(game).shots, film_of(game).phases
    fleeing = next(one for one in first if one.shot.units)
    trails = [one.tag for one in paths(at(film, fleeing.end), "head") if one.tag == f"{SVG}polyline"]
    assert len(trails) == 1
    assert not [one for one in paths(at(film, phases[1] + 0.01), "head") if one.tag == f"{SVG}polyline"]


def test_a_dotted_line_leads_from_a_charging_unit_to_its_target_in_an_animation():
    game = pilein.battle("examples/wab/stand_and_shoot.toml", seed=1, turns=1)._game
    meant = next(one for one in film_of(game).shots if one.shot.aims)
    midst = at(animated(game), (meant.start + meant.end) / 2)
    assert [one for one in paths(midst, "head") if one.get("stroke-dasharray") == "1 6"]


def test_fallen_models_in_the_press_fade_without_moving():
    game = pilein.battle("examples/wwpd/plain_men.toml", seed=3)._game
    film = animated(game)
    assert len(models(at(film, 0))) == 20
    assert len(models(at(film, film_of(game).seconds))) == 8
