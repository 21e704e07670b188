import numpy as np

from pilein.chain.sample.drawing import drawn, key_of, mixed, streams


def test_a_drawing_stream_yields_the_numbers_of_the_splitmix64_reference_implementation():
    """The expected numbers are the first three that the reference implementation gives for the seed 1234567."""
    begun = np.array([1234567], dtype=np.uint64)
    found = [int(drawn(begun, number)[0]) for number in (1, 2, 3)]
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_stream_is_the_same_whether_it_is_generated_alone_or_with_all_earlier_ones():
    key = key_of(5)
    assert (streams(key, 0, 100)[60:] == streams(key, 60, 40)).all()


def test_seeds_of_any_size_have_distinct_streams():
    assert len({int(key_of(seed)) for seed in (0, 1, -1, 2**64, 2**64 + 1)}) == 5


def test_every_bit_of_a_draw_is_set_in_about_half_of_all_fights():
    begun = streams(key_of(1), 0, 20_000)
    for number in (1, 2, 1000):
        bits = np.unpackbits(drawn(begun, number).view(np.uint8)).reshape(20_000, 64).mean(axis=0)
        assert abs(bits - 0.5).max() < 5 * 0.5 / 20_000**0.5


def test_neighbouring_fights_and_successive_draws_are_uncorrelated():
    begun = streams(key_of(2), 0, 20_000)
    ones = np.unpackbits((drawn(begun, 1) ^ drawn(begun, 2)).view(np.uint8)).mean()
    beside = np.unpackbits((drawn(begun, 1)[1:] ^ drawn(begun, 1)[:-1]).view(np.uint8)).mean()
    assert abs(ones - 0.5) < 0.003
    assert abs(beside - 0.5) < 0.003


def test_the_mixing_function_of_drawing_streams_is_invertible():
    words = np.arange(100_000, dtype=np.uint64)
    assert len(np.unique(mixed(words))) == 100_000
