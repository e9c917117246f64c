"""The worked examples of Caravan: positions, what is legal in them, and what comes of an action.

`caravan_examples.txt` has one a block. `routes`, `turn` (the hand), `pile` (empty or as written,
else any), `discards`, `used` and `order` set it up; `do` acts; every other line is looked at where
it stands. What is not named is empty or does not matter; after an action the same seat is to act.
"""

from pathlib import Path

import pytest

from caravan_table import Table
from simcards.games.caravan.rules import Reason

TEXT = (Path(__file__).parent / "caravan_examples.txt").read_text()
EXAMPLES = [block.splitlines() for block in TEXT.strip().split("\n\n")]


def parts(line):
    key, _, value = line.partition(":")
    return key, value.strip()


def set_up(lines):
    """The table of an example, from the lines that describe it."""
    given = dict(parts(line) for line in lines if ":" in line)
    rules = [line.removeprefix("rules ") for line in lines if line.startswith("rules ")]
    toggles = dict.fromkeys(rules[0].split(", "), True) if rules else {}
    seat = 0 if "turn 0" in given else 1
    more = {key: given[key] for key in ("pile", "discards") if key in given}
    table = Table(seat, given[f"turn {seat}"], **more, **toggles)
    for owner in (0, 1):
        for number, text in enumerate(given.get(f"routes {owner}", "").split("|")):
            table.route(owner, number, text.replace("-", ""))
    table.public.reshuffles[seat] = int(given.get("used", 0))
    if "order" in given:
        table.order(seat, given["order"])
    return table


def look(table, key, value):
    """Check one line of an example."""
    what, _, of = key.partition(" ")
    listed = {text.strip() for text in value.split(";")}
    public = table.public
    if what == "all":
        assert table.legal() == listed
    elif what == "legal":
        assert listed <= table.legal()
    elif what == "illegal":
        assert not listed & table.legal()
    elif what == "targets":
        start = f"face {of} "
        found = {text.removeprefix(start) for text in table.legal() if text.startswith(start)}
        assert found == set(value.split())
    elif what == "route":
        owner, number = of.split(".")
        assert table.shows(int(owner), int(number)) == value
    else:
        found = {
            "thrown": lambda: " ".join(sorted(table.thrown(int(of or 0)).split())),
            "sold": lambda: table.sold,
            "winner": lambda: "-" if table.winner is None else str(table.winner),
            "reason": lambda: Reason(public.reason).name.lower(),
            "next": lambda: str(public.to_act),
            "hand": table.hand,
            "pile size": lambda: str(public.n_pile[table.seat]),
            "pile now": table.pile,
            "used now": lambda: " ".join(map(str, public.reshuffles)),
        }[what if what == "thrown" else key]()
        assert found == (" ".join(sorted(value.split())) if what == "thrown" else value)


@pytest.mark.parametrize("lines", EXAMPLES, ids=lambda lines: lines[0].split()[0])
def test_worked_example(lines):
    table = set_up(lines)
    setting = ("routes", "turn", "pile", "discards", "used", "order", "rules")
    looked = 0
    for line in lines[1:]:
        key, value = parts(line)
        if key.startswith("do "):
            table.act(key.removeprefix("do "))
        elif key in ("pile size", "pile now", "used now") or key.split()[0] not in setting:
            look(table, key, value)
            looked += 1
    assert looked


def test_the_examples_are_all_there():
    names = [lines[0].split()[0] for lines in EXAMPLES]
    apart = range(65, 72), (77, 79, 81)  # whole decks: transcripts
    missing = {number for numbers in apart for number in numbers} | {68, 69}
    assert names == [f"E{n:02}" for n in range(1, 82) if n not in missing]
