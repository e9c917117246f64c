"""Reading transcripts: one JSON document, or one a line, each one match."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcards.errors import DataError, SimcardsError, shown, unknown
from simcards.game import Game, find_game

FORMAT = 1  # "simcards": 1
FIELDS = ("simcards", "game", "note", "rules", "first", "hands", "expect")
HAND_FIELDS = ("deal", "actions", "expect")
EXPECTED = ("totals", "over", "winners", "to_act", "legal", "error")  # of the match
STDIN = "-"
MOST_DEPTH = 20  # levels of lists and objects; what a transcript expects has six


class TranscriptError(DataError):
    """A file that is not a transcript."""

    exit_code = 2


@dataclass(frozen=True)
class Transcript:
    """A match as written: rules and form are checked, nothing is played."""

    file: str
    line: int  # 0 for a file that is one document
    game: Game
    rules: Any
    first: int
    hands: list[dict[str, Any]]
    expect: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return place_of(self.file, self.line)


def place_of(file: str, line: int) -> str:
    """A file, and the line where there is one."""
    return f"{file}, line {line}" if line else file


def read(file: str) -> list[Transcript]:
    """The matches of a file (`-`: standard input); raises TranscriptError where it is none."""
    found = [parse(document, file, line) for line, document in documents(file)]
    if not found:
        raise TranscriptError(f"{file}: holds no transcript; it is empty")
    return found


def documents(file: str) -> Iterator[tuple[int, Any]]:
    """The JSON documents of a file with their lines; 0 for one that is the whole file."""
    try:
        content = sys.stdin.read() if file == STDIN else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise TranscriptError(f"{file}: cannot be read: {reason}") from None
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        pass
    else:
        yield 0, whole
        return
    for line, row in enumerate(content.splitlines(), 1):
        if row.strip():
            try:
                document = json.loads(row)
            except (ValueError, RecursionError) as error:
                place = place_of(file, line)
                reason = str(error) if isinstance(error, ValueError) else "nested too deep"
                raise TranscriptError(
                    f"{place}: not JSON ({reason}); a transcript is one document, or one a line"
                ) from None
            yield line, document


def depth(value: Any) -> int:
    """How deep the lists and objects of a JSON value are nested; 0 for a number or text."""
    found, level = 0, [value]
    while level := [item for item in level if isinstance(item, list | dict)]:
        found += 1
        level = [
            inner for item in level for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return found


def parse(document: Any, file: str, line: int = 0) -> Transcript:
    """A transcript from its JSON; raises TranscriptError saying where it is none."""
    place = place_of(file, line)
    if not isinstance(document, dict) or document.get("simcards") != FORMAT:
        raise TranscriptError(f'{place}: not a transcript; one begins with {{"simcards": {FORMAT}')
    check_fields(document, FIELDS, ("game", "first", "hands"), place)
    if depth(document) > MOST_DEPTH:
        raise TranscriptError(f"{place}: nested too deep; at most {MOST_DEPTH} levels are read")
    name, options = document["game"], of_type(document, "rules", dict, {}, place)
    if not isinstance(name, str):
        raise TranscriptError(f"{place}: game is {shown(name)}; it must be the name of a game")
    try:
        game = find_game(name)
        rules = game.make_rules(options)
    except SimcardsError as error:
        raise TranscriptError(f"{place}: {error}") from None
    first = document["first"]
    if type(first) is not int or not 0 <= first < rules.players:
        raise TranscriptError(
            f"{place}: first is {shown(first)}; it must be a seat from 0 to {rules.players - 1}"
        )
    hands = of_type(document, "hands", list, [], place)
    for number, hand in enumerate(hands):
        check_hand(hand, f"{place}: hand {number}")
    expect = of_type(document, "expect", dict, {}, place)
    check_expect(expect, place)
    return Transcript(file, line, game, rules, first, hands, expect)


def check_fields(
    found: Mapping[str, Any], allowed: tuple[str, ...], needed: tuple[str, ...], place: str
) -> None:
    """Refuse a field that is unknown, and the lack of one that is needed."""
    for name in found:
        if name not in allowed:
            raise TranscriptError(f"{place}: {unknown('field', name, allowed)}")
    for name in needed:
        if name not in found:
            raise TranscriptError(f"{place}: no {name!r}; it must have {', '.join(needed)}")


def of_type(found: Mapping[str, Any], name: str, kind: type, default: Any, place: str) -> Any:
    """A field that must be a list or an object, or is left out."""
    value = found.get(name, default)
    if not isinstance(value, kind):
        words = "an object" if kind is dict else "a list"
        raise TranscriptError(f"{place}: {name} is {shown(value)}; it must be {words}")
    return value


def check_hand(hand: Any, place: str) -> None:
    """Refuse a hand that is not a deal, actions and perhaps what is expected."""
    if not isinstance(hand, dict):
        raise TranscriptError(f"{place} is {shown(hand)}; it must be an object")
    check_fields(hand, HAND_FIELDS, ("deal", "actions"), place)
    of_type(hand, "deal", dict, {}, place)
    of_type(hand, "expect", dict, {}, place)
    for number, action in enumerate(of_type(hand, "actions", list, [], place)):
        if not isinstance(action, str):
            raise TranscriptError(f"{place}: action {number} is {shown(action)}; it must be text")


def check_expect(expect: Mapping[str, Any], place: str) -> None:
    """Refuse an unknown key, an error that names no action, legal actions that are no list."""
    check_fields(expect, EXPECTED, (), f"{place}: expect")
    error = expect.get("error", {"hand": 0, "action": None})
    if not isinstance(error, dict) or set(error) != {"hand", "action"}:
        raise TranscriptError(
            f"{place}: expect.error is {shown(error)}; "
            'it must be {"hand": N, "action": N or null}'
        )
    legal = of_type(expect, "legal", list, [], place)
    if not all(isinstance(text, str) for text in legal):
        raise TranscriptError(f"{place}: expect.legal must be a list of texts")
