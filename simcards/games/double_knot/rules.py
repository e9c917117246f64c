"""Rules and options of Double Knot, and the columns of its records."""

from dataclasses import dataclass, fields

from simcards.errors import ConfigError, shown
from simcards.options import option
from simcards.records import Column

PLAYER_COUNTS = (3, 4, 5)
DECKS = ("extended", "basic")  # R1
SCORINGS = ("standard", "special")  # R7, R8
TARGETS = {3: 15, 4: 18, 5: 20}  # R10: points that end a match, by seats
HAND_SIZES = {(3, "extended"): 15, (4, "extended"): 11, (5, "extended"): 9}  # R2
HAND_SIZES |= {(3, "basic"): 12, (4, "basic"): 9}
BASIC_CARDS = 36
TEAM_SEATS = 4  # R9

HAND_LIMIT = 1000  # a match this long is capped (R10, Decisions)


@dataclass(frozen=True)
class Rules:
    """One rule set. Every number in the scoring is an option with the document's value."""

    players: int = option(4, "seats at the table (R2)", low=3, high=5)
    deck: str = option("extended", "with or without Pawns, Courts and the Excuse", choices=DECKS)
    scoring: str = option("standard", "whether zero and all are special (R8)", choices=SCORINGS)
    teams: bool = option(False, "partners opposite, with 4 seats (R9)", choices=(False, True))
    target: int = option(
        0, "points that end a match (R10); 0: 15, 18 or 20 for 3, 4 or 5 seats", high=10_000
    )
    made_points: int = option(1, "points for a bid made (R7)", high=100)
    miss_points: int = option(1, "points more for each opponent who missed (R7)", high=100)
    near_points: int = option(1, "points for missing by one trick (R7)", high=100)
    special_points: int = option(4, "points for zero or all made, in special (R8)", high=100)

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt out (R2), or has no effect (R8, R9)."""
        if (self.players, self.deck) not in HAND_SIZES:
            raise ConfigError(
                f"deck = {shown(self.deck)} goes with 3 or 4 players only: its {BASIC_CARDS} cards "
                f"cannot be dealt out evenly to {self.players}. Use deck = 'extended'."
            )
        if self.teams and self.players != TEAM_SEATS:
            raise ConfigError(
                f"teams = true goes with players = {TEAM_SEATS} only; players is {self.players}. "
                f"Leave teams out, or set players = {TEAM_SEATS}."
            )
        special = {item.name: item.default for item in fields(self)}["special_points"]
        if self.special_points != special and self.scoring != "special":
            raise ConfigError(
                f"special_points = {self.special_points} goes with scoring 'special' only; "
                f"scoring is {shown(self.scoring)}. Leave special_points out, or change scoring."
            )

    @property
    def usual_hands(self) -> int:
        """Bots that bid with sense end nearly all matches in fewer (R10)."""
        return 10 + 2 * (self.target or TARGETS[self.players])

    @property
    def sides(self) -> tuple[int, ...]:
        """R9: who scores together, each side named by its lowest seat."""
        return (0, 1, 0, 1) if self.teams else tuple(range(self.players))


def variant_name(players: int, deck: str, teams: bool, scoring: str) -> str:
    """As `4p-basic-teams-special`."""
    return "-".join([f"{players}p", deck, *(["teams"] if teams else []), scoring])


VARIANTS = {
    variant_name(players, deck, teams, scoring): {
        "players": players,
        "deck": deck,
        "teams": teams,
        "scoring": scoring,
    }
    for players in PLAYER_COUNTS
    for deck in DECKS
    for teams in (False, True)
    for scoring in SCORINGS
    if (players, deck) in HAND_SIZES and (players == TEAM_SEATS or not teams)
}

HAND_COLUMNS = (
    Column("tricks", "i1", "tricks", "tricks of the hand, the cards dealt to a seat"),
    Column("excess", "i1", "tricks", "sum of all bids less the tricks there are"),
    Column("makers", "i1", "count", "how many seats made their bid, partners together (R9)"),
    Column("extra", "i1", "0/1", "whether played only because the lead was shared (R10)"),
    Column("trumped", "i1", "tricks", "tricks taken by a trump"),
    Column("excuse", "i1", "seat", "who was dealt the Excuse; -1 where there is none"),
    Column("excuse_led", "i1", "0/1", "whether the Excuse was led"),
    Column("bid", "i1", "tricks", "tricks bid", per_seat=True),
    Column("taken", "i1", "tricks", "tricks taken", per_seat=True),
    Column("points_made", "i2", "points", "part of the score: bid made (R7)", per_seat=True),
    Column("points_misses", "i2", "points", "part of the score: opponents who missed (R7)", True),
    Column("points_near", "i2", "points", "part of the score: missed by one (R7)", per_seat=True),
    Column("points_special", "i2", "points", "part of the score: zero or all made (R8)", True),
)

MATCH_COLUMNS = (
    Column("extra_hands", "u2", "count", "hands played because the lead was shared (R10)"),
)
