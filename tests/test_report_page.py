"""The page of a report, as it is opened: what comes first, what is folded, and how tall it is.

And what else is written of a report: the table of the terminal, the tidy file, the paper's tables.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from tamis.benchmarks import load_benchmark
from tamis.report import card
from tamis.report.document import Report
from tamis.report.elements import Column, Row
from tamis.report.points import Dots
from tamis.report.render import html, svg, terminal, tidy
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.spending import Tokens
from tamis.stats import Estimate

KITAB = load_benchmark("kitab")
GOOD, PLAIN = "openai-api/lab/good", "openai-api/lab/a-model-with-a-long-name-2026-11-25"
TYPES = ("starts-with", "ends-with", "word-count", "human-name", "no-human-name", "city-name")


def one_run(model: str, condition: str, unread: int = 3) -> Run:
    """A run of KITAB over 60 queries by ten authors; `unread` replies were cut."""
    identity = {
        "benchmark": "kitab", "data": "mini", "data_version": "d1", "condition": condition,
        "prompts": "69bf8392", "scoring": "6", "samples": "481", "order": "drawn, order seed 0",
        "variants": "paper,strict",
    }  # fmt: skip
    found = []
    for nth in range(60):
        pair = nth % 3 == 0
        first, second = TYPES[nth % 6], TYPES[(nth + 1) % 6]
        about = {
            "author": f"Author {nth % 10}", "types": f"{first}|{second}" if pair else first,
            "constraints": 2 if pair else 1, "sitelinks": nth * 4, "constrainedness": nth / 60,
        }  # fmt: skip
        cut = nth < unread
        values = {"ok": float(not cut), "truncated": float(cut)}
        for variant in ("paper", "strict"):
            for key, figure in (("completeness", nth % 5 / 4), ("all_correct", nth % 2)):
                values[f"{variant}_{key}"] = 0.0 if cut else float(figure)
                values[f"read_{variant}_{key}"] = float(figure)
            values |= {f"{variant}_{key}": nth % 4 / 4 for key in ("irrelevant", "satisfied")}
            values[f"{variant}_unsatisfied"] = 0.25
        found.append(Scored(f"q{nth}", 1, about, values, shares="author"))
    return Run(
        model, "model", "kitab", "6", identity, tuple(found), 60,
        usage={"input tokens": 40_000, "output tokens": 2_000},
        model=model, dates=("2026-11-24", "2026-11-25"),
        versions={"Tamis": "0.9.0", "Inspect": "0.3.285"},
        generation={"temperature": "0.0", "max_tokens": "1000"}, limits={"time_limit": "60"},
        tokens={model: Tokens(40_000, 2_000)},
    )  # fmt: skip


def three() -> Report:
    """Three runs of KITAB: two conditions of one model, and one of another."""
    runs = [one_run(GOOD, "no_context"), one_run(GOOD, "with_context")]
    return KITAB.report([*runs, one_run(PLAIN, "with_context")])


def test_the_card_says_what_the_figures_belong_to():
    """Date, versions, data with n of N, settings, limits, and whose prompts."""
    assert three().identity == {
        "run on": "2026-11-24 to 2026-11-25",
        "Tamis": "0.9.0",
        "Inspect": "0.3.285",
        "data": "mini",
        "samples": "60 of 481, drawn, order seed 0",
        "data_version": "d1",
        "prompts": "our own words (69bf8392)",
        "scoring": "6",
        "temperature": "0.0",
        "max_tokens": "1000",
        "limits": "time limit 60",
    }


def test_prompts_that_were_given_are_named():
    """By their folder, so that the paper's words are not taken for ours."""
    run = replace(one_run(GOOD, "no_context"), args={"prompts": "papers/kitab"})
    assert KITAB.report([run]).identity["prompts"] == "from papers/kitab (69bf8392)"


def test_the_card_says_what_each_system_was_asked_and_took():
    """Its shown name beside its full one, tokens, and money by the prices: 0.1 + 0.02."""
    runs = card.named([one_run(GOOD, "no_context"), one_run(PLAIN, "no_context")], {GOOD: "Good"})
    first, second = KITAB.report(card.priced(runs, {GOOD: (2.5, 10.0)})).systems
    assert (first.name, first.model, first.condition) == ("Good", GOOD, "no_context")
    assert (first.asked, first.tokens) == ("60 of 60", "40,000 in, 2,000 out")
    assert (first.cost, second.cost) == ("0.12", "")
    assert (second.name, second.model) == (PLAIN, "")


def test_a_report_has_a_main_table_and_its_picture():
    """Table 1, and the measure that it is about row by row, with the paper's rows."""
    made = three()
    assert made.main == "overall-1-paper"
    assert isinstance(made.picture, Dots)
    own = [row.cells["all_correct"] for row in made.picture.rows if row.kind == "model"]
    [table] = [table for table in made.tables if table.id == made.main]
    assert own == [row.cells["all_correct"] for row in table.rows if row.kind == "model"]
    assert {row.kind for row in made.picture.rows} == {"model", "published"}


def test_the_picture_draws_a_point_and_a_whisker_for_each_row():
    """A point where the figure lies; no whisker where a paper prints none. Rates only."""
    column = Column("f", "F1", "up")
    rows = (
        Row("ours", "model", {"f": Estimate(0.5, 0.05, 40, 0, 40)}, "group"),
        Row("theirs", "published", {"f": 0.25}, "group"),
    )
    drawn = svg.draw(Dots("d", "D", "", column, rows))
    assert drawn.count('class="whisker"') == 1
    assert "<title>group, ours: 0.50 (0.40 to 0.60), n 40</title>" in drawn
    assert "<title>group, theirs: 0.25</title>" in drawn
    # The plot begins at 14 beyond the longest label and ends at 596: a quarter and a half of it.
    left = float(drawn.split('<line x1="')[1].split('"')[0])
    for share in (0.25, 0.5):
        assert f"translate({left + share * (596 - left):.1f}".rstrip("0").rstrip(".") in drawn
    with pytest.raises(ValueError, match="no rate from 0 to 1"):
        svg.draw(Dots("d", "D", "", column, (Row("x", "model", {"f": 1.5}),)))


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Any:
    """Opens the page of the three runs in a window of some width."""
    path = tmp_path / "report.html"
    path.write_text(html.render(three()), encoding="utf-8")

    def at(width: int) -> Any:
        page = browser(viewport={"width": width, "height": 900}).new_page()
        page.goto(path.as_uri())
        return page

    return at


@pytest.mark.parametrize("width", [1280, 390])
def test_three_runs_are_a_page_of_moderate_height(opened, width):
    """Under 12,000 pixels as opened, and no wider than the window."""
    page = opened(width)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert 1_500 < height < 12_000
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1280, 390])
def test_a_table_wider_than_the_page_scrolls_in_its_own_box(opened, width):
    """Each table lies in a box with an edge; the last column of the main one can be reached."""
    page = opened(width)
    box = page.locator("#table-overall-1-paper .scroller").first
    assert box.evaluate("e => getComputedStyle(e).borderRightWidth") == "1px"
    assert box.evaluate("e => getComputedStyle(e).backgroundImage").count("gradient") == 4
    assert box.evaluate("e => e.scrollWidth > e.clientWidth")
    last = box.locator("thead th").last
    last.scroll_into_view_if_needed()
    seen = last.evaluate(
        "e => e.getBoundingClientRect().right <= "
        "e.closest('.scroller').getBoundingClientRect().right + 1"
    )
    assert seen
    loose = page.evaluate(
        "[...document.querySelectorAll('table')].filter(t => !t.closest('.scroller')).length"
    )
    assert loose == 0


@pytest.mark.parametrize(("width", "within"), [(1280, 900), (390, 1.5 * 844)])
def test_the_page_answers_first(opened, width, within):
    """A sentence, the picture and the table, in this order; all else is folded.

    The picture's figures are on the first screen, or on a phone within a screen and a half.
    """
    page = opened(width)
    parts = (
        "'.sentence', '[id^=figure-picture] svg', '#table-overall-1-paper', '#tables', '#figures'"
    )
    boxes = f"[{parts}].map(s => document.querySelector(s).getBoundingClientRect())"
    tops = page.evaluate(f"{boxes}.map(r => r.top)")
    assert tops == sorted(tops)
    assert page.evaluate(f"{boxes}[1].bottom") <= within
    folded = page.locator("details.part")
    made = three()
    # How to read, what was run, and notes; the main table with all published rows is among them.
    assert folded.count() == 3 + len(made.tables) + len(made.figures)
    assert page.locator("details.part[open]").count() == 0


def test_the_contents_stand_beside_the_text_where_there_is_room(opened):
    """To the left of it at 1280 pixels; at 390 the folded parts are the contents."""
    sides = "['nav', '.content'].map(s => document.querySelector(s).getBoundingClientRect())"
    nav, text = opened(1280).evaluate(f"{sides}.map(r => [r.left, r.right])")
    assert nav[1] <= text[0]
    assert not opened(390).locator("nav").is_visible()


def test_a_link_of_the_contents_opens_a_folded_part(opened):
    """Without a script: the target lies inside the part."""
    page = opened(1280)
    page.locator("nav a", has_text="Outcomes").click()
    assert page.locator("#table-outcomes table").is_visible()
    assert page.locator("details.part[open]").count() == 1


def test_what_is_folded_is_not_printed_and_the_page_says_so(opened):
    """The answer, the table and the picture are; a part that was opened is, too."""
    page = opened(1280)
    page.emulate_media(media="print")
    picture = "[id^=figure-picture]"
    for seen in (".sentence", ".told", "#table-overall-1-paper table", picture, ".unprinted"):
        assert page.locator(seen).first.is_visible()
    assert not page.locator("#tables").is_visible()
    page.evaluate("document.querySelector('#table-outcomes').closest('details').open = true")
    assert page.locator("#table-outcomes table").is_visible()


def brief(report: Report, width: int) -> str:
    """What a terminal of some width shows."""
    out = io.StringIO()
    terminal.print_brief(report, Console(file=out, width=width))
    return out.getvalue()


def test_the_terminal_shows_one_table_that_fits():
    """In 100 columns; what does not fit, and what else there is, is said."""
    made = three()
    text = brief(made, 100)
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("(published)") == 3
    assert len(text.splitlines()) <= 40
    assert "One book constraint, all types (paper)" in text
    assert "Two book constraints, all types (paper)" not in text
    [said] = [line for line in text.replace("\n", " ").split(". ") if "Not shown" in line]
    assert "All correct of those read" in said
    assert f"{len(made.tables) - 1} more tables" in said
    assert "1 more row" in said


def test_a_report_without_a_main_table_is_printed_whole():
    """Such as a comparison."""
    made = replace(three(), main="")
    assert "Two book constraints, all types (paper)" in brief(made, 100)


def test_output_that_is_no_terminal_is_100_wide(monkeypatch, capsys):
    """A pipe or a file; COLUMNS says otherwise."""
    monkeypatch.delenv("COLUMNS", raising=False)
    terminal.print_brief(three())
    wide = max(map(len, capsys.readouterr().out.splitlines()))
    assert 90 < wide <= 100
    monkeypatch.setenv("COLUMNS", "60")
    terminal.print_brief(three())
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60


def test_the_tidy_file_has_every_figure_of_every_table():
    """Of all tables and drawings, with the variant in which each was computed."""
    made = three()
    rows = list(csv.DictReader(io.StringIO(tidy.to_tidy_csv(made), newline="")))
    parts = {table.id for table in made.tables} | {figure.id for figure in made.figures}
    assert {row["table"] for row in rows} == parts
    assert {row["variant"] for row in rows} == {"paper", "strict", ""}
    assert {row["table"] for row in rows if not row["variant"]} == {"outcomes"}


def test_the_papers_tables_are_marked():
    """In each variant: Tables 1, 5, and those by type of each condition."""
    marked = {table.id: table.paper for table in three().tables if table.paper}
    ids = ["overall-1", "overall-2"]
    ids += [f"types-{n}-{c}" for n in (1, 2) for c in ("no_context", "with_context")]
    assert sorted(marked) == sorted(f"{id}-{v}" for id in ids for v in ("paper", "strict"))
    assert (marked["overall-1-paper"], marked["types-2-no_context-paper"]) == (
        "Table 1",
        "Tables 6 and 7",
    )


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`tamis report` on the three runs, with further arguments."""
    from tamis.cli import tamis
    from tamis.report import logs

    runs = [one_run(GOOD, "no_context"), one_run(PLAIN, "with_context")]
    monkeypatch.setattr(logs, "read_runs", lambda places, left_out: runs)
    monkeypatch.chdir(tmp_path)

    def report(*arguments: str) -> Any:
        return CliRunner().invoke(tamis, ["report", "logs", *arguments])

    return report


def test_latex_and_figures_are_those_of_the_paper_unless_all_are_asked_for(reported, tmp_path):
    """In the first variant; with --all there are the other variants, and the page's picture."""
    assert reported("--latex", "tex", "--figures", "svg").exit_code == 0
    some = {path.name for path in (tmp_path / "tex").iterdir()}
    assert "overall-1-paper.tex" in some
    assert not any(name.endswith("strict.tex") for name in some)
    assert "outcomes.tex" not in some
    assert reported("--latex", "all", "--figures", "all", "--all").exit_code == 0
    every = {path.name for path in (tmp_path / "all").iterdir()}
    assert some < every
    assert {"outcomes.tex", "overall-1-strict.tex", "picture-overall-1-paper.svg"} <= every
    assert not (tmp_path / "svg" / "picture-overall-1-paper.svg").exists()


def test_one_table_is_printed_by_its_id(reported):
    """That table alone; an id that no table has is one sentence with those that there are."""
    done = reported("--table", "overall-2-paper")
    assert "Two book constraints" in done.output
    assert "One book constraint" not in done.output
    wrong = reported("--table", "overall-9")
    assert wrong.exit_code != 0
    assert "overall-2-paper" in f"{wrong.output}{wrong.exception}"


def test_a_system_has_the_name_that_it_is_given(reported, tmp_path):
    """In the terminal and in the file; a name for a system that is not there is one sentence."""
    done = reported("--name", f"{GOOD}=Good", "--csv", "all.csv")
    assert "Good (model)" in done.output
    rows = list(csv.DictReader((tmp_path / "all.csv").open(newline="")))
    assert {row["system"] for row in rows if row["kind"] == "model"} == {"Good", PLAIN}
    wrong = reported("--name", "nobody=X")
    assert wrong.exit_code != 0
    said = wrong.output or str(wrong.exception)
    assert all(name in said for name in ("nobody", PLAIN, GOOD))


def test_a_folder_for_the_csv_file_is_refused(reported, tmp_path):
    """It was one for many files once; the sentence says what to give."""
    (tmp_path / "old").mkdir()
    done = reported("--csv", "old")
    assert done.exit_code != 0
    assert "--csv writes one file" in f"{done.output}{done.exception}"


def test_prices_tell_the_cost(reported, tmp_path):
    """In the page's card, for the models of which the file has a price."""
    (tmp_path / "prices.yaml").write_text(
        f"{GOOD}: {{input: 2.5, output: 10}}\n{PLAIN}: {{input: 1, output: 1}}\n"
    )
    assert reported("--prices", "prices.yaml", "--html", "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text()
    assert "<td>0.12</td>" in page
    assert "<td>0.042</td>" in page
