"""Reading of scenario files as text, and as TOML that keeps the line of every key."""

import re
import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from pilein.kernel.errors import BadScenario
from pilein.kernel.nearest import in_one_line, shortened
from pilein.tabletop.notation.lines import lines_of
from pilein.tabletop.notation.sections import Section, Source

LONGEST = 500_000  # bytes of a file, characters of a text
LOOKED_AT = 2000  # names read from a folder
MANY_DOTS = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){50}""", re.ASCII)
MANY_BRACKETS = re.compile(r"(?:[\[{]\s*+){50}|(?:\{[^{}\n]*=\s*+){50}")
MANY_DIGITS = re.compile(r"[\d_]{1000}", re.ASCII)
PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
HOW = "name a TOML file saved as UTF-8"
BACKSLASH = "write / instead of \\ in a file name, or \\\\ for a backslash"


def beginning(path: str | Path, most: int) -> bytes:
    """Return up to `most` bytes from the start of a regular file. Raises OSError or ValueError."""
    with Path(path).open("rb") as opened:
        return opened.read(most)


Contents = Callable[[str | Path, int], bytes]  # reads the beginning of a file, as `beginning` does


def text_of(path: str | Path, contents: Contents = beginning) -> str:
    """Return the text of a file, read through `contents`.

    Raises:
        BadScenario: the file does not exist or is not text. The error suggests files with similar names.
    """
    file = str(path)
    try:
        content = contents(path, LONGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise BadScenario("this file does not exist", file=file, remedy=_near_files(Path(path))) from None
    except IsADirectoryError:
        remedy = _near_files(Path(path) / "scenario.toml")
        raise BadScenario("this path names a folder, not a file", file=file, remedy=remedy) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadScenario(f"the file cannot be read: {reason.lower()}", file=shortened(file), remedy=HOW) from None
    if 3 * content.count(b"\0") > len(content):  # every other byte
        remedy = "save it as UTF-8 (it is probably UTF-16, which some editors call Unicode)"
        raise BadScenario("this file is not UTF-8 text", file=file, line=1, remedy=remedy)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadScenario("this file is not UTF-8 text", file=file, line=line, remedy=HOW) from None


def parsed(text: str, file: str) -> Section:
    """Parse TOML text into its top section.

    Raises:
        BadScenario: the text is invalid TOML, too long or nested too deeply.
    """
    if len(text) > LONGEST:
        raise BadScenario(
            f"the text has more than {LONGEST:,} characters", file=file, remedy="describe fewer units or models"
        )
    if not text.strip():
        raise BadScenario("the file is empty", file=file, line=1, remedy='begin with ruleset = "..."')
    dots = MANY_DOTS.search(text)
    if dots:
        line = text.count("\n", 0, dots.start()) + 1
        raise BadScenario(
            "a key has more than four parts", file=file, line=line, remedy="use keys of at most four parts"
        )
    text = text.replace("\r\n", "\n")
    try:
        values = tomllib.loads(text)
        return Section(Source(file, lines_of(text)), (), values, "a scenario")
    except RecursionError:
        line = _line_of(MANY_BRACKETS, text)
        remedy = "nest lists at most two deep, as in [[x, y], [x, y]]"
        raise BadScenario("this line nests lists or tables too deeply", file=file, line=line, remedy=remedy) from None
    except ValueError as error:
        raise _invalid(str(error), text, file) from None


def _invalid(words: str, text: str, file: str) -> BadScenario:
    place = PLACE.search(words)
    if place is None:
        line = _line_of(MANY_DIGITS, text)
        return BadScenario("a number has too many digits", file=file, line=line, remedy="write a shorter number")
    line = int(place["line"] or text.count("\n") + 1)
    reason = words[: place.start()]
    known = next((words for start, words in _REMEDIES.items() if reason.startswith(start)), "")
    remedy = known or (
        f"correct the line at column {place['column']}" if place["column"] else "complete the last line of the file"
    )
    message = shortened(reason[:1].lower() + reason[1:])
    return BadScenario(f"invalid TOML: {message}", file=file, line=line, remedy=remedy)


def _line_of(pattern: re.Pattern[str], text: str) -> int:
    """Number of the line with the first match, or 0 if there is none."""
    found = pattern.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _near_files(path: Path) -> str:
    try:
        names = sorted(one.name for one in islice(path.parent.iterdir(), LOOKED_AT))
    except (OSError, ValueError):
        return f"name an existing file: the folder {str(path.parent)!r} does not exist either"
    near = get_close_matches(path.name[:100], names, 3, 0.5)
    near = near or [name for name in names if name.endswith(".toml")][:3]
    shown = " or ".join(in_one_line(str(path.parent / name)) for name in near)
    return f"did you mean {shown}?" if near else "name a scenario file (.toml): this folder has none"


_REMEDIES = {
    "Cannot overwrite a value": "remove the repeated key, or write [[unit]] or [[terrain]] if there are several",
    "Cannot declare": "remove the repeated heading, or write [[unit]] or [[terrain]] if there are several",
    "Invalid hex value": BACKSLASH,
    "Unescaped '\\'": BACKSLASH,
    "Escaped character": BACKSLASH,
    "Invalid value": 'put text in quotes: key = "value"',
    "Unclosed array": "close the list with ]",
    "Invalid statement": "write key = value, a [section], or a comment after #",
    "Expected '=' after a key": "write key = value, one per line",
}
