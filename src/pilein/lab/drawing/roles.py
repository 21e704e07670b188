"""Marks for the roles of models (general, standard, musician, champion, hero), used on bases and in the legend."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from pilein.tabletop.memo import Memo
from pilein.tabletop.setup import Setup

HERO = "hero"
CHARACTER = "character"  # the type of a model that is a hero in any unit
KINDS = Memo[int, Counter[str]]("kinds")  # number of models with each profile, by unit


class Role(NamedTuple):
    """Role of a model, with its name in the legend, and its mark as a path from -1 to 1 with y pointing down."""

    words: str
    path: str


ROLES: Mapping[str, Role] = {  # by the rulesets' own names; if a model has several, the first is drawn
    "general": Role("general", "M-1 .7L-1 -.7L-.45 0L0 -.9L.45 0L1 -.7L1 .7z"),
    "battle_standard": Role("battle standard", "M-.8 1L-.8 -1L.9 -1L.9 .2L-.5 .2L-.5 1z"),
    "standard": Role("standard", "M-.8 1L-.8 -1L.9 -.45L-.5 .1L-.5 1z"),
    "musician": Role("musician", "M-.9 .75L-.9 .3L.2 0L.9 -.8L.9 .9L.2 .5L-.9 .75z"),
    "champion": Role("champion", "M-.9 .2L0 -.9L.9 .2L.9 .9L0 -.1L-.9 .9z"),
    "leader": Role("leader", "M-.9 .2L0 -.9L.9 .2L.9 .9L0 -.1L-.9 .9z"),
    HERO: Role(
        "hero or single model",
        "M0 -1L.27 -.3L1 -.3L.42 .14L.62 .85L0 .44L-.62 .85L-.42 .14L-1 -.3L-.27 -.3z",
    ),
}


def role_of(setup: Setup, model: int) -> str:
    """Return the role of a model, or "" if it has none."""
    kind = setup.kind(model)
    found = next((role for role in ROLES if getattr(kind.traits, role, False) is True), "")
    if found or getattr(kind.traits, "type", "") == CHARACTER:
        return found or HERO
    profiles = _profiles(setup, kind.unit)
    return HERO if profiles[kind.name] == 1 and (len(profiles) > 1 or profiles.total() == 1) else ""


def title_of(setup: Setup, model: int) -> str:
    """Return a model's title in a picture, made up of its unit, its number and its role."""
    role = role_of(setup, model)
    words = f": {ROLES[role].words}" if role else ""
    return f"{setup.units[setup.unit_of[model]].name}, model {model}{words}"


def _profiles(setup: Setup, unit: int) -> Counter[str]:
    """Count the models of each profile in a unit at the start of the game."""
    known = KINDS.on(setup)
    if unit not in known:
        known[unit] = Counter(setup.kind(model).name for model in setup.units[unit].models)
    return known[unit]
