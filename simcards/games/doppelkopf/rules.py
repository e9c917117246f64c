"""Rules and options of Doppelkopf, and the columns of its records."""

from dataclasses import dataclass, fields
from enum import IntEnum

from simcards.errors import ConfigError, shown
from simcards.options import option
from simcards.records import Column

SEATS = 4
N_TRICKS = 12
N_STEPS = 5  # announcements a party can make


class Type(IntEnum):
    """R4: what a hand is played as. From MARRIAGE on, those that can be named have a word."""

    NORMAL = 0
    SILENT_SOLO = 1
    MARRIAGE_SOLO = 2
    MARRIAGE = 3
    SOLO_QUEENS = 4
    SOLO_JACKS = 5
    SOLO_CLUBS = 6
    SOLO_SPADES = 7
    SOLO_HEARTS = 8
    SOLO_DIAMONDS = 9
    SOLO_ACE = 10


class Party(IntEnum):
    """R4: on whose side a seat is; UNKNOWN until it is settled, or known to all."""

    KONTRA = 0
    RE = 1
    UNKNOWN = 2


class Step(IntEnum):
    """R6: what a party has announced at most."""

    NOTHING = 0
    SAID = 1  # Re or Kontra
    NO_90 = 2
    NO_60 = 3
    NO_30 = 4
    BLACK = 5


OFF_ON = (False, True)
PRIORITIES = ("front", "far")  # R4
REVEALS = ("all", "winner")  # R4
WINDOWS = ("own_turn", "any")  # R6
SECOND_TENS = ("never", "always", "not_last")  # R3

# What an option needs to have an effect.
NEEDS = {"redeal": "tournament", "forced": "tournament", "beaten_points": "beat_bonus"}
MOST_POINTS = 100  # of one item, so that every score fits its column
LEAST_FORCED = 4  # deals of a match in which compulsory solos are forced: one a seat


@dataclass(frozen=True)
class Rules:
    """One rule set. Every number in the scoring is an option with the document's value."""

    tournament: bool = option(False, "compulsory solos, with the lead (R4, R9)", choices=OFF_ON)
    deals: int = option(24, "hands of a match (R9)", low=1)
    solo_priority: str = option("front", "which of two equal solos (R4)", choices=PRIORITIES)
    redeal: bool = option(True, "same dealer after a compulsory solo (R9)", choices=OFF_ON)
    forced: bool = option(True, "force solos that are still open at the end (R9)", choices=OFF_ON)
    reveal: str = option("all", "whose reservations become known (R4)", choices=REVEALS)
    window: str = option("own_turn", "when one may announce (R6)", choices=WINDOWS)
    jump: bool = option(False, "name a step with those below it (R6)", choices=OFF_ON)
    late_reply: bool = option(False, "answer with one card fewer (R6)", choices=OFF_ON)
    beat_bonus: bool = option(False, "points for beating a promise (R8)", choices=OFF_ON)
    second_ht: str = option("never", "second ten of hearts beats first (R3)", choices=SECOND_TENS)
    solo_specials: bool = option(False, "special points in solos (R8)", choices=OFF_ON)
    won_points: int = option(1, "for winning (R8)", high=MOST_POINTS)
    under_points: int = option(
        1, "for each of under 90, under 60, under 30 and black (R8)", high=MOST_POINTS
    )
    said_points: int = option(2, "for each of Re and Kontra announced (R8)", high=MOST_POINTS)
    promise_points: int = option(
        1, "for each of no 90, no 60, no 30 and black announced (R8)", high=MOST_POINTS
    )
    beaten_points: int = option(
        1, "for each promise beaten by 30, with beat_bonus only (R8)", high=MOST_POINTS
    )
    queens_points: int = option(1, "to Kontra for winning against Re (R8)", high=MOST_POINTS)
    doppelkopf_points: int = option(1, "for a rich trick (R8)", high=MOST_POINTS)
    doppelkopf_from: int = option(40, "card points of a rich trick (R8)", low=1, high=44)
    fox_points: int = option(1, "for an ace of diamonds caught (R8)", high=MOST_POINTS)
    charlie_points: int = option(
        1, "for the last trick with a jack of clubs (R8)", high=MOST_POINTS
    )

    def __post_init__(self) -> None:
        """Refuse an option that has no effect (R8, R9), and too few deals to force solos in."""
        for item in fields(self):
            value, needed = getattr(self, item.name), NEEDS.get(item.name)
            if needed and value != item.default and not getattr(self, needed):
                raise ConfigError(
                    f"{item.name} = {shown(value)} goes with {needed} = true only. "
                    f"Leave {item.name} out, or set {needed}."
                )
        if self.tournament and self.forced and self.deals < LEAST_FORCED:
            raise ConfigError(
                f"deals = {self.deals} is too few for four forced solos, one a seat. "
                f"Play {LEAST_FORCED} deals or more, or set forced = false."
            )

    @property
    def players(self) -> int:
        """Always four."""
        return SEATS

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know of it: an order of solos that is not that of ddv."""
        ddv = all(getattr(self, name) == value for name, value in DDV.items())
        if ddv and self.solo_priority == "far":
            return (
                "solo_priority = far is none of the ddv rules, in which the seat nearest the "
                "dealer's left comes first (R4, Decisions)",
            )
        return ()

    @property
    def fixed_hands(self) -> int:
        """The hands of every match (R9)."""
        return self.deals


TURNIER: dict[str, object] = {"tournament": True}
DDV: dict[str, object] = {
    "tournament": True,
    "reveal": "winner",
    "window": "any",
    "jump": True,
    "late_reply": True,
    "beat_bonus": True,
}
VARIANTS: dict[str, dict[str, object]] = {"bsw": {}, "turnier": TURNIER, "ddv": DDV}

# --- Records --------------------------------------------------

TYPE_CODES = {kind.value: kind.name.lower().replace("_", "-") for kind in Type}
PARTY_CODES = {Party.KONTRA.value: "kontra", Party.RE.value: "re"}
SIDE_CODES = {**PARTY_CODES, Party.UNKNOWN.value: "none"}
STEP_CODES = {0: "nothing", 1: "said", 2: "no90", 3: "no60", 4: "no30", 5: "black"}
RESERVATION_CODES = {-1: "healthy"} | {
    kind.value: kind.name.lower().removeprefix("solo_") for kind in Type if kind >= Type.MARRIAGE
}
UNASKED = -2
RESERVATION_CODES[UNASKED] = "not asked"


def said_columns(party: str) -> tuple[Column, ...]:
    """What a party announced, with how many cards each step was, and what each was worth."""
    steps = ("said", *list(STEP_CODES.values())[2:])
    return (
        Column(f"{party}_step", "i1", "code", "its highest announcement (R6)", codes=STEP_CODES),
        Column(f"{party}_late", "i1", "0/1", "whether it said it as a late reply (R6)"),
        *(
            Column(
                f"{party}_cards_{step}", "i1", "cards", f"its announcer of {step} held; 0 unsaid"
            )
            for step in steps
        ),
        *(
            Column(
                f"{party}_worth_{step}", "i2", "points", f"of the value that {step} won or lost it"
            )
            for step in steps
        ),
    )


HAND_COLUMNS = (
    Column("type", "i1", "code", "what was played (R4)", codes=TYPE_CODES),
    Column("declarer", "i1", "seat", "soloist or marriage holder; -1 in a normal game"),
    Column("leader", "i1", "seat", "who led to the first trick (R4)"),
    Column("compulsory", "i1", "0/1", "whether it was a compulsory solo (R4)"),
    Column("was_forced", "i1", "0/1", "whether that solo was forced (R9)"),
    Column("clarified", "i1", "trick", "trick that settled a marriage, 1..3; 0 none (R5)"),
    Column("re_points", "u1", "card points", "taken by Re; Kontra has the rest of 240"),
    Column("re_tricks", "i1", "tricks", "taken by Re; Kontra has the rest of 12"),
    *said_columns("re"),
    *said_columns("kontra"),
    Column("side_won", "i1", "code", "the party that won (R7)", codes=SIDE_CODES),
    Column("value", "i2", "points", "of the game for Re: the sum of all value_ columns (R8)"),
    Column("value_won", "i2", "points", "for Re: won (R8)"),
    Column("value_under_90", "i2", "points", "for Re: under 90 (R8)"),
    Column("value_under_60", "i2", "points", "for Re: under 60 (R8)"),
    Column("value_under_30", "i2", "points", "for Re: under 30 (R8)"),
    Column("value_black", "i2", "points", "for Re: no trick (R8)"),
    Column("value_said", "i2", "points", "for Re: Re and Kontra announced (R8)"),
    Column("value_promised", "i2", "points", "for Re: no 90 to black announced (R8)"),
    Column("value_beaten", "i2", "points", "for Re: promises beaten by 30 (R8)"),
    Column("value_queens", "i2", "points", "for Re: against the queens of clubs (R8)"),
    Column("value_doppelkopf", "i2", "points", "for Re: rich tricks (R8)"),
    Column("value_fox", "i2", "points", "for Re: foxes caught (R8)"),
    Column("value_charlie", "i2", "points", "for Re: the last trick with a jack of clubs (R8)"),
    Column("party", "i1", "code", "whose side the seat was on", True, PARTY_CODES),
    Column("taken", "i1", "tricks", "tricks taken", per_seat=True),
    Column("card_points", "u1", "card points", "in the tricks taken", per_seat=True),
    Column("reserved", "i1", "code", "what it reserved (R4)", True, RESERVATION_CODES),
    Column("announced", "u1", "steps", "that it said itself; bit 1 Re or Kontra .. 5 black", True),
    Column("points_game", "i2", "points", "part of the score: won and under (R8)", True),
    Column("points_announced", "i2", "points", "part of the score: announcements (R8)", True),
    Column("points_beaten", "i2", "points", "part of the score: promises beaten (R8)", True),
    Column("points_special", "i2", "points", "part of the score: special points (R8)", True),
)

MATCH_COLUMNS = (
    Column("solos", "i2", "count", "solos it declared and played", per_seat=True),
    Column("compulsory_hand", "i2", "hand", "of its compulsory solo, from 0; -1 none", True),
)
