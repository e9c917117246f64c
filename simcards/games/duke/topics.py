"""What a report on Duke tells of its own: last cards, counters and passes, the start, many tens."""

from simcards.games.duke.rules import HAND_SIZES, MOST_SEATS
from simcards.topics import POINTS, Breakdown, Rate, Topic

WON = "winner = seat"  # the seat placed the last card, or had the hand that won without
WITH_SIDE = "CASE n_seats WHEN 4 THEN winner % 2 = seat % 2 ELSE winner = seat END"  # R2
A_HAND = "seat = CASE winner WHEN 0 THEN 1 ELSE 0 END"  # one row a hand, of one who did not win it
# R9: of the two seats' cards one less was laid than two a turn.
LONE = f'n_seats = 2 AND centre_cards + {2 * HAND_SIZES[2]} - "left" = 2 * turns - 1'
MAY_ASK = "(SELECT cell FROM cells WHERE rule_demoralise = 'usual')"  # R7
SEATS = {"table": "n_seats || ' seats'"}  # each number of seats is a game of its own
BY_STRATEGY = {**SEATS, "strategy": "strategy"}
SAME = " AND ".join(
    f"coalesce(strategy_{seat}, strategy_0) = strategy_0" for seat in range(1, MOST_SEATS)
)
IN_MIRROR = f"contest IN (SELECT contest FROM cells WHERE {SAME})"  # one strategy in every seat
PLACE = "CASE position WHEN 0 THEN 'starter' ELSE position || ' after' END"

FINISHING = Topic(
    key="finishing",
    title="Last cards",
    breakdowns=(
        Breakdown(
            title="How hands end",
            keys=SEATS,
            where=f"{A_HAND} AND turns > 0",
            rates=(
                Rate("on a lead", "outcome = 'last_card' AND from_lead = 1"),
                Rate("with doubled points", "doubled"),
                Rate("with a lone attack", f"outcome = 'last_card' AND {LONE}"),
                Rate("void", "outcome = 'void'"),
            ),
            says="with {table} {on a lead} of the hands end on a lead, and {with doubled points} "
            "with doubled points",
        ),
        Breakdown(
            title="Hands by the last card",
            keys={**SEATS, "last card": "card"},
            where=f"{WON} AND card != 'none'",
            rates=(
                Rate("share of hands", "1", of=1),
                Rate("laid on a lead", "from_lead"),
                Rate("doubled", "doubled"),
                Rate("points", "score", unit=POINTS),
            ),
            charted=("share of hands", "doubled"),
        ),
        Breakdown(
            title="Hands won by strategy",
            keys=BY_STRATEGY,
            where="winner >= 0",
            rates=(
                Rate("finishes", WON),
                Rate("wins on a lead", f"{WON} AND from_lead = 1", WON),
                Rate("wins doubled", f"{WON} AND doubled = 1", WON, matters=0.01, by_seats=True),
                Rate(
                    "points of a hand won",
                    f"CASE WHEN {WON} THEN score END",
                    WON,
                    POINTS,
                    None,
                    0.1,
                ),
            ),
        ),
    ),
    notes=(
        "A hand is doubled when its last two cards are alike and the first was laid face down on a "
        "lead (R6); finishing on a counter never doubles.",
        "Only with two seats a leader may be left without a defence card: he attacks alone, or the "
        "hand is void (R9).",
    ),
)

COUNTERS = Topic(
    key="counters",
    title="Counters and passes",
    breakdowns=(
        Breakdown(
            title="Attacks, counters and passes by strategy",
            keys=BY_STRATEGY,
            where="winner >= 0 AND turns > 0",
            rates=(
                Rate("own attacks", "attacks", unit="a hand"),
                Rate("own attacks after a counter", "countered", "attacks"),
                Rate("countered when asked", "countered", "countered + passed"),
                Rate(
                    "cards left unless it finishes",
                    f'CASE WHEN NOT {WON} THEN "left" END',
                    f"NOT {WON}",
                    "cards",
                ),
            ),
        ),
        Breakdown(
            title="A hand of cards",
            keys=SEATS,
            where=f"{A_HAND} AND turns > 0",
            rates=(
                Rate("attacks of all seats", "turns", unit="a hand"),
                Rate("attacks after a counter", "counters", "turns", matters=0.01, by_seats=True),
                Rate("passes of all seats", "passes", unit="a hand"),
                Rate("counters by a Duke of another kind", "duke_counters", "counters"),
                Rate(
                    "hands with a Duke attack before the end",
                    "duke_attacks > 0",
                    matters=0.01,
                    by_seats=True,
                ),
                Rate("cards from the centre", "centre_cards", unit="a hand"),
            ),
            says="with {table} {attacks after a counter} of the attacks come after a counter",
        ),
    ),
    notes=(
        "A seat is asked about an attack whether or not it has a card to counter it. Only two "
        "seats have a centre (R9).",
    ),
)

START = Topic(
    key="start",
    title="Who starts",
    breakdowns=(
        Breakdown(
            title="Hands by distance from their starter",
            keys={**SEATS, "seat": PLACE},
            order=("starter",),
            where=f"winner >= 0 AND {IN_MIRROR}",
            rates=(
                Rate("finishes", WON),
                Rate("wins with its side", WITH_SIDE),
                Rate("points a hand", "score", unit=POINTS),
            ),
            charted=("finishes", "points a hand"),
        ),
        Breakdown(
            title="Matches by distance from their first starter",
            view="match_seats",
            keys={**SEATS, "seat": PLACE},
            order=("starter",),
            where=IN_MIRROR,
            rates=(
                Rate("matches won", "win_share"),
                Rate("hands won with its side", "hands_won", "hands - annulled - void"),
            ),
            charted=("matches won",),
            note="Partners win a match together: it counts for each of them.",
        ),
        Breakdown(
            title="The starter against all others",
            keys=SEATS,
            where=f"winner >= 0 AND position = 0 AND {IN_MIRROR}",
            rates=(Rate("hands finished by their starter", WON, matters=0.01, by_seats=True),),
            says="with {table} {hands finished by their starter} of the hands are finished "
            "by their starter",
        ),
    ),
    notes=(
        "Mirror line-ups only (one strategy in every seat): in others strength and place mix, all "
        "the more where the winner of a hand starts the next.",
    ),
)

TENS = Topic(
    key="tens",
    title="Démoralisé",
    breakdowns=(
        Breakdown(
            title="Holders of five tens who may ask, by strategy",
            where=f"n_seats = 4 AND tens >= 5 AND outcome IN ('last_card', 'annulled') "
            f"AND cell IN {MAY_ASK}",
            rates=(
                Rate("ask for a new deal", "asked"),
                Rate("deal annulled when asked", "asked = 1 AND annulled = 1", "asked"),
                Rate("hand won with its side when played", WITH_SIDE, "annulled = 0"),
            ),
            says="{strategy} asks in {ask for a new deal} of the deals that give it five tens "
            "and leave it the choice",
        ),
        Breakdown(
            title="Deals",
            keys=SEATS,
            where=f"{A_HAND} AND n_seats = 4",
            rates=(
                Rate("deals with a request", "requests > 0"),
                Rate("deals annulled", "annulled", matters=0.01, by_seats=True),
                Rate(
                    "won by tens alone",
                    "outcome IN ('six_tens', 'seven_tens', 'eight_tens', 'partners')",
                    matters=0.005,
                    by_seats=True,
                ),
            ),
            says="{deals annulled} of the deals are annulled",
        ),
    ),
    notes=(
        "Only four seats ask (R7), and holders have a choice under the usual rule alone: else they "
        "must ask, may not, or the deal is annulled without a request. One deal in six has a "
        "holder, one in three thousand has two.",
        "An annulled deal is a hand of the records, without points (R2, R7): it counts among the "
        "hands of a match and in points a hand wherever all games tell of these. The tables on "
        "last cards, counters and who starts leave it out.",
    ),
)

TOPICS = (FINISHING, COUNTERS, START, TENS)
