"""Balance by position: what sitting so many places after the dealer is worth, bots being equal."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from simcards.report import measures, words
from simcards.report.charts import INTERVALS, MAX_CHOSEN, MAX_ROWS, Panel, Series, whiskers
from simcards.report.contests import THE_RULES
from simcards.report.page import Figure, Section, Table, heaviest
from simcards.report.source import Source
from simcards.several import DISCOVERY, adjust, gap, p_all_equal
from simcards.stats import Estimate, Measure, average, edges

TINY = 1e-6  # decides between gaps whose intervals begin alike
CHOSEN = "surest to differ"  # what stays of a chart or table with too many contests
HAND, MATCH = "hand", "match"  # places after the dealer of a hand, the first dealer of a match


@dataclass(frozen=True)
class Balance:
    """How the positions of one mirror contest, or the average over all, compare."""

    contest: int | None  # None: the average over all mirror contests of this strategy
    name: str
    strategy: str  # in every seat
    scale: str
    edges: tuple[Estimate, ...]  # by position, over the mean of positions
    gap: Estimate
    p_equal: float
    p_adjusted: float  # Benjamini-Hochberg over the contests of this scale

    @property
    def n_seats(self) -> int:
        """How many positions there are."""
        return len(self.edges)

    @property
    def unit(self) -> str:
        """Points a hand, or a share of the matches won."""
        return words.POINTS if self.scale == HAND else words.SHARE

    @property
    def gap_unit(self) -> str:
        """The unit of the gap."""
        return words.POINTS if self.scale == HAND else words.PERCENTAGE_POINTS


def find(source: Source, scale: str) -> list[Balance]:
    """The balance of every mirror contest, by seats and strategy; their average comes first."""
    by_contest = (measures.positions if scale == HAND else measures.win_positions)(source)
    p_values = {contest: p_all_equal(found) for contest, found in by_contest.items()}
    adjusted = dict(zip(p_values, adjust(list(p_values.values())), strict=True))
    strategies = list(dict.fromkeys(source.contest[number].strategies[0] for number in by_contest))
    groups: dict[tuple[int, int], dict[int, list[Measure]]] = {}
    for number, found in by_contest.items():
        bot = strategies.index(source.contest[number].strategies[0])
        groups.setdefault((len(found), bot), {})[number] = found
    balances = []
    for (_, bot), alike in sorted(groups.items()):
        of = strategies[bot]
        if len(alike) > 1:
            means = [average(column) for column in zip(*alike.values(), strict=True)]
            p = p_all_equal(means)
            name = words.mean_of(len(alike)) + (f" of {of}" if len(strategies) > 1 else "")
            balances.append(_balance((None, name, of), scale, means, (p, p)))
        for contest, found in alike.items():
            p_pair = p_values[contest], adjusted[contest]
            who = contest, source.label(contest), of
            balances.append(_balance(who, scale, found, p_pair))
    return balances


def _balance(
    who: tuple[int | None, str, str],
    scale: str,
    found: Sequence[Measure],
    p_pair: tuple[float, float],
) -> Balance:
    most = inf if scale == HAND else 1.0
    own = tuple(edge.estimate().within(-most, most) for edge in edges(found))
    return Balance(*who, scale, own, gap(found, most=most), *p_pair)


def place(position: int, n_seats: int, scale: str, role: str = "dealer") -> str:
    """A position in words: counted from the dealer or starter of a hand, or the match's first."""
    who = role if scale == HAND else f"first {role}"
    steps = (position + (role == "dealer")) % n_seats
    if not steps:
        return who
    if n_seats == 2:
        return "other seat"
    return f"{who}'s left" if steps == 1 else f"{steps} after the {who}"


def section(source: Source) -> Section:
    """Who has the better place, by hand and by match; once where a hand's point is the win."""
    title = "Balance by position"
    scales = (MATCH,) if source.is_win_or_nothing else (HAND, MATCH)
    by_scale = [find(source, scale) for scale in scales]
    findings = [one for found in by_scale for one in found]
    if not findings:
        lead = [
            "This run has no mirror line-up (one strategy in every seat), so it says nothing about "
            "places: in a mixed line-up a place's points tell who sat there. A lone name in "
            "line_ups fills every seat."
        ]
        return Section("balance", title, lead)
    figures, tables, lead, role = [], [], [], source.game.role
    sizes = sorted({one.n_seats for one in findings})
    for size in sizes:
        at = f"{size} seats" if len(sizes) > 1 else ""
        own = [[one for one in found if one.n_seats == size] for found in by_scale]
        bots = list(dict.fromkeys(one.strategy for one in own[0]))
        for bot in bots if len(sizes) == 1 else bots[:1]:
            lead += [_lead([one for one in f if one.strategy == bot], role, at) for f in own]
        figures.append(_chart(own, size, role, source.basis_of(source.mirrors)))
        tables += [_table(found, role, at) for found in own]
    notes = [
        f"Positions are counted from the {role} (in a match: from the first {role}), in mirror "
        "line-ups only. The interval of a gap allows for picking the best and the worst position "
        "after looking."
    ]
    return Section("balance", title, lead, figures, tables, notes, lead[0], findings)


def _lead(balances: Sequence[Balance], role: str, at: str) -> str:
    first, rest = balances[0], [one for one in balances if one.contest is not None]
    values = [edge.value for edge in first.edges]
    best, worst = (
        place(values.index(pick), first.n_seats, first.scale, role)
        for pick in (max(values), min(values))
    )
    where = "" if first.name == THE_RULES else f" ({first.name})"
    size = words.value(first.gap, first.gap_unit).removesuffix(" pp")
    more = (
        f"scores {size} points more"
        if first.scale == HAND
        else f"wins {size} percentage points more matches"
    )
    the = f"With {at} the" if at else "The"
    line = (
        f"{the} best position in a {first.scale} ({best}) {more} than the worst ({worst}); "
        f"95%: {words.spread(first.gap, first.gap_unit)}{where}."
    )
    unequal, n = sum(one.p_adjusted <= DISCOVERY for one in rest), words.count(len(rest))
    if len(rest) == 1:
        if not isfinite(first.gap.half):
            blocks = words.plural(first.gap.n_blocks, "block")
            few = f"{blocks} {'is' if first.gap.n_blocks == 1 else 'are'} too few"
            return f"{line} {few} to tell."
        return f"{line} {'The positions differ.' if unequal else 'That may well be chance.'}"
    return (
        f"{line} Positions differ in {words.count(unequal)} of {n} mirror contests, after allowing "
        "for all comparisons."
    )


def _chart(by_scale: Sequence[Sequence[Balance]], size: int, role: str, basis: str) -> Figure:
    first, n = by_scale[0], len(by_scale[0])
    alike = [[words.value(edge, one.unit) for edge in one.edges] for one in first]
    places = heaviest(map(_weight, first), MAX_ROWS, alike, MAX_CHOSEN)
    chosen = [[found[place] for place in places] for found in by_scale]
    panels = [
        Panel(f"edge in a {some[0].scale}", some[0].unit, _series(some, role)) for some in chosen
    ]
    rows = [one.name for one in chosen[0]]
    cut = f" Of {words.count(n)} rows the {len(rows)} {CHOSEN}." if n > MAX_ROWS else ""
    caption = (
        "What a position is worth over the mean of all positions, mirror line-ups only. Places are "
        f"counted from the {role}; in a match, from the first {role}. The line "
        f"is no edge. {INTERVALS}{cut} {basis}"
    )
    return whiskers(f"balance-{size}", rows, panels, caption)


def _weight(one: Balance) -> float:
    """How sure a contest's positions are to be apart; the average over all comes first."""
    return inf if one.contest is None else one.gap.low + TINY * one.gap.value


def _series(balances: Sequence[Balance], role: str) -> list[Series]:
    n_seats = balances[0].n_seats
    places = [place(position, n_seats, HAND, role) for position in range(n_seats)]
    names = [one.split(" the ")[0] for one in places]  # "2 after": the caption says after whom
    return [
        Series(name, [one.edges[position] for one in balances])
        for position, name in enumerate(names)
    ]


def _table(balances: Sequence[Balance], role: str, at: str) -> Table:
    first = balances[0]
    title = (
        "Points a hand of each position over the mean"
        if first.scale == HAND
        else "Share of matches won by each position over the fair share"
    )
    title += f", {at}" if at else ""
    columns = ["contest"]
    for position in range(first.n_seats):
        columns += [place(position, first.n_seats, first.scale, role), "95%"]
    columns += ["gap", "95%", "sample", "p if equal", "p adjusted"]
    rows = []
    for one in balances:
        row = [one.name]
        for edge in one.edges:
            row += words.cells(edge, one.unit, sign=True)
        row += [*words.cells(one.gap, one.gap_unit), words.sample(one.gap)]
        rows.append([*row, words.p_value(one.p_equal), words.p_value(one.p_adjusted)])
    weights = list(map(_weight, balances))
    return Table(title, columns, rows, folded=True, weights=weights, chosen=CHOSEN)
