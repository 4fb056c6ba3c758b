"""`tamis leaderboard`: what stands in it, and the page as a browser shows it."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import pytest

from invented_runs import MEASURES, invented
from tamis.benchmarks import load_benchmark
from tamis.measures.measure import Measure
from tamis.report.logs import read_runs
from tamis.report.render.leaderboard import as_json, render
from tamis.report.standings import board, leading


def kitab(*runs):
    """A board of invented runs."""
    return board("kitab", "KITAB", runs, MEASURES)


def test_a_figure_is_the_mean_over_all_that_were_asked():
    """As a report has it: with its interval, and n."""
    run = invented("a", 0.6)
    [one] = kitab(run).standings
    mean = sum(sample.values["strict_all_correct"] for sample in run.samples) / 60
    found = one.figures["strict_all_correct"]
    assert found.value == pytest.approx(mean)
    assert found.n == one.asked == 60
    assert found.interval[0] < mean < found.interval[1]


def test_the_latest_of_equal_runs_stands_and_the_others_are_history():
    """Whatever the order in which they are read; other settings are another system."""
    old, new = invented("a", 0.5, date="2026-01-02"), invented("a", 0.5, date="2026-03-04")
    hot = invented("a", 0.5, date="2026-02-01", temperature="1.0")
    found = {(one.system, one.date): one.latest for one in kitab(old, hot, new).standings}
    assert found == {
        ("a [temperature=–]", "2026-03-04"): True,
        ("a [temperature=1.0]", "2026-02-01"): True,
        ("a [temperature=–]", "2026-01-02"): False,
    }


def test_differences_are_within_a_condition_and_data():
    """Not between conditions, nor with a run that stands in the history."""
    runs = [
        invented("a", 0.9), invented("b", 0.2), invented("a", 0.9, date="2025-01-01"),
        invented("a", 0.9, condition="no_context"), invented("b", 0.2, data="released"),
    ]  # fmt: skip
    made = kitab(*runs)
    pairs = {
        (made.standings[one.a].system, made.standings[one.b].system) for one in made.differences
    }
    assert pairs == {("a", "b")}
    assert {one.measure for one in made.differences} == set(MEASURES)
    places = {(made.standings[one.a].condition, one.family) for one in made.differences}
    assert places == {("with_context", 1)}


def test_baselines_of_no_condition_stand_beside_all():
    """In each condition with its systems, and not as a condition of their own."""
    none = invented("nothing", 0.1, kind="baseline", condition="Baselines")
    models = [invented("a", 0.6, condition="zero-shot"), invented("a", 0.7, condition="two-shot")]
    made = board("acs", "ACS", [*models, none], MEASURES, "Baselines")
    pairs = {
        (one.condition, made.standings[one.a].system, made.standings[one.b].system, one.family)
        for one in made.differences
    }
    assert pairs == {("zero-shot", "a", "nothing", 1), ("two-shot", "a", "nothing", 1)}
    assert made.usual[0] in ("zero-shot", "two-shot")
    alone = board("acs", "ACS", [none], MEASURES, "Baselines")
    assert alone.usual[0] == "Baselines"


def test_a_difference_is_paired_and_corrected_by_holm():
    """B - A is the difference of the means; of three pairs the smallest p counts three times."""
    made = kitab(invented("a", 0.9), invented("b", 0.5), invented("c", 0.3))
    found = [one for one in made.differences if one.measure == "paper_all_correct"]
    assert [one.family for one in found] == [3, 3, 3]
    for one in found:
        a, b = (made.standings[n].figures[one.measure].value for n in (one.a, one.b))
        assert one.found.difference.value == pytest.approx(b - a)
        assert a >= b
    least = min(found, key=lambda one: one.found.flips)
    assert least.corrected == pytest.approx(min(1, 3 * least.found.flips))
    most = max(found, key=lambda one: one.found.flips)
    assert most.corrected >= max(most.found.flips, least.corrected)


def test_many_systems_are_compared_with_the_best_by_the_first_of_each_variant():
    """Of 13 systems 12 pairs for a measure, not 78; above the most tests, not every measure."""
    runs = [invented(f"m{nth}", nth / 14, samples=24) for nth in range(13)]
    made = kitab(*runs)
    assert leading(MEASURES) == ["paper_all_correct", "reference_all_correct", "strict_all_correct"]
    by_measure = {one.measure for one in made.differences}
    assert by_measure == set(MEASURES)
    firsts = [one for one in made.differences if one.measure == "paper_all_correct"]
    best = max(made.standings, key=lambda one: one.figures["paper_all_correct"].value)
    assert len(firsts) == 12
    assert all(one.with_best and made.standings[one.a] is best for one in firsts)
    several = [replace(one, identity={**one.identity, "condition": c})
               for one in runs for c in "abcdef"]  # fmt: skip
    assert {one.measure for one in kitab(*several).differences} == set(leading(MEASURES))


def test_a_benchmark_says_by_which_figure_it_ranks():
    """Who names everything has the best of the first figure, and does not come first."""
    all_of_it, some = invented("whole_list", 0.1), invented("good", 0.6)
    complete = {key: 1.0 for key in MEASURES if key.endswith("completeness")}
    padded = tuple(replace(one, values={**one.values, **complete}) for one in all_of_it.samples)
    figures = dict(reversed(MEASURES.items()))
    by = Measure("all_correct", "All correct", "exactly the list")
    runs = [replace(all_of_it, samples=padded), some]
    made = board("kitab", "KITAB", runs, figures, ranks_by=[by])
    assert list(made.ranking) == list(made.measures)[:3]
    assert all(key.endswith("all_correct") for key in made.ranking)
    assert {made.standings[one.a].system for one in made.differences} == {"good"}


def test_verdicts_are_ranked_by_the_macro_f1_with_paired_differences(tamis_here):
    """`majority`, one verdict for all, is above `random` by accuracy, and below by macro-F1."""
    tamis_here("run", "acs")
    chosen = load_benchmark("acs")
    runs = chosen.completed(read_runs([tamis_here.folder / "runs"]))
    measures = chosen.measures(runs)
    made = board("acs", "ACS", runs, measures, ranks_by=chosen.ranks_by)
    found = {one.system: one.figures for one in made.standings}
    assert made.ranking == ("macro_f1",)
    assert found["majority"]["correct"].value > found["random"]["correct"].value
    assert found["majority"]["macro_f1"].value < found["random"]["macro_f1"].value
    for one in (one for one in made.differences if one.measure == "macro_f1"):
        a, b = (made.standings[n].figures["macro_f1"].value for n in (one.a, one.b))
        assert one.found.difference.value == pytest.approx(b - a)


def test_only_systems_with_the_same_questions_are_compared():
    """A run on fewer questions is another system, even where all else is equal, and has no pair."""
    made = kitab(
        invented("a", 0.9), invented("b", 0.5), invented("a", 0.9, samples=20, date="2026-12-01")
    )
    assert [(one.system, one.asked) for one in made.standings if one.latest] == [
        ("a", 20), ("a", 60), ("b", 60),
    ]  # fmt: skip
    pairs = {(one.a, one.b) for one in made.differences}
    assert {made.standings[nth].asked for pair in pairs for nth in pair} == {60}


def test_the_usual_place_is_that_of_most_systems():
    """By the latest runs alone."""
    made = kitab(
        invented("a", 0.5, condition="x"), invented("b", 0.5), invented("c", 0.5),
        *(invented("a", 0.5, condition="x", date=f"2025-01-0{nth}") for nth in range(1, 5)),
    )  # fmt: skip
    assert made.usual == ("with_context", "mini (0123456789ab)")


def test_names_cannot_end_the_data_nor_become_markup():
    """A system's name is text: in JSON no `<` is left."""
    hostile = "</script><script>alert(1)</script>"
    boards = [kitab(invented(hostile, 0.5), invented("b", 0.4))]
    assert "<" not in as_json(boards)
    assert hostile in [row["s"] for row in json.loads(as_json(boards))[0]["rows"]]
    page = render(boards, hostile, "Tamis")
    assert page.count("<script") == 2
    assert "alert(1)</script>" not in page
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", page)


def test_a_leaderboard_of_runs_of_several_benchmarks(tamis_here):
    """Baselines of two benchmarks: a page, and a line for each."""
    tamis_here("run", "kitab", "--limit", "8")
    tamis_here("run", "acs", "--limit", "8")
    said = tamis_here("leaderboard", "runs", "--name", "program=Our program").out
    assert "KITAB: 3 systems, 3 runs" in said
    assert "ACS: 3 systems, 3 runs" in said
    page = (tamis_here.folder / "leaderboard.html").read_text()
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    first, second = json.loads(data)
    assert {row["s"] for row in first["rows"]} == {"symbolic", "whole_list", "nothing"}
    assert "Our program" in {row["s"] for row in second["rows"]}
    symbolic = next(row for row in first["rows"] if row["s"] == "symbolic")
    assert symbolic["n"] == 8
    assert symbolic["f"][0][0] >= 0.8
    assert symbolic["sec"] is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", symbolic["on"])


def test_a_report_of_several_benchmarks_and_of_logs_as_json(tamis_here):
    """A page each and one that leads to them; one CSV; logs converted to JSON read the same."""
    from inspect_ai.log import convert_eval_logs

    tamis_here("run", "kitab", "-T", "baseline=nothing", "--limit", "4")
    tamis_here("run", "acs", "-T", "baseline=majority", "--limit", "4")
    tamis_here("report", "runs", "--html", "all.html", "--csv", "all.csv", "--latex", "tex")
    index = (tamis_here.folder / "all.html").read_text()
    assert re.findall(r'href="([^"]+)"', index) == [
        "all-kitab.html", "all-acs.html",
    ]  # fmt: skip
    assert "nothing" in (tamis_here.folder / "all-kitab.html").read_text()
    lines = (tamis_here.folder / "all.csv").read_text().splitlines()
    assert {line.split(",")[0] for line in lines[1:]} == {"kitab", "acs"}
    assert {one.name for one in (tamis_here.folder / "tex").iterdir()} == {"kitab", "acs"}
    here = str(tamis_here.folder)
    convert_eval_logs(f"{here}/runs", "json", f"{here}/converted")
    for log in tamis_here.folder.glob("runs/*/logs/logs.json"):
        shutil.copy(log, tamis_here.folder / "converted" / log.parents[1].name)
    tamis_here("report", "converted", "--csv", "again.csv")
    assert (tamis_here.folder / "again.csv").read_bytes() == (
        tamis_here.folder / "all.csv"
    ).read_bytes()
    # Of a log in both forms in one folder just one counts.
    convert_eval_logs(f"{here}/runs", "json", f"{here}/runs")
    assert tamis_here("leaderboard", "runs").out.startswith("KITAB: 1 systems, 1 runs")


# In the browser.


@pytest.fixture
def opened(browser, tmp_path):
    """Opens the page of these boards; returns the page of the browser."""

    def show(*boards, **options):
        (tmp_path / "page.html").write_text(render(boards, "Leaderboard", "Tamis"))
        page = browser(**options).new_page()
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector(".drawn table")
        return page

    return show


def two_boards():
    """Two benchmarks; on one each system was run twice."""
    first = [
        invented(name, quality, date=date, cost=quality * 3)
        for name, quality in (("a/one", 0.9), ("b/two", 0.4))
        for date in ("2026-01-02", "2026-02-03")
    ]
    none = invented("nothing", 0.02, kind="baseline")
    other = [invented("a/one", 0.7, benchmark="acs"), invented("b/two", 0.8, benchmark="acs")]
    return (
        board("kitab", "KITAB", [*first, none], MEASURES),
        board("acs", "ACS", other, {"correct": "Accuracy by hand", **MEASURES}),
    )


def column(page, section: str, table: int, nth: int) -> list[str]:
    """The texts of a column of a table in a section."""
    return page.eval_on_selector_all(
        f"#{section} table >> nth={table}",
        "([one]) => [...one.tBodies[0].rows].map("
        f"row => row.cells[{nth}].innerText.split('\\n')[0])",
    )


def test_headers_sort_by_the_keyboard_and_say_so(opened):
    """A real table with a caption and scopes; Enter on a header sorts, and aria-sort tells it."""
    page = opened(*two_boards())
    table = page.locator("#kitab table").first
    assert table.locator("caption").inner_text()
    assert table.locator("thead th[scope=col]").count() == table.locator("thead th").count()
    assert table.locator("tbody th[scope=row]").count() == 3
    figures = column(page, "kitab", 0, 1)
    assert figures == sorted(figures, reverse=True)
    head = table.locator("thead th").nth(1)
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").focus()
    assert head.locator("button").evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, "kitab", 0, 1) == figures[::-1]


def test_systems_with_other_questions_stand_below_without_a_place(opened):
    """However they are sorted; n is shown, and the caption says by what is ranked."""
    page = opened(kitab(
        invented("a", 0.9), invented("b", 0.2), invented("c", 0.99, samples=20, kind="baseline")
    ))  # fmt: skip
    table = page.locator("#kitab table").first
    assert table.locator(".place").all_inner_texts() == ["1. ", "2. "]
    assert "Ranked by All correct (variant=paper), on the same 60 questions" in (
        table.locator("caption").inner_text()
    )
    for _ in range(2):
        below = table.locator("tbody").nth(1)
        assert "not ranked" in below.locator("tr").nth(0).inner_text()
        assert below.locator("tr").nth(1).inner_text().startswith("c")
        assert below.locator("tr").nth(1).locator("td").nth(1).inner_text() == "20"
        table.locator("thead button").nth(1).click()


def test_a_variant_is_chosen_for_all_and_a_figure_for_one(opened):
    """Tables, captions, differences and the overview follow."""
    boards = two_boards()
    page = opened(*boards)
    wanted = {
        variant: {
            one.model: f"{one.figures[f'{variant}_all_correct'].value:.3f}"
            for one in boards[0].standings
            if one.latest
        }
        for variant in ("paper", "strict")
    }
    assert dict(zip(names(page), column(page, "kitab", 0, 1), strict=True)) == wanted["paper"]
    page.select_option("#variant", "strict")
    assert dict(zip(names(page), column(page, "kitab", 0, 1), strict=True)) == wanted["strict"]
    assert "variant=strict" in page.locator("#overview caption").inner_text()
    assert "variant=strict" in page.locator("#kitab table caption").nth(1).inner_text()
    page.locator("#kitab .choices select").first.select_option(label="Completeness (variant=paper)")
    assert page.locator("#kitab caption").first.inner_text().startswith("Completeness")
    assert "All correct (variant=strict)" in page.locator("#acs caption").first.inner_text()


def test_a_figure_that_a_condition_does_not_have_gives_way(opened):
    """Single items have one figure, the other conditions others: each choice has a table."""
    own = {**MEASURES, "accuracy": "Accuracy"}
    runs = [
        invented("a", 0.5),
        invented("b", 0.6),
        invented("a", 0.7, condition="single_item", measures=["accuracy"], data="own"),
    ]
    page = opened(board("kitab", "KITAB", runs, own))
    page.locator("#kitab select").nth(1).select_option("single_item")
    assert page.locator("#kitab caption").first.inner_text().startswith("Accuracy; single_item, ")
    assert names(page) == ["a"]
    page.locator("#kitab select").nth(1).select_option("with_context")
    assert sorted(names(page)) == ["a", "b"]


def names(page) -> list[str]:
    """The systems of KITAB's table, in order."""
    return page.eval_on_selector_all(
        "#kitab table >> nth=0",
        "([one]) => [...one.querySelectorAll('tbody .name')].map(n => n.textContent)",
    )


def test_baselines_can_be_left_out(opened):
    """Of tables, overview and differences."""
    page = opened(*two_boards())
    assert "nothing" in names(page)
    page.uncheck("#baselines")
    assert names(page) == ["a/one", "b/two"]
    assert "nothing" not in page.locator("main").inner_text()


def test_baselines_of_no_condition_are_shown_with_each(opened):
    """A choice of two conditions; the baseline is in both tables, and in their differences."""
    none = invented("nothing", 0.1, kind="baseline", condition="Baselines")
    models = [invented("a", 0.6, condition=one) for one in ("zero-shot", "two-shot")]
    page = opened(board("kitab", "KITAB", [*models, none], MEASURES, "Baselines"))
    choices = page.locator("#kitab select").nth(1)
    assert choices.locator("option").all_inner_texts() == ["zero-shot", "two-shot"]
    for condition in ("two-shot", "zero-shot"):
        choices = page.locator("#kitab select").nth(1)
        choices.select_option(condition)
        assert sorted(names(page)) == ["a", "nothing"]
        assert page.locator("#kitab table").nth(1).locator("tbody tr").count() == 1


def test_charts_and_history_have_a_point_for_each_run(opened):
    """Cost with a point for each system that has one; history with every run and a line each."""
    page = opened(*two_boards())
    assert page.locator("#kitab figure").count() == 2
    assert page.locator("#kitab figure >> nth=0 >> circle").count() == 2
    over_time = page.locator("#kitab figure").nth(1)
    assert over_time.locator("circle").count() == 5
    assert over_time.locator("path.line").count() == 3
    assert "All of these runs are of one day, 2026-11-01." in page.locator("#acs").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_goes_by_the_scheme_of_the_browser(opened, scheme):
    """Light or dark, without a choice of its own."""
    page = opened(*two_boards(), color_scheme=scheme)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(253, 253, 251)"
    assert light == (scheme == "light")


def test_a_page_of_500_runs_is_small_and_whole(opened):
    """Under 1 MB, drawn to the last table, and no wider than a telephone."""
    many = {f"{key}_{more}": label for key, label in MEASURES.items() for more in "abc"}
    boards = [
        board(
            name,
            name.upper(),
            [
                invented(f"system-{n}", n / 80, benchmark=name, samples=4, measures=many)
                for n in range(72)
            ],
            many,
        )
        for name in ("kitab", "quest", "acs", "fanoutqa", "kiwi")
    ]
    assert len(render(boards, "Leaderboard", "Tamis").encode()) < 1_000_000
    page = opened(*boards, viewport={"width": 390, "height": 800})
    page.wait_for_selector("#kiwi table")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
