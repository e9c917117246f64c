"""Rows as lines of text in aligned columns."""

from collections.abc import Mapping, Sequence
from typing import Any


def aligned(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The rows under their keys, each column as wide as it must be; no rows, no lines."""
    if not rows:
        return []
    lines = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
