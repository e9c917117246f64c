"""The bots of Duke: legal, repeatable, as strong as they say, and aware of what wins for sure."""

from functools import cache

import numpy as np
import pytest
from simcards_strategies.duke import ending, race, worlds
from simcards_strategies.duke.regent import by_search
from simcards_strategies.duke.vassal import by_thumb

from duke_table import GAME, HAND, HIDDEN, NOBODY, word
from simcards import engine
from simcards.cards import members
from simcards.design import RANDOM_FIRST, Cell, Contest, rotations_of
from simcards.games.duke.deck import COUNTERS, DECK
from simcards.games.duke.rules import LETTERS, Phase
from simcards.state import new_state
from simcards.strategy import find, parse_sitter

SEED = 7
PASS, ATTACKS, ANNUL, KEEP = 32, 16, 35, 36
GOITA = {
    "players": 4,
    "demoralise": "mandatory",
    "special_hands": "goita",
    "duke_attack": "goita",
    "next_first": "winner",
}
RULE_SETS = [
    {},
    GOITA,
    {"demoralise": "forced", "double": "off", "rounds": 3},
    {"duke_attack": "goita_own", "reveal_at_end": "all", "target": 40, "double_factor": 3},
    {"special_hands": "goita", "demoralise": "off", "value_ten": 9, "value_duke": 0},
    {"players": 3},
    {"players": 3, "aside_peek": False, "next_first": "winner", "duke_attack": "goita"},
    {"players": 3, "rounds": 4, "duke_attack": "goita_own"},
    {"players": 2},
    {"players": 2, "centre_double": False, "stuck_lead": "void", "duke_attack": "goita_own"},
    {"players": 2, "double": "off", "duke_attack": "goita", "rounds": 2},
]


# --- Matches --------------------------------------------------


def played(line_up, matches, **rules):
    """(sitters, sheet) of each rotation."""
    rules = GAME.make_rules(rules)
    contest = Contest(0, rules, tuple(parse_sitter(name) for name in line_up))
    cells = [
        Cell(number, 0, rules, sitters, rotation, turn)
        for number, (sitters, rotation, turn) in enumerate(rotations_of(contest, "all"))
    ]
    blocks = range(matches)
    return [
        ([one.label for one in cell.sitters], engine.play(GAME, cell, SEED, RANDOM_FIRST, blocks))
        for cell in cells
    ]


@cache
def strength(first, other, players, matches):
    """The share of matches `first` wins, with its partner or against all others, and the points a
    hand its seats have above the others'; each with its half width at 95 %.

    The unit is the block: one match number over all rotations.
    """
    line_up = (first, other, first if players == 4 else other, other)[:players]
    found = played(line_up, matches, players=players)
    shares, points, hands = np.zeros((3, matches))
    for sitters, sheet in found:
        won = np.array([sheet.matches[f"won_{seat}"] for seat in range(players)], np.float64)
        won /= won.sum(0)
        for seat, sitter in enumerate(sitters):
            sign = 1 if sitter == first else -1
            weight = sign / sitters.count(sitter)
            shares += won[seat] * (sign > 0)
            score = weight * sheet.hands[f"score_{seat}"]
            points += np.bincount(sheet.hands["match"], score, matches)
        hands += np.bincount(sheet.hands["match"], minlength=matches)
    edge = points.sum() / hands.sum()
    spreads = shares / len(found), (points - edge * hands) / hands.mean()
    halves = [float(1.96 * spread.std(ddof=1) / np.sqrt(matches)) for spread in spreads]
    return (float(shares.mean() / len(found)), halves[0]), (float(edge), halves[1])


@pytest.mark.parametrize(
    ("players", "fair", "share", "points"),
    [(4, 0.5, 75.3, "0.74"), (3, 1 / 3, 83.6, "1.43"), (2, 0.5, 87.1, "1.59")],
)
def test_a_regent_is_as_strong_as_it_states(players, fair, share, points):
    (found, half), (edge, edge_half) = strength("regent", "vassal", players, 120)
    assert found - half < share / 100 < found + half
    assert found - half > (0.58 if players == 4 else fair + 0.15)
    assert edge - edge_half < float(points) < edge + edge_half
    assert f"{share} +-" in find("regent").doc
    assert f"+{points} +-" in find("regent").doc


@pytest.mark.parametrize(
    ("players", "share", "points"), [(4, 99.8, "2.84"), (3, 98.1, "2.55"), (2, 99.97, "4.00")]
)
def test_a_vassal_is_as_strong_as_it_states(players, share, points):
    (found, _), (edge, _) = strength("vassal", "random_legal", players, 500)
    assert found == pytest.approx(share / 100, abs=0.01)
    assert edge == pytest.approx(float(points), abs=0.1)
    assert f"{share} % " in find("vassal").doc
    assert f"+{points} +-" in find("vassal").doc


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_bots_act_legally_under_every_option_and_repeat_themselves(rules):
    players = rules.get("players", 4)
    line_up = ("regent:worlds=3,exact=12", "vassal", "random_legal", "regent:worlds=1")[:players]
    both = [played(line_up, 3, **rules) for _ in range(2)]
    for (_, first), (_, second) in zip(*both, strict=True):
        assert first.hands.keys() == second.hands.keys()
        assert all((first.hands[name] == second.hands[name]).all() for name in first.hands)


# --- Positions ------------------------------------------------


def position(hands, to_act, attack="", attacker=0, totals=None, centre="", **options):
    """A hand that is being played: these cards left, all others on lines, face up.

    Each card of the centre is a pile of its own.
    """
    state = new_state(GAME.kernels.STATE, GAME.make_rules({"players": len(hands), **options}))[0]
    GAME.kernels.start(state, 0)
    GAME.kernels.deal(state, np.uint64(1))
    public = state.public
    left = np.uint64(0)
    for seat, letters in enumerate(hands):
        state.own[seat].held = word(letters)
        state.own[seat].aside = 255
        public.hand_sizes[seat] = len(letters)
        left += word(letters)
    public.open = (1 << len(centre)) - 1
    public.covered = 0
    public.piles[:] = 0
    public.tops[:] = 255
    for pile, letter in enumerate(centre):
        public.tops[pile] = LETTERS.index(letter)
        public.piles[public.tops[pile]] |= 1 << pile
    left += word(centre)
    public.shown = DECK - left
    public.dukes_up = int(public.shown) & 255
    public.asker = NOBODY
    public.to_act = to_act
    public.attacker = attacker if attack else to_act
    public.phase = Phase.RESPOND if attack else Phase.LEAD
    public.attack = LETTERS.index(attack) if attack else 255
    public.counters = COUNTERS[public.attack] if attack else 255
    public.totals[: len(hands)] = totals or [0] * len(hands)
    return state


def legal(state):
    return GAME.kernels.legal_actions(state)[0]


def name_of(action):
    if action == PASS:
        return "pass"
    place = action % ATTACKS
    card = LETTERS[place] if place < len(LETTERS) else f"c{place - len(LETTERS)}"
    return ("d:" if action < ATTACKS else "a:") + card


def thumb(state):
    return name_of(by_thumb(state.public, state.own[state.public.to_act], legal(state)))


def search(state, exact=12.0):
    own = state.own[state.public.to_act]
    return name_of(by_search(state.public, own, legal(state), np.uint64(5), (24.0, exact)))


def turn_of(choose, state):
    """The two cards of a lead or a counter, or a pass."""
    first = choose(state)
    if first == "pass":
        return first
    GAME.kernels.apply(state, number_of(first))
    return f"{first} {choose(state)}"


def number_of(name):
    card = name[2:]
    place = LETTERS.index(card) if card in LETTERS else len(LETTERS) + int(card[1:])
    return place + (ATTACKS if name.startswith("a:") else 0)


BOTS = pytest.mark.parametrize("choose", [thumb, search], ids=["vassal", "regent"])


@BOTS
@pytest.mark.parametrize(
    ("hand", "turn"),
    [("DA", "d:A a:D"), ("TY", "d:T a:Y"), ("DD", "d:D a:D"), ("VV", "d:V a:V")],
)
def test_the_last_two_cards_are_laid_so_that_they_score_most(choose, hand, turn):
    assert turn_of(choose, position([hand, "BUOO", "UUOO", "YYTT"], 0)) == turn


@BOTS
def test_a_free_duke_with_four_cards_wins_and_the_best_two_are_kept(choose):
    state = position(["DTAA", "BBUU", "YYVV", "TUYY"], 0)
    assert turn_of(choose, state) == "d:T a:D"


@BOTS
def test_a_shield_nobody_can_match_wins_with_four_cards(choose):
    state = position(["VOYY", "DTAA", "TTBB", "TUUU"], 0)
    assert turn_of(choose, state) == "d:O a:V"


@BOTS
def test_a_seat_with_two_cards_finishes_on_a_counter(choose):
    state = position(["TY", "BBUU", "YYVV", "TUUO"], 0, attack="T", attacker=3)
    assert turn_of(choose, state) == "d:T a:Y"


@BOTS
def test_a_partner_about_to_finish_is_let_through(choose):
    state = position(["TUBA", "OOVV", "DA", "YYVV"], 0, attack="T", attacker=2)
    assert choose(state) == "pass"


@BOTS
def test_an_opponent_about_to_finish_is_stopped(choose):
    state = position(["TUBAYO", "OOVVTT", "TTYYVV", "AB"], 0, attack="U", attacker=3)
    assert turn_of(choose, state) != "pass"


@BOTS
def test_with_two_seats_the_centre_is_drawn_from_where_that_wins(choose):
    """The Duke of the centre counters what no other card does: laid down, it leaves a sure win."""
    state = position(["YAT", "TTOOUU"], 0, centre="D")
    state.public.dukes_up = 0  # the other one lies face down
    assert turn_of(choose, state) in ("d:c0 a:Y", "d:c0 a:A")


@BOTS
def test_with_two_seats_a_counter_is_taken_away_by_attacking_with_it(choose):
    state = position(["VYO", "OOYYTT"], 0, centre="V")
    assert turn_of(choose, state) in ("d:Y a:c0", "d:O a:c0", "d:c0 a:V")


@BOTS
def test_with_two_seats_the_last_card_wins_after_a_counter_of_the_centre(choose):
    state = position(["Y", "BBUU"], 0, attack="T", attacker=1, centre="OT")
    assert turn_of(choose, state) == "d:c1 a:Y"


@BOTS
def test_with_two_seats_the_last_card_is_doubled_by_one_of_the_centre(choose):
    assert turn_of(choose, position(["Y", "BBUU"], 0, centre="OYB")) == "d:c1 a:Y"


@BOTS
def test_with_two_seats_who_would_win_with_the_lead_is_countered(choose):
    state = position(["YYOB", "UT"], 0, attack="V", attacker=1, centre="VUT")
    assert turn_of(choose, state).startswith("d:c0")


def test_at_fourteen_points_a_sure_win_goes_before_a_dear_one():
    """A pair of V is worth more than V and U, but only a V is sure to stand."""
    state = position(["VVTU", "TTOO", "BBOO", "UUTT"], 0, totals=[14, 14, 14, 14])
    assert turn_of(search, state).endswith("a:V")


# --- The end of a hand ----------------------------------------


def best_by_hand(state, actions):
    """The result of best play, all cards known: gone through in Python, nothing left out."""
    if state.public.to_act == NOBODY:
        return ending.result_of(state)
    seat, best, most = int(state.public.to_act), None, -1.0
    for action in members(actions):
        after = np.array([np.asarray(state)]).view(np.recarray)[0]
        result = best_by_hand(after, GAME.kernels.step(after, action)[0])
        chance = ending.chance_of(after.public, seat, result)
        if chance > most + 1e-11:
            best, most = result, chance
    return best


def late_state(rules, key, most):
    """A hand played by chance until so many cards are left, or None if it ended before."""
    state = new_state(GAME.kernels.STATE, GAME.make_rules(rules))[0]
    GAME.kernels.start(state, 0)
    GAME.kernels.deal(state, np.uint64(key))
    chance = np.random.default_rng(key)
    while state.public.to_act != NOBODY and ending.cards_left(state.public) > most:
        GAME.kernels.apply(state, int(chance.choice(members(legal(state)))))
    return None if state.public.to_act == NOBODY else state


@pytest.mark.parametrize(
    "rules",
    [
        {},
        GOITA,
        {"players": 3},
        {"players": 2},
        {"players": 3, "duke_attack": "goita"},
        {"players": 2, "duke_attack": "goita_own", "stuck_lead": "void"},
    ],
    ids=str,
)
def test_the_end_is_solved_as_by_going_through_all_of_it(rules):
    n = 0
    for key in range(1, 60):
        state = late_state(rules, key, 10 if rules.get("players", 4) == 4 else 8)
        if state is None or n == 12:
            continue
        n += 1
        words = np.zeros(worlds.N_WORDS * (ending.DEPTH + 2), np.uint64)
        words.view(GAME.kernels.STATE)[0] = np.asarray(state)
        found = ending.best_result(words, 0, legal(state))
        seat = int(state.public.to_act)
        true = best_by_hand(state, legal(state))
        chances = [ending.chance_of(state.public, seat, one) for one in (found, true)]
        assert chances[0] == pytest.approx(chances[1], abs=1e-9)
    assert n >= 5


def test_a_deal_that_explains_a_pass_badly_fits_badly():
    """Seat 1 passed on a T; that it holds two of them is unlikely, that seat 3 does is not."""

    def fit(second, fourth):
        state = position(["DABYUO", second, "DABYUOVV", fourth], 3, attack="T", attacker=0)
        turn = state.public.turns[0]
        turn.seat, turn.face_down, turn.defence = 0, 1, HIDDEN
        turn.defence_from = turn.attack_from = HAND
        turn.attack = LETTERS.index("T")
        state.own[0].laid[0] = LETTERS.index("T")
        state.public.n_turns = 1
        return worlds.fit_of(state, 0)

    assert fit("TTYYUUOO", "VVYYUUOO") < fit("VVYYUUOO", "TTYYUUOO")


# --- The match ------------------------------------------------


def chances(totals, winner=NOBODY, points=0, **options):
    state = position(["TT"] * len(totals), 0, totals=totals, **options)
    state.public.outcome = 0 if winner != NOBODY else 1
    return [race.match_chance(state.public, seat, winner, points) for seat in range(len(totals))]


def test_the_chances_of_two_sides_add_up_to_one():
    for options in ({}, {"next_first": "winner"}, {"rounds": 6}):
        first, second = chances([4, 9, 4, 9], 0, 3, **options)[:2]
        assert first + second == pytest.approx(1.0)


def test_the_target_is_a_win_and_points_beyond_it_are_worth_nothing():
    assert chances([12, 14, 12, 14], 0, 3) == [1.0, 0.0, 1.0, 0.0]
    assert chances([12, 14, 12, 14], 2, 10) == [1.0, 0.0, 1.0, 0.0]


def test_more_points_are_worth_more_before_it():
    few, many = (chances([5, 5, 5], 1, points)[1] for points in (1, 8))
    assert few < many


def test_where_rounds_are_counted_only_the_lead_counts_at_the_end():
    assert chances([7, 9], 0, 3, rounds=1) == [1.0, 0.0]
    assert chances([7, 9], 0, 2, rounds=1) == [0.5, 0.5]
