"""Rules and options of Caravan, and the columns of its records."""

from dataclasses import dataclass
from enum import IntEnum

from simcards.options import option
from simcards.records import Column

SEATS = 2
ROUTES = 3  # of each seat; route i faces route i: pair i


class Kind(IntEnum):
    """R1: what a card is. All but the number cards are face cards."""

    NUMBER = 0
    JACK = 1
    QUEEN = 2
    KING = 3
    JOKER = 4


class Reason(IntEnum):
    """R10: how a match ended."""

    SALE = 0  # all three pairs are sold
    QUICK_SALE = 1  # two pairs are, under that variant
    OUT_OF_CARDS = 2  # the seat that moved has none left


def toggle(doc: str) -> bool:
    """One of the twelve variants, on or off."""
    on_or_off: bool = option(False, doc, choices=(False, True))
    return on_or_off


@dataclass(frozen=True)
class Rules:
    """One rule set: twelve variants, each on or off, all combinations allowed."""

    queens_everywhere: bool = toggle(
        "a Queen may be laid on any number card, not only a last one (R7)"
    )
    additive_kings: bool = toggle("each King adds the card's rank instead of doubling (R6)")
    founding_suit: bool = toggle("a route has the suit of its first card, not its last (R6)")
    unlimited_faces: bool = toggle("a number card bears any number of face cards, not three (R7)")
    quick_sale: bool = toggle("whoever sells two pairs wins at once (R10)")
    reshuffle: bool = toggle("an empty draw pile is made anew of the discards, twice (R4)")
    short_deck: bool = toggle("each plays with a random 30 of his cards (R2)")
    double_deck: bool = toggle("each plays with two full decks (R2)")
    queens_shield: bool = toggle("a Queen guards her card against a Joker on an Ace (R7)")
    course_held: bool = toggle("a removal that leaves two equal cards keeps the direction (R6)")
    new_hand: bool = toggle("a first hand with fewer than three number cards is dealt anew (R2)")
    protected_joker: bool = toggle("a Joker removes nothing from its own route (R7)")

    @property
    def players(self) -> int:
        """Always two."""
        return SEATS

    @property
    def fixed_hands(self) -> int:
        """A match is one hand (R10)."""
        return 1

    @property
    def can_share(self) -> bool:
        """No match has two winners (R10)."""
        return False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What whoever plays or reads this should know: two variants that speak of one deck."""
        if self.short_deck and self.double_deck:
            return (
                "short_deck and double_deck contradict each other on the deck; each seat plays "
                "with a random 30 of the 108 cards of two decks (R2, Decisions)",
            )
        return ()


VARIANTS: dict[str, dict[str, bool]] = {
    "standard": {},
    **{name: {name: True} for name in Rules.__dataclass_fields__},
}

REASON_CODES = {reason.value: reason.name.lower() for reason in Reason}
LAID = ("numbers", "jacks", "queens", "kings", "jokers")  # columns, in the order of Kind


def per_seat(name: str, dtype: str, unit: str, doc: str) -> Column:
    """A column with one value a seat."""
    return Column(name, dtype, unit, doc, per_seat=True)


HAND_COLUMNS = (
    Column("reason", "i1", "code", "how it ended (R10)", codes=REASON_CODES),
    Column("winner", "i1", "seat", "who won"),
    Column(
        "lead_changes", "u2", "count", "how often the lead in pairs sold went to the other seat"
    ),
    Column("sale_changes", "u2", "count", "how often a pair got another seller, nobody included"),
    *(
        Column(f"seller_{pair}", "i1", "seat", f"who sells pair {pair} at the end; -1 nobody (R9)")
        for pair in range(ROUTES)
    ),
    per_seat("turns", "u2", "count", "actions of the seat"),
    *(
        per_seat(name, "u2", "cards", f"{name.replace('numbers', 'number cards')} played")
        for name in LAID
    ),
    per_seat("discards", "u2", "cards", "cards discarded, in the opening too (R3, R4)"),
    per_seat("opening_discards", "u1", "cards", "of these, those of the opening, all forced (R3)"),
    per_seat("disbands", "u2", "count", "own routes disbanded"),
    per_seat("removed", "u2", "cards", "number cards its Jacks and Jokers took from the opponent"),
    per_seat("removed_own", "u2", "cards", "number cards they took from its own routes"),
    per_seat("disbanded", "u2", "cards", "number cards on the routes it disbanded"),
    per_seat("reshuffles", "u1", "count", "draw piles made anew of the discards"),
    per_seat("new_hands", "u1", "count", "first hands shown and dealt anew"),
    per_seat("held", "u1", "cards", "cards in hand at the end"),
    per_seat("pile", "u1", "cards", "cards in the draw pile at the end"),
    *(
        per_seat(f"value_{route}", "i4", "points", f"value of route {route} at the end (R6)")
        for route in range(ROUTES)
    ),
    per_seat("pairs", "i1", "pairs", "pairs sold at the end (R9)"),
    per_seat("most_pairs", "i1", "pairs", "the most pairs sold at any time"),
    per_seat("ahead", "u2", "actions", "actions after which the seat sold more pairs"),
    per_seat("points_win", "i2", "points", "part of the score: 1 for the win (R10)"),
)
MATCH_COLUMNS: tuple[Column, ...] = ()
