"""Records as the driver fills them, and the columns that they are sorted into."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcards import driver
from simcards.game import Game
from simcards.jit import PLAIN
from simcards.records import PLAY_COLUMNS, Column, stored_columns
from simcards.signatures import PLAY_DTYPE, hand_dtype, match_dtype

Columns = dict[str, np.ndarray[Any, Any]]
SHEET_ROWS = 2048  # hands played before they are sorted into columns: they stay in the L2 cache
SHEET_PLAYS = 65_536  # actions, likewise, where they are kept


@dataclass(frozen=True)
class Played:
    """What was played: one array a stored column, rows by cell, match and hand."""

    hands: Columns
    matches: Columns
    plays: Columns  # empty unless asked for
    n_decisions: int
    digest: int  # sum of 64-bit digests of all rows mod 2**64; 0 unless asked for


class Sheet:
    """Records as kernels fill them, a few thousand at a time, and the columns they go into.

    `rows` hands fit at once, or one match of `bound` hands if that is more.
    """

    def __init__(
        self,
        game: Game,
        bound: int,
        *,
        plays: bool = False,
        digest: bool = False,
        rows: int = SHEET_ROWS,
    ) -> None:
        self.game = game
        self.keeps_plays = plays
        self.keeps_digest = digest
        self.n_rows = max(rows, bound)
        self.n_plays = max(SHEET_PLAYS, 2 * bound * game.kernels.MAX_DECISIONS) if plays else 0
        self.hands = np.zeros(self.n_rows, hand_dtype(game)).view(np.recarray)
        self.matches = np.zeros(self.n_rows, match_dtype(game)).view(np.recarray)
        self.plays = np.zeros(self.n_plays, PLAY_DTYPE).view(np.recarray)
        self.tally = np.zeros(driver.TALLY_SIZE, np.int64)
        self.digest = np.zeros(1, np.uint64)
        self.n_hands = self.n_decisions = 0
        self.batches: list[tuple[Columns, Columns, Columns]] = []

    def bounds(self, bound: int) -> tuple[int, int]:
        """The most rows of hands and of plays that one match of at most `bound` hands fills."""
        return bound, bound * self.game.kernels.MAX_DECISIONS if self.keeps_plays else 0

    def has_room(self, bound: int) -> bool:
        """Whether one more match of at most `bound` hands fits; the driver looks before each."""
        n_hands, n_plays = self.bounds(bound)
        fits = int(self.tally[driver.HANDS]) + n_hands <= self.n_rows
        return fits and int(self.tally[driver.PLAYS]) + n_plays <= self.n_plays

    def clear(self, *, keep: bool) -> None:
        """Sort what is there into columns, or only count it, and start anew."""
        if keep:
            game, tally = self.game, self.tally
            hands = self.hands[: tally[driver.HANDS]]
            matches = self.matches[: tally[driver.MATCHES]]
            plays = self.plays[: tally[driver.PLAYS]]
            batch = (
                columns(hands, game.all_hand_columns(), game.max_seats),
                columns(matches, game.all_match_columns(), game.max_seats),
                columns(plays, PLAY_COLUMNS, 1) if self.keeps_plays else {},
            )
            self.batches.append(batch)
        self.n_hands += int(self.tally[driver.HANDS])
        self.n_decisions += int(self.tally[driver.DECISIONS])
        self.tally[:] = 0

    def out(self, watch: Any) -> Any:
        """What the driver fills."""
        hand_words = self.hands.view(np.ndarray).view(np.uint64).reshape(self.n_rows, -1)
        match_words = self.matches.view(np.ndarray).view(np.uint64).reshape(self.n_rows, -1)
        records: Any = (self.hands, self.matches, self.plays)
        if not PLAIN:
            records = tuple(record.view(np.ndarray) for record in records)
        return (*records, hand_words, match_words, watch, self.tally, self.digest)

    def played(self) -> Played:
        """All that was kept."""
        hands, matches, plays = (join([batch[i] for batch in self.batches]) for i in range(3))
        return Played(hands, matches, plays, self.n_decisions, int(self.digest[0]))


def columns(records: np.ndarray[Any, Any], declared: Sequence[Column], seats: int) -> Columns:
    """The records sorted into contiguous arrays by stored name."""
    plain = records.view(np.ndarray)
    found = {}
    for name, column in stored_columns(declared, seats):
        if column.per_seat:
            seat = int(name.rsplit("_", 1)[1])
            found[name] = plain[column.name][:, seat].copy()
        else:
            found[name] = plain[name].copy()
    return found


def join(batches: Sequence[Columns]) -> Columns:
    """The batches one after the other."""
    if not batches:
        return {}
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}
