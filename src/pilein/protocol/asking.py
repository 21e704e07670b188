"""Questions in the form the page shows: their wording, kind and options."""

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.log import said
from pilein.geometry.ticks import INCH
from pilein.kernel.codec import plain
from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split
from pilein.lab.charges_on_offer import charges_by_distance
from pilein.lab.finishing import is_placement
from pilein.lab.typed_dice import needed, question
from pilein.protocol.at_table import Asked
from pilein.protocol.drawing import placed
from pilein.protocol.shared_messages import Model, Option

MOST = 200  # options of a list
MOST_FOUND = 24  # options of a kind of the ruleset's own, which have to be searched for
Kind = Literal["one", "several", "split", "place", "other"]


def asked(game: Game, choice: Choice, usual: Answer, *, number: int, question: int) -> Asked:
    """Return the pending question with its options. `usual` is the sensible policy's answer."""
    offered = _different(choice, usual)
    kind = _kind(game, choice, offered)
    return Asked(
        number=number,
        question=question,
        side=choice.side,
        clause=choice.clause,
        words=choice.words,
        kind=kind,
        options=tuple(_options(game, choice, offered, usual)),
        is_complete=kind in ("one", "several", "split") and len(offered) < MOST,
        items=_items(choice),
        item_answers=tuple(map(plain, choice.of)) if isinstance(choice, Several) else (),
        least=choice.least if isinstance(choice, Several) else 1,
        most=choice.most if isinstance(choice, Several) else 1,
        total=choice.total if isinstance(choice, Split) else 0,
        ticks_per_inch=INCH if kind == "place" else 0,
    )


def asked_for_dice(game: Game, *, number: int, question_number: int) -> Asked:
    """Return the pending roll as a question: either side may type in its dice."""
    count = needed(game)
    return Asked(
        number=number,
        question=question_number,
        side=int(getattr(game.state, "active", 0)),
        clause="",
        words=question(game),
        kind="roll",
        least=count,
        most=count,
        total=count,
    )


def without_options(asked: Asked) -> Asked:
    """Copy of a question without its options, for seats that are not asked."""
    return replace(asked, options=(), items=(), item_answers=())


def _different(choice: Choice, usual: Answer) -> list[tuple[str, Answer]]:
    """Return the first distinct answers on offer, always including the usual answer."""
    most = MOST if isinstance(choice, OneOf | Several | Split) else MOST_FOUND
    found: dict[Answer, str] = {}
    for label, answer in islice(choice.candidates(), most):
        found.setdefault((type(answer), answer), label)
    found.setdefault((type(usual), usual), said(choice, usual))
    return [(label, answer) for (_, answer), label in found.items()]


def _options(game: Game, choice: Choice, offered: list[tuple[str, Answer]], usual: Answer) -> Iterator[Option]:
    notes = {one.answer: one.words for one in charges_by_distance(game, choice)}
    units = {unit.name: unit.number for unit in game.state.setup.units}
    about = getattr(choice, "unit", None)
    for index, (words, answer) in enumerate(offered):
        place = place_of(game, answer)
        yield Option(
            index=index,
            words=words,
            answer=plain(answer),
            note=notes.get(answer, ""),
            place=place,
            unit=units.get(words, about if place is None else place.unit),
            is_usual=type(answer) is type(usual) and answer == usual,
        )


def place_of(game: Game, answer: Answer) -> Model | None:
    """Model at the place that an answer gives it, or None if the answer places no model."""
    return placed(game, answer) if is_placement(game.state.setup, answer) else None


def _kind(game: Game, choice: Choice, offered: list[tuple[str, Answer]]) -> Kind:
    if isinstance(choice, OneOf):
        return "one"
    if isinstance(choice, Several):
        return "several"
    if isinstance(choice, Split):
        return "split"
    return "place" if any(place_of(game, answer) is not None for _, answer in offered) else "other"


def _items(choice: Choice) -> tuple[str, ...]:
    """Labels of the items that an answer picks from or splits between."""
    if isinstance(choice, Several):
        return tuple(choice.labels or map(str, choice.of))
    return choice.among if isinstance(choice, Split) else ()
