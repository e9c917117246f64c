"""How a report names contests: by what is varied, and of much of it by what differs."""

from itertools import product

from simcards.report.contests import contests_of


def cells_of(*rule_sets):
    """One cell a rule set, two seats of one bot."""
    return [
        [
            {
                "contest": number,
                "seats": 2,
                "line_up": "a x2",
                **{f"strategy_{seat}": "a" for seat in range(2)},
                **{f"side_{seat}": seat for seat in range(2)},
                **{f"rule_{name}": value for name, value in rules.items()},
            }
        ]
        for number, rules in enumerate(rule_sets)
    ]


def labels(*rule_sets, named=None):
    return [one.rules_label for one in contests_of(cells_of(*rule_sets), named or {})]


def test_few_options_are_told_whole():
    sets = [{"deck": deck, "n": n} for deck, n in product(("full", "short"), (1, 2))]
    assert labels(*sets) == [
        "deck full, n 1", "deck full, n 2", "deck short, n 1", "deck short, n 2",
    ]  # fmt: skip
    assert labels({"wild": False}, {"wild": True}) == ["all off", "wild"]


def test_of_many_options_only_those_are_told_that_differ_from_the_first():
    base = {"a": 1, "b": True, "c": False, "d": "far", "e": 2}
    sets = [base] + [base | {name: value} for name, value in (
        ("a", 0), ("b", False), ("c", True), ("d", "near"), ("e", 3)
    )] + [base | {"a": 0, "c": True}]  # fmt: skip
    assert labels(*sets) == ["the base", "a 0", "no b", "c", "d near", "e 3", "a 0, c"]


def test_a_rule_set_with_a_name_goes_by_it():
    assert labels({"n": 1}, {"n": 2}, named={"twice": {"n": 2}}) == ["n 1", "twice"]
