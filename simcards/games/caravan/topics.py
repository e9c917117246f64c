"""What a report on Caravan tells of its own: turns, what is played, and how matches are won."""

from simcards.games.caravan.rules import LAID, ROUTES
from simcards.topics import CARDS, POINTS, Breakdown, Rate, Topic

ONE_A_MATCH = "seat = 0"  # of the two rows of a match
VALUES = tuple(f"value_{route}" for route in range(ROUTES))
RESULT = {"strategy": "strategy", "result": "CASE WHEN winner = seat THEN 'won' ELSE 'lost' END"}


def routes(condition: str) -> str:
    """How many of a seat's routes have a value of this kind."""
    tests = (f"CAST({value} {condition} AS INTEGER)" for value in VALUES)
    return f"({' + '.join(tests)})"


ONE_SELLS = "seller_0 <> -1 AND seller_0 = seller_1 AND seller_1 = seller_2"
THEIRS = " + ".join(f"CAST(seller_{pair} = 1 - seat AS INTEGER)" for pair in range(ROUTES))
IN_RANGE = routes("BETWEEN 21 AND 26")
ENDS = ("all pairs sold", "two pairs sold", "no card left")  # by reason

COURSE = Topic(
    key="course",
    title="Course of a match",
    breakdowns=(
        Breakdown(
            title="Matches by how they ended",
            keys={
                "ended with": f"CASE reason WHEN 'sale' THEN '{ENDS[0]}' "
                f"WHEN 'quick_sale' THEN '{ENDS[1]}' WHEN 'out_of_cards' THEN '{ENDS[2]}' END"
            },
            order=ENDS,
            where=ONE_A_MATCH,
            rates=(
                Rate("share of matches", "1", of=0),
                Rate("turns a match", "decisions", unit="turns", matters=0.5),
                Rate("starter wins", "winner = dealer"),
                Rate("lead changes", "lead_changes", unit="changes", matters=0.1),
                Rate("changes of a seller", "sale_changes", unit="changes"),
            ),
            says="{share of matches} of the matches end with {ended with}, after {turns a match}",
            note="Turns of both seats. Two pairs sold end a match with quick_sale only; without a "
            "card, who has to play loses. The lead is in pairs sold; a seller changes when a pair "
            "is sold by another seat than before, nobody included.",
        ),
        Breakdown(
            title="Matches by their length",
            keys={
                "turns": "CASE WHEN decisions < 20 THEN '0 to 19' WHEN decisions < 40 "
                "THEN '20 to 39' WHEN decisions < 60 THEN '40 to 59' WHEN decisions < 80 "
                "THEN '60 to 79' WHEN decisions < 100 THEN '80 to 99' ELSE 'a hundred or more' END"
            },
            where=ONE_A_MATCH,
            rates=(
                Rate("share of matches", "1", of=0),
                Rate("starter wins", "winner = dealer"),
                Rate("lead changes", "lead_changes", unit="changes"),
                Rate("out of cards", "reason = 'out_of_cards'", matters=0.01),
                Rate("all pairs to one seat", ONE_SELLS, matters=0.02),
            ),
        ),
    ),
    notes=("No match of Caravan is drawn, and none is without end (R10, R11).",),
)

PLAY = Topic(
    key="play",
    title="What is played",
    breakdowns=(
        Breakdown(
            title="Cards laid by a seat in a match",
            keys=RESULT,
            rates=(
                Rate("number cards", "numbers", unit="number cards"),
                *(
                    Rate(kind.capitalize(), kind, unit=kind.capitalize(), matters=0.1)
                    for kind in LAID[1:]
                ),
            ),
            says="where {strategy} {result}, it lays {number cards}, {Jacks} and {Kings}",
        ),
        Breakdown(
            title="Other turns of a seat in a match",
            keys=RESULT,
            rates=(
                Rate("discards", "discards", unit=CARDS, matters=0.1),
                Rate("routes disbanded", "disbands", unit="routes", matters=0.1),
                Rate("reshuffles", "reshuffles", unit="reshuffles"),
                Rate("left in hand and pile", "held + pile", unit=CARDS),
            ),
        ),
        Breakdown(
            title="Number cards taken off the table by a seat in a match",
            keys=RESULT,
            rates=(
                Rate("taken from the opponent", "removed", unit=CARDS, matters=0.1),
                Rate("taken from own routes", "removed_own", unit=CARDS),
                Rate("lost with routes disbanded", "disbanded", unit=CARDS),
                Rate(
                    "taken by each Jack or Joker", "removed + removed_own", "jacks + jokers", CARDS
                ),
            ),
            note="By Jacks and Jokers, and with routes that were disbanded.",
        ),
    ),
)

SALES = Topic(
    key="sales",
    title="Routes and sales",
    breakdowns=(
        Breakdown(
            title="Pairs sold by a seat",
            keys=RESULT,
            rates=(
                Rate("pairs at the end", "pairs", unit="pairs"),
                Rate("most pairs at any time", "most_pairs", unit="pairs"),
                Rate("turns ahead", "ahead", "decisions"),
            ),
            note="Turns ahead: those after which it sold more pairs.",
        ),
        Breakdown(
            title="Routes at the end",
            keys=RESULT,
            rates=(
                Rate("routes in range", IN_RANGE, str(ROUTES)),
                Rate("routes short of it", routes("< 21"), str(ROUTES)),
                Rate("routes beyond it", routes("> 26"), str(ROUTES), matters=0.01),
                Rate("value of a route", " + ".join(VALUES), str(ROUTES), POINTS),
            ),
            says="where {strategy} {result}, {routes in range} of its routes are in range",
            note="In range is 21 to 26 (R9).",
        ),
        Breakdown(
            title="Routes in range at the end, by value",
            keys=RESULT,
            rates=tuple(Rate(f"at {v}", routes(f"= {v}"), IN_RANGE) for v in range(21, 27)),
        ),
        Breakdown(
            title="Wins by pairs sold",
            keys={
                "won by": "CASE WHEN reason = 'out_of_cards' THEN 'the other has no card left' "
                "WHEN winner = seat THEN pairs || ' pairs to ' || ("
                f"{THEIRS}) END"
            },
            where="winner = seat",
            rates=(
                Rate("share of wins", "1", of=0),
                Rate("turns a match", "decisions", unit="turns"),
                Rate("lead changes", "lead_changes", unit="changes"),
            ),
            says="{share of wins} of the wins are by {won by}",
        ),
    ),
)

TOPICS = (COURSE, PLAY, SALES)
