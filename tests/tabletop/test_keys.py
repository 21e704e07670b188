"""The keys of the notation come from annotated fields, and structs are built from the values of their keys."""

from typing import Annotated, Literal

from msgspec import Struct

from pilein.geometry.ticks import ticks
from pilein.kernel.layout import layout_of
from pilein.tabletop.keys import InFile, keys_of, made
from pilein.tabletop.vocabulary import Key, Values, flag

NONE = 7


class Traits(Struct, frozen=True, kw_only=True):
    name: str
    skill: Annotated[int, InFile("what a die must show", 2, 6)]
    save: Annotated[int, InFile("the score needed", 2, 6, name="Sv")] = NONE
    move: Annotated[int, InFile("how far it goes", 0, 24, kind="number")] = ticks(4.5)
    brave: Annotated[bool, InFile("never runs")] = False
    foes: Annotated[tuple[str, ...], InFile("whom it hates")] = ()
    gait: Annotated[Literal["walk", "run"], InFile("how it goes")] = "walk"
    mount: Annotated[Struct | None, InFile("the profile of its mount")] = None


def test_the_keys_of_a_struct_are_its_annotated_fields_in_order() -> None:
    assert keys_of(Traits) == (
        Key("skill", "int", 2, 6, ..., "what a die must show"),
        Key("Sv", "int", 2, 6, None, "the score needed"),
        Key("move", "number", 0, 24, 4.5, "how far it goes"),
        flag("brave", "never runs"),
        Key("foes", "texts", default=(), words="whom it hates"),
        Key("gait", "one of", default="walk", words="how it goes", options=("walk", "run")),
        Key("mount", "text", default="", words="the profile of its mount"),
    )


def test_a_key_may_be_placed_after_a_given_key() -> None:
    assert [key.name for key in keys_of(Traits, Sv=flag("lucky"))][:3] == ["skill", "Sv", "lucky"]


def test_a_struct_is_built_from_the_values_of_its_keys() -> None:
    values: Values = {"skill": 4, "Sv": 3, "move": 6, "brave": True, "foes": ("orcs",), "gait": "run", "mount": "horse"}
    expected = Traits(name="Ann", skill=4, save=3, move=ticks(6), brave=True, foes=("orcs",), gait="run")
    assert made(Traits, values, name="Ann", mount=None) == expected


def test_a_missing_key_takes_the_default_of_the_struct() -> None:
    found = made(Traits, {"skill": 4, "Sv": None, "move": 4.5}, name="Ann", mount=None)
    assert (found.save, found.move) == (NONE, ticks(4.5))


def test_annotated_fields_are_serialised_like_plain_ones() -> None:
    plain = layout_of(Annotated[int, InFile("a number")])
    assert plain.read(3, None) == plain.write(3) == 3


def test_a_field_may_declare_a_status_of_units_in_contact_or_of_the_active_side() -> None:
    class Status(Struct, frozen=True, kw_only=True):
        charged: Annotated[bool, InFile("it charged", is_of_contact=True, is_of_own_turn=True)] = False

    assert keys_of(Status) == (flag("charged", "it charged", is_of_contact=True, is_of_own_turn=True),)
