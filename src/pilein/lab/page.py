"""Report as a single HTML file that needs no network, is readable on a phone, and adapts to dark or light mode."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from msgspec import Struct

from pilein.lab.table import RIGHT, Section

ID = re.compile(r"\b[A-Z]{2,}(-[A-Z]+)*-\d+")
PERCENT = re.compile(r"(?<=\d) %")
PROSE = 40  # characters of a cell
WORDS = 12  # characters of a cell that may break between words, but not between all of them
LONG = 15  # rows; a longer table is folded


class Part(Struct, frozen=True):
    """Part of a report, with its title, sentences, charts as SVG, tables, and the commands that reproduce it."""

    title: str
    words: tuple[str, ...]
    charts: tuple[str, ...] = ()
    tables: tuple[Section, ...] = ()
    commands: tuple[str, ...] = ()


def page(title: str, lead: Sequence[str], parts: Sequence[Part], footer: str) -> str:
    """Return the HTML of a report: a summary, a table of contents, and the parts."""
    contents = "".join(f'<li><a href="#{_anchor(part)}">{escape(part.title)}</a></li>' for part in parts)
    body = [
        f"<header><h1>{escape(title)}</h1>",
        *(f"<p>{_unbroken(words)}</p>" for words in lead),
        f"</header><nav><ol>{contents}</ol></nav><main>",
        *(line for part in parts for line in _part(part)),
        f"</main><footer>{escape(footer)}</footer>",
    ]
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{ALLOWED}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    return "\n".join(
        ['<!DOCTYPE html>\n<html lang="en"><head>', head, "</head><body>", *body, f"<script>{SCRIPT}</script>", END]
    )


def _part(part: Part) -> Iterator[str]:
    yield f'<section id="{_anchor(part)}"><h2>{escape(part.title)}</h2>'
    yield from (f"<p>{_unbroken(words)}</p>" for words in part.words)
    yield from (f"<figure>{chart}</figure>" for chart in part.charts)
    yield from (_table(table) for table in part.tables)
    if part.commands:
        lines = "".join(f"<li><code>{escape(command)}</code></li>" for command in part.commands)
        yield f"<div class=command>Made by<ul>{lines}</ul></div>"
    yield "</section>"


def _table(table: Section) -> str:
    """Format a table that is sorted by a column when the column's heading is pressed. A long table is folded.

    On a narrow screen a table with sentences in its cells shows each row as a block of lines.
    """
    heads = "".join(
        f'<th scope="col" class="{way}" aria-sort="none"><button type="button">{escape(name) or "&nbsp;"}</button></th>'
        for name, way in table.columns
    )
    rows = "".join(f"<tr>{''.join(_cells(table, row))}</tr>" for row in table.rows)
    kind = ' class="prose"' if any(len(words) > PROSE for row in table.rows for words in row) else ""
    top = f"<thead><tr>{heads}</tr></thead>" if any(name for name, _ in table.columns) else ""
    drawn = f"<div class=wide><table{kind}>{top}<tbody>{rows}</tbody></table></div>"
    is_open = "" if len(table.rows) > LONG else " open"
    return f"<details{is_open}><summary>{escape(table.title)} ({len(table.rows)})</summary>{drawn}</details>"


def _cells(table: Section, row: Sequence[str]) -> Iterator[str]:
    for words, (head, way) in zip(row, table.columns, strict=True):
        kind = RIGHT if way == RIGHT else "words" if len(words) > WORDS and " " in words else ""
        yield f'<td class="{kind}" data-head="{escape(head)}">{_marked(words)}</td>'


def _marked(words: str) -> str:
    """Escape text for HTML and mark IDs, so that an ID is never split between two lines."""
    return ID.sub(r'<span class="id">\g<0></span>', escape(words))


def _unbroken(words: str) -> str:
    """Escape text for HTML and mark IDs, keeping each number on the same line as its per cent sign."""
    return PERCENT.sub("&nbsp;%", _marked(words))


def _anchor(part: Part) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in part.title.lower())


END = "</body></html>\n"
ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"  # no network
STYLE, SCRIPT = (files("pilein.lab").joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
