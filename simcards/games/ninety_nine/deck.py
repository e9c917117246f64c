"""The thirty-six cards of Ninety-Nine: card = 9 * suit + rank, rank 0 (six) .. 8 (ace)."""

import numpy as np

from simcards.games.ninety_nine.rules import Suit
from simcards.tricks import suit_masks

N_SUITS = int(Suit.NO_TRUMP)
N_RANKS = 9
N_CARDS = 36
N_HELD = 12  # cards dealt to a seat

SUIT_OF = np.array([card // N_RANKS for card in range(N_CARDS)], np.uint8)
RANK_OF = np.array([card % N_RANKS for card in range(N_CARDS)], np.uint8)
SUIT_MASKS = suit_masks(SUIT_OF.tolist(), N_SUITS)
DECK = np.uint64((1 << N_CARDS) - 1)
