"""Caravan's `determinize` against what the rules allow, counted one by one (R12)."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from caravan_table import GAME, Table, all_places, owners
from simcards.games.caravan import kernels
from simcards.games.caravan.deck import KIND_OF, MOST_DECK, TOKEN_OF
from simcards.games.caravan.layout import KEPT, MOST_SHOWN, RESHUFFLED, SHOWN
from simcards.games.caravan.text import TOKENS, name_of
from simcards.jit import kernel
from simcards.replay import Replay
from tables import begun, copied, positions

OPTIONS = list(GAME.options)
DECK = [TOKENS[TOKEN_OF[card]] for card in range(54)]
ALPHA = 1e-4


def redrawn(state, seat, key):
    """A copy of the state with what `seat` does not know drawn anew."""
    other = copied(state)
    kernels.determinize(other, seat, np.uint64(key))
    return other


@kernel
def draw_many(state, seat, hands, piles):
    """Fill in the other seat's hand and pile, drawn anew len(hands) times."""
    owner = 1 - seat
    for i in range(len(hands)):
        kernels.determinize(state, seat, np.uint64(i))
        for k in range(state.public.n_held[owner]):
            hands[i, k] = state.own[owner].held[k]
        for k in range(state.public.n_pile[owner]):
            piles[i, k] = state.hidden.pile[owner, k]


def drawn(state, seat, n):
    """n pairs of the other seat's hand, as a set of names, and its pile, top card last."""
    sizes = (int(state.public.n_held[1 - seat]), int(state.public.n_pile[1 - seat]))
    hands, piles = (np.zeros((n, size), np.uint8) for size in sizes)
    draw_many(copied(state), seat, hands, piles)
    for hand, pile in zip(hands.tolist(), piles.tolist(), strict=True):
        yield frozenset(map(name_of, hand)), tuple(map(name_of, pile))


def agrees(found, weights):
    """Whether outcomes came as often as their weights say, and no others."""
    assert set(found) <= {outcome for outcome, weight in weights.items() if weight}
    total, n = sum(weights.values()), sum(found.values())
    outcomes = [outcome for outcome, weight in weights.items() if weight]
    if len(outcomes) == 1:
        return True
    expected = [n * weights[outcome] / total for outcome in outcomes]
    return stats.chisquare([found[outcome] for outcome in outcomes], expected).pvalue > ALPHA


def left_over(*used):
    """The names of a full deck that are not among these."""
    rest = Counter(DECK)
    for names in used:
        rest.subtract(names.split())
    assert min(rest.values()) >= 0
    return " ".join(rest.elements())


# --- By enumeration -------------------------------------------


def test_hand_and_pile_are_drawn_as_they_are_counted():
    hand, pile = "2H KH 9S", "3C 4D"
    table = Table(1, hand, pile, left_over(hand, pile))
    weights = Counter()
    for order in permutations([*hand.split(), *pile.split()]):
        weights[frozenset(order[:3]), order[3:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)


def opened_with_faces():
    """Seat 1 shows a hand of faces in its opening, and plays on; with the cards unseen."""
    hand, pile = "KS KD QC JH KC QS", "2H 3H KH 4H 5H QH"
    table = Table(1, hand, pile, left_over(hand, pile))
    table.public.owed[1] = 1
    table.act("discard KS", "number 2H 0", "discard KD", "discard QC", "number 3H 1")
    assert table.hand() == "JH KC QS KH 4H"
    assert table.pile() == "5H QH"
    return table


def test_after_an_opening_discard_the_cards_left_of_that_hand_are_faces():
    """All ways for the cards to have been where they were: five places p, all of them faces,
    three draws, the pile; and each card that left from any place that was in hand then.
    """
    table = opened_with_faces()
    unseen = ["JH", "KC", "QS", "KH", "4H", "5H", "QH"]
    firsts = [f"p{i}" for i in range(5)]
    draws = [firsts, [*firsts, "d1"], [*firsts, "d1", "d2"]]
    places = [*firsts, "d1", "d2", "d3"]
    weights = Counter()
    for king in draws[0]:
        for queen in draws[1]:
            for three in draws[2]:
                if len({king, queen, three}) < 3 or three in firsts:
                    continue
                held = [place for place in places if place not in (king, queen, three)]
                for order in permutations(unseen):
                    laid = zip(held, order, strict=False)
                    if all(place not in firsts or card[0] in "JQK" for place, card in laid):
                        weights[frozenset(order[:5]), order[5:]] += 1
    assert len({faces_in(hand) for hand, _ in weights}) > 1
    assert agrees(Counter(drawn(table.state, 0, 40_000)), weights)


def faces_in(hand):
    return sum(card[0] in "JQKX" for card in hand)


def test_in_an_opening_all_but_the_card_just_drawn_are_faces():
    hand, pile = "KS KD QC JH KC QS", "2H 3H KH 4H"
    table = Table(1, hand, pile, left_over(hand, pile))
    table.public.owed[1] = 2
    table.act("discard KS")
    weights = Counter()
    for order in permutations(["KD", "QC", "JH", "KC", "QS", "2H", "3H", "KH", "4H"]):
        if all(card[0] in "JQK" for card in order[:5]):
            weights[frozenset(order[:6])] += 1
    assert agrees(Counter(hand for hand, _ in drawn(table.state, 0, 20_000)), weights)


def test_a_reshuffle_shows_the_pile_and_so_the_hand():
    hand = "KS 2H 3H"
    away = left_over(hand, "4S 5S 6S")
    table = Table(1, hand, "", "4S 5S 6S", reshuffle=True)
    for card in away.split():
        table.public.seen[table.card(1, card)] = 1  # out of the way, on a table not looked at
    table.act("discard 2H")
    weights = Counter()
    for order in permutations(["4S", "5S", "6S", "2H"]):
        weights[frozenset(["KS", "3H", order[0]]), order[1:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)
    table.act("discard KS")  # two of the four are in hand now, and 3H
    weights = Counter()
    for order in permutations(["4S", "5S", "6S", "2H"]):
        weights[frozenset(["3H", *order[:2]]), order[2:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)


def test_in_a_short_deck_a_reshuffle_shows_the_pile_only():
    hand = "KS 2H 3H"
    strangers = "7C 8C 9C"
    table = Table(1, hand, "", "4S 5S 6S", reshuffle=True, short_deck=True)
    for card in left_over(hand, "4S 5S 6S", strangers).split():
        table.public.seen[table.card(1, card)] = 1
    table.act("discard 2H")
    weights = Counter()
    for order in permutations(["4S", "5S", "6S", "2H"]):
        for pair in permutations(["KS", "3H", *strangers.split()], 2):
            weights[frozenset([*pair, order[0]]), order[1:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 40_000)), weights)


@pytest.mark.parametrize("strangers", ["", "7C 8C JC"])
def test_a_hand_of_faces_is_one_still_after_a_reshuffle(strangers):
    """Two of KD, QC and, where it may be out of the game, JC; and one card of the new pile."""
    short = bool(strangers)
    table = Table(1, "KS KD QC", "", "4S 5S 6S", reshuffle=True, short_deck=short)
    for card in left_over("KS KD QC", "4S 5S 6S", strangers).split():
        table.public.seen[table.card(1, card)] = 1
    table.public.owed[1] = 1
    table.act("discard KS")
    weights = Counter()
    for order in permutations(["4S", "5S", "6S", "KS"]):
        for pair in permutations(["KD", "QC", "JC"] if short else ["KD", "QC"], 2):
            weights[frozenset([*pair, order[0]]), order[1:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)


def test_what_was_in_hand_at_the_second_reshuffle_is_known():
    table = Table(1, "KS 2H 3H", "", "4S 5S 6S", reshuffle=True, short_deck=True)
    table.order(1, "6S 2H 5S 4S")
    table.act("discard 2H", "discard KS", "discard 3H", "discard 6S")
    assert (table.hand(), table.pile()) == ("2H 5S 4S", "")
    table.act("discard 4S")  # out of KS 3H 6S 4S one card comes; 2H and 5S have stayed
    assert table.public.reshuffles[1] == 2
    weights = Counter()
    for order in permutations(["KS", "3H", "6S", "4S"]):
        weights[frozenset(["2H", "5S", order[0]]), order[1:]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)


def test_in_a_short_deck_what_is_out_of_the_game_is_drawn_too():
    hand, pile, out = "2H KH", "3C", "4D 9S"
    table = Table(1, hand, pile, short_deck=True)
    for card in left_over(hand, pile, out).split():
        table.public.seen[table.card(1, card)] = 1
    weights = Counter()
    for order in permutations([*hand.split(), *pile.split(), *out.split()]):
        weights[frozenset(order[:2]), order[2:3]] += 1
    assert agrees(Counter(drawn(table.state, 0, 20_000)), weights)


# --- First hands that were kept -------------------------------


@pytest.mark.parametrize("n_placed", [0, 1, 2])
def test_a_first_hand_that_was_kept_has_the_number_cards_still_owed(n_placed):
    """Against whole decks shuffled until a hand has three, less what was placed."""
    state = begun(GAME, GAME.make_rules({"new_hand": True}), 4, first=1)
    for _ in range(n_placed):
        for _ in (0, 1):
            actions = kernels.legal_actions(state)[0]
            kernels.apply(state, int(actions & -actions).bit_length() - 1)
    numbers = 40 - n_placed
    weights = {
        n: stats.hypergeom.pmf(n, 54 - n_placed, numbers, 8 - n_placed)
        for n in range(3 - n_placed, 9 - n_placed)
    }
    found = Counter(8 - n_placed - faces_in(hand) for hand, _ in drawn(state, 0, 20_000))
    common = {n: weight for n, weight in weights.items() if weight > 1e-3}
    rest = set(weights) - set(common)
    assert set(found) <= set(weights)
    assert sum(found[n] for n in rest) < 100
    assert agrees(Counter({n: found[n] for n in common}), common)


def test_a_hand_that_must_be_kept_tells_nothing():
    """Sixteen hands were shown, so that any is kept, with however few number cards."""
    hand, pile = "2H 4H KH", "3C KD"
    table = Table(1, hand, pile, new_hand=True)
    for card in left_over(hand, pile).split():
        table.public.seen[table.card(1, card)] = 1
    table.public.owed[1], table.public.new_hands[1] = 3, MOST_SHOWN
    weights = Counter(frozenset(order[:3]) for order in permutations(hand.split() + pile.split()))
    assert agrees(Counter(hand for hand, _ in drawn(table.state, 0, 20_000)), weights)


def test_in_a_short_deck_a_hand_shown_is_in_the_game():
    """Against decks of the shown hand and 22 others, shuffled until a hand has three numbers."""
    shown = ["KS", "KH", "KD", "QS", "QH", "2S", "3S", "JS"]
    rules = GAME.make_rules({"new_hand": True, "short_deck": True})
    rest = [card for card in DECK if card not in shown]
    deal = [*shown, *rest[:22]]
    again = [*rest[:22], *shown]
    replay = Replay(GAME, rules, 0)
    plain = " ".join(rest[:30])
    replay.lay({"decks": [plain, " ".join(deal)], "shuffles": [[], [" ".join(again)]]})
    assert replay.state.public.new_hands[1] == 1
    dice, wanted = random.Random(1), Counter()
    while sum(wanted.values()) < 20_000:
        deck = [*shown, *dice.sample(rest, 22)]
        hand = dice.sample(deck, 8)
        if faces_in(hand) <= 5:
            wanted[faces_in(hand), len(set(hand) & set(shown))] += 1
    found = Counter()
    for hand, pile in drawn(replay.state, 0, 20_000):
        assert set(shown) <= {*hand, *pile}
        found[faces_in(hand), len(set(hand) & set(shown))] += 1
    cells = [cell for cell in wanted | found if wanted[cell] + found[cell] > 20]
    table = [[counts[cell] for cell in cells] for counts in (wanted, found)]
    assert stats.chi2_contingency(table).pvalue > ALPHA


# --- In whole matches -----------------------------------------


def assert_consistent(before, after, seat):
    """All that a seat knows is as it was, and the rest fits it."""
    assert after.public.tobytes() == before.public.tobytes()
    assert after.own[seat].tobytes() == before.own[seat].tobytes()
    public, owner = before.public, 1 - seat
    old, new = all_places(before), all_places(after)
    assert len(old) == len(new)
    for card, place in new.items():
        assert (place in ("table", "discards")) == bool(public.seen[card])
        assert card % MOST_DECK < (108 if public.rules.double_deck else 54)
        if public.seen[card]:
            assert old[card] == place
    assert owners(after.own[owner].held[: after.own[owner].n_held]) <= {owner}
    if not public.rules.short_deck:
        assert set(old) == set(new)
    assert_known(before)
    assert_known(after)


def assert_known(state):
    """What everybody can know of the cards that he does not see."""
    public, places = state.public, all_places(state)
    for seat in (0, 1):
        for card in range(seat * MOST_DECK, (seat + 1) * MOST_DECK):
            if not public.seen[card] and public.source[card] in (SHOWN, RESHUFFLED, KEPT):
                assert card in places
                assert public.source[card] != KEPT or places[card] == "hand"
            if places.get(card) == "pile" and public.reshuffles[seat]:
                assert public.source[card] == RESHUFFLED
        held = state.own[seat].held[: public.n_held[seat]]
        assert public.n_plain[seat] == sum(public.source[card] <= SHOWN for card in held)
        numbers = int((KIND_OF[held] == 0).sum())
        if public.rules.new_hand:
            assert numbers >= public.owed[seat]
        if public.n_faces_kept[seat]:
            assert public.faces_kept[seat].sum() == pytest.approx(1)


SETS = ["reshuffle", "short_deck", "double_deck", "new_hand"]


@pytest.mark.parametrize("mask", range(16))
def test_every_position_is_redrawn_to_one_that_fits(mask):
    options = {name: True for bit, name in enumerate(SETS) if mask >> bit & 1}
    for key in range(2):
        for number, state in enumerate(positions(GAME, GAME.make_rules(options), key)):
            if number % 5 == 0 or state.public.owed.any():
                for seat in (0, 1):
                    assert_consistent(state, redrawn(state, seat, number), seat)


def test_an_opening_of_faces_weighs_how_many_of_them_are_left():
    """KD was one of five. QC was one of the four left in 4 ways, the card drawn in 1 (R12)."""
    public = opened_with_faces().public
    # 3H is neither of the faces: with three of them left any of two others, with four one
    assert public.faces_kept[1].tolist() == pytest.approx([0, 0, 0, 8 / 9, 1 / 9, 0, 0, 0])
    assert public.n_faces_kept[1] == 4


def test_later_shuffles_are_drawn_anew():
    table = Table(1, "KS 2H 3H", "", "4S 5S 6S 7S 8S 9S", reshuffle=True)
    table.order(1, "9S 8S 7S 6S 5S 4S 2H")
    found = set()
    for key in range(20):
        other = redrawn(table.state, 1, key)
        kernels.apply(other, 24 + 1)
        assert not other.hidden.misfit
        found.add(name_of(other.own[1].held[2]))
    assert len(found) > 3


def test_the_same_key_draws_the_same():
    state = begun(GAME, GAME.make_rules({}), 8)
    assert redrawn(state, 1, 3).tobytes() == redrawn(state, 1, 3).tobytes()
    assert redrawn(state, 1, 3).tobytes() != redrawn(state, 1, 4).tobytes()
