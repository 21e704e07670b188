"""A veil may be handed on, copied and put elsewhere; whoever looks behind it is noticed."""

import operator
from typing import ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.chain.veiled.leaf import Leaf, Viewer
from pilein.engine.chain.veiled.veil import LIVES, Unveiled, Veil


class Body(Struct, frozen=True):
    aspects: ClassVar[tuple[str, ...]] = ("at_most",)

    count: int

    def at_most(self, most):
        return min(self.count, most)


class Holder(Struct, frozen=True):
    held: object
    other: int = 0


LEAF = Leaf(("held",), 24, Body)
LOOKS = [
    lambda veil: veil + 1,
    lambda veil: 1 - veil,
    lambda veil: operator.add((1, 2), veil),
    lambda veil: veil == 3,
    lambda veil: veil < 3,
    lambda veil: max(veil, 1),
    lambda veil: [1, 2][veil],
    lambda veil: veil[0],
    lambda veil: 3 in veil,
    lambda veil: {veil: 1},
    {1: 2}.get,
    lambda veil: f"{veil}",
    str,
    list,
    lambda veil: (*veil,),
    len,
    range,
    lambda veil: veil.count,
    lambda veil: isinstance(veil, int),
    lambda veil: sum([veil]),
    lambda veil: hash(Holder(veil)),
    lambda veil: Holder(veil) == Holder(Body(1)),
    lambda veil: sorted([veil, veil]),
    lambda veil: not veil,
    lambda veil: veil and 1,
    operator.neg,
]


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_is_noticed(look):
    with pytest.raises(Unveiled) as noticed:
        look(Veil(LEAF, {}))
    assert noticed.value.part is LEAF


def test_handing_on_is_no_look():
    veil = Veil(LEAF, {})
    holder = replace(Holder(veil), other=3)
    assert (holder.other, holder.held is veil) == (3, True)


def test_no_clause_can_swallow_a_look():
    assert not issubclass(Unveiled, Exception)


def test_an_aspect_is_told_without_the_rest():
    veil = Veil(LEAF, {("at_most", 3): 2, LIVES: True})
    assert veil.at_most(3) == 2
    assert veil
    with pytest.raises(Unveiled) as noticed:
        veil.at_most(4)
    assert noticed.value.aspect == ("at_most", 4)


def viewed(value, kind):
    """A veil over a value, and who views it."""
    viewer = Viewer()
    leaf = Leaf(("held",), 24, kind, viewer)
    viewer.begin(leaf.bits(value))
    return Veil(leaf, {}), viewer


PLAIN = [
    (lambda veil: veil + 1, 4),
    (lambda veil: 1 - veil, -2),
    (lambda veil: 2 * veil, 6),
    (lambda veil: veil == 3, True),
    (lambda veil: veil < 3, False),
    (lambda veil: max(veil, 1) + 0, 3),
    (lambda veil: [1, 2, 5, 7][veil], 7),
    (lambda veil: sum([veil, veil]), 6),
    (lambda veil: veil in (1, 3), True),
    (bool, True),
    (lambda veil: list(range(veil)), [0, 1, 2]),
    (operator.neg, -3),
]


@pytest.mark.parametrize(("look", "seen"), PLAIN)
def test_a_plain_value_is_shown_while_it_is_viewed_and_the_look_is_noted(look, seen):
    veil, viewer = viewed(3, int)
    assert look(veil) == seen
    ((leaf, aspect),) = viewer.looks
    assert (leaf.path, aspect in (None, LIVES)) == (("held",), True)


def test_so_are_the_entries_of_a_tuple():
    veil, viewer = viewed((4, 5), tuple)
    assert ([*veil], len(veil), veil[1], 5 in veil) == ([4, 5], 2, 5, True)
    assert len(viewer.looks) == 1


def test_an_aspect_is_shown_and_noted_alone():
    veil, viewer = viewed(Body(9), Body)
    assert veil.at_most(4) == 4
    assert [aspect for _, aspect in viewer.looks] == [("at_most", 4)]


@pytest.mark.parametrize("look", [hash, str, lambda veil: {veil: 1}, lambda veil: isinstance(veil, int)])
def test_what_might_be_remembered_or_told_is_not_shown_through_a_veil(look):
    veil, _ = viewed(3, int)
    with pytest.raises(Unveiled):
        look(veil)


def test_nor_is_what_is_no_plain_value():
    veil, _ = viewed(Body(9), Body)
    with pytest.raises(Unveiled):
        assert veil == Body(9)


def test_when_the_view_has_ended_nothing_is_shown():
    veil, viewer = viewed(3, int)
    viewer.end()
    with pytest.raises(Unveiled):
        assert veil == 3
