"""A hand of Ninety-Nine by paragraph (games/rules/ninety_nine.md), on positions set up."""

from itertools import product

import numpy as np
import pytest

from ninety_nine_table import (
    GAME,
    MAKERS,
    NINETY_NINE,
    NO_TRUMP,
    SUIT,
    THREE,
    Table,
    mask,
    names,
)
from simcards.game import NOBODY
from simcards.games.ninety_nine import kernels
from simcards.games.ninety_nine.deck import DECK, SUIT_OF
from simcards.games.ninety_nine.text import CARD_OF, CARDS
from simcards.replay import Replay
from simcards.texts import RefusedError

# --- R1, R3: cards and bids -----------------------------------


def test_r1_suits_are_numbered_by_their_bid_value():
    assert CARDS[:2] == ("6D", "7D")
    assert CARDS[8::9] == ("AD", "AS", "AH", "AC")
    assert [SUIT[card[1]] for card in CARDS] == SUIT_OF.tolist()
    assert len(set(CARDS)) == 36


@pytest.mark.parametrize(
    ("cards", "bid"),
    [
        ("6D AD KD", 0),
        ("AC 6C 9C", 9),
        ("7C 8D 9D", 3),
        ("6H 6S 6D", 3),
        ("6S 7S 8S", 3),
        ("AC AH AS", 6),
        ("6H 7H 8H", 6),
        ("9C 9H 9D", 5),
        ("6C 7C AD", 6),
        ("6S 7D 8D", 1),
    ],
)
def test_r3_a_bid_is_worth_its_suits(cards, bid):
    """NN-01"""
    table = Table(first=2)
    table.begin()
    table.state.own[0].held = mask(f"{cards} 9S TH")
    for card in cards.split():
        table.act(card)
    assert table.state.own[0].bid == bid
    assert names(table.state.own[0].buried) == set(cards.split())
    assert names(table.state.own[0].held) == {"9S", "TH"}
    assert table.public.phase == kernels.REQUEST


def dealt(**rules):
    """A replay with a hand dealt: seat 1, left of the dealer, holds 7D 8D 6S ... ."""
    rows = [
        "6D AC KC QC JC TC 9C 8C 7C 6C AH KH",
        "7D 8D 6S 7S 8S 9S TS JS QS KS AS 6H",
        "9D TD JD QD KD AD 7H 8H 9H TH JH QH",
    ]
    replay = Replay(GAME, GAME.make_rules({"trump_mode": "junk", **rules}), 0)
    replay.lay({"hands": rows})
    return replay


@pytest.mark.parametrize(
    "cards", ["7D 8D", "7D 8D 6S 7S", "7D 7D 6S", "5D 7D 8D", "JK 7D 8D", "6D 7D 8D", ""]
)
def test_r3_a_bid_is_three_of_the_twelve_cards(cards):
    """NN-02: two, four, one twice, no such card, the Joker itself, another seat's card, none."""
    replay = dealt()
    assert len(replay.legal) == 220
    with pytest.raises(RefusedError, match=r"legal: bury 6H 6S 7D, .*220 in all"):
        replay.act(f"bury {cards}".strip())
    assert replay.actions == []
    assert names(replay.state.own[1].held) >= {"7D", "8D", "6S"}


# --- R2, R6: trump --------------------------------------------


@pytest.mark.parametrize(
    ("turn_up", "trump"),
    [
        *(("6D", "D"), ("AC", "C"), ("TS", "S"), ("KH", "H")),
        *((f"9{suit}", "none") for suit in "DSHC"),
        ("JK", "none"),
    ],
)
def test_r2_the_card_turned_up_makes_the_trump(turn_up, trump):
    """NN-16, and that what happened before does not matter in standard."""
    table = Table()
    table.begin(turn_up)
    assert table.public.trump == SUIT[trump]
    table.hand(*THREE, turn_up=turn_up)
    table.begin(turn_up)
    assert table.public.trump == SUIT[trump]


@pytest.mark.parametrize(("mode", "first"), [("junk", SUIT["D"]), ("junk_nt", NO_TRUMP)])
@pytest.mark.parametrize("makers", [None, 0, 1, 2, 3])
def test_r2_junk_trump_follows_the_bids_made(mode, first, makers):
    """NN-17: nobody diamonds, one spades, two hearts, three clubs."""
    table = Table(trump_mode=mode)
    if makers is not None:
        table.hand(*MAKERS[makers])
    table.begin()
    assert table.public.trump == (first if makers is None else SUIT["DSHC"[makers]])


@pytest.mark.parametrize(
    ("mode", "trumps"), [("junk", "D S D C H D H D"), ("junk_nt", "none S D C H none H none")]
)
def test_r2_every_manche_has_a_first_hand(mode, trumps):
    """NN-54, NN-55: three successes are forgotten when the manche ends."""
    table = Table(trump_mode=mode, end_mode="first_to_3")
    seen = []
    for makers in (1, 0, 3, 2, 3, "|", 2, 1, "|", 0):
        if makers == "|":
            continue
        last_of_manche = len(seen) in (4, 6)
        if last_of_manche:
            table.public.manche_scores[0] = 99
        row = table.hand(*MAKERS[makers])
        assert row.ends_manche == last_of_manche
        seen.append(row.trump)
    assert seen == [SUIT[trump] for trump in trumps.split()]


@pytest.mark.parametrize(("mode", "first"), [("junk", SUIT["D"]), ("junk_nt", NO_TRUMP)])
def test_r2_nine_hands_have_one_first_hand(mode, first):
    """Passing the target, even by far, does not restart the chain."""
    table = Table(trump_mode=mode, end_mode="9_hands")
    trumps = [table.hand(*NINETY_NINE).trump for _ in range(9)]
    assert trumps == [first] + [SUIT["S"]] * 8


@pytest.mark.parametrize("turn_up", ["KH", "9S"])
def test_r2_the_joker_is_the_card_turned_up(turn_up):
    """NN-18, NN-19: for the bid, the suit to follow, and by its name."""
    hands = ["JC 6S 6D AH 8C JK 7D AC 9C 8H 9D 7S", "6H JD TC 7C TH TS QD QS 7H 6C AS 9H"]
    others = {"KS", "QC", "JH", "AD", "8D", "KC", "TD", "KD", "JS", "8S", "9S", "QH", "KH"}
    hands.append(" ".join(sorted(others - {turn_up})))
    replay = Replay(GAME, GAME.make_rules({}), 2)
    replay.lay({"hands": hands, "turn_up": turn_up})
    assert names(replay.state.own[0].held) == set(hands[0].replace("JK", turn_up).split())
    assert replay.state.public.trump == (SUIT["H"] if turn_up == "KH" else NO_TRUMP)
    with pytest.raises(RefusedError, match="seat 0 may not 'bury JK 6D 7D'"):
        replay.act("bury JK 6D 7D")
    replay.act(f"bury 7D {turn_up} 6D")
    assert replay.state.own[0].bid == SUIT[turn_up[1]]


def test_r2_a_turned_up_joker_is_in_no_hand():
    """NN-20"""
    hands = ["JC 6S 6D AH 8C 7D AC 9C 8H 9D 7S 6H", "JD TC 7C TH TS QD QS 7H 6C AS 9H KS"]
    hands.append("QC JH AD 8D KC TD KD JS 8S 9S QH KH")
    replay = Replay(GAME, GAME.make_rules({}), 0)
    replay.lay({"hands": hands, "turn_up": "JK"})
    assert replay.state.public.trump == NO_TRUMP
    assert [names(own.held) for own in replay.state.own] == [set(hand.split()) for hand in hands]


# --- R4: announcements ----------------------------------------


def announced(dealer, requests):
    """Who announces what after these requests by seat; None, "none" for nobody."""
    table = Table(first=dealer)
    table.begin()
    for seat in ((dealer + step) % 3 for step in (1, 2, 3)):
        assert table.public.to_act == seat
        assert table.public.requests.tolist() == [-1, -1, -1]
        assert table.public.announcer == NOBODY
        table.state.own[seat].held = mask("6D 7D 8D 9D TD JD QD KD AD 6S 7S 8S")
        for card in ("6D", "7D", "8D"):
            table.act(card)
        assert table.legal() == 0b111 << kernels.REQUESTS
        table.act(requests[seat])
    assert [("none", "declare", "reveal")[request] for request in table.public.requests] == [
        *requests
    ]
    who = int(table.public.announcer)
    return None if who == NOBODY else who, ("none", "declare", "reveal")[table.public.level]


@pytest.mark.parametrize(
    ("dealer", "requests", "who", "what"),
    [
        (0, "none none none", None, "none"),
        (0, "declare none none", 0, "declare"),
        (0, "declare declare none", 1, "declare"),
        (0, "declare declare declare", 1, "declare"),
        (0, "declare none declare", 2, "declare"),
        (0, "reveal declare declare", 0, "reveal"),
        (0, "reveal none reveal", 2, "reveal"),
        (0, "reveal reveal reveal", 1, "reveal"),
        (0, "declare none reveal", 2, "reveal"),
        (0, "reveal declare none", 0, "reveal"),
        (1, "declare declare declare", 2, "declare"),
        (1, "declare declare none", 0, "declare"),
        (2, "declare declare declare", 0, "declare"),
        (2, "none declare declare", 1, "declare"),
        (2, "reveal reveal declare", 0, "reveal"),
        (2, "declare declare reveal", 2, "reveal"),
    ],
)
def test_r4_one_announcement(dealer, requests, who, what):
    """NN-21"""
    assert announced(dealer, requests.split()) == (who, what)


def test_r4_reveal_before_declare_then_nearest_to_the_dealers_left():
    """All 27 requests with each dealer against the paragraph's words."""
    for dealer, requests in product(range(3), product(("none", "declare", "reveal"), repeat=3)):
        order = [(dealer + step) % 3 for step in (1, 2, 3)]
        expected = (None, "none")
        for level in ("reveal", "declare"):
            granted = [seat for seat in order if requests[seat] == level]
            if granted:
                expected = (granted[0], level)
                break
        assert announced(dealer, requests) == expected


# --- R5: play -------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "cards", "place"),
    [
        ("none", "9D AS KD", 3),
        ("none", "6D AS KH", 1),
        ("H", "AD 6H KD", 2),
        ("S", "KC 7S TS", 3),
        ("S", "KC TS 7S", 2),
        ("C", "8C JC AD", 2),
        ("H", "TD JD 9D", 2),
        ("D", "6S AH AC", 1),
    ],
)
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_r5_the_highest_trump_else_the_highest_of_the_suit_led(trump, cards, place, leader):
    """NN-03 to NN-10, led by each seat; the taker leads to the next trick."""
    table = Table()
    seats = [(leader + step) % 3 for step in range(3)]
    held = dict(zip(seats, cards.split(), strict=True))
    table.playing(trump, [held[seat] for seat in range(3)], leader)
    for seat, card in zip(seats, cards.split(), strict=True):
        assert table.public.to_act == seat
        table.act(card)
    winner = seats[place - 1]
    assert table.public.winners[0] == winner
    assert table.public.taken.tolist() == [int(seat == winner) for seat in range(3)]
    assert table.public.to_act == table.public.leader == winner


def power(card, led, trump):
    """R5 in words: trumps over the suit led over everything else."""
    group = 2 if card[1] == trump else 1 if card[1] == led[1] else 0
    return (group, "6789TJQKA".index(card[0]) if group else -1)


@pytest.mark.parametrize("trump", ["D", "S", "H", "C", "none"])
def test_r5_the_table_of_powers_agrees_with_the_words(trump):
    """For any two cards and any lead, where both could win."""
    powers = kernels.POWER[SUIT[trump]]
    for led, (a, b) in product(("6D", "6S", "6H", "6C"), product(CARDS, repeat=2)):
        by_table = [int(powers[SUIT[led[1]], CARD_OF[card]]) for card in (a, b)]
        by_words = [power(card, led, trump) for card in (a, b)]
        assert (by_table[0] > by_table[1]) == (by_words[0] > by_words[1])


@pytest.mark.parametrize(
    ("table_cards", "held", "legal"),
    [
        ("KD", "6D AH QD", "6D QD"),
        ("KD", "6S AH 9C", "6S AH 9C"),
        ("", "6S AH", "6S AH"),
        ("KC 7S", "9C AS", "9C"),
        ("7H KH", "6H AH", "6H AH"),
    ],
)
@pytest.mark.parametrize("trump", ["D", "S", "H", "C", "none"])
def test_r5_follow_suit_else_play_anything(table_cards, held, legal, trump):
    """NN-11 to NN-15: no duty to trump or to beat, whatever the trump."""
    table = Table()
    before = table_cards.split()
    table.playing(trump, [*before, held, *["AC"] * (2 - len(before))])
    for card in before:
        table.act(card)
    assert names(table.legal()) == set(legal.split())


def test_r5_the_dealers_left_leads_whoever_announces():
    for dealer in range(3):
        table = Table(first=dealer)
        table.begin()
        for seat in ((dealer + step) % 3 for step in (1, 2, 3)):
            table.state.own[seat].held = mask("6D 7D 8D 9D")
            for card in ("6D", "7D", "8D"):
                table.act(card)
            table.act("reveal" if seat == dealer else "none")
        assert table.public.announcer == dealer
        assert table.public.phase == kernels.PLAY
        assert table.public.to_act == (dealer + 1) % 3


def test_r5_who_does_not_follow_has_shown_a_void():
    table = Table()
    table.playing("none", ["KD 6D", "6S 7S", "QD 9S"])
    for card in ("KD", "6S", "QD"):
        table.act(card)
    assert table.public.voids.tolist() == [0, 1 << SUIT["D"], 0]


def test_r5_who_leads_may_lead_any_card():
    """In every trick of a hand, whatever was led in the one before."""
    table = dealt()
    for cards in ("7D 8D 6S", "9D TD JD", "6D AC KC"):
        table.act(f"bury {cards}")
        table.act("none")
    for trick in range(9):
        public = table.state.public
        held = names(table.state.own[public.to_act].held)
        assert set(table.legal) == held
        assert len(held) == 9 - trick
        for _ in range(3):
            table.act(sorted(table.legal)[-1])


# --- R6, R7: score of a hand ----------------------------------


@pytest.mark.parametrize(
    ("bids", "taken", "announcer", "level", "scores"),
    [
        ([3, 2, 5], [3, 4, 2], None, "none", [33, 4, 2]),
        ([3, 4, 5], [3, 4, 2], None, "none", [23, 24, 2]),
        ([3, 4, 2], [3, 4, 2], None, "none", [13, 14, 12]),
        ([4, 3, 3], [3, 4, 2], None, "none", [3, 4, 2]),
        ([3, 2, 5], [3, 4, 2], 0, "declare", [63, 4, 2]),
        ([4, 3, 3], [3, 4, 2], 0, "declare", [3, 34, 32]),
        ([4, 4, 2], [3, 4, 2], 0, "declare", [3, 54, 52]),
        ([9, 3, 1], [9, 0, 0], 0, "reveal", [99, 0, 0]),
        ([9, 0, 0], [9, 0, 0], 0, "reveal", [79, 10, 10]),
        ([9, 2, 4], [9, 0, 0], 1, "reveal", [99, 0, 60]),
        ([3, 4, 5], [3, 4, 2], 1, "declare", [23, 54, 2]),
        ([3, 3, 3], [3, 2, 4], 2, "reveal", [93, 62, 4]),
        ([0, 5, 5], [0, 4, 5], None, "none", [20, 4, 25]),
    ],
)
@pytest.mark.parametrize("first", [0, 1, 2])
def test_r7_score_of_a_hand(bids, taken, announcer, level, scores, first):
    """NN-22 to NN-34, whoever deals."""
    row = Table(first=first).hand(bids, taken, announcer, level)
    assert row.score.tolist() == scores
    assert row.makers == sum(bid == tricks for bid, tricks in zip(bids, taken, strict=True))
    parts = row.points_tricks + row.points_bonus + row.points_premium
    assert parts.tolist() == scores
    assert row.points_tricks.tolist() == taken


# --- R10: what a seat knows -----------------------------------


@pytest.mark.parametrize("level", ["none", "declare", "reveal"])
def test_r10_what_is_open_and_when(level):
    """Bids are sealed; the announcer's cards are open during the play; then all bids are known."""
    replay = dealt()
    public = replay.state.public
    for text in ("bury 7D 8D 6S", level, "bury 9D TD JD", "none", "bury AC KC QC"):
        assert public.bids.tolist() == [-1, -1, -1]
        assert (int(public.shown_buried), int(public.shown_held)) == (0, 0)
        replay.act(text)
    replay.act("none")
    is_open = level != "none"
    assert public.bids.tolist() == [-1, 1 if is_open else -1, -1]
    assert names(public.shown_buried) == ({"7D", "8D", "6S"} if is_open else set())
    held = {"7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "6H"}
    assert names(public.shown_held) == (held if level == "reveal" else set())
    replay.act("7S")
    assert names(public.shown_held) == (held - {"7S"} if level == "reveal" else set())
    assert names(public.played) == {"7S"}
    while replay.to_act is not None:
        replay.act(replay.legal[0])
    assert public.bids.tolist() == public.last_bids.tolist() == [9, 1, 0]


def test_a_hand_is_27_plays_and_every_card_is_somewhere():
    replay = dealt()
    for text in ("bury 7D 8D 6S", "none", "bury 9D TD JD", "none", "bury AC KC QC", "none"):
        replay.act(text)
    for n in range(27):
        own = replay.state.own
        sets = [int(cards) for seat in range(3) for cards in (own[seat].held, own[seat].buried)]
        sets.append(int(replay.state.public.played))
        assert sum(sets) == int(DECK) == np.bitwise_or.reduce(sets)
        assert replay.state.public.n_plays == n
        replay.act(replay.legal[-1])
    assert replay.to_act is None
    assert replay.hands[0].results["winners"] == replay.state.public.winners.tolist()
