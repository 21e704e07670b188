"""An unread value may be passed on, copied and stored, but every attempt to read it is noticed."""

import operator
from typing import ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.model.layout import ReadSet, StateVariable
from pilein.chain.model.unread import TRUTH, ReadRequired, Unread


class Body(Struct, frozen=True):
    aspects: ClassVar[tuple[str, ...]] = ("at_most",)

    count: int

    def at_most(self, most):
        return min(self.count, most)


class Holder(Struct, frozen=True):
    held: object
    other: int = 0


VARIABLE = StateVariable(("held",), 24, Body)
READS = [
    lambda unread: unread + 1,
    lambda unread: 1 - unread,
    lambda unread: operator.add((1, 2), unread),
    lambda unread: unread == 3,
    lambda unread: unread < 3,
    lambda unread: max(unread, 1),
    lambda unread: [1, 2][unread],
    lambda unread: unread[0],
    lambda unread: 3 in unread,
    lambda unread: {unread: 1},
    {1: 2}.get,
    lambda unread: f"{unread}",
    str,
    list,
    lambda unread: (*unread,),
    len,
    range,
    lambda unread: unread.count,
    lambda unread: isinstance(unread, int),
    lambda unread: sum([unread]),
    lambda unread: hash(Holder(unread)),
    lambda unread: Holder(unread) == Holder(Body(1)),
    lambda unread: sorted([unread, unread]),
    lambda unread: not unread,
    lambda unread: unread and 1,
    operator.neg,
]


@pytest.mark.parametrize("read", READS)
def test_every_way_of_reading_an_unread_value_is_noticed(read):
    with pytest.raises(ReadRequired) as noticed:
        read(Unread(VARIABLE, {}))
    assert noticed.value.source is VARIABLE


def test_passing_an_unread_value_on_does_not_read_it():
    unread = Unread(VARIABLE, {})
    holder = replace(Holder(unread), other=3)
    assert (holder.other, holder.held is unread) == (3, True)


def test_no_clause_can_catch_the_signal_that_a_read_is_required():
    assert not issubclass(ReadRequired, Exception)


def test_a_known_aspect_of_an_unread_value_is_returned_without_a_read():
    unread = Unread(VARIABLE, {("at_most", 3): 2, TRUTH: True})
    assert unread.at_most(3) == 2
    assert unread
    with pytest.raises(ReadRequired) as noticed:
        unread.at_most(4)
    assert noticed.value.aspect == ("at_most", 4)


def being_read(value, kind):
    """Return an unread value, and the read set that records each part of the value as soon as it is read."""
    read_set = ReadSet()
    variable = StateVariable(("held",), 24, kind, read_set)
    read_set.begin(variable.bits(value))
    return Unread(variable, {}), read_set


PLAIN = [
    (lambda unread: unread + 1, 4),
    (lambda unread: 1 - unread, -2),
    (lambda unread: 2 * unread, 6),
    (lambda unread: unread == 3, True),
    (lambda unread: unread < 3, False),
    (lambda unread: max(unread, 1) + 0, 3),
    (lambda unread: [1, 2, 5, 7][unread], 7),
    (lambda unread: sum([unread, unread]), 6),
    (lambda unread: unread in (1, 3), True),
    (bool, True),
    (lambda unread: list(range(unread)), [0, 1, 2]),
    (operator.neg, -3),
]


@pytest.mark.parametrize(("read", "answer"), PLAIN)
def test_reading_a_plain_value_of_the_current_position_returns_it_and_records_the_read(read, answer):
    unread, read_set = being_read(3, int)
    assert read(unread) == answer
    ((variable, aspect),) = read_set.reads
    assert (variable.names, aspect in (None, TRUTH)) == (("held",), True)


def test_reading_several_entries_of_a_tuple_counts_as_one_read():
    unread, read_set = being_read((4, 5), tuple)
    assert ([*unread], len(unread), unread[1], 5 in unread) == ([4, 5], 2, 5, True)
    assert len(read_set.reads) == 1


def test_reading_one_aspect_of_an_unread_value_records_only_that_aspect():
    unread, read_set = being_read(Body(9), Body)
    assert unread.at_most(4) == 4
    assert [aspect for _, aspect in read_set.reads] == [("at_most", 4)]


@pytest.mark.parametrize("read", [hash, str, lambda unread: {unread: 1}, lambda unread: isinstance(unread, int)])
def test_storing_or_logging_an_unread_value_requires_a_read(read):
    unread, _ = being_read(3, int)
    with pytest.raises(ReadRequired):
        read(unread)


def test_comparing_an_unread_struct_requires_a_read():
    unread, _ = being_read(Body(9), Body)
    with pytest.raises(ReadRequired):
        assert unread == Body(9)


def test_comparing_an_unread_value_of_a_closed_position_requires_a_read():
    unread, read_set = being_read(3, int)
    read_set.end()
    with pytest.raises(ReadRequired):
        assert unread == 3
