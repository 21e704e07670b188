"""Page `docs/order-of-play-<ruleset>.md`, generated from the code by `python -m pilein.cli.order_of_play RULESET`."""

import sys
from collections.abc import Iterator
from itertools import groupby

from pilein.cli.marked_tests import checkout
from pilein.cli.rule_pages import RulesetPage, SentencePage, Step, describe
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import UnknownRule
from pilein.kernel.rulings import Ruling


def order_of_play(ruleset: str) -> str:
    """Return a ruleset's order of play as a page in Markdown.

    Raises:
        UnknownRule: there is no such ruleset. The error suggests the nearest one.
    """
    page = describe(ruleset)
    return "\n".join(line for part in (_opening(page), _steps(page), _sections(page), _rulings(page)) for line in part)


def main(arguments: list[str]) -> int:
    """Write the page of each named ruleset into the docs of the checkout, and return the exit code."""
    root = checkout()
    if root is None or not arguments:
        print("usage, in a checkout: python -m pilein.cli.order_of_play RULESET ...", file=sys.stderr)
        return 2
    for ruleset in arguments:
        try:
            text = order_of_play(ruleset)
        except UnknownRule as unknown:
            print(unknown, file=sys.stderr)
            return 2
        (root / "docs" / f"order-of-play-{ruleset}.md").write_text(text, encoding="utf-8")
    return 0


def _opening(page: RulesetPage) -> Iterator[str]:
    yield f"# Order of play: {page.ruleset.capitalize()}"
    yield ""
    yield f"Version {page.version}, made by `{_command(page.ruleset)}`: do not edit it."
    yield f"The same with tests and line numbers: `pilein rules {page.ruleset}`."
    yield ""


def _command(ruleset: str) -> str:
    """Return the command that generates the page. Only the pages of built-in rulesets are in the docs."""
    is_own = ruleset_named(ruleset).home.startswith("pilein.")
    return f"python -m pilein.cli.order_of_play {ruleset}" if is_own else f"pilein rules {ruleset} --markdown"


def _steps(page: RulesetPage) -> Iterator[str]:
    for number, step in enumerate(page.sequence, 1):
        yield f"{number}. **{step.title}**"
        yield from _played(step)
    if page.sequence:
        yield ""


def _played(step: Step) -> Iterator[str]:
    for key, words in step.clauses:
        yield f"   - {words} (`{key}`)"


def _sections(page: RulesetPage) -> Iterator[str]:
    home = ruleset_named(page.ruleset).home
    for section, sentences in groupby(page.clauses, lambda sentence: sentence.section):
        yield f"## {section}"
        yield ""
        yield "| clause | words | who, dice | code | rulings |"
        yield "| --- | --- | --- | --- | --- |"
        yield from (_row(sentence, home) for sentence in sentences)
        yield ""


def _row(sentence: SentencePage, home: str) -> str:
    """Return the row of a sentence. The function's name is given relative to the ruleset's folder."""
    code = f"`{sentence.code.name.removeprefix(f'{home}.')}`" if sentence.code else "none"
    rulings = ", ".join(f"[{ruling}](#{ruling.lower()})" for ruling in sentence.rulings)
    cells = (sentence.id, sentence.words, sentence.who, code, rulings)
    return f"| {' | '.join(cells)} |"


def _rulings(page: RulesetPage) -> Iterator[str]:
    yield "## Rulings: where the text is silent or contradicts itself"
    yield ""
    for ruling in page.rulings:
        yield from _ruling(ruling)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield f"### {ruling.id}"
    yield ""
    yield f"{ruling.question} (matters: {ruling.matters}; {', '.join(ruling.clauses)})"
    yield ""
    yield f"- `default`: {ruling.default}"
    for option in ruling.options:
        yield f"- `{option.name}`: {option.words}"
    yield ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
