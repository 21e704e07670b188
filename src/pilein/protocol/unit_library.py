"""Units for the page's library, from the shipped unit files or from an army list."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadInput
from pilein.lab.examples import examples_of
from pilein.lab.units import Units
from pilein.protocol.from_page import AskImport, AskUnits
from pilein.protocol.replies import UnitFound, UnitsFound
from pilein.tabletop.notation.sections import Section, Source
from pilein.unit_files.composing import fielded
from pilein.unit_files.reading import WHAT, unit_file

ENDINGS = (".cat", ".gst", ".ros", ".catz", ".gstz", ".rosz", ".json")
UNITS = "\n[units."  # a file that has it is a unit file


def shipped_units(query: AskUnits) -> UnitsFound:
    """Units of the unit files shipped for a ruleset. Raises UnknownRule if there is no such ruleset."""
    files = (one for one in examples_of(ruleset_named(query.ruleset)) if UNITS in one.text)
    found = (unit for one in files for unit in _units(Units.from_text(one.text), one.shows))
    return UnitsFound(id=query.id, units=tuple(found))


def imported_units(query: AskImport) -> UnitsFound:
    """Return the units of an army list or catalogue that can fight under a ruleset.

    Raises:
        BadInput: the file has a type that cannot be read, is damaged or unsafe, or contains no unit that can fight.
    """
    from pilein.lab.importing import import_units  # noqa: PLC0415 - reads XML, which few need

    ending = Path(query.name).suffix.lower()
    if ending not in ENDINGS:
        words = f"{query.name!r} does not have the file extension of an army list"
        raise BadInput(words, key="name", remedy=f"choose a file whose name ends in one of {', '.join(ENDINGS)}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"army{ending}"  # a name of ours, beside nothing that a link in it could lead to
        path.write_bytes(_bytes(query.content))
        try:
            imported = import_units(path, ruleset=query.ruleset)
        except BadInput as error:
            raise BadInput(f"{query.name}: {error.message}", key="name", remedy=error.remedy) from None
    if imported.units is None:
        words = f"no unit in {query.name} can fight under {query.ruleset}"
        raise BadInput(words, key="name", remedy="choose another game or file")
    lines = (line for line in imported.report.of("unit") if line.fate == "left out")
    left_out = tuple(f"{line.name}: {'; '.join(map(str, line.why))}" for line in lines)
    return UnitsFound(id=query.id, units=tuple(_units(imported.units, query.name)), left_out=left_out)


def _units(units: Units, source: str) -> Iterator[UnitFound]:
    """Yield the units with their usual numbers of models and no options."""
    file = unit_file(Section(Source(), (), units.to_dict(), WHAT), vocabulary)
    for name in units.names:
        found = fielded(file, name)
        yield UnitFound(
            name=name, source=source, unit=found.unit, profiles=dict(found.profiles), weapons=dict(found.weapons)
        )


def _bytes(content: str) -> bytes:
    try:
        return b64decode(content, validate=True)
    except ValueError:  # also if it is not ASCII
        raise BadInput(
            "the file was damaged while it was being sent", key="content", remedy="choose the file again"
        ) from None
