"""Show the rulesets, the order of play, every sentence with its code and tests, and every ruling."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import groupby
from shutil import which
from typing import TYPE_CHECKING

import msgspec
from msgspec import to_builtins

from pilein.cli.parsing import UsageError
from pilein.cli.rule_pages import (
    FORMAT,
    FunctionPlace,
    RulesetLine,
    RulesetPage,
    SentencePage,
    describe,
    describe_all,
    describe_numbers,
    describe_questions,
)
from pilein.cli.rule_search import Found, look_up
from pilein.kernel.nearest import listed
from pilein.kernel.numbers import Number
from pilein.kernel.rulings import DEFAULT, QuestionText, Ruling

if TYPE_CHECKING:
    from pilein.cli.terminal import Console

NAME = 24  # columns for a number's ID
DETAIL = 10  # columns: indent below a sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein rules`."""
    parser.add_argument("ruleset", nargs="?", help="a ruleset (default: list the rulesets)")
    rule = "a clause (SH-MV-21), a ruling (SH-R-19), or text to search for (default: everything)"
    parser.add_argument("rule", nargs="*", default=(), help=rule)
    parser.add_argument("--questions", action="store_true", help="list the questions to players, with their answers")
    parser.add_argument("--numbers", action="store_true", help="list the numbers in the rules that --set can change")
    parser.add_argument("--markdown", action="store_true", help="print the order of play as a Markdown page")


def run(arguments: argparse.Namespace) -> int:
    """Print the description of the rules and return the exit code.

    Raises:
        UnknownRule: there is no such ruleset, clause or ruling, or no sentence contains those words. The error suggests
            the nearest one.
    """
    if arguments.markdown:
        sys.stdout.write(_page(arguments))
        return 0
    asked = " ".join(arguments.rule)
    document, printed = _listed(arguments) or _asked(arguments.ruleset, asked)
    if arguments.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document)).decode() + "\n")
        return 0
    from pilein.cli.terminal import Console

    console = Console(highlight=False)
    with _paged(console) if arguments.ruleset and not arguments.rule else nullcontext():
        printed(console)
    return 0


def _paged(console: "Console") -> AbstractContextManager[object]:
    """Return a pager for a page that does not fit the terminal, and otherwise a context that does nothing."""
    if not sys.stdout.isatty() or not sys.stdin.isatty():
        return nullcontext()
    os.environ.setdefault("LESS", "-FRX")  # quits if everything fits on one screen
    return console.pager(styles=which("less") is not None and "PAGER" not in os.environ)


def _page(arguments: argparse.Namespace) -> str:
    if arguments.ruleset is None or arguments.rule or arguments.json:
        remedy = "name one ruleset and give no other argument"
        raise UsageError("this option always prints one whole ruleset", key="--markdown", remedy=remedy)
    from pilein.cli.order_of_play import order_of_play

    return order_of_play(arguments.ruleset)


def _listed(arguments: argparse.Namespace) -> tuple[object, Callable[["Console"], None]] | None:
    """Return the document of the requested questions or numbers and a function that prints the document.

    Return None if neither questions nor numbers are requested.
    """
    kind = "questions" if arguments.questions else "numbers" if arguments.numbers else ""
    if not kind:
        return None
    if arguments.ruleset is None:
        raise UsageError(
            "this option needs the name of a ruleset",
            key=f"--{kind}",
            remedy="name a ruleset; `pilein rules` lists the rulesets",
        )
    sentence = " ".join(arguments.rule) or None
    if kind == "questions":
        asked = describe_questions(arguments.ruleset, sentence)
        document: object = {"format": FORMAT, "ruleset": arguments.ruleset, kind: asked}
        return document, partial(_questions, questions=asked)
    found = describe_numbers(arguments.ruleset, sentence)
    return {"format": FORMAT, "ruleset": arguments.ruleset, kind: found}, partial(_numbers, numbers=found)


def _asked(ruleset: str | None, rule: str) -> tuple[object, Callable[["Console"], None]]:
    """Return the description as a JSON document, and a function that prints it for people."""
    if ruleset is None:
        lines = describe_all()
        return {"format": FORMAT, "rulesets": lines}, partial(_rulesets, lines=lines)
    if not rule:
        page = describe(ruleset)
        return page, partial(_ruleset, page=page)
    found = look_up(ruleset, rule)
    if isinstance(found, Found):
        return {"format": FORMAT, "ruleset": ruleset, **to_builtins(found)}, partial(_found, found=found)
    if isinstance(found, Ruling):
        return {"format": FORMAT, "ruling": found}, partial(_ruling, ruling=found)
    return {"format": FORMAT, "clause": found}, partial(_sentence, page=found)


def _rulesets(console: "Console", lines: Iterable[RulesetLine]) -> None:
    for line in lines:
        figures = f"{line.clauses} clauses, {line.carried} of them in code; {line.rulings} rulings"
        _print(console, line.ruleset, f"version {line.version}: {figures}", width=14)


def _ruleset(console: "Console", page: RulesetPage) -> None:
    _heading(console, f"{page.ruleset}, version {page.version}")
    if page.sequence:
        _heading(console, "Order of play")
    for step in page.sequence:
        _print(console, "", step.title, width=0)
        for key, words in step.clauses:
            _print(console, "", f"{words}  [{key}]", width=4)
    section = ""
    for sentence in page.clauses:
        if sentence.section != section:
            section = sentence.section
            _heading(console, section)
        _sentence(console, sentence)
    _heading(console, "Rulings")
    for ruling in page.rulings:
        _ruling(console, ruling)


def _found(console: "Console", found: Found) -> None:
    """Print in brief the sentences and rulings that contain a phrase. Looking up an ID shows one sentence in full."""
    for section, sentences in groupby(found.clauses, lambda sentence: sentence.section):
        _heading(console, section)
        for sentence in sentences:
            _print(console, sentence.id, sentence.words, width=DETAIL)
    if found.rulings:
        _heading(console, "Rulings")
    for ruling in found.rulings:
        _print(console, ruling.id, ruling.question, width=DETAIL)
    if found.words:
        command = f"pilein words {found.ruleset} {found.text}"
        console.print(f"\nwords of scenario files: {listed(found.words)}; `{command}`", markup=False)


def _sentence(console: "Console", page: SentencePage) -> None:
    _print(console, page.id, page.words, width=DETAIL)
    _detail(console, "who", page.who)
    for place in (page.code, *page.elsewhere):
        _detail(console, "code", _code_place(place) if place else "none")
    for test in page.tests:
        _detail(console, "test", _code_place(test))
    _detail(console, "rulings", ", ".join(page.rulings))


def _ruling(console: "Console", ruling: Ruling) -> None:
    _print(console, ruling.id, ruling.question, width=DETAIL)
    number = f" (number: {ruling.number})" if ruling.number is not None else ""
    _detail(console, DEFAULT, ruling.default + number)
    for option in ruling.options:
        marks = [mark for mark, holds in (("takes a number", option.number), ("WHFB", option.fantasy)) if holds]
        _detail(console, option.name, option.words + (f" [{', '.join(marks)}]" if marks else ""))
    _detail(console, "clauses", ", ".join(ruling.clauses))
    _detail(console, "matters", ruling.matters)


def _questions(console: "Console", questions: Iterable[QuestionText]) -> None:
    for one in questions:
        _print(console, one.id, one.words, width=DETAIL)
        _detail(console, "answers", "; ".join(filter(None, (", ".join(one.answers), one.also))))


def _numbers(console: "Console", numbers: Iterable[Number]) -> None:
    for one in numbers:
        _print(console, one.id, one.words, width=NAME)
        _print(console, "", f"{one.default} ({one.bounds})", width=NAME)


def _code_place(place: FunctionPlace) -> str:
    return f"{'.'.join(place.name.split('.')[-2:])} ({place.file}:{place.line})"


def _heading(console: "Console", title: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(title, style="bold"))


def _detail(console: "Console", name: str, words: str) -> None:
    if words:
        _print(console, "", f"{name}: {words}", width=DETAIL)


def _print(console: "Console", name: str, words: str, *, width: int) -> None:
    """Print a name and its description.

    The description starts in the column `width`, or after the name if the name extends beyond that column.
    """
    from rich.table import Table
    from rich.text import Text

    if not width:
        console.print(Text(words))
        return
    row = Table.grid(padding=0)
    row.add_column(width=max(width, len(name) + 1), no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(Text(name, style="bold"), Text(words))
    console.print(row)
