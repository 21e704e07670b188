"""Answers that the user fixes before play.

Fixed answers are validated, take precedence over the policies, and are reported if they are not used.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from pilein.engine.fixed import FixedAnswer, FixedAnswers, with_fixed
from pilein.engine.rulesets import vocabulary
from pilein.kernel.codec import frozen
from pilein.kernel.errors import BadInput, PileInError
from pilein.kernel.nearest import folded, hint, listed, shortened
from pilein.kernel.remedies import command
from pilein.kernel.requests import Policy
from pilein.kernel.rulings import QuestionText
from pilein.lab.arguments import spelled
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.vocabulary import Vocabulary

Fixed: TypeAlias = Mapping[str, Any] | FixedAnswers | None  # {"SH-RE-02": "hold", "red:SH-RE-06": "no"}

KEY = "fixed"
EXAMPLE = 'give a mapping like {"SH-RE-02": "hold", "red:SH-RE-06": "no"}'
JSON = ("[", '"', "true", "false", "null", "-", *"0123456789")  # first characters of an answer that may be JSON


def fixed_answers(given: object, scenario: Scenario, key: str = KEY) -> FixedAnswers:
    """Validate answers that are fixed for questions. A question is "SH-RE-02" or, for one side only, "red:SH-RE-02".

    An answer is given as the label of an option or as the answer itself. `key` names the argument in errors.

    Raises:
        BadInput: there is no such question or side, or the question never offers the answer. The error lists the
            possible answers.
    """
    if given is None:
        return FixedAnswers()
    if isinstance(given, FixedAnswers):
        return given
    if not isinstance(given, Mapping) or not all(isinstance(question, str) for question in given):
        raise BadInput(f"{spelled(given)} is not a mapping of questions to answers", key=key, remedy=EXAMPLE)
    words = vocabulary(scenario.ruleset)
    one, other = (side.name for side in scenario.sides)
    found = tuple(_valid(question, answer, scenario, words, key) for question, answer in given.items())
    return FixedAnswers(found, (one, other))


def _valid(question: str, answer: Any, scenario: Scenario, words: Vocabulary, key: str) -> FixedAnswer:  # noqa: ANN401
    side, colon, clause = question.rpartition(":")
    sides = [one.name for one in scenario.sides]
    if colon and side not in sides:
        remedy = hint(side, sides, f"name one of the sides: {' and '.join(sides)}")
        raise BadInput(f"there is no side {shortened(side)!r}", key=key, remedy=remedy)
    texts = tuple(text for text in words.questions if text.id == clause)
    if not texts:
        _assert_may_ask(clause, words, key)
    try:
        plain = frozen(answer)
    except PileInError as error:
        raise BadInput(
            f"the answer to {clause} cannot be used: {error.message}", key=key, remedy=error.remedy
        ) from None
    if isinstance(plain, str):
        _assert_is_an_answer(plain, clause, texts, key)
    return FixedAnswer(clause, plain, side)


def _assert_may_ask(clause: str, words: Vocabulary, key: str) -> None:
    """Check that a sentence can ask a question.

    If the ruleset lists its questions, the sentence must be in the list.
    """
    lists = command(f"`pilein rules {words.ruleset} --questions` lists the questions")
    asking = list(dict.fromkeys(text.id for text in words.questions))
    if asking:
        known = clause in words.sentences or clause in words.rulings
        message = f"{clause} asks no question of a player" if known else f"there is no question {shortened(clause)!r}"
        raise BadInput(message, key=key, remedy=lists if known else hint(clause, asking, lists))
    sentences = {**words.sentences, **words.rulings}
    if sentences and clause not in sentences:
        remedy = hint(clause, sentences, command(f"`pilein rules {words.ruleset}` lists the sentences"))
        raise BadInput(f"there is no sentence {shortened(clause)!r}", key=key, remedy=remedy)


def _assert_is_an_answer(answer: str, clause: str, texts: Iterable[QuestionText], key: str) -> None:
    """Check that an answer is one of a question's constant answers, if the question takes no other answers."""
    texts = tuple(texts)
    known = tuple(dict.fromkeys(word for text in texts for word in text.answers))
    is_open = not texts or any(text.also for text in texts)
    if is_open or folded(answer) in map(folded, known) or answer.startswith(JSON):
        return
    message = f"{shortened(answer)!r} is not an answer to {clause}"
    raise BadInput(message, key=key, remedy=f"give one of its answers: {listed(known)}")


def both_with_fixed(fixed: FixedAnswers, policies: tuple[Policy, Policy]) -> tuple[Policy, Policy]:
    """Wrap each side's policy so that it tries the fixed answers first."""
    one, other = (with_fixed(fixed, policy) for policy in policies)
    return one, other


def assert_offered(fixed: FixedAnswers, scenario: Scenario, key: str = KEY) -> None:
    """Check that every question that was asked has offered the answer fixed for it, or might have offered it.

    Raises:
        BadInput: an answer was never offered. The error lists the answers that were offered.
    """
    for one in fixed.unused:
        if one.key in fixed.offered and not _is_known(one, vocabulary(scenario.ruleset)):
            message = f"{one.clause} never offers the answer given in {one.words}"
            raise BadInput(message, key=key, remedy=f"give one of its answers: {listed(fixed.offered[one.key])}")


def _is_known(one: FixedAnswer, words: Vocabulary) -> bool:
    """Whether an answer is one of its question's constant answers, even if not every unit may give it."""
    known = (answer for text in words.questions if text.id == one.clause for answer in text.answers)
    return isinstance(one.answer, str) and folded(one.answer) in map(folded, known)


def unused_hints(fixed: FixedAnswers, ruleset: str) -> tuple[str, ...]:
    """Return a hint for each fixed answer that was never used, with the reason."""
    lines = []
    for one in fixed.unused:
        offered = fixed.offered.get(one.key)
        why = f"{one.clause} offered only {listed(offered)}" if offered else _never_asked(one.clause, ruleset)
        lines.append(f"the answer {one.words} was not used: {why}")
    return tuple(lines)


def _never_asked(clause: str, ruleset: str) -> str:
    """Return the reason why the question of an unused fixed answer never came up."""
    texts = (text.words for text in vocabulary(ruleset).questions if text.id == clause)
    words = next(texts, "")
    return f'the question "{words}" never came up' if words else f"the question of {clause} never came up"
