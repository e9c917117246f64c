"""Finding runs, opening them, asking them, exporting from them."""

import csv
import io
import json
import os
from dataclasses import replace

import polars as pl
import pytest

import simcards as package
from runs import play, simcards, table, write_config
from simcards import database, store
from simcards.errors import DataError, UsageError


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Two runs of the same config: `with` and `without` a DuckDB file."""
    folder = tmp_path_factory.mktemp("results")
    config = write_config(folder, 30)
    play(config, folder / "r", rows=600, name="without", duckdb=False)
    play(config, folder / "r", rows=600, name="with")
    return folder / "r"


def test_a_run_is_found_by_name_prefix_path_or_latest(results):
    assert store.find("with", results) == results / "with"  # a whole name wins over a prefix
    assert store.find("witho", results) == results / "without"
    assert store.find(str(results / "without"), results.parent) == results / "without"
    assert store.find("latest", results) == results / "with"


def test_an_unknown_or_unclear_run_is_refused_with_the_choices(results, tmp_path):
    with pytest.raises(UsageError, match=r"did you mean 'without'.*latest"):
        store.find("witout", results)
    with pytest.raises(UsageError, match="may be with, without"):
        store.find("wit", results)
    with pytest.raises(UsageError, match="holds no runs"):
        store.find("latest", tmp_path)
    with pytest.raises(UsageError, match="holds no runs"):
        store.find("latest", tmp_path / "nowhere")


def test_runs_are_listed_oldest_first_and_a_broken_one_is_passed_over(results):
    (results / "broken").mkdir()
    (results / "broken" / "manifest.json").write_text("{")
    listed = simcards("runs", "list", "--out", results, "--json")
    rows = json.loads(listed.stdout)
    assert [row["run"] for row in rows] == ["without", "with"]
    assert {row["hands"] for row in rows} == {6 * 30 * 9}
    assert {row["state"] for row in rows} == {"done"}
    assert "broken" in listed.stderr  # and said to be so
    assert len(listed.stderr.splitlines()) == 1


def test_a_run_is_running_only_while_a_process_holds_it(results):
    about = replace(store.Run(results / "with").manifest, state="running")
    assert store.state(results / "with", about) == "interrupted"
    with store.lock(results / "with"):
        assert store.state(results / "with", about) == "running"


def test_open_gives_polars_in_three_lines(results):
    run = package.open("latest", results)
    assert isinstance(run.hands, pl.DataFrame)
    assert run.hands.sort("cell", "match", "hand").equals(table(results / "with", "hands"))
    assert run.matches.height == 6 * 30
    assert run.cells["line_up"].to_list() == ["random_legal x3"] * 6
    assert run.query("SELECT count(*) AS n FROM hands")["n"].item() == 6 * 30 * 9
    assert run.scan("hands").select(pl.len()).collect().item() == 6 * 30 * 9
    assert repr(run) == "<run with: ninety_nine, 1,620 hands, done>"


def test_cells_hold_every_option_and_strategy(results):
    cells = package.open("with", results).cells
    assert cells["rule_trump_mode"].to_list() == ["standard"] * 3 + ["junk"] * 3
    assert cells["rule_declare_points"].dtype == pl.Int32
    assert cells["turn"].to_list() == [0, 1, 2] * 2
    assert cells["strategy_2"].to_list() == ["random_legal"] * 6


QUESTION = (
    "SELECT trump, position, strategy, count(*) AS n, sum(score) AS points FROM seats "
    "GROUP BY ALL ORDER BY ALL"
)


def test_a_run_answers_the_same_with_and_without_its_database(results):
    answers = [package.open(name, results).query(QUESTION) for name in ("with", "without")]
    assert answers[0].equals(answers[1])
    assert answers[0]["n"].sum() == 6 * 30 * 9 * 3
    hands = table(results / "with", "hands")
    assert answers[0]["points"].sum() == sum(hands[f"score_{seat}"].sum() for seat in range(3))
    assert set(answers[0]["trump"]) <= {"diamonds", "spades", "hearts", "clubs", "no_trump"}


@pytest.mark.parametrize("name", ["with", "without"])
@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE hands SET cell = 3", "UPDATE is refused"),
        ("DROP TABLE hands", "DROP is refused"),
        ("COPY hands TO 'x.csv'", "COPY is refused"),
        ("SELECT 1; SELECT 2", "one SELECT"),
        ("", "one SELECT"),
        ("SELEC 1", "syntax error"),
        ("SELECT colour FROM hands", "colour"),
        ("SELECT CAST(line_up AS INT) FROM cells", "Could not convert"),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(results, name, sql, words):
    with pytest.raises(DataError, match=words) as caught:
        package.open(name, results).query(sql)
    assert "\n" not in str(caught.value)


def test_query_prints_tables_csv_and_json(results):
    sql = "SELECT cell, count(*) AS n FROM hands GROUP BY ALL ORDER BY ALL LIMIT 2"
    asked = ("query", "with", sql, "--out", results)
    assert simcards(*asked).stdout == "cell    n\n   0  270\n   1  270\n"
    assert simcards(*asked, "--format", "csv").stdout == "cell,n\n0,270\n1,270\n"
    found = json.loads(simcards(*asked, "--format", "json").stdout)
    assert found == [{"cell": 0, "n": 270}, {"cell": 1, "n": 270}]
    nothing = simcards("query", "with", f"{sql} OFFSET 9", "--out", results, "--format", "json")
    assert json.loads(nothing.stdout) == []


def test_json_is_valid_whatever_the_answer_holds(results):
    sql = "SELECT 'inf'::DOUBLE a, ['nan'::DOUBLE] b, DATE '1979-05-27' c, MAP {[1]: 1.5} d, NULL e"
    done = simcards("query", "with", sql, "--out", results, "--format", "json")

    def refuse(name):
        raise AssertionError(name)

    (row,) = json.loads(done.stdout, parse_constant=refuse)
    assert (row["a"], row["b"], row["c"], row["e"]) == ("inf", ["nan"], "1979-05-27", None)


def test_a_refused_question_is_one_line_and_exit_code_3(results):
    done = simcards("query", "with", "UPDATE hands SET cell = 3", "--out", results)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)


def test_an_unknown_run_is_one_line_and_exit_code_2(results):
    done = simcards("query", "nothing", "SELECT 1", "--out", results)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_export_writes_what_the_table_holds(results, tmp_path):
    asked = ("--table", "hands", "--format", "csv,parquet", "--to", tmp_path, "--out", results)
    done = simcards("export", "with", *asked)
    assert done.stdout.split() == [str(tmp_path / "hands.csv"), str(tmp_path / "hands.parquet")]
    hands = table(results / "with", "hands")
    again = pl.read_parquet(tmp_path / "hands.parquet").sort("cell", "match", "hand")
    assert again.equals(hands)
    lines = list(csv.reader(io.StringIO((tmp_path / "hands.csv").read_text())))
    assert lines[0] == hands.columns
    assert len(lines) == 1 + hands.height
    assert sorted(os.listdir(tmp_path)) == ["hands.csv", "hands.parquet"]


def test_an_export_that_cannot_be_is_refused(results, tmp_path):
    with pytest.raises(UsageError, match="did you mean 'seats'"):
        database.export(results / "with", "seat", ["csv"], tmp_path)
    with pytest.raises(UsageError, match="csv, parquet"):
        database.export(results / "with", "hands", ["xls"], tmp_path)


@pytest.mark.parametrize("to", ["", "hands", "hands/new", "exports", "../with/export/.."])
def test_an_export_never_goes_among_the_files_of_a_run(results, to):
    run = results / "with"
    before = {path: path.stat().st_mtime_ns for path in run.rglob("*")}
    where = ("--table", "cells", "--format", "parquet", "--to", run / to, "--out", results)
    for asked in ("with", "without"):  # of whichever run
        done = simcards("export", asked, *where)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "inside the run with" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in run.rglob("*")} == before


def test_an_export_may_go_into_the_folder_for_exports(results):
    to = results / "without" / "export" / "deeper"
    assert database.export(results / "without", "cells", ["csv"], to) == [to / "cells.csv"]


def test_an_export_that_cannot_be_written_says_why_in_words(results, tmp_path):
    (tmp_path / "file").touch()
    done = simcards("export", "with", "--to", tmp_path / "file" / "x", "--out", results)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.endswith("hands.csv: cannot be written: Not a directory\n")


def test_a_run_without_hands_says_so(results, tmp_path):
    about = store.Manifest.read(results / "with")
    about.write(tmp_path)
    (tmp_path / "cells.parquet").write_bytes((results / "with" / "cells.parquet").read_bytes())
    with pytest.raises(DataError, match="no hand"):
        store.connect(tmp_path)
    with pytest.raises(DataError, match="no hand"):
        _ = store.Run(tmp_path).hands


def test_a_spoilt_database_is_one_line(results, tmp_path):
    about = store.Manifest.read(results / "with")
    about.write(tmp_path)
    (tmp_path / "records.duckdb").write_bytes(b"spoilt" * 100)
    with pytest.raises(DataError, match="simcards verify") as caught:
        store.connect(tmp_path)
    assert "\n" not in str(caught.value)


def test_any_duckdb_client_finds_names_at_once(results):
    import duckdb

    with duckdb.connect(results / "with" / "records.duckdb", read_only=True) as client:
        names = {row[0] for row in client.execute(database.TABLE_NAMES).fetchall()}
        assert names == {"hands", "matches", "cells", "seats", "match_seats"}
        kinds = client.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'"
        ).fetchall()
        assert {row[0] for row in kinds} == {"hands", "matches", "cells"}
