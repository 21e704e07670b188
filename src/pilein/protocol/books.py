"""Rules texts for reading, with sentences, rulings and the order of play."""

from collections.abc import Iterator

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.clauses import words_of
from pilein.kernel.rulings import DEFAULT
from pilein.kernel.rulings import Ruling as RulingText
from pilein.protocol.from_page import AskBook
from pilein.protocol.replies import Book, IncludedBy, Ruling, Sentence, Step
from pilein.tabletop.notation.rulings import preset
from pilein.tabletop.ruleset import Ruleset


def book(query: AskBook) -> Book:
    """Return the rules text of a ruleset. Raises UnknownRule if there is no such ruleset."""
    rules = ruleset_named(query.ruleset)
    clauses, included = _clauses_of(rules), _included(rules)
    return Book(
        id=query.id,
        ruleset=rules.name,
        title=rules.title,
        sentences=tuple(
            Sentence(
                key=one.id,
                words=one.words,
                chapter=one.section,
                clauses=tuple(clauses.get(one.id, ())),
                rulings=one.rulings,
                short=one.short,
            )
            for one in rules.sentences.values()
        ),
        rulings=tuple(_ruling(one, included.get(one.id)) for one in rules.rulings.values()),
        order_of_play=tuple(_steps(rules)),
    )


def _clauses_of(rules: Ruleset) -> dict[str, list[str]]:
    """Return, for each sentence ID, the keys of the clauses that implement the sentence."""
    found: dict[str, list[str]] = {}
    for key, clause in rules.clauses.items():
        for sentence in getattr(clause, "sentences", ()):
            found.setdefault(sentence, []).append(key)
    return found


def _included(rules: Ruleset) -> dict[str, IncludedBy]:
    """Return, for each ruling that a preset decides, the option that is chosen, and the preset's own ruling and
    option.
    """
    chosen = preset(rules.vocabulary)
    return {
        key: IncludedBy(ruling=ruling, option=option, chooses=reading.option)
        for ruling, option in rules.vocabulary.presets.items()
        for key, reading in chosen.items()
    }


def _ruling(ruling: RulingText, included: IncludedBy | None) -> Ruling:
    options = ((DEFAULT, ruling.default), *((one.name, one.words) for one in ruling.options))
    numbered = tuple(one.name for one in ruling.options if one.number)
    return Ruling(
        key=ruling.id,
        words=ruling.question,
        usual=DEFAULT,
        options=tuple(options),
        sentences=ruling.clauses,
        numbered=numbered if ruling.number is None else (DEFAULT, *numbered),
        number=ruling.number,
        included_by=included,
    )


def _steps(rules: Ruleset) -> Iterator[Step]:
    """Yield the order of play, each step followed by its clauses."""
    for title, keys in rules.sequence:
        yield Step(key="", words=title, depth=0, sentences=())
        for key in keys:
            clause = rules.find(key)
            yield Step(key=key, words=words_of(clause), depth=1, sentences=tuple(getattr(clause, "sentences", ())))
