"""A veil may be handed on, copied and put elsewhere; whoever looks behind it is noticed."""

import operator
from typing import ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.chain.leaf import Leaf
from pilein.engine.chain.veil import LIVES, Unveiled, Veil


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
