"""Report as a single HTML file that needs no network, is readable on a phone, and follows dark and light mode."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from pilein.lab.charts import Chart
from pilein.lab.table import RIGHT, Section

ID = re.compile(r"\b[A-Z]{2,}(-[A-Z]+)*-\d+")
PERCENT = re.compile(r"(?<=\d) %")
PROSE = 40  # characters of a cell
WORDS = 12  # characters of a cell that may break between words, but not between all of them
LONG = 15  # rows; a longer table is folded


class Part(Struct, frozen=True):
    """Part of a report, with its title, sentences, charts with captions, tables, and the commands that reproduce it."""

    title: str
    words: tuple[str, ...]
    charts: tuple[tuple[str, Chart], ...] = ()
    tables: tuple[Section, ...] = ()
    commands: tuple[str, ...] = ()


def page(title: str, lead: Sequence[str], parts: Sequence[Part], footer: str) -> str:
    """Return the HTML of a report, made of a summary, a table of contents, and the parts."""
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
    for caption, chart in part.charts:
        yield (
            f'<figure><div class="light">{chart.light}</div><div class="dark">{chart.dark}</div>'
            f"<figcaption>{escape(caption)}</figcaption></figure>"
        )
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
    """Escape text for HTML and mark IDs, so that no line breaks within them."""
    return ID.sub(r'<span class="id">\g<0></span>', escape(words))


def _unbroken(words: str) -> str:
    """Escape text for HTML and mark IDs, keeping each number on the same line as its per cent sign."""
    return PERCENT.sub("&nbsp;%", _marked(words))


def _anchor(part: Part) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in part.title.lower())


END = "</body></html>\n"
ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"  # no network
STYLE = """
:root { color-scheme: light dark; --ink: #222; --faint: #666; --paper: #fff; --line: #ddd; --mark: #2f6fb5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a0a0a0; --paper: #161616; --line: #3a3a3a; --mark: #8ab6e8; }
  .light { display: none; }
}
@media (prefers-color-scheme: light) { .dark { display: none; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
a { color: var(--mark); } figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
figcaption, footer, .command { color: var(--faint); font-size: .9rem; }
.command ul { margin: .2rem 0; padding-left: 1.2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
.right { text-align: right; } td.right, .id { white-space: nowrap; }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0;
  padding: 0; cursor: pointer; } th[aria-sort=ascending] button::after { content: " ↑"; }
th[aria-sort=descending] button::after { content: " ↓"; }
@media (max-width: 40rem) { th, td { padding: .2rem .4rem; } .words { min-width: 7rem; }
  td:first-child, th:first-child { position: sticky; left: 0; background: var(--paper); padding-left: 0; }
  .prose thead { display: none; } .prose tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .prose td, .prose td.right { display: block; position: static; text-align: left; border: 0; padding: 0; }
  .prose td + td::before { content: attr(data-head) ": "; color: var(--faint); } .prose td:empty { display: none; }
  .prose td[data-head=""]::before { content: none; }
  .prose td:first-child { font-weight: 600; } }
summary { cursor: pointer; font-weight: 600; margin: 1rem 0 .3rem; } code { overflow-wrap: anywhere; }
"""
SCRIPT = """
"use strict";
const number = (words) => {
  const found = words.trim().replace(/,/g, "").replace(/\u2212/g, "-").match(/^[<>~\u00b1\\s]*([-+]?\\d+(\\.\\d+)?)/);
  return found ? +found[1] : NaN;
};
const compare = (a, b, ways) => {
  const [one, other] = [number(a), number(b)], [isWords, areWords] = [one, other].map(Number.isNaN);
  if (isWords !== areWords) return isWords ? 1 : -1;
  return ways * (isWords ? a.localeCompare(b) : one - other);
};
for (const heading of document.querySelectorAll("th")) {
  heading.querySelector("button").addEventListener("click", () => {
    const table = heading.closest("table"), body = table.tBodies[0], column = heading.cellIndex;
    const ways = heading.getAttribute("aria-sort") === "descending" ? 1 : -1;
    for (const other of table.querySelectorAll("th")) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", ways === 1 ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent;
    body.append(...[...body.rows].sort((a, b) => compare(text(a), text(b), ways)));
  });
}
"""
