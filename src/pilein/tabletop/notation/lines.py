"""Line numbers of the keys in TOML text. `tomllib` does not report them.

The text is known to be valid, so it suffices to find where keys and values end.
"""

import re
import tomllib
from bisect import bisect_right

Path = tuple[str | int, ...]
Lines = dict[Path, int]

DEEPEST = 8  # parts of the longest path in the notation
BLANK = re.compile(r"(?:[\s,]+|#[^\n]*)*")
STRINGS = (
    r'"{3}(?:\\.|[^\\])*?"{3,5}',  # one or two quotes may stand before the closing three
    r"'{3}.*?'{3,5}",
    r'"(?:\\.|[^"\\\n])*"',
    r"'[^'\n]*'",
)
STRING = re.compile("|".join(STRINGS), re.DOTALL)
KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
DOT = re.compile(r"[ \t]*\.[ \t]*")
SCALAR = re.compile(r"\d{4}-\d\d-\d\d \d\d[^\s,\]}#]*|[^\s,\]}#]+")


def lines_of(text: str) -> Lines:
    """Return the line (from 1) on which each key, table and list item of valid TOML text starts.

    A path lists the keys from the top down, with list items as indices from 0.
    """
    return _Reader(text).read()


class _Reader:
    """Reader that passes over the text once, records the line of each key and counts the tables of each [[name]]."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts = [place.end() for place in re.finditer("\n", text)]
        self.lines: Lines = {}
        self.counts: dict[Path, int] = {}

    def read(self) -> Lines:
        under: Path = ()
        self.skip(BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                under = self.header()
            else:
                self.pair(under)
            self.skip(BLANK)
        return self.lines

    def header(self) -> Path:
        """Read [a.b] or [[a.b]] and return the path of its table, inside the last table of each list on the path."""
        brackets = 2 if self.text.startswith("[[", self.at) else 1
        line = self.line()
        self.at += brackets
        self.skip(BLANK)
        parts = self.key()
        self.skip(BLANK)
        self.at += brackets
        path: Path = ()
        for number, part in enumerate(parts, 1):
            path = (*path, part)
            self.mark(path, line)
            if brackets == 2 and number == len(parts):  # noqa: PLR2004 - two brackets
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.mark(path, line)
        return path

    def pair(self, under: Path) -> None:
        line = self.line()
        path = under
        for part in self.key():
            path = (*path, part)
            self.mark(path, line)
        self.skip(BLANK)
        assert self.text[self.at] == "=", "a key is followed by ="
        self.at += 1
        self.skip(BLANK)
        self.value(path)

    def value(self, path: Path) -> None:
        opening = self.text[self.at]
        if opening == "[":
            self.items(path)
        elif opening == "{":
            self.inline(path)
        else:
            self.skip(STRING if opening in "\"'" else SCALAR)

    def items(self, path: Path) -> None:
        self.at += 1
        self.skip(BLANK)
        number = 0
        while self.text[self.at] != "]":
            if self.text[self.at] in "[{\"'":
                self.mark((*path, number), self.line())
            self.value((*path, number))
            self.skip(BLANK)
            number += 1
        self.at += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        self.skip(BLANK)
        while self.text[self.at] != "}":
            self.pair(path)
            self.skip(BLANK)
        self.at += 1

    def key(self) -> list[str]:
        parts = [self.part()]
        while self.skip(DOT):
            parts.append(self.part())
        return parts

    def part(self) -> str:
        start = self.at
        self.skip(KEY)
        word = self.text[start : self.at]
        if word[0] not in "\"'":
            return word
        return next(iter(tomllib.loads(f"{word} = 0")))

    def skip(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self.text, self.at)
        if found is None:
            return False
        self.at = found.end()
        return True

    def line(self) -> int:
        return bisect_right(self.starts, self.at) + 1

    def mark(self, path: Path, line: int) -> None:
        if len(path) <= DEEPEST:
            self.lines.setdefault(path, line)
