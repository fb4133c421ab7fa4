"""The filter's arithmetic."""

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import Refused, SettingsError
from storage.seen.bloom import (
    BloomLayer,
    bases,
    check_capacity,
    check_keys,
    layer,
    layers_for,
    next_layer,
    positions,
)

RATES = st.floats(1e-9, 0.5)
CAPACITIES = st.integers(1, 10**9)
KEYS = st.binary(min_size=16, max_size=16).map(bytes.hex)


def rate_when_full(one: BloomLayer) -> float:
    """Bloom's estimate: the share of bits set by so many keys, to the power of the number of
    hashes.
    """
    return float((-math.expm1(-one.hashes * one.capacity / one.bits)) ** one.hashes)


@given(CAPACITIES, RATES)
def test_a_full_layer_has_the_rate_asked_for(capacity: int, rate: float) -> None:
    assert rate_when_full(layer(capacity, rate)) <= rate * 1.000001


@given(st.integers(100_000, 10**9), RATES)
def test_a_layer_is_hardly_larger_than_theory_says(capacity: int, rate: float) -> None:
    theory = -capacity * math.log(rate) / math.log(2) ** 2
    assert layer(capacity, rate).bits <= theory * 1.07


def test_known_sizes() -> None:
    # Bloom's formulas by hand: 13.29 halvings make 1e-4, 19.17 bits a key.
    assert layer(1_000_000, 1e-4).hashes == 13
    assert layer(1_000_000, 1e-4).bits == pytest.approx(19_170_117, rel=0.001)


@given(CAPACITIES, RATES, st.integers(1, 12))
def test_all_layers_together_stay_within_the_rate(capacity: int, rate: float, number: int) -> None:
    layers: list[BloomLayer] = []
    for _ in range(number):
        layers.append(next_layer(layers, capacity, rate))
    assert sum(rate_when_full(one) for one in layers) <= rate
    assert [one.capacity for one in layers] == [capacity * 2**index for index in range(number)]


@given(CAPACITIES, RATES, CAPACITIES, RATES)
def test_changed_parameters_keep_within_the_greater_rate(
    first: int, rate: float, second: int, other: float
) -> None:
    layers = [next_layer([], first, rate)]
    layers.append(next_layer(layers, second, other))
    assert sum(rate_when_full(one) for one in layers) <= max(rate, other)
    assert layers[1].capacity >= max(second, 2 * first)


@given(st.integers(1, 1000), st.integers(0, 5), st.integers(0, 100_000))
def test_the_layers_offered_hold_the_batch(capacity: int, existing: int, keys: int) -> None:
    layers: list[BloomLayer] = []
    for _ in range(existing):
        layers.append(next_layer(layers, capacity, 0.01))
    offered = layers_for(layers, capacity, 0.01, keys)
    assert offered
    assert sum(one.capacity for one in offered) >= keys
    assert sum(one.capacity for one in offered[:-1]) < max(keys, 1)
    assert offered[0] == next_layer(layers, capacity, 0.01)


@given(KEYS, st.integers(1, 2**36), st.integers(1, 40))
def test_positions_are_inside_and_always_the_same(key: str, bits: int, hashes: int) -> None:
    found = positions(bases(key), bits, hashes)
    assert len(found) == hashes
    assert all(0 <= place < bits for place in found)
    assert found == positions(bases(key), bits, hashes)


@given(KEYS, st.integers(1, 2**36), st.integers(1, 40))
def test_positions_are_those_of_triple_hashing(key: str, bits: int, hashes: int) -> None:
    first, second, third = bases(key)
    closed = [(first + i * second + i * (i - 1) // 2 * third) % bits for i in range(hashes)]
    assert positions((first, second, third), bits, hashes) == closed


def test_positions_spread_evenly() -> None:
    bits, cells = 65_536, [0] * 64
    for number in range(4000):
        key = hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest()
        for place in positions(bases(key), bits, 10):
            cells[place * 64 // bits] += 1
    # Chi-square with 63 degrees of freedom: above 120 once in 50,000 times.
    assert sum((cell - 625) ** 2 / 625 for cell in cells) < 120


@pytest.mark.parametrize("bad", ["", "0" * 31, "0" * 33, "x" * 32, "A" * 32])
def test_what_is_not_a_key_is_named(bad: str) -> None:
    check_keys(["0" * 32, "0123456789abcdef" * 2])
    with pytest.raises(Refused, match="is not a key"):
        check_keys(["0" * 32, bad])


def test_a_capacity_below_one_is_refused() -> None:
    check_capacity(1)
    with pytest.raises(SettingsError, match="NEWSLOOM_SEEN_CAPACITY is 0"):
        check_capacity(0)
