"""A table of Caravan for tests: positions set up as the rules text writes them."""

import numpy as np

from simcards.game import NOBODY
from simcards.games import GAMES
from simcards.games.caravan import kernels, routes, sales
from simcards.games.caravan.deck import MOST_DECK, OWNER_OF
from simcards.games.caravan.text import (
    TOKENS,
    action_text,
    card_text,
    name_of,
    names_of,
    options,
)
from simcards.signatures import hand_dtype
from simcards.state import new_state

GAME = GAMES["caravan"]
SUIT = "SHDC-"
ARROW = {1: "up", 0: "-", -1: "down"}
FILLER = "2C 2D 3C 3D 4C 4D 6S 6D"


class Table:
    """A position in normal play: routes, the hand and the pile of the seat to act."""

    def __init__(self, seat=0, hand="", pile=FILLER, discards="", **options_):
        self.rules = GAME.make_rules(options_)
        self.records = new_state(kernels.STATE, self.rules)
        self.state = self.records[0]
        self.public = self.state.public
        self.seat = seat
        self.left = [list(range(first, first + MOST_DECK)) for first in (0, MOST_DECK)]
        kernels.start(self.state, seat)
        self.public.winner = self.public.leader = NOBODY
        self.public.to_act = seat
        for pair in range(3):
            self.public.seller[pair] = NOBODY
            for owner in (0, 1):
                routes.refresh(self.public, owner, pair)
        self.hold(seat, hand)
        self.hold(1 - seat, "AS AD")
        self.stack(seat, pile)
        self.stack(1 - seat, FILLER)
        for card in discards.split():
            routes.throw(self.public, self.card(seat, card))

    def card(self, owner, name):
        """A card of this seat that is not used yet."""
        found = next(card for card in self.left[owner] if name_of(card) == name)
        self.left[owner].remove(found)
        return found

    def hold(self, seat, names):
        for card in names.split():
            own = self.state.own[seat]
            own.held[own.n_held] = self.card(seat, card)
            own.n_held += 1
        self.public.n_held[seat] = self.public.n_plain[seat] = self.state.own[seat].n_held

    def stack(self, seat, names):
        """The draw pile, its top card first."""
        cards = [self.card(seat, name) for name in names.split()]
        self.state.hidden.pile[seat, : len(cards)] = cards[::-1]
        self.public.n_pile[seat] = len(cards)

    def order(self, seat, names):
        """What comes of the next reshuffle, top card first."""
        tokens = [TOKENS.index(name) for name in names.split()]
        number = self.public.reshuffles[seat]
        self.state.hidden.n_written[seat] = number + 1
        self.state.hidden.n_order[seat, number] = len(tokens)
        self.state.hidden.orders[seat, number, : len(tokens)] = tokens

    def route(self, owner, number, text):
        """Number cards with face cards on them, as `7H+QC+KS'`: the other seat's marked."""
        for position, slot in enumerate(text.split()):
            card, *faces = slot.split("+")
            routes.lay_number(self.public, owner, number, self.take(owner, card))
            for face in faces:
                who = 1 - owner if face.endswith("'") else owner
                laid = self.take(who, face.rstrip("'"))
                routes.lay_face(self.public, owner, number, position, laid)
        sales.note_sales(self.public)

    def take(self, owner, name):
        card = self.card(owner, name)
        self.public.seen[card] = 1
        return card

    # --- Playing and looking ----------------------------------

    def act(self, *texts):
        """Actions of the seat, the other one's turns left out."""
        for text in texts:
            self.public.to_act = self.seat
            kernels.apply(self.state, options(self.state)[text][0])
        return self

    def legal(self):
        """The legal actions of the seat as text."""
        if self.public.winner == NOBODY:
            self.public.to_act = self.seat
        return set(options(self.state))

    def shows(self, owner, number):
        """A route as `3S 7H = 10 up H`."""
        public = self.public
        cards = public.cards[owner, number, : public.n_cards[owner, number]]
        text = " ".join(card_text(public, card) for card in cards)
        if not text:
            assert public.value[owner, number] == 0
            return "empty"
        arrow = ARROW[int(public.direction[owner, number])]
        suit = SUIT[public.suit[owner, number]]
        return f"{text} = {public.value[owner, number]} {arrow} {suit}"

    @property
    def sold(self):
        """Who sells each pair."""
        return " ".join("-" if who == NOBODY else str(who) for who in self.public.seller)

    @property
    def winner(self):
        return None if self.public.winner == NOBODY else int(self.public.winner)

    def hand(self, seat=None):
        own = self.state.own[self.seat if seat is None else seat]
        return names_of(own.held[: own.n_held])

    def pile(self, seat=None):
        """The draw pile, its top card first."""
        seat = self.seat if seat is None else seat
        return names_of(self.state.hidden.pile[seat, : self.public.n_pile[seat]][::-1])

    def thrown(self, seat):
        """The discard pile, oldest first."""
        return names_of(self.public.discards[seat, : self.public.n_discards[seat]])

    def settle(self):
        row = np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0]
        kernels.settle(self.state, row)
        return row


def all_places(state):
    """Every card of both seats with the place where it lies; each once."""
    public, found = state.public, {}

    def put(cards, place):
        for card in cards:
            assert int(card) not in found, (name_of(card), place, found[int(card)])
            found[int(card)] = place

    for seat in (0, 1):
        own = state.own[seat]
        assert own.n_held == public.n_held[seat]
        put(own.held[: own.n_held], "hand")
        put(state.hidden.pile[seat, : public.n_pile[seat]], "pile")
        put(public.discards[seat, : public.n_discards[seat]], "discards")
        for route in range(3):
            for card in public.cards[seat, route, : public.n_cards[seat, route]]:
                put([card], "table")
                face = public.first_face[card]
                for _ in range(public.n_faces[card]):
                    put([face], "table")
                    face = public.next_face[face]
    return found


def owners(cards):
    return {int(OWNER_OF[card]) for card in cards}


__all__ = ["GAME", "Table", "action_text", "all_places", "owners"]
