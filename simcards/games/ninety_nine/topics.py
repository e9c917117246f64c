"""What a report on Ninety-Nine tells of its own: announcements."""

from simcards.topics import POINTS, Breakdown, Rate, Topic

GRANTED = "announcer = seat"

ANNOUNCEMENTS = Topic(
    key="announcements",
    title="Announcements",
    breakdowns=(
        Breakdown(
            title="Announcements by strategy and level",
            keys={"strategy": "strategy", "level": "request"},
            skip=("none",),
            rates=(
                Rate("asked in", "1", of=1),
                Rate("granted", GRANTED),
                Rate("kept", f"{GRANTED} AND taken = bid", GRANTED),
                Rate("points a hand", f"CASE WHEN {GRANTED} THEN score END", GRANTED, POINTS),
            ),
            says="{strategy} asks for {level} in {asked in} of its hands and keeps {kept} of those "
            "granted",
        ),
    ),
    notes=(
        "A request is granted when no other seat goes before it (R4). Kept: the announcer met the "
        "bid. Points are those of a granted hand.",
        "Keeping an announcement pays its seat as much as failing pays each of the others, so one "
        "pays in the long run when it is kept in more than half of the hands.",
    ),
)

TOPICS = (ANNOUNCEMENTS,)
