"""What reports make of runs: outcomes, counts, clusters, notes, and the figures of tables."""

from __future__ import annotations

import math

import pytest

from tamis.measures.measure import Measure
from tamis.report import build, card, columns, logs, points
from tamis.report.document import Report, System
from tamis.report.elements import Column, Figure, Part, Row, Series, Table
from tamis.report.points import Dots, Point, Scatter
from tamis.report.render import format, tidy
from tamis.report.render.axis import Axis, axis
from tamis.report.runs import Run, with_distinct_labels
from tamis.report.scored import Scored, filled, with_headline
from tamis.spending import Tokens
from tamis.stats import NAN, Estimate
from tamis.stats.distributions import t_quantile
from tamis.types import InputError

HALF = 0.1 / t_quantile(0.975, 2)
"""The standard error of a figure with three clusters and an interval of 0.1 to either side."""


# Samples and runs


def scored(id: str = "q", failure: str = "", **values: float) -> Scored:
    """A sample with figures."""
    return Scored(id, 1, {}, values, failure)


@pytest.mark.parametrize(
    ("sample", "outcome"),
    [
        (scored(not_asked=1), None),
        (scored(not_asked=0, ok=1), "ok"),
        (scored(), "failed"),
        (scored(ok=0, refused=1), "refused"),
        (scored(call_failed=1), "too_long"),
        (scored(out_of_time=1), "timed_out"),
        (scored(over_rounds=1), "timed_out"),
        (scored(over_rounds=0.5), "ok"),
        (scored(f1=0.5), "ok"),
        (scored(failure="Limit: time", ok=1), "timed_out"),
        (scored(failure="limit: working"), "timed_out"),
        (scored(failure="limit: context"), "too_long"),
        (scored(failure="limit: token"), "truncated"),
        (scored(failure="APITimeoutError"), "timed_out"),
        (scored(failure="it Timed out"), "timed_out"),
        (scored(failure="a limit: time"), "failed"),
    ],
)
def test_how_a_sample_ended(sample, outcome):
    """By its figures, those of older logs too, or by what ended it."""
    assert sample.outcome == outcome
    assert sample.read is (outcome in ("ok", "empty"))


@pytest.mark.parametrize(
    ("shares", "about", "cluster"),
    [
        ("author", {"author": "A", "qid": "9"}, "A"),
        ("qid", {"author": "A", "qid": 9}, "9"),
        ("qid", {"author": "A"}, "q"),
        ("", {"author": "A", "qid": "9", "response": "r", "session": "s"}, "A"),
        ("", {"author": "", "qid": "9", "response": "r", "session": "s"}, "9"),
        ("", {"response": "r", "session": "s"}, "r"),
        ("", {"session": "s"}, "s"),
        ("", {}, "q"),
    ],
)
def test_the_cluster_of_a_sample(shares, about, cluster):
    """By its own field, by the fields of older logs, or itself."""
    assert Scored("q", 1, about, {}, shares=shares).cluster == cluster


def test_headline_figures_are_the_worst_where_nothing_was_read():
    """What was read stays beside them; nothing is done twice."""
    worst = {"f1": 0.0, "irrelevant": 1.0}
    assert with_headline({"f1": 0.5}, "ok", worst) == {
        "f1": 0.5, "read_f1": 0.5, "read_irrelevant": pytest.approx(NAN, nan_ok=True)
    }  # fmt: skip
    assert with_headline({"f1": 0.5, "irrelevant": 0.2}, "refused", worst) == {
        "f1": 0.0, "irrelevant": 1.0, "read_f1": 0.5, "read_irrelevant": 0.2
    }  # fmt: skip
    assert with_headline({"f1": 0.5, "read_f1": 0.4}, "refused", {"f1": 0.0}) == {
        "f1": 0.5, "read_f1": 0.4
    }  # fmt: skip
    assert with_headline({"f1": 0.5}, None, {"f1": 0.0}) == {"f1": 0.5, "read_f1": 0.5}


def test_samples_are_filled_with_the_worst_figures():
    """Those that were never scored, and those that an error ended later; none that was withheld."""
    worst = {"f1": 0.0}
    never = filled(scored(failure="limit: context"), worst)
    assert never.filled
    assert never.values["too_long"] == 1
    assert never.values["ok"] == never.values["failed"] == never.values["f1"] == 0
    assert math.isnan(never.values["read_f1"])
    withheld = scored(not_asked=1)
    assert filled(withheld, worst) is withheld
    whole = scored(f1=0.5, read_f1=0.5, ok=1)
    assert filled(whole, worst) is whole
    assert filled(scored(f1=0.5, ok=1), worst).values == {"f1": 0.5, "ok": 1, "read_f1": 0.5}
    ended = filled(scored(failure="boom", f1=0.5, ok=1), worst)
    assert (ended.values["f1"], ended.values["read_f1"], ended.filled) == (0.0, 0.5, False)


def a_run(label: str = "m", kind: str = "model", *samples: Scored, **more: object) -> Run:
    """A run with an identity."""
    identity = more.pop("identity", {"condition": "c"})
    return Run(label, kind, "t", "1", identity, samples, len(samples), **more)


def test_what_a_run_counts():
    """Answered, interrupted, and unread: a judge that abstains has been read."""
    run = a_run(
        "m", "model", scored("a", ok=1), scored("b", refused=1), scored("c", abstained=1),
        scored("d", not_asked=1), scored("e", failure="interrupted"),
        scored("f", failure="interrupted"), filled(scored("g", failure="boom"), {"f1": 0.0}),
    )  # fmt: skip
    assert (run.answered, run.unread, run.interrupted) == (4, 1, 2)
    assert run.failures == {"interrupted": 2, "boom": 1}
    assert [sample.id for sample in run.asked] == ["a", "b", "c", "e", "f", "g"]


def test_labels_that_are_equal_get_what_tells_them_apart():
    """In one condition only; by number where nothing does."""
    runs = [
        a_run(identity={"condition": "c", "data": "x", "k": "1"}),
        a_run(identity={"condition": "c", "data": "x"}),
        a_run(identity={"condition": "d"}),
        a_run("o"), a_run("o"),
    ]  # fmt: skip
    assert [run.label for run in with_distinct_labels(runs)] == [
        "m [k=1]", "m [k=–]", "m", "o [run 1]", "o [run 2]"
    ]  # fmt: skip


def test_groups_of_samples():
    """By the words or the number of a field, which may be missing."""

    def on_field(value):
        return Scored("q", 1, {} if value is None else {"k": value}, {})

    has = columns.having("k", "1", "")
    assert [has(on_field(v)) for v in (1, "1", 2, None, "")] == [True, True, False, True, True]
    within = columns.within("k", 2, 5)
    assert [within(on_field(v)) for v in (1, 2, 4.5, 5, "3", None)] == [
        False, True, True, False, False, False
    ]  # fmt: skip
    listed = columns.having_any("k", "a", "b")
    assert [listed(on_field(v)) for v in ("a", "c|b", "ab", None)] == [True, True, False, False]
    both = has & within
    assert not both(on_field(1))
    run = a_run("m", "model", *(Scored(str(n), 1, {"k": n % 3}, {"f": float(n), "ok": 1.0})
                                for n in range(6)), scored("x", refused=1, f=0.0))  # fmt: skip
    made = run.columns
    assert made.estimate("f", columns.having("k", "1")).value == 2.5
    assert made.estimate("f", columns.within("k", 1, 3) & columns.having("k", "2")).value == 3.5
    assert made.estimate("f", lambda sample: sample.id == "4").value == 4
    assert (made.counts(), made.counts(columns.having("k", ""))) == ((7, 1), (1, 1))
    assert made.has("f")
    assert not made.has("g")
    assert math.isnan(made.estimate("g").value)
    for nth in range(columns.MASKS + 2):
        assert made.counts(columns.having("k", str(nth % 3)))[0] == 2


def test_which_files_are_logs(tmp_path):
    """Those of Inspect, and those that it has written as JSON, of each only one."""
    for name, text in (
        ("a.eval", ""), ("b.json", '{"version": 2,\n "status": "x"}'),
        ("c.json", ' { "eval": {} }'),
        ("d.json", '{"other": 1}'), ("a.json", '{"status": 1}'), ("e.txt", '{"status": 1}'),
        ("f.json", '{"status": 1}'),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    (tmp_path / "folder.json").mkdir()
    assert [path.name for path in logs.find_logs([tmp_path])] == [
        "a.eval",
        "b.json",
        "c.json",
        "f.json",
    ]
    assert logs.find_logs([tmp_path / "e.txt"]) == [tmp_path / "e.txt"]
    with pytest.raises(InputError, match=r"there is no log .*no; give a \.eval file or a folder"):
        logs.find_logs([tmp_path / "no"])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match="holds no Inspect logs"):
        logs.find_logs([tmp_path / "a.eval", empty])


# What a report says first


def test_the_systems_of_a_report():
    """What they are called, what they were asked, and what they took."""
    samples = [scored(str(nth), ok=1) for nth in range(1001)]
    run = a_run(
        "Mine", "model", *samples, scored("x", failure="boom"), model="lab/mine", cost=0.5,
        usage={"input tokens": 12_345, "output tokens": 678},
    )  # fmt: skip
    assert card.systems([run, a_run("B", "baseline", model="B", identity={})]) == (
        System("Mine", "model", "c", "lab/mine", "1,001 of 1,002", "12,345 in, 678 out", "0.50"),
        System("B", "baseline", "", "", "0 of 0", "", ""),
    )


def test_what_the_figures_of_a_report_belong_to():
    """Dates, programs, data, samples, prompts, settings and limits; all values that differ."""
    one = a_run(
        "m", "model", scored("a"), scored("b"),
        identity={
            "data": "mini", "samples": "2", "order": "drawn", "prompts": "abc", "temperature": "0",
        },
        dates=("2026-02-01", "2026-02-03"), versions={"Tamis": "1", "Inspect": "0.3"},
        generation={"temperature": "1", "seed": "7"},
        limits={"token_limit": "9", "time_limit": "8"},
    )  # fmt: skip
    two = a_run(
        "n", "model", scored("a"),
        identity={"data": "own", "samples": "20", "order": "drawn", "prompts": "def"},
        dates=("2026-01-01",), versions={"Tamis": "2"}, args={"prompts": "mine"},
    )  # fmt: skip
    three = a_run(
        "b", "baseline", scored("a"), generation={"seed": "9"},
        identity={"samples": "3", "samples_chosen": "chosen by id", "order": "drawn"},
    )  # fmt: skip
    assert card.identity([one, two, three], ["data", "prompts", "none"]) == {
        "run on": "2026-01-01 to 2026-02-03",
        "Tamis": "1, 2",
        "Inspect": "0.3",
        "data": "mini, own",
        "samples": "2 of 2; 1 of 20, drawn; 1 of 3, chosen by id",
        "prompts": "our own words (abc), from mine (def)",
        "temperature": "0",
        "seed": "7",
        "limits": "token limit 9, time limit 8; none besides max tokens",
    }
    assert card.identity([three], ["data"]) == {"samples": "1 of 3, chosen by id"}
    assert card.identity([a_run(dates=("2026-01-01",))], []) == {
        "run on": "2026-01-01", "limits": "none besides max tokens"
    }  # fmt: skip


def test_what_runs_cost_at_given_prices():
    """Where the price of each of its models is known; else what its log says."""
    run = a_run(tokens={"a": Tokens(2_000_000, 500_000), "b": Tokens(1_000_000, 0)}, cost=7.0)
    assert card.priced([run], {"a": (3, 8), "b": (5, 1), "c": (9, 9)})[0].cost == 15
    assert card.priced([run], {"a": (3, 8)})[0].cost == 7
    assert card.priced([a_run()], {"a": (3, 8)})[0].cost is None
    (named,) = card.named([run], {"m": "Mine"})
    assert (named.label, named.names) == ("Mine", {"m": "Mine"})
    assert card.named([run], {"x": "Mine"})[0].label == "m"


# Tables and notes


def outcome_run(label: str, condition: str, *outcomes: str | None, **more: object) -> Run:
    """A run whose samples ended so; None for a question that was withheld."""
    samples = [
        scored(f"q{nth}", not_asked=1) if one is None else scored(f"q{nth}", **{one: 1.0})
        for nth, one in enumerate(outcomes)
    ]
    return a_run(label, "model", *samples, identity={"condition": condition}, **more)


def test_the_table_of_outcomes():
    """Figures that are counted besides, what was not begun or withheld, in the order wanted."""
    first = outcome_run("m", "late", "ok", None, None)
    lost = Scored("z", 1, {}, {}, "not begun")
    other = a_run("n", "model", scored("a", ok=1, cut=1), scored("b", ok=1, cut=0.5), lost,
                  identity={"condition": "early"})  # fmt: skip
    extra = (Column("cut", "Cut"), Column("odd", "Odd"))
    table = build.outcomes(
        [first, other, outcome_run("o", "none", "ok")], extra, ["early", "late"], ""
    )
    assert [row.label for row in table.rows] == ["n", "m", "o"]
    assert [c.key for c in table.columns] == [
        "asked",
        "ok",
        "failed",
        "not_begun",
        "withheld",
        "cut",
    ]
    assert [(r.cells["asked"], r.cells["not_begun"], r.cells["withheld"], r.cells["cut"])
            for r in table.rows] == [(3, 1, 0, 1), (1, 0, 2, 0), (1, 0, 0, 0)]  # fmt: skip


def test_columns_of_what_was_read_follow_where_something_was_not():
    """With the number that they rest on; other columns are before them."""
    head = (Column("f", "F"), Column("g", "G"))
    whole = Row("m", "model", {"f": 1, "read_f": 1, "unread": 0})
    some = Row("m", "model", {"f": 1, "read_f": 1, "unread": 2})
    bare = Row("m", "model", {"f": 1, "unread": 2})
    keys = [[c.key for c in build.columns(head, rows, (Column("o", "O"),))] for rows in (
        [whole], [whole, some], [bare]
    )]  # fmt: skip
    first = ["f", "g", "unread", "n", "o"]
    assert keys == [first, [*first, "read_f", "read"], first]
    made = build.columns(head, [some], of_read=" (read)")
    assert made[-2].label == "F (read)"


def test_published_rows_follow_runs_that_have_figures():
    """Of one condition; none where no run has any."""
    runs = [outcome_run("m", "c", "ok"), outcome_run("n", "d", "ok"), outcome_run("e", "c")]
    paper = [Row("GPT", "published", {})]
    measured = build.measuring([Measure("ok", "Right", "1 where it is right")])
    found = build.with_published(runs, "c", "G", measured, paper)
    assert [(row.label, row.group) for row in found] == [("m", "G"), ("e", "G"), ("GPT", "")]
    assert build.with_published(runs[2:], "c", "G", measured, paper) == []
    assert build.with_published(runs, "z", "G", measured, paper) == []


def test_verdicts_against_labels():
    """Counts of those that were read; the others have none."""
    samples = [scored(str(nth), ok=1, **{f"read_{key}": 1.0}) for nth, key in
               enumerate(["tp", "tp", "fn", "tn", "tn", "tn", "fp"])]  # fmt: skip
    more = scored("x", refused=1, read_tp=0.0), scored("y", not_asked=1)
    run = a_run("m", "model", *samples, *more,
                identity={"condition": "c", "data": "mini"})  # fmt: skip
    table = build.confusions([run, a_run("e")], ("TP", "FN", "TN", "FP"), "T", "items")
    (row,) = table.rows
    assert dict(row.cells) == {"tp": 2, "fn": 1, "tn": 3, "fp": 1, "undecided": 1, "n": 8}
    assert [c.label for c in table.columns] == ["TP", "FN", "TN", "FP", "No verdict", "n"]


def test_notes_on_runs():
    """Samples without an answer, what they are worth, what to do, and tokens."""
    samples = [
        scored("a", ok=1), scored("b", refused=1), scored("c", truncated=1), scored("d", refused=1),
        Scored("e", 1, {"x": 1}, {}, "boom"), scored("f", too_long=1), scored("g", not_asked=1),
    ]  # fmt: skip
    run = a_run("m", "model", *samples, usage={"input tokens": 1234, "output tokens": 5})
    first, second, third = build.notes([run], lambda run: "count 0")
    assert first.startswith("m (c): 5 of 6 that were asked count 0")
    for fact in (
        "refused ×2",
        "truncated ×1",
        "failed ×1",
        "too long ×1",
        "boom ×1",
        "--max-tokens",
        "Run the same command again",
    ):
        assert fact in first
    assert "5 of these were not begun" in second
    assert "1,234 input tokens, 5 output tokens" in third
    quiet = a_run("n", "model", Scored("a", 1, {"x": 1}, {"refused": 1.0}), identity={})
    [note] = build.notes([quiet], lambda run: "count 0")
    assert "1 of 1 that were asked count 0" in note
    assert "again" not in note
    assert build.notes([a_run("n", "model", Scored("a", 1, {"x": 1}, {"ok": 1.0}))], str) == []


@pytest.mark.parametrize(
    ("clusters", "said"),
    [
        ((8, 9, 0), None), ((9, 7), "as few as 7 independent groups"),
        ((3, 7), "as few as 3 independent groups"),
        ((2,), "2 independent groups"), ((1, 8), "as few as 1 independent group of samples"),
        ((), None),
    ],
)  # fmt: skip
def test_figures_on_few_groups_are_told(clusters, said):
    """Below three nothing is known of the spread."""
    rows = tuple(Row(str(nth), "model", {"f": Estimate(0.5, 0.1, 9, 0, nth)}) for nth in clusters)
    found = build.on_few_clusters([Table("t", "", "", (), rows)])
    if said is None:
        assert found == []
        return
    (note,) = found
    assert said in note
    assert ("Below 3 nothing is known of the spread" in note) is (min(clusters) < 3)


def test_lists_of_variants_and_data():
    """Each once, in the order of the runs; baselines of several sets once."""
    runs = [a_run(identity={"variants": "a,b", "data": "z"}), a_run(identity={"variants": "b,c,"})]
    assert build.variants(runs) == ["a", "b", "c"]
    assert build.listed(runs, "golds") == []
    assert build.data_names(runs) == "?, z"
    same = [a_run("b", "baseline", identity={"x": "1"}) for _ in range(2)]
    other = a_run("b", "baseline", identity={"x": "2"})
    models = [a_run("m"), a_run("m")]
    assert build.baselines_once([*same, other, *models]) == [same[0], other, *models]
    table = Table("t", "", "", (), ())
    assert build.some(table) == []
    assert build.some(TABLE) == [TABLE]


# Cells, and all figures as one CSV file


@pytest.mark.parametrize(
    ("cell", "seen", "shown"),
    [
        (Estimate(0.5, HALF, 1190, 0, 3), 1190, ("0.50", "±0.02", "0.40 to 0.60", ())),
        (Estimate(0.5, HALF, 1190, 0, 3), 1203, ("0.50", "±0.02", "0.40 to 0.60", ("n 1,190",))),
        (Estimate(0.5, NAN, 90, 0, 2), 90, ("0.50", "", "", ())),
        (Estimate(0.5, NAN, 90, 1010, 2), 90, ("0.50", "", "", ("n 90", "1,010 excluded"))),
        (Estimate(NAN, NAN, 0, 0, 0), 7, ("–", "", "", ())),
        (Estimate(NAN, NAN, 0, 7, 0), 7, ("–", "", "", ("n 0", "7 excluded"))),
        (Part(7, 40), 0, ("7 (17.5%)", "", "", ())),
        (Part(1234, 2468), 0, ("1,234 (50.0%)", "", "", ())),
        (Part(0, 40), 0, ("0", "", "", ())),
        (Part(7, 0), 0, ("7", "", "", ())),
        (12345, 0, ("12,345", "", "", ())),
        (0.125, 0, ("0.1250", "", "", ())),
        (None, 0, ("–", "", "", ())),
    ],
)
def test_what_a_cell_says(cell, seen, shown):
    """Value, error, interval, and what the row does not say already; `digits` is for floats."""
    said = format.show(cell, seen, 4)
    assert (said.value, said.error, said.interval, said.counts) == shown
    assert said.numeric


def test_how_many_samples_stand_behind_a_row():
    """The most that any estimate saw, those it excludes among them; not said twice."""
    cells = {"a": Estimate(0.5, NAN, 900, 5), "b": Estimate(0.5, NAN, 1000, 204), "c": 3000}
    assert format.samples(Row("r", "model", cells)) == 1204
    assert format.row_count(Row("r", "model", cells)) == "n = 1,204"
    assert format.row_count(Row("r", "model", {**cells, "n": 1203})) == "n = 1,204"
    assert format.row_count(Row("r", "model", {**cells, "n": 1204})) == ""
    assert format.row_count(Row("r", "model", {"c": 3000})) == ""


COLUMNS = (Column("f", "F1", "up"), Column("k", "Kind"), Column("n", "n"))
TABLE = Table(
    "t.one",
    "One",
    "Caption.",
    COLUMNS,
    (
        Row("A", "model", {"f": Estimate(0.5, HALF, 9, 2, 3), "k": "=x", "n": 11}, "G"),
        Row("B", "published", {"f": 0.25, "k": "", "n": None}, "G"),
        Row("C", "measure", {"f": Estimate(0.25, 0.5, 9, 0, 2), "k": "'q"}, ""),
        Row("D", "measure", {"f": NAN, "k": None, "asked": 5}, "H"),
    ),
    variant="paper",
)


def test_all_figures_as_tidy_csv():
    """A line for each figure: a measure is no system, and text only a value."""
    two = (Column("f", "F", variant="strict"),)
    table = Table("two", "", "", two, (Row("A", "model", {"f": 1, "asked": 4}),), "paper")
    figure = Figure("fig", "", "", "x", ("1", "2"), (Series("S", (Estimate(0.5), None)),))
    report = Report("T", "", {}, (TABLE, table), (figure,), benchmark="kitab")
    low, high = (str(0.5 + sign * t_quantile(0.975, 2) * HALF) for sign in (-1, 1))
    assert tidy.to_tidy_csv(report, report).splitlines()[:9] == [
        "benchmark,system,kind,variant,table,row,measure,value,standard_error,low,high,n,asked",
        f"kitab,A,model,paper,t.one,G,f,0.5,{HALF},{low},{high},9,11",
        "kitab,A,model,paper,t.one,G,k,'=x,,,,,11",
        "kitab,A,model,paper,t.one,G,n,11,,,,,11",
        "kitab,B,published,paper,t.one,G,f,0.25,,,,,",
        "kitab,,measure,paper,t.one,C,f,0.25,,,,9,",
        "kitab,,measure,paper,t.one,C,k,''q,,,,,",
        "kitab,,measure,paper,t.one,H / D,f,,,,,,5",
        "kitab,A,model,strict,two,,f,1,,,,,4",
    ]
    assert tidy.to_tidy_csv(report).splitlines()[9:] == ["kitab,,measure,,fig,1,S,0.5,,,,0,"]


def rows_of(**kinds: int) -> tuple[Row, ...]:
    """So many rows of each kind, with a figure and another cell."""
    return tuple(
        Row(f"{kind} {nth}", kind, {"f": 0.5, "g": 1}) for kind, many in kinds.items()
        for nth in range(many)
    )  # fmt: skip


def pictured(*rows: Row) -> Dots | None:
    """The picture of a table with a column that is better low and two that are better high."""
    columns = (Column("g", "G", "down"), Column("f", "F", "up"), Column("h", "H", "up"))
    return points.picture(Table("t", "Title", "C.", columns, rows, "paper"))


def test_the_picture_of_a_table():
    """Of its first measure that is better high, in the rows that have a figure."""
    rows = (
        Row("A", "model", {"f": 0.5, "g": 1}), Row("B", "model", {"f": NAN}),
        Row("C", "model", {"f": "text"}), Row("D", "model", {"g": 1}),
        Row("E", "published", {"f": Estimate(0.25), "h": 2}, "G"),
        Row("F", "published", {"f": Estimate(NAN)}),
    )  # fmt: skip
    made = pictured(*rows)
    assert made == Dots(
        "picture-t",
        "F: Title",
        "F, with 95% intervals; what was asked is in the table below.",
        Column("f", "F", "up"),
        (Row("A", "model", {"f": 0.5}), Row("E", "published", {"f": Estimate(0.25)}, "G")),
        "paper",
    )
    assert made.as_table().rows == made.rows
    assert pictured(rows[4]) is None
    assert points.picture(Table("t", "T", "", (Column("g", "G", "down"),), rows)) is None


@pytest.mark.parametrize(
    ("kinds", "many", "said"),
    [
        ({"published": 10, "model": 20}, 30, ""),
        ({"published": 10, "model": 21}, 21, ""),
        ({"published": 1, "model": 30}, 30, ""),
        ({"published": 1, "model": 31}, 30, " The first 30 rows of 31."),
    ],
)
def test_a_picture_has_at_most_thirty_rows(kinds, many, said):
    """Those of papers are left out first."""
    made = pictured(*rows_of(**kinds))
    assert len(made.rows) == many
    assert made.caption.endswith(f"in the table below.{said}")


def test_a_report_without_published_figures():
    """They leave tables, figures and the picture, and captions and notes no longer name them."""
    mixed = rows_of(model=1, published=2)
    dot = Point("p", "model", 1, Estimate(0.5)), Point("q", "published", 1, Estimate(0.5))
    figure = Figure("f", "", "", "", (), ())
    spread = Scatter("s", "", "", "", "", dot)
    report = Report(
        "T", "S", {"a": "b"},
        (
            Table("t", "", "Data x; published: Table 3", COLUMNS, mixed),
            Table("u", "", "No paper", COLUMNS, rows_of(published=1)),
            Table("v", "", "No paper", COLUMNS, rows_of(model=1)),
        ),
        (figure, spread), ("one", "of published ones"),
        picture=Dots("d", "", "", COLUMNS[0], mixed),
    )  # fmt: skip
    left = report.without_published()
    assert [(table.id, table.caption, len(table.rows)) for table in left.tables] == [
        ("t", "Data x.", 1), ("v", "No paper", 1)
    ]  # fmt: skip
    assert left.figures == (figure, Scatter("s", "", "", "", "", dot[:1]))
    assert left.picture == Dots("d", "", "", COLUMNS[0], mixed[:1])
    assert left.notes == ("one", "Published figures are left out (--no-published).")
    assert Report("T", "", {}, (), picture=spread).without_published().picture == left.figures[1]
    assert Report("T", "", {}, ()).without_published().picture is None


# Points and axes


def test_the_front_and_the_points_as_a_table():
    """Equal points are on it together; costs that are not whole have decimals enough."""
    made = (
        Point("A", "model", 0.002, Estimate(0.5), "g"),
        Point("B", "model", 0.002, Estimate(0.5), "h"),
        Point("C", "model", 3, Estimate(0.4), "g"),
        Point("D", "model", 3, Estimate(0.5), "h"),
        Point("E", "baseline", 4, Estimate(0.6), "g"),
        Point("F", "model", NAN, Estimate(0.9), "g"),
        Point("G", "model", 1, Estimate(NAN), "g"),
    )
    figure = Scatter("s", "T", "Cap", "cost", "F1", made, variant="paper", paper="Figure 2")
    assert [one.label for one in figure.front()] == ["A", "B", "E"]
    table = figure.as_table()
    assert table.columns == (
        Column("x", "cost", "down", 4), Column("y", "F1", "up"), Column("front", "On the front")
    )  # fmt: skip
    assert [(r.label, r.group, r.cells["x"], r.cells["front"]) for r in table.rows] == [
        ("A", "g", 0.002, "yes"), ("C", "g", 3, ""), ("E", "g", 4, "yes"), ("F", "g", None, ""),
        ("G", "g", 1, ""), ("B", "h", 0.002, "yes"), ("D", "h", 3, ""),
    ]  # fmt: skip
    assert (table.caption, table.variant, table.paper) == (
        "Cap. 2 points have no figures.", "paper", "Figure 2"
    )  # fmt: skip


def test_where_numbers_lie_on_an_axis():
    """By differences, by factors, and by factors behind the place of zero."""
    assert axis([3, 17]).place(5) == 0.25
    assert axis([-3, 4]).place(0.5) == 0.5
    assert axis([-3, 4]).gap is None
    assert [axis([2, 50], True).place(at) for at in (2, 10, 50)] == pytest.approx([0, 0.5, 1])
    broken = axis([0, 2, 50], True)
    assert [broken.place(at) for at in (0, 2, 10, 50)] == pytest.approx([0.035, 0.11, 0.555, 1])
    assert broken.gap == 0.075
    assert Axis(10, 20, ()).place(15) == 0.5
