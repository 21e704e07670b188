"""A body's counts are equal to counts made model by model."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.chain.model.unread import Unread
from pilein.tabletop.bodies import Body

KINDS = range(4)
ROWS = st.dictionaries(st.tuples(st.sampled_from(KINDS), st.integers(-2, 0)), st.integers(1, 7), max_size=6)
BODIES = ROWS.map(lambda rows: Body(tuple((kind, -less, rows[kind, less]) for kind, less in sorted(rows))))
GROUPS = st.permutations(KINDS).map(lambda kinds: (tuple(kinds[:1]), tuple(kinds[1:3]), tuple(kinds[3:])))


def models(body):
    """Return the models of the body in order, as (kind, wounds lost)."""
    return [(kind, lost) for kind, lost, count in body.counts for _ in range(count)]


def test_a_body_is_true_only_if_it_has_a_living_model():
    assert Body(((3, 0, 1),))
    assert not Body(())


@settings(max_examples=60)
@given(BODIES)
def test_a_body_reports_its_living_models_and_their_kinds(body):
    one_by_one = [kind for kind, _ in models(body)]
    assert body.living() == len(one_by_one)
    assert body.kinds() == tuple(sorted(set(one_by_one)))
    assert [body.count(kind) for kind in KINDS] == [one_by_one.count(kind) for kind in KINDS]
    assert [body.count(kind, 4) for kind in KINDS] == [one_by_one[:4].count(kind) for kind in KINDS]


@settings(max_examples=60)
@given(BODIES, st.integers(0, 30))
def test_the_first_models_of_a_body_keep_their_order(body, most):
    assert models(Body(body.at_most(most))) == models(body)[:most]


@settings(max_examples=60)
@given(BODIES, GROUPS)
def test_the_first_of_several_equally_large_groups_counts_as_the_largest(body, groups):
    sizes = [len([kind for kind, _ in models(body) if kind in group]) for group in groups]
    assert body.largest(groups) == next(place for place, size in enumerate(sizes) if size == max(sizes))


@settings(max_examples=60)
@given(BODIES, GROUPS, st.none() | st.integers(0, 9))
def test_the_leading_groups_of_a_body_are_those_with_the_most_of_its_first_models(body, groups, among):
    sizes = [len([kind for kind, _ in models(body)[:among] if kind in group]) for group in groups]
    assert body.leaders(groups, among) == tuple(place for place, size in enumerate(sizes) if size == max(sizes))


@settings(max_examples=60)
@given(BODIES, GROUPS, st.integers(0, 9))
def test_a_body_reports_the_groups_present_in_it_and_its_number_of_models_up_to_a_limit(body, groups, most):
    here = [any(kind in group for kind, _ in models(body)) for group in groups]
    assert body.present(groups) == tuple(place for place, is_here in enumerate(here) if is_here)
    assert body.up_to(most) == min(most, len(models(body)))


@settings(max_examples=60)
@given(BODIES, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_counts_of_models_up_to_lower_limits_follow_from_the_count_up_to_a_higher_limit(body, one, other, asked):
    known = {("up_to", most): body.up_to(most) for most in (one, other)}
    expected = body.up_to(asked) if asked <= max(one, other) else None
    assert Body.implied(("up_to", asked), known) == expected


@settings(max_examples=60)
@given(BODIES, st.integers(1, 8), st.integers(1, 8))
def test_the_ranks_of_a_body_are_filled_one_after_another(body, files, least):
    living = len(models(body))
    rows = [min(files, living - start) for start in range(0, living, files)]
    assert body.ranks(files, least) == len([row for row in rows if row >= least])


def test_the_first_group_counts_as_the_largest_in_a_body_without_models():
    assert Body(()).largest(((0,), (1,))) == 0


@pytest.mark.parametrize("aspect", Body.aspects)
def test_every_aspect_names_a_method_of_a_body(aspect):
    assert callable(getattr(Body(()), aspect))


def test_an_unread_body_answers_from_the_facts_already_known_about_it():
    class Part:
        aspects = Body.aspects

    hidden = Unread(Part(), {("kinds",): (0, 2), ("__bool__",): True})
    assert hidden
    assert hidden.kinds() == (0, 2)


@settings(max_examples=60)
@given(BODIES, st.integers(0, 20), st.integers(0, 20))
def test_the_narrower_fronts_of_a_body_follow_from_a_wider_one(body, wide, narrow):
    implied = Body.implied(("at_most", narrow), {("at_most", wide): body.at_most(wide)})
    assert implied == (body.at_most(narrow) if narrow <= wide else None)


def test_the_list_of_kinds_in_a_body_shows_whether_any_of_its_models_is_alive():
    assert [Body.implied(("__bool__",), {("kinds",): kinds}) for kinds in ((), (3,))] == [False, True]
    assert Body.implied(("__bool__",), {("living",): 3}) is None
