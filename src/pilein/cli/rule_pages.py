"""Description of a ruleset as plain data, with its order of play, its sentences with their code and tests, and its
rulings.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from msgspec import Struct

import pilein
from pilein.cli.marked_tests import checkout, marked_tests
from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.clauses import words_of
from pilein.kernel.nearest import unknown
from pilein.kernel.numbers import Number
from pilein.kernel.rulings import QuestionText, Ruling, Sentence
from pilein.lab.source_locations import CodePlace, places
from pilein.tabletop.ruleset import Ruleset

FORMAT = 1


class FunctionPlace(Struct, frozen=True):
    """Function with its name, its file (relative to the checkout or the installed package) and its line."""

    name: str
    file: str
    line: int


class Step(Struct, frozen=True):
    """One step in the order of play, with the key and docstring of each clause in the step."""

    title: str
    clauses: tuple[tuple[str, str], ...]


class SentencePage(Struct, frozen=True):
    """Sentence of the rules with the code that implements it (None if there is none), related code, rulings, and the
    tests that name the sentence.
    """

    id: str
    section: str
    words: str
    who: str
    code: FunctionPlace | None
    code_words: str
    elsewhere: tuple[FunctionPlace, ...]
    tests: tuple[FunctionPlace, ...]
    rulings: tuple[str, ...]


class RulesetPage(Struct, frozen=True):
    """Full description of a ruleset."""

    format: int
    ruleset: str
    version: int
    sequence: tuple[Step, ...]
    clauses: tuple[SentencePage, ...]
    rulings: tuple[Ruling, ...]


class RulesetLine(Struct, frozen=True):
    """Brief description of a ruleset, with the number of its sentences, the number of sentences implemented in code,
    and the number of its rulings.
    """

    ruleset: str
    version: int
    clauses: int
    carried: int
    rulings: int


def describe_all() -> tuple[RulesetLine, ...]:
    """Return a brief description of every ruleset."""
    return tuple(_line(ruleset_named(name)) for name in names())


def describe(ruleset: str) -> RulesetPage:
    """Describe a ruleset.

    Raises:
        UnknownRule: there is no such ruleset. The error suggests the nearest one.
    """
    book = ruleset_named(ruleset)
    tests = _tests_by_sentence(book)
    pages = tuple(_page(book, sentence, tests) for sentence in book.sentences.values())
    steps = tuple(_step(book, title, keys) for title, keys in book.sequence)
    return RulesetPage(FORMAT, ruleset, book.version, steps, pages, tuple(book.rulings.values()))


def describe_rule(ruleset: str, name: str) -> SentencePage | Ruling:
    """Describe one sentence (SH-MV-21) or one ruling (SH-R-19). The ID may be shortened, as in `mv-21` or `r-19`.

    Raises:
        UnknownRule: there is no such ruleset, sentence or ruling. The error suggests the nearest one.
    """
    book = ruleset_named(ruleset)
    sentences = book.sentences
    key = _full(name, book.prefix)
    if key in book.rulings:
        return book.rulings[key]
    if key in sentences:
        return _page(book, sentences[key], _tests_by_sentence(book))
    raise unknown(
        key,
        {**sentences, **book.rulings},
        "clause or ruling",
        f"`pilein rules {ruleset}` lists the clauses and rulings",
    )


def describe_questions(ruleset: str, sentence: str | None) -> tuple[QuestionText, ...]:
    """Return the questions that a ruleset, or one of its sentences, asks players.

    Raises:
        UnknownRule: there is no such ruleset, or the sentence asks nothing. The error suggests the nearest one.
    """
    book = ruleset_named(ruleset)
    questions = book.vocabulary.questions
    if sentence is None:
        return questions
    key = _full(sentence, book.prefix)
    found = tuple(one for one in questions if one.id == key)
    if not found:
        remedy = f"`pilein rules {ruleset} --questions` lists the questions"
        raise unknown(key, (one.id for one in questions), "question", remedy)
    return found


def describe_numbers(ruleset: str, sentence: str | None) -> tuple[Number, ...]:
    """Return the numbers that can be changed in a ruleset's text, or in one of its sentences.

    Raises:
        UnknownRule: there is no such ruleset, or the sentence has no number. The error suggests the nearest one.
    """
    book = ruleset_named(ruleset)
    if sentence is None:
        return tuple(book.numbers.values())
    key = _full(sentence.partition(".")[0], book.prefix)
    found = tuple(one for one in book.numbers.values() if one.sentence == key)
    if not found:
        remedy = f"`pilein rules {ruleset} --numbers` lists the numbers"
        raise unknown(key, (one.sentence for one in book.numbers.values()), "number of a sentence", remedy)
    return found


def _full(name: str, prefix: str) -> str:
    head, dash, number = name.upper().replace("_", "-").rpartition("-")
    key = f"{head}{dash}{number.zfill(2)}"
    return key if key.startswith(f"{prefix}-") else f"{prefix}-{key}"


def _line(book: Ruleset) -> RulesetLine:
    sentences = book.sentences
    standing = places(book.home)
    carried = sum(sentence in standing for sentence in sentences)
    return RulesetLine(book.name, book.version, len(sentences), carried, len(book.rulings))


def _step(book: Ruleset, title: str, keys: Iterable[str]) -> Step:
    return Step(title, tuple((key, words_of(book.find(key))) for key in keys))


def _page(book: Ruleset, sentence: Sentence, tests: dict[str, list[FunctionPlace]]) -> SentencePage:
    found = places(book.home).get(sentence.id, ())
    place, others = next(iter(found), None), found[1:]
    return SentencePage(
        id=sentence.id,
        section=sentence.section,
        words=sentence.words,
        who=sentence.who,
        code=_place(place) if place else None,
        code_words=place.words if place else "",
        elsewhere=tuple(map(_place, others)),
        tests=tuple(tests.get(sentence.id, ())),
        rulings=sentence.rulings,
    )


def _place(place: CodePlace) -> FunctionPlace:
    return FunctionPlace(place.name, _shown(place.file), place.line)


def _shown(file: Path) -> str:
    """Return a path relative to the checkout or the installed package, or else relative to the current folder."""
    for root in (checkout() or Path(pilein.__file__).parents[1], Path.cwd()):
        if file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return file.as_posix()


def _tests_by_sentence(book: Ruleset) -> dict[str, list[FunctionPlace]]:
    """Group the tests of a ruleset by the sentences that they name.

    A built-in ruleset is tested by the project's tests, and an external ruleset by the tests beside it.
    """
    found: dict[str, list[FunctionPlace]] = {}
    for test in marked_tests(_homes_of_tests(book)):
        for one in test.ids:
            found.setdefault(one, []).append(FunctionPlace(test.name, _shown(test.file), test.line))
    return found


def _homes_of_tests(book: Ruleset) -> Iterator[Path]:
    root, source = checkout(), Path(import_module(book.home).__file__ or "")
    if root is not None:
        yield root / "tests"
    if root is not None and source.is_relative_to(root):
        return
    if source.name == "__init__.py":
        yield source.parent
    else:
        yield from source.parent.glob(f"test_{source.name}")
