"""Conditions on the end of a fight, such as `hills.lost >= 5 and legion.lost <= 2`, and the language for them.

A value is a *term*: `NAME.lost` and `NAME.left` (models of a unit or side), `NAME.fate` (of a unit), `NAME.wins` (of
a side), `outcome` (as worded in odds), and `NAME.Broke` or `Broke` (whether an event of that kind ever happens, to
that unit or to any unit). A name with several words must be quoted. Terms can be compared (`==`, `!=`, `<`, `<=`,
`>`, `>=`, or their typographic equivalents), added and subtracted, and joined by `and`, `or`, `not` and brackets.
"""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import nearest, shortened

DEEPEST = 20  # brackets
LONGEST = 500  # characters: longer than anyone types
REMEDY = 'write a condition like "hills.lost >= 5 and legion.lost <= 2"'
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,9}(?![\w.]))|(?P<text>\"[^\"]*\"|'[^']*')|(?P<word>[^\W\d]\w*)|(?P<sign><=|>=|=<|=>|==|!=|<>|[-+<>().=≤≥≠]))"
)
SIGNS = {"=<": "<=", "≤": "<=", "=>": ">=", "≥": ">=", "=": "==", "<>": "!=", "≠": "!="}  # alternative spellings
JOINERS = ("and", "or", "not")
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NUMBER, WORDS, TRUTH = "a number", "words", "true or false"
NUMBERS, FATE, WINS, OUTCOME = ("lost", "left"), "fate", "wins", "outcome"
OF_NAMES = (*NUMBERS, FATE, WINS)


class Term(NamedTuple):
    """Value at the end of a fight, given by the name of a unit or side ("" for neither) and the figure to read."""

    name: str
    of: str

    @property
    def kind(self) -> str:
        """Kind of the term's value: a number, a word or a truth value."""
        if self.of in NUMBERS:
            return NUMBER
        return WORDS if self.of in (FATE, OUTCOME) else TRUTH

    @property
    def is_event(self) -> bool:
        """Whether the term names an event. Event names begin with a capital letter."""
        return self.of[:1].isupper()

    def __str__(self) -> str:
        """Format the term as it appears in a condition."""
        name = self.name if self.name.isidentifier() else f'"{self.name}"'
        return f"{name}.{self.of}" if self.name else self.of


Values = Mapping[Term, Any]


class Condition(NamedTuple):
    """Parsed condition, with its text, its terms, and a function that tests the values of the terms."""

    words: str
    terms: tuple[Term, ...]
    holds: Callable[[Values], Any]


class Part(NamedTuple):
    """Part of a condition, with the kind of its value and a function that computes the value."""

    kind: str
    value: Callable[[Values], Any]


def condition(words: str, key: str = "") -> Condition:
    """Parse a condition. `key` names the argument in errors.

    Examples:
        >>> found = condition("hills.lost >= 5 and not legion.wins")
        >>> [str(term) for term in found.terms]
        ['hills.lost', 'legion.wins']
        >>> found.holds({Term("hills", "lost"): 5, Term("legion", "wins"): False})
        True

    Raises:
        BadInput: the syntax is wrong.
    """
    return _Parser(words, key).condition()


def term(words: str, key: str = "") -> Term:
    """Parse a term. The bare name of a unit or side stands for the losses of that unit or side.

    Examples:
        >>> term("hill king.fate"), term("hill king")
        (Term(name='hill king', of='fate'), Term(name='hill king', of='lost'))

    Raises:
        BadInput: the words are not a term.
    """
    name, dot, of = words.strip().rpartition(".")
    if re.search("[\"']", words) or (dot and not (name and of.isidentifier())):
        return _Parser(words, key).term_alone()
    if not dot:
        return Term("", of) if of == OUTCOME else Term(of, NUMBERS[0])
    return Term(name.strip(), of)


class _Parser:
    def __init__(self, words: str, key: str) -> None:
        if len(words) > LONGEST:
            raise BadInput(
                f"the condition has more than {LONGEST} characters", key=key, remedy="write a shorter condition"
            )
        self._words = words
        self._key = key
        self._tokens = self._read()
        self._next = 0
        self._depth = 0
        self._terms: dict[Term, None] = {}

    def condition(self) -> Condition:
        part = self._disjunction()
        if self._next < len(self._tokens):
            raise self._fault(f"{self._seen!r} was not expected here")
        self._assert_kind(part, TRUTH)
        return Condition(self._words.strip(), tuple(self._terms), part.value)

    def term_alone(self) -> Term:
        kind, words = self._take()
        if kind not in ("text", "word"):
            raise self._fault(f"{words!r} is neither a unit nor a side nor a term")
        name = words[1:-1] if kind == "text" else words
        found = self._term_of(name) if self._seen == "." else Term(name, NUMBERS[0])
        if self._next < len(self._tokens):
            raise self._fault(f"{self._seen!r} was not expected here")
        return found

    # --- from the loosest to the tightest -------------------------------------------------------------------------

    def _disjunction(self) -> Part:
        return self._joined("or", self._conjunction, any)

    def _conjunction(self) -> Part:
        return self._joined("and", self._negated, all)

    def _joined(self, word: str, inner: Callable[[], Part], join: Callable[[Any], bool]) -> Part:
        parts = [inner()]
        while self._seen == word:
            self._assert_kind(parts[-1], TRUTH)
            self._take()
            parts.append(inner())
            self._assert_kind(parts[-1], TRUTH)
        if len(parts) == 1:
            return parts[0]
        return Part(TRUTH, lambda values: join(part.value(values) for part in parts))

    def _negated(self) -> Part:
        if self._seen != "not":
            return self._compared()
        self._take()
        part = self._negated()
        self._assert_kind(part, TRUTH)
        return Part(TRUTH, lambda values: not part.value(values))

    def _compared(self) -> Part:
        first = last = self._sum()
        links: list[Callable[[Values], bool]] = []
        while self._seen in COMPARISONS:
            _, sign = self._take()
            after = self._sum()
            if last.kind != after.kind or (last.kind != NUMBER and sign not in ("==", "!=")):
                raise self._fault(f"{last.kind} and {after.kind} cannot be compared with {sign}")
            links.append(_link(COMPARISONS[sign], last, after))
            last = after
        return Part(TRUTH, lambda values: all(link(values) for link in links)) if links else first

    def _sum(self) -> Part:
        found = self._single()
        while self._seen in ("+", "-"):
            _, sign = self._take()
            after = self._single()
            self._assert_kind(found, NUMBER)
            self._assert_kind(after, NUMBER)
            found = _added(found, after, operator.add if sign == "+" else operator.sub)
        return found

    def _single(self) -> Part:
        kind, words = self._take()
        if words == "(":
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._fault(f"brackets are nested more than {DEEPEST} levels deep")
            inner = self._disjunction()
            self._depth -= 1
            if self._seen != ")":
                raise self._fault("an opening bracket has no closing one")
            self._take()
            return inner
        if kind == "number":
            number = int(words)
            return Part(NUMBER, lambda _: number)
        if kind == "text" and self._seen != ".":
            return Part(WORDS, lambda _: words[1:-1])
        if kind in ("text", "word"):
            self._assert_one_word(kind, words)
            found = self._term_of(words[1:-1] if kind == "text" else words)
            self._assert_known(found)
            self._terms[found] = None
            return Part(found.kind, lambda values: values[found])
        raise self._fault(f"{words!r} was not expected here" if words else "the condition is incomplete")

    def _term_of(self, name: str) -> Term:
        if self._seen != ".":
            return Term("", name)
        self._take()
        kind, of = self._take()
        if kind != "word":
            raise self._fault("a word is missing after the dot")
        return Term(name, of)

    def _assert_one_word(self, kind: str, first: str) -> None:
        """Check that a name with several words is quoted."""
        words = [first]
        for after, word in self._tokens[self._next :] if kind == "word" and first.islower() else ():
            if after not in ("word", "number") or word in JOINERS:
                break
            words.append(word)
        name = " ".join(words)
        if len(words) > 1:
            remedy = f'put a name of several words in quotes: "{name}".lost'
            raise self._fault(f"{words[1]!r} was not expected here", remedy)

    def _assert_known(self, found: Term) -> None:
        """Check that the term exists for a unit, a side or the fight. Event names begin with a capital letter."""
        if found.is_event or found.of in (OF_NAMES if found.name else (OUTCOME,)):
            return
        if self._seen == "(":
            raise self._fault("a term cannot be followed by '('")
        if not found.name:
            raise self._fault(f"{found.of!r} alone is not a term", f"write {found.of}.lost, .left, .fate or .wins")
        near = nearest(found.of, OF_NAMES)
        remedy = f"did you mean {near}? " if near else ""
        remedy += f"use {', '.join(OF_NAMES)} or the name of an event, which begins with a capital, like Broke"
        raise self._fault(f"there is no term {found.of!r}", remedy)

    # --- tokens ---------------------------------------------------------------------------------------------------

    def _read(self) -> list[tuple[str, str]]:
        place, found, words = 0, list[tuple[str, str]](), self._words.rstrip()
        while place < len(words):
            token = TOKEN.match(words, place)
            if token is None:
                raise self._fault(f"{shortened(words[place:].strip(), 20)!r} cannot be read")
            sign = token[str(token.lastgroup)]
            found.append((str(token.lastgroup), SIGNS.get(sign, sign)))
            place = token.end()
        return found

    @property
    def _seen(self) -> str:
        """Token at the current position, or "" at the end of the condition."""
        return self._tokens[self._next][1] if self._next < len(self._tokens) else ""

    def _take(self) -> tuple[str, str]:
        found = self._tokens[self._next] if self._next < len(self._tokens) else ("", "")
        self._next += 1
        return found

    def _assert_kind(self, part: Part, kind: str) -> None:
        if part.kind != kind:
            raise self._fault(f"this part must be {kind}, not {part.kind}")

    def _fault(self, message: str, remedy: str = REMEDY) -> BadInput:
        return BadInput(f"{shortened(self._words)!r}: {message}", key=self._key, remedy=remedy)


def _link(compare: Callable[[Any, Any], bool], one: Part, other: Part) -> Callable[[Values], bool]:
    return lambda values: compare(one.value(values), other.value(values))


def _added(one: Part, other: Part, add: Callable[[Any, Any], Any]) -> Part:
    return Part(NUMBER, lambda values: add(one.value(values), other.value(values)))
