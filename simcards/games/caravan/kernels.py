"""Kernels of Caravan, in the order a hand is played.

Rules    games/rules/caravan.md, whose paragraphs are cited as R1, R2, ...
Cards    see `deck`: every one of both seats has a number of its own
Actions  see `layout`: which card of the hand, and where it goes
"""

from typing import Any

import numpy as np

from simcards.game import NOBODY
from simcards.games.caravan.actions import actions_of
from simcards.games.caravan.deck import (
    KIND_OF,
    MOST_DECK,
    N_CARDS,
    N_NUMBERS,
    N_SHORT,
    PACK,
    PACKS,
    TOKEN_OF,
)
from simcards.games.caravan.determinize import determinize  # noqa: F401  one of the kernels
from simcards.games.caravan.knowledge import (
    note_all_faces,
    note_drawn,
    note_left,
    note_reshuffle,
)
from simcards.games.caravan.layout import (  # noqa: F401  names of the contract
    DISBANDS,
    DISCARDS,
    FACES,
    MAX_DECISIONS,
    MOST_RESHUFFLES,
    MOST_SHOWN,
    N_ACTIONS,
    N_FIRST,
    N_OPENING,
    OWN,
    PUBLIC,
    SHOWN,
    SLOT,
    STATE,
    WORDS,
)
from simcards.games.caravan.routes import (
    NUMBER,
    clear,
    lay_number,
    refresh,
    throw,
    use_face,
)
from simcards.games.caravan.rules import ROUTES, SEATS, Reason, Rules
from simcards.games.caravan.sales import is_end, note_sales, pairs_sold
from simcards.jit import inlined, kernel
from simcards.rng import shuffle

NO_SELLER = -1
SHUFFLE_WORDS = MOST_DECK  # room between the indices of the random words that shuffles take
RESHUFFLE_WORDS = SEATS * SHUFFLE_WORDS * (MOST_SHOWN + 1)  # behind those of the deal

# --- Kernels, in the order a hand is played -------------------


@kernel
def start(state: Any, first: Any) -> None:
    """R2: `first` begins the match. The state is all zeros but for the rules."""
    state.public.dealer = first
    for seat in range(SEATS):
        state.own[seat].seat = seat


@kernel
def deal(state: Any, key: Any) -> None:
    """R2: each deck is shuffled, in a short deck cut to thirty, and eight cards are taken."""
    state.hidden.key = key
    for seat in range(SEATS):
        n_deck = shuffle_deck(state, seat)
        deal_anew(state, seat, n_deck)
        state.public.n_pile[seat] = n_deck
    begin_hand(state)


@kernel
def legal_actions(state: Any) -> Any:
    """R3: an opening turn. R4: a normal one."""
    return actions_of(state)


@kernel
def apply(state: Any, action: Any) -> None:
    """R10: the action, the end of the match if it brings that, else a card drawn and the turn."""
    public = state.public
    seat = np.int64(public.to_act)
    public.plies += 1
    public.turns[seat] += 1
    if action >= FACES:
        play_face(state, seat, action - FACES)
    elif action >= DISBANDS:
        public.disbanded[seat] += clear(public, seat, action - DISBANDS)
        public.disbands[seat] += 1
    elif action >= DISCARDS:
        discard(state, seat, action - DISCARDS)
    else:
        play_number(state, seat, action)
    note_sales(public)
    is_disband = DISBANDS <= action < FACES
    is_placement = action < DISCARDS and public.owed[seat] > 0
    public.owed[seat] -= is_placement
    end_turn(state, seat, not is_disband and not is_placement)


@kernel
def step(state: Any, action: Any) -> Any:
    """Carry out an action; what the next seat may do, nothing when the hand is over."""
    apply(state, action)
    return actions_of(state)


@kernel
def settle(state: Any, row: Any) -> None:
    """R10: a win is one point. What happened goes into the record of the hand."""
    public = state.public
    row.reason = public.reason
    row.winner = public.winner
    row.lead_changes = public.lead_changes
    row.sale_changes = public.sale_changes
    row.seller_0 = seller_of(public, 0)
    row.seller_1 = seller_of(public, 1)
    row.seller_2 = seller_of(public, 2)
    for seat in range(SEATS):
        record_seat(public, row, seat)
        record_cards(public, row, seat)
        row.score[seat] = row.points_win[seat]
    public.over = 1


@kernel
def finish(state: Any, row: Any) -> None:
    """R10: the winner of the hand has won the match."""
    for seat in range(SEATS):
        row.won[seat] = state.public.winner == seat
        row.total[seat] = row.won[seat]


# --- The deal -------------------------------------------------


@kernel
def shuffle_deck(state: Any, seat: Any) -> Any:
    """R2: a seat's deck in random order; how many cards it has.

    The same key begins every deck alike, so that rule sets are compared on the same cards: a short
    one is the top of a whole one, and the cards of two packs first come up as those of one do.
    """
    rules, hidden = state.public.rules, state.hidden
    pile, words, n = hidden.pile[seat], seat * SHUFFLE_WORDS, PACK
    for i in range(PACK):
        pile[i] = seat * MOST_DECK + i
    shuffle(pile, PACK, hidden.key, words)
    if rules.double_deck:
        add_pack(hidden, seat, words + PACK)
        n = MOST_DECK
    if rules.short_deck:
        for i in range(N_SHORT):
            pile[i] = pile[n - N_SHORT + i]
        n = N_SHORT
    return n


@kernel
def add_pack(hidden: Any, seat: Any, words: Any) -> None:
    """R2: a second pack shuffled into the one that lies there; every order is equally likely.

    Two packs are shuffled anew and their faces renamed, so that they first come up in the order of
    the pack that lies there. That order says nothing of where equal faces lie, so both are free.
    """
    pile, order, mixed, name = hidden.pile[seat], hidden.pool[0], hidden.pool[1], hidden.pool[2]
    for i in range(PACK):
        order[i], name[i] = pile[i], N_CARDS
    for i in range(MOST_DECK):
        mixed[i] = i
    shuffle(mixed, MOST_DECK, hidden.key, words)
    n_left = PACK
    for i in range(MOST_DECK - 1, -1, -1):
        face = mixed[i] % PACK
        if name[face] == N_CARDS:
            n_left -= 1
            name[face] = order[n_left]
        pile[i] = name[face] + PACK * (mixed[i] // PACK)


@kernel
def deal_anew(state: Any, seat: Any, n_deck: Any) -> None:
    """R2: a first hand is put back and the deck shuffled again, while `new_hand` asks for it."""
    hidden = state.hidden
    for again in range(1, MOST_SHOWN + 1):
        if not must_show(state, seat, n_deck):
            break
        show_hand(state, seat, n_deck)
        words = (SEATS * again + seat) * SHUFFLE_WORDS
        shuffle(hidden.pile[seat], n_deck, hidden.key, words)


@kernel
def must_show(state: Any, seat: Any, n_deck: Any) -> Any:
    """R2: whether the hand on top of a deck is dealt anew: `new_hand`, too few number cards.

    A deck that has fewer itself (two packs cut to thirty cards) keeps its hand.
    """
    if not state.public.rules.new_hand:
        return False
    pile = state.hidden.pile[seat]
    in_hand, in_deck = 0, 0
    for i in range(n_deck):
        is_number = KIND_OF[pile[i]] == NUMBER
        in_deck += is_number
        in_hand += is_number and i >= n_deck - N_FIRST
    return in_hand < N_OPENING and in_deck >= N_OPENING


@kernel
def show_hand(state: Any, seat: Any, n_deck: Any) -> None:
    """R2: the hand on top of a deck, shown to all before it is put back."""
    public = state.public
    for i in range(N_FIRST):
        card = state.hidden.pile[seat, n_deck - 1 - i]
        public.shown[seat, public.new_hands[seat], i] = card
        if public.rules.short_deck:
            public.source[card] = SHOWN
    public.new_hands[seat] += 1


@kernel
def begin_hand(state: Any) -> None:
    """R2: everything as it is when the decks lie shuffled: eight cards each, an empty table."""
    public = state.public
    public.winner = NOBODY
    public.leader = NOBODY
    public.to_act = public.dealer
    for pair in range(ROUTES):
        public.seller[pair] = NOBODY
    for seat in range(SEATS):
        public.owed[seat] = N_OPENING
        for route in range(ROUTES):
            refresh(public, seat, route)
        for _ in range(N_FIRST):
            draw_card(state, seat)


# --- Parts of a turn ------------------------------------------


@kernel
def leave_hand(state: Any, seat: Any, slot: Any) -> Any:
    """The card in this place of the hand, taken out of it; those behind it move up."""
    own, public = state.own[seat], state.public
    card = own.held[slot]
    own.n_held -= 1
    public.n_held[seat] -= 1
    for i in range(slot, np.int64(own.n_held)):
        own.held[i] = own.held[i + 1]
    note_left(public, seat, card)
    return card


@inlined
def play_number(state: Any, seat: Any, action: Any) -> None:
    """R5: a number card onto an own route."""
    card = leave_hand(state, seat, action // ROUTES)
    state.public.laid[seat, NUMBER] += 1
    lay_number(state.public, seat, action % ROUTES, card)


@kernel
def play_face(state: Any, seat: Any, number: Any) -> None:
    """R7: a face card onto a number card."""
    face = leave_hand(state, seat, number // SLOT)
    state.public.laid[seat, KIND_OF[face]] += 1
    use_face(state.public, seat, face, number % SLOT)


@kernel
def discard(state: Any, seat: Any, slot: Any) -> None:
    """R4: a card to the own discard pile; in the opening, only from a hand all of faces (R3)."""
    public = state.public
    throw(public, leave_hand(state, seat, slot))
    public.discarded[seat] += 1
    if public.owed[seat] > 0:
        public.opening_discards[seat] += 1
        note_all_faces(public, seat)


@kernel
def end_turn(state: Any, seat: Any, draws: Any) -> None:
    """R10: sales first; then a card drawn, the loss of who has none left, or the other's turn."""
    public = state.public
    if not end_by_sale(public):
        if draws:
            draw_one(state, seat)
        if public.n_held[seat] == 0:  # and none in the pile, or he had drawn
            public.winner = 1 - seat
            public.reason = Reason.OUT_OF_CARDS
        elif public.plies >= most_actions(public.rules):  # R11: that cannot be
            public.capped = 2
            public.winner = seat
    public.to_act = 1 - seat if public.winner == NOBODY else NOBODY


@kernel
def most_actions(rules: Any) -> Any:
    """R11: the most actions of a match in which each seat has so many cards and number cards."""
    packs = PACKS if rules.double_deck else 1
    cards = N_SHORT if rules.short_deck else PACK * packs
    numbers = min(cards, N_NUMBERS * packs)
    times = 1 + MOST_RESHUFFLES if rules.reshuffle else 1
    return SEATS * (cards + numbers) * times - 1


@kernel
def draw_one(state: Any, seat: Any) -> None:
    """R4: the top card of the draw pile, if there is one or a reshuffle makes one."""
    public = state.public
    if public.n_pile[seat] == 0 and can_reshuffle(public, seat):
        make_pile(state, seat)
    if public.n_pile[seat] > 0:
        draw_card(state, seat)


@kernel
def draw_card(state: Any, seat: Any) -> None:
    """The top card of a draw pile to the hand."""
    own = state.own[seat]
    note_drawn(state.public, seat)
    own.held[own.n_held] = state.hidden.pile[seat, state.public.n_pile[seat]]
    own.n_held += 1


# --- Reshuffles -----------------------------------------------


@kernel
def can_reshuffle(public: Any, seat: Any) -> Any:
    """R4: whether the discard pile may become a draw pile."""
    return (
        public.rules.reshuffle
        and public.reshuffles[seat] < MOST_RESHUFFLES
        and public.n_discards[seat] > 0
    )


@kernel
def make_pile(state: Any, seat: Any) -> None:
    """R4: the discard pile, shuffled, becomes the draw pile: as a transcript wrote it, or anew."""
    public, hidden = state.public, state.hidden
    n, number = np.int64(public.n_discards[seat]), np.int64(public.reshuffles[seat])
    note_reshuffle(public, seat)
    for i in range(n):
        hidden.pile[seat, i] = public.discards[seat, i]
    public.n_discards[seat] = 0
    public.n_pile[seat] = n
    public.reshuffles[seat] += 1
    is_written = number < hidden.n_written[seat]
    if is_written and put_in_order(hidden, seat, number, n):
        return
    hidden.misfit = is_written
    words = RESHUFFLE_WORDS + (SEATS * number + seat) * SHUFFLE_WORDS
    shuffle(hidden.pile[seat], n, hidden.key, words)
    hidden.n_order[seat, number] = n
    for i in range(n):
        hidden.orders[seat, number, i] = TOKEN_OF[hidden.pile[seat, n - 1 - i]]


@kernel
def put_in_order(hidden: Any, seat: Any, number: Any, n: Any) -> Any:
    """Sort a pile of `n` cards as the order says, its top card first; whether they fit it."""
    pile, order = hidden.pile[seat], hidden.orders[seat, number]
    if hidden.n_order[seat, number] != n:
        return False
    for i in range(n):
        top = n - 1 - i
        found = top
        while found >= 0 and TOKEN_OF[pile[found]] != order[i]:
            found -= 1
        if found < 0:
            return False
        pile[top], pile[found] = pile[found], pile[top]
    return True


# --- The end --------------------------------------------------


@kernel
def end_by_sale(public: Any) -> Any:
    """R10: whether the pairs sold end the match, and who wins then: whoever moved has no say."""
    sold_0, sold_1 = pairs_sold(public, 0)
    if not is_end(public, sold_0, sold_1):
        return False
    public.winner = 0 if sold_0 > sold_1 else 1
    public.reason = Reason.SALE if sold_0 + sold_1 == ROUTES else Reason.QUICK_SALE
    return True


# --- Records --------------------------------------------------


@kernel
def seller_of(public: Any, pair: Any) -> Any:
    """Who sells a pair; -1 for nobody."""
    return NO_SELLER if public.seller[pair] == NOBODY else np.int64(public.seller[pair])


@kernel
def record_seat(public: Any, row: Any, seat: Any) -> None:
    """What a seat has at the end."""
    row.held[seat] = public.n_held[seat]
    row.pile[seat] = public.n_pile[seat]
    row.value_0[seat] = public.value[seat, 0]
    row.value_1[seat] = public.value[seat, 1]
    row.value_2[seat] = public.value[seat, 2]
    row.pairs[seat] = pairs_sold(public, seat)[0]
    row.most_pairs[seat] = public.most_pairs[seat]
    row.ahead[seat] = public.ahead[seat]
    row.points_win[seat] = public.winner == seat


@kernel
def record_cards(public: Any, row: Any, seat: Any) -> None:
    """What a seat did."""
    row.turns[seat] = public.turns[seat]
    row.numbers[seat] = public.laid[seat, 0]
    row.jacks[seat] = public.laid[seat, 1]
    row.queens[seat] = public.laid[seat, 2]
    row.kings[seat] = public.laid[seat, 3]
    row.jokers[seat] = public.laid[seat, 4]
    row.discards[seat] = public.discarded[seat]
    row.opening_discards[seat] = public.opening_discards[seat]
    row.disbands[seat] = public.disbands[seat]
    row.disbanded[seat] = public.disbanded[seat]
    row.removed[seat] = public.removed[seat, 1 - seat]
    row.removed_own[seat] = public.removed[seat, seat]
    row.reshuffles[seat] = public.reshuffles[seat]
    row.new_hands[seat] = public.new_hands[seat]


def max_hands(rules: Rules) -> int:
    """R10: a match is one hand."""
    return rules.fixed_hands
