"""Working memory of kernels: an array of their own, whole and apart from any other."""

import numpy as np

from simcards.jit import kernel
from simcards.scratch import copy_record, scratch, scratch_record

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


INNER = np.dtype([("a", "u1"), ("b", "i4", (3,))], align=True)
OUTER = np.dtype([("n", "u8"), ("inner", INNER)], align=True)


def record_of(n, a, b):
    found = np.zeros(1, OUTER).view(np.recarray)[0]
    found.n, found.inner.a = n, a
    found.inner.b[:] = b
    return found


@kernel
def change_copies(record):
    """What a copy of a record, and one of a record within it, say after both were changed."""
    whole, part = scratch_record(OUTER), scratch_record(INNER)
    copy_record(whole, record)
    copy_record(part, whole.inner)
    whole.inner.b[1] += 10
    part.b[1] += 100
    copy_record(whole.inner, part)
    whole.n += 1
    return whole.n, whole.inner.b[1], part.a


def test_a_copy_of_a_record_is_apart_from_it():
    record = record_of(7, 3, [1, 2, 3])
    assert change_copies(record) == (8, 102, 3)
    assert (record.n, record.inner.a, record.inner.b.tolist()) == (7, 3, [1, 2, 3])
