"""A match of a run played again from its seed, as a transcript or told for people."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcards import engine
from simcards.design import Cell
from simcards.errors import UsageError, bare
from simcards.game import Game
from simcards.records import HAND_COLUMNS, Column
from simcards.replay import Replay
from simcards.rng import key_of, root
from simcards.tables import aligned
from simcards.texts import PlayedHand

UNTOLD = "u8"  # the type of columns that hold sets of cards: nothing for a table


def match(game: Game, cell: Cell, seed: int, first: int, number: int) -> Replay:
    """Match `number` of a cell as the engine plays it, hand by hand as text.

    `first` is the experiment's: a seat, or RANDOM_FIRST.
    """
    played = engine.play(game, cell, seed, first, range(number, number + 1), plays=True)
    replay = Replay(game, cell.rules, int(played.matches["first"][0]))
    deal_root = root(seed, "deal")
    for hand in range(int(played.matches["hands"][0])):
        with np.errstate(over="ignore"):
            key = key_of(deal_root, number, hand)
        replay.draw(np.uint64(key))
        actions = played.plays["action"][played.plays["hand"] == hand].tolist()
        while replay.to_act is not None:
            text, n_actions = written(replay.options, actions)
            replay.act(text)
            del actions[:n_actions]
    return replay


def written(options: Mapping[str, tuple[int, ...]], actions: Sequence[int]) -> tuple[str, int]:
    """The text of the actions that come next, and how many it takes."""
    for text, parts in options.items():
        if sorted(parts) == sorted(actions[: len(parts)]):
            return text, len(parts)
    raise AssertionError(f"no text for the actions {actions[:4]}")


# --- For people -----------------------------------------------


def tell(replay: Replay, cell: Cell, number: int, hand: int | None = None) -> list[str]:
    """The match in lines: rules and seats, then each hand (or only one), then how it ended."""
    lines = header(replay, cell, number)
    did = "dealt" if replay.game.role == "dealer" else "started"
    for played in chosen(replay, hand):
        lines += ["", f"Hand {played.number}, {did} by seat {played.dealer}"]
        lines += replay.texts.tell(played)
        lines += [f"  {line}" for line in aligned(score_rows(replay.game, cell, played))]
        if totals := played.standing.get("totals"):
            lines.append(f"  totals {' '.join(map(str, totals))}")
    if hand is None:
        lines += ["", ending(replay)]
    return lines


def chosen(replay: Replay, hand: int | None) -> list[PlayedHand]:
    """All hands, or the one asked for; raises UsageError when there is none of that number."""
    if hand is None:
        return replay.hands
    if not 0 <= hand < len(replay.hands):
        raise UsageError(f"hand {hand}: this match has hands 0 to {len(replay.hands) - 1}")
    return [replay.hands[hand]]


def header(replay: Replay, cell: Cell, number: int) -> list[str]:
    """What is played, by whom, and who begins."""
    options, values = replay.game.options, replay.game.rule_values(cell.rules)
    told = [
        f"{name} = {bare(value)}"
        for name, value in values.items()
        if value != options[name].default
    ]
    seats = [f"seat {seat}  {sitter.label}" for seat, sitter in enumerate(cell.sitters)]
    return [
        f"{replay.game.title}, match {number} of cell {cell.number}",
        f"rules   {', '.join(told)}; all else as usual" if told else "rules   as usual",
        *seats,
        f"first   seat {replay.first}",
    ]


def score_rows(game: Game, cell: Cell, hand: PlayedHand) -> list[dict[str, Any]]:
    """One row a seat: its strategy and what the record says of it, the score last."""
    columns = [column for column in game.hand_columns if column.per_seat]
    columns += [column for column in HAND_COLUMNS if column.per_seat]
    return [
        {"seat": seat, "strategy": sitter.label}
        | {c.name: value_text(c, hand.row[c.name][seat]) for c in columns if c.dtype != UNTOLD}
        | getattr(game.texts, "seat_texts", no_texts)(hand.row, seat)
        for seat, sitter in enumerate(cell.sitters)
    ]


def no_texts(row: Any, seat: int) -> dict[str, str]:
    """The `seat_texts` of a game whose columns say all by themselves."""
    return {}


def value_text(column: Column, value: Any) -> str:
    """A value as people read it."""
    return column.codes[int(value)] if column.codes else str(value)


def ending(replay: Replay) -> str:
    """Who won, by seat or, where sides score, by side."""
    totals = replay.standing.get("totals")
    unit = "side" if totals and len(totals) < replay.rules.players else "seat"
    winners = replay.standing["winners"]
    names = " and ".join(f"{unit} {winner}" for winner in winners)
    share = "share the win" if len(winners) > 1 else "wins"
    n = len(replay.hands)
    score = f", totals {' '.join(map(str, totals))}" if totals else ""
    return f"After {n} hand{'' if n == 1 else 's'} {names} {share}{score}."
