"""R2, R3: which cards are trumps, which may be played, and which takes the trick."""

from collections import Counter
from itertools import pairwise

import pytest

from doppelkopf_table import CARD_OF, CARDS, TYPES, Table, rows
from simcards.games.doppelkopf.deck import (
    CLASS_OF,
    RANKING_OF,
    TRUMP,
    VALUE_OF,
    in_order,
    rest_of,
    with_card,
    without_card,
)
from simcards.games.doppelkopf.text import cards_of, held_of

# game | cards, leader first | place of the winner | option
TRICKS = rows("""
normal | HT HT CQ D9 | 1 |
normal | CQ HT SQ HT | 2 |
normal | HA H9 HK HA | 1 |
normal | HK HT HA H9 | 2 |
normal | CA C9 DA D9 | 3 |
normal | SA ST CA SK | 1 |
normal | D9 DK DT DA | 4 |
normal | DA DJ DT HJ | 4 |
normal | S9 CA HA CT | 1 |
normal | DQ HQ SQ HQ | 3 |
solo-queens | HT HA HK HJ | 2 |
solo-queens | CK CJ C9 SJ | 1 |
solo-queens | DA DT HQ DQ | 3 |
solo-queens | SQ CQ SQ CQ | 2 |
solo-jacks | CQ CK C9 CQ | 2 |
solo-jacks | DJ HJ SJ CJ | 4 |
solo-jacks | HT HQ HA HK | 3 |
solo-ace | S9 SJ SQ SK | 4 |
solo-ace | DQ CA HA SA | 1 |
solo-ace | HT HK HT HQ | 1 |
solo-clubs | DA DT C9 DK | 3 |
solo-clubs | DT DA DK D9 | 2 |
solo-hearts | HA HK HT DJ | 3 |
solo-hearts | H9 HA DJ D9 | 3 |
solo-spades | DT DA S9 CQ | 4 |
solo-diamonds | CA CT D9 C9 | 3 |
normal | HT HT CQ D9 | 2 | second_ht=always
normal | HT HT CQ D9 | 1 | second_ht=not_last, last=True
""")

# game | led | hand | legal
LEGAL = rows("""
normal | HA | HT HK CA D9 | HK
normal | HA | HT CA D9 | HT CA D9
normal | D9 | HT SA HK | HT
normal | CJ | SA HK | SA HK
normal | HT | DA D9 SQ CA | DA D9 SQ
solo-queens | HA | HT HQ SA | HT
solo-queens | CQ | HT HJ DQ | DQ
solo-jacks | CJ | CQ HT DJ | DJ
solo-hearts | DA | DQ DJ DK HT | DK
solo-clubs | C9 | CA CK DA HQ DJ | CA CK HQ DJ
solo-ace | CQ | CJ SQ HT | CJ
solo-spades | DT | DQ S9 HT CA | DQ S9 HT CA
""")

# game | trumps from the top
TRUMPS = {
    "normal": "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
    "marriage": "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
    "silent-solo": "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
    "marriage-solo": "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
    "solo-diamonds": "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9",
    "solo-clubs": "HT CQ SQ HQ DQ CJ SJ HJ DJ CA CT CK C9",
    "solo-spades": "HT CQ SQ HQ DQ CJ SJ HJ DJ SA ST SK S9",
    "solo-hearts": "HT CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9",
    "solo-queens": "CQ SQ HQ DQ",
    "solo-jacks": "CJ SJ HJ DJ",
    "solo-ace": "",
}


def held(cards):
    return held_of([CARD_OF[name] for name in cards.split()])


# --- Cards ----------------------------------------------------


def test_r1_a_suit_has_sixty_card_points_and_the_deck_240():
    for suit in "CSHD":
        names = [name for name in CARDS if name[0] == suit]
        assert len(names) == 6
        assert sum(2 * int(VALUE_OF[CARD_OF[name]]) for name in names) == 60
    assert {name[1]: int(VALUE_OF[CARD_OF[name]]) for name in CARDS} == {
        "A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0
    }  # fmt: skip


def test_a_set_holds_how_often_each_card_is_in_it():
    cards = held("CQ CQ HT D9 D9")
    assert Counter(CARDS[card] for card in cards_of(cards)) == {"CQ": 2, "HT": 1, "D9": 2}
    assert int(cards).bit_count() == 5
    assert without_card(with_card(cards, CARD_OF["HT"]), CARD_OF["HT"]) == cards
    assert without_card(cards, CARD_OF["CQ"]) == held("CQ HT D9 D9")
    rest = Counter(CARDS[card] for card in cards_of(rest_of(cards, held("HT SA"))))
    assert rest == Counter({name: 2 for name in CARDS}) - Counter(
        {"CQ": 2, "HT": 2, "D9": 2, "SA": 1}
    )


def test_copies_leave_no_trace():
    """Either copy of a card alone is the same set."""
    for card in range(24):
        assert in_order(1 << card) == in_order(1 << (24 + card)) == 1 << card
        assert in_order(1 << card | 1 << (24 + card)) == 1 << card | 1 << (24 + card)


# --- Trumps ---------------------------------------------------


def other_suit(cards):
    """A card that is none of these, to fill a trick with; of each card there are two only."""
    return next(card for card in ("C9", "S9", "H9", "D9", "CA") if card not in cards)


@pytest.mark.parametrize("game", TYPES)
def test_r2_trumps_and_their_order(game):
    trumps = TRUMPS[game].split()
    classes = CLASS_OF[RANKING_OF[TYPES.index(game)]]
    assert {CARDS[card] for card in range(24) if classes[card] == TRUMP} == set(trumps)
    assert len(trumps) in (0, 4, 12, 13)
    for high, low in pairwise(trumps):
        assert Table().trick(game, [low, high, low, other_suit(trumps)]) == 1
        assert Table().trick(game, [high, low, low, other_suit(trumps)]) == 0


@pytest.mark.parametrize("game", TYPES)
def test_r2_plain_suits_go_down_from_the_ace(game):
    trumps = TRUMPS[game].split()
    for suit in "CSHD":
        plain = [suit + rank for rank in "ATKQJ9" if suit + rank not in trumps]
        for high, low in pairwise(plain):
            assert Table().trick(game, [low, high, low, other_suit([*trumps, *plain])]) == 1
        for card in plain:
            for trump in trumps:
                filler = other_suit([*trumps, *plain])
                assert Table().trick(game, [card, card, trump, filler]) == 2


# --- Tricks ---------------------------------------------------


@pytest.mark.parametrize(("game", "cards", "place", "option"), TRICKS)
def test_r3_who_takes_a_trick(game, cards, place, option):
    options = dict(word.split("=") for word in option.split(", ") if word)
    number = 12 if options.pop("last", "") == "True" else 1
    assert Table(**options).trick(game, cards.split(), number) == int(place) - 1


@pytest.mark.parametrize("game", TYPES)
@pytest.mark.parametrize("option", ["never", "always", "not_last"])
@pytest.mark.parametrize("number", [1, 11, 12])
def test_r3_the_second_ten_of_hearts(game, option, number):
    """It beats the first only where the option says so, and only as a trump."""
    is_trump = "HT" in TRUMPS[game].split()
    second = is_trump and (option == "always" or (option == "not_last" and number < 12))
    assert Table(second_ht=option).trick(game, ["HT", "HT", "C9", "C9"], number) == second
    third = Table(second_ht=option).trick(game, ["HK", "HT", "C9", "HT"], number)
    assert third == (3 if second else 1)


@pytest.mark.parametrize("game", TYPES)
def test_r3_of_two_other_equal_cards_the_first_wins(game):
    trumps = TRUMPS[game].split()
    for card in set(CARDS) - {"HT"}:
        filler = other_suit([*trumps, *(card[0] + rank for rank in "ATKQJ9")])
        assert Table(second_ht="always").trick(game, [card, card, filler, filler]) == 0


@pytest.mark.parametrize(("game", "led", "hand", "legal"), LEGAL)
def test_r3_following(game, led, hand, legal):
    assert Table().may_follow(game, led, hand) == sorted(legal.split())


def test_r3_the_taker_leads():
    table = Table()
    table.dealt(
        "HT HK HA C9 C9 CK D9 D9 DK S9 S9 SK",
        "CA CA CT CT CK CJ CJ CQ CQ SQ SQ SJ",
        "SJ SA SA ST ST SK HQ HQ HJ HJ HA HK",
        "HT H9 H9 DQ DQ DJ DJ DA DA DT DT DK",
        dealer=3,
    )
    table.act("healthy", "healthy", "healthy", "healthy", "C9", "CA", "SA", "DA")
    assert table.public.to_act == 3
    assert table.public.points[3] == 0 + 11 + 11 + 11
    table.act("H9", "HA", "CJ", "HK")  # seat 1 has no hearts and trumps
    assert table.public.winners[:2].tolist() == [3, 1]
    assert table.public.taken.tolist() == [0, 1, 0, 1]
