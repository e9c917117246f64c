"""Kernels of Ninety-Nine, in the order a hand is played.

Rules    games/rules/ninety_nine.md, whose paragraphs are cited as R1, R2, ...
Cards    0..35: card = 9 * suit + rank, rank 0 (six) .. 8 (ace)
Suits    numbered by their bid value (R3), which is also the trump after that many made bids (R6)
Actions  0..35: a card, laid into the bid or played; 36..38: none, declare, reveal
A bid is three actions, the cards in any order, then the announcement request: all sealed until
the third seat has spoken (R4).
"""

from enum import IntEnum
from typing import Any

import numpy as np

from simcards.cards import NONE, bit, draw
from simcards.game import NOBODY
from simcards.games.ninety_nine.deck import (
    DECK,
    N_CARDS,
    N_HELD,
    RANK_OF,
    SUIT_MASKS,
    SUIT_OF,
)
from simcards.games.ninety_nine.determinize import determinize  # noqa: F401  one of the kernels
from simcards.games.ninety_nine.rules import (
    END_MODES,
    HAND_LIMIT,
    N_BURIED,
    N_TRICKS,
    ROUND_WINS,
    SEATS,
    TRUMP_MODES,
    Level,
    Rules,
    Suit,
)
from simcards.jit import inlined, kernel
from simcards.rng import below, word_of
from simcards.state import record_dtype, rules_dtype
from simcards.tricks import must_follow, trick_powers

# --- Numbers and tables ---------------------------------------

JOKER = 36  # as a turn-up only: whoever is dealt it holds the card turned up (R2)
REQUESTS = 36  # action REQUESTS + level asks for it
N_ACTIONS = 39
WORDS = 1  # 64-bit words of a set of actions
MAX_DECISIONS = SEATS * (N_BURIED + 1 + N_TRICKS)

STANDARD, JUNK, JUNK_NT = range(len(TRUMP_MODES))
END_3_BONUS, END_3_PLAIN, END_FIRST_TO, END_HANDS = range(len(END_MODES))
MOST_POINTS, REACH_TARGET = range(len(ROUND_WINS))

POWER = trick_powers(SUIT_OF.tolist(), RANK_OF.tolist(), 4)
NINE = 3  # its rank: turned up, it means no trump (R2)
REQUEST_ACTIONS = np.uint64(0b111 << REQUESTS)
TRUMP_WORD = 100  # index of the word that draws the trump, behind those that deal
SEAT_AT = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]], np.uint8)  # by leader and place in the trick


class Phase(IntEnum):
    """What the seat to act is asked for."""

    BURY = 0  # a card for the bid
    REQUEST = 1  # an announcement
    PLAY = 2  # a card for the trick
    OVER = 3


BURY, REQUEST, PLAY, OVER = (int(phase) for phase in Phase)

# --- State ----------------------------------------------------

PUBLIC = record_dtype(
    ("rules", rules_dtype(Rules)),
    ("to_act", "u1"),  # a seat, NOBODY when the hand is over
    ("phase", "u1"),
    ("dealer", "u1"),
    ("first", "u1"),  # dealer of the match's first hand
    ("hand", "i2"),  # hands finished in the match
    ("manche", "i1"),  # manches finished
    ("manche_hand", "i2"),  # hands finished in this manche
    ("manche_scores", "i4", (SEATS,)),
    ("totals", "i4", (SEATS,)),  # of the match, manche bonuses included
    ("manche_wins", "i1", (SEATS,)),
    ("last_makers", "i1"),  # how many made their bid in the hand before; -1 in a first hand
    ("last_bids", "i1", (SEATS,)),  # all bids of the hand before; -1 in a match's first hand
    ("over", "u1"),  # whether the match is
    ("capped", "u1"),  # whether it was ended by HAND_LIMIT
    ("won", "i1", (SEATS,)),  # who shares the win
    ("trump", "u1"),
    ("turn_up", "i1"),  # -1 outside standard
    ("buried", "i1", (SEATS,)),  # how many cards each seat has laid into its bid
    ("requests", "i1", (SEATS,)),  # -1 until all have asked
    ("announcer", "u1"),  # NOBODY, or who declared or revealed
    ("level", "u1"),
    ("bids", "i1", (SEATS,)),  # the announcer's; all others -1 until the hand is over
    ("shown_buried", "u8"),  # the announcer's bid cards
    ("shown_held", "u8"),  # a revealer's cards in hand
    ("leader", "u1"),  # of this trick
    ("led", "u1"),  # suit led, once a card lies on the table
    ("follow", "u8"),  # all cards of the suit led, none before a lead
    ("n_trick", "u1"),
    ("trick", "u1", (SEATS,)),  # cards of this trick in order of play
    ("n_plays", "u1"),
    ("plays", "u1", (SEATS * N_TRICKS,)),  # the hand's plays in order
    ("winners", "u1", (N_TRICKS,)),  # seat that took each trick
    ("taken", "i1", (SEATS,)),  # tricks won
    ("played", "u8"),  # cards played
    ("voids", "u1", (SEATS,)),  # suits each seat has shown it no longer holds, a bit each
)
OWN = record_dtype(
    ("seat", "u1"),
    ("held", "u8"),  # cards in hand, the bid's cards not among them
    ("buried", "u8"),  # cards laid into the bid
    ("bid", "u1"),
    ("request", "i1"),
)
STATE = record_dtype(("public", PUBLIC), ("own", OWN, (SEATS,)))

# --- Kernels, in the order a hand is played -------------------


@kernel
def start(state: Any, first: Any) -> None:
    """R9: `first` deals the first hand of the match. The state is all zeros but for the rules."""
    public = state.public
    public.first = first
    public.dealer = first
    public.last_makers = -1
    for seat in range(SEATS):
        public.last_bids[seat] = -1
        state.own[seat].seat = seat


@kernel
def deal(state: Any, key: Any) -> None:
    """R2: twelve cards to each seat, and the trump, which is known before anybody bids."""
    first_hand = draw(DECK, N_HELD, key, 0)
    second_hand = draw(DECK ^ first_hand, N_HELD, key, N_HELD // 2)
    turn_up: Any = -1
    if state.public.rules.trump_mode == STANDARD:
        turn_up = np.int64(below(word_of(key, TRUMP_WORD), np.uint64(N_CARDS + 1)))
    own = state.own
    own[0].held = first_hand
    own[1].held = second_hand
    own[2].held = DECK ^ first_hand ^ second_hand
    begin_hand(state, turn_up)


@inlined
def legal_actions(state: Any) -> Any:
    """R3: any card may be buried. R4: any request. R5: follow suit, else play any card."""
    public = state.public
    if public.phase == OVER:
        return (NONE,)
    if public.phase == REQUEST:
        return (REQUEST_ACTIONS,)
    return (must_follow(state.own[public.to_act].held, public.follow),)


@inlined
def apply(state: Any, action: Any) -> None:
    """Carry out a legal action of the seat to act; `to_act` is NOBODY when the hand is over."""
    public = state.public
    seat = public.to_act
    card = np.uint8(action)
    if public.phase == PLAY:
        play_card(public, state.own[seat], seat, card)
    elif public.phase == BURY:
        bury_card(public, state.own[seat], seat, card)
    else:
        ask(state, seat, action - REQUESTS)


@kernel
def step(state: Any, action: Any) -> Any:
    """Carry out an action; what the next seat may do, nothing when the hand is over."""
    apply(state, action)
    return legal_actions(state)


@kernel
def settle(state: Any, row: Any) -> None:
    """R6, R7: success and score of the hand. R8: the end of a manche and of the match."""
    public = state.public
    makers = 0
    for seat in range(SEATS):
        makers += public.taken[seat] == state.own[seat].bid
    row.trump = public.trump
    row.turn_up = public.turn_up
    row.manche = public.manche
    row.announcer = -1 if public.announcer == NOBODY else np.int8(public.announcer)
    row.level = public.level
    row.makers = makers
    for seat in range(SEATS):
        score_seat(state, row, seat, makers)
    public.last_makers = makers
    public.hand += 1
    public.manche_hand += 1
    end_manche(public, row)
    end_match(public)
    if not public.over:
        turn_deal(public)


@kernel
def finish(state: Any, row: Any) -> None:
    """What a match leaves behind in its record."""
    public = state.public
    row.manches = public.manche
    for seat in range(SEATS):
        row.total[seat] = public.totals[seat]
        row.won[seat] = public.won[seat]
        row.manche_wins[seat] = public.manche_wins[seat]


# --- Parts of the kernels -------------------------------------


@inlined
def left_of(seat: Any) -> Any:
    """R1: the next seat clockwise."""
    return seat + np.uint8(1) if seat < SEATS - 1 else np.uint8(0)


@kernel
def begin_hand(state: Any, turn_up: Any) -> None:
    """R2: everything as it is when the cards lie before the seats and `turn_up` beside them."""
    public = state.public
    public.turn_up = turn_up
    public.trump = trump_of(public, turn_up)
    public.phase = BURY
    public.announcer = NOBODY
    public.level = 0
    public.shown_buried = NONE
    public.shown_held = NONE
    public.follow = NONE
    public.n_trick = 0
    public.n_plays = 0
    public.played = NONE
    public.leader = left_of(public.dealer)
    public.to_act = public.leader
    for seat in range(SEATS):
        public.buried[seat] = 0
        public.requests[seat] = -1
        public.bids[seat] = -1
        public.taken[seat] = 0
        public.voids[seat] = 0
        own = state.own[seat]
        own.buried = NONE
        own.bid = 0
        own.request = -1


@kernel
def trump_of(public: Any, turn_up: Any) -> Any:
    """R2: the suit turned up, none for a nine or the Joker; in the junk modes, R6."""
    if public.rules.trump_mode == STANDARD:
        if turn_up == JOKER or RANK_OF[turn_up] == NINE:
            return np.int64(Suit.NO_TRUMP)
        return np.int64(SUIT_OF[turn_up])
    if public.last_makers >= 0:
        return np.int64(public.last_makers)
    return np.int64(Suit.NO_TRUMP if public.rules.trump_mode == JUNK_NT else Suit.DIAMONDS)


@inlined
def bury_card(public: Any, own: Any, seat: Any, card: Any) -> None:
    """R3: one of the three cards of a bid, worth its suit's number."""
    own.held ^= bit(card)
    own.buried |= bit(card)
    own.bid += SUIT_OF[card]
    public.buried[seat] += 1
    if public.buried[seat] == N_BURIED:
        public.phase = REQUEST


@kernel
def ask(state: Any, seat: Any, level: Any) -> None:
    """R4: a sealed request; the dealer's, the last, opens them all."""
    public = state.public
    state.own[seat].request = level
    if seat == public.dealer:
        announce(state)
        public.phase = PLAY
    else:
        public.phase = BURY
    public.to_act = left_of(seat)


@kernel
def announce(state: Any) -> None:
    """R4: one announcement a hand: reveal before declare, then nearest the dealer's left."""
    public = state.public
    seat = public.dealer
    for _ in range(SEATS):
        seat = left_of(seat)
        request = state.own[seat].request
        public.requests[seat] = request
        if request > public.level:
            public.level = request
            public.announcer = seat
    if public.announcer != NOBODY:
        own = state.own[public.announcer]
        public.bids[public.announcer] = own.bid
        public.shown_buried = own.buried
        if public.level == Level.REVEAL:
            public.shown_held = own.held


@inlined
def play_card(public: Any, own: Any, seat: Any, card: Any) -> None:
    """R5: a card to the trick, clockwise; the third ends it."""
    played = bit(card)
    own.held ^= played
    public.shown_held &= ~played
    public.played |= played
    suit = SUIT_OF[card]
    if public.n_trick == 0:
        public.led = suit
        public.follow = SUIT_MASKS[suit]
    public.voids[seat] |= np.uint8(suit != public.led) << public.led
    public.trick[public.n_trick] = card
    public.plays[public.n_plays] = card
    public.n_plays += 1
    public.n_trick += 1
    # Who acts next is written last: the next step reads it first.
    public.to_act = finish_trick(public) if public.n_trick == SEATS else left_of(seat)


@inlined
def finish_trick(public: Any) -> Any:
    """R5: the highest trump, else the highest card of the suit led, takes the trick and leads."""
    powers = POWER[public.trump, public.led]
    a, b, c = powers[public.trick[0]], powers[public.trick[1]], powers[public.trick[2]]
    place = (2 if c > b else 1) if max(b, c) > a else 0
    winner = SEAT_AT[public.leader, place]
    public.winners[public.n_plays // SEATS - 1] = winner
    public.taken[winner] += 1
    public.leader = winner
    public.n_trick = 0
    public.follow = NONE
    if public.n_plays < SEATS * N_TRICKS:
        return winner
    public.phase = OVER
    return np.uint8(NOBODY)


@kernel
def score_seat(state: Any, row: Any, seat: Any, makers: Any) -> None:
    """R7: tricks, success bonus and premium of one seat."""
    public = state.public
    own = state.own[seat]
    made = public.taken[seat] == own.bid
    tricks = public.taken[seat] * public.rules.trick_points
    bonus = success_bonus(public.rules, makers) if made else 0
    premium = premium_of(state, seat)
    score = tricks + bonus + premium
    row.bid[seat] = own.bid
    row.taken[seat] = public.taken[seat]
    row.request[seat] = own.request
    row.buried[seat] = own.buried
    row.points_tricks[seat] = tricks
    row.points_bonus[seat] = bonus
    row.points_premium[seat] = premium
    row.score[seat] = score
    public.bids[seat] = own.bid
    public.last_bids[seat] = own.bid
    public.manche_scores[seat] += score
    public.totals[seat] += score


@kernel
def success_bonus(rules: Any, makers: Any) -> Any:
    """R7: what a made bid is worth when `makers` seats made theirs."""
    if makers == 1:
        return np.int64(rules.bonus_one)
    return np.int64(rules.bonus_two if makers == 2 else rules.bonus_three)


@kernel
def premium_of(state: Any, seat: Any) -> Any:
    """R7: the announcer's if he succeeds, each opponent's in full if he fails."""
    public = state.public
    announcer = public.announcer
    if announcer == NOBODY:
        return np.int64(0)
    kept = public.taken[announcer] == state.own[announcer].bid
    if kept != (seat == announcer):
        return np.int64(0)
    rules = public.rules
    return np.int64(rules.reveal_points if public.level == Level.REVEAL else rules.declare_points)


@kernel
def end_manche(public: Any, row: Any) -> None:
    """R8: a manche ends when somebody reaches the target; its bonus, its winners, and a new one."""
    reached = 0
    best = 0
    for seat in range(SEATS):
        reached += public.manche_scores[seat] >= public.rules.manche_target
        best = max(best, public.manche_scores[seat])
    ends = public.rules.end_mode != END_HANDS and reached > 0
    row.ends_manche = ends
    for seat in range(SEATS):
        score = public.manche_scores[seat]
        at_target = ends and score >= public.rules.manche_target
        wins = at_target if public.rules.round_win == REACH_TARGET else ends and score == best
        bonus = manche_bonus(public.rules, reached) if at_target else 0
        row.manche_bonus[seat] = bonus
        public.totals[seat] += bonus
        public.manche_wins[seat] += wins
        if ends:
            public.manche_scores[seat] = 0
    if ends:
        public.manche += 1
        public.manche_hand = 0
        public.last_makers = -1


@kernel
def manche_bonus(rules: Any, reached: Any) -> Any:
    """R8: for the match total of each of the `reached` seats that have the target, in 3_bonus."""
    if rules.end_mode != END_3_BONUS:
        return np.int64(0)
    if reached == 1:
        return np.int64(rules.manche_bonus_one)
    return np.int64(rules.manche_bonus_two if reached == 2 else rules.manche_bonus_three)


@kernel
def end_match(public: Any) -> None:
    """R8: whether the match is over, and who wins it."""
    rules = public.rules
    if rules.end_mode == END_HANDS:
        public.over = public.hand >= rules.hands
    elif rules.end_mode == END_FIRST_TO:
        public.over = most_wins(public) >= rules.manches
    else:
        public.over = public.manche >= rules.manches
    if not public.over and public.hand >= HAND_LIMIT:
        public.over = 1
        public.capped = 1
    if public.over:
        name_winners(public)


@kernel
def name_winners(public: Any) -> None:
    """R8: most manche wins in first_to_3, then the highest total; equal leaders share."""
    by_manches = public.rules.end_mode == END_FIRST_TO
    best_wins = most_wins(public)
    best = -1
    for seat in range(SEATS):
        if not by_manches or public.manche_wins[seat] == best_wins:
            best = max(best, public.totals[seat])
    for seat in range(SEATS):
        leads = not by_manches or public.manche_wins[seat] == best_wins
        public.won[seat] = leads and public.totals[seat] == best


@kernel
def most_wins(public: Any) -> Any:
    """The most manches anybody has won."""
    most = 0
    for seat in range(SEATS):
        most = max(most, public.manche_wins[seat])
    return most


@kernel
def turn_deal(public: Any) -> None:
    """R9: the deal passes to the left; a new manche is opened by the seat after the last opener."""
    if public.manche_hand == 0 and public.manche > 0:
        public.dealer = (public.first + public.manche) % SEATS
    else:
        public.dealer = left_of(public.dealer)


def max_hands(rules: Rules) -> int:
    """R8: the most hands a match can have.

    Each hand gives nine tricks' points at least, so three seats cannot stay below the target long.
    """
    if rules.end_mode == "9_hands":
        return rules.hands
    if rules.trick_points == 0:
        return HAND_LIMIT
    least = N_TRICKS * rules.trick_points
    manche = SEATS * (rules.manche_target - 1) // least + 1
    longest = SEATS * (rules.manches - 1) + 1 if rules.end_mode == "first_to_3" else rules.manches
    return min(manche * longest, HAND_LIMIT)
