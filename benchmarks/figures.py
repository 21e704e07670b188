"""Write measured tables into the pages that show them: `make figures`, on a machine with nothing else to do.

    python -m benchmarks.figures [--list | --check] [--only WORDS] [PAGE ...]

A page marks each table with the command that makes it:

    <!-- figures: python -m benchmarks.singles -->
    | ...
    <!-- end -->

The command runs in the folder of the project, and its output replaces the text there. The CPU time of each command is
printed. If a command fails, its table is left unchanged, and the exit code is 1. `--only` runs the commands that
contain the given words. `--check` only lists empty tables, which a release must not contain.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = 2  # lines
PAGES = ("docs/performance.md", "docs/odds-growth.md")
MARKED = re.compile(
    r"(?P<head>^<!-- figures: python (?P<command>[^\n]*) -->\n).*?(?P<tail>^<!-- end -->$)", re.MULTILINE | re.DOTALL
)


def commands(page: Path) -> list[str]:
    """List the commands that make the tables on a page."""
    return [marked["command"] for marked in MARKED.finditer(page.read_text(encoding="utf-8"))]


def empty(page: Path) -> list[str]:
    """List the commands whose tables on the page have only a header."""
    found = MARKED.finditer(page.read_text(encoding="utf-8"))
    return [marked["command"] for marked in found if len(re.findall(r"^\|", marked[0], re.MULTILINE)) <= HEAD]


def renewed(page: Path, only: str = "") -> int:
    """Measure the tables on a page whose commands contain `only`, writing each as soon as it is measured, and return
    the number of failures.
    """
    failed = 0
    for number, command in enumerate(commands(page)):
        if only not in command:
            continue
        print(f"{page.name}: {command}", flush=True)
        before = _cpu_of_children()
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, *shlex.split(command)],
            cwd=ROOT,
            env={**os.environ},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        print(f"  {_cpu_of_children() - before:.0f} s of CPU", flush=True)
        if done.returncode:
            failed += 1
            continue
        text = page.read_text(encoding="utf-8")
        marked = list(MARKED.finditer(text))[number]
        table = f"{marked['head']}\n{done.stdout.strip()}\n\n{marked['tail']}"
        page.write_text(text[: marked.start()] + table + text[marked.end() :], encoding="utf-8")
    return failed


def _cpu_of_children() -> float:
    """CPU seconds of all commands that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> int:
    """Renew the tables on all pages, or on the named pages, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", default=PAGES, metavar="PAGE")
    parser.add_argument("--list", action="store_true", help="only print the commands")
    parser.add_argument("--only", default="", metavar="WORDS", help="only run commands that contain these words")
    parser.add_argument("--check", action="store_true", help="only say which tables are empty")
    given = parser.parse_args()
    pages = [ROOT / page for page in given.pages]
    if given.list:
        print("\n".join(f"python {command}" for page in pages for command in commands(page)))
        return 0
    if given.check:
        missing = [f"{page.name}: {command} has not been run" for page in pages for command in empty(page)]
        print("\n".join(missing or ["every table has figures"]))
        return int(bool(missing))
    if not any(given.only in command for page in pages for command in commands(page)):
        parser.error(f"no command contains {given.only!r}; --list prints the commands")
    return int(sum(renewed(page, given.only) for page in pages) > 0)


if __name__ == "__main__":
    sys.exit(main())
