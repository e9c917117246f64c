"""Kernels of Double Knot, in the order a hand is played.

Rules    games/rules/double_knot.md, whose paragraphs are cited as R1, R2, ...
Cards    0..44, see `deck`: by suit from Moons to Knots, within it from Ace to Crown; the Excuse
Suits    0..5: Moons, Suns, Waves, Leaves, Wyrms, Knots; of two the greater number is lower
Actions  0..44: a card to play; 45..60: a bid of 0..15 tricks
Arrays by seat have five places; under rules with fewer seats the others stay zero.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from simcards.cards import NONE, bit, draw, has
from simcards.game import NOBODY
from simcards.games.double_knot.deck import (
    BASIC_MASK,
    EXCUSE,
    EXTENDED_MASK,
    FOLLOWS,
    FULL_MASK,
    MAX_TRICKS,
    N_CARDS,
    POWER,
    TRUMPS,
)
from simcards.games.double_knot.determinize import determinize  # noqa: F401  one of the kernels
from simcards.games.double_knot.rules import (
    DECKS,
    HAND_LIMIT,
    HAND_SIZES,
    PLAYER_COUNTS,
    SCORINGS,
    TARGETS,
    Rules,
)
from simcards.jit import inlined, kernel
from simcards.state import record_dtype, rules_dtype
from simcards.tricks import must_follow_or_trump

# --- Numbers and tables ---------------------------------------

MAX_SEATS = max(PLAYER_COUNTS)
BIDS = N_CARDS  # action BIDS + n bids n tricks
N_ACTIONS = BIDS + MAX_TRICKS + 1
WORDS = 1  # 64-bit words of a set of actions
MAX_DECISIONS = MAX_SEATS + N_CARDS
NOT_YET = -1  # in place of a bid

STANDARD, SPECIAL = range(len(SCORINGS))
BID_ACTIONS = np.array([(2 ** (n + 1) - 1) << BIDS for n in range(MAX_TRICKS + 1)], np.uint64)
TRICKS = np.zeros((MAX_SEATS + 1, len(DECKS)), np.uint8)  # R2: by seats and deck
DECK = np.full((MAX_SEATS + 1, len(DECKS)), BASIC_MASK, np.uint64)  # R1: likewise
DECK[:, DECKS.index("extended")] = FULL_MASK
DECK[4, DECKS.index("extended")] = EXTENDED_MASK
for (_players, _deck), _size in HAND_SIZES.items():
    TRICKS[_players, DECKS.index(_deck)] = _size
TARGET = np.array([TARGETS.get(n, 0) for n in range(MAX_SEATS + 1)], np.int16)  # R10: by seats


class Phase(IntEnum):
    """What the seat to act is asked for."""

    BID = 0
    PLAY = 1
    OVER = 2


BID, PLAY, OVER = (int(phase) for phase in Phase)

# --- State ----------------------------------------------------

PUBLIC = record_dtype(
    ("rules", rules_dtype(Rules)),
    ("to_act", "u1"),  # a seat, NOBODY when the hand is over
    ("phase", "u1"),
    ("dealer", "u1"),
    ("n_tricks", "u1"),  # of a hand: the cards dealt to a seat
    ("target", "i2"),  # points that end the match
    ("hand", "i2"),  # hands finished in the match
    ("extra_hands", "i2"),  # of these, those played because the lead was shared
    ("totals", "i4", (MAX_SEATS,)),  # of the match; a partner has his side's
    ("over", "u1"),  # whether the match is
    ("capped", "u1"),  # whether it was ended by HAND_LIMIT
    ("won", "i1", (MAX_SEATS,)),  # who shares the win
    ("bids", "i1", (MAX_SEATS,)),  # NOT_YET until a seat has bid
    ("leader", "u1"),  # of this trick
    ("key", "u1"),  # key card of this trick; EXCUSE until there is one
    ("follow", "u8"),  # all cards of the key card's suit, none before a key card
    ("trumps", "u8"),  # all cards of this trick's trump suits
    ("winning", "u1"),  # the seat that has the trick so far
    ("best", "u1"),  # and the card it has it with
    ("n_trick", "u1"),
    ("trick", "u1", (MAX_SEATS,)),  # cards of this trick in order of play
    ("n_plays", "u1"),
    ("plays", "u1", (N_CARDS,)),  # the hand's plays in order
    ("n_done", "u1"),  # tricks finished
    ("winners", "u1", (MAX_TRICKS,)),  # seat that took each trick
    ("taken", "i1", (MAX_SEATS,)),  # tricks won
    ("trumped", "u1"),  # tricks taken by a trump
    ("excuse", "u1"),  # who played the Excuse; NOBODY before
    ("excuse_led", "u1"),  # whether it was led
    ("played", "u8"),  # cards played
    ("lacks", "u8", (MAX_SEATS,)),  # all cards of the suits each seat has shown it does not hold
)
OWN = record_dtype(
    ("seat", "u1"),
    ("held", "u8"),  # cards in hand
)
STATE = record_dtype(("public", PUBLIC), ("own", OWN, (MAX_SEATS,)))

# --- Kernels, in the order a hand is played -------------------


@kernel
def start(state: Any, first: Any) -> None:
    """R2: `first` deals the first hand of the match. The state is all zeros but for the rules."""
    public = state.public
    rules = public.rules
    public.dealer = first
    public.n_tricks = TRICKS[rules.players, rules.deck]
    public.target = rules.target if rules.target > 0 else TARGET[rules.players]
    for seat in range(MAX_SEATS):
        state.own[seat].seat = seat


@kernel
def deal(state: Any, key: Any) -> None:
    """R2: the whole deck, evenly."""
    rules = state.public.rules
    size = np.int64(state.public.n_tricks)
    left = DECK[rules.players, rules.deck]
    for seat in range(rules.players - 1):
        held = draw(left, size, key, seat * MAX_TRICKS)
        state.own[seat].held = held
        left ^= held
    state.own[rules.players - 1].held = left
    begin_hand(state.public)


@inlined
def legal_actions(state: Any) -> Any:
    """R3: any bid up to all tricks. R4: follow the key card, else trump it, else any card."""
    public = state.public
    if public.phase == PLAY:
        held = state.own[public.to_act].held
        return (must_follow_or_trump(held, public.follow, public.trumps),)
    return (BID_ACTIONS[public.n_tricks] if public.phase == BID else NONE,)


@inlined
def apply(state: Any, action: Any) -> None:
    """Carry out a legal action of the seat to act; `to_act` is NOBODY when the hand is over."""
    public = state.public
    seat = public.to_act
    if public.phase == PLAY:
        play_card(public, state.own[seat], seat, np.uint8(action))
    else:
        public.bids[seat] = action - BIDS
        if seat == public.dealer:
            public.phase = PLAY
        public.to_act = left_of(seat, public.rules.players)


@kernel
def step(state: Any, action: Any) -> Any:
    """Carry out an action; what the next seat may do, nothing when the hand is over."""
    apply(state, action)
    return legal_actions(state)


@kernel
def settle(state: Any, row: Any) -> None:
    """R6-R9: contracts and score of the hand. R10: the end of the match."""
    public = state.public
    players = np.int64(public.rules.players)
    extra = best_total(public) >= public.target
    row.tricks = public.n_tricks
    row.excess = -np.int64(public.n_tricks)
    row.makers = 0
    row.extra = extra
    row.trumped = public.trumped
    row.excuse = -1 if public.excuse == NOBODY else np.int8(public.excuse)
    row.excuse_led = public.excuse_led
    for seat in range(MAX_SEATS):
        clear_seat(row, seat)
    for seat in range(players):
        row.excess += public.bids[seat]
        row.makers += missed_by(public, seat) == 0
        score_seat(public, row, seat)
        public.totals[seat] += row.score[seat]
    public.hand += 1
    public.extra_hands += extra
    end_match(public)
    if not public.over:
        public.dealer = left_of(public.dealer, players)


@kernel
def finish(state: Any, row: Any) -> None:
    """What a match leaves behind in its record."""
    public = state.public
    row.extra_hands = public.extra_hands
    for seat in range(MAX_SEATS):
        row.total[seat] = public.totals[seat]
        row.won[seat] = public.won[seat]


# --- Parts of the kernels -------------------------------------


@inlined
def left_of(seat: Any, players: Any) -> Any:
    """R2: the next seat clockwise."""
    after = seat + np.uint8(1)
    return np.uint8(after) if after < players else np.uint8(0)


@kernel
def begin_hand(public: Any) -> None:
    """R2, R3: everything as it is when the cards lie before the seats."""
    public.phase = BID
    public.n_plays = 0
    public.n_done = 0
    public.trumped = 0
    public.excuse = NOBODY
    public.excuse_led = 0
    public.played = NONE
    public.leader = left_of(public.dealer, public.rules.players)
    public.to_act = public.leader
    begin_trick(public)
    for seat in range(public.rules.players):
        public.bids[seat] = NOT_YET
        public.taken[seat] = 0
        public.lacks[seat] = NONE


@inlined
def begin_trick(public: Any) -> None:
    """R4: no key card yet, so nothing to follow and no trump."""
    public.n_trick = 0
    public.key = EXCUSE
    public.follow = NONE
    public.trumps = NONE


@inlined
def play_card(public: Any, own: Any, seat: Any, card: Any) -> None:
    """R4: a card to the trick, clockwise; the last seat's ends it."""
    played = bit(card)
    own.held ^= played
    public.played |= played
    if card == EXCUSE:
        public.excuse = seat
        public.excuse_led = public.n_trick == 0
    if public.follow == NONE:
        # The Excuse's rows are empty: behind it the next card is the first (R4).
        public.key = card
        public.follow = FOLLOWS[card]
        public.trumps = TRUMPS[card]
        public.winning = seat
        public.best = card
    else:
        answer(public, seat, card, played)
    public.trick[public.n_trick] = card
    public.plays[public.n_plays] = card
    public.n_plays += 1
    public.n_trick += 1
    # Who acts next is written last: the next step reads it first.
    last = public.n_trick == public.rules.players
    public.to_act = finish_trick(public) if last else left_of(seat, public.rules.players)


@inlined
def answer(public: Any, seat: Any, card: Any, played: Any) -> None:
    """R4, R6: a card behind the key card: what it shows its seat to lack, and whether it leads."""
    if played & public.follow == NONE:
        public.lacks[seat] |= public.follow
        if played & public.trumps == NONE:
            public.lacks[seat] |= public.trumps
    powers = POWER[public.key]
    if powers[card] > powers[public.best]:
        public.best = card
        public.winning = seat


@inlined
def finish_trick(public: Any) -> Any:
    """R6: the winner takes the trick and leads; R4: until all are played."""
    winner = public.winning
    public.trumped += has(public.trumps, public.best)
    public.winners[public.n_done] = winner
    public.taken[winner] += 1
    public.n_done += 1
    public.leader = winner
    begin_trick(public)
    if public.n_done < public.n_tricks:
        return winner
    public.phase = OVER
    return np.uint8(NOBODY)


@inlined
def same_side(public: Any, seat: Any, other: Any) -> Any:
    """R9: whether two seats score together; without teams every seat is alone."""
    return seat == other or (public.rules.teams != 0 and (seat ^ other) & 1 == 0)


@kernel
def contract_of(public: Any, seat: Any) -> Any:
    """R3, R9: what a seat's side has to take: its bid, with the partner's in teams."""
    bid = np.int64(0)
    for other in range(public.rules.players):
        if same_side(public, seat, other):
            bid += public.bids[other]
    return bid


@kernel
def missed_by(public: Any, seat: Any) -> Any:
    """R7, R9: tricks taken by a seat's side less its contract."""
    taken = np.int64(0)
    for other in range(public.rules.players):
        if same_side(public, seat, other):
            taken += public.taken[other]
    return taken - contract_of(public, seat)


@kernel
def misses_against(public: Any, seat: Any) -> Any:
    """R7, R9: how many opponents of a seat missed."""
    misses = np.int64(0)
    for other in range(public.rules.players):
        misses += not same_side(public, seat, other) and missed_by(public, other) != 0
    return misses


@kernel
def clear_seat(row: Any, seat: Any) -> None:
    """Nothing for a seat, which may not be there."""
    row.bid[seat] = 0
    row.taken[seat] = 0
    row.points_made[seat] = 0
    row.points_misses[seat] = 0
    row.points_near[seat] = 0
    row.points_special[seat] = 0
    row.score[seat] = 0


@kernel
def score_seat(public: Any, row: Any, seat: Any) -> None:
    """R7: the points of a seat's side; R8: zero or all tricks, where they are special.

    R9: partners are each scored by these, and a side has the sum.
    """
    rules = public.rules
    partners = 2 if rules.teams else 1
    contract, off = contract_of(public, seat), missed_by(public, seat)
    row.bid[seat] = public.bids[seat]
    row.taken[seat] = public.taken[seat]
    is_special = contract == 0 or contract == public.n_tricks
    if rules.scoring == SPECIAL and is_special:
        if off == 0:
            row.points_special[seat] = partners * rules.special_points
    elif off == 0:
        row.points_made[seat] = partners * rules.made_points
        row.points_misses[seat] = partners * rules.miss_points * misses_against(public, seat)
    elif abs(off) == 1:
        row.points_near[seat] = partners * rules.near_points
    made = row.points_made[seat] + row.points_misses[seat]
    row.score[seat] = made + row.points_near[seat] + row.points_special[seat]


@kernel
def best_total(public: Any) -> Any:
    """R10: the highest total."""
    best = np.int64(0)
    for seat in range(public.rules.players):
        best = max(best, public.totals[seat])
    return best


@kernel
def end_match(public: Any) -> None:
    """R10: over when one side alone has the highest total and it is enough; who wins it."""
    best = best_total(public)
    leaders = 0
    partners = 0
    for seat in range(public.rules.players):
        leaders += public.totals[seat] == best
        partners += same_side(public, 0, seat)
    public.over = best >= public.target and leaders == partners
    if not public.over and public.hand >= HAND_LIMIT:
        public.over = 1
        public.capped = 1
    if public.over:
        for seat in range(public.rules.players):
            public.won[seat] = public.totals[seat] == best


def max_hands(rules: Rules) -> int:
    """R10: a match can go on for ever, since a hand may give nobody anything: it is capped."""
    return HAND_LIMIT
