"""What a report on Doppelkopf tells of its own: announcements, solos, the value, the parties."""

from collections.abc import Iterable

from simcards.games.doppelkopf.rules import PARTY_CODES, STEP_CODES
from simcards.topics import POINTS, TRICKS, Breakdown, Rate, Topic

STEPS = ("said", *list(STEP_CODES.values())[2:])
LIMITS = {"no90": 90, "no60": 60, "no30": 30}
NAMES = {"no90": "no 90", "no60": "no 60", "no30": "no 30", "black": "black"}
MARGINS = {"said": "a win"} | NAMES
ITEMS = {
    "won": "won",
    "under_90": "under 90",
    "under_60": "under 60",
    "under_30": "under 30",
    "black": "no trick",
    "said": "Re and Kontra announced",
    "promised": "no 90 to black announced",
    "beaten": "promises beaten",
    "queens": "against the queens of clubs",
    "doppelkopf": "doppelkopf",
    "fox": "fox",
    "charlie": "Charlie",
}
UNPAID = "unpaid"  # in place of an item for which the rules give nothing
A_HAND = f"1.0 / {len(ITEMS)}"  # summed over the items of a hand
# The options that have to be on for an item to count; of those not here, the one with its name.
PAID_BY = {f"under_{limit}": ("under_points",) for limit in LIMITS.values()} | {
    "black": ("under_points",),
    "promised": ("promise_points",),
    "beaten": ("beat_bonus", "beaten_points"),
}
SOLO = "(type LIKE 'solo-%' OR type IN ('silent-solo', 'marriage-solo'))"
# Of a row of `seats`: what its party has of what is recorded of both.
OTHERS_POINTS = "(CASE party WHEN 're' THEN 240 - re_points ELSE re_points END)"
OTHERS_TRICKS = "(CASE party WHEN 're' THEN 12 - re_tricks ELSE re_tricks END)"
OWN_STEP = "(CASE party WHEN 're' THEN re_step ELSE kontra_step END)"
WON = "(side_won = party)"


def kept(step: str) -> str:
    """R7: whether a promise came true, over a row of `seats`."""
    if step == "black":
        return f"({OTHERS_TRICKS} = 0)"
    return f"({OTHERS_POINTS} < {LIMITS[step]})"


def was_right(worth: str) -> str:
    """R7: whether Re or Kontra came true: its party won, or would have without its own promise."""
    return (
        f"CASE WHEN {OWN_STEP} IN ('nothing', 'said') THEN {WON} WHEN c.rule_said_points > 0 "
        f"THEN {worth} > 0 ELSE {OTHERS_POINTS} < 120 END"
    )


def said_by_seats() -> str:
    """One row for each announcement: its seat, step, cards held, what it was worth, and the stake.

    The stake is what it adds when it comes true.
    """
    branches = []
    for number, step in enumerate(STEPS, start=1):
        name = "upper(party[1]) || party[2:]" if step == "said" else f"'{NAMES[step]}'"
        price = "rule_said_points" if step == "said" else "rule_promise_points"
        mine = f"CASE party WHEN 're' THEN re_{{}}_{step} ELSE kontra_{{}}_{step} END"
        came_true = was_right(mine.format("worth", "worth")) if step == "said" else kept(step)
        branches.append(
            f"SELECT s.contest, s.match, s.strategy, s.type, {number} AS number, {name} AS kind, "
            f"{mine.format('cards', 'cards')} AS cards, {mine.format('worth', 'worth')} AS worth, "
            f"{came_true} AS kept, c.{price} AS stake "
            f"FROM seats s JOIN cells c ON c.cell = s.cell WHERE (s.announced >> {number}) & 1 = 1"
        )
    return union(branches)


def said_by_hands() -> str:
    """One row for each hand and party: its highest step, whether late, and what it got by it."""
    return union(
        f"SELECT c.contest, h.match, '{party}' AS party, h.{party}_step AS step, "
        f"c.rule_late_reply AS may_reply, h.{party}_late = 1 AS late, h.side_won = {code} AS kept, "
        f"h.{party}_worth_said AS worth, c.rule_said_points AS stake "
        "FROM hands h JOIN cells c ON c.cell = h.cell"
        for code, party in PARTY_CODES.items()
    )


def reached_by_parties() -> str:
    """One row for each hand, party and step: whether what it says was reached, and it was said."""
    branches = []
    for code, party in PARTY_CODES.items():
        won = f"h.side_won = {code}"
        for number, step in enumerate(STEPS, start=1):
            reached = won if step == "said" else of_hands(kept(step), party)
            branches.append(
                f"SELECT c.contest, h.match, '{party}' AS party, '{MARGINS[step]}' AS margin, "
                f"{won} AS won, {reached} AS reached, h.{party}_step >= {number} AS announced "
                "FROM hands h JOIN cells c ON c.cell = h.cell"
            )
    return union(branches)


def items_of_hands() -> str:
    """One row for each hand and item of its value, UNPAID where the rules give nothing for it."""
    names = ", ".join(
        f"CASE WHEN {' AND '.join(f'c.rule_{option} > 0' for option in paid_by(item))} "
        f"THEN '{name}' ELSE '{UNPAID}' END"
        for item, name in ITEMS.items()
    )
    values = ", ".join(f"h.value_{item}" for item in ITEMS)
    return (
        f"(SELECT c.contest, h.match, unnest([{names}]) AS item, unnest([{values}]) AS points, "
        "h.value FROM hands h JOIN cells c ON c.cell = h.cell)"
    )


def paid_by(item: str) -> tuple[str, ...]:
    """The options that have to be on for an item to count."""
    return PAID_BY.get(item, (f"{item}_points",))


def of_hands(expression: str, party: str) -> str:
    """What is written over a row of `seats`, over a row of `hands` for one of its parties."""
    for column in ("re_points", "re_tricks"):
        expression = expression.replace(f" {column}", f" h.{column}")
    return expression.replace("CASE party", f"CASE '{party}'")


def union(branches: Iterable[str]) -> str:
    """All rows of these queries, as a view."""
    return f"({' UNION ALL '.join(branches)})"


# --- Announcements --------------------------------------------

KIND = {"announcement": "kind"}
BOTH = ("re", "kontra")
KINDS = ("Re", "Kontra", *NAMES.values())
KEPT_RATES = (
    Rate("kept", "kept"),
    Rate(
        "breaks even at",
        "CASE WHEN kept THEN 0 ELSE -worth END",
        "CASE WHEN kept THEN 0 ELSE stake - worth END",
    ),
    Rate("gained by it", "worth", unit=POINTS),
)

ANNOUNCEMENTS = Topic(
    key="announcements",
    title="Announcements",
    breakdowns=(
        Breakdown(
            title="Announcements kept, and the chance at which they break even",
            keys=KIND,
            view=said_by_seats(),
            rates=(Rate("share of announcements", "1", of=0), *KEPT_RATES),
            order=KINDS,
            charted=("kept", "breaks even at"),
            together=True,
            says="{announcement} is kept {kept} of the time and breaks even at {breaks even at}",
        ),
        Breakdown(
            title="Announcements by cards held",
            keys=KIND | {"cards": "cards"},
            view=said_by_seats(),
            rates=(Rate("with so many", "1", of=1), *KEPT_RATES),
            order=KINDS,
        ),
        Breakdown(
            title="Announcements by strategy",
            keys={"strategy": "strategy"} | KIND,
            view=said_by_seats(),
            rates=(Rate("share of its announcements", "1", of=1), *KEPT_RATES),
            order=KINDS,
        ),
        Breakdown(
            title="What parties announce",
            keys={"party": "party"},
            view=said_by_hands(),
            rates=(
                Rate("Re or Kontra announced", "step >= 1", matters=0.02),
                Rate("no 90 announced", "step >= 2", matters=0.01),
                Rate("no 60 announced", "step >= 3"),
            ),
            order=BOTH,
        ),
        Breakdown(
            title="Late replies",
            keys={"party": "party"},
            view=said_by_hands(),
            where="may_reply",
            needs="late_reply",
            rates=(
                Rate("made", "late"),
                Rate("kept", "late AND kept", "late"),
                Rate(
                    "breaks even at",
                    "CASE WHEN late AND NOT kept THEN -worth ELSE 0 END",
                    "CASE WHEN late AND NOT kept THEN stake - worth ELSE 0 END",
                ),
                Rate("gained by it", "CASE WHEN late THEN worth ELSE 0 END", "late", POINTS),
            ),
            order=BOTH,
        ),
    ),
    notes=(
        "Re and Kontra are kept when their party wins, or would have but for a promise of its "
        "own; a promise, when the others stay below it.",
        "The chance to break even is by the points at stake: what a broken announcement lost, "
        "against the value the same cards had without it, over that and what it would have added. "
        "Announcing pays in the mean when more is kept than that.",
        "An announcement that names several steps counts as its highest (jump). What it gained "
        "is by the step alone, once for the party; a soloist has it three times.",
    ),
)

MISSED = Topic(
    key="missed",
    title="Missed announcements",
    breakdowns=(
        Breakdown(
            title="Margins reached with and without a word",
            keys={"margin": "margin", "party": "party"},
            view=reached_by_parties(),
            rates=(
                Rate("reached", "reached"),
                Rate("announced before, of those", "reached AND announced", "reached"),
                Rate("won by it unannounced", "won AND reached AND NOT announced"),
                Rate("announced and not reached", "announced AND NOT reached"),
            ),
            order=tuple(MARGINS.values()),
            says="in {reached} of the hands {party} makes {margin}, and had announced it in "
            "{announced before, of those} of those",
        ),
    ),
    notes=(
        "A win is announced by Re or Kontra. What is won unannounced lacks what the rules pay for "
        "it: said_points for a win, promise_points for any other margin. To announce it pays only "
        "where its odds are good.",
    ),
)

# --- Solos, items, parties ------------------------------------

SOLO_RATES = (
    Rate("share of its solos", "1", of=1),
    Rate("won", WON),
    Rate("points of the soloist", "score", unit=POINTS),
    Rate("taken", "card_points", unit="card points"),
    Rate("with the lead", "leader = seat"),
)

SOLOS = Topic(
    key="solos",
    title="Solos",
    breakdowns=(
        Breakdown(
            title="Hands by type",
            keys={"type": "type"},
            where="seat = 0",
            rates=(
                Rate("share of hands", "1", of=0),
                Rate("won by Re", "side_won = 're'"),
                Rate("value for Re", "value", unit=POINTS, matters=0.1),
                Rate("size of the value", "abs(value)", unit=POINTS, matters=0.1),
            ),
            charted=("share of hands", "won by Re", "value for Re"),
        ),
        Breakdown(
            title="Solos by strategy and type",
            keys={"strategy": "strategy", "type": "type"},
            where=f"{SOLO} AND declarer = seat",
            rates=SOLO_RATES,
            says="{strategy} wins {type} {won} of the time and scores {points of the soloist}",
        ),
        Breakdown(
            title="Solos by strategy and what made them",
            keys={
                "strategy": "strategy",
                "solo": "CASE WHEN was_forced = 1 THEN 'forced' WHEN compulsory = 1 "
                "THEN 'compulsory' WHEN type LIKE 'solo-%' THEN 'voluntary' ELSE type END",
            },
            where=f"{SOLO} AND declarer = seat",
            rates=SOLO_RATES,
            order=("voluntary", "compulsory", "forced", "silent-solo", "marriage-solo"),
        ),
        Breakdown(
            title="Solos by strategy",
            keys={"strategy": "strategy"},
            where="TRUE",
            rates=(
                Rate("solo in", f"{SOLO} AND declarer = seat", matters=0.01),
                Rate("won", f"{SOLO} AND declarer = seat AND {WON}", f"{SOLO} AND declarer = seat"),
                Rate(
                    "points a solo",
                    f"CASE WHEN {SOLO} AND declarer = seat THEN score END",
                    f"{SOLO} AND declarer = seat",
                    POINTS,
                ),
            ),
        ),
    ),
    notes=("A silent solo is of who held both queens of clubs and said healthy (R4).",),
)

VALUE = Topic(
    key="value",
    title="The value, item by item",
    breakdowns=(
        Breakdown(
            title="What the value is made of",
            keys={"item": "item"},
            view=items_of_hands(),
            rates=(
                Rate("seen in", "points != 0", A_HAND, of=0),
                Rate("points for Re", "points", A_HAND, POINTS, of=0),
                Rate("size", "abs(points)", A_HAND, POINTS, of=0),
                Rate("share of all sizes", "abs(points)", "abs(points)", of=0),
            ),
            order=tuple(ITEMS.values()),
            skip=(UNPAID,),
            charted=("points for Re", "size"),
        ),
    ),
    notes=(
        "Points are per hand, of the value of the game for Re, before a soloist has it three times "
        "(R8). Items of opposite sign cancel in the value; their sizes do not. What the rules give "
        "nothing for has no row.",
    ),
)

PARTIES = Topic(
    key="parties",
    title="The parties",
    breakdowns=(
        Breakdown(
            title="Re and Kontra",
            keys={
                "game": "CASE WHEN type IN ('normal', 'marriage') THEN type ELSE 'solo' END",
                "party": "party",
            },
            rates=(
                Rate("share of seats", "1", of=1),
                Rate("won", WON),
                Rate("points a hand", "score", unit=POINTS),
                Rate("taken a seat", "card_points", unit="card points"),
                Rate("tricks a seat", "taken", unit=TRICKS),
            ),
            order=("normal", "marriage", "solo"),
            says="in {game} games seats of {party} win {won} of the time and score {points a hand}",
        ),
        Breakdown(
            title="How marriages are settled",
            keys={
                "settled by trick": "CASE WHEN type = 'marriage' OR type = 'marriage-solo' "
                "THEN type || ', trick ' || clarified END"
            },
            where="seat = 0",
            rates=(
                Rate("share of marriages", "1", of=0),
                Rate("won by Re", "side_won = 're'"),
                Rate("value for Re", "value", unit=POINTS),
            ),
        ),
    ),
)

TOPICS = (ANNOUNCEMENTS, MISSED, SOLOS, VALUE, PARTIES)
