"""Questions in the form that the page shows, with wording, kind and options."""

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.log import said
from pilein.geometry.ticks import INCH
from pilein.kernel.codec import plain
from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split, Steered
from pilein.lab.charges_on_offer import charges_by_distance
from pilein.lab.finishing import is_placement
from pilein.lab.typed_dice import needed, question
from pilein.protocol.at_table import Asked
from pilein.protocol.drawing import placed
from pilein.protocol.naming import Named, named_in
from pilein.protocol.shared_messages import Model, Option
from pilein.tabletop.setup import Setup

MOST = 200  # options of a list
MOST_FOUND = 24  # options of a kind of the ruleset's own, which have to be searched for
Kind = Literal["one", "several", "split", "place", "other"]


def asked(game: Game, choice: Choice, usual: Answer, *, number: int, question: int) -> Asked:
    """Return the pending question with its options. `usual` is the sensible policy's answer."""
    offered = _different(choice, usual)
    kind = _kind(game, choice, offered)
    items = [_item_named(game.state.setup, choice, at, words) for at, words in enumerate(_items(choice))]
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
        ticks_per_inch=INCH if kind in ("place", "other") else 0,
        item_units=tuple(one.units for one in items),
        item_models=tuple(one.models for one in items),
        unit=_actor(game, choice),
        paces=choice.paces if isinstance(choice, Steered) else (),
        steps=choice.steps if isinstance(choice, Steered) else (),
    )


def asked_for_dice(game: Game, *, number: int, question_number: int) -> Asked:
    """Return the pending roll as a question, in which either side may enter the dice."""
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
    """Return the question without its options, for seats that are not asked."""
    return replace(asked, options=(), items=(), item_answers=(), item_units=(), item_models=(), paces=(), steps=())


def _different(choice: Choice, usual: Answer) -> list[tuple[str, Answer]]:
    """Return the first distinct answers on offer, always including the usual answer."""
    most = MOST if isinstance(choice, OneOf | Several | Split) else MOST_FOUND
    found: dict[Answer, str] = {}
    for label, answer in islice(choice.candidates(), most):
        found.setdefault((type(answer), answer), label)
    found.setdefault((type(usual), usual), said(choice, usual))
    return [(label, answer) for (_, answer), label in found.items()]


def _options(game: Game, choice: Choice, offered: list[tuple[str, Answer]], usual: Answer) -> Iterator[Option]:
    charges = {one.answer: one for one in charges_by_distance(game, choice)}
    setup, actor = game.state.setup, _actor(game, choice)
    for index, (words, answer) in enumerate(offered):
        place, named = place_of(game, answer), named_in(setup, words)
        unit = _acting(setup, choice.side, place, named, actor)
        yield Option(
            index=index,
            words=words,
            answer=plain(answer),
            note=charges[answer].words if answer in charges else "",
            place=place,
            unit=unit,
            is_usual=type(answer) is type(usual) and answer == usual,
            targets=tuple(one for one in named.units if one != unit),
            models=named.models,
        )


def _actor(game: Game, choice: Choice) -> int | None:
    """Return the unit that a question refers to, or else the only unit that the wording names before a colon."""
    about = getattr(choice, "unit", None)
    if isinstance(about, int) and about >= 0:
        return about
    setup = game.state.setup
    begun = named_in(setup, choice.words.partition(":")[0]).units if ":" in choice.words else ()
    return begun[0] if len(begun) == 1 else None


def _acting(setup: Setup, side: int, place: Model | None, named: Named, actor: int | None) -> int | None:
    """Return the unit that acts.

    This is the unit that the answer places, or else the question's unit, or else the side's first unit that is
    named.
    """
    if place is not None:
        return place.unit
    if actor is not None:
        return actor
    return next((unit for unit in named.units if setup.units[unit].side == side), None)


def left_after(choice: Choice, answer: Answer) -> float | None:
    """Inches of movement left after a legal answer, or None if unknown."""
    return choice.left_after(answer) if isinstance(choice, Steered) else None


def place_of(game: Game, answer: Answer) -> Model | None:
    """Model at its place in an answer, or None if the answer places no model."""
    return placed(game, answer) if is_placement(game.state.setup, answer) else None


def _kind(game: Game, choice: Choice, offered: list[tuple[str, Answer]]) -> Kind:
    if isinstance(choice, OneOf):
        return "one"
    if isinstance(choice, Several):
        return "several"
    if isinstance(choice, Split):
        return "split"
    return "place" if any(place_of(game, answer) is not None for _, answer in offered) else "other"


def _item_named(setup: Setup, choice: Choice, at: int, words: str) -> Named:
    """Return the units and models that an item names. The item's answer may be a model's number."""
    answer = choice.of[at] if isinstance(choice, Several) else None
    if type(answer) is int and 0 <= answer < len(setup.unit_of) and words.endswith(f" {answer}"):
        return Named(models=(answer,))
    return named_in(setup, words)


def _items(choice: Choice) -> tuple[str, ...]:
    """Labels of the items from which an answer chooses, or between which it splits a total."""
    if isinstance(choice, Several):
        return tuple(choice.labels or map(str, choice.of))
    return choice.among if isinstance(choice, Split) else ()
