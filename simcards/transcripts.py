"""Transcripts: a match written down, and one that is written down checked by playing it.

`simcards.transcript_file` reads them, `simcards.replay` plays them. What a game must give for this
(reading a deal, naming actions, results) is `simcards.texts.Texts`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from simcards.replay import Replay, some_of
from simcards.texts import RefusedError
from simcards.transcript_file import FORMAT, Transcript

# --- Writing ----------------------------------------------------


def write(replay: Replay, n_hands: int | None = None, note: str = "") -> dict[str, Any]:
    """The transcript of a match, or of its first hands, with everything that came of it expected.

    Options are spelled out where they are not at their default.
    """
    hands = replay.hands[:n_hands]
    defaults = {name: option.default for name, option in replay.game.options.items()}
    values = replay.game.rule_values(replay.rules)
    return {
        "simcards": FORMAT,
        "game": replay.game.name,
        **({"note": note} if note else {}),
        "rules": {name: value for name, value in values.items() if value != defaults[name]},
        "first": replay.first,
        "hands": [
            {
                "deal": replay.texts.deal_text(hand.dealt, hand.ended),
                "actions": [text for _, text in hand.actions],
                "expect": dict(hand.results),
            }
            for hand in hands
        ],
        "expect": {**hands[-1].standing, "to_act": None, "legal": []},
    }


# --- Checking -------------------------------------------------


@dataclass
class Report:
    """What came of one transcript. `ok`: all is as written, an expected refusal included."""

    file: str
    ok: bool = False
    error: dict[str, Any] | None = None  # what was refused: hand, action, seat, why
    mismatch: list[dict[str, Any]] = field(default_factory=list)  # hand, key, expected, found
    hands: list[dict[str, Any]] = field(default_factory=list)
    totals: list[int] | None = None
    over: bool = False
    winners: list[int] = field(default_factory=list)
    to_act: int | None = None
    legal: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The report as `replay --json` prints it."""
        return asdict(self)


def check(transcript: Transcript) -> Report:
    """Play a transcript and compare it with what it expects."""
    replay = Replay(transcript.game, transcript.rules, transcript.first)
    report = Report(transcript.file, error=play(replay, transcript.hands))
    report.hands = replay.results
    for key, value in replay.standing.items():
        setattr(report, key, value)
    report.to_act, report.legal = replay.to_act, replay.legal
    report.mismatch = mismatches(transcript, report)
    wanted = transcript.expect.get("error")
    report.ok = not report.mismatch and (report.error is None) == (wanted is None)
    return report


def play(replay: Replay, hands: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Play hands as written until one is refused; says which deal or action it was, and why."""
    for number, hand in enumerate(hands):
        action: int | None = None
        try:
            replay.lay(hand["deal"])
            for action, text in enumerate(hand["actions"]):  # noqa: B007  read in `except`
                replay.act(text)
            action = len(hand["actions"])
            if number + 1 < len(hands) and replay.to_act is not None:
                why = f"the hand stops early and another follows; legal: {some_of(replay.legal)}"
                raise RefusedError(why, replay.to_act)
        except RefusedError as refusal:
            return {"hand": number, "action": action, "seat": refusal.seat, "why": refusal.why}
    return None


def mismatches(transcript: Transcript, report: Report) -> list[dict[str, Any]]:
    """Every expected key that came out otherwise, or did not come out at all.

    After a refusal that was not expected only the hands before it are looked at.
    """
    surprise = report.error is not None and "error" not in transcript.expect
    n_hands = report.error["hand"] if surprise and report.error else len(transcript.hands)
    found = []
    for number, hand in enumerate(transcript.hands[:n_hands]):
        results = report.hands[number] if number < len(report.hands) else {}
        found += differences(number, hand.get("expect", {}), results)
    if not surprise:
        whole = report.as_dict()
        if report.error:
            whole["error"] = {key: report.error[key] for key in ("hand", "action")}
        expect = {
            key: sorted(value) if key == "legal" else value
            for key, value in transcript.expect.items()
        }
        found += differences(None, expect, whole)
    return found


def differences(
    hand: int | None, expect: Mapping[str, Any], found: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The expected keys that are missing or of another value."""
    return [
        {"hand": hand, "key": key, "expected": value, "found": found.get(key)}
        for key, value in expect.items()
        if key not in found or found[key] != value
    ]
