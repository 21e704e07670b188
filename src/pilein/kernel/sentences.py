"""The sentences of a rules text, in other words: read from `clauses.toml` beside a ruleset, and only when asked for."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert


class Sentence(Struct, frozen=True):
    """One sentence of the text that rules something.

    `section` is the part of the text in which it stands, `who` the player who decides or the dice thrown (`auto`:
    neither), `rulings` the holes that it touches.
    """

    id: str
    section: str
    words: str
    who: str
    rulings: tuple[str, ...]


@cache
def read_sentences(package: str) -> Mapping[str, Sentence]:
    """Every sentence of the ruleset in that package by its ID, in the order of the text; read once."""
    text = files(package).joinpath("clauses.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["clause"]
    return {sentence.id: sentence for sentence in convert(listed, list[Sentence])}
