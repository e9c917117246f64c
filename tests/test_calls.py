"""Calls by address: what comes back, and where an exception goes."""

from functools import partial
from unittest import mock

import numpy as np
import pytest
from numba import types

from simcards import calls
from simcards.calls import ERROR, address_of, ask_at, do_at, get_at
from simcards.jit import compile_to

NUMBERS = types.Array(types.int64, 1, "C")
PAIR = types.UniTuple(types.int64, 2)


def at(numbers, place):
    return numbers[place]


def fill(numbers, place):
    numbers[place] = 7


def two_at(numbers, place):
    return numbers[place], numbers[place] + 1


def ask(address, numbers, place):
    return ask_at(address, numbers, place)


def carry_out(address, numbers, place):
    do_at(address, numbers, place)
    return np.int64(1)


def get(address, numbers, place):
    return get_at(address, (np.int64(0), np.int64(0)), numbers, place)


@pytest.fixture(scope="module")
def through():
    """Functions that call by address others whose array bounds are checked."""
    kinds = {at: (ask, types.int64), fill: (carry_out, types.void), two_at: (get, PAIR)}
    kept, made = [], {}
    for function, (caller, result) in kinds.items():
        kept.append(compile_to(function, result(NUMBERS, types.int64), bounds=True))
        back = types.int64 if result is types.void else result
        with mock.patch.object(calls, "BOUNDS_CHECKED", True):  # as under NUMBA_BOUNDSCHECK
            call = compile_to(caller, back(types.uint64, NUMBERS, types.int64))
        made[function] = partial(call, np.uint64(address_of(kept[-1])))
    yield made
    del kept


def test_what_a_function_gives_back_arrives(through):
    numbers = np.array([3, 4], np.int64)
    assert through[at](numbers, 1) == 4
    assert through[two_at](numbers, 1) == (4, 5)
    through[fill](numbers, 1)
    assert numbers.tolist() == [3, 7]


def test_an_exception_of_one_that_is_asked_is_an_answer(through):
    assert through[at](np.zeros(2, np.int64), 2) == ERROR


@pytest.mark.parametrize("function", [fill, two_at])
def test_an_exception_of_a_kernel_is_not_swallowed_where_bounds_are_checked(through, function):
    with pytest.raises(IndexError, match="out of bounds"):
        through[function](np.zeros(2, np.int64), 2)
