"""Who sells each pair, and when so many sales end a match (R9, R10).

A `table` is the public record of a match, or a copy of it on which an action is tried.
"""

from typing import Any

from simcards.game import NOBODY
from simcards.games.caravan.rules import ROUTES
from simcards.jit import kernel

LOWEST, HIGHEST = 21, 26  # values that sell (R9)
MAJORITY = 2  # of three pairs


@kernel
def is_in_range(value: Any) -> Any:
    """R9: whether a route of this value sells if nothing beats it."""
    return LOWEST <= value <= HIGHEST


@kernel
def sells(value_0: Any, value_1: Any) -> Any:
    """R9: the seat whose route is in range, of two the higher; NOBODY for none or equal ones."""
    value_0 = value_0 if is_in_range(value_0) else 0
    value_1 = value_1 if is_in_range(value_1) else 0
    if value_0 == value_1:
        return NOBODY
    return 0 if value_0 > value_1 else 1


@kernel
def note_sales(table: Any) -> None:
    """R9: who sells each pair, and what changed in that."""
    for pair in range(ROUTES):
        seller = sells(table.value[0, pair], table.value[1, pair])
        table.sale_changes += seller != table.seller[pair]
        table.seller[pair] = seller
    sold_0, sold_1 = pairs_sold(table, 0)
    table.most_pairs[0] = max(table.most_pairs[0], sold_0)
    table.most_pairs[1] = max(table.most_pairs[1], sold_1)
    if sold_0 != sold_1:
        leader = 0 if sold_0 > sold_1 else 1
        table.ahead[leader] += 1
        table.lead_changes += table.leader == 1 - leader
        table.leader = leader


@kernel
def pairs_sold(table: Any, seat: Any) -> Any:
    """How many pairs the seat sells, and how many the other."""
    mine, his = 0, 0
    for pair in range(ROUTES):
        mine += table.seller[pair] == seat
        his += table.seller[pair] == 1 - seat
    return mine, his


@kernel
def is_end(table: Any, mine: Any, his: Any) -> Any:
    """R10: whether so many pairs sold end the match: all, or with `quick_sale` two by one seat."""
    return mine + his == ROUTES or (table.rules.quick_sale and max(mine, his) >= MAJORITY)
