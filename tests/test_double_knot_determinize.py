"""Double Knot's hidden cards redrawn: every deal that fits a view, each as likely, and no other."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from double_knot_table import GAME, Table, names
from simcards.cards import members
from simcards.games.double_knot.deck import SUIT_MASKS
from simcards.jit import kernel
from tables import begun, copied, positions, rules_of

determinize = GAME.kernels.determinize
every_variant = pytest.mark.parametrize("variant", GAME.variants)


@kernel
def draw_many(state, seat, seats, found):
    """found[i] = the cards of each seat in the i-th draw."""
    for i in range(len(found)):
        determinize(state, seat, i)
        for other in range(seats):
            found[i, other] = state.own[other].held


def draws(state, seat, n):
    """How often each deal came in n draws, as the held cards of each seat."""
    seats = int(state.public.rules.players)
    found = np.zeros((n, seats), np.uint64)
    draw_many(copied(state), seat, seats, found)
    return Counter(map(tuple, found.tolist()))


def deals_that_fit(state, seat):
    """Every deal that fits the view of `seat`, found card by card from what the view says."""
    public, seats = state.public, int(state.public.rules.players)
    others = [other for other in range(seats) if other != seat]
    room = {other: int(state.own[other].held).bit_count() for other in others}
    unseen = members(np.bitwise_or.reduce([state.own[other].held for other in others]))
    deals = [{other: 0 for other in others}]
    for card in unseen:
        able = [other for other in others if not int(public.lacks[other]) >> card & 1]
        deals = [
            {**deal, other: deal[other] | 1 << card}
            for deal in deals
            for other in able
            if deal[other].bit_count() < room[other]
        ]
    held = int(state.own[seat].held)
    return {tuple(held if s == seat else deal[s] for s in range(seats)) for deal in deals}


def assert_even(state, seat, most=5000):
    expected = deals_that_fit(state, seat)
    assert 0 < len(expected) <= most
    n = max(3000, 20 * len(expected))
    found = draws(state, seat, n)
    assert set(found) <= expected
    if len(expected) > 1:
        observed = [found[deal] for deal in expected]
        assert stats.chisquare(observed).pvalue > 1e-4
    return len(expected)


@pytest.mark.parametrize("key", range(4))
@every_variant
def test_endings_are_drawn_as_evenly_as_they_are_counted(variant, key):
    rules = rules_of(GAME, variant)
    left = {3: 4, 4: 3, 5: 2}[rules.players]
    state = next(
        state
        for state in positions(GAME, rules, key)
        if state.public.n_done == state.public.n_tricks - left
        and state.public.n_trick == key % rules.players
    )
    for seat in range(rules.players):
        assert_even(state, seat, most=50_000)


def table_with(hands, lacks, seat=0):
    """Seats with these cards, and suits they have shown to lack, by their letters."""
    table = Table(players=len(hands))
    table.playing(hands)
    for other, letters in enumerate(lacks):
        for letter in letters:
            table.public.lacks[other] |= SUIT_MASKS["MSWLYK".index(letter)]
    return table.state


@pytest.mark.parametrize(
    ("hands", "lacks"),
    [
        # one suit that some may hold, the Excuse anywhere
        (["AM", "2MK EX", "AW 2WL", "AL 3LY", "AY 4YK"], ["", "", "", "", "M"]),
        # every suit is barred to somebody, no two alike
        (["AM", "2SY 3SK", "AS 2WL", "AL AY", "AW AK"], ["", "L", "K", "W", "S"]),
        # pairs that cross: each suit lies with two of four
        (["XK", "AM 2MK", "AS 2SY", "AW 2WL", "AL 3LY"], ["", "WL", "SL", "MS", "MW"]),
        # seats that are short, and one that is full
        (["XK XY", "AM AS 2SY", "2MK AW", "2WL AL", "AK"], ["", "L", "S", "MS", "MSWL"]),
        # all is known
        (["XK", "AM", "AS", "AW", "AL"], ["", "SWL", "MWL", "MSL", "MSW"]),
        # three opponents
        (["XK", "AM 2MK AS", "AW 2WL 2SY", "AL 3SK 3LY"], ["", "L", "M", "W"]),
        (["XK", "AM AS EX", "AW 2WL 2SY", "AL 3SK 3LY"], ["", "WL", "M", ""]),
        # two opponents
        (["XK", "AM AS EX", "AW 2WL 2SY"], ["", "", "M"]),
    ],
)
def test_voids_of_every_kind_are_counted_exactly(hands, lacks):
    assert_even(table_with(hands, lacks), 0)


def test_where_two_suits_force_each_other_only_what_fits_is_drawn():
    """The opponent without Suns must take Moons; how many the others get follows."""
    state = table_with(["XK", "AM 2MK", "AS 2SY", "3MW 3SK", "AK XY"], ["", "S", "MK", "YK", "M"])
    assert_even(state, 0)


@every_variant
def test_any_position_is_redrawn_to_one_that_fits(variant):
    rules = rules_of(GAME, variant)
    voids = 0
    for key in range(3):
        for state in positions(GAME, rules, key):
            for seat in range(rules.players):
                other = copied(state)
                determinize(other, seat, np.uint64(key))
                assert other.public.tobytes() == state.public.tobytes()
                assert other.own[seat].tobytes() == state.own[seat].tobytes()
                before, after = (
                    [int(own.held) for own in table.own[: rules.players]]
                    for table in (state, other)
                )
                assert [c.bit_count() for c in before] == [c.bit_count() for c in after]
                assert sum(before) == sum(after)
                for held, lacks in zip(after, state.public.lacks, strict=False):
                    assert not held & int(lacks)
                voids += bool(state.public.lacks.any())
    assert voids > 100


@pytest.mark.parametrize("players", [3, 4, 5])
def test_before_the_first_card_every_card_is_as_likely_with_any_opponent(players):
    state = begun(GAME, GAME.make_rules({"players": players}), 5)
    n = 6000
    places = Counter()
    for deal, times in draws(state, 0, n).items():
        for other in range(1, players):
            for card in members(deal[other]):
                places[card, other] += times
    unseen = set(range(45 if players != 4 else 44)) - set(members(state.own[0].held))
    p = 1 / (players - 1)
    assert {card for card, _ in places} == unseen
    for card, other in itertools.product(unseen, range(1, players)):
        assert abs(places[card, other] - n * p) < 5 * math.sqrt(n * p * (1 - p))


def test_early_voids_with_most_cards_unseen_are_weighted_by_all_the_deals():
    """35 cards unseen and one void: each other card is as likely as counting says."""
    rules = GAME.make_rules({"players": 5})
    state = begun(GAME, rules, 11)
    state.public.lacks[1] = SUIT_MASKS[1]
    suns = int(SUIT_MASKS[1])
    held = {seat: int(state.own[seat].held) for seat in range(5)}
    spare = [c for c in members(held[2] | held[3] | held[4]) if not suns >> c & 1]
    for card in [c for c in members(held[1]) if suns >> c & 1]:  # make the void true
        give = spare.pop()
        owner = next(s for s in (2, 3, 4) if held[s] >> give & 1)
        held[1] ^= 1 << card | 1 << give
        held[owner] ^= 1 << card | 1 << give
    for seat in range(5):
        state.own[seat].held = np.uint64(held[seat])
    unseen = held[1] | held[2] | held[3] | held[4]
    n_suns = (unseen & suns).bit_count()
    n = 20_000
    with_second = Counter()
    for deal, times in draws(state, 0, n).items():
        assert not deal[1] & suns
        with_second[(deal[2] & suns).bit_count()] += times
    # Suns among the three others' 27 places, which are all alike
    expected = [n * stats.hypergeom.pmf(k, 27, n_suns, 9) for k in range(n_suns + 1)]
    keep = [k for k, e in enumerate(expected) if e > 5]
    seen, want = [with_second[k] for k in keep], [expected[k] for k in keep]
    seen.append(n - sum(seen))
    want.append(n - sum(want))
    assert (
        stats.chisquare(
            seen[:-1] if want[-1] < 1 else seen,
            want[:-1] if want[-1] < 1 else want,
            sum_check=False,
        ).pvalue
        > 1e-4
    )


def test_the_excuse_may_be_anywhere_even_with_who_lacks_every_suit_but_one():
    state = table_with(
        ["XK XY", "EX AM", "AS 2SY", "AW 2WL", "AL 3LY"], ["", "", "MWLYK", "M", "M"]
    )
    where = Counter()
    for deal, times in draws(state, 0, 4000).items():
        for other in range(5):
            where[other] += times * ("EX" in names(deal[other]))
    assert set(+where) == {1, 2, 3, 4}


def test_the_same_key_draws_the_same():
    state = begun(GAME, GAME.make_rules({"players": 5}), 8)
    one, two, three = (copied(state) for _ in range(3))
    for other, key in ((one, 3), (two, 3), (three, 4)):
        determinize(other, 1, np.uint64(key))
    assert one.tobytes() == two.tobytes() != three.tobytes()
