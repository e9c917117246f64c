"""What every game promises under every variant, looked at while bots that choose at random play."""

import inspect
import random

import numpy as np
import pytest

from caravan_table import all_places
from simcards.engine import max_hands, play
from simcards.game import NOBODY, OWN_FIELDS, PUBLIC_FIELDS, Kernels
from simcards.games import GAMES
from simcards.games.double_knot.deck import CARD_OF, deck_of
from simcards.records import struct_dtype
from simcards.signatures import hand_dtype
from simcards.state import new_state, rules_dtype
from simcards.texts import Texts
from tables import EVERY_VARIANT, VARIANT_NAMES, begun, cell_of, copied, legal, positions, rules_of

SEED, N_MATCHES = 11, 40
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_variant = pytest.mark.parametrize(("game", "variant"), EVERY_VARIANT, ids=VARIANT_NAMES)


def ninety_nine_cards(state):
    own = state.own
    return [
        state.public.played,
        *(own[seat].held for seat in range(3)),
        *(own[seat].buried for seat in range(3)),
    ]


def duke_cards(state):
    """The copies of each kind given out to the places in turn, as sets of bits."""
    public, hidden = state.public, state.hidden
    players = public.rules.players
    n_begun = public.n_turns + (public.phase == 2)
    laid = [
        state.own[turn.seat].laid[i]
        for i, turn in enumerate(public.turns[:n_begun])
        if turn.defence == 254
    ]
    aside = hidden.aside if players == 3 else []
    centre = [*public.tops, *hidden.under] if players == 2 else []
    single = [int(kind) for kind in [*laid, *aside, *centre] if kind != 255]
    held = [int(own.held) for own in state.own[:players]]
    words = [int(public.shown), *held, *(1 << 8 * kind for kind in single)]
    copies, places = (2, 2, 2, 4, 4, 4, 4, 10), [0, 2, 4, 6, 10, 14, 18, 22]
    sets, given = [], list(places)
    for word in words:
        cards = 0
        for kind in range(8):
            n = word >> 8 * kind & 255
            assert given[kind] + n <= places[kind] + copies[kind]
            cards |= ((1 << n) - 1) << given[kind]
            given[kind] += n
        sets.append(cards)
    return sets


def caravan_cards(state):
    """All cards that lie somewhere and, as one set, those that are not in the game."""
    public, rules = state.public, state.public.rules
    lying = all_places(state)
    size = 30 if rules.short_deck else 108 if rules.double_deck else 54
    assert len(lying) == 2 * size
    assert [public.seen[card] for card in lying] == [
        place in ("table", "discards") for place in lying.values()
    ]
    return [1 << card for card in lying] + [(1 << 216) - 1 - sum(1 << card for card in lying)]


def doppelkopf_cards(state):
    """Sets in which the first copy of a card that is met is bit `card`, the second `24 + card`."""
    found, met = [], 0
    for cards in (state.public.played, *(own.held for own in state.own)):
        first, second = int(cards) & 0xFFFFFF, int(cards) >> 24
        assert second & ~first == 0
        found.append((first & ~met) | (first & met) << 24 | second << 24)
        met |= first
    return found


def double_knot_cards(state):
    return [state.public.played, *(own.held for own in state.own)]


def double_knot_deck(rules):
    return sum(1 << CARD_OF[name] for name in deck_of(rules.players, rules.deck))


# Where a game keeps its cards, as sets that must be a partition of its deck. One entry a game.
CARDS_OF = {
    "caravan": (caravan_cards, lambda rules: (1 << 216) - 1),
    "doppelkopf": (doppelkopf_cards, lambda rules: (1 << 48) - 1),
    "double_knot": (double_knot_cards, double_knot_deck),
    "duke": (duke_cards, lambda rules: (1 << 32) - 1),
    "ninety_nine": (ninety_nine_cards, lambda rules: (1 << 36) - 1),
}


@pytest.fixture(scope="module")
def played():
    """What was played of each variant, played once."""
    known = {}

    def of(game, variant):
        if (game.name, variant) not in known:
            cell = cell_of(rules_of(game, variant), "random_legal")
            known[game.name, variant] = play(game, cell, SEED, -1, range(N_MATCHES), plays=True)
        return known[game.name, variant]

    return of


def test_every_game_says_where_its_cards_are():
    assert set(CARDS_OF) == set(GAMES)


def functions_of(protocol):
    """The functions a module must have, with the names of their parameters."""
    found = {}
    for name, function in vars(protocol).items():
        if inspect.isfunction(function) and not name.startswith("_"):
            found[name] = list(inspect.signature(function).parameters)[1:]
    return found


@every_game
def test_a_game_has_the_functions_of_the_contract(game):
    for module, protocol in ((game.kernels, Kernels), (game.texts, Texts)):
        declared = functions_of(protocol)
        assert len(declared) > 5
        for name, parameters in declared.items():
            function = getattr(module, name)
            is_kernel = protocol is Kernels and name != "max_hands"
            assert hasattr(function, "py_func") == is_kernel, name
            assert list(inspect.signature(function).parameters) == parameters, name


@every_game
def test_a_game_has_the_records_and_numbers_of_the_contract(game):
    kernels = game.kernels
    for name in Kernels.__annotations__:
        assert hasattr(kernels, name)
    assert 0 < kernels.N_ACTIONS <= 64 * kernels.WORDS
    assert kernels.STATE.itemsize % 8 == 0  # it is copied by 64-bit words
    assert kernels.STATE.isalignedstruct
    assert set(kernels.STATE.names) <= {"public", "own", "hidden"}
    assert kernels.STATE["public"] == kernels.PUBLIC
    assert kernels.STATE["own"].base == kernels.OWN
    assert kernels.STATE["own"].shape == (game.max_seats,)
    assert set(PUBLIC_FIELDS) <= set(kernels.PUBLIC.names)
    assert set(OWN_FIELDS) <= set(kernels.OWN.names)
    assert kernels.PUBLIC["rules"] == rules_dtype(game.rules)


@every_variant
def test_a_step_is_the_action_and_what_may_follow_it(game, variant):
    for state in positions(game, rules_of(game, variant), 1):
        action = legal(game, state)[-1]
        stepped, applied = copied(state), copied(state)
        follows = game.kernels.step(stepped, action)
        game.kernels.apply(applied, action)
        assert stepped.tobytes() == applied.tobytes()
        assert tuple(follows) == tuple(game.kernels.legal_actions(applied))
        assert any(follows) == (applied.public.to_act != NOBODY)


@every_variant
def test_a_match_goes_from_hand_to_hand_until_it_is_over(game, variant):
    rules, kernels, dice = rules_of(game, variant), game.kernels, random.Random(3)
    state = new_state(kernels.STATE, rules)[0]
    row = np.zeros(1, struct_dtype(game.all_hand_columns(), game.max_seats)).view(np.recarray)[0]
    asked = state.public.rules.copy()
    kernels.start(state, rules.players - 1)
    assert state.public.dealer == rules.players - 1
    assert [own.seat for own in state.own[: rules.players]] == list(range(rules.players))
    n_hands = 0
    while not state.public.over:
        assert state.public.dealer < rules.players
        kernels.deal(state, np.uint64(n_hands))
        while state.public.to_act != NOBODY:
            kernels.apply(state, dice.choice(legal(game, state)))
        assert not any(kernels.legal_actions(state))
        assert not state.public.over
        kernels.settle(state, row)
        n_hands += 1
    assert 1 <= n_hands <= kernels.max_hands(rules)
    assert not state.public.capped
    assert state.public.rules == asked


@every_variant
def test_cards_are_conserved_and_actions_are_legal(game, variant):
    cards_of, deck_of_rules = CARDS_OF[game.name]
    deck = deck_of_rules(rules_of(game, variant))
    n_decisions = 0
    for key in range(3):
        for state in positions(game, rules_of(game, variant), key):
            n_decisions += 1
            held = [int(cards) for cards in cards_of(state)]
            assert sum(held) == deck
            assert sum(cards.bit_count() for cards in held) == deck.bit_count()
            assert state.public.to_act < rules_of(game, variant).players
            actions = legal(game, state)
            assert actions == sorted(set(actions))
            assert actions
            assert actions[-1] < game.kernels.N_ACTIONS
        assert state.public.to_act == NOBODY
    assert n_decisions <= 3 * game.kernels.MAX_DECISIONS


@every_variant
def test_the_parts_of_a_score_add_up_to_it(game, variant, played):
    hands = played(game, variant).hands
    parts = [c.name for c in game.hand_columns if c.per_seat and c.name.startswith("points_")]
    assert parts
    for seat in range(rules_of(game, variant).players):
        total = sum(hands[f"{part}_{seat}"].astype(int) for part in parts)
        assert np.array_equal(total, hands[f"score_{seat}"])
        assert total.any()


@every_variant
def test_hands_and_matches_end_in_time(game, variant, played):
    found, rules = played(game, variant), rules_of(game, variant)
    hands, matches = found.hands, found.matches
    assert (hands["decisions"] <= game.kernels.MAX_DECISIONS).all()
    assert (hands["forced"] <= hands["decisions"]).all()
    assert (matches["hands"] >= 1).all()
    assert (matches["hands"] <= max_hands(game, rules)).all()
    finished = {
        code: name for c in game.all_match_columns() for code, name in (c.codes or {}).items()
    }
    assert {finished[int(code)] for code in matches["ending"]} == {"finished"}


@every_variant
def test_rows_are_in_order_and_agree_with_each_other(game, variant, played):
    found, rules = played(game, variant), rules_of(game, variant)
    hands, matches, plays = found.hands, found.matches, found.plays
    assert matches["match"].tolist() == list(range(N_MATCHES))
    expected = [(m, h) for m, n in enumerate(matches["hands"]) for h in range(n)]
    assert list(zip(hands["match"], hands["hand"], strict=True)) == expected
    assert hands["decisions"].sum() == matches["decisions"].sum() == found.n_decisions
    assert len(plays["action"]) == found.n_decisions
    assert (plays["legal"] >= 1).all()
    assert (plays["legal"] == 1).sum() == hands["forced"].sum()
    first_hands = hands["dealer"][hands["hand"] == 0]
    assert np.array_equal(first_hands, matches["first"])
    assert set(hands["dealer"]) <= set(range(rules.players))


@every_variant
def test_somebody_wins_every_match(game, variant, played):
    matches = played(game, variant).matches
    seats = range(rules_of(game, variant).players)
    won = np.array([matches[f"won_{seat}"] for seat in seats])
    assert set(won.ravel()) <= {0, 1}
    assert (won.sum(axis=0) >= 1).all()
    if not game.can_share(rules_of(game, variant)):
        sides = game.sides(rules_of(game, variant))
        assert all(len({sides[seat] for seat in seats if row[seat]}) == 1 for row in won.T)


@every_variant
def test_every_column_is_filled_with_its_declared_type(game, variant, played):
    found = played(game, variant)
    for table, declared in (
        (found.hands, game.all_hand_columns()),
        (found.matches, game.all_match_columns()),
    ):
        names = [name for column in declared for name in column.fields(game.max_seats)]
        assert list(table) == names
        for column in declared:
            for name in column.fields(game.max_seats):
                assert table[name].dtype == np.dtype(column.dtype)
                if column.codes:
                    assert set(table[name].tolist()) <= set(column.codes)


# What a hand leaves to the next on purpose, and what is read only as far as it is counted.
OF_THE_MATCH = {
    "double_knot": {"hand", "extra_hands", "totals"},
    "ninety_nine": {
        "first", "hand", "manche", "manche_hand", "manche_scores", "manche_wins", "totals", "trump",
        "last_makers", "last_bids",
    },
    "duke": {"first", "hand", "totals", "hands_won", "annulled", "n_last_turns", "last_turns",
        "last_held"},
    "doppelkopf": {"hand", "totals", "solos", "compulsory_hands"},
}  # fmt: skip
STALE = {
    "double_knot": {"plays", "trick", "winners", "winning", "best"},
    "ninety_nine": {"plays", "trick", "winners", "led"},
    "duke": {"duke_since", "duke_until", "duke_held"},
    "doppelkopf": {
        "plays", "trick", "winners", "led", "said_seat", "said_step", "said_at", "said_cards",
        "fox_owner", "fox_taker", "least_cards", "passes",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "variant"),
    [pair for pair in EVERY_VARIANT if pair[0].name in STALE],
    ids=[f"{game.name}-{variant}" for game, variant in EVERY_VARIANT if game.name in STALE],
)
def test_every_hand_of_a_match_begins_as_a_first_one_does(game, variant):
    rules, kernels, dice = rules_of(game, variant), game.kernels, np.random.default_rng(4)
    alike = set(kernels.PUBLIC.names) - OF_THE_MATCH[game.name] - STALE[game.name]
    key = 0
    while key < 8:
        state = begun(game, rules, key)
        while not state.public.over and key < 8:
            while state.public.to_act != NOBODY:
                kernels.apply(state, int(dice.choice(legal(game, state))))
            kernels.settle(state, np.zeros(1, hand_dtype(game)).view(np.recarray)[0])
            key += 1
            if not state.public.over:
                kernels.deal(state, np.uint64(key))
                fresh = begun(game, rules, key, first=int(state.public.dealer))
                for name in alike:
                    assert np.array_equal(state.public[name], fresh.public[name]), name
                assert state.own.tobytes() == fresh.own.tobytes()
