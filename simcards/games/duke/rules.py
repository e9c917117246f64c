"""Rules and options of Duke, its table of cards, and the columns of its records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any

from simcards.errors import ConfigError, shown
from simcards.options import option
from simcards.records import Column


@dataclass(frozen=True)
class Kind:
    """R1: a kind of card. Its copies are alike; a Duke does not counter a shield."""

    letter: str
    name: str
    copies: int
    shield: bool
    points: int


# R1: the one table of cards, with the table of R1 in the rules' text; all else follows from it. A
# name changes with its option of Rules, `value_...`; the Duke stays the first and the ten the last.
KINDS = (
    Kind("D", "duke", 2, False, 5),
    Kind("A", "two A", 2, False, 4),
    Kind("B", "two B", 2, False, 4),
    Kind("Y", "yellow four", 4, False, 3),
    Kind("U", "blue four", 4, False, 3),
    Kind("O", "four O", 4, False, 2),
    Kind("V", "violet four", 4, True, 2),
    Kind("T", "ten", 10, True, 1),
)
N_KINDS = len(KINDS)
LETTERS = "".join(kind.letter for kind in KINDS)
POINTS = {kind.letter: kind.points for kind in KINDS}

MOST_SEATS = 4
HAND_SIZES = {2: 8, 3: 10, 4: 8}  # R3
N_ASIDE = 2  # R8: set aside with three seats
N_PILES = 8  # R9: in the centre with two seats
MANY_TENS = 5  # R7: from here on a holder may ask for a new deal

DEMORALISE = ("usual", "partner", "mandatory", "off", "forced")  # R7
SPECIAL_HANDS = ("none", "goita")  # R7
DUKE_ATTACK = ("duke", "goita", "goita_own")  # R5
NEXT_FIRST = ("rotate", "winner")  # R2
DOUBLE = ("hidden", "off")  # R6
STUCK_LEAD = ("attack", "void")  # R9
REVEAL_AT_END = ("card", "all")  # R10
ON_OFF = (False, True)

# The same as compiled code has them: by place.
MANDATORY, OFF, FORCED = map(DEMORALISE.index, ("mandatory", "off", "forced"))
LITERAL, GOITA, GOITA_OWN = range(len(DUKE_ATTACK))
GOITA_HANDS = SPECIAL_HANDS.index("goita")

# The numbers of seats at which an option has an effect; without an entry, any.
SEATS_OF = {
    "demoralise": (4,),
    "special_hands": (4,),
    "centre_double": (2,),
    "stuck_lead": (2,),
    "aside_peek": (3,),
}
HAND_LIMIT = 1000  # a match of this many deals is capped (R2, Decisions)
EMPTY_LIMIT = 100  # and so is one in which so many deals were annulled or void


class Phase(IntEnum):
    """What the seat to act is asked for."""

    LEAD = 0  # a defence card, face down (R4)
    RESPOND = 1  # a defence card, face up, or a pass (R4)
    ATTACK = 2  # an attack card (R4)
    ASK = 3  # whether to ask for a new deal (R7)
    ANSWER = 4  # whether the partner's deal is annulled (R7)
    OVER = 5


class Outcome(IntEnum):
    """How a hand ended."""

    LAST_CARD = 0  # somebody placed the last card of his hand (R6)
    ANNULLED = 1  # the deal was void (R7)
    VOID = 2  # a leader was stuck (R9, `stuck_lead = "void"`)
    SIX_TENS = 3  # R7, special hands, these and the following
    SEVEN_TENS = 4
    EIGHT_TENS = 5
    PARTNERS = 6  # five tens each


@dataclass(frozen=True)
class Rules:
    """One rule set. Every number in the scoring is an option with the usual value."""

    players: int = option(4, "seats at the table (R2)", low=2, high=MOST_SEATS)
    target: int = option(15, "points that win a match (R2)", low=1, high=10_000)
    rounds: int = option(0, "hands of a match; 0 plays to the target (R2)", high=900)
    next_first: str = option("rotate", "who starts the next hand (R2)", choices=NEXT_FIRST)
    duke_attack: str = option("duke", "when a Duke may attack (R5)", choices=DUKE_ATTACK)
    double: str = option("hidden", "whether an identical hidden card doubles (R6)", choices=DOUBLE)
    demoralise: str = option(
        "usual",
        "a new deal for five tens; usual is partner with four seats, else off (R7)",
        choices=DEMORALISE,
    )
    special_hands: str = option(
        "none", "whether six tens, or five with both partners, win (R7)", choices=SPECIAL_HANDS
    )
    aside_peek: bool = option(True, "whether two seats see a card set aside (R8)", choices=ON_OFF)
    centre_double: bool = option(True, "whether one from the centre doubles (R9)", choices=ON_OFF)
    stuck_lead: str = option("attack", "a lead without any defence card (R9)", choices=STUCK_LEAD)
    reveal_at_end: str = option(
        "card", "what is shown after a hand: a doubling card, or all (R10)", choices=REVEAL_AT_END
    )
    value_duke: int = option(POINTS["D"], "points of a Duke (R1)", high=100)
    value_two_a: int = option(POINTS["A"], "points of a two A (R1)", high=100)
    value_two_b: int = option(POINTS["B"], "points of a two B (R1)", high=100)
    value_yellow_four: int = option(POINTS["Y"], "points of a yellow four (R1)", high=100)
    value_blue_four: int = option(POINTS["U"], "points of a blue four (R1)", high=100)
    value_four_o: int = option(POINTS["O"], "points of a four O (R1)", high=100)
    value_violet_four: int = option(POINTS["V"], "points of a violet four (R1)", high=100)
    value_ten: int = option(POINTS["T"], "points of a ten (R1)", high=100)
    double_factor: int = option(2, "what doubling multiplies by (R6)", low=1, high=10)
    special_factor: int = option(2, "the same for six or seven tens (R7)", low=1, high=10)
    eight_tens: int = option(10, "points for eight tens (R7)", low=1)

    def __post_init__(self) -> None:
        """Keep what is usual as such; refuse what has no effect, and a match that would not end."""
        if self.demoralise == ("partner" if self.players == MOST_SEATS else "off"):
            object.__setattr__(self, "demoralise", DEFAULTS["demoralise"])
        for name, seats in SEATS_OF.items():
            if self.players not in seats and getattr(self, name) != DEFAULTS[name]:
                raise ConfigError(
                    f"{name} = {shown(getattr(self, name))} goes with players = {seats[0]} only; "
                    f"players is {self.players}. Leave {name} out, or change players."
                )
        for name, needs, why in NEEDS:
            if getattr(self, name) != DEFAULTS[name] and not needs(self):
                raise ConfigError(
                    f"{name} = {shown(getattr(self, name))} {why}. "
                    f"Leave {name} out, or change that."
                )
        if not self.rounds and not any(self.values):
            raise ConfigError(
                "all value_* options are 0: no hand brings points, and none ends a match to "
                "the target. Give one kind of card points, or set rounds."
            )

    @property
    def sides(self) -> tuple[int, ...]:
        """R2: with four seats partners sit opposite each other."""
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))

    @property
    def values(self) -> tuple[int, ...]:
        """R1: the points of each kind."""
        return tuple(getattr(self, value_option(kind)) for kind in KINDS)

    @property
    def annuls(self) -> bool:
        """R7: whether a deal can be annulled."""
        return self.players == MOST_SEATS and self.demoralise != "off"

    @property
    def can_share(self) -> bool:
        """A target is reached by one side alone, whose hand it was (R2)."""
        return self.rounds > 0

    @property
    def fixed_hands(self) -> int | None:
        """The hands of every match, where they are counted and no deal can be annulled."""
        return self.rounds if self.rounds and not self.annuls else None

    @property
    def usual_hands(self) -> int:
        """Deals that hardly any match has more of: twice what random bots need, a third void."""
        if self.rounds:
            return self.rounds + self.rounds // 3 + 1
        return max((len(set(self.sides)) + 1) * self.target * 2 // 5, 4)


def value_option(kind: Kind) -> str:
    """The option that sets the points of a kind."""
    return f"value_{kind.name.lower().replace(' ', '_')}"


DEFAULTS = {item.name: item.default for item in fields(Rules)}

# An option that has an effect only beside another: name, whether it has, and what is missing.
Needs = tuple[str, Callable[[Rules], bool], str]
NEEDS: tuple[Needs, ...] = (
    (
        "target",
        lambda rules: not rules.rounds or rules.special_hands == "goita",
        "has no effect when rounds are counted (unless special_hands is 'goita')",
    ),
    ("centre_double", lambda rules: rules.double != "off", "has no effect with double = 'off'"),
    ("double_factor", lambda rules: rules.double != "off", "has no effect with double = 'off'"),
    (
        "special_factor",
        lambda rules: rules.special_hands == "goita",
        "goes with special_hands = 'goita' only",
    ),
    (
        "eight_tens",
        lambda rules: rules.special_hands == "goita",
        "goes with special_hands = 'goita' only",
    ),
)

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "duke": {"players": 4},
    "duke-3": {"players": 3},
    "duke-2": {"players": 2},
    "goita": {
        "players": 4,
        "demoralise": "mandatory",
        "special_hands": "goita",
        "duke_attack": "goita",
        "next_first": "winner",
    },
}

OUTCOME_CODES = {outcome.value: outcome.name.lower() for outcome in Outcome}
CARD_CODES = {-1: "none", **{number: kind.name for number, kind in enumerate(KINDS)}}

HAND_COLUMNS = (
    Column("outcome", "i1", "code", "how the hand ended", codes=OUTCOME_CODES),
    Column("winner", "i1", "seat", "who won the hand; -1 nobody (annulled or void)"),
    Column("card", "i1", "code", "last card played, which gives the points", codes=CARD_CODES),
    Column("card_value", "i2", "points", "value of that card; 0 without one"),
    Column("doubled", "i1", "0/1", "whether the last two cards doubled (R6)"),
    Column("from_lead", "i1", "0/1", "whether the winner led with his last cards"),
    Column("annulled", "i1", "0/1", "whether the deal was annulled (R7)"),
    Column("requests", "i1", "count", "holders of five tens who asked for a new deal (R7)"),
    Column("turns", "i1", "count", "attacks in the hand"),
    Column("leads", "i1", "count", "of these, from a lead"),
    Column("counters", "i1", "count", "of these, after a counter"),
    Column("duke_counters", "i1", "count", "counters of another kind with a Duke (R5)"),
    Column("duke_attacks", "i1", "count", "attacks with a Duke, the last card not among them (R5)"),
    Column("centre_cards", "i1", "count", "cards taken from the centre (R9)"),
    Column("passes", "i1", "count", "passes in the hand"),
    Column("attacks", "i1", "count", "attacks of the seat", per_seat=True),
    Column("led", "i1", "count", "leads of the seat", per_seat=True),
    Column("countered", "i1", "count", "counters of the seat", per_seat=True),
    Column("passed", "i1", "count", "passes of the seat", per_seat=True),
    Column("tens", "i1", "count", "tens dealt to the seat", per_seat=True),
    Column("asked", "i1", "0/1", "whether the seat asked for a new deal (R7)", per_seat=True),
    Column("left", "i1", "count", "cards left in hand at the end", per_seat=True),
    Column("points_card", "i2", "points", "part of the score: the last card (R6)", per_seat=True),
    Column("points_double", "i2", "points", "part of the score: doubling (R6)", per_seat=True),
    Column("points_special", "i2", "points", "part of the score: tens dealt (R7)", per_seat=True),
)

MATCH_COLUMNS = (
    Column("annulled", "i2", "count", "deals annulled"),
    Column("void", "i2", "count", "hands without a winner because a leader was stuck"),
    Column("hands_won", "i2", "count", "hands won by the seat's side", per_seat=True),
)
