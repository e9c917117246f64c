"""Rules and options of Ninety-Nine, and the columns of its records.

A suit's number is its bid value and the trump after that many seats made their bid.
"""

from dataclasses import dataclass, fields
from enum import IntEnum

from simcards.errors import ConfigError, shown
from simcards.options import option
from simcards.records import Column

SEATS = 3
N_TRICKS = 9
N_BURIED = 3  # cards of a bid


class Suit(IntEnum):
    """R3: a card's suit is worth its number in a bid. NO_TRUMP is a trump only."""

    DIAMONDS = 0
    SPADES = 1
    HEARTS = 2
    CLUBS = 3
    NO_TRUMP = 4


class Level(IntEnum):
    """R4: what a seat asks for along with its bid."""

    NONE = 0
    DECLARE = 1
    REVEAL = 2


TRUMP_MODES = ("standard", "junk", "junk_nt")  # R2
END_MODES = ("3_bonus", "3_plain", "first_to_3", "9_hands")  # R8
ROUND_WINS = ("most_points", "reach_100")  # R8

# The end modes in which an option has an effect; without an entry, in all.
ONLY_IN = {
    "round_win": ("first_to_3",),
    "manche_target": ("3_bonus", "3_plain", "first_to_3"),
    "manches": ("3_bonus", "3_plain", "first_to_3"),
    "manche_bonus_one": ("3_bonus",),
    "manche_bonus_two": ("3_bonus",),
    "manche_bonus_three": ("3_bonus",),
    "hands": ("9_hands",),
}

HAND_LIMIT = 1000  # a match this long is capped; which options can get there: R8, Decisions


@dataclass(frozen=True)
class Rules:
    """One rule set. Every number in the scoring is an option with the document's value."""

    trump_mode: str = option("standard", "what decides the trump (R2)", choices=TRUMP_MODES)
    end_mode: str = option("3_bonus", "when a match ends (R8)", choices=END_MODES)
    round_win: str = option(
        "most_points", "who wins a manche, with first_to_3 only (R8)", choices=ROUND_WINS
    )
    trick_points: int = option(1, "points for each trick taken (R7)", high=100)
    bonus_one: int = option(30, "success bonus when one seat makes its bid (R7)")
    bonus_two: int = option(20, "success bonus for each of two who make it (R7)")
    bonus_three: int = option(10, "success bonus for each of three who make it (R7)")
    declare_points: int = option(30, "premium of a declaration (R7)")
    reveal_points: int = option(60, "premium of a revelation (R7)")
    manche_target: int = option(100, "points that end a manche (R8)", low=1, high=10_000)
    manche_bonus_one: int = option(30, "manche bonus when one seat reaches the target (R8)")
    manche_bonus_two: int = option(20, "manche bonus for each of two who reach it (R8)")
    manche_bonus_three: int = option(10, "manche bonus for each of three who reach it (R8)")
    manches: int = option(3, "manches of a match, or manche wins to win it (R8)", low=1, high=20)
    hands: int = option(9, "hands of a match in 9_hands (R8)", low=1, high=HAND_LIMIT)

    def __post_init__(self) -> None:
        """Refuse an option that is set but has no effect in its end_mode (R8)."""
        for item in fields(self):
            value, modes = getattr(self, item.name), ONLY_IN.get(item.name, END_MODES)
            if value != item.default and self.end_mode not in modes:
                raise ConfigError(
                    f"{item.name} = {shown(value)} goes with end_mode {' or '.join(modes)} only; "
                    f"end_mode is {shown(self.end_mode)}. Leave {item.name} out, or change "
                    "end_mode."
                )

    @property
    def players(self) -> int:
        """Always three."""
        return SEATS

    @property
    def fixed_hands(self) -> int | None:
        """The hands of every match, in the end mode that counts hands (R8)."""
        return self.hands if self.end_mode == "9_hands" else None


VARIANTS = {
    f"{trump_mode}-{end_mode}": {"trump_mode": trump_mode, "end_mode": end_mode}
    for trump_mode in TRUMP_MODES
    for end_mode in END_MODES
}

SUIT_CODES = {suit.value: suit.name.lower() for suit in Suit}
LEVEL_CODES = {level.value: level.name.lower() for level in Level}

HAND_COLUMNS = (
    Column("trump", "i1", "code", "trump of the hand", codes=SUIT_CODES),
    Column("turn_up", "i1", "card", "card turned up, 0..35, 36 the Joker; -1 outside standard"),
    Column("manche", "i1", "count", "manche of the match, from 0; 0 in 9_hands"),
    Column("announcer", "i1", "seat", "who declared or revealed; -1 nobody"),
    Column("level", "i1", "code", "what was announced", codes=LEVEL_CODES),
    Column("makers", "i1", "count", "how many seats made their bid"),
    Column("ends_manche", "i1", "0/1", "whether the hand ended a manche"),
    Column("bid", "i1", "tricks", "tricks bid", per_seat=True),
    Column("taken", "i1", "tricks", "tricks taken", per_seat=True),
    Column("request", "i1", "code", "announcement asked for", per_seat=True, codes=LEVEL_CODES),
    Column("buried", "u8", "cards", "the bid cards; bit 9*suit+rank, six = rank 0", per_seat=True),
    Column("points_tricks", "i2", "points", "part of the score: for tricks (R7)", per_seat=True),
    Column("points_bonus", "i2", "points", "part of the score: success bonus (R7)", per_seat=True),
    Column("points_premium", "i2", "points", "part of the score: announced (R7)", per_seat=True),
    Column("manche_bonus", "i2", "points", "for the total, beside the score (R8)", per_seat=True),
)

MATCH_COLUMNS = (
    Column("manches", "i1", "count", "manches finished"),
    Column("manche_wins", "i1", "count", "manches won", per_seat=True),
)
