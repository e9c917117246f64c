"""Working memory of kernels: an array of their own, whole and apart from any other."""

import numpy as np

from simcards.jit import kernel
from simcards.scratch import scratch

SIZE = 1000


@kernel
def fill(words, seed):
    for i in range(len(words)):
        words[i] = seed + i


@kernel
def sum_twice(seed):
    one, other = scratch(SIZE), scratch(7)
    fill(one, seed)
    fill(other, 10 * seed)
    total = np.uint64(0)
    for i in range(len(one)):
        total += one[i]
    for i in range(len(other)):
        total += other[i]
    return total


@kernel
def sum_often(n):
    total = np.uint64(0)
    for seed in range(n):
        total += sum_twice(seed)
    return total


def expected(seed):
    return sum(range(seed, seed + SIZE)) + sum(range(10 * seed, 10 * seed + 7))


def test_arrays_are_apart_and_as_long_as_asked_for():
    assert sum_twice(5) == expected(5)


def test_memory_is_given_back():
    """Eight kilobytes a hundred thousand times would be more than any stack holds."""
    assert sum_often(100_000) == sum(expected(seed) for seed in range(100_000))
