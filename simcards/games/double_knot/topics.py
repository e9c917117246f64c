"""What a report on Double Knot tells of its own: the sum of the bids, zero and all, the Excuse."""

from simcards.topics import POINTS, Breakdown, Rate, Topic

MADE, SCORE = Rate("made", "made"), Rate("points a hand", "score", unit=POINTS)

BIDDING = Topic(
    key="bidding",
    title="Bidding",
    breakdowns=(
        Breakdown(
            title="Hands by the sum of their bids",
            keys={
                "bids add up to": "CASE WHEN excess > 0 THEN 'more than the tricks' "
                "WHEN excess = 0 THEN 'the tricks' ELSE 'fewer than the tricks' END"
            },
            rates=(
                Rate("share of hands", "1", of=0),
                MADE,
                Rate("over", "off > 0"),
                Rate("under", "off < 0"),
                SCORE,
                Rate("bids of zero", "bid = 0", matters=0.005),
                Rate("tricks taken by a trump", "trumped", "tricks", matters=0.01),
            ),
            order=("fewer than the tricks", "the tricks", "more than the tricks"),
            says="bids add up to {bids add up to} in {share of hands} of the hands, and {made} of "
            "them are made",
        ),
        Breakdown(
            title="Zero and all by strategy",
            keys={
                "strategy": "strategy",
                "bid": "CASE WHEN bid = 0 THEN 'zero' WHEN bid = tricks THEN 'all' "
                "ELSE 'others' END",
            },
            order=("zero", "all", "others"),
            skip=("others",),
            says="{strategy} bids {bid} in {bid in} of its hands and makes {made}",
            rates=(Rate("bid in", "1", of=1), MADE, SCORE),
        ),
    ),
    notes=(
        "Zero and all count extra in scoring special (R8), in teams only where the whole contract "
        "is zero or all (R9).",
    ),
)

EXCUSE = Topic(
    key="excuse",
    title="The Excuse",
    breakdowns=(
        Breakdown(
            title="What strategies do with the Excuse",
            keys={
                "strategy": "strategy",
                "Excuse": "CASE WHEN excuse = seat AND excuse_led = 1 THEN 'leads it' "
                "WHEN excuse = seat THEN 'throws it off' END",
            },
            rates=(Rate("share of its hands", "1", of=1), MADE, SCORE),
            says="{strategy} {Excuse} in {share of its hands} of the hands it is dealt it in",
        ),
    ),
    notes=("Only the extended deck with three or five seats has it (R1).",),
)

TOPICS = (BIDDING, EXCUSE)
