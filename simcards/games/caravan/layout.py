"""The records of Caravan's state, and how its actions are numbered.

Actions say which card of the hand, by its place there, and where it goes:

    0..23       number card `slot` onto own route `route`: 3 * slot + route
    24..31      discard `slot`: 24 + slot
    32..34      disband own route: 32 + route
    64..1023    face card `slot` onto a number card: 64 + 192 * slot + 96 * owner + place

`place` counts the number cards on the owner's side of the table, route 0 first, each from its
oldest card. Of two equal cards in hand only the first may be named, so that every action is
another one.
"""

import numpy as np

from simcards.games.caravan.deck import MOST_DECK, MOST_NUMBERS, N_CARDS
from simcards.games.caravan.rules import ROUTES, SEATS, Kind, Rules
from simcards.state import record_dtype, rules_dtype

N_FIRST = 8  # cards dealt
N_OPENING = 3  # number cards placed before normal play (R3)
N_NORMAL = N_FIRST - N_OPENING  # cards in hand from then on, at most
MOST_SHOWN = 16  # hands that one seat may show before it must keep one (R2, Decisions)
MOST_RESHUFFLES = 2

DISCARDS = ROUTES * N_FIRST
DISBANDS = DISCARDS + N_FIRST
FACES = 64
SIDE = 96  # places of a side of the table, 80 of them used at most
SLOT = SEATS * SIDE
WORDS = (FACES + N_NORMAL * SLOT) // 64
N_ACTIONS = 64 * WORDS
N_POOLS = 6
MAX_DECISIONS = 1127  # R11: 3 * 2 * (108 + 80) - 1

PUBLIC = record_dtype(
    ("rules", rules_dtype(Rules)),
    ("to_act", "u1"),  # a seat, NOBODY when the hand is over
    ("dealer", "u1"),  # who began
    ("over", "u1"),
    ("capped", "u1"),  # 2 after more actions than there can be, which is a bug
    ("winner", "u1"),  # NOBODY until there is one
    ("reason", "u1"),  # a Reason, once there is a winner
    ("plies", "u2"),  # actions so far
    ("owed", "u1", (SEATS,)),  # opening placements still to be made (R3)
    ("n_held", "u1", (SEATS,)),
    ("n_pile", "u1", (SEATS,)),
    ("n_discards", "u1", (SEATS,)),  # cards in the discard pile
    ("reshuffles", "u1", (SEATS,)),  # used
    ("new_hands", "u1", (SEATS,)),  # hands shown and put back
    ("discards", "u1", (SEATS, MOST_DECK)),  # by owner, oldest first
    ("shown", "u1", (SEATS, MOST_SHOWN, N_FIRST)),  # those hands
    # The table: routes by owner, their number cards oldest first.
    ("n_cards", "u1", (SEATS, ROUTES)),
    ("cards", "u1", (SEATS, ROUTES, MOST_NUMBERS)),
    ("value", "i4", (SEATS, ROUTES)),
    ("direction", "i1", (SEATS, ROUTES)),  # UP, DOWN or NO_DIRECTION
    ("suit", "u1", (SEATS, ROUTES)),
    ("takes", "u8", (SEATS, ROUTES)),  # the number cards that may go on it, a bit a token
    ("course", "i1", (SEATS, ROUTES)),  # the direction that two equal last cards hold, or none
    ("seller", "u1", (ROUTES,)),  # of each pair, NOBODY for none
    # What lies on a number card, by the number of that card.
    ("n_faces", "u1", (N_CARDS,)),
    ("kings", "u1", (N_CARDS,)),
    ("queens", "u1", (N_CARDS,)),
    ("queen_suit", "u1", (N_CARDS,)),  # of the newest Queen
    ("first_face", "u1", (N_CARDS,)),  # the oldest face card on it, if there is one
    ("last_face", "u1", (N_CARDS,)),
    ("next_face", "u1", (N_CARDS,)),  # by face card: the one laid after it on the same card
    # What everybody can know of the cards that he does not see, see `knowledge`.
    ("seen", "u1", (N_CARDS,)),  # whether a card lies on the table or in a discard pile
    ("source", "u1", (N_CARDS,)),  # DEALT, SHOWN, RESHUFFLED or KEPT
    ("n_plain", "u1", (SEATS,)),  # cards in hand of which no reshuffle tells anything
    ("n_faces_kept", "u1", (SEATS,)),  # the most of them that may be left of an all-face hand
    ("faces_kept", "f8", (SEATS, N_FIRST)),  # the weight of each number of them
    # What happened so far, for the records.
    ("turns", "u2", (SEATS,)),
    ("laid", "u2", (SEATS, len(Kind))),  # cards played by kind
    ("discarded", "u2", (SEATS,)),
    ("opening_discards", "u1", (SEATS,)),
    ("disbands", "u2", (SEATS,)),
    ("disbanded", "u2", (SEATS,)),
    ("removed", "u2", (SEATS, SEATS)),  # number cards by who removed them and whose they were
    ("most_pairs", "u1", (SEATS,)),
    ("ahead", "u2", (SEATS,)),
    ("leader", "u1"),  # who sold more pairs last; NOBODY until somebody did
    ("lead_changes", "u2"),
    ("sale_changes", "u2"),
)
OWN = record_dtype(
    ("seat", "u1"),
    ("n_held", "u1"),
    ("held", "u1", (N_FIRST,)),  # cards in hand, those drawn later behind
)
HIDDEN = record_dtype(
    ("key", "u8"),  # of the words of later shuffles
    ("pile", "u1", (SEATS, MOST_DECK)),  # the top card is the last one
    # What comes of each reshuffle, top card first, by token: as a transcript wrote it, or as it was
    ("orders", "u1", (SEATS, MOST_RESHUFFLES, MOST_DECK)),
    ("n_written", "u1", (SEATS,)),  # orders that a transcript wrote
    ("n_order", "u1", (SEATS, MOST_RESHUFFLES)),  # cards of each
    ("misfit", "u1"),  # whether an order written was not one of the discards
    # Room for the deal and for `determinize`.
    ("n_pool", "u1", (N_POOLS,)),
    ("pool", "u1", (N_POOLS, MOST_DECK)),
    ("n_rest", "u1"),
    ("rest", "u1", (MOST_DECK,)),
)
STATE = record_dtype(("public", PUBLIC), ("own", OWN, (SEATS,)), ("hidden", HIDDEN))

UP, NO_DIRECTION, DOWN = 1, 0, -1
DEALT, SHOWN, RESHUFFLED, KEPT = range(4)
NO_ACTIONS = (np.uint64(0),) * WORDS
