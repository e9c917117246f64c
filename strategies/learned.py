"""Numbers that strategies have learned, read from the text that their tables hold them in."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


def chances(digits: str, *shape: int) -> Array:
    """float64[shape] from two digits a chance, in ninety-ninths."""
    line = "".join(digits.split())
    values = [int(line[i : i + 2]) for i in range(0, len(line), 2)]
    return np.array(values, np.float64).reshape(shape) / 99.0


def numbers(text: str, *shape: int) -> Array:
    """float64[shape] from plain numbers."""
    return np.array([float(number) for number in text.split()]).reshape(shape)
