"""The contract of a game: what the rest of the program may know about one."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Protocol

from simcards.errors import ConfigError, UsageError, unknown
from simcards.options import Option
from simcards.records import HAND_COLUMNS, HAND_ID_COLUMNS, ID_COLUMNS, MATCH_COLUMNS, Column

if TYPE_CHECKING:
    from simcards.topics import Topic

NOBODY = 255  # in place of a seat, as in `public.to_act` when a hand is over


class Rules(Protocol):
    """One frozen rule set, fields made with `option`; a property `remarks` tells what is odd in it.

    `__post_init__` raises ConfigError for combinations that make no sense, saying why.
    """

    __dataclass_fields__: Any

    @property
    def players(self) -> int:
        """The number of seats under these rules (an option, or a constant of the game)."""


class Kernels(Protocol):
    """The names of a game's kernel module, and all that others may ask of its records.

    All functions but `max_hands` are kernels. The driver calls those it needs by address, so the
    types are fixed: state, row as records, first, action, seat as int64, key as uint64.
    """

    STATE: Any  # aligned record of `public`, `own[max_seats]` and, for what nobody sees, `hidden`
    PUBLIC: Any  # record with the fields PUBLIC_FIELDS and whatever else all seats see
    OWN: Any  # record with the fields OWN_FIELDS and whatever else its seat alone sees
    WORDS: int  # 64-bit words of a set of actions
    N_ACTIONS: int  # actions are 0 .. N_ACTIONS - 1, at most 64 * WORDS
    MAX_DECISIONS: int  # the most actions of one hand

    def start(self, state: Any, first: Any) -> None:
        """Begin a match whose first dealer is `first`; all is zero but `public.rules`."""

    def deal(self, state: Any, key: Any) -> None:
        """Begin a hand: cards and all other chance of the deal, by the words of `key`."""

    def legal_actions(self, state: Any) -> Any:
        """A tuple of WORDS words: what the seat to act may do; nothing when the hand is over."""

    def apply(self, state: Any, action: Any) -> None:
        """Carry out a legal action of the seat to act, and name the next one in `to_act`."""

    def step(self, state: Any, action: Any) -> Any:
        """`apply`, then `legal_actions`."""

    def settle(self, state: Any, row: Any) -> None:
        """Score a hand that is over into its record; the next dealer, or the end of the match."""

    def finish(self, state: Any, row: Any) -> None:
        """Fill the record of a match that is over."""

    def determinize(self, state: Any, seat: Any, key: Any) -> None:
        """Redraw all that `seat` cannot see of a hand in progress, by the words of `key`."""

    def max_hands(self, rules: Any) -> int:
        """The most hands that a match can have."""


PUBLIC_FIELDS = (
    "rules",  # `rules_dtype(Rules)`
    "to_act",  # a seat; NOBODY when the hand is over
    "dealer",  # of the hand
    "over",  # whether the match is, once `settle` was called
    "capped",  # whether it was ended for its length alone; 2: it was longer than can be, a bug
)
OWN_FIELDS = ("seat",)


@dataclass(frozen=True, eq=False)
class Game:
    """A game: names, options, records, and where its kernels and texts live.

    Light to import: kernels (and numba) load when `kernels` or `texts` is first asked for.
    Raise `version` whenever the results of a seed can change.
    """

    name: str
    title: str
    version: int
    rules: type[Any]
    variants: Mapping[str, Mapping[str, Any]]  # preset name -> option values
    seats: tuple[int, ...]
    hand_columns: tuple[Column, ...]  # its own, after the common ones
    match_columns: tuple[Column, ...]
    bench: str = ""  # the variant that `simcards bench` plays; the default rules without one
    bench_bot: str = "random_legal"  # and the strategy that fills its seats
    tricks: bool = False  # records `taken`: tricks won by seat
    bids: bool = False  # records `bid` by seat, tricks to be met exactly; those of a side add up
    role: Literal["dealer", "starter"] = "dealer"  # of the seat recorded as `dealer` and `first`
    axis: str = ""  # the option that a new config varies; the first with choices without one
    quick: tuple[str, ...] = ()  # strategies that a new config seats; all of them without any
    examples: Mapping[str, str] = field(default_factory=dict)  # of targets; "" for what none suits

    @property
    def max_seats(self) -> int:
        """The most seats any rule set of this game has."""
        return max(self.seats)

    @cached_property
    def options(self) -> dict[str, Option]:
        """Every option by name, in the order of declaration."""
        found = {}
        for item in fields(self.rules):
            assert item.default is not MISSING
            found[item.name] = Option(item.name, item.default, **item.metadata)
        return found

    def make_rules(self, values: Mapping[str, Any], where: str = "") -> Any:
        """The rule set with these option values, all others at their defaults.

        Raises ConfigError for an unknown option, a value out of range or a combination refused.
        """
        options = self.options
        for name, value in values.items():
            if name not in options:
                place = f"{where}: " if where else ""
                see = f"simcards variants {self.name}"
                raise ConfigError(place + unknown(f"{self.name} option", name, options, see))
            options[name].check(value, where)
        return self.rules(**values)

    def variant(self, name: str) -> Any:
        """The rule set of a named variant; raises UsageError with the choices."""
        if name not in self.variants:
            see = f"simcards variants {self.name}"
            raise UsageError(unknown(f"{self.name} variant", name, self.variants, see))
        return self.make_rules(self.variants[name])

    def rule_values(self, rules: Any) -> dict[str, Any]:
        """Every option's value of a rule set, by name."""
        return asdict(rules)

    def sides(self, rules: Any) -> tuple[int, ...]:
        """The side of each seat, named by its lowest seat: partners 0 and 2 give (0, 1, 0, 1).

        Every seat is its own side unless the rules have a property `sides`. Who plays together for
        a hand only, and scores alone, is on no side.
        """
        return tuple(getattr(rules, "sides", range(rules.players)))

    def fixed_hands(self, rules: Any) -> int | None:
        """The hands of every match, where the rules fix them in a property `fixed_hands`."""
        found: int | None = getattr(rules, "fixed_hands", None)
        return found

    def usual_hands(self, rules: Any) -> int:
        """Hands that hardly any match has more of, to plan files by; no bound.

        A property `usual_hands` of rules whose longest match is far from any usual one; else the
        most hands there can be.
        """
        most: int = self.kernels.max_hands(rules)
        return min(getattr(rules, "usual_hands", most), most)

    def can_share(self, rules: Any) -> bool:
        """Whether a match can have several winners; a property `can_share` of rules may deny it."""
        return bool(getattr(rules, "can_share", True))

    @property
    def role_position(self) -> int:
        """Where `position` has the seat of this game's role, as an index: a starter is first."""
        return 0 if self.role == "starter" else -1

    def all_hand_columns(self) -> tuple[Column, ...]:
        """The columns of `hands`: ids, common, own."""
        return (*HAND_ID_COLUMNS, *HAND_COLUMNS, *self.hand_columns)

    def all_match_columns(self) -> tuple[Column, ...]:
        """The columns of `matches`: ids, common, own."""
        return (*ID_COLUMNS, *MATCH_COLUMNS, *self.match_columns)

    @property
    def kernels(self) -> Any:
        """The module of the game's kernels (`simcards/games/<name>/kernels.py`), see `Kernels`."""
        return import_module(f"simcards.games.{self.name}.kernels")

    @property
    def topics(self) -> "tuple[Topic, ...]":
        """The sections of its own that the game has in a report; none without `topics.py`."""
        place = f"simcards.games.{self.name}.topics"
        found: tuple[Topic, ...] = import_module(place).TOPICS if find_spec(place) else ()
        return found

    @property
    def texts(self) -> Any:
        """The module that names and reads cards and actions (`.../text.py`)."""
        return import_module(f"simcards.games.{self.name}.text")

    @property
    def rules_text(self) -> str:
        """The rules in Markdown, with the numbered paragraphs that code and tests cite."""
        file = resources.files("simcards.games.rules").joinpath(f"{self.name}.md")
        return file.read_text("utf-8")


def find_game(name: str) -> Game:
    """The game called `name`; raises UsageError with the choices."""
    from simcards.games import GAMES

    if name not in GAMES:
        raise UsageError(unknown("game", name, GAMES, "simcards games"))
    return GAMES[name]
