from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pilein.cli.main import main

SVG = "{http://www.w3.org/2000/svg}"


def drawn(scenario: str) -> ET.Element:
    assert main(["fight", scenario, "--seed", "3", "--play", "first", "--picture", "p.svg"]) == 0
    return ET.fromstring(Path("p.svg").read_text())  # noqa: S314 - our own drawing


def on_the_table(picture: ET.Element, tag: str) -> list[ET.Element]:
    """Return the elements with the given tag in both views of the table, without those of the legend."""
    views = [group for group in picture.iter(f"{SVG}g") if group.get("clip-path")]
    return [one for view in views for one in view.iter(f"{SVG}{tag}")]


def bases(picture: ET.Element) -> list[ET.Element]:
    return [group for group in on_the_table(picture, "g") if "rotate" in group.get("transform", "")]


@pytest.mark.usefixtures("capsys")
def test_models_are_drawn_before_and_after_a_phase_and_casualties_are_crossed_out(press: str) -> None:
    picture = drawn(press)
    assert len(bases(picture)) == 6 + 6
    crossed = [one for one in on_the_table(picture, "ellipse") if one.get("stroke-dasharray")]
    assert len(crossed) == 4


@pytest.mark.usefixtures("capsys")
def test_a_table_is_drawn_to_scale_with_its_features(table: str) -> None:
    picture = drawn(table)
    radii = {one.get("rx") for one in on_the_table(picture, "ellipse")}
    assert len(radii) == 1
    assert len(list(picture.iter(f"{SVG}polygon"))) == 2
    words = [one.text for one in picture.iter(f"{SVG}text")]
    assert "difficult ground" in words
    assert "duel: red against blue, 1 phase, seed 3" in words


@pytest.mark.usefixtures("capsys")
def test_xml_special_characters_in_names_are_escaped_in_a_picture(press: str) -> None:
    Path(press).write_text(Path(press).read_text().replace("foils", "f<&il's"))
    assert any((one.text or "").startswith("f<&il's") for one in drawn(press).iter(f"{SVG}text"))


def words_of(picture: ET.Element) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


@pytest.mark.usefixtures("capsys")
def test_the_legend_omits_features_outside_the_picture(table: str) -> None:
    far = '[[terrain]]\nkind = "impassable"\npolygon = [[22, 22], [24, 22], [24, 24]]\n'
    Path(table).write_text(Path(table).read_text() + far)
    words = words_of(drawn(table))
    assert "difficult ground" in words
    assert "impassable ground" not in words


@pytest.mark.usefixtures("capsys")
def test_the_title_and_the_legend_fit_into_the_picture_even_with_a_long_unit_name(press: str) -> None:
    """In the legend, which is set at size twelve, a letter is about seven dots wide. In the title, which is set at size
    seventeen, it is about eleven dots wide.
    """
    name = "a unit with a name of many words in many letters"
    Path(press).write_text(Path(press).read_text().replace("sabres", name))
    picture = drawn(press)
    width = float(picture.get("width") or 0)
    for one in picture.iter(f"{SVG}text"):
        if one.get("font-size") in ("12", "17"):
            letter = 7 if one.get("font-size") == "12" else 10.5
            assert float(one.get("x") or 0) + letter * len(one.text or "") < width


@pytest.mark.usefixtures("capsys")
def test_a_picture_describes_a_single_model_in_the_singular(press: str) -> None:
    Path(press).write_text(Path(press).read_text().replace("models = 3", "models = 1", 1))
    assert any(
        words.startswith("foils (red): 1 model,") or words == "foils (red): 1 model" for words in words_of(drawn(press))
    )


def test_the_picture_of_a_game_with_given_dice_states_no_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    duel = str(Path(__file__).parents[2] / "examples" / "scorched" / "duel.toml")
    given = ("--dice", "3,3,3,3", "--answer", "CP-SW-01=none")
    assert main(["fight", duel, *given, "--play", "first", "--picture", "g.svg"]) == 0
    text = Path("g.svg").read_text(encoding="utf-8")
    assert "dice as given" in text
    assert "seed" not in text
