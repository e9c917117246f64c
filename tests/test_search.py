"""Imagined states: a view laid into memory is the view, and states in it do not mix."""

import numpy as np
import pytest

from simcards import search
from simcards.games import GAMES
from simcards.state import new_state


@pytest.fixture(params=GAMES)
def dealt(request):
    """(game, layout, a dealt state)."""
    game = GAMES[request.param]
    kernels = game.kernels
    state = new_state(kernels.STATE, game.make_rules({}))[0]
    kernels.start(state, 1)
    kernels.deal(state, np.uint64(11))
    return game, kernels.STATE, state


def room(layout, n):
    return np.full(n * search.words_of(layout), 0xFF, np.uint64)


def test_a_view_is_laid_down_as_it_is_and_the_rest_is_zero(dealt):
    _, layout, state = dealt
    words = room(layout, 2)
    search.views_into(layout)(words, 1, state.public, state.own[1])
    found = words.view(layout)[1]
    true = np.asarray(state)
    assert found["public"] == true["public"]
    assert found["own"][1] == true["own"][1]
    assert list(found["own"]["seat"]) == list(range(layout["own"].shape[0]))
    blank = found["own"][0].copy()
    assert blank == np.zeros(1, blank.dtype)[0]  # its number is 0 too
    if "hidden" in layout.fields:
        assert found["hidden"] == np.zeros(1, found["hidden"].dtype)[0]
    assert (words[: search.words_of(layout)] == 0xFF).all()


def test_a_copy_can_be_changed_alone(dealt):
    _, layout, state = dealt
    words, size = room(layout, 3), search.words_of(layout)
    search.views_into(layout)(words, 0, state.public, state.own[0])
    search.copy_state(words, 0, 2, size)
    assert (words[:size] == words[2 * size :]).all()
    search.copy_state(words, 2, 1, size)
    words.view(layout)[2]["public"]["to_act"] = 77
    assert words.view(layout)[1]["public"]["to_act"] != 77


def test_a_layout_of_broken_words_is_refused():
    part = np.dtype([("seat", "u1")])
    with pytest.raises(ValueError, match="whole words"):
        search.views_into(np.dtype([("public", part), ("own", part, (2,))]))
