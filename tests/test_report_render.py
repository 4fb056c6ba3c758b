"""The renderers, shown a report with every kind of row and the nastiest text we could think of.

All figures here are invented.
"""

from __future__ import annotations

import csv
import io
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from rich.console import Console

from tamis.report.document import Report
from tamis.report.elements import Column, Figure, Row, Series, Table
from tamis.report.render import delimited, format, html, latex, svg, terminal
from tamis.stats import NAN, Estimate

NASTY = r"""<script>alert("x")</script> & 50% of a_b \input{x} 'q' $y$ #1 ^~ {z} [/bold] &amp;"""
HEBREW = "שלום עולם"
LONG = "a label of two hundred characters, " * 5 + "and then it ends somewhere"
MODEL = "openai/gpt-4o-2024-08-06"
RATES = ("irrelevant", "satisfied", "unsatisfied", "completeness", "all_correct")
COLUMNS = (
    Column("irrelevant", "Irrelevant", "down"),
    Column("satisfied", "Satisfied", "up"),
    Column("unsatisfied", "Unsatisfied", "down"),
    Column("completeness", "Completeness", "up"),
    Column("all_correct", "All correct", "up"),
    Column("n", "n"),
    Column("unparsed", "Unparsed", "down"),
)


def _run(label: str, kind: str, group: str, *values: float, excluded: int = 0) -> Row:
    """A row of our own: 1,204 samples by 601 authors, some excluded from three of the rates."""
    left_out = (excluded, excluded, excluded, 0, 0)
    cells = {
        key: Estimate(value, 0.0149, 1204 - out, out, 601)
        for key, value, out in zip(RATES, values, left_out, strict=True)
    }
    return Row(label, kind, {**cells, "n": 1204, "unparsed": excluded}, group)  # type: ignore[arg-type]


def _paper(label: str, group: str, *values: float) -> Row:
    return Row(label, "published", dict(zip(RATES, values, strict=False)), group)


MAIN = Table(
    "kitab.overall",
    "One book constraint",
    "KITAB, one constraint per query, variant=paper, data of 2023-10; 95% intervals by author.",
    COLUMNS,
    (
        _run(MODEL, "model", "No context", 0.23, 0.58, 0.19, 0.31, 0.11, excluded=13),
        _run("Majority", "baseline", "No context", 0, 0, 1, 0, 0),
        _run("Random titles", "baseline", "No context", 0.99, 0.004, 0.006, 0.01, 0),
        _paper("GPT-Z, as printed", "No context", 0.21, 0.5, 0.29, 0.2),
        _run(MODEL, "model", "With context", 0, 0.78, 0.22, 0.75, 0.34, excluded=2),
        _run("Symbolic solver", "baseline", "With context", 0, 1, 0, 1, 1),
        _paper("GPT-Z, as printed", "With context", 0.0, 0.8, 0.2, 0.7, 0.3),
    ),
)  # fmt: skip
TEXTS = Table(
    "bad id/&<2>",
    f"Text {NASTY}",
    f"Caption {NASTY} {HEBREW}",
    (Column("share", f"Share <b> {NASTY}", "up"), Column("said", "Said"), Column("count", "Count")),
    (
        Row(NASTY, "model", {"share": Estimate(0.5, 0.02, 90, 10, 12), "said": NASTY}, NASTY),
        Row(LONG, "baseline", {"share": NAN, "said": "=HYPERLINK(1)", "count": 1234567}, NASTY),
        Row(HEBREW, "published", {"share": None, "said": HEBREW, "count": 0}, HEBREW),
        Row(
            "ansi \x1b[31mred\x07 \u202eover", "model", {"share": Estimate(NAN, excluded=7)}, HEBREW
        ),
    ),
)
BINS = tuple(f"{2**i}–{2 ** (i + 1) - 1}" for i in range(10))
CURVES = tuple(
    Series(label, tuple(Estimate(max(0.02, top - slope * i), 0.03, 80, 0, 40) for i in range(10)))
    for label, top, slope in (
        ("openai/gpt-4o", 0.9, 0.05),
        ("Symbolic solver", 0.99, 0.001),
        (HEBREW, 0.55, 0.03),
        ("Majority <b>&", 0.3, 0.03),
    )
)
GAPPED = Series(
    "With gaps",
    tuple(None if i == 4 else Estimate(NAN if i == 7 else 0.4, 0.05, 9, 0, 9) for i in range(10)),
)
FIGURE = Figure(
    "popularity", "Satisfaction by popularity", "Share satisfied, by the author's site links.",
    "Site links (bins)", BINS, (*CURVES, GAPPED),
)  # fmt: skip
REPORT = Report(
    f"KITAB on one model {NASTY}",
    "Single-item and list queries about authors' books",
    {
        "benchmark": "kitab", "split": "one-book-constraints", "data": "2023-10, sha256 1f3a…9c",
        "condition": "no_context, with_context", "prompts": "tamis 0.1 (b1c2d3)",
        "variant": "paper", "odd": NASTY,
    },
    (MAIN, TEXTS),
    (FIGURE,),
    ("13 replies could not be parsed; they are counted as unparsed.", NASTY, HEBREW),
)  # fmt: skip


class _Page(HTMLParser):
    """What a page is made of: its tags with attributes, its text, and unclosed elements."""

    VOID = frozenset({"meta", "br", "link", "img", "hr", "input"})

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text.append(data)


def _printed(width: int, **options: object) -> str:
    out = io.StringIO()
    terminal.print_report(REPORT, Console(file=out, width=width), **options)  # type: ignore[arg-type]
    return out.getvalue()


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    ("cell", "value", "error", "counts"),
    [
        (0.784, "0.78", "", ()),
        (-0.004, "0.00", "", ()),
        (-0.25, "-0.25", "", ()),
        (1204, "1,204", "", ()),
        (None, "–", "", ()),
        (NAN, "–", "", ()),
        ("as\nsaid", "as said", "", ()),
        (Estimate(0.784, 0.0149, 100, 0, 50), "0.78", "±0.01", ()),
        (Estimate(0.784, 0.0031, 100, 0, 50), "0.78", "±0.003", ()),
        (Estimate(0.784, 0.00001, 100, 0, 50), "0.78", "±<0.001", ()),
        (Estimate(0.784, 0.0, 100, 0, 50), "0.78", "", ()),
        (Estimate(0.784, NAN, 100, 0, 1), "0.78", "", ()),
        (Estimate(0.5, 0.02, 87, 13, 40), "0.50", "±0.02", ("n 87", "13 excluded")),
        (Estimate(0.5, 0.02, 60, 0, 40), "0.50", "±0.02", ("n 60",)),
        (Estimate(NAN, excluded=100), "–", "", ("n 0", "100 excluded")),
    ],
)
def test_a_cell_reads_as_the_papers_print(cell, value, error, counts):
    """Two decimals, a dash for nothing, an error never rounded away, counts that differ."""
    shown = format.show(cell, samples=100)
    assert (shown.value, shown.error, shown.counts) == (value, error, counts)


def test_the_interval_is_students():
    """0.5 ± 4.3027 x 0.01: the 97.5% quantile of t with two degrees of freedom, from a table."""
    assert format.show(Estimate(0.5, 0.01, 9, 0, 3)).interval == "0.46 to 0.54"
    assert format.show(Estimate(0.5, 0.01, 9, 0, 2)).interval == ""


def test_text_that_acts_is_made_text_that_shows():
    """Escape sequences, overrides and lone surrogates are replaced; other scripts stay."""
    assert (
        format.clean("a\x1b[31m\u202eb\ud800\r\n" + HEBREW) == "a\ufffd[31m\ufffdb\ufffd  " + HEBREW
    )


@pytest.mark.parametrize("width", [40, 80, 100, 160])
def test_the_terminal_cuts_no_figure(width):
    """At any width every figure of a row is there, and from 80 columns no line is longer."""
    text = _printed(width, tables=[MAIN.id])
    for figure in (
        "0.23 ±0.01",
        "0.58 ±0.01",
        "0.31 ±0.01",
        "0.11 ±0.01",
        "1,204",
        "13 of",
    ):
        assert figure in text
    assert "\x1b" not in text
    if width >= 80:
        assert max(map(len, text.splitlines())) <= width


def test_the_terminal_keeps_one_block_at_100_columns_and_repeats_labels_at_80():
    """A row is one line where it fits; else its label stands before each of its blocks."""
    assert _printed(100, tables=[MAIN.id]).count("Majority") == 1
    assert _printed(80, tables=[MAIN.id]).count("Majority") == 2


def test_the_terminal_prints_text_and_not_markup():
    """Square brackets are no style, and an escape sequence in a label is not one."""
    text = _printed(250)
    assert "[/bold]" in text
    assert "ansi �[31mred� �over" in text


def test_the_terminal_prints_the_tables_asked_for():
    """By id; an id that the report does not have is one sentence that names those it has."""
    assert MAIN.title not in _printed(100, tables=[])
    with pytest.raises(ValueError, match=r"no table 'nope'; it has 'kitab.overall'"):
        _printed(100, tables=["nope"])


def test_the_terminal_writes_what_an_old_encoding_can():
    """A console that cannot write arrows and dashes gets plain signs, not a traceback."""
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="ascii") as out:
        terminal.print_report(REPORT, Console(file=out, width=100))
        out.flush()
        assert b"0.23 ~0.01" in raw.getvalue()


def test_the_page_is_well_formed_and_loads_nothing():
    """Every element is closed, and nothing names a file, an address or a script."""
    source = html.render(REPORT)
    page = _Page(source)
    assert page.open == []
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "b1", "input"}
    for _, attributes in page.tags:
        assert not {"src", "srcset", "data", "action"} & attributes.keys()
        assert (attributes.get("href") or "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg\")", source)
    assert "url(" not in source
    assert "@import" not in source


def test_the_page_escapes_what_the_report_says():
    """The nasty text is there as text, everywhere, and nowhere as markup."""
    source = html.render(REPORT)
    assert "<script" not in source
    assert "<b>&amp;" not in source.replace("&lt;", "")
    text = _Page(source).text
    assert text.count(NASTY) >= 5
    assert HEBREW in text


def test_the_page_links_to_its_parts():
    """Each entry of the contents has a target, and no id is used twice."""
    page = _Page(html.render(REPORT))
    ids = [attributes["id"] for _, attributes in page.tags if attributes.get("id")]
    links = [str(attributes["href"])[1:] for tag, attributes in page.tags if tag == "a"]
    assert len(ids) == len(set(ids))
    assert links == ["table-kitab.overall", "table-bad-id-2", "figure-popularity", "notes"]
    assert set(links) <= set(ids)


def test_the_page_tells_whose_figures_a_row_holds():
    """Each row has a tag in words; errors, counts and directions stand beside the figures."""
    page = _Page(html.render(replace(REPORT, tables=(MAIN,), figures=())))
    words = [part.strip() for part in page.text if part.strip()]
    # One of each in the key, then one per row.
    assert [words.count(k) for k in ("model", "baseline", "published")] == [3, 4, 3]
    for expected in ("±0.01", "0.20 to 0.26", "n 1,191", "13 excluded", "↑", "↓", "1,204", "–"):
        assert expected in words
    scopes = [a.get("scope") for tag, a in page.tags if tag == "th"]
    assert scopes.count("col") == 7
    assert scopes.count("rowgroup") == 2
    assert scopes.count("row") == 7


def test_a_figure_is_xml_with_marks_for_points_and_gaps_for_none():
    """48 points (5 x 10 less a None and a NaN); the gapped line is in three pieces."""
    root = ET.fromstring(svg.draw(FIGURE))
    ns = {"s": "http://www.w3.org/2000/svg"}
    assert len(root.findall(".//s:g/s:g/s:title", ns)) == 48
    lines = root.findall("s:g", ns)
    assert lines[4].find("s:path", ns).attrib["d"].count("M") == 3
    texts = [element.text for element in root.findall("s:text", ns)]
    assert {"0.0", "0.2", "1.0", "1–1", "512–1023", "Site links (bins)", HEBREW} <= set(texts)
    assert svg.draw(FIGURE) == svg.draw(FIGURE)


def test_a_figure_puts_points_where_they_belong():
    """Plot from y = 14 (rate 1) to 284 (rate 0), one bin: 0.5 lies at half, in the middle."""
    one = Figure("f", "F", "", "", ("bin",), (Series("s", (Estimate(0.5, 0.0295304, 9, 0, 3),)),))
    drawing = svg.draw(one)
    assert 'transform="translate(336 149)"' in drawing
    # 0.5 ± 0.12706 is 0.37294 to 0.62706: y = 14 + 270 x (1 - rate).
    assert "M336 114.7V183.3" in drawing
    whole = replace(one, series=(Series("s", (Estimate(1.0, 0.0295304, 9, 0, 3),)),))
    assert "M336 14V48.3" in svg.draw(whole)


@pytest.mark.parametrize(("bins", "lines"), [(1, 8), (12, 8), (12, 11), (0, 0), (3, 0)])
def test_a_figure_keeps_everything_in_its_box_and_the_legend_below_the_plot(bins, lines):
    """For any number of bins and lines, with long names for both."""
    series = tuple(
        Series(f"{i} {LONG if i % 2 else 'x'}", (Estimate(0.5),) * bins) for i in range(lines)
    )
    ticks = tuple(f"{i},000 to {i},999 site links of it" for i in range(bins))
    root = ET.fromstring(svg.draw(Figure("f", "F", "C", "X", ticks, series)))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    texts = root.findall("{http://www.w3.org/2000/svg}text")
    for text in texts:
        size, x = 12 * format.ems(text.text or ""), float(text.attrib["x"])
        left = {"end": x - size, "middle": x - size / 2}.get(text.attrib.get("text-anchor", ""), x)
        if "transform" in text.attrib:
            left = x - size * math.cos(math.radians(40))
        assert left >= 0
        assert left + size <= width or "transform" in text.attrib
        assert float(text.attrib["y"]) <= height
    legend = [float(text.attrib["y"]) for text in texts if "text-anchor" not in text.attrib]
    assert all(y > 284 for y in legend)


def test_the_label_of_an_axis_stands_below_its_middle():
    """In as many lines as it needs, each around the place half way between the outer ticks."""
    series = (Series("s", (Estimate(0.5),) * 3),)
    figure = Figure("f", "F", "", f"Site links, {LONG}", ("few", "some", "many"), series)
    texts = {
        text.text: text
        for text in ET.fromstring(svg.draw(figure)).findall("{http://www.w3.org/2000/svg}text")
    }
    few, many = (float(texts[tick].attrib["x"]) for tick in ("few", "many"))
    label = [text for said, text in texts.items() if text.get("font-weight") == "600"]
    assert " ".join(text.text for text in label) == f"Site links, {LONG}"
    assert len(label) > 1
    assert {text.attrib["text-anchor"] for text in label} == {"middle"}
    assert {float(text.attrib["x"]) for text in label} == {(few + many) / 2}


def test_the_legend_of_lines_shows_each_line_with_its_marks():
    """Nine lines: the same dashes and the same mark beside the name as in the plot."""
    series = tuple(Series(f"line {i}", (Estimate(0.1 * i), Estimate(0.5))) for i in range(9))
    root = ET.fromstring(svg.draw(Figure("f", "F", "", "X", ("a", "b"), series)))
    ns = {"s": "http://www.w3.org/2000/svg"}
    groups = root.findall("s:g", ns)
    assert len(groups) == 18

    def shown(group: ET.Element) -> tuple[str, str | None, str]:
        line, *marks = group.findall(".//s:path", ns)
        (mark,) = {mark.attrib["d"] for mark in marks}
        return group.attrib["class"], line.get("stroke-dasharray"), mark

    assert [shown(group) for group in groups[9:]] == [shown(group) for group in groups[:9]]
    assert len({shown(group) for group in groups[9:]}) == 9


def test_a_figure_of_something_else_is_refused():
    """A point too few, or a value that is no rate, is said in one sentence."""
    with pytest.raises(ValueError, match="1 points for 2 ticks"):
        svg.draw(Figure("f", "", "", "", ("a", "b"), (Series("s", (None,)),)))
    with pytest.raises(ValueError, match=r"1\.5 is not a rate"):
        svg.draw(Figure("f", "", "", "", ("a",), (Series("s", (Estimate(1.5),)),)))


def test_csv_has_four_columns_for_an_estimate_and_one_for_the_rest():
    """Full precision, empty where there is no figure, CRLF line ends."""
    table = replace(MAIN, columns=(COLUMNS[1], COLUMNS[5]), rows=(MAIN.rows[0], MAIN.rows[3]))
    assert delimited.to_csv(table) == (
        "group,label,kind,satisfied,satisfied_stderr,satisfied_n,satisfied_excluded,n\r\n"
        "No context,openai/gpt-4o-2024-08-06,model,0.58,0.0149,1191,13,1204\r\n"
        'No context,"GPT-Z, as printed",published,0.5,,,,\r\n'
    )


def test_csv_comes_back_and_runs_in_no_spreadsheet():
    """Text survives the csv module; one leading apostrophe marks what would be a formula."""
    rows = _rows(delimited.to_csv(TEXTS))
    assert [row["label"] for row in rows[:3]] == [NASTY, LONG, HEBREW]
    assert [row["said"] for row in rows] == [NASTY, "'=HYPERLINK(1)", HEBREW, ""]
    assert [row["count"] for row in rows] == ["", "1234567", "0", ""]
    texts = ("=1", "+1", "-1", "@a", " =1", "＝1", "'a", "a=1", "")
    cells = tuple(Row(text, "model", {"x": -0.5}) for text in texts)
    rows = _rows(delimited.to_csv(Table("t", "", "", (Column("x", "X"),), cells)))
    guarded = ["'=1", "'+1", "'-1", "'@a", "' =1", "'＝1", "''a", "a=1", ""]
    assert [row["label"] for row in rows] == guarded
    assert {row["x"] for row in rows} == {"-0.5"}


def test_csv_refuses_two_columns_of_one_name():
    """An estimate's `x_n` and a column `x_n` would be taken for each other."""
    row = Row("a", "model", {"x": Estimate(0.5)})
    with pytest.raises(ValueError, match="two columns would be named x_n"):
        delimited.to_csv(Table("t", "", "", (Column("x", ""), Column("x_n", "")), (row,)))


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("100% & a_b #1 $x$ {y}", r"100\% \& a\_b \#1 \$x\$ \{y\}"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("~^<|>", r"\textasciitilde{}\textasciicircum{}\textless{}\textbar{}\textgreater{}"),
        ("[a]*", "{[}a{]}{*}"),
        ("--x ''y gpt-4", "-{}-x '{}'y gpt-4"),
        ("José Çelik e\u0301", r"Jos\'{e} \c{C}elik \'{e}"),
        ("0.5 ± 1 – 2 ↑", r"0.5 $\pm$ 1 -- 2 $\uparrow$"),
        ("שלום", r"\ifdefined\Umathchar שלום\else ????\fi{}"),
        ("^^5c", r"\textasciicircum{}\textasciicircum{}5c"),
    ],
)
def test_tex_prints_text_as_it_stands(text, escaped):
    """No character keeps a meaning of its own, and nothing needs a package."""
    assert latex.escape(text) == escaped


def test_latex_is_a_booktabs_table():
    """Caption, label, arrows, errors, groups, kinds, and below what averages leave out."""
    table = replace(MAIN, columns=(COLUMNS[0], COLUMNS[5]), rows=(MAIN.rows[0], MAIN.rows[3]))
    lines = latex.to_latex(table).splitlines()
    assert (lines[0], lines[-1]) == (r"\begin{table}", r"\end{table}")
    body = lines[lines.index(r"\toprule") : lines.index(r"\bottomrule")]
    assert body == [
        r"\toprule",
        r" & Irrelevant $\downarrow$ & n \\",
        r"\midrule",
        r"\multicolumn{3}{l}{\textit{No context}} \\",
        r"openai/gpt-4o-2024-08-06 {\footnotesize(model)} & $0.23 \pm 0.01$ & 1,204 \\",
        r"GPT-Z, as printed {\footnotesize(published)} & 0.21 & -- \\",
    ]
    assert lines[lines.index(r"\bottomrule") + 1] == r"\end{tabular}"
    assert r"\label{tab:kitab.overall}" in lines
    assert r"95\% intervals" in lines[2]
    assert "n 1,191, 13 excluded" in lines[-2]
