"""Doppelkopf's `determinize` against what the rules allow, counted one by one."""

from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest
from scipy import stats

from doppelkopf_table import CARD_OF, DEALS, GAME, TYPES, Table
from simcards.games.doppelkopf import kernels
from simcards.games.doppelkopf.deck import CLASS_OF
from simcards.games.doppelkopf.state import HEALTHY, NAME, PASS, RESERVATION, SAY
from simcards.games.doppelkopf.text import cards_of
from simcards.jit import kernel
from tables import assert_drawn_as_counted, copied, positions

QUEEN = CARD_OF["CQ"]
MARRIAGE = NAME + TYPES.index("marriage")
ACE = NAME + TYPES.index("solo-ace")
SEATS = range(4)
RULES = {
    "own_turn": GAME.make_rules({}),
    "any": GAME.make_rules({"window": "any", "late_reply": True, "reveal": "winner"}),
}


def redrawn(state, seat, key):
    """A copy of the state with what `seat` does not know drawn anew."""
    other = copied(state)
    kernels.determinize(other, seat, np.uint64(key))
    return other


def plays_of(public):
    """(seat, card, class led) of each play of the hand, from who took which trick."""
    found = []
    for i in range(public.n_plays):
        card = int(public.plays[i])
        if i % 4 == 0:
            leader = int(public.first_leader if i == 0 else public.winners[i // 4 - 1])
            led = CLASS_OF[public.ranking, card]
        found.append(((leader + i % 4) % 4, card, led))
    return found


def fits(state, seat, held):
    """Whether a seat can hold these cards, having played, announced and named as it did."""
    public = state.public
    later, dealt = list(held), list(held)
    for who, card, led in reversed(plays_of(public)):
        if who == seat:
            if CLASS_OF[public.ranking, card] != led and any(
                CLASS_OF[public.ranking, other] == led for other in later
            ):
                return False
            later.append(card)
            dealt.append(card)
    queens = dealt.count(QUEEN)
    if public.named[seat] == TYPES.index("marriage") and queens < 2:
        return False
    if TYPES[public.type] == "normal":
        for i in range(public.n_said):
            if public.said_seat[i] == seat:
                is_re = state.own[seat].party == 1
                if is_re != (queens > 0):
                    return False
    return True


def holdings(unseen, sizes):
    """Every way to lay these cards, all told apart, into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(sorted(unseen), sizes[0]):
        for rest in holdings(set(unseen) - set(chosen), sizes[1:]):
            yield (chosen, *rest)


def probabilities(state, seat):
    """Each distinct outcome that the view allows, with its share of all ways."""
    others = [(seat + 1 + i) % 4 for i in range(3)]
    seen = Counter(cards_of(state.own[seat].held)) + Counter(
        int(card) for card in state.public.plays[: state.public.n_plays]
    )
    unseen = [(card, i) for card in range(24) for i in range(2 - seen[card])]
    sizes = [len(cards_of(state.own[other].held)) for other in others]
    ways = Counter()
    for way in holdings(unseen, sizes):
        hands = [[card for card, _ in hand] for hand in way]
        if all(fits(state, other, hand) for other, hand in zip(others, hands, strict=True)):
            ways[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    return {way: n / ways.total() for way, n in ways.items()}


@kernel
def draw_many(state, seat, found):
    """Fill uint64[n, 3] with the hands of the others, drawn n times."""
    for i in range(len(found)):
        kernels.determinize(state, seat, np.uint64(i + 1))
        for k in range(3):
            found[i, k] = state.own[(seat + 1 + k) % 4].held


def outcomes_of(state, seat, n):
    """How often each outcome came in n draws."""
    found = np.zeros((n, 3), np.uint64)
    draw_many(copied(state), seat, found)
    return Counter(tuple(tuple(cards_of(hand)) for hand in hands) for hands in found.tolist())


def speaking(key, reserve=(), chance=0.3):
    """Random play in which some announce, and these seats reserve: a marriage if they can."""
    dice = np.random.default_rng(key)

    def choose(state, actions):
        if HEALTHY in actions:
            return RESERVATION if state.public.to_act in reserve else HEALTHY
        if ACE in actions:
            return MARRIAGE if MARRIAGE in actions else int(dice.choice(actions))
        said = [a for a in actions if SAY < a < PASS]
        if said and dice.random() < chance:
            return said[0]
        quiet = [a for a in actions if a < 24 or a == PASS]
        return int(dice.choice(quiet))

    return choose


@pytest.mark.parametrize("window", RULES)
@pytest.mark.parametrize("key", range(1, 7))
def test_small_endings_are_drawn_as_they_are_counted(window, key):
    reserve = () if key % 2 else (key % 4, (key + 1) % 4)
    ends = positions(GAME, RULES[window], key, speaking(key, reserve))
    state = next(state for state in ends if state.public.n_plays == 37 + key % 4)
    for seat in SEATS:
        expected = probabilities(state, seat)
        n = max(2000, 20 * len(expected))
        assert_drawn_as_counted(outcomes_of(state, seat, n), expected)


def hard_cases():
    """Endings in which a queen of clubs is still out and somebody has told something of it."""
    for key in range(400):
        choose = speaking(key, (key % 4,) if key % 3 == 0 else (), 0.6)

        def hoard(state, actions, choose=choose):
            """Keep the queens of clubs as long as the rules allow."""
            kept = [a for a in actions if a != QUEEN]
            return choose(state, kept or actions)

        ends = positions(GAME, RULES["own_turn"], key, hoard)
        state = next((s for s in ends if s.public.n_plays == 37), None)
        plays = [int(card) for card in state.public.plays[:37]]
        told = state.public.n_said or "marriage" in [TYPES[k] for k in state.public.named if k < 11]
        if plays.count(QUEEN) < 2 and told:
            yield copied(state)


def test_what_is_known_of_the_queens_of_clubs_is_weighed_exactly():
    n_cases = n_narrow = 0
    for state in islice(hard_cases(), 8):
        for seat in SEATS:
            expected = probabilities(state, seat)
            n_cases += 1
            n = max(1000, 10 * len(expected))
            n_narrow += len(expected) > 1
            assert_drawn_as_counted(outcomes_of(state, seat, n), expected, level=1e-4)
    assert n_cases == 32
    assert n_narrow > 16


def assert_consistent(before, after, seat):
    """All that a seat knows of a hand is as it was, and the rest fits it."""
    assert after.public.tobytes() == before.public.tobytes()
    assert after.own[seat].tobytes() == before.own[seat].tobytes()
    found = Counter(int(card) for card in after.public.plays[: after.public.n_plays])
    public = after.public
    for other in SEATS:
        own = after.own[other]
        held = cards_of(own.held)
        found += Counter(held)
        assert own.seat == other
        assert len(held) == len(cards_of(before.own[other].held))
        assert fits(after, other, held)
        assert (own.named == 255) == (before.own[other].named == 255)
        if public.parties[other] != 2:
            assert own.party == public.parties[other]
        if own.named == TYPES.index("marriage"):
            played = sum(who == other and card == QUEEN for who, card, _ in plays_of(public))
            assert held.count(QUEEN) + played == 2
    assert found == Counter({card: 2 for card in range(24)})
    if public.phase >= 2 and TYPES[public.type] == "normal":
        for other in SEATS:
            dealt = cards_of(after.own[other].held)
            dealt += [card for who, card, _ in plays_of(public) if who == other]
            assert after.own[other].party == (QUEEN in dealt)


@pytest.mark.parametrize("window", RULES)
@pytest.mark.parametrize("reserve", [(), (1,), (0, 2), (0, 1, 2, 3)])
def test_every_position_is_redrawn_to_one_that_fits(window, reserve):
    for key in range(3):
        for state in positions(GAME, RULES[window], key, speaking(key, reserve)):
            for seat in SEATS:
                assert_consistent(state, redrawn(state, seat, key), seat)


def test_before_anybody_speaks_every_card_is_as_likely_with_any_opponent():
    table = Table()
    table.dealt(*DEALS["nobody"], dealer=3)
    n, held = 4000, Counter()
    for key in range(n):
        held.update(cards_of(redrawn(table.state, 0, key).own[2].held))
    copies = Counter({card: 2 for card in range(24)})
    copies.subtract(cards_of(table.state.own[0].held))
    for card, count in (+copies).items():
        expected = n * count / 3
        assert abs(held[card] - expected) < 4.5 * (n * count * 2 / 9) ** 0.5


def test_who_announced_re_holds_a_queen_of_clubs_and_perhaps_both():
    """Of two among 36 cards, both in twelve given one of them there: 12*11 / (36*35 - 24*23)."""
    table = Table()
    table.dealt(*DEALS["nobody"], dealer=0)
    table.act(*["healthy"] * 4, "re")  # seat 1
    n = 6000
    both = 0
    for key in range(n):
        held = cards_of(redrawn(table.state, 0, key).own[1].held).count(QUEEN)
        assert held >= 1
        both += held == 2
    p = 12 * 11 / (36 * 35 - 24 * 23)
    assert abs(both - n * p) < 4.5 * (n * p * (1 - p)) ** 0.5


def test_a_type_that_was_not_heard_is_any_that_could_be_named():
    """Seat 1 named something; with both queens of clubs a marriage is one of eight, else none."""
    table = Table(reveal="winner")
    table.dealt(*DEALS["nobody"], dealer=0)
    table.act(*["reservation"] * 2, "healthy", "healthy", "ace")
    assert table.public.to_act == 2
    names, n_both, n = Counter(), 0, 8000
    for key in range(n):
        other = redrawn(table.state, 0, key)
        names[TYPES[other.own[1].named]] += 1
        n_both += cards_of(other.own[1].held).count(QUEEN) == 2
        assert other.own[2].named == 255
    assert set(names) == {kind for kind in TYPES if kind.startswith("solo-") or kind == "marriage"}
    p = 12 * 11 / (36 * 35)
    assert abs(n_both - n * p) < 4.5 * (n * p * (1 - p)) ** 0.5
    assert abs(names["marriage"] - n * p / 8) < 4.5 * (n * p / 8) ** 0.5
    solos = [names[kind] for kind in names if kind != "marriage"]
    assert stats.chisquare(solos).pvalue > 1e-3


def test_who_lost_unheard_though_his_solo_would_have_won_named_a_marriage():
    table = Table(reveal="winner")
    table.dealt(*DEALS["1"], dealer=0)
    table.act("reservation", "healthy", "reservation", "healthy", "marriage", "ace")
    for key in range(50):
        other = redrawn(table.state, 0, key)
        assert TYPES[other.own[1].named] == "marriage"
        assert cards_of(other.own[1].held).count(QUEEN) == 2


def test_the_same_key_draws_the_same():
    table = Table()
    table.dealt(*DEALS["2"], dealer=0)
    assert redrawn(table.state, 1, 3).tobytes() == redrawn(table.state, 1, 3).tobytes()
    assert redrawn(table.state, 1, 3).tobytes() != redrawn(table.state, 1, 4).tobytes()
