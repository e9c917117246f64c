"""The numbers of actions and phases of Doppelkopf, and what its state holds.

Actions  0..23: play a card; 24..28: announce a step of one's own party, Re or Kontra first;
         29: pass, where announcing has turns of its own; 30, 31: healthy, reservation;
         32..39: name the type of a reservation
"""

from enum import IntEnum
from typing import Any

import numpy as np

from simcards.games.doppelkopf.deck import N_CARDS
from simcards.games.doppelkopf.rules import (
    N_STEPS,
    N_TRICKS,
    PRIORITIES,
    REVEALS,
    SEATS,
    SECOND_TENS,
    WINDOWS,
    Party,
    Rules,
    Step,
    Type,
)
from simcards.jit import inlined, kernel
from simcards.state import record_dtype, rules_dtype

SAY = N_CARDS - 1  # action SAY + step announces it
PASS = N_CARDS + N_STEPS
HEALTHY, RESERVATION = PASS + 1, PASS + 2
NAME = RESERVATION + 1 - int(Type.MARRIAGE)  # action NAME + type names it
N_ACTIONS = NAME + len(Type)
WORDS = 1  # 64-bit words of a set of actions
N_PLAYS = SEATS * N_TRICKS
N_SAID = 2 * N_STEPS  # announcements of a hand, at most
# Reservations, cards, four passes before each card, and three before each announcement.
MAX_DECISIONS = 2 * SEATS + 5 * N_PLAYS + 4 * N_SAID

FRONT, FAR = range(len(PRIORITIES))
REVEAL_ALL, REVEAL_WINNER = range(len(REVEALS))
OWN_TURN, ANY = range(len(WINDOWS))
NEVER, ALWAYS, NOT_LAST = range(len(SECOND_TENS))
KONTRA, RE, UNKNOWN = (int(party) for party in Party)
NOTHING, SAID, NO_90, NO_60, NO_30, BLACK = (int(step) for step in Step)
NORMAL, SILENT_SOLO, MARRIAGE_SOLO, MARRIAGE = (int(kind) for kind in list(Type)[:4])
FIRST_SOLO, LAST_SOLO = int(Type.SOLO_QUEENS), int(Type.SOLO_ACE)
NO_NAME = 255  # in place of a named type
NEVER_CARDS = 99  # more cards than anybody holds


class Phase(IntEnum):
    """What the seat to act is asked for."""

    RESERVE = 0  # healthy or reservation
    NAMING = 1  # the type of a reservation
    ASK = 2  # an announcement or none, where that has turns of its own
    PLAY = 3  # a card for the trick, or an announcement before it
    OVER = 4


RESERVE, NAMING, ASK, PLAY, OVER = (int(phase) for phase in Phase)

PUBLIC = record_dtype(
    ("rules", rules_dtype(Rules)),
    ("to_act", "u1"),  # a seat, NOBODY when the hand is over
    ("phase", "u1"),
    ("dealer", "u1"),
    ("over", "u1"),  # whether the match is
    ("capped", "u1"),  # never: a match has a fixed number of hands
    ("hand", "i2"),  # hands finished in the match
    ("totals", "i4", (SEATS,)),
    ("won", "i1", (SEATS,)),  # who shares the win
    ("solos", "i2", (SEATS,)),  # declared and played in the match
    ("compulsory_hands", "i2", (SEATS,)),  # hand of the compulsory solo; -1 while it is open
    ("forced", "u1"),  # seat that must name a solo in this hand, or NOBODY
    ("reserved", "u1", (SEATS,)),  # action HEALTHY or RESERVATION, 0 before
    ("named", "u1", (SEATS,)),  # type each seat is known to have named, NO_NAME else
    ("both_queens", "u1", (SEATS,)),  # whether all know that it was dealt both queens of clubs
    ("type", "u1"),  # as all know it: a silent solo looks NORMAL
    ("ranking", "u1"),  # of the type
    ("declarer", "u1"),  # soloist or marriage holder, or NOBODY
    ("compulsory", "u1"),  # whether it is a compulsory solo
    ("clarified", "u1"),  # trick that settled a marriage, from 1; 0 none
    ("parties", "u1", (SEATS,)),  # as all know them
    ("steps", "u1", (2,)),  # highest step of each party
    ("late", "u1", (2,)),  # whether it was a late reply, which is the last
    ("shift", "u1"),  # cards by which all deadlines are later
    ("least_cards", "u1"),  # with fewer nobody may announce anything
    ("n_said", "u1"),
    ("said_seat", "u1", (N_SAID,)),  # the announcements in order: who,
    ("said_step", "u1", (N_SAID,)),  # which step,
    ("said_at", "u1", (N_SAID,)),  # after how many cards were played,
    ("said_cards", "u1", (N_SAID,)),  # with how many cards in hand
    ("passes", "u1"),  # in a row, in phase ASK
    ("first_leader", "u1"),  # to the first trick
    ("leader", "u1"),  # of this trick
    ("led", "u1"),  # class led, once a card lies on the table
    ("follow", "u8"),  # all cards of the class led, none before a lead
    ("n_trick", "u1"),
    ("trick", "u1", (SEATS,)),  # cards of this trick in order of play
    ("n_plays", "u1"),
    ("plays", "u1", (N_PLAYS,)),  # the hand's plays in order
    ("winners", "u1", (N_TRICKS,)),  # seat that took each trick
    ("taken", "u1", (SEATS,)),  # tricks won
    ("points", "u1", (SEATS,)),  # card points in them
    ("doppelkopfs", "u1", (SEATS,)),  # rich tricks won
    ("fox_owner", "u1", (2,)),  # who played each ace of diamonds,
    ("fox_taker", "u1", (2,)),  # and who took it
    ("n_foxes", "u1"),
    ("played", "u8"),  # cards played
    ("queens_played", "u1", (SEATS,)),  # queens of clubs each seat has played
    ("voids", "u1", (SEATS,)),  # classes each seat has shown it no longer holds, a bit each
)
OWN = record_dtype(
    ("seat", "u1"),
    ("held", "u8"),  # cards in hand
    ("party", "u1"),  # KONTRA, RE, or UNKNOWN before it is settled
    ("named", "u1"),  # the type it named, NO_NAME else
)
STATE = record_dtype(("public", PUBLIC), ("own", OWN, (SEATS,)))

# --- What all may ask of a state ------------------------------


@inlined
def left_of(seat: Any) -> Any:
    """R1: the next seat clockwise."""
    return (seat + np.uint8(1)) & np.uint8(3)


@inlined
def forehand(public: Any) -> Any:
    """R1: the seat to the dealer's left."""
    return left_of(public.dealer)


@inlined
def mover(public: Any) -> Any:
    """The seat of the next card; while reservations are made, who is to act."""
    if public.phase == ASK:
        return (public.leader + public.n_trick) & np.uint8(3)
    return public.to_act


@kernel
def cards_left(public: Any, seat: Any) -> Any:
    """How many cards a seat holds."""
    place = (np.int64(seat) + SEATS - np.int64(public.leader)) & 3
    return N_TRICKS - (np.int64(public.n_plays) >> 2) - (place < public.n_trick)


@kernel
def is_open(public: Any, seat: Any) -> Any:
    """R9: whether a seat's compulsory solo is still to come."""
    return public.rules.tournament != 0 and public.compulsory_hands[seat] < 0


@kernel
def deals_left(public: Any) -> Any:
    """R9: how many hands of the match are not finished, this one among them."""
    return np.int64(public.rules.deals) - np.int64(public.hand)
