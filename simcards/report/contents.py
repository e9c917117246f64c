"""The order of a report: can it be trusted, is it fair, who is stronger, what do options do."""

from dataclasses import replace

from simcards.report import (
    balance,
    bids,
    board,
    effects_section,
    interactions_section,
    length,
    limits,
    measures,
    quality,
    scores,
    strength,
    topics,
    words,
)
from simcards.report.page import Page, Section, Table, heaviest
from simcards.report.source import Source

MAX_ROWS = 200  # of a table on the page
MOST_CHOSEN = 12  # of a table longer than that which knows its weightiest rows
FIRST = (quality.section, board.section, balance.section, strength.section, bids.section)
LAST = (
    effects_section.section,
    interactions_section.section,
    scores.section,
    length.section,
)  # the game's own come before


def make_page(source: Source) -> Page:
    """All sections that this run and its game have something for."""
    made = [topic(source) for topic in FIRST]
    made += topics.sections(source)
    made += [topic(source) for topic in LAST]
    sections = [shortened(section) for section in made if section]
    sections += [
        limits.unknowns(source, sections),
        limits.method(source),
        limits.deeper(source),
    ]
    title = f"{source.game.title}: {source.name}"
    return Page(title, source.manifest.question, facts(source), sections)


def shortened(section: Section) -> Section:
    """The section with its tables cut to what can be read; its findings stay whole."""
    return replace(section, tables=[_cut(table) for table in section.tables])


def _cut(table: Table) -> Table:
    n = len(table.rows)
    if n <= MAX_ROWS:
        return table
    places, said = list(range(MAX_ROWS)), f"The first {MAX_ROWS} of {words.count(n)} rows"
    if table.weights:
        shown = [row[table.n_labels :] for row in table.rows]
        places = heaviest(table.weights, MOST_CHOSEN, shown)
        said = f"Of {words.count(n)} rows the {len(places)} {table.chosen}, alike ones once"
    note = f"{table.note} {said}; findings.json holds all.".strip()
    return replace(table, rows=[table.rows[place] for place in places], note=note, folded=True)


def facts(source: Source) -> list[tuple[str, str]]:
    """What was played, with what, in short."""
    manifest = source.manifest
    rule_sets = {contest.rules_label for contest in source.contests}
    strategies = dict.fromkeys(name for one in source.contests for name in one.strategies)
    sums = measures.match_sums(source).values()
    matches, hands = (int(sum(one[name].sum() for one in sums)) for name in ("matches", "hands"))
    versions = {"game": manifest.game_version, **manifest.packages}
    return [
        ("game", source.game.title),
        ("rule sets", f"{words.count(len(rule_sets))}{_options(source)}"),
        ("strategies", words.listed(list(strategies), 8)),
        ("contests", words.count(len(source.contests))),
        ("blocks", words.count(source.n_blocks)),
        ("matches", words.count(matches)),
        ("hands", words.count(hands)),
        ("seed", str(manifest.seed)),
        (
            "config, code",
            f"{manifest.config_digest}, {manifest.code_digest}",
        ),
        ("versions", ", ".join(f"{name} {version}" for name, version in versions.items())),
    ]


def _options(source: Source) -> str:
    if source.varied:
        axes = [f"{name} ({len(values)})" for name, values in source.varied.items()]
        return f": {words.listed(axes)}"
    defaults = {name: option.default for name, option in source.game.options.items()}
    rules = source.contests[0].rules
    changed = [f"{name} {value}" for name, value in rules.items() if value != defaults.get(name)]
    return f": {words.listed(changed)}" if changed else ": all defaults"
