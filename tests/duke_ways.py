"""Every way to lay the cards that a view of Duke does not show, found by playing the hand again."""

from collections import Counter
from itertools import product
from math import factorial, prod

import numpy as np

from duke_table import (
    GAME,
    HIDDEN,
    NO_CARD,
    cards,
    word,
)
from simcards.games.duke import kernels
from simcards.games.duke.rules import LETTERS
from simcards.state import new_state
from tables import copied, legal

DECK = word("DDAABBYYYYUUUUOOOOVVVVTTTTTTTTTT")
MOST_UNSEEN, MOST_WAYS = 12, 200  # more would take long to play again


def n_begun(public):
    return int(public.n_turns) + (public.phase == kernels.ATTACK)


def face_down(public, seat):
    """The turns that left a card of `seat` face down that only it has seen."""
    turns = public.turns[: n_begun(public)]
    return [i for i, turn in enumerate(turns) if turn.seat == seat and turn.defence == HIDDEN]


def places(state, seat):
    """The places of cards that `seat` has not seen, each with its number of cards."""
    public, players = state.public, int(state.public.rules.players)
    found = {}
    for k in range(1, players):
        other = (seat + k) % players
        found["held", other] = int(public.hand_sizes[other])
        found |= {("laid", other, i): 1 for i in face_down(public, other)}
    if players == 3:
        peeks = [(int(public.dealer) + 1 + i) % 3 for i in range(2)]
        found |= {
            ("aside", i): 1
            for i in range(2)
            if peeks[i] != seat or state.own[seat].aside == NO_CARD
        }
    if players == 2:
        found |= {("under", pile): 1 for pile in range(8) if int(public.covered) >> pile & 1}
    return found


def contents(state, place):
    """The cards that lie in a place, as letters."""
    name, *where = place
    if name == "held":
        return cards(state.own[where[0]].held)
    if name == "laid":
        return LETTERS[state.own[where[0]].laid[where[1]]]
    return LETTERS[state.hidden[name][where[0]]]


def splits(counts, sizes):
    """Every way to part a multiset into places of these sizes, as tuples of letters."""
    if not sizes:
        yield ()
        return
    kinds = [kind for kind in LETTERS if counts[kind]]
    for numbers in product(*(range(min(counts[kind], sizes[0]) + 1) for kind in kinds)):
        if sum(numbers) == sizes[0]:
            taken = dict(zip(kinds, numbers, strict=True))
            first = "".join(kind * n for kind, n in taken.items())
            left = {kind: counts[kind] - taken.get(kind, 0) for kind in LETTERS}
            for rest in splits(left, sizes[1:]):
                yield (first, *rest)


def n_ways(way):
    """In how many ways the copies of each kind can be told apart in it."""
    total = Counter("".join(way))
    return prod(
        factorial(total[kind]) // prod(factorial(part.count(kind)) for part in way)
        for kind in total
    )


class Hand:
    """A hand in progress: its deal, its state and the actions between."""

    def __init__(self, rules, first, lay):
        self.rules, self.first = rules, first
        self.state = new_state(kernels.STATE, rules)[0]
        kernels.start(self.state, first)
        lay(self.state)
        self.dealt = copied(self.state)
        self.actions = []

    @property
    def to_act(self):
        return int(self.state.public.to_act)

    def act(self, action):
        self.actions.append(action)
        kernels.apply(self.state, action)


def played_again(hand, seat, way, where):
    """The hand played again with the unseen cards in these places; None when that is illegal."""
    lie = dict(zip(where, way, strict=True))

    def lay(state):
        for other in range(hand.rules.players):
            held = hand.dealt.own[other].held
            if other != seat:
                held = word(lie["held", other] + from_hand(hand.state, other, lie))
            state.own[other].held = held
        for name, places in (("aside", 2), ("under", 8)):
            for i in range(places):
                known = hand.dealt.hidden[name][i]
                state.hidden[name][i] = LETTERS.index(lie[name, i]) if (name, i) in lie else known
        for pile in range(8):
            state.public.tops[pile] = hand.dealt.public.tops[pile]
        kernels.begin_hand(state)

    again = Hand(hand.rules, hand.first, lay)
    return again if act_again(again, hand, lie) else None


def act_again(again, hand, lie):
    """The same actions, with silence where a holder did not ask; whether they are legal."""
    turn = 0
    for action in [a for a in hand.actions if a != kernels.SILENT]:
        stay_silent(again, hand, action)
        at = ("laid", again.to_act, turn)
        if action < kernels.ATTACKS and at in lie:
            action = LETTERS.index(lie[at])
        turn += kernels.ATTACKS <= action < kernels.PASS
        if action not in legal(GAME, again.state):
            return False
        again.act(action)
    stay_silent(again, hand, None)
    return True


def stay_silent(again, hand, action):
    """Holders who did not ask were silent; one who is still to speak (no action follows) is not."""
    while again.state.public.phase == kernels.ASKING:
        is_asked = hand.state.public.phase == kernels.ASKING and again.to_act == hand.to_act
        if hand.state.public.shown_tens[again.to_act] or (is_asked and action is None):
            return
        again.act(kernels.SILENT)


def from_hand(state, seat, lie):
    """The cards of a hand that a seat has played, the unseen ones as they lie."""
    found = ""
    public = state.public
    for i, turn in enumerate(public.turns[: n_begun(public)]):
        if turn.seat == seat:
            if turn.defence_from == 8:
                found += lie.get(("laid", seat, i)) or LETTERS[state.own[seat].laid[i]]
            if i < public.n_turns and turn.attack_from == 8:
                found += LETTERS[turn.attack]
    return found


def probabilities(hand, seat):
    """Every way that fits what `seat` has seen, with its probability."""
    found = {}
    where = list(places(hand.state, seat))
    for way in all_ways(hand.state, seat):
        again = played_again(hand, seat, way, where)
        if again is not None and again.state.public.tobytes() == hand.state.public.tobytes():
            found[way] = n_ways(way)
    total = sum(found.values())
    return {way: n / total for way, n in found.items()}


def all_ways(state, seat):
    """Every way to lay what `seat` has not seen, fitting or not."""
    where = places(state, seat)
    unseen = Counter("".join(contents(state, place) for place in where))
    return splits({kind: unseen[kind] for kind in LETTERS}, list(where.values()))


def drawn(state, seat, n):
    """How often each way comes in n draws."""
    where = list(places(state, seat))
    other = copied(state)
    found = Counter()
    for key in range(n):
        kernels.determinize(other, seat, np.uint64(key))
        found[tuple(contents(other, place) for place in where)] += 1
    return found
