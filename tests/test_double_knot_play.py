"""Double Knot card by card: R1 to R6 of its rules text, and R11 as far as play shows something."""

import itertools

import numpy as np
import pytest

from double_knot_table import (
    GAME,
    RANKS,
    SUITS,
    Table,
    key_card,
    legal_of,
    names,
    trump_letters,
    winner_of,
)
from simcards.cards import members
from simcards.engine import play
from simcards.errors import ConfigError
from simcards.game import NOBODY
from simcards.games.double_knot import kernels
from simcards.games.double_knot.deck import CARD_OF, CARDS, POWER, TRUMPS, deck_of
from simcards.jit import kernel
from simcards.rng import key_of
from simcards.signatures import hand_dtype
from tables import begun, cell_of, legal, positions, rules_of

every_variant = pytest.mark.parametrize("variant", GAME.variants)

# Card by card in order of play, the card that takes the trick and its place.
TRICKS = [
    ("DK-04", "5ML 9MS 2MK 7ML", "9MS", 1),
    ("DK-05", "9MS AS XM", "AS", 1),
    ("DK-06", "2MK 3SK 8YK", "2MK", 0),
    ("DK-07", "PMSL XS AL XM", "AL", 2),
    ("DK-08", "PMSL 3SK XS XM", "XS", 2),
    ("DK-09", "AM XY AK XS 9WY", "AK", 2),
    ("DK-10", "AM XS XW XL XY", "XY", 4),
    ("DK-11", "XW XS AL XM", "AL", 2),
    ("DK-12", "AK XM XS", "AK", 0),
    ("DK-13", "AK XM XK", "XK", 2),
    ("DK-14", "XK AK XM", "XK", 0),
    ("DK-15", "CSWY CSLK 7SK", "CSWY", 0),
    ("DK-16", "5SW CSLK CSWY", "CSLK", 1),
    ("DK-17", "4MS CSWY CSLK XM", "CSWY", 1),
    ("DK-18", "4MS CSWY XS CSLK", "XS", 2),
    ("DK-19", "PMYK PMSL 9MS", "PMYK", 0),
    ("DK-20", "EX 7SK XS AK XM", "AK", 3),
    ("DK-21", "EX AW 9WY", "9WY", 2),
    ("DK-22", "EX AW XL", "XL", 2),
    ("DK-23", "EX XK AK", "XK", 1),
    ("DK-24", "8MS EX 2MK", "8MS", 0),
    ("DK-25", "AK EX XM", "AK", 0),
]

# What lies on the table, a hand, and what may be played from it.
LEGAL = [
    ("DK-26", "8MS", "2MK XS EX AL", "2MK"),
    ("DK-27", "8MS", "XS 5SW XW EX", "XS 5SW"),
    ("DK-28", "PMSL AL", "2SY XW EX", "2SY"),
    ("DK-29", "PMSL", "2SY AL XW", "2SY AL"),
    ("DK-30", "8MS", "XW 9LK EX", "XW 9LK EX"),
    ("DK-31", "EX", "2MK XW AK", "2MK XW AK"),
    ("DK-32", "EX 6SY", "3SK XM AY", "3SK"),
    ("DK-33", "EX 6SY", "XM AY 9LK", "AY"),
    ("DK-34", "EX 6SY", "XM 9LK", "XM 9LK"),
    ("DK-35", "AK", "XM EX 2SY", "XM EX 2SY"),
    ("DK-36", "XK", "AK XM EX", "AK"),
    ("DK-37", "", "EX XM", "EX XM"),
    ("DK-38", "2MK", "3SK 8YK EX", "3SK 8YK EX"),
    ("DK-39", "5SW", "AS XW EX", "AS"),
]


def first_suits(cards):
    """How many cards there are of each suit, from Moons to Knots."""
    return [sum(card != "EX" and card[1] == suit for card in cards) for suit in SUITS]


# --- R1, R2: cards and deal -----------------------------------


def test_r1_dk_01_the_suits_have_as_many_cards_as_the_decktet_prints():
    assert first_suits(CARDS) == [14, 10, 8, 5, 5, 2]
    assert first_suits(deck_of(3, "basic")) == [10, 7, 7, 5, 5, 2]
    assert len(CARDS) == 45
    assert len(deck_of(4, "extended")) == 44
    assert len(deck_of(4, "basic")) == 36
    assert "EX" not in deck_of(4, "extended")
    assert "EX" in deck_of(3, "extended")
    assert "EX" in deck_of(5, "extended")
    assert "EX" not in deck_of(3, "basic")


def test_r1_suits_are_printed_from_the_highest_to_the_lowest_and_by_rank():
    for card in CARDS[:-1]:
        printed = [SUITS.index(letter) for letter in card[1:]]
        assert printed == sorted(set(printed))
        assert len(printed) == {"A": 1, "X": 1, "P": 3, "C": 3}.get(card[0], 2)


@pytest.mark.parametrize(
    ("players", "deck", "size"),
    [
        (3, "extended", 15),
        (3, "basic", 12),
        (4, "extended", 11),
        (4, "basic", 9),
        (5, "extended", 9),
    ],
)
def test_r2_dk_02_everything_is_dealt_out_evenly(players, deck, size):
    rules = GAME.make_rules({"players": players, "deck": deck})
    state = begun(GAME, rules, 3)
    hands = [names(state.own[seat].held) for seat in range(players)]
    assert [len(hand) for hand in hands] == [size] * players
    assert set().union(*hands) == set(deck_of(players, deck))
    assert state.public.n_tricks == size
    assert all(int(own.held) == 0 for own in state.own[players:])


@kernel
def deal_many(state, found):
    """found[i, seat] = the cards dealt to a seat in the i-th deal."""
    for i in range(len(found)):
        kernels.deal(state, key_of(np.uint64(17), i, 0))
        for seat in range(state.public.rules.players):
            found[i, seat] = state.own[seat].held


@pytest.mark.parametrize("players", [3, 5])
def test_r2_what_one_seat_holds_says_of_another_only_that_he_does_not(players):
    state = begun(GAME, GAME.make_rules({"players": players}), 1)
    n, size = 20_000, int(state.public.n_tricks)
    dealt = np.zeros((n, players), np.uint64)
    deal_many(state, dealt)
    holds = [
        ((dealt[:, seat, None] >> np.arange(45, dtype=np.uint64)) & np.uint64(1)).astype(np.float32)
        for seat in range(players)
    ]
    p = size / 44
    for i, j in itertools.permutations(range(players), 2):
        cases = holds[i].sum(0)[:, None]
        shares = holds[i].T @ holds[j] / cases
        assert not shares.diagonal().any()
        off = np.abs(shares - p) / np.sqrt(p * (1 - p) / cases)
        np.fill_diagonal(off, 0)
        assert off.max() < 5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 5, "deck": "basic"}, "36 cards cannot be dealt out evenly to 5"),
        ({"players": 2}, "players is 2; it must be a whole number from 3 to 5"),
        ({"players": 6}, "players is 6"),
        ({"players": 3, "teams": True}, "teams = true goes with players = 4 only"),
        ({"players": 5, "teams": True}, "teams = true goes with players = 4 only"),
        ({"target": -1}, "target is -1"),
        ({"special_points": 5}, "goes with scoring 'special' only"),
        ({"teams": 1}, "teams"),
        ({"deck": "french"}, "Choices: basic, extended"),
    ],
)
def test_r2_what_cannot_be_played_is_refused_with_the_reason(options, says):
    with pytest.raises(ConfigError, match=says):
        GAME.make_rules(options)


def test_there_are_fourteen_rule_sets():
    rule_sets = {rules_of(GAME, variant) for variant in GAME.variants}
    assert len(rule_sets) == len(GAME.variants) == 14
    assert "4p-basic-teams-special" in GAME.variants


# --- R3: bids -------------------------------------------------


@every_variant
def test_r3_everybody_bids_once_from_the_dealers_left_and_the_dealer_last(variant):
    rules = rules_of(GAME, variant)
    dealer, order = 1, []
    state = begun(GAME, rules, 5, first=dealer)
    while state.public.phase == kernels.BID:
        seat = int(state.public.to_act)
        assert legal(GAME, state) == list(range(45, 45 + state.public.n_tricks + 1))
        assert state.public.bids[seat] == -1
        order.append(seat)
        kernels.apply(state, 45 + seat)
        assert state.public.bids[seat] == seat  # at once, for all to see
    assert order == [(dealer + 1 + i) % rules.players for i in range(rules.players)]
    assert state.public.to_act == order[0]  # who also leads


# --- R4: play -------------------------------------------------


@pytest.mark.parametrize(("number", "table", "held", "expected"), LEGAL)
def test_r4_legal_cards(number, table, held, expected):
    trick = table.split()
    hands = [*trick, held, "AM"][:5]
    seats = max(3, len(hands))
    game = Table(players=seats)
    game.playing(hands + [""] * (seats - len(hands)))
    for card in trick:
        game.play(card)
    assert game.public.to_act == len(trick)
    assert game.legal() == set(expected.split())
    assert legal_of(trick, held.split()) == set(expected.split())


# --- R5, R6: trumps and taking --------------------------------


@pytest.mark.parametrize(
    ("cards", "trumps"),
    [
        ("2MK 3SK 7SK 6LK 9LK 4YK 5YK 8YK", "K"),
        ("3MW 6MW 5SW", "W"),
        ("4MS 8MS 9MS", "S"),
        ("5ML 7ML 2WL 4WL 8WL", "L"),
        ("2SY 6SY 7WY 9WY 3LY", "Y"),
        ("PMSL", "SL"),
        ("PMYK", "YK"),
        ("PSWK CMWK", "WK"),
        ("PWLY CMLY", "LY"),
        ("CSWY", "WY"),
        ("CSLK", "LK"),
        ("AM XM", "SWLYK"),
        ("AS XS", "WLYK"),
        ("AW XW", "LYK"),
        ("AL XL", "YK"),
        ("AY XY", "K"),
        ("AK XK EX", ""),
    ],
)
def test_r5_dk_03_trumps_of_a_key_card(cards, trumps):
    for card in cards.split():
        expected = {other for other in CARDS if other != "EX" and other[1] in trumps}
        assert names(TRUMPS[CARD_OF[card]]) == expected
        assert trump_letters(None if card == "EX" else card) == trumps


@pytest.mark.parametrize(("number", "cards", "winner", "place"), TRICKS)
def test_r6_who_takes_a_trick(number, cards, winner, place):
    trick = cards.split()
    assert (winner_of(trick), trick.index(winner)) == (winner, place)
    for leader in range(max(3, len(trick))):
        seats = max(3, len(trick))
        game = Table(players=seats)
        hands = [""] * seats
        for i, card in enumerate(trick):
            hands[(leader + i) % seats] = f"{card} "
        game.playing(hands, leader=leader, n_tricks=2)
        for card in trick:
            game.play(card)
        assert game.public.winners[0] == (leader + place) % seats
        assert game.public.to_act == game.public.leader == (leader + place) % seats
        assert game.public.taken[(leader + place) % seats] == 1


def test_r6_the_ace_of_moons_never_takes_a_trick_and_the_crown_of_knots_always_as_key_or_trump():
    """By the powers of all ordered tricks of three, which a reading in words confirms."""
    n = 0
    for trick in itertools.permutations(range(45), 3):
        powers = POWER[trick[0] if trick[0] != CARD_OF["EX"] else trick[1]]
        best = max(trick, key=lambda card: powers[card])
        n += 1
        assert best not in (CARD_OF["AM"], CARD_OF["EX"])
        if powers[CARD_OF["XK"]] and CARD_OF["XK"] in trick:
            assert best == CARD_OF["XK"]
    assert n == 85_140


def test_r6_only_three_pairs_of_cards_are_ever_equal():
    pairs = set()
    for powers in POWER:
        for a, b in itertools.combinations(range(45), 2):
            if powers[a] == powers[b] > 0:
                pairs.add((CARDS[a], CARDS[b]))
    assert pairs == {("PMSL", "PMYK"), ("CMLY", "CMWK"), ("CSLK", "CSWY")}


def test_r5_only_the_excuse_is_neither_moon_nor_trump_when_the_ace_or_crown_of_moons_leads():
    for key in ("AM", "XM"):
        assert {card for card in CARDS if POWER[CARD_OF[key], CARD_OF[card]] == 0} == {"EX"}


@every_variant
def test_hands_are_played_as_the_rules_in_words_say(variant):
    """Every decision and every trick of random hands, with key cards, voids and the Excuse."""
    rules = rules_of(GAME, variant)
    for key in range(12):
        tricks, trick, bids = [], [], 0
        for state in positions(GAME, rules, key):
            public, seat = state.public, int(state.public.to_act)
            if public.phase == kernels.BID:
                bids += 1
                continue
            trick = [CARDS[card] for card in public.trick[: public.n_trick]]
            key_ = key_card(trick)
            assert CARDS[public.key] == (key_ or "EX")
            if key_:
                assert CARDS[public.best] == winner_of(trick)
            held = names(state.own[seat].held)
            found = names(kernels.legal_actions(state)[0])
            assert found == legal_of(trick, held)
            assert found
            if "EX" in found:
                assert not key_ or not any(
                    card[1] in key_[1] + trump_letters(key_) for card in held - {"EX"}
                )
            for other in range(rules.players):
                assert not state.own[other].held & public.lacks[other]
        public = state.public
        assert bids == rules.players
        plays = [CARDS[card] for card in public.plays[: public.n_plays]]
        assert set(plays) == set(deck_of(rules.players, rules.deck))
        size, leader = rules.players, (int(public.dealer) + 1) % rules.players
        tricks = [plays[i : i + size] for i in range(0, len(plays), size)]
        for trick, winner in zip(tricks, public.winners, strict=False):
            best = winner_of(trick)
            assert winner == (leader + trick.index(best)) % size
            leader = int(winner)
        assert public.taken.sum() == public.n_tricks == len(tricks)
        assert public.trumped == sum(winner_of(t)[1] in trump_letters(key_card(t)) for t in tricks)


def test_r11_who_neither_follows_nor_trumps_shows_what_he_lacks():
    game = Table(players=5)
    game.playing(["EX 9WY", "6SY 2MK", "3SK AW", "AY 2WL", "9LK XM"])
    assert not game.public.lacks.any()
    for card, seen in (("EX", ""), ("6SY", ""), ("3SK", ""), ("AY", "S"), ("9LK", "SY")):
        seat = int(game.public.to_act)
        game.play(card)
        expected = {other for other in CARDS if other != "EX" and other[1] in seen and seen}
        assert names(game.public.lacks[seat]) == expected


def test_the_excuse_is_recorded_with_its_seat_and_whether_it_was_led():
    led = thrown = 0
    cell = cell_of(GAME.make_rules({"players": 5}), "random_legal")
    hands = play(GAME, cell, 3, -1, range(30)).hands
    assert set(hands["excuse"]) == set(range(5))
    led, thrown = (int((hands["excuse_led"] == value).sum()) for value in (1, 0))
    assert led > 20
    assert thrown > 20
    four = play(GAME, cell_of(GAME.make_rules({}), "random_legal"), 3, -1, range(3)).hands
    assert set(four["excuse"]) == {-1}
    assert set(four["excuse_led"]) == {0}


PER_SEAT = ("score", *(column.name for column in GAME.hand_columns if column.per_seat))
OF_ALL = ("tricks", "excess", "makers", "extra", "trumped", "excuse_led")


@every_variant
def test_turning_all_seats_turns_the_result(variant):
    rules = rules_of(GAME, variant)
    players, points = rules.players, 0
    for turn, key in itertools.product(range(1, players), range(8, 12)):
        state = begun(GAME, rules, key, first=0)
        other = begun(GAME, rules, key, first=turn)
        for seat in range(players):
            other.own[(seat + turn) % players].held = state.own[seat].held
        dice = np.random.default_rng(key)
        while state.public.to_act != NOBODY:
            action = int(dice.choice(legal(GAME, state)[:5]))  # low bids, so that some are made
            assert (state.public.to_act + turn) % players == other.public.to_act
            kernels.apply(state, action)
            kernels.apply(other, action)
        row, turned = (np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0] for _ in range(2))
        kernels.settle(state, row)
        kernels.settle(other, turned)
        points += row.score.sum()
        for name in PER_SEAT:
            assert np.roll(row[name][:players], turn).tolist() == turned[name][:players].tolist()
        assert [row[name] for name in OF_ALL] == [turned[name] for name in OF_ALL]
        assert turned.excuse == (-1 if row.excuse < 0 else (row.excuse + turn) % players)
        totals = np.roll(state.public.totals[:players], turn)
        assert totals.tolist() == other.public.totals[:players].tolist()
    assert points > 0


def test_ranks_and_numbers_of_cards_go_together():
    """So that of two cards of a suit the greater number is at least as high."""
    for a, b in itertools.pairwise(CARDS[:-1]):
        assert (SUITS.index(a[1]), RANKS.index(a[0])) <= (SUITS.index(b[1]), RANKS.index(b[0]))
    assert members(TRUMPS[CARD_OF["AY"]]) == [CARD_OF["AK"], CARD_OF["XK"]]
