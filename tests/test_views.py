"""The test against cheating: redraw what a seat cannot see, and its choice stays the same."""

import numpy as np
import pytest

from simcards import strategy
from simcards.check import check
from tables import EVERY_VARIANT, VARIANT_NAMES, copied, positions, rules_of

every_variant = pytest.mark.parametrize(("game", "variant"), EVERY_VARIANT, ids=VARIANT_NAMES)


@every_variant
def test_a_redraw_changes_nothing_that_the_seat_sees_and_much_that_it_does_not(game, variant):
    rules = rules_of(game, variant)
    moved = views = 0
    for key in range(3):
        for state in positions(game, rules, key):
            for seat in range(rules.players):
                other = copied(state)
                game.kernels.determinize(other, seat, np.uint64(views))
                views += 1
                assert other.public.tobytes() == state.public.tobytes()
                assert other.own[seat].tobytes() == state.own[seat].tobytes()
                moved += other.own.tobytes() != state.own.tobytes()
    assert moved > views / 2


@pytest.mark.parametrize("game", {game.name: game for game, _ in EVERY_VARIANT}.values())
def test_no_strategy_chooses_differently_when_hidden_cards_are_redrawn(game):
    rule_sets = {variant: rules_of(game, variant) for variant in game.variants}
    for name in strategy.names(game.name):
        report = check(name, game, rule_sets, 1)
        assert {point.name: point.says for point in report.points if not point.ok} == {}, name
        assert report.decisions > 100
