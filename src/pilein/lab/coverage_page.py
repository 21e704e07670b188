"""Coverage page, which shows the rulebook coloured sentence by sentence, like code under coverage.

The page needs no network.
"""

import os
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.rulings import Ruling, Sentence
from pilein.lab.coverage_figures import CoverageFigures, Covered, Example
from pilein.lab.figures import share
from pilein.lab.sentences import counted

CLASSES = {
    "mattered": "hit",
    "never mattered": "idle",
    "not tried": "untried",
    "never reached": "miss",
    "no code": "bare",
}
MEANING = {
    "mattered": "at work, and games ended differently without it",
    "never mattered": "at work, but every game tried ended the same without it",
    "not tried": "at work, and no game was played without it",
    "never reached": "in no game at work",
    "no code": "in the text alone: no code asks for it",
}
STYLE = files("pilein.lab").joinpath("coverage.css").read_text(encoding="utf-8")


def page(found: CoverageFigures, folder: str = "") -> str:
    """Return the coverage page as HTML.

    `folder` is where the file will be saved; links to scenarios are relative to it.
    """
    title = f"Coverage of {found.ruleset}"
    body = [*_head(found, title), *_contents(found), *_sections(found, folder), *_rulings(found), *_scenarios(found)]
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title><style>{STYLE}</style></head><body>'
    )
    return "\n".join([head, *body, "</body></html>", ""])


def _head(found: CoverageFigures, title: str) -> Iterator[str]:
    """Yield the title, the number of games played, the bar of all sentences and its colour legend."""
    yield f"<h1>{escape(title)}</h1>"
    fights = ", ".join(map(escape, found.fights))
    games = f"{found.games:,} game{'' if found.games == 1 else 's'}"
    yield f"<p>{games} of {counted(len(found.fights), 'fight')}. {found.trials:,} times a game went on, on the same"
    yield "dice, without a sentence from where it was first at work, or under another option of a ruling.</p>"
    yield f'<details><summary>the fights</summary><p class="faint">{fights}</p></details>'
    counts = {status: sum(one.status == status for one in found.sentences) for status in CLASSES}
    spans = (
        f'<span class="{CLASSES[status]}" style="flex:{count}" title="{count} {status}"></span>'
        for status, count in counts.items()
        if count
    )
    yield f'<div class="bar">{"".join(spans)}</div>'
    yield '<fieldset class="filters" aria-label="sentences shown">'
    for status, name in CLASSES.items():
        key = f'<span class="key {name}"></span>'
        box = f'<input type="checkbox" id="no-{name}" checked>'
        yield f'<label title="{MEANING[status]}">{box} {key} {counts[status]} {status}</label>'
    yield "</fieldset>"


def _by_section(found: CoverageFigures) -> dict[str, list[tuple[Sentence, Covered]]]:
    text = ruleset_named(found.ruleset).sentences
    sections: dict[str, list[tuple[Sentence, Covered]]] = {}
    for one in found.sentences:
        sections.setdefault(text[one.id].section, []).append((text[one.id], one))
    return sections


def _contents(found: CoverageFigures) -> Iterator[str]:
    """Yield links to the sections, with the number of sentences at work in each section."""
    yield "<nav>"
    for number, (name, ones) in enumerate(_by_section(found).items()):
        reached = sum(covered.games > 0 for _, covered in ones)
        yield f'<div><a href="#s{number}">{escape(name)}</a> <span class="faint">{reached}/{len(ones)}</span></div>'
    yield '<div><a href="#rulings">Rulings</a></div></nav>'


def _sections(found: CoverageFigures, folder: str) -> Iterator[str]:
    for number, (name, ones) in enumerate(_by_section(found).items()):
        yield f'<h2 id="s{number}">{escape(name)}</h2>'
        for sentence, covered in ones:
            yield f'<div class="sentence {CLASSES[covered.status]}" id="{escape(sentence.id)}">'
            yield f'<a class="id" href="#{escape(sentence.id)}">{escape(sentence.id)}</a>{escape(sentence.words)}'
            struck = " Excluded by a scenario." if sentence.id in found.struck else ""
            yield f'<div class="figures">{_figures(covered, found.games)}{struck}</div>'
            yield f"{_examples(covered, found, folder)}</div>"


def _figures(one: Covered, games: int) -> str:
    """Describe how often a sentence was at work and what it changed."""
    if not one.games:
        return "Never reached."
    words = f"At work in {_share(one.games, games)} of games ({one.clauses:,} clauses)."
    if not one.tried:
        return f"{words} Not tried."
    if not one.changed:
        _, high = share(0, one.tried).interval
        return f"{words} Without it none of {one.tried:,} games ended differently (below {100 * high:.1f} % at 95 %)."
    low, high = share(one.changed, one.tried).interval
    interval = f" ({100 * low:.0f} to {100 * high:.0f} %)"
    return (
        f"{words} Without it {one.changed:,} of {one.tried:,} games ended differently{interval}, "
        f"{one.decided:,} with another outcome."
    )


def _share(count: int, games: int) -> str:
    return f"{100 * count / games:.1f} %"


def _examples(one: Covered, found: CoverageFigures, folder: str) -> str:
    """Show a game that reached the subject and a game that it changed, with the commands that replay the games."""
    lines = [
        f"<p>{words}: {_link(example, folder)}, seed {example.seed}<br>"
        f"<code>{escape(example.command(found.phases))}</code></p>"
        for words, example in (("first reached in", one.reached_in), ("first changed", one.changed_in))
        if example is not None
    ]
    return f"<details><summary>see it played</summary>{''.join(lines)}</details>" if lines else ""


def _link(example: Example, folder: str) -> str:
    """Link a fight's name to its file, or to its text at the end of the page."""
    beside = Path(os.path.relpath(example.file, folder or None)).as_posix() if example.file else ""
    where = quote(beside) if beside else f"#fight-{quote(example.fight)}"
    return f'<a href="{escape(where, quote=True)}">{escape(example.fight)}</a>'


def _scenarios(found: CoverageFigures) -> Iterator[str]:
    """Yield the texts of the scenarios without a file that the examples refer to."""
    examples = {one.reached_in for one in found.sentences} | {one.changed_in for one in found.sentences}
    named = {example.fight for example in examples if example}
    texts = {name: text for name, text in found.texts.items() if name in named}
    if texts:
        yield "<h2>Scenarios</h2>"
    for name, text in texts.items():
        key = escape(quote(name), quote=True)
        yield f'<details id="fight-{key}"><summary>{escape(name)}</summary><pre>{escape(text)}</pre></details>'


def _rulings(found: CoverageFigures) -> Iterator[str]:
    known = ruleset_named(found.ruleset).rulings
    by_ruling: dict[str, list[Covered]] = {}
    for one in found.rulings:
        by_ruling.setdefault(one.id, []).append(one)
    yield '<h2 id="rulings">Rulings</h2>'
    for ruling, options in by_ruling.items():
        status = next(status for status in CLASSES if any(one.status == status for one in options))
        yield f'<div class="sentence {CLASSES[status]}" id="{escape(ruling)}">'
        yield f'<a class="id" href="#{escape(ruling)}">{escape(ruling)}</a>{escape(known[ruling].question)}'
        asked = f"Asked for in {_share(options[0].games, found.games)} of games." if options[0].games else "Never met."
        yield f'<div class="figures">{asked}</div>{_options(known[ruling], options) if options[0].games else ""}</div>'


def _options(ruling: Ruling, options: list[Covered]) -> str:
    """Table of a ruling's options, with the results of the games played under each option."""
    words = {"default": ruling.default, **{option.name: option.words for option in ruling.options}}
    rows = "".join(
        f'<tr><td title="{escape(words[one.option], quote=True)}">{escape(one.option)}</td>'
        f"<td>{one.tried:,}</td><td>{one.changed:,}</td><td>{one.decided:,}</td></tr>"
        for one in options
    )
    heads = "<tr><th>option</th><th>tried</th><th>changed</th><th>decided</th></tr>"
    return f"<details><summary>options</summary><table>{heads}{rows}</table></details>"
