"""Caravan's matches: deal, every rule set, length, records, and transcripts that are wrong."""

import random
import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from caravan_table import GAME, Table, all_places
from simcards import engine, show
from simcards.design import RANDOM_FIRST, Cell, Sitter, remarks
from simcards.errors import RunError
from simcards.game import NOBODY
from simcards.games.caravan import kernels, routes, sales
from simcards.games.caravan.deck import KIND_OF, MOST_DECK, RANK_OF, SUIT_OF, TOKEN_OF
from simcards.games.caravan.rules import REASON_CODES
from simcards.games.caravan.text import TOKENS, options
from simcards.sheet import Sheet
from simcards.state import new_state
from tables import begun, positions

OPTIONS = list(GAME.options)
SEED = 7


def rules_of(mask):
    """R2 to R10: one of the 4,096 rule sets, a bit an option."""
    return GAME.make_rules({name: True for bit, name in enumerate(OPTIONS) if mask >> bit & 1})


def cell_of(rules, number=0):
    return Cell(number, number, rules, (Sitter("random_legal"),) * 2, 0, 0)


def bound(rules):
    """R11: the most actions of a match."""
    cards, numbers = (108, 80) if rules.double_deck else (54, 40)
    if rules.short_deck:
        cards, numbers = 30, 30  # number cards all of them, at most
    return 2 * (cards + numbers) * (3 if rules.reshuffle else 1) - 1


# --- R1, R2: cards and deal -----------------------------------


def test_a_deck_has_forty_number_cards_and_fourteen_faces():
    pack = [TOKENS[TOKEN_OF[card]] for card in range(54)]
    assert Counter(name[-1] for name in pack if name != "X") == dict.fromkeys("SHDC", 13)
    assert Counter(map(int, KIND_OF[:54])) == {0: 40, 1: 4, 2: 4, 3: 4, 4: 2}
    for card, name in enumerate(pack):
        if KIND_OF[card] == 0:
            assert RANK_OF[card] == (1 if name[0] == "A" else int(name[:-1]))
        assert "SHDC-"[SUIT_OF[card]] == (name[-1] if name != "X" else "-")
    for array in (KIND_OF, RANK_OF, SUIT_OF, TOKEN_OF):
        assert all((array[:54] == array[start : start + 54]).all() for start in (54, 108, 162))


@pytest.mark.parametrize(
    ("toggles", "size"),
    [
        ({}, 54),
        ({"short_deck": True}, 30),
        ({"double_deck": True}, 108),
        ({"short_deck": True, "double_deck": True}, 30),
    ],
)
def test_eight_cards_are_dealt_from_each_seats_own_deck(toggles, size):
    state = begun(GAME, GAME.make_rules(toggles), 3, first=1)
    assert state.public.to_act == state.public.dealer == 1
    assert state.public.n_held.tolist() == [8, 8]
    assert state.public.n_pile.tolist() == [size - 8] * 2
    places = all_places(state)
    assert Counter(card // MOST_DECK for card in places) == {0: size, 1: size}
    most = 108 if "double_deck" in toggles else 54
    assert all(card % MOST_DECK < most for card in places)


@pytest.mark.parametrize("toggles", [{}, {"short_deck": True}, {"double_deck": True}])
def test_every_card_is_as_likely_in_hand_and_on_top_of_the_pile(toggles):
    rules, n = GAME.make_rules(toggles), 4000
    size = 108 if "double_deck" in toggles else 54
    held, top = np.zeros(size), np.zeros(size)
    decks = set()
    for key in range(n):
        state = begun(GAME, rules, key)
        held[state.own[0].held[:8]] += 1
        top[state.hidden.pile[0, state.public.n_pile[0] - 1]] += 1
        decks.add(state.own[0].held.tobytes())
    assert len(decks) == n
    for found in (held, top):
        assert stats.chisquare(found).pvalue > 1e-4


def dealt(key, seat, *on):
    """A seat's deck under these options, the card that is drawn first in front."""
    state = begun(GAME, GAME.make_rules(dict.fromkeys(on, True)), key)
    pile = state.hidden.pile[seat, : state.public.n_pile[seat]]
    return [*state.own[seat].held.tolist(), *pile[::-1].tolist()]


@pytest.mark.parametrize("seat", [0, 1])
def test_all_decks_begin_with_the_same_cards(seat):
    """R2, Decisions: rule sets are compared on the same cards as far as their decks allow."""
    for key in range(20):
        whole, two = dealt(key, seat), dealt(key, seat, "double_deck")
        assert dealt(key, seat, "short_deck") == whole[:30]
        assert dealt(key, seat, "short_deck", "double_deck") == two[:30]
        first = seat * MOST_DECK
        faces = [first + (card - first) % 54 for card in two]
        assert list(dict.fromkeys(faces)) == whole


def test_two_equal_cards_lie_anywhere_in_a_double_deck():
    n = 6000
    decks = np.array([dealt(key, 0, "double_deck") for key in range(n)])
    for place in (0, 1, 20, 107):
        packs, faces = np.divmod(decks, 54)
        twins = np.argmax((faces == faces[:, [place]]) & (packs != packs[:, [place]]), axis=1)
        found = np.delete(np.bincount(twins, minlength=108), place)
        assert stats.chisquare(found).pvalue > 1e-4
        assert stats.chisquare(np.bincount(decks[:, place], minlength=108)).pvalue > 1e-4


@pytest.mark.parametrize("short", [False, True])
def test_a_hand_with_fewer_than_three_number_cards_is_shown_and_dealt_anew(short):
    rules = GAME.make_rules({"new_hand": True, "short_deck": short})
    n_seats = 0
    for key in range(4000):
        state = begun(GAME, rules, key)
        for seat in (0, 1):
            assert (KIND_OF[state.own[seat].held] == 0).sum() >= 3
            for shown in state.public.shown[seat, : state.public.new_hands[seat]]:
                assert (KIND_OF[shown] == 0).sum() < 3
                assert set(shown.tolist()) <= set(all_places(state))  # dealt from the same deck
            n_seats += state.public.new_hands[seat] > 0
    # 0.24 % of hands (R2): 19 of 8,000
    few = stats.hypergeom.cdf(2, 54, 40, 8)
    assert few == pytest.approx(0.0024, abs=1e-4)
    assert abs(n_seats - 8000 * few) < 4.5 * (8000 * few) ** 0.5


# --- R2, R4: later shuffles -----------------------------------


def test_both_seats_are_dealt_anew_by_chance_of_their_own():
    """Two decks in the same order, faces on top."""
    table = Table(new_hand=True)
    pile = table.state.hidden.pile
    for seat in (0, 1):
        pile[seat, :54] = np.arange(54) + seat * MOST_DECK  # faces are 40 and more
        kernels.deal_anew(table.state, seat, 54)
    assert (table.public.new_hands > 0).all()
    assert (pile[0, :54] + MOST_DECK != pile[1, :54]).any()


def test_every_reshuffle_of_either_seat_has_an_order_of_its_own():
    table = Table(reshuffle=True)
    hidden, public = table.state.hidden, table.public
    for seat in (0, 1):
        for _ in range(2):
            public.discards[seat, :40] = np.arange(40) + seat * MOST_DECK
            public.n_discards[seat] = 40
            kernels.make_pile(table.state, seat)
    assert (hidden.n_order == 40).all()
    assert len(np.unique(hidden.orders.reshape(4, -1), axis=0)) == 4
    assert (np.sort(hidden.orders[:, :, :40]) == np.arange(40)).all()


def test_of_equal_cards_only_the_first_is_named():
    """R12: X X and 2H 2H are one choice each, whether laid or discarded."""
    table = Table(0, "X X KS 2H 2H", double_deck=True)
    table.route(1, 0, "7S")
    found = legal_actions(table.state)
    assert {action // 3 for action in found if action < 24} == {3}
    assert {action - 24 for action in found if 24 <= action < 32} == {0, 2, 3}
    assert {(action - 64) // 192 for action in found if action >= 64} == {0, 2}


# --- R7: what may be laid on a long table ---------------------


def legal_actions(state):
    """The numbers of all legal actions."""
    words = map(int, kernels.legal_actions(state))
    return {64 * i + bit for i, word in enumerate(words) for bit in range(64) if word >> bit & 1}


@pytest.mark.parametrize("lengths", [(64, 1, 3), (63, 2, 4), (30, 34, 2), (1, 2, 65)])
def test_face_cards_reach_every_number_card_of_a_long_table(lengths):
    table = Table(0, "KS QS", double_deck=True)
    for owner in (0, 1):
        numbers = [card for card in table.left[owner] if KIND_OF[card] == 0]
        for route, n in enumerate(lengths):
            for _ in range(n):
                routes.lay_number(table.public, owner, route, numbers.pop())
    legal = legal_actions(table.state)
    places, last = range(sum(lengths)), [sum(lengths[: i + 1]) - 1 for i in range(3)]
    kings = {64 + 96 * owner + place for owner in (0, 1) for place in places}
    queens = {64 + 192 + 96 * owner + place for owner in (0, 1) for place in last}
    assert {action for action in legal if action >= 64} == kings | queens
    kernels.apply(table.state, 64 + 96 + last[1])
    crowned = table.public.cards[1, 1, lengths[1] - 1]
    assert np.flatnonzero(table.public.kings).tolist() == [crowned]


# --- Every rule set -------------------------------------------


def test_a_match_ends_in_time_under_each_of_the_4096_rule_sets():
    sets = [rules_of(mask) for mask in range(4096)]
    assert len(set(sets)) == 4096
    cells = [cell_of(rules, number) for number, rules in enumerate(sets)]
    hands = engine.play(GAME, cells, SEED, RANDOM_FIRST, range(1)).hands
    assert hands["cell"].tolist() == list(range(4096))
    assert (hands["decisions"] <= [bound(rules) for rules in sets]).all()
    assert set(hands["reason"]) == set(REASON_CODES)
    quick = np.array([rules.quick_sale for rules in sets])
    assert quick[hands["reason"] == 1].all()
    assert (hands["new_hands_0"] == 0)[[not rules.new_hand for rules in sets]].all()
    assert (hands["reshuffles_0"] <= 2 * np.array([rules.reshuffle for rules in sets])).all()


@pytest.mark.parametrize("mask", random.Random(5).sample(range(4096), 24))
def test_cards_and_values_hold_in_every_position(mask):
    rules = rules_of(mask)
    for number, state in enumerate(positions(GAME, rules, mask)):
        assert number < bound(rules)
        if number % 7 == 0:
            check_table(state, rules)


def check_table(state, rules):
    """R6: every value, direction and suit once more, from what lies there."""
    public = state.public
    size = 30 if rules.short_deck else 108 if rules.double_deck else 54
    assert len(all_places(state)) == 2 * size
    for owner in (0, 1):
        for route in (0, 1, 2):
            cards = public.cards[owner, route, : public.n_cards[owner, route]].tolist()
            slots = [(card, faces_on(public, card)) for card in cards]
            value = 0
            for card, faces in slots:
                kings = sum(KIND_OF[face] == 3 for face in faces)
                value += int(RANK_OF[card]) * (1 + kings if rules.additive_kings else 2**kings)
                assert rules.unlimited_faces or len(faces) <= 3
            assert public.value[owner, route] == value
            check_end(public, rules, owner, route, slots)


def faces_on(public, card):
    faces, face = [], int(public.first_face[card])
    for _ in range(public.n_faces[card]):
        faces.append(face)
        face = int(public.next_face[face])
    return faces


def check_end(public, rules, owner, route, slots):
    if not slots:
        assert public.direction[owner, route] == 0
        assert public.suit[owner, route] == 4
        return
    card, faces = slots[-1]
    queens = [face for face in faces if KIND_OF[face] == 2]
    suit = SUIT_OF[slots[0][0] if rules.founding_suit else card]
    assert public.suit[owner, route] == (SUIT_OF[queens[-1]] if queens else suit)
    if len(slots) == 1:
        assert public.direction[owner, route] == 0
        return
    last, before = int(RANK_OF[card]), int(RANK_OF[slots[-2][0]])
    if last != before or not rules.course_held:
        up = (last > before) != (len(queens) % 2 == 1)
        assert public.direction[owner, route] == (1 if up else -1)


@pytest.mark.parametrize("name", OPTIONS)
def test_each_option_changes_what_happens(name):
    """The same cards and words of chance, many matches; some variants matter rarely."""
    base = {"unlimited_faces": True} if name == "queens_shield" else {}
    plain, other = (GAME.make_rules(base | more) for more in ({}, {name: True}))
    found = [
        engine.fingerprint(GAME, cell_of(rules), SEED, RANDOM_FIRST, range(2000))
        for rules in (plain, other)
    ]
    assert found[0] != found[1]


@pytest.mark.parametrize("name", OPTIONS)
def test_each_option_cites_the_paragraph_that_tells_of_it(name):
    number = re.search(r"\((R\d+)\)", GAME.options[name].doc)[1]
    paragraphs = GAME.rules_text.split("\n## ")
    assert [one.split()[0] for one in paragraphs if f"`{name}`:" in one] == [number]


def test_only_short_and_double_deck_together_are_remarked_on():
    said = remarks(rules_of(mask) for mask in range(4096))
    assert len(said) == 1
    assert said[0].startswith("1,024 rule sets: short_deck and double_deck contradict")
    assert "30 of the 108 cards" in said[0]
    assert remarks([GAME.make_rules({"short_deck": True})]) == []


# --- R11: length ----------------------------------------------


def stall(state, actions):
    """Disband whatever lies there, play number cards, throw faces away."""
    disbands = [action for action in actions if 32 <= action < 64]
    numbers = [action for action in actions if action < 24]
    own = state.own[state.public.to_act]
    faces = [a for a in actions if 24 <= a < 32 and KIND_OF[own.held[a - 24]] != 0]
    return (disbands or numbers or faces or actions)[0]


def longest(toggles):
    return max(
        sum(1 for _ in positions(GAME, GAME.make_rules(toggles), key, stall)) for key in range(6)
    )


@pytest.mark.parametrize(
    ("toggles", "most"),
    [
        ({}, 187),
        ({"double_deck": True}, 375),
        ({"short_deck": True}, 119),
        ({"reshuffle": True}, 563),
        ({"reshuffle": True, "short_deck": True}, 359),
        ({"reshuffle": True, "double_deck": True}, 1127),
    ],
)
def test_the_longest_matches_end(toggles, most):
    rules = GAME.make_rules(toggles)
    assert bound(rules) == most
    found = longest(toggles)
    assert found <= most
    if rules.reshuffle or rules.short_deck:
        assert found > 0.75 * most
    else:
        assert found == most  # attained


def test_each_rule_set_has_its_bound():
    sets = [rules_of(mask) for mask in range(4096)]
    found = [kernels.most_actions(new_state(kernels.STATE, r)[0].public.rules) for r in sets]
    assert found == [bound(rules) for rules in sets]
    assert max(found) == kernels.MAX_DECISIONS == 1127


@pytest.mark.parametrize("toggles", [{}, {"short_deck": True}, {"reshuffle": True}])
def test_a_longer_match_is_a_bug_that_says_so(toggles):
    rules = GAME.make_rules(toggles)
    seating = engine.Seating(GAME, cell_of(rules), SEED, RANDOM_FIRST)
    state, words, blank, _ = seating.state
    state.public.plies = bound(rules) - 20
    blank[:] = words
    sheet = Sheet(GAME, 1)
    with pytest.raises(RunError, match=r"more actions than a hand .* bug of simcards"):
        list(engine.fill(sheet, seating, range(5), engine.NO_WATCH))


def test_the_last_action_there_can_be_is_no_bug():
    table = Table(0, "2S", "")
    table.public.plies = bound(table.rules) - 1
    table.act("discard 2S")
    assert table.public.capped == 0
    assert table.winner == 1


# --- Records --------------------------------------------------


RECORDED = [(mask, number) for mask in (0, 0x20, 0xC29, 0x97, 0xF0) for number in (1, 2)]


@pytest.mark.parametrize(("mask", "number"), RECORDED)
def test_a_record_counts_what_each_seat_did(mask, number):
    hand = recorded(mask, number)
    row, state, did = hand.row, hand.dealt.copy(), Counter()
    for seat, text in hand.actions:
        what, *names = text.split()
        did[seat, what] += 1
        did[seat, names[0][0]] += what == "face"
        before = table_numbers(state.public)
        kernels.apply(state, options(state)[text][0])
        for side, n in enumerate(table_numbers(state.public)):
            did[seat, what, side == seat] += before[side] - n
    for seat in (0, 1):
        assert row.turns[seat] == sum(who == seat for who, _ in hand.actions)
        kinds = {"J": row.jacks, "Q": row.queens, "K": row.kings, "X": row.jokers}
        assert {kind: column[seat] for kind, column in kinds.items()} == {
            kind: did[seat, kind] for kind in kinds
        }
        counts = {"number": row.numbers, "discard": row.discards, "disband": row.disbands}
        assert {what: column[seat] for what, column in counts.items()} == {
            what: did[seat, what] for what in counts
        }
        assert row.disbanded[seat] == did[seat, "disband", True]
        assert row.removed[seat] == did[seat, "face", False]
        assert row.removed_own[seat] == did[seat, "face", True]


def test_a_record_tells_discards_of_the_opening_apart():
    table = Table(0, "KS KD QC", "2H 3H 4H")
    table.public.owed[0] = 1
    row = table.act("discard KS", "number 2H 0", "discard KD").settle()
    assert row.discards.tolist() == [2, 0]
    assert row.opening_discards.tolist() == [1, 0]


@pytest.mark.parametrize(("mask", "number"), RECORDED)
def test_a_record_tells_how_the_sales_went(mask, number):
    hand = recorded(mask, number)
    row, state = hand.row, hand.dealt.copy()
    sellers, changes, leaders, pairs = ["-"] * 3, 0, [], [[0, 0]]
    for _, text in hand.actions:
        kernels.apply(state, options(state)[text][0])
        now = [seller(state.public.value[:, pair].tolist()) for pair in range(3)]
        changes += sum(a != b for a, b in zip(now, sellers, strict=True))
        sellers = now
        pairs.append([now.count(0), now.count(1)])
        leaders += [0] if now.count(0) > now.count(1) else []
        leaders += [1] if now.count(1) > now.count(0) else []
    assert row.sale_changes == changes
    assert row.lead_changes == sum(a != b for a, b in pairwise(leaders))
    assert row.ahead.tolist() == [leaders.count(0), leaders.count(1)]
    assert row.most_pairs.tolist() == np.max(pairs, axis=0).tolist()
    assert row.pairs.tolist() == pairs[-1]
    assert [row.seller_0, row.seller_1, row.seller_2] == [-1 if s == "-" else s for s in sellers]


@pytest.mark.parametrize(("mask", "number"), RECORDED)
def test_a_record_tells_the_end(mask, number):
    hand = recorded(mask, number)
    row, public = hand.row, hand.ended.public
    assert row.winner == hand.results["winner"]
    for seat in (0, 1):
        values = [row.value_0[seat], row.value_1[seat], row.value_2[seat]]
        assert values == hand.results["values"][seat]
        assert (row.held[seat], row.pile[seat]) == (public.n_held[seat], public.n_pile[seat])
        assert row.score[seat] == row.points_win[seat] == (seat == row.winner)
    if REASON_CODES[row.reason] == "out_of_cards":
        assert (row.held[1 - row.winner], row.pile[1 - row.winner]) == (0, 0)
        assert hand.actions[-1][0] == 1 - row.winner


def recorded(mask, number):
    """The hand of a match under a rule set, an option a bit."""
    return show.match(GAME, cell_of(rules_of(mask)), SEED, RANDOM_FIRST, number).hands[0]


def table_numbers(public):
    """Number cards on each side of the table."""
    return [int(public.n_cards[seat].sum()) for seat in (0, 1)]


def seller(values):
    """R9: who sells a pair of these values."""
    good = [value if 21 <= value <= 26 else 0 for value in values]
    return "-" if good[0] == good[1] else good.index(max(good))


@pytest.mark.parametrize(
    ("values", "who"),
    [((21, 0), 0), ((26, 25), 0), ((24, 27), 0), ((20, 26), 1), ((22, 23), 1), ((20, 27), "-")],
)
def test_who_sells_a_pair(values, who):
    assert seller(list(values)) == who
    assert sales.sells(*values) == (NOBODY if who == "-" else who)
    assert sales.sells(22, 22) == NOBODY


def test_random_matches_are_as_long_as_was_measured_elsewhere():
    """Another implementation, 2,000 matches: 116.7 actions, 8.5 % sales, first seat wins 44.8 %."""
    played = engine.play(GAME, cell_of(GAME.make_rules({})), SEED, RANDOM_FIRST, range(20_000))
    hands = played.hands
    assert hands["decisions"].mean() == pytest.approx(116.7, abs=1.4)
    assert (hands["reason"] == 0).mean() == pytest.approx(171 / 2000, abs=0.03)
    assert (hands["winner"] == hands["dealer"]).mean() == pytest.approx(0.448, abs=0.035)
    assert np.unique(hands["dealer"]).tolist() == [0, 1]
