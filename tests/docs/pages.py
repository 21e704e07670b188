"""Run the commands of a page from top to bottom in a separate folder with the examples, and renew the outputs.

A page may hold fenced blocks of four kinds:

    ```toml title="mine.toml"      a file, written as it stands (any language with a title)
    ```console                     `$ pilein ...` or `$ python FILE ...` lines, each with its output; `...` stands for
                                   any text
    ```python                      a session with `>>>`, as in doctest; a page is a single session
    ```python run                  a program without output of its own

Blocks of other kinds are ignored. `python -m tests.docs.pages PAGE...` renews the outputs, and an output that the
page shortens stays shortened.
"""

import contextlib
import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from pilein.cli.main import main

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(?P<fence>```(?P<info>[^\n`]*)\n)(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([^"]+)"')
COMMAND = re.compile(r"^\$ (?P<line>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
FLAGS = doctest.ELLIPSIS
COLUMNS = "88"  # fits the column of the site
SAME = doctest.OutputChecker().check_output


class Page:
    """A documentation page with its actual outputs and their differences from the outputs shown."""

    def __init__(self, path: Path) -> None:
        """Run the page in the current folder.

        Raises:
            AssertionError: a command fails although the page shows it as successful.
        """
        self.faults: list[str] = []
        self.runs = 0
        self._names: dict[str, object] = {"__name__": "__main__"}
        self.text = FENCE.sub(self._block, path.read_text(encoding="utf-8"))

    def _block(self, block: re.Match[str]) -> str:
        language, _, rest = block["info"].partition(" ")
        body = block["body"]
        if title := TITLE.search(rest):
            Path(title[1]).write_text(body, encoding="utf-8")
        elif language == "console":
            body = COMMAND.sub(self._command, body)
        elif language == "python" and ">>> " in body:
            body = self._session(body)
        elif language == "python" and rest == "run":
            exec(compile(body, "page", "exec"), self._names)  # noqa: S102 - our own page
        return f"{block['fence']}{body}```"

    def _command(self, shown: re.Match[str]) -> str:
        line, _, file = shown["line"].replace("\\\n", " ").partition(" > ")
        printed = _printed(line, is_refused=shown["output"].startswith("pilein: "))
        if file:
            Path(file.strip()).write_text(printed, encoding="utf-8")
            printed = ""
        return f"$ {shown['line']}\n{self._judged(shown['line'], shown['output'], printed)}"

    def _session(self, body: str) -> str:
        """Run a session line by line, and return it with its actual output."""
        parts: list[str] = []
        for part in doctest.DocTestParser().parse(body):
            if isinstance(part, str):
                parts.append(part)
                continue
            got = _answered(part.source, self._names)
            lines = part.source.splitlines()
            typed = [f">>> {lines[0]}", *(f"... {line}".rstrip() for line in lines[1:])]
            parts += ["\n".join(typed), "\n", self._judged(part.source, part.want, got)]
        return "".join(parts)

    def _judged(self, what: str, said: str, printed: str) -> str:
        """Return the output shown on the page if it matches what is printed. Otherwise record a fault and return the
        printed output.
        """
        self.runs += 1
        lines = [line.rstrip() for line in printed.splitlines()]
        is_shortened = SAME(said.rstrip(), "\n".join(lines).rstrip(), FLAGS) and "..." in said
        if is_shortened or said.split("\n") == [*lines, ""]:
            return said
        self.faults.append(f"{what.strip()}\n--- the page says\n{said}--- it prints\n{printed}")
        return "".join(f"{line}\n" for line in _shortened(said.splitlines(), lines))


def _shortened(said: list[str], lines: list[str]) -> list[str]:
    """Return the printed text, shortened with `...` in the same places as on the page. Each part begins at the line
    most similar to the first line of that part on the page.
    """
    if "..." not in said:
        return lines
    stop = said.index("...")
    part, rest = said[:stop], said[stop + 1 :]
    while rest and not rest[0].strip():  # an empty line is like any other
        rest = rest[1:]
    start = _most_like(part[0], lines) if part else 0
    shown, left = lines[start : start + len(part)], lines[start + len(part) :]
    if not rest:
        return [*shown, "..."]
    following = left[_most_like(rest[0], left) :]
    return [*shown, "...", *(_shortened(rest, following) if "..." in rest else following)]


def _most_like(line: str, lines: list[str]) -> int:
    likeness = [SequenceMatcher(None, line, other).ratio() for other in lines]
    return likeness.index(max(likeness, default=0.0)) if likeness else 0


def _printed(line: str, *, is_refused: bool) -> str:
    """Return the output of a command line, or the message with which the command is refused."""
    program, *arguments = shlex.split(line)
    assert program in {"pilein", "python"}, line
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(arguments) if program == "pilein" else _run(*arguments)
    assert code == (2 if is_refused else 0), f"{line}: exit code {code}: {out.getvalue()}"
    return out.getvalue()


def _run(file: str, *arguments: str) -> object:
    """Run a program of the page, and return its exit code."""
    before, sys.argv = sys.argv, [file, *arguments]
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit as end:
        return end.code
    finally:
        sys.argv = before
    return 0


def _answered(source: str, names: dict[str, object]) -> str:
    """Return the output of one line of a session."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, "page", "single"), names)  # noqa: S102 - our own page
    return out.getvalue()


@contextlib.contextmanager
def folder(path: Path) -> Iterator[None]:
    """Work in an empty folder with a copy of the examples, as after `pilein examples examples`."""
    shutil.copytree(ROOT / "examples", path / "examples")
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        with contextlib.chdir(path):
            sys.path.insert(0, str(path))
            yield
    finally:
        sys.path.remove(str(path))
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before


def renew(names: list[str]) -> None:
    """Run pages, and write the actual outputs into each."""
    for path in [Path(name).resolve() for name in names]:
        with tempfile.TemporaryDirectory() as place, folder(Path(place)):
            page = Page(path)
        path.write_text(page.text, encoding="utf-8")
        sys.stdout.write(f"{path.name}: {len(page.faults)} of {page.runs} renewed\n")


if __name__ == "__main__":
    renew(sys.argv[1:])
