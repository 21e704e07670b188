"""A ruleset described as plain data: its order of play, its sentences with code and tests, its rulings."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

import pilein
from pilein.cli.marked_tests import checkout, marked_tests
from pilein.kernel.nearest import unknown
from pilein.kernel.ruleset import Rulebook, words_of
from pilein.kernel.rulings import Ruling, Sentence
from pilein.lab import rulebooks
from pilein.lab.places import CodePlace, places

FORMAT = 1


class Place(Struct, frozen=True):
    """A function: its name, and the file (relative to the checkout or to the installed package) and line of it."""

    name: str
    file: str
    line: int


class Step(Struct, frozen=True):
    """A step of the order of play, and what is played in it: the key of each clause and its docstring's words."""

    title: str
    clauses: tuple[tuple[str, str], ...]


class SentencePage(Struct, frozen=True):
    """One sentence of the text: what carries it (None: nothing does), which tests name it, which holes it touches."""

    id: str
    section: str
    words: str
    who: str
    code: Place | None
    code_words: str
    tests: tuple[Place, ...]
    rulings: tuple[str, ...]


class RulesetPage(Struct, frozen=True):
    """One ruleset, whole."""

    format: int
    ruleset: str
    version: int
    sequence: tuple[Step, ...]
    clauses: tuple[SentencePage, ...]
    rulings: tuple[Ruling, ...]


class RulesetLine(Struct, frozen=True):
    """One ruleset in short: how many sentences it has, how many of them are carried by code, how many rulings."""

    ruleset: str
    version: int
    clauses: int
    carried: int
    rulings: int


def describe_all() -> tuple[RulesetLine, ...]:
    """Every ruleset in short."""
    return tuple(_line(rulebooks.complete(name)) for name in rulebooks.names())


def describe(ruleset: str) -> RulesetPage:
    """One ruleset, whole.

    Raises:
        UnknownRule: no such ruleset; suggests the nearest.

    """
    rulebook = rulebooks.complete(ruleset)
    tests = _tests_by_sentence()
    pages = tuple(_page(rulebook, sentence, tests) for sentence in rulebooks.sentences(ruleset).values())
    steps = tuple(_step(rulebook, title, keys) for title, keys in rulebooks.sequence(ruleset))
    return RulesetPage(FORMAT, ruleset, rulebook.version, steps, pages, tuple(rulebook.rulings.values()))


def describe_rule(ruleset: str, name: str) -> SentencePage | Ruling:
    """One sentence (SH-MV-21) or one ruling (SH-R-19); `mv-21` and `r-19` will do.

    Raises:
        UnknownRule: no such ruleset, sentence or ruling; suggests the nearest.

    """
    rulebook = rulebooks.complete(ruleset)
    sentences = rulebooks.sentences(ruleset)
    key = _full(name, rulebook.prefix)
    if key in rulebook.rulings:
        return rulebook.rulings[key]
    if key in sentences:
        return _page(rulebook, sentences[key], _tests_by_sentence())
    raise unknown(key, {**sentences, **rulebook.rulings}, "clause or ruling", f"`pilein rules {ruleset}` lists them")


def _full(name: str, prefix: str) -> str:
    head, dash, number = name.upper().replace("_", "-").rpartition("-")
    key = f"{head}{dash}{number.zfill(2)}"
    return key if key.startswith(f"{prefix}-") else f"{prefix}-{key}"


def _line(rulebook: Rulebook) -> RulesetLine:
    sentences = rulebooks.sentences(rulebook.name)
    standing = places(_package(rulebook))
    carried = sum(sentence in standing for sentence in sentences)
    return RulesetLine(rulebook.name, rulebook.version, len(sentences), carried, len(rulebook.rulings))


def _step(rulebook: Rulebook, title: str, keys: Iterable[str]) -> Step:
    return Step(title, tuple((key, words_of(rulebook.find(key))) for key in keys))


def _page(rulebook: Rulebook, sentence: Sentence, tests: dict[str, list[Place]]) -> SentencePage:
    place = next(iter(places(_package(rulebook)).get(sentence.id, ())), None)
    return SentencePage(
        id=sentence.id,
        section=sentence.section,
        words=sentence.words,
        who=sentence.who,
        code=_place(place) if place else None,
        code_words=place.words if place else "",
        tests=tuple(tests.get(sentence.id, ())),
        rulings=sentence.rulings,
    )


def _place(place: CodePlace) -> Place:
    root = checkout() or Path(pilein.__file__).parents[1]
    return Place(place.name, place.file.relative_to(root).as_posix(), place.line)


def _package(rulebook: Rulebook) -> str:
    return f"pilein.rulesets.{rulebook.name}"


def _tests_by_sentence() -> dict[str, list[Place]]:
    root = checkout()
    found: dict[str, list[Place]] = {}
    for test in marked_tests(root) if root else ():
        for one in test.ids:
            found.setdefault(one, []).append(Place(test.name, test.file, test.line))
    return found
