"""SQL views over the records, written from the column declarations.

`seats` has one row a hand and seat, `match_seats` one row a match and seat, with names for numbers.
"""

from collections.abc import Iterable, Sequence

from simcards.game import Game
from simcards.records import HAND_COLUMNS, HAND_ID_COLUMNS, ID_COLUMNS, MATCH_COLUMNS, Column


def decoded(stored: str, column: Column) -> str:
    """A column's value in SQL, with names for codes; a number that has no name shows as it is."""
    if not column.codes:
        return stored
    cases = " ".join(f"WHEN {code} THEN {quoted(name)}" for code, name in column.codes.items())
    return f"CASE {stored} {cases} ELSE CAST({stored} AS VARCHAR) END"


def quoted(text: str) -> str:
    """Text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def seats(game: Game) -> str:
    """The query of `seats`: one row a hand and seat.

    `position` counts from 0: the seat after the dealer, or the starter in a game that has one;
    `off` is how far from its bid a side was, and `made` whether it met it.
    """
    scalars, off = [*HAND_COLUMNS, *game.hand_columns], off_bid(game)
    return one_branch_a_seat(
        game,
        "hands",
        scalars,
        ids=("cell", "match", "hand"),
        anchor="dealer",
        more=[f"CAST({off} AS TINYINT) AS off", f"CAST({off} = 0 AS TINYINT) AS made"]
        if game.bids
        else [],
    )


def off_bid(game: Game) -> str:
    """Tricks taken by the side of `{seat}` above its bid: partners' bids and tricks add up."""
    if not hasattr(game.rules, "sides"):
        return "(f.taken_{seat} - f.bid_{seat})"
    partners = " + ".join(
        f"CASE c.side_{other} WHEN c.side_{{seat}} THEN f.taken_{other} - f.bid_{other} ELSE 0 END"
        for other in range(game.max_seats)
    )
    return f"({partners})"


def match_seats(game: Game) -> str:
    """The query of `match_seats`: one row a match and seat.

    `position` counts from the left of the first dealer, or from the first starter; `win_share`
    splits a won match among the sides that won it.
    """
    winners = " + ".join(
        f"CASE c.side_{seat} WHEN {seat} THEN f.won_{seat} ELSE 0 END"
        for seat in range(game.max_seats)
    )
    return one_branch_a_seat(
        game,
        "matches",
        [*MATCH_COLUMNS, *game.match_columns],
        ids=("cell", "match"),
        anchor="first",
        more=[f"coalesce(f.won_{{seat}} / nullif({winners}, 0), 0) AS win_share"],
    )


def one_branch_a_seat(
    game: Game,
    table: str,
    columns: Sequence[Column],
    *,
    ids: Sequence[str],
    anchor: str,
    more: Sequence[str] = (),
) -> str:
    """Rows of `table` once for each seat, its own columns without their number.

    A union of plain selections: DuckDB then reads only the columns a question needs.
    """
    branches, skipped = [], int(game.role == "dealer")
    for seat in range(game.max_seats):
        chosen = [
            "c.contest",
            *(f"f.{name}" for name in ids),
            *selected((column for column in columns if not column.per_seat), seat),
            f"CAST({seat} AS TINYINT) AS seat",
            f"CAST(({seat} - f.{anchor} - {skipped} + c.seats) % c.seats AS TINYINT) AS position",
            "c.seats AS n_seats",
            f"c.strategy_{seat} AS strategy",
            *selected((column for column in columns if column.per_seat), seat),
            *(column.format(seat=seat) for column in more),
        ]
        branches.append(
            f"SELECT {', '.join(chosen)} FROM {table} f JOIN cells c ON c.cell = f.cell "
            f"WHERE c.seats > {seat}"
        )
    return "\nUNION ALL ".join(branches)


def selected(columns: Iterable[Column], seat: int) -> list[str]:
    """Columns as the views show them."""
    return [
        f"{decoded(f'f.{column.fields(seat + 1)[-1]}', column)} AS {column.name}"
        for column in columns
    ]


def create(game: Game) -> list[str]:
    """The statements that make the views."""
    return [
        f"CREATE VIEW seats AS {seats(game)}",
        f"CREATE VIEW match_seats AS {match_seats(game)}",
    ]


def view_columns(game: Game) -> dict[str, list[Column]]:
    """What each view shows, for the documentation."""
    place = [
        Column("contest", "u4", "id", "rule set and line-up"),
        Column("seat", "i1", "seat", "whose row this is"),
        Column("n_seats", "u1", "count", "seats at the table"),
        Column("strategy", "text", "name", "who sat there"),
    ]
    left = "" if game.role == "starter" else "'s left"
    at_deal = Column("position", "i1", "seats", f"distance from the {game.role}{left} (0)")
    at_start = Column("position", "i1", "seats", f"distance from the first {game.role}{left} (0)")
    share = Column("win_share", "f8", "share", "won, divided among the sides that won")
    made = [
        Column(
            "off", "i1", "tricks", "taken above the bid, below if negative; of partners together"
        ),
        Column("made", "i1", "0/1", "whether the bid was met exactly, by partners together"),
    ]
    hand = [*HAND_ID_COLUMNS, *HAND_COLUMNS, *game.hand_columns]
    match = [*ID_COLUMNS, *MATCH_COLUMNS, *game.match_columns]
    return {
        "seats": [*place, at_deal, *hand, *(made if game.bids else [])],
        "match_seats": [*place, at_start, *match, share],
    }
