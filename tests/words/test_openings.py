"""Docstrings, test names, headings and commit subjects begin with a noun or verb, and function names contain one."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.words.list import LITTLE_WORDS, PREPOSITIONS, READ_WITH_THEIR_OBJECT, WORDS_OF_THE_TABLE
from tests.words.reading import GENERATED, ROOT

FOLDERS = ("src", "tests", "benchmarks", "examples", "docs", "website")
OPENING = re.compile(r"(?:what|which|who|whom|whose|where|how far|those)\b", re.IGNORECASE)
SENTENCE_IDS = re.compile(r"^(?:[A-Z]{2,}(?:-[A-Z0-9]+)+[.:,]?\s*)+")
CODE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
FIRST_COMMIT = "a08d201e"  # subjects before it stay as they are
DOCSTRING = re.compile(
    r'(?:\A|^ *(?:async def|def|class) [^"]*?:\n+ +)r?"""([^\n]+)', re.MULTILINE
)  # faster than a parser
DEFINITION = re.compile(r"^ *(?:async def|def|class) (\w+)", re.MULTILINE)


def opens_badly(text: str) -> bool:
    return OPENING.match(SENTENCE_IDS.sub("", text)) is not None


def is_bad_heading(text: str) -> bool:
    return opens_badly(text) and not text.endswith("?")


def names_nothing(name: str) -> bool:
    """Return whether a function's name consists only of little words."""
    words = name.strip("_").split("_")
    if name.startswith("__") or name in WORDS_OF_THE_TABLE | READ_WITH_THEIR_OBJECT or PREPOSITIONS.issuperset(words):
        return False
    return (LITTLE_WORDS | PREPOSITIONS).issuperset(words)


@cache
def _sources(folder: str) -> tuple[tuple[str, str], ...]:
    paths = (path for path in sorted((ROOT / folder).rglob("*.py")) if "node_modules" not in path.parts)
    return tuple((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def _found(pattern: re.Pattern[str], folder: str) -> Iterator[tuple[str, str]]:
    """Yield the matches in the files of a folder, each with its location."""
    for path, text in _sources(folder):
        for match in pattern.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}: {match[1]}", match[1]


def _pages() -> Iterator[Path]:
    """Yield the hand-written pages. Pages about an order of play are left out, because their headings come from the
    rules text.
    """
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    pages += (ROOT / "src" / "pilein").rglob("*.md")
    return (page for page in sorted(pages) if not GENERATED.search(page.name))


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_docstring_opens_with_a_question_word(folder: str) -> None:
    assert [place for place, text in _found(DOCSTRING, folder) if opens_badly(text)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_test_name_opens_with_a_question_word(folder: str) -> None:
    tests = ((place, name) for place, name in _found(DEFINITION, folder) if re.match(r"test_|Test[A-Z]", name))
    assert [place for place, name in tests if opens_badly(name[4:].strip("_").replace("_", " "))] == []


def test_no_heading_opens_with_a_question_word_unless_it_is_a_question() -> None:
    headings = (
        (f"{page.relative_to(ROOT).as_posix()}: {heading}", heading)
        for page in _pages()
        for heading in HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    )
    assert [found for found, heading in headings if is_bad_heading(heading)] == []


def test_no_commit_subject_opens_with_a_question_word() -> None:
    command = ["git", "log", "--format=%s", f"{FIRST_COMMIT}..HEAD"]
    try:
        log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    if log.returncode:
        pytest.skip(f"no history since {FIRST_COMMIT}: {log.stderr.strip()}")
    assert [subject for subject in log.stdout.splitlines() if opens_badly(subject)] == []


def test_every_function_name_contains_a_noun_or_a_verb() -> None:
    functions = ((place, name) for place, name in _found(DEFINITION, "src") if name[0].islower() or name[0] == "_")
    assert [place for place, name in functions if names_nothing(name)] == []


def test_the_docstring_pattern_finds_every_form_of_docstring() -> None:
    text = '"""One."""\n\nclass A:\n    """Two."""\n\n    def f(\n        self\n    ) -> None:\n        """Three."""\n'
    assert DOCSTRING.findall(text) == ['One."""', 'Two."""', 'Three."""']


@pytest.mark.parametrize(
    "text", ["What a unit does.", "SH-MV-01. Where a model ends.", "WS-LD-05, WS-R-35: who falls."]
)
def test_a_question_word_is_found_after_the_ids_of_sentences(text: str) -> None:
    assert opens_badly(text)


@pytest.mark.parametrize(
    "text", ["Whatever moves.", "Place of a model.", "SH-MV-01. A model moves.", "How many strike."]
)
def test_openings_other_than_question_words_are_accepted(text: str) -> None:
    assert not opens_badly(text)


@pytest.mark.parametrize(("heading", "bad"), [("What errors look like", True), ("What would help?", False)])
def test_a_heading_may_be_a_question(heading: str, bad: bool) -> None:
    assert is_bad_heading(heading) is bad


@pytest.mark.parametrize("name", ["_as_good", "_whom", "which", "_gone", "_all_the_others"])
def test_a_name_without_a_noun_or_a_verb_is_detected(name: str) -> None:
    assert names_nothing(name)


@pytest.mark.parametrize("name", ["of", "with_", "then", "why_not", "is_over", "__or__", "alike", "_others_near_base"])
def test_a_name_with_a_noun_or_a_verb_is_accepted(name: str) -> None:
    assert not names_nothing(name)
