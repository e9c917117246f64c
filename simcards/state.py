"""The layout of a game's state: nested records that compiled code and plain Python both read."""

from dataclasses import fields
from typing import Any

import numpy as np


def record_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record with these fields, in this order."""
    return np.dtype(list(fields), align=True)


def rules_dtype(rules: type[Any]) -> np.dtype[Any]:
    """How a rule set is packed: named values by their place among the choices, numbers as they are.

    One int16 an option, in the order of declaration.
    """
    return record_dtype(*((item.name, "i2") for item in fields(rules)))


def pack_rules(rules: Any) -> dict[str, int]:
    """Each option's packed value (see `rules_dtype`)."""
    packed = {}
    for item in fields(rules):
        value, choices = getattr(rules, item.name), item.metadata["choices"]
        packed[item.name] = choices.index(value) if choices else int(value)
    return packed


def new_state(dtype: np.dtype[Any], rules: Any) -> "np.recarray[Any, Any]":
    """One state of zeros with its rules packed in, as an array of length one."""
    state = np.zeros(1, dtype)
    packed = state["public"]["rules"]
    for name, value in pack_rules(rules).items():
        packed[name] = value
    return state.view(np.recarray)
