"""Malicious files and files that are not catalogues are refused quickly, in one sentence."""

import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

import pilein
from pilein.importers import entries, reading
from pilein.importers.reading import BadCatalogue
from pilein.kernel.errors import PileInError
from tests.importers import samples
from tests.importers.samples import CATALOGUE, bounds, catalogue, entry, inside, link, written

BOMB = '<!DOCTYPE catalogue [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + number)} "{f"&{chr(97 + number)};" * 10}">' for number in range(9)
)
EXTERNAL = '<!DOCTYPE catalogue [<!ENTITY x SYSTEM "file:///etc/hostname">]><catalogue id="c" name="&x;"/>'
ENTITIES = "declares a document type or entities"
SECONDS = 30.0  # of the processor


def refused(path: Path) -> str:
    began = time.process_time()
    with pytest.raises(PileInError) as error:
        pilein.import_units(path, ruleset="scrollhammer")
    assert time.process_time() - began < SECONDS
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f'{BOMB}]><catalogue id="c">&j;</catalogue>', ENTITIES),
        (EXTERNAL, ENTITIES),
        ('<!DOCTYPE catalogue SYSTEM "http://example.invalid/x.dtd"><catalogue id="c"/>', ENTITIES),
        (f"{'<catalogue>' * 5000}{'</catalogue>' * 5000}", "has more than 200 levels"),
        ("<catalogue id='c'>", "is not valid XML"),
        ("", "is neither valid XML nor valid JSON"),
        ("WS = 4", "is neither valid XML nor valid JSON"),
        ('<?xml version="1.0" encoding="no-such"?><catalogue/>', "the file uses an encoding that cannot be read"),
        ("<html><body/></html>", "the file is XML, but not a catalogue, game system or roster"),
    ],
)
def test_unsafe_or_foreign_xml_is_refused(tmp_path: Path, text: str, words: str):
    assert words in refused(written(tmp_path, "army.cat", text))


def test_a_catalogue_with_too_many_elements_or_bytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "MOST_ELEMENTS", 1000)
    many = f"<catalogue>{'<a/>' * 1000}</catalogue>"
    assert "has more than 1,000 elements" in refused(written(tmp_path, "army.cat", many))
    monkeypatch.setattr(reading, "LARGEST", 5000)
    assert "has more than 5,000 bytes" in refused(written(tmp_path, "army.cat", many * 2))


def test_a_zip_bomb_is_unpacked_no_further_than_the_limit(tmp_path: Path):
    path = tmp_path / "army.catz"
    with ZipFile(path, "w", ZIP_DEFLATED) as packed, packed.open("army.cat", "w") as inside_it:
        for _ in range(64):
            inside_it.write(b" " * 2**20)
    assert path.stat().st_size < 100_000
    assert f"has more than {reading.LARGEST:,} bytes" in refused(path)


def _several(path: Path) -> None:
    with ZipFile(path, "w") as packed:
        packed.writestr("a.cat", CATALOGUE)
        packed.writestr("b.cat", CATALOGUE)


def _none(path: Path) -> None:
    with ZipFile(path, "w") as packed:
        packed.writestr("readme.txt", "nothing")


def _crowded(path: Path) -> None:
    with ZipFile(path, "w") as packed:
        for number in range(reading.MOST_ENTRIES):
            packed.writestr(f"{number}.txt", "nothing")
        packed.writestr("a.cat", CATALOGUE)


def _damaged(path: Path) -> None:
    _several(path)
    path.write_bytes(path.read_bytes()[:200])


def _encrypted(path: Path) -> None:
    with ZipFile(path, "w") as packed:
        packed.writestr("a.cat", CATALOGUE)
    content = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (_several, "the zip file contains 2 catalogues, but must contain exactly one"),
        (_none, "the zip file contains no catalogue, game system or roster"),
        (_crowded, "the zip file contains 101 files, more than 100"),
        (_damaged, "the zip file is damaged"),
        (_encrypted, "the zip file is encrypted"),
    ],
)
def test_a_zip_file_that_does_not_contain_exactly_one_readable_catalogue_is_refused(
    tmp_path: Path, made: Callable[[Path], None], words: str
):
    path = tmp_path / "army.catz"
    made(path)
    assert words in refused(path)


def test_unreadable_catalogue_files_are_refused(tmp_path: Path):
    assert "no such file" in refused(tmp_path / "none.cat")
    assert "is a directory" in refused(tmp_path)
    assert "cannot be read" in refused(Path("nul\0.cat"))


def test_catalogue_links_that_form_a_cycle_are_refused(tmp_path: Path):
    one = entry("one", "One", "upgrade", inside("entryLinks", link("two", bounds(1, 1))))
    two = entry("two", "Two", "upgrade", inside("entryLinks", link("one", bounds(1, 1))))
    unit = entry("u", "Unit", "unit", inside("entryLinks", link("one", bounds(1, 1))))
    text = catalogue(unit, shared=(inside("sharedSelectionEntries", one, two),))
    assert "the links of the entry 'One' lead back to it" in refused(written(tmp_path, "army.cat", text))


def test_catalogue_links_that_double_at_each_step_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(entries, "MOST_VISITED", 5000)
    steps = [
        entry(
            f"e{number}", f"Step {number}", "upgrade", inside("entryLinks", *[link(f"e{number + 1}", bounds(1, 1))] * 2)
        )
        for number in range(30)
    ]
    unit = entry("u", "Unit", "unit", inside("entryLinks", link("e0", bounds(1, 1))))
    text = catalogue(unit, shared=(inside("sharedSelectionEntries", *steps, entry("e30", "Last", "upgrade")),))
    assert "lead to more than 5,000 entries" in refused(written(tmp_path, "army.cat", text))


def test_a_catalogue_link_without_a_target_is_skipped(tmp_path: Path):
    text = CATALOGUE.replace('targetId="horse"', 'targetId="nobody"')
    found = pilein.import_units(written(tmp_path, "army.cat", text), ruleset="scrollhammer")
    assert found.units is not None
    assert "mount" not in found.units.to_dict()["units"]["Riders"]


def test_absurd_numbers_and_characters_in_a_catalogue_do_not_break_the_import(tmp_path: Path):
    text = samples.CATALOGUE.replace('value="4"', 'value="nan"').replace('value="10.0"', 'value="1e400"')
    text = text.replace("Levyman", "L&#xFFFE;".replace("&#xFFFE;", "&#x200B;")).replace(">4<", f">{'9' * 400}<")
    found = pilein.import_units(written(tmp_path, "army.cat", text), ruleset="scrollhammer")
    assert found.units is not None
    pilein.Units.from_text(found.to_toml())


def test_a_broken_file_next_to_a_catalogue_is_reported_only_if_it_is_needed(tmp_path: Path):
    written(tmp_path, "broken.gst", '<gameSystem id="other"')
    path = written(tmp_path, "army.cat", CATALOGUE)
    assert pilein.import_units(path, ruleset="scrollhammer").units is not None
    written(tmp_path, "broken.gst", f'<gameSystem id="sys">{"<"}')
    with pytest.raises(BadCatalogue, match=r"broken\.gst:1: the file is not valid XML"):
        pilein.import_units(path, ruleset="scrollhammer")


def _many_links() -> str:
    many = entry("many", "Many", "upgrade", inside("infoLinks", samples.info("p") * 20_000))
    unit = entry("u", "Unit", "unit", inside("entryLinks", link("many", bounds(1, 1)) * 1000))
    shared = inside("sharedProfiles", samples.profile("p", "P", "|".join("4" * 12)))
    return catalogue(unit, shared=(inside("sharedSelectionEntries", many), shared))


def _infos_in_a_circle() -> str:
    groups = '<sharedInfoGroups><infoGroup id="g" name="G"><infoLinks><infoLink id="x" targetId="g" type="infoGroup"/>'
    unit = entry("u", "Unit", "unit", inside("infoLinks", samples.info("g", "infoGroup")))
    return catalogue(unit, shared=(f"{groups}</infoLinks></infoGroup></sharedInfoGroups>",))


@pytest.mark.parametrize("made", [_many_links, _infos_in_a_circle])
def test_a_catalogue_of_millions_of_links_is_refused_quickly(tmp_path: Path, made: Callable[[], str]):
    assert "the links lead to more than 200,000 entries or are nested more than 60 levels deep" in refused(
        written(tmp_path, "a.cat", made())
    )


def test_text_of_any_length_in_a_catalogue_is_read_quickly(tmp_path: Path):
    spaces, brackets = " " * 1_000_000, "(" * 500_000
    text = CATALOGUE.replace("Levyman", f"Levy{spaces}man").replace("Requires Two Hands", f"{brackets},{spaces}")
    began = time.process_time()
    found = pilein.import_units(written(tmp_path, "a.cat", text.replace(">special<", f">{spaces}3<")), ruleset="wab")
    assert time.process_time() - began < SECONDS
    assert found.units is not None
    assert len(str(found)) < 20_000
