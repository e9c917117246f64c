"""Following suit and winning tricks from tables, on a deck of its own: 3 suits of 4 cards."""

from itertools import product

import numpy as np
import pytest

from simcards.tricks import (
    DOWN,
    UP,
    beaten,
    first_by_rank,
    must_follow,
    must_follow_or_trump,
    power_row,
    suit_masks,
    trick_keys,
    trick_powers,
)

SUIT_OF = [card // 4 for card in range(12)]
RANK_OF = [card % 4 for card in range(12)]
MASKS = suit_masks(SUIT_OF, 3)
POWERS = trick_powers(SUIT_OF, RANK_OF, 3)
NO_TRUMP = 3


def test_suit_masks_part_the_deck():
    assert MASKS.tolist() == [0xF, 0xF0, 0xF00]
    assert MASKS.dtype == np.uint64


@pytest.mark.parametrize(
    ("held", "suit", "playable"),
    [(0b0001_0011, 0, 0b0011), (0b0001_0011, 1, 0b1_0000), (0b0001_0011, 2, 0b0001_0011)],
)
def test_must_follow_the_suit_led_else_play_anything(held, suit, playable):
    assert int(must_follow(np.uint64(held), MASKS[suit])) == playable


def wins(a, b, led, trump):
    """Whether card a beats card b, in words; the one that cannot win never does."""

    def group(card):
        return 2 if SUIT_OF[card] == trump else int(SUIT_OF[card] == led)

    if group(a) != group(b):
        return group(a) > group(b)
    return group(a) > 0 and RANK_OF[a] > RANK_OF[b]


@pytest.mark.parametrize("trump", [0, 1, 2, NO_TRUMP])
def test_trumps_beat_the_suit_led_which_beats_the_rest(trump):
    for led, a, b in product(range(3), range(12), range(12)):
        assert (POWERS[trump, led, a] > POWERS[trump, led, b]) == wins(a, b, led, trump) or not (
            {SUIT_OF[a], SUIT_OF[b]} & {led, trump}
        )


def test_a_card_of_another_suit_has_no_power():
    """So that it can never win, whatever its rank."""
    for trump, led, card in product(range(4), range(3), range(12)):
        can_win = SUIT_OF[card] in (led, trump)
        assert (POWERS[trump, led, card] > 0) == can_win


@pytest.mark.parametrize(
    ("held", "playable"),
    [
        (0b0001_0001_0011, 0b0011),  # the suit led
        (0b0001_0011_0000, 0b0011_0000),  # none of it, but trumps
        (0b0011_0000_0000, 0b0011_0000_0000),  # neither
        (0, 0),
    ],
)
def test_must_follow_or_trump(held, playable):
    assert int(must_follow_or_trump(np.uint64(held), MASKS[0], MASKS[1])) == playable


def test_before_a_lead_anything_may_be_played():
    nothing = np.uint64(0)
    assert int(must_follow_or_trump(np.uint64(0b101), nothing, nothing)) == 0b101


def test_a_ladder_gives_equals_the_same_power_and_the_highest_rung_counts():
    row = power_row([[3], [1, 4], [], [3]], 6)
    assert row.dtype == np.uint8
    assert row[0] == row[2] == row[5] == 0
    assert 0 < row[1] == row[4] < row[3]


@pytest.mark.parametrize("later_wins", [False, True])
def test_keys_are_powers_and_a_tie_rule_and_tell_the_place(later_wins):
    """The highest key takes the trick; of equal cards the first, or the later where it says so."""
    later = [later_wins and card == 1 for card in range(12)]
    keys = trick_keys(POWERS, later, 4).astype(int)
    for led, a, b in product(range(3), range(12), range(12)):
        first, second = keys[0, led, a, 1], keys[0, led, b, 3]
        if a == b:
            assert (second > first) == later[a]
        elif POWERS[0, led, a] != POWERS[0, led, b]:
            assert (second > first) == (POWERS[0, led, b] > POWERS[0, led, a])
        assert (first % 4, second % 4) == (1, 3)


def test_cards_that_would_not_take_the_trick_are_beaten():
    powers = POWERS[2, 0]  # suit 2 is trump, suit 0 led
    hand = np.uint64(1 << 0 | 1 << 3 | 1 << 5 | 1 << 8)
    assert int(beaten(hand, powers, 2)) == 1 << 0 | 1 << 5
    assert int(beaten(hand, powers, 11)) == int(hand)


def test_the_first_by_rank_is_the_highest_or_the_lowest_and_of_equals_the_first():
    hand = np.uint64(1 << 1 | 1 << 3 | 1 << 7 | 1 << 9)
    assert first_by_rank(hand, np.array(RANK_OF), UP) == 3
    assert first_by_rank(hand, np.array(RANK_OF), DOWN) == 1
