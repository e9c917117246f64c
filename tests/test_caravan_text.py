"""Caravan's actions by name, and its transcripts: what cannot be, and what is written down."""

import pytest

from caravan_table import GAME, Table
from simcards import show
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.games.caravan import kernels
from simcards.games.caravan.deck import MOST_DECK, RANK_OF, SUIT_OF, TOKEN_OF
from simcards.games.caravan.text import LEGEND, TOKENS, names_of, tell
from simcards.replay import Replay
from simcards.state import new_state
from simcards.texts import PlayedHand, RefusedError
from simcards.transcripts import write
from tables import legal

SEED = 7


def cell_of(rules):
    return Cell(0, 0, rules, (Sitter("random_legal"),) * 2, 0, 0)


# --- Actions --------------------------------------------------


def test_equal_cards_in_hand_make_one_action():
    table = Table(0, "7H 7H X X 2C", double_deck=True)
    table.route(0, 0, "3S")
    texts = [text for text in table.legal() if text.startswith(("number 7H 0", "discard X"))]
    assert sorted(texts) == ["discard X", "number 7H 0"]
    assert len(legal(GAME, table.state)) == len(table.legal())


def test_every_place_of_a_full_table_can_be_named():
    """Eighty cards on a side, on one route: the most that a double deck has."""
    table = Table(0, "KS QS JH X 2C", "", double_deck=True, queens_everywhere=True)
    ranks = [*range(1, 11)] * 2
    for owner in (0, 1):
        cards = [c for c in range(owner * MOST_DECK, (owner + 1) * MOST_DECK) if RANK_OF[c]]
        for position, card in enumerate(sorted(cards, key=lambda c: (SUIT_OF[c], RANK_OF[c] % 2))):
            table.public.cards[owner, 2, position] = card
            table.public.n_cards[owner, 2] = position + 1
    assert len(ranks) * 4 == table.public.n_cards[0, 2] == 80
    found = {text for text in table.legal() if text.startswith("face")}
    assert found == {
        f"face {face} {owner}.2.{place}"
        for face in ("KS", "QS", "JH", "X")
        for owner in (0, 1)
        for place in range(80)
    }
    target = int(table.public.cards[1, 2, 79])
    table.act("face KS 1.2.79")
    assert table.public.kings[target] == 1


# --- Transcripts that are wrong -------------------------------

PACK = [TOKENS[TOKEN_OF[card]] for card in range(54)]
PLAIN = " ".join(PACK)
FEW = " ".join([*PACK[40:48], *PACK[:40], *PACK[48:]])  # eight faces on top


def replay(deal, **toggles):
    found = Replay(GAME, GAME.make_rules(toggles), 0)
    found.lay(deal)
    return found


@pytest.mark.parametrize(
    ("deal", "toggles", "says"),
    [
        ({}, {}, "`decks` is None"),
        ({"decks": [PLAIN]}, {}, "2 strings"),
        ({"decks": [PLAIN, 7]}, {}, "2 strings"),
        ({"decks": [PLAIN, PLAIN], "shuffles": [[]]}, {}, "one a seat"),
        ({"decks": [PLAIN, PLAIN], "shuffles": 3}, {}, "a list of orders"),
        ({"decks": [PLAIN, PLAIN], "decksx": 1}, {}, "unknown .* 'decksx'; did you mean 'decks'"),
        ({"decks": [PLAIN, PLAIN], "shufles": [[], []]}, {}, "did you mean 'shuffles'"),
        ({"decks": [PLAIN, PLAIN[3:]]}, {}, "AS missing"),
        ({"decks": [PLAIN, PLAIN]}, {"double_deck": True}, "not the deck"),
        ({"decks": [PLAIN, PLAIN]}, {"short_deck": True}, "it must be 30"),
        ({"decks": ["AS " * 30, PLAIN]}, {"short_deck": True}, "dealt too often"),
        ({"decks": [PLAIN, PLAIN], "shuffles": [[PLAIN], []]}, {}, "anew: 1; .* 0 at most"),
        ({"decks": [PLAIN, PLAIN], "shuffles": [["2S"] * 3, []]}, {"reshuffle": True}, "2 at most"),
        ({"decks": [PLAIN, PLAIN], "shuffles": [["2S 2S"], []]}, {"reshuffle": True}, "2S: not in"),
        ({"decks": [FEW, PLAIN]}, {"new_hand": True}, "no order for its deck"),
        ({"decks": [FEW, PLAIN], "shuffles": [["2S"], []]}, {"new_hand": True}, "missing"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal, toggles, says):
    with pytest.raises(RefusedError, match=says):
        replay(deal, **toggles)


def test_hands_put_back_are_written_down():
    again = PLAIN
    found = replay({"decks": [FEW, PLAIN], "shuffles": [[FEW, again], []]}, new_hand=True)
    public = found.state.public
    assert public.new_hands.tolist() == [2, 0]
    assert names_of(public.shown[0, 1]) == " ".join(PACK[40:48])
    deal = found.texts.deal_text(found.dealt, found.state)
    assert deal["decks"][0].split()[:8] == PACK[40:48]
    assert deal["shuffles"][0][1] == again
    assert replay(deal, new_hand=True).state.own.tobytes() == found.state.own.tobytes()


def test_a_deck_without_three_number_cards_keeps_its_hand():
    faces = [*PACK[40:], *PACK[40:]]
    deck = " ".join([*faces, "2S", "3S"])
    rest = " ".join(PACK[:30])
    found = replay({"decks": [deck, rest]}, short_deck=True, double_deck=True, new_hand=True)
    assert found.state.public.new_hands.tolist() == [0, 0]
    assert found.legal == sorted({f"discard {name}" for name in faces[:8]})


def test_a_reshuffle_must_be_as_written():
    table = Table(0, "2S 3S", "", "9C KD", reshuffle=True)
    table.route(0, 0, "8S")
    table.order(0, "KD 2S 9C")
    found = Replay(GAME, table.rules, 0)
    found.state = found.dealt = table.state
    before = table.state.tobytes()
    assert {"discard 2S", "discard 3S"} <= set(found.legal)
    with pytest.raises(RefusedError, match="reshuffle 1 of seat 0") as caught:
        found.act("discard 3S")  # 3S would be among the cards shuffled, 2S not
    assert caught.value.seat == 0
    assert table.state.tobytes() == before
    found.act("discard 2S")
    assert (table.hand(), table.pile()) == ("3S KD", "2S 9C")


def test_reshuffles_are_written_down():
    for number in range(40):
        cell = cell_of(GAME.make_rules({"reshuffle": True, "short_deck": True}))
        seen = show.match(GAME, cell, SEED, RANDOM_FIRST, number)
        if seen.hands[0].row.reshuffles.sum() == 4:
            break
    deal = write(seen)["hands"][0]["deal"]
    assert [len(orders) for orders in deal["shuffles"]] == [2, 2]
    again = Replay(GAME, seen.rules, seen.first)
    again.lay(deal)
    for _, text in seen.hands[0].actions:
        again.act(text)
    assert write(again) == write(seen)


def test_a_match_is_told_turn_by_turn():
    cell = cell_of(GAME.make_rules({"quick_sale": True}))
    seen = show.match(GAME, cell, SEED, RANDOM_FIRST, 3)
    lines = show.tell(seen, cell, 3)
    text = "\n".join(lines)
    assert "rules   quick_sale = true; all else as usual" in text
    for number, (seat, action) in enumerate(seen.hands[0].actions, 1):
        assert any(
            line.split()[:3] == [str(number), "seat", str(seat)] and action in line
            for line in lines
        )
    assert all(f"  {line}" in lines for line in LEGEND)
    assert lines[-1] == f"After 1 hand seat {seen.hands[0].row.winner} wins."


def test_what_an_action_removes_is_told_with_it():
    """R7, R8: a Joker on a three takes all other threes; a Jack his card; a route is disbanded."""
    table = Table(0, "X JH 2C 2D 2S", "4C 5C", double_deck=True)
    table.route(0, 0, "3S 5S+KS'")
    table.route(0, 1, "3H+QH 6H")
    table.route(1, 2, "3D 7D 3C+KC+KD'")
    actions = ("face X 0.0.0", "discard AS", "face JH 1.2.0", "discard AD", "disband 0")
    played = tuple((number % 2, text) for number, text in enumerate(actions))
    lines = tell(PlayedHand(0, 0, table.state, table.state, None, played, {}, {}))
    turns = [line.partition("   removes ")[2] for line in lines if line.split()[1:2] == ["seat"]]
    assert turns == ["0.1 3H+QH, 1.2 3D 3C+KC+KD'", "", "1.2 7D", "", "0.0 3S+X 5S+KS'"]


def test_a_state_of_nothing_but_rules_begins_a_match():
    state = new_state(kernels.STATE, GAME.make_rules({"double_deck": True}))[0]
    kernels.start(state, 1)
    assert state.public.dealer == 1
    assert [own.seat for own in state.own] == [0, 1]
