"""What reports print and draw, to the last figure: worked out by hand, on invented figures."""

from __future__ import annotations

import math
import re

import pytest

from tamis.report import build, card, columns, compare, logs, points, told
from tamis.report.document import Report, System
from tamis.report.elements import Column, Figure, Part, Row, Series, Table
from tamis.report.points import Dots, Point, Scatter
from tamis.report.render import delimited, dots, format, latex, line_plot, scatter, tidy
from tamis.report.render.axis import Axis, axis, short
from tamis.report.render.label_placement import Box, Spot, place
from tamis.report.runs import Run, Scored, filled, with_distinct_labels, with_headline
from tamis.stats import NAN, Estimate
from tamis.stats.distributions import t_quantile
from tamis.types import OUTCOMES, InputError

HALF = 0.1 / t_quantile(0.975, 2)
"""The standard error of a figure with three clusters and an interval of 0.1 to either side."""


def n(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


# How cells read.


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


def test_text_of_a_cell_is_no_figure():
    """It is cleaned, as it may come from a model."""
    assert format.show("a\nb") == format.Shown("a b", numeric=False)


@pytest.mark.parametrize(
    ("value", "digits", "said"),
    [
        (None, 2, "–"), (NAN, 2, "–"), (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (-0.01, 2, "-0.01"),
        (1234.5, 2, "1,234.50"), (-1234.5, 1, "-1,234.5"), (-0.4, 0, "0"), (0.12345, 3, "0.123"),
    ],
)  # fmt: skip
def test_rates_are_never_minus_zero(value, digits, said):
    """A dash for what is missing."""
    assert format.rate(value, digits) == said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (0, "0.00"), (0.005, "0.01"), (0.0051, "0.01"), (0.0049, "0.005"), (0.0005, "0.001"),
        (0.00049, "<0.001"), (0.123, "0.12"),
    ],
)  # fmt: skip
def test_a_small_error_is_not_said_to_be_none(error, said):
    """Three decimals where two would be 0.00."""
    assert format.width(error) == said


def test_how_many_samples_stand_behind_a_row():
    """The most that any estimate saw, those it excludes among them; not said twice."""
    cells = {"a": Estimate(0.5, NAN, 900, 5), "b": Estimate(0.5, NAN, 1000, 204), "c": 3000}
    assert format.samples(Row("r", "model", cells)) == 1204
    assert format.row_count(Row("r", "model", cells)) == "n = 1,204"
    assert format.row_count(Row("r", "model", {**cells, "n": 1203})) == "n = 1,204"
    assert format.row_count(Row("r", "model", {**cells, "n": 1204})) == ""
    assert format.row_count(Row("r", "model", {"c": 3000})) == ""


@pytest.mark.parametrize(("better", "said"), [("up", "F 1 ↑"), ("down", "F 1 ↓"), (None, "F 1")])
def test_headers_have_an_arrow(better, said):
    """Where a direction is better."""
    assert format.header(Column("f", "F\t1", better)) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a b/c", "a-b-c"),
        ("--é--", "untitled"),
        ("", "untitled"),
        ("x.Y_9-z", "x.Y_9-z"),
        ("(a)", "a"),
    ],
)
def test_slugs(name, said):
    """Letters, digits, points, lines and hyphens; never empty."""
    assert format.slug(name) == said


@pytest.mark.parametrize(
    ("chars", "wide"),
    [
        ("中Ａ", 1.0), ("mwMW@%", 0.95), ("ijl.,:;'|! ", 0.34), ("0189–-", 0.57), ("ABZ", 0.72),
        ("abz_é", 0.6),
    ],
)  # fmt: skip
def test_how_wide_characters_are(chars, wide):
    """Each of its class."""
    assert [format.ems(char) for char in chars] == [wide] * len(chars)
    assert format.ems(chars) == pytest.approx(wide * len(chars))


def test_lines_are_wrapped_at_spaces_and_else_anywhere():
    """A line may be just as wide as the room."""
    assert format.wrap("中中 中", 2.0) == ["中中", "中"]
    assert format.wrap("中中中中中", 2.0) == ["中中", "中中", "中"]
    assert format.wrap("中 中 中", 2.5) == ["中 中", "中"]
    assert format.wrap("中 中 中", 2.34) == ["中 中", "中"]
    assert format.wrap("中 中 中", 2.3) == ["中", "中", "中"]
    assert format.wrap("", 2) == [""]


# Axes.


@pytest.mark.parametrize(
    ("values", "log", "ticks"),
    [
        ([3, 17], False, (0, 5, 10, 15, 20)),
        ([0.0], False, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        ([-3, 4], False, (-3, -2, -1, 0, 1, 2, 3, 4)),
        ([-3.0, -1.0], False, (-3, -2.5, -2, -1.5, -1, -0.5, 0)),
        ([8], False, tuple(range(9))),
        ([16, 1], False, tuple(range(0, 17, 2))),
        ([0.3], False, (0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3)),
        ([3, 40], True, (2, 5, 10, 20, 50)),
        ([2, 50], True, (2, 5, 10, 20, 50)),
        ([0, 3, 40], True, (0, 2, 5, 10, 20, 50)),
        ([2, 2], True, (1, 2, 5)),
        ([1], True, (0.5, 1, 2)),
        ([5], True, (2, 5, 10)),
        ([1, 500], True, (1, 2, 5, 10, 20, 50, 100, 200, 500)),
        ([1, 1000], True, (1, 10, 100, 1000)),
        ([1, 1e8], True, tuple(10.0**power for power in range(9))),
        ([1, 1e9], True, (1, 1e2, 1e4, 1e6, 1e8)),
        ([0.0, 0.0], True, (0, 0.2, 0.4, 0.6, 0.8, 1)),
    ],
)
def test_the_ticks_of_an_axis(values, log, ticks):
    """At most nine, 1, 2 or 5 times a power of ten; zero on an axis of factors if it is needed."""
    made = axis(values, log)
    assert made.ticks == pytest.approx(ticks, abs=0)
    assert made.log is (log and any(values))
    assert made.zero is (made.log and 0 in values)
    assert (made.low, made.high) == (
        next(tick for tick in ticks if tick or not made.log),
        max(max(values), ticks[-1]) if len(ticks) != 5 or ticks[-1] != 1e8 else 1e9,
    )


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


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0"), (0.25, "0.25"), (999, "999"), (1000, "1k"), (200_000, "200k"), (1e6, "1M"),
        (1.5e6, "1.5M"), (1e9, "1B"), (2.5e9, "2.5B"), (1e12, "1T"), (9e14, "900T"), (1e15, "1e15"),
        (1e-4, "0.0001"), (1e-5, "1e-5"), (1.234e-5, "1.23e-5"), (-2000, "−2k"), (-1e-5, "−1e-5"),
        (2.5e16, "2.5e16"),
    ],
)  # fmt: skip
def test_numbers_on_an_axis(value, said):
    """In as few characters as say the whole of a round number."""
    assert short(value) == said


# Tables as data.

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


def test_a_table_as_csv():
    """Four fields for each estimate, empty ones for what is missing, no formulas."""
    assert delimited.to_csv(TABLE).splitlines() == [
        "group,label,kind,f,f_stderr,f_n,f_excluded,k,n",
        f"G,A,model,0.5,{HALF},9,2,'=x,11",
        "G,B,published,0.25,,,,,",
        ",C,measure,0.25,,9,0,''q,",
        "H,D,measure,,,,,,",
    ]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "\t-", "'"])
def test_no_spreadsheet_runs_a_text(first):
    """An apostrophe is put before it."""
    assert delimited.as_text(f"{first}1") == f"'{first}1".replace("\t", " ")
    assert delimited.as_text(f"1{first}1") == f"1{first}1".replace("\t", " ")


def test_columns_of_one_name_are_no_csv():
    """The names that an estimate gets are among them."""
    table = Table(
        "t", "", "", (Column("f", ""), Column("f_n", ""), Column("label", "")),
        (Row("A", "model", {"f": Estimate(0.5)}),),
    )  # fmt: skip
    with pytest.raises(ValueError, match=re.escape("would be named f_n, label; rename")):
        delimited.to_csv(table)


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


# LaTeX.


def test_a_table_as_latex():
    """Errors after the figures, whose they are after the labels, what is left out below."""
    assert latex.to_latex(TABLE).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{One. Caption. Figures after $\pm$ are standard errors.}",
        r"\label{tab:t.one}",
        r"\begin{tabular}{lrlr}",
        r"\toprule",
        r" & F1 $\uparrow$ & Kind & n \\",
        r"\midrule",
        r"\multicolumn{4}{l}{\textit{G}} \\",
        r"A {\footnotesize(model)} & $0.50 \pm 0.02$ & =x & 11 \\",
        r"B {\footnotesize(published)} & 0.25 &  & -- \\",
        r"\midrule",
        r"C & 0.25 & 'q & -- \\",
        r"\midrule",
        r"\multicolumn{4}{l}{\textit{H}} \\",
        r"D & -- & -- & -- \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
        r"\smallskip{\footnotesize\raggedright G, A {\footnotesize(model)}: F1: n 9, 2 excluded. "
        r"C: n = 9.\par}",
        r"\end{table}",
    ]


def wide(many: int, label: str = "A", text: str = "x") -> list[str]:
    """The lines of a table with so many columns, the first of text."""
    columns = [Column(str(i), "A rather long name", "up") for i in range(many)]
    cells = {"0": text, **{str(i): -0.25 for i in range(1, many)}}
    row = Row(label, "measure", cells)
    return latex.to_latex(Table("t", "T", "C.", tuple(columns), (row,))).splitlines()


def test_beyond_five_columns_latex_is_smaller():
    """Labels are in a paragraph column, and an arrow has a line of its own."""
    head = r"\shortstack[r]{A rather long \\ name $\uparrow$}"
    assert wide(5)[4:9] == [
        r"\begin{tabular}{llrrrr}", r"\toprule", f" & {' & '.join([head] * 5)} " + r"\\",
        r"\midrule", r"A & x & $-0.25$ & $-0.25$ & $-0.25$ & $-0.25$ \\",
    ]  # fmt: skip
    head = r"\shortstack[r]{A rather long \\ name \\ $\uparrow$}"
    assert wide(6)[4:9] == [
        r"\footnotesize", r"\setlength{\tabcolsep}{2.5pt}",
        r"\begin{tabular}{p{0.2\linewidth}lrrrrr}", r"\toprule",
        f" & {' & '.join([head] * 6)} " + r"\\",
    ]  # fmt: skip


def test_labels_and_texts_of_more_than_forty_characters_are_paragraphs():
    """In LaTeX a column of `l` would leave the page."""
    ragged = r"\raggedright\let\\\tabularnewline "
    assert wide(2, "a" * 40)[4] == r"\begin{tabular}{llr}"
    assert wide(2, "a" * 41)[4] == r"\begin{tabular}{p{0.34\linewidth}lr}"
    assert wide(2, "a" * 41)[8] == ragged + "a" * 41 + r" & x & $-0.25$ \\"
    assert wide(2, text="b" * 40)[8] == "A & " + "b" * 40 + r" & $-0.25$ \\"
    assert wide(2, text="b" * 41)[4] == r"\begin{tabular}{lp{0.22\linewidth}r}"
    assert wide(2, text="b" * 41)[8] == f"A & {ragged}" + "b" * 41 + r" & $-0.25$ \\"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *[(char, "\\" + char) for char in "&%$#_{}"],
        ("\\", r"\textbackslash{}"), ("~", r"\textasciitilde{}"), ("^", r"\textasciicircum{}"),
        ("<", r"\textless{}"), (">", r"\textgreater{}"), ("|", r"\textbar{}"), ("[", "{[}"),
        ("]", "{]}"), ("*", "{*}"), ("–", "--"), ("—", "---"), ("‘", "`"), ("’", "'"),
        ("“", "``"), ("”", "''"), ("…", r"\ldots{}"), ("†", r"\textdagger{}"), ("\u00a0", "~"),
        ("\ufffd", "?"), ("−", "$-$"), ("±", r"$\pm$"), ("×", r"$\times$"), ("·", r"$\cdot$"),
        ("°", r"$^\circ$"), ("≤", r"$\leq$"), ("≥", r"$\geq$"), ("≠", r"$\neq$"),
        ("→", r"$\rightarrow$"), ("↑", r"$\uparrow$"), ("↓", r"$\downarrow$"), ("ß", r"\ss{}"),
        ("æ", r"\ae{}"), ("Æ", r"\AE{}"), ("ø", r"\o{}"), ("Ø", r"\O{}"), ("ł", r"\l{}"),
        ("Ł", r"\L{}"), ("œ", r"\oe{}"), ("Œ", r"\OE{}"), ("ı", r"\i{}"), ("§", r"\S{}"),
        ("£", r"\pounds{}"), ("©", r"\copyright{}"),
        ("à", r"\`{a}"), ("á", r"\'{a}"), ("â", r"\^{a}"), ("ã", r"\~{a}"), ("ā", r"\={a}"),
        ("ă", r"\u{a}"), ("ż", r"\.{z}"), ("ä", r"\"{a}"), ("å", r"\r{a}"), ("ő", r"\H{o}"),
        ("č", r"\v{c}"), ("ạ", r"\d{a}"), ("ç", r"\c{c}"),
        ("--", "-{}-"), ("-a", "-a"), ("''", "'{}'"), ("?`", "?{}`"), ("!`", "!{}`"),
        ("``", "`{}`"), ("-", "-"), (" ~", r" \textasciitilde{}"), ("a b", "a b"),
        ("中文a", r"\ifdefined\Umathchar 中文\else ??\fi{}a"),
        ("ế", r"\ifdefined\Umathchar ế\else ?\fi{}"),
    ],
)  # fmt: skip
def test_characters_in_latex(text, said):
    """Every special one is spelt out, and no two become another."""
    assert latex.escape(text) == said


# Where labels go.


def test_rectangles():
    """An edge is shared by none, and belongs to what lies within."""
    box = Box(0, 10, 20, 30)
    for other in (Box(20, 10, 30, 30), Box(-9, 10, 0, 30), Box(0, 30, 20, 40), Box(0, 0, 20, 10)):
        assert not box.meets(other)
    for other in (Box(19, 10, 30, 30), Box(-9, 10, 1, 30), Box(0, 29, 20, 40), Box(0, 0, 20, 11)):
        assert box.meets(other)
    assert box.holds((1, 11))
    for spot in ((0, 15), (20, 15), (5, 10), (5, 30)):
        assert not box.holds(spot)
    assert box.within(box)
    for other in (Box(1, 10, 20, 30), Box(0, 11, 20, 30), Box(0, 10, 19, 30), Box(0, 10, 20, 29)):
        assert not box.within(other)


ROOM = Box(0, 0, 300, 200)
SIDES = (
    Box(108, 93, 148, 107),
    Box(52, 93, 92, 107),
    Box(80, 78, 120, 92),
    Box(80, 108, 120, 122),
    Box(106, 80, 146, 94),
    Box(54, 80, 94, 94),
    Box(106, 106, 146, 120),
    Box(54, 106, 94, 120),
)
"""Right, left, above, below and the corners, of a label of 40 by 14 at (100, 100)."""


def middle(box: Box, half: float) -> Box:
    """A small rectangle in the middle of another."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Box(x - half, y - half, x + half, y + half)


@pytest.mark.parametrize("taken", range(8))
def test_a_label_takes_the_first_side_that_is_free(taken):
    """In their order: beside the point, over and under it, then at its corners."""
    lines = [middle(side, 0.5) for side in SIDES[:taken]]
    spots = place([(100, 100)], [(40, 14)], ROOM, points_are=1, lines=lines)
    assert spots == [Spot(SIDES[taken])]


def test_where_all_sides_touch_a_line_the_first_is_taken():
    """A line that is touched covers nothing, so there is no clash."""
    lines = [middle(side, 0.5) for side in SIDES]
    assert place([(100, 100)], [(40, 14)], ROOM, points_are=1, lines=lines) == [Spot(SIDES[0])]


def test_a_label_that_is_larger_than_the_room():
    """It stands to the right, and clashes."""
    spots = place([(100, 100)], [(40, 14)], Box(90, 90, 110, 110), points_are=1)
    assert spots == [Spot(SIDES[0], clash=True)]


def test_labels_keep_off_the_points_and_may_stand_away_with_a_line():
    """Where every side has a point, one covers it, or stands on a ring."""
    dots = [((side.left + side.right) / 2, (side.top + side.bottom) / 2) for side in SIDES]
    points, sizes = [(100, 100), *dots], [(40, 14), *[(0, 0)] * 8]
    near, *_ = place(points, sizes, ROOM, points_are=1)
    assert near == Spot(near.box, clash=True)
    far, *_ = place(points, sizes, ROOM, points_are=1, rings=(60,))
    assert far.box == Box(160, 93, 200, 107)
    assert far.leader == tuple(pytest.approx((x, 100)) for x in (100, 124, 133, 142, 151, 160))
    assert not far.clash


def test_two_labels_do_not_cover_each_other():
    """The second of two equal points takes the other side."""
    spots = place([(100, 100), (100, 100)], [(40, 14), (40, 14)], ROOM, points_are=1)
    assert spots == [Spot(SIDES[0]), Spot(SIDES[1])]


# Drawings.


def drawn(svg: str) -> list[str]:
    """The lines of a drawing within its head and its end."""
    lines = svg.split("\n")
    assert lines[-1] == "</svg>"
    assert lines[3].startswith("<style>")
    return lines[4:-1]


def head(svg: str) -> list[str]:
    """The lines before its style."""
    return svg.split("\n")[:3]


COLOURS = ("#2b7bba", "#c9573a", "#2f8f68", "#9a5fb8", "#a5781a", "#c24f86", "#6d7a87", "#3b8c9b")
CIRCLE, SQUARE, UP, DIAMOND = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.6-3.6h7.2v7.2h-7.2Z",
    "M0-5 4.8 3.6h-9.6Z",
    "M0-5.2 5.2 0 0 5.2-5.2 0Z",
)


def group(index: int) -> str:
    """The beginning of what belongs to a series."""
    return f'<g class="s{index}" color="{COLOURS[index]}" fill="currentColor">'


def mark(shape: str, x: float, y: float) -> str:
    """A marker."""
    return (
        f'<path d="{shape}" transform="translate({n(x)} {n(y)})" '
        'stroke="currentColor" stroke-width="1.6"/>'
    )


def text(x: float, y: float, said: str, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{n(x)}" y="{n(y)}"{more}>{said}</text>'


END, MIDDLE, BOLD = ' text-anchor="end"', ' text-anchor="middle"', ' font-weight="600"'


def across(left: float, right: float, top: float, plot: float) -> list[str]:
    """The lines of the rates, with their figures."""
    lines = []
    for fifth in range(6):
        y = top + (5 - fifth) / 5 * plot
        strength = 0.14 if fifth else 0.55
        lines += [
            f'<line x1="{n(left)}" x2="{n(right)}" y1="{n(y)}" y2="{n(y)}" '
            f'stroke="currentColor" stroke-opacity="{strength}"/>',
            text(left - 8, y + 4, ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")[fifth], END),
        ]
    return lines


def tick(x: float, y: float) -> str:
    """The mark of a place on the axis."""
    return (
        f'<line x1="{n(x)}" x2="{n(x)}" y1="{n(y)}" y2="{n(y + 4)}" '
        'stroke="currentColor" stroke-opacity="0.55"/>'
    )


def whisker(x: float, high: float, low: float) -> str:
    """An upright interval."""
    a, b = n(x - 2.5), n(x + 2.5)
    path = f"M{n(x)} {n(high)}V{n(low)}M{a} {n(high)}H{b}M{a} {n(low)}H{b}"
    return f'<path class="whisker" d="{path}" stroke="currentColor" stroke-opacity="0.7"/>'


STROKE = ' stroke="currentColor" stroke-width="1.8"'


def test_lines_over_bins_to_the_last_place():
    """Two series side by side, a point that is missing, an interval, and the key."""
    figure = Figure(
        "f 1", "T<", "Cap.", "size", ("a", "b", "c"),
        (
            Series("one", (Estimate(0.5, HALF, 9, 0, 3), Estimate(1.0), Estimate(0.0))),
            Series("two", (None, Estimate(0.25), Estimate(NAN))),
        ),
    )  # fmt: skip
    svg = line_plot.draw(figure)
    assert head(svg) == [
        '<svg xmlns="http://www.w3.org/2000/svg" class="tamis-chart" role="img" '
        'viewBox="0 0 640 365" aria-labelledby="figure-f-1-title figure-f-1-desc" '
        'fill="currentColor" font-family="sans-serif" font-size="12">',
        '<title id="figure-f-1-title">T&lt;</title>',
        '<desc id="figure-f-1-desc">Cap. 2 lines over 3 bins of size; rates from 0 to 1 with 95% '
        "intervals.</desc>",
    ]
    step = 580 / 3
    places = [46 + (nth + 0.5) * step for nth in range(3)]
    one = [x - 3 for x in places]
    path = f"M{n(one[0])} 149L{n(one[1])} 14L{n(one[2])} 284"
    assert drawn(svg) == [
        *across(46, 626, 14, 270),
        *[
            part
            for x, name in zip(places, "abc", strict=True)
            for part in (tick(x, 284), text(x, 302, name, MIDDLE))
        ],
        text(336, 325, "size", MIDDLE + BOLD),
        f'{group(0)}<path d="{path}" fill="none"{STROKE}/>'
        f"<g><title>one, a: 0.50 (0.40 to 0.60), n 9</title>{whisker(one[0], 122, 176)}"
        f"{mark(CIRCLE, one[0], 149)}</g>"
        f"<g><title>one, b: 1.00</title>{mark(CIRCLE, one[1], 14)}</g>"
        f"<g><title>one, c: 0.00</title>{mark(CIRCLE, one[2], 284)}</g></g>",
        f"{group(1)}<g><title>two, b: 0.25</title>{mark(SQUARE, places[1] + 3, 216.5)}</g></g>",
        f'{group(0)}<path d="M8 347h36" fill="none"{STROKE}/>{mark(CIRCLE, 26, 347)}</g>',
        text(52, 351, "one"),
        f'{group(1)}<path d="M216 347h36" fill="none"{STROKE} stroke-dasharray="7 3"/>'
        f"{mark(SQUARE, 234, 347)}</g>",
        text(260, 351, "two"),
    ]


def test_labels_of_many_bins_are_turned_and_some_are_left_out():
    """Of forty every second; each bin keeps its mark, and the axis ends below the labels."""
    ticks = tuple(str(nth) for nth in range(10, 50))
    figure = Figure("f", "T", "", "", ticks, (Series("s", (None,) * 40),))
    svg = line_plot.draw(figure)
    found = [line for line in drawn(svg) if "rotate" in line]
    places = [46 + (nth + 0.5) * 14.5 for nth in range(40)]
    assert found == [
        text(
            x + 4, 299, ticks[nth],
            f'{END} transform="rotate(-40 {n(x + 4)} {n(299)})"',
        )
        for nth, x in enumerate(places)
        if nth % 2 == 0
    ]  # fmt: skip
    assert [line for line in drawn(svg) if ' y2="288"' in line] == [tick(x, 284) for x in places]
    deepest = 18 + 12 * 2 * 0.57 * math.sin(math.radians(40))
    height = 284 + deepest + 14 + 20 + 6
    assert f'viewBox="0 0 640 {n(height)}"' in head(svg)[0]
    assert head(svg)[2] == (
        '<desc id="figure-f-desc">1 lines over 40 bins; rates from 0 to 1 with 95% intervals.'
        "</desc>"
    )


def test_long_labels_of_bins_make_room_at_the_left_and_are_cut():
    """The axis begins where the first label can; more than 26 characters end in an ellipsis."""
    names = ("中" * 26, "中" * 27, *"abcdef")
    figure = Figure("f", "T", "", "", names, (Series("s", (None,) * 8),))
    lines = drawn(line_plot.draw(figure))
    across_first = 12 * 26 * math.cos(math.radians(40))
    left = across_first - 0.5 * 480 / 8 + 6
    step = (626 - left) / 8
    assert lines[0].startswith(f'<line x1="{n(left)}" x2="626" y1="284"')
    turned = [line for line in lines if "rotate" in line]
    assert [re.sub("<.*?>", "", line) for line in turned] == ["中" * 26, "中" * 25 + "…", *"abcdef"]
    assert turned[1].startswith(f'<text x="{n(left + 1.5 * step + 4)}" y="299"')


def test_rates_one_below_the_other_to_the_last_place():
    """Under their group, with an interval, and the key of the kinds."""
    figure = Dots(
        "d", "T", "Cap.", Column("f", "F1"),
        (
            Row("A", "model", {"f": Estimate(0.5, HALF, 9, 0, 3)}, "G"),
            Row("Bb", "published", {"f": 0.25}, "G"),
            Row("C", "measure", {"f": 1}, "H"),
        ),
    )  # fmt: skip
    svg = dots.draw(figure)
    left = 1.32 * 12 + 12 + 14
    room = 596 - left

    def at(value: float) -> float:
        return left + value * room

    axis_lines = []
    for fifth in range(6):
        strength = 0.14 if fifth else 0.55
        axis_lines += [
            f'<line x1="{n(at(fifth / 5))}" x2="{n(at(fifth / 5))}" y1="6" y2="128" '
            f'stroke="currentColor" stroke-opacity="{strength}"/>',
            text(at(fifth / 5), 144, f"{fifth / 5:.1f}", MIDDLE),
        ]
    assert drawn(svg) == [
        *axis_lines,
        text(0, 26, "G", BOLD),
        text(12, 49, "A")
        + f"{group(0)}<g><title>G, A: 0.50 (0.40 to 0.60), n 9</title>"
        + f'<path class="whisker" d="M{n(at(0.4))} 45H{n(at(0.6))}" '
        'stroke="currentColor" stroke-width="2" stroke-opacity="0.55"/>'
        + f"{mark(CIRCLE, at(0.5), 45)}</g></g>"
        + text(at(0.6) + 9, 49, "0.50"),
        text(12, 71, "Bb")
        + f"{group(3)}<g><title>G, Bb: 0.25</title>{mark(DIAMOND, at(0.25), 67)}</g></g>"
        + text(at(0.25) + 9, 71, "0.25"),
        text(0, 98, "H", BOLD),
        text(12, 121, "C")
        + f"{group(2)}<g><title>H, C: 1.00</title>{mark(UP, 596, 117)}</g></g>"
        + text(605, 121, "1.00"),
        text((left + 596) / 2, 166, "F1", MIDDLE + BOLD),
        f"{group(0)}{mark(CIRCLE, 18, 188)}</g>",
        text(36, 192, "model"),
        f"{group(3)}{mark(DIAMOND, 226, 188)}</g>",
        text(244, 192, "published"),
    ]
    assert 'viewBox="0 0 640 206"' in head(svg)[0]
    assert head(svg)[2] == '<desc id="figure-d-desc">Cap. 3 rows; rates from 0 to 1.</desc>'


@pytest.mark.parametrize("value", [-0.01, 1.01, NAN])
def test_what_is_no_rate_is_not_drawn(value):
    """Of rows and of lines alike: the figure is named."""
    figure = Dots("d", "T", "", Column("f", "F"), (Row("A", "model", {"f": value}),))
    with pytest.raises(ValueError, match=re.escape(f"picture 'd', 'A': {value} is no rate")):
        dots.draw(figure)


def test_long_labels_beside_rates_are_cut_to_the_room():
    """To 238 units: nineteen ideographs and an ellipsis."""
    row = Row("中" * 21, "measure", {"f": 0.5})
    first = next(line for line in drawn(dots.draw(Dots("d", "", "", Column("f", ""), (row,))))
                 if "中" in line)  # fmt: skip
    assert first.startswith(text(0, 21, "中" * 19 + "…"))


def test_points_over_a_cost_to_the_last_place():
    """Labels beside them, the front, and the key of the groups."""
    figure = Scatter(
        "s", "T", "Cap", "cost", "F1",
        (
            Point("A", "model", 1, Estimate(0.5, HALF, 9, 0, 3), "g"),
            Point("B", "baseline", 2, Estimate(0.25), "g"),
            Point("C", "published", 4, Estimate(0.75), "h"),
            Point("D", "model", NAN, Estimate(0.75), "h"),
        ),
    )  # fmt: skip
    svg = scatter.draw(figure)
    front = '<path class="front" d="{}" fill="none" stroke="currentColor" '
    front += 'stroke-opacity="0.6" stroke-width="1.2"/>'
    halo = ' class="halo"'
    said = "Pareto front: no other point is at least as cheap and as good"
    assert drawn(svg) == [
        text(8, 16, "F1", BOLD),
        *across(46, 616, 30, 340),
        *[
            part
            for nth in range(9)
            for part in (
                tick(46 + 71.25 * nth, 370),
                text(46 + 71.25 * nth, 388, f"{nth / 2:g}", MIDDLE),
            )
        ],
        text(331, 411, "cost", MIDDLE + BOLD),
        front.format("M188.5 200H616V115H616"),
        f"{group(0)}{whisker(188.5, 166, 234)}</g>",
        f"{group(0)}<title>A, g: F1 0.50 (0.40 to 0.60), n 9; cost 1</title>"
        f"{mark(CIRCLE, 188.5, 200)}</g>",
        f"{group(0)}<title>B (baseline), g: F1 0.25; cost 2</title>{mark(CIRCLE, 331, 285)}</g>",
        f"{group(1)}<title>C (published), h: F1 0.75; cost 4</title>{mark(SQUARE, 616, 115)}</g>",
        text(180.5, 204, "A", END + halo),
        text(339, 289, "B (baseline)", halo),
        text(608, 119, "C (published)", END + halo),
        f"{group(0)}{mark(CIRCLE, 20, 433)}</g>",
        text(40, 437, "g"),
        f"{group(1)}{mark(SQUARE, 228, 433)}</g>",
        text(248, 437, "h"),
        front.format("M8 457h12v-8h12"),
        text(40, 457, said),
    ]
    assert 'viewBox="0 0 640 471"' in head(svg)[0]
    assert head(svg)[2] == (
        '<desc id="figure-s-desc">Cap. 1 point has no figures. 3 points, F1 over cost; 2 on the '
        "Pareto front; rates from 0 to 1 with 95% intervals.</desc>"
    )


def test_many_points_have_numbers_and_a_key():
    """Thirteen, in two groups: those on the front are bold, and each is in the key once."""
    made = [
        Point(f"P{nth}", "model", nth, Estimate(0.9 if nth == 1 else 0.1), "g" if nth < 8 else "")
        for nth in range(1, 14)
    ]
    svg = scatter.draw(Scatter("s", "T", "", "cost", "", tuple(made)))
    lines = drawn(svg)
    small = [line for line in lines if 'font-size="10"' in line]
    assert [re.sub("<.*?>", "", line) for line in small] == [str(nth) for nth in range(1, 14)]
    assert ['font-weight="700"' in line for line in small] == [True, *[False] * 12]
    at = lines.index(small[-1]) + 1
    said = "Pareto front: no other point is at least as cheap and as good (its numbers are bold)"
    # The legend begins 14 under the label of the axis, which ends at 395.
    y = 354 + 25 + 16 + 14
    key = [
        f'<path class="front" d="M8 {y + 12}h12v-8h12" fill="none" stroke="currentColor" '
        'stroke-opacity="0.6" stroke-width="1.2"/>',
        text(40, y + 12, said),
    ]
    y += 26
    for shape, index, name, numbers in (
        (CIRCLE, 0, "g", range(1, 8)),
        (SQUARE, 1, "–", range(8, 14)),
    ):
        y += 2
        key += [f"{group(index)}{mark(shape, 20, y + 8)}</g>", text(40, y + 12, name)]
        y += 20
        for nth, number in enumerate(numbers):
            if nth and nth % 3 == 0:
                y += 20
            x = 8 + nth % 3 * 208
            more = f'{END} fill-opacity="0.75"'
            key += [text(x + 22, y + 12, str(number), more), text(x + 30, y + 12, f"P{number}")]
        y += 26
    assert lines[at:] == key
    assert f'viewBox="0 0 640 {y}"' in head(svg)[0]


def test_an_axis_of_factors_is_broken_before_zero():
    """Where a point costs nothing."""
    made = (Point("A", "model", 0, Estimate(0.5)), Point("B", "model", 2, Estimate(0.7)))
    svg = scatter.draw(Scatter("s", "T", "", "cost", "", made, log_x=True))
    x = 46 + 0.075 * 570
    broken = f'<path d="M{n(x - 5)} 359l5-10M{n(x)} 359l5-10" stroke="currentColor" '
    assert broken + 'stroke-opacity="0.55"/>' in drawn(svg)
    assert f"<title>A: 0.50; cost 0</title>{mark(CIRCLE, 46 + 0.035 * 570, 184)}" in svg
    below = (Point("A", "model", -1, Estimate(0.5)),)
    with pytest.raises(ValueError, match="a cost of -1 has no place on an axis of factors"):
        scatter.draw(Scatter("s", "T", "", "cost", "", below, log_x=True))


# Points as a table, and the picture of a table.


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


@pytest.mark.parametrize(
    ("costs", "digits", "first"),
    [
        ((5, 20), 2, "5"), ((0.5, 20), 2, "0.5"), ((0.05, 2), 3, "0.05"), ((1e-12, 1), 9, "1e-12"),
        ((0.0, 0.0), 2, "0"), ((5.0, -0.001), 4, "5.0"),
    ],
)  # fmt: skip
def test_how_costs_are_printed(costs, digits, first):
    """Two figures of the smallest, nine decimals at most; whole ones as whole numbers."""
    made = tuple(Point("P", "model", cost, Estimate(0.5)) for cost in costs)
    table = Scatter("s", "T", "", "cost", "F1", made).as_table()
    assert table.columns[0].digits == digits
    assert str(table.rows[0].cells["x"]) == first


@pytest.mark.parametrize(
    ("caption", "said"),
    [
        ("Cap", "Cap. 1 point has no figures."), ("Cap. ", "Cap. 1 point has no figures."),
        ("Cap!", "Cap! 1 point has no figures."), ("Cap?", "Cap? 1 point has no figures."),
        ("Cap:", "Cap: 1 point has no figures."), ("Cap;", "Cap; 1 point has no figures."),
        ("", "1 point has no figures."),
    ],
)  # fmt: skip
def test_captions_count_the_points_that_are_left_out(caption, said):
    """After a stop."""
    made = (Point("P", "model", math.inf, Estimate(0.5)), Point("Q", "model", 1, Estimate(0.5)))
    assert Scatter("s", "T", caption, "", "", made).counted_caption == said
    assert Scatter("s", "T", caption, "", "", made[1:]).counted_caption == caption


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
        "F of the table above, with 95% intervals.",
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
    assert made.caption == f"F of the table above, with 95% intervals.{said}"


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


# Runs.


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


# What a report says first.


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (0, "0.00"), (0.1, "0.10"), (0.099, "0.099"), (0.0123, "0.012"), (1234.5, "1,234.50"),
    ],
)  # fmt: skip
def test_amounts_of_money(amount, said):
    """Two decimals, or two figures of a small one."""
    assert card.money(amount) == said


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
    run = a_run(tokens={"a": (2_000_000, 500_000), "b": (1_000_000, 0)}, cost=7.0)
    assert card.priced([run], {"a": (3, 8), "b": (5, 1), "c": (9, 9)})[0].cost == 15
    assert card.priced([run], {"a": (3, 8)})[0].cost == 7
    assert card.priced([a_run()], {"a": (3, 8)})[0].cost is None
    (named,) = card.named([run], {"m": "Mine"})
    assert (named.label, named.names) == ("Mine", {"m": "Mine"})
    assert card.named([run], {"x": "Mine"})[0].label == "m"


def test_what_the_calls_of_samples_took():
    """By way and by model; a cost only where that of every call is known."""
    first = {
        "input_tokens": 10,
        "output_tokens": 5,
        "input_tokens_cache_read": 3,
        "total_cost": 0.5,
    }
    second = {"input_tokens": 1, "output_tokens": 0, "input_tokens_cache_read": None}
    used = [{"a": first, "b": second}, {"a": first}]
    assert told.tokens(used) == {
        "input tokens": 21, "output tokens": 10, "input tokens from the provider's cache": 6
    }  # fmt: skip
    assert told.tokens([{"b": second}]) == {"input tokens": 1}
    assert told.by_model(used) == {"a": (20, 10), "b": (1, 0)}
    assert told.cost([{"a": first}, {"a": first}]) == 1.0
    assert told.cost(used) is None
    assert told.cost([{}]) is None


# What tables are built from.


def outcome_run(label: str, condition: str, *outcomes: str | None, **more: object) -> Run:
    """A run whose samples ended so; None for a question that was withheld."""
    samples = [
        scored(f"q{nth}", not_asked=1) if one is None else scored(f"q{nth}", **{one: 1.0})
        for nth, one in enumerate(outcomes)
    ]
    return a_run(label, "model", *samples, identity={"condition": condition}, **more)


@pytest.mark.parametrize("outcome", OUTCOMES[1:])
def test_each_outcome_has_a_column_where_it_is_there(outcome):
    """Beside those that are always shown."""
    run = outcome_run("m", "c", outcome, "ok", outcome)
    table = build.outcomes([run], (), ["c"], "More.")
    label = outcome.replace("_", " ").capitalize()
    assert [(c.key, c.label) for c in table.columns] == [
        ("asked", "Asked"), ("ok", "OK"), (outcome, label)
    ]  # fmt: skip
    cells = table.rows[0].cells
    assert (cells["asked"], cells["ok"], cells[outcome]) == (3, 1, 2)
    assert table.caption.endswith("figures. More.")


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
    assert table.caption.endswith("Not begun are among the failed. Withheld were not asked.")


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
    assert (made[-2].label, made[-1].label) == ("F (read)", "Read, whole or in part")


def test_published_rows_follow_runs_that_have_figures():
    """Of one condition; none where no run has any."""
    runs = [outcome_run("m", "c", "ok"), outcome_run("n", "d", "ok"), outcome_run("e", "c")]
    paper = [Row("GPT", "published", {})]
    found = build.with_published(runs, "c", "G", build.measuring({"f": "ok"}), paper)
    assert [(row.label, row.group) for row in found] == [("m", "G"), ("e", "G"), ("GPT", "")]
    assert build.with_published(runs[2:], "c", "G", build.measuring({"f": "ok"}), paper) == []
    assert build.with_published(runs, "z", "G", build.measuring({"f": "ok"}), paper) == []


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
    assert table.caption == "data=?, mini. Counts of items."


def test_notes_on_runs():
    """Samples without an answer, what they are worth, what to do, and tokens."""
    samples = [
        scored("a", ok=1), scored("b", refused=1), scored("c", truncated=1), scored("d", refused=1),
        Scored("e", 1, {"x": 1}, {}, "boom"), scored("f", too_long=1), scored("g", not_asked=1),
    ]  # fmt: skip
    run = a_run("m", "model", *samples, usage={"input tokens": 1234, "output tokens": 5})
    first, second, third = build.notes([run], lambda run: "count 0")
    assert first == (
        "m (c): 5 of 6 that were asked count 0 (refused ×2, truncated ×1, failed ×1, too long ×1; "
        "causes: boom ×1). Run the same command again to ask the failed ones. Replies are cut at "
        "their limit of tokens; --max-tokens N allows longer ones."
    )
    assert second.startswith(
        "m (c): 5 of these were not begun, and the data of the run is not here"
    )
    assert third == "m (c): 1,234 input tokens, 5 output tokens."
    quiet = a_run("n", "model", Scored("a", 1, {"x": 1}, {"refused": 1.0}), identity={})
    assert build.notes([quiet], lambda run: "count 0") == [
        "n (?): 1 of 1 that were asked count 0 (refused ×1)."
    ]
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


# Two runs on the same samples.


def on(label: str, condition: str, figures: dict[str, float | None], **more: object) -> Run:
    """A run with one figure of each sample."""
    samples = [
        Scored(
            id, 1, {"question": f"Q{id}"}, {"ok": 1.0} if value is None else {"f": value, "ok": 1.0}
        )
        for id, value in figures.items()
    ]
    return a_run(label, "model", *samples, identity={"condition": condition, "data": "d"}, **more)


def test_paired_differences():
    """Both means over the pairs; what one side lacks is left out, and what it was asked is told."""
    a = on("A", "c", {"1": 0, "2": 0, "3": 1, "4": 0.5, "5": 1})
    b = on("B", "c", {"1": 1, "2": 1, "3": 1, "4": NAN, "6": 0})
    (pair,) = compare.compared([a], [b], ["f", "none"])
    assert (pair.of_a, pair.of_b, pair.both, list(pair.found)) == (5, 5, 4, ["f"])
    one = pair.found["f"]
    assert (one.a, one.b) == (pytest.approx(1 / 3), 1)
    assert (one.difference.value, one.difference.n, one.difference.excluded) == (
        pytest.approx(2 / 3), 3, 1
    )  # fmt: skip
    assert (one.flips, one.mcnemar, one.corrected) == pytest.approx((0.5, 0.5, 0.5))
    cells = compare._cells(one)
    assert (cells["difference"], cells["flips"], cells["pairs"], cells["left_out"]) == (
        "+0.667", "0.500", 3, 1
    )  # fmt: skip
    (record,) = compare.records([pair], {"f": "F"})
    assert (record["a"], record["b"], record["measure"], record["pairs"]) == ("A", "B", "F", 3)
    assert (record["condition_a"], record["condition_b"]) == ("c", "c")
    report = compare.comparison([pair], {"f": "F"})
    assert report.tables[0].title == "c: A = A (model), B = B (model)"
    assert "4 of 5 in A and 5 in B." in report.tables[0].caption
    assert report.notes == (compare.ON_TESTS,)


def test_which_runs_are_compared():
    """Those of one condition; single ones even where they differ."""
    a, b, c = (
        on(label, condition, {"1": 1}) for label, condition in (("A", "x"), ("B", "y"), ("C", "x"))
    )
    assert [(p.a.label, p.b.label) for p in compare.compared([a, b], [c], ["f"])] == [("A", "C")]
    assert compare.compared([a], [b, b], ["f"]) == []
    (pair,) = compare.compared([a], [b], ["f"])
    assert compare.comparison([pair], {"f": "F"}).tables[0].title == (
        "A = x, A (model); B = y, B (model)"
    )
    none = compare.compared([a], [on("D", "x", {"9": 1})], ["f"])
    assert compare.comparison(none, {"f": "F"}).notes == ()


@pytest.mark.parametrize(
    ("p", "said"),
    [(NAN, "–"), (0.0005, "0.001"), (0.00049, "<0.001"), (0.5, "0.500"), (1, "1.000")],
)
def test_p_values(p, said):
    """In three decimals."""
    assert compare._chance(p) == said


def test_differences_from_one_run():
    """A column for each measure; what is common to all labels is said once."""
    runs = [
        on(label, "c", {"1": v, "2": v, "3": v}) for label, v in (("A", 0), ("B", 1), ("C", 0.5))
    ]
    table = compare.against(runs[0], runs, {"f": "F1 (golds=x)", "g": "P (golds=x)"})
    assert [(c.key, c.label) for c in table.columns] == [
        ("f", "F1"),
        ("g", "P"),
        ("pairs", "Pairs"),
    ]
    assert table.caption.startswith("golds=x. Paired over the samples that both have")
    assert [(row.label, row.cells["pairs"]) for row in table.rows] == [("B", 3), ("C", 3)]
    assert table.rows[0].cells["f"].startswith("+1.000")
    assert table.title == "Differences from A, c"
    two = compare.against(runs[0], runs[:2], {"f": "F1 (golds=x)", "g": "P (golds=y)"})
    assert [c.label for c in two.columns] == ["F1 (golds=x)", "P (golds=y)", "Pairs"]
    assert two.caption.startswith("Paired over")
    plain = compare.against(runs[0], runs[:2], {"f": "F1"})
    assert plain.caption.startswith("Paired over")
    assert compare.against(runs[0], [runs[0], on("D", "c", {"9": 1})], {"f": "F1"}).rows == ()


def test_what_runs_differ_in_is_told():
    """Data, prompts, scoring and names."""
    one = a_run("A", identity={"condition": "c", "data_version": "1", "prompts": "p"})
    two = a_run("B", identity={"condition": "c", "data_version": "2", "prompts": "p", "names": "n"})
    assert list(compare._differences(one, two)) == [
        "A and B differ in data_version: 1 and 2.", "A and B differ in names: None and n."
    ]  # fmt: skip


# Groups of samples.


def test_groups_of_samples():
    """By the words or the whole number of a field, which may be missing."""

    def on_field(value):
        return Scored("q", 1, {} if value is None else {"k": value}, {})

    has = columns.having("k", "1", "")
    assert [has(on_field(v)) for v in (1, "1", 2, None, "")] == [True, True, False, True, True]
    within = columns.between("k", 2, 4)
    assert [within(on_field(v)) for v in (1, 2, 4, 5, "3", None)] == [
        False, True, True, False, True, False
    ]  # fmt: skip
    assert columns.between("k", -1, 0)(on_field(None))
    both = has & within
    assert not both(on_field(1))
    run = a_run("m", "model", *(Scored(str(n), 1, {"k": n % 3}, {"f": float(n), "ok": 1.0})
                                for n in range(6)), scored("x", refused=1, f=0.0))  # fmt: skip
    made = run.columns
    assert made.estimate("f", columns.having("k", "1")).value == 2.5
    assert made.estimate("f", columns.between("k", 1, 2) & columns.having("k", "2")).value == 3.5
    assert made.estimate("f", lambda sample: sample.id == "4").value == 4
    assert (made.counts(), made.counts(columns.having("k", ""))) == ((7, 1), (1, 1))
    assert made.has("f")
    assert not made.has("g")
    assert math.isnan(made.estimate("g").value)
    for nth in range(columns.MASKS + 2):
        assert made.counts(columns.having("k", str(nth % 3)))[0] == 2


# Logs.


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        ("CancelledError()", "interrupted"), ("Boom('it broke')", "it broke"),
        ("Boom(\"it broke\",)\nmore", "it broke"), ("plain\nmore", "plain"), ("x" * 300, "x" * 200),
        ("", ""), ("Boom('it)", "Boom('it)"),
    ],
)  # fmt: skip
def test_why_a_sample_failed(failure, said):
    """The first line, without the name of its class."""
    assert logs._said(failure) == said


@pytest.mark.parametrize(
    ("args", "whose"),
    [
        ({"baseline": "random"}, ("random", "baseline")),
        ({"predictions": "a/people.jsonl"}, ("people", "model")),
        ({"baseline": None, "predictions": ""}, ("m", "model")), ({}, ("m", "model")),
    ],
)  # fmt: skip
def test_whose_a_log_is(args, whose):
    """A baseline's, a file's, or a model's."""
    assert logs._whose(args, "m") == whose


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
    assert logs._folder(tmp_path / "shard-12" / "x.eval") == tmp_path
    assert logs._folder(tmp_path / "shard-a" / "x.eval") == tmp_path / "shard-a"
    assert logs.planned_key("c", None) == "c/"
    logs.write_planned(empty, {"c/": ["1", "2"]})
    assert logs._planned(empty, "c/") == ["1", "2"]
    assert logs._planned(empty, "d/") == logs._planned(tmp_path, "c/") == ()
