"""Ninety-Nine's `determinize` against what the rules allow, counted one by one."""

from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest
from scipy import stats

from simcards.cards import members
from simcards.games.ninety_nine import kernels
from simcards.games.ninety_nine.kernels import DECK, N_HELD, PLAY, SUIT_OF
from simcards.jit import kernel
from tables import NINETY_NINE, assert_drawn_as_counted, begun, copied, positions, rules_of

RULES = rules_of(NINETY_NINE, "standard-3_bonus")
SEATS = range(3)
ASK_NONE, ASK_DECLARE, ASK_REVEAL = 36, 37, 38


def redrawn(state, seat, key):
    """A copy of the state with what `seat` does not know drawn anew."""
    other = copied(state)
    kernels.determinize(other, seat, np.uint64(key))
    return other


def plays_of(public):
    """(seat, card, suit led) of each play of the hand, from who took which trick."""
    seat = (public.dealer + 1) % 3
    found = []
    for i in range(public.n_plays):
        if i % 3 == 0:
            leader = seat if i == 0 else int(public.winners[i // 3 - 1])
            led = SUIT_OF[public.plays[i]]
        found.append(((leader + i % 3) % 3, int(public.plays[i]), led))
    return found


def fits(state, seat, held, buried):
    """Whether a seat could hold and have buried these cards, having played as it did (R5)."""
    plays = plays_of(state.public)
    later = set(held)
    for who, card, led in reversed(plays):
        if who == seat:
            if SUIT_OF[card] != led and any(SUIT_OF[other] == led for other in later):
                return False
            later.add(card)
    return len(later) + len(buried) == N_HELD


def known(state, other):
    """(held, buried) of an announcer as far as they lie open (R4); None for what does not."""
    public = state.public
    if public.announcer != other:
        return None, None
    held = frozenset(members(public.shown_held)) if public.level == 2 else None
    return held, frozenset(members(public.shown_buried))


def splits(state, other, dealt):
    """The ways in which `other` can part the unseen cards it was dealt into held and buried."""
    n_buried = int(state.public.buried[other])
    held, buried = known(state, other)
    if held is not None:
        return [(held, buried)] if not dealt else []
    if buried is not None:
        return [(dealt, buried)] if fits(state, other, dealt, buried) else []
    ways = ((dealt - set(laid), frozenset(laid)) for laid in combinations(sorted(dealt), n_buried))
    return [way for way in ways if fits(state, other, *way)]


def probabilities(state, seat):
    """Every outcome that the view allows, with its probability: deals alike, then burials."""
    left, right = (seat + 1) % 3, (seat + 2) % 3
    own, public = state.own[seat], state.public
    seen = own.held | own.buried | public.played | public.shown_buried | public.shown_held
    unseen = frozenset(members(DECK & ~seen))
    played = Counter(who for who, _, _ in plays_of(public))
    hidden = N_HELD - played[left]
    if public.announcer == left:
        hidden -= 3 if public.level == 1 else hidden
    outcomes = []
    for dealt in map(frozenset, combinations(sorted(unseen), hidden)):
        ways = [
            (a, b) for a in splits(state, left, dealt) for b in splits(state, right, unseen - dealt)
        ]
        if ways:
            outcomes.append(ways)
    return {as_masks(way): 1 / len(outcomes) / len(ways) for ways in outcomes for way in ways}


@kernel
def draw_many(state, seat, first, found):
    """Fill uint64[n, 4] with held and buried of both opponents, drawn n times."""
    for i in range(len(found)):
        kernels.determinize(state, seat, np.uint64(first + i))
        for k in range(2):
            own = state.own[(seat + 1 + k) % 3]
            found[i, 2 * k] = own.held
            found[i, 2 * k + 1] = own.buried


def outcomes_of(state, seat, n):
    """How often each outcome came in n draws."""
    found = np.zeros((n, 4), np.uint64)
    draw_many(copied(state), seat, 1, found)
    return Counter(map(tuple, found.tolist()))


def as_masks(way):
    return tuple(sum(1 << card for card in cards) for split in way for cards in split)


def asking(request, asker):
    """Random play in which one seat asks for an announcement and the others for none."""
    dice = np.random.default_rng(request + asker)

    def choose(state, actions):
        if actions[0] == ASK_NONE:
            return request if state.public.to_act == asker else ASK_NONE
        return int(dice.choice(actions))

    return choose


@pytest.mark.parametrize("request_", [ASK_NONE, ASK_DECLARE, ASK_REVEAL])
@pytest.mark.parametrize("key", [1, 2, 3])
def test_small_endings_are_drawn_as_they_are_counted(request_, key):
    ends = positions(NINETY_NINE, RULES, key, asking(request_, asker=key % 3))
    state = next(state for state in ends if state.public.n_plays == 24 + key % 2)
    for seat in SEATS:
        expected = probabilities(state, seat)
        n = max(2000, 20 * len(expected))
        assert_drawn_as_counted(outcomes_of(state, seat, n), expected)


def test_the_endings_counted_above_have_voids_in_them():
    ends = positions(NINETY_NINE, RULES, 2, asking(ASK_NONE, asker=2))
    state = next(state for state in ends if state.public.n_plays == 24)
    assert any(state.public.voids)


def assert_consistent(before, after, seat):
    """All that a seat knows of a hand is as it was, and the rest fits it."""
    assert after.public.tobytes() == before.public.tobytes()
    assert after.own[seat].tobytes() == before.own[seat].tobytes()
    cards = [int(after.public.played)]
    for other in SEATS:
        own = after.own[other]
        held, buried = members(own.held), members(own.buried)
        cards += [int(own.held), int(own.buried)]
        assert own.seat == other
        assert len(held) == int(before.own[other].held).bit_count()
        assert len(buried) == before.public.buried[other]
        assert own.bid == sum(int(SUIT_OF[card]) for card in buried)
        assert fits(after, other, held, buried)
        assert (own.request == -1) == (before.own[other].request == -1)
        if before.public.requests[other] != -1:
            assert own.request == before.public.requests[other]
        if before.public.announcer == other:
            assert own.buried == before.public.shown_buried
            assert before.public.level == 1 or own.held == before.public.shown_held
    assert sum(cards) == int(DECK)
    assert sum(mask.bit_count() for mask in cards) == 36


@pytest.mark.parametrize("key", range(6))
def test_every_position_is_redrawn_to_one_that_fits(key):
    for state in positions(NINETY_NINE, RULES, key):
        for seat in SEATS:
            assert_consistent(state, redrawn(state, seat, key), seat)


def test_hands_in_which_suits_run_out_early_are_redrawn_to_ones_that_fit():
    def lowest_suit_apart(state, actions):
        # bury high suits unevenly and play long suits out, so that voids show early
        return actions[-1] if state.public.to_act == 0 else actions[0]

    voids = 0
    for key in range(12):
        for state in positions(NINETY_NINE, RULES, key, lowest_suit_apart):
            voids += bool(any(state.public.voids)) and state.public.n_plays < 12
            for seat in SEATS:
                assert_consistent(state, redrawn(state, seat, key), seat)
    assert voids > 10


def test_before_the_first_card_every_card_is_as_likely_with_either_opponent():
    state = begun(NINETY_NINE, RULES, 5)
    mine = int(state.own[0].held)
    n = 4000
    with_left = Counter()
    for key in range(n):
        with_left.update(members(redrawn(state, 0, key).own[1].held))
    unseen = members(int(DECK) & ~mine)
    assert set(with_left) == set(unseen)
    # each of 24 cards is with the left opponent with probability 1/2
    for card in unseen:
        assert abs(with_left[card] - n / 2) < 4.5 * (n / 4) ** 0.5


def test_sealed_requests_are_drawn_evenly_and_only_once_they_are_made():
    second = islice(positions(NINETY_NINE, RULES, 6), 4, None)
    state = next(second)
    asked = (state.public.dealer + 1) % 3
    seat = state.public.dealer
    waiting = 3 - asked - seat
    assert state.own[asked].request >= 0
    drawn = Counter()
    for key in range(3000):
        other = redrawn(state, seat, key)
        drawn[int(other.own[asked].request)] += 1
        assert other.own[waiting].request == -1
    assert set(drawn) == {0, 1, 2}
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-3


def test_a_declarers_bid_cards_stay_known():
    choose = asking(ASK_DECLARE, asker=1)
    state = next(s for s in positions(NINETY_NINE, RULES, 7, choose) if s.public.phase == PLAY)
    assert state.public.announcer == 1
    for key in range(20):
        other = redrawn(state, 0, key)
        assert other.own[1].buried == state.own[1].buried
        assert other.own[1].bid == state.own[1].bid
        assert other.own[1].held & state.own[1].buried == 0


def test_the_same_key_draws_the_same():
    state = begun(NINETY_NINE, RULES, 8)
    assert redrawn(state, 1, 3).tobytes() == redrawn(state, 1, 3).tobytes()
    assert redrawn(state, 1, 3).tobytes() != redrawn(state, 1, 4).tobytes()
