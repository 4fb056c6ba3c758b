"""Points over a cost: the front, the axis, where labels go, and what the page says of them.

All figures here are invented; the plot is 570 wide (from x = 46) and 340 high.
"""

from __future__ import annotations

import csv
import io
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from tamis.report.document import Report
from tamis.report.elements import Figure, Series
from tamis.report.points import Point, Scatter
from tamis.report.render import delimited, html, latex, svg, terminal
from tamis.report.render.axis import axis, short
from tamis.report.render.format import ems
from tamis.report.render.label_placement import Box, place
from tamis.stats import NAN, Estimate

NS = {"s": "http://www.w3.org/2000/svg"}
NASTY = '<script>alert("x")</script> & \x1b[31m'


def _point(x: float, y: float, label: str = "p", group: str = "", kind: str = "model") -> Point:
    """A point with an interval of 12.706 x 0.01 on either side."""
    return Point(label, kind, x, Estimate(y, 0.0295304, 90, 0, 3), group)  # type: ignore[arg-type]


def _scatter(*points: Point, log: bool = False) -> Scatter:
    return Scatter("s", "F1 over cost", "variant=paper.", "Tokens", "", points, log)


def _spread(count: int, groups: int = 3) -> Scatter:
    """Points along a rising curve with noise, as sweeps of strategies and rankers give."""
    dice = random.Random(7)
    points = []
    for i in range(count):
        cost = 10 ** dice.uniform(3.5, 6.2)
        rate = min(0.95, max(0.02, 0.2 * dice.uniform(0.5, 4)))
        points.append(_point(cost, rate, f"way {i}", f"group {i % groups}"))
    return _scatter(*points, log=True)


def _root(figure: Scatter) -> ET.Element:
    return ET.fromstring(svg.draw(figure))


def _marks(root: ET.Element) -> list[tuple[float, float]]:
    """Where the markers of the points are, in the order drawn."""
    paths = [group.find("s:path", NS) for group in root.findall("s:g", NS) if len(group) == 2]
    places = [re.findall(r"[\d.]+", path.attrib["transform"]) for path in paths]
    return [(float(x), float(y)) for x, y in places]


def _beside(root: ET.Element) -> list[ET.Element]:
    """The labels within the plot."""
    return [text for text in root.findall("s:text", NS) if text.get("class") == "halo"]


def _extent(text: ET.Element) -> tuple[float, float, float, float]:
    """About the ink of a line of digits or letters: left, top, right, bottom."""
    size = float(text.get("font-size", 12))
    width, x, y = size * ems(text.text or ""), float(text.attrib["x"]), float(text.attrib["y"])
    left = {"end": x - width, "middle": x - width / 2}.get(text.get("text-anchor", ""), x)
    return left, y - 0.72 * size, left + width, y


def _cover(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@given(st.lists(st.tuples(st.sampled_from((0.0, 1, 2, 3, NAN)), st.sampled_from((0, 0.5, 1, NAN)))))
def test_the_front_is_its_definition(pairs):
    """The definition, spelt out over all pairs, gives the same points."""
    points = [_point(x, y, str(i)) for i, (x, y) in enumerate(pairs)]
    known = [p for p in points if p.x == p.x and p.y.value == p.y.value]

    def beats(a: Point, b: Point) -> bool:
        a_is, b_is = (a.x, -a.y.value), (b.x, -b.y.value)
        return a_is[0] <= b_is[0] and a_is[1] <= b_is[1] and a_is != b_is

    expected = {p.label for p in known if not any(beats(q, p) for q in known)}
    assert {p.label for p in _scatter(*points).front()} == expected


def test_the_table_has_all_points_and_marks_the_front():
    """A group's rows stand together; a cost in whole tokens stays whole; NaN is empty."""
    figure = _scatter(
        _point(2000, 0.5, "one", "A"),
        _point(1000, 0.25, "two", "B", "baseline"),
        _point(3000, 0.5, "three", "A"),
        Point("four", "model", NAN, Estimate(NAN, excluded=9), "B"),
    )
    assert delimited.to_csv(figure.as_table()) == (
        "group,label,kind,x,y,y_stderr,y_n,y_excluded,front\r\n"
        "A,one,model,2000,0.5,0.0295304,90,0,yes\r\n"
        "A,three,model,3000,0.5,0.0295304,90,0,\r\n"
        "B,two,baseline,1000,0.25,0.0295304,90,0,yes\r\n"
        "B,four,model,,,,0,9,\r\n"
    )
    assert figure.as_table().caption == "variant=paper. 1 point has no figures."


def test_a_small_cost_is_printed_and_not_rounded_to_nothing():
    """Two figures of the smallest cost, on every medium; whole numbers in full."""
    money = _scatter(_point(0.00041, 0.5), _point(1.5, 0.6)).as_table()
    assert "0.00041" in latex.to_latex(money)
    assert "1.50000" in latex.to_latex(money)
    out = io.StringIO()
    report = Report("R", "", {}, (money,))
    terminal.print_report(report, Console(file=out, width=80))
    assert "0.00041" in out.getvalue()
    assert "0.00041" in html.render(report)
    rows = csv.DictReader(io.StringIO(delimited.to_csv(money), newline=""))
    assert [row["x"] for row in rows] == ["0.00041", "1.5"]
    assert "1,234" in latex.to_latex(_scatter(_point(1234.0, 0.5)).as_table())


def test_tex_prints_nothing_for_no_text():
    """The cell of a point that is not on the front is empty, in a table that is whole."""
    assert latex.escape("") == ""
    table = _scatter(_point(1, 0.5), _point(2, 0.4)).as_table()
    assert r"p {\footnotesize(model)} & 2 & $0.40 \pm 0.03$ &  \\" in latex.to_latex(table)


@pytest.mark.parametrize(
    ("caption", "unknown", "said"),
    [
        ("Of gold.", 0, "Of gold."),
        ("Of gold", 1, "Of gold. 1 point has no figures."),
        ("Of gold.", 2, "Of gold. 2 points have no figures."),
        ("", 2, "2 points have no figures."),
    ],
)
def test_points_without_figures_are_counted(caption, unknown, said):
    """They are in the caption, in the description of the drawing, and nowhere in the plot."""
    points = [_point(NAN, 0.5), _point(5, NAN)][:unknown]
    figure = replace(_scatter(_point(5, 0.5), *points), caption=caption)
    root = _root(figure)
    assert figure.counted_caption == said
    assert (root.find("s:desc", NS).text or "").startswith(said)
    assert len(_marks(root)) == 1


def test_points_lie_where_they_belong():
    """Linear to 10, by hand: 5 is in the middle; the rate 0.5 at half the height."""
    figure = _scatter(_point(5, 0.5), _point(10, 1.0))
    assert _marks(_root(figure)) == [(331, 184), (616, 14)]
    # 0.5 ± 0.12706: y = 14 + 340 x (1 - rate).
    assert "M331 140.8V227.2" in svg.draw(figure)
    assert "M616 14V57.2" in svg.draw(figure)


def test_factors_are_equally_far_apart():
    """From 100 to 10,000 by factors the middle is 1,000."""
    figure = _scatter(_point(100, 0.5), _point(1000, 0.6), _point(10000, 0.7), log=True)
    assert [x for x, _ in _marks(_root(figure))] == [46, 331, 616]


def test_what_costs_nothing_has_its_place_on_an_axis_of_factors():
    """Zero stands before a break, left of the least factor, with a tick of its own."""
    root = _root(_scatter(_point(0, 0.2), _point(200, 0.5), _point(900, 0.7), log=True))
    (nothing, _), (least, _), (most, _) = _marks(root)
    assert 46 < nothing < least < most < 616
    words = {text.text: float(text.attrib["x"]) for text in root.findall("s:text", NS)}
    assert words["0"] == nothing
    assert words["200"] == least
    assert axis([0, 200, 900], log=True).gap is not None
    assert axis([200, 900], log=True).gap is None


def test_the_front_is_drawn_as_steps():
    """Level from each point to the cost of the next, then up, and level to the end."""
    figure = _scatter(_point(5, 0.5), _point(2, 0.25), _point(8, 0.1), _point(10, 0.75))
    line = _root(figure).find("s:path[@class='front']", NS)
    assert line.attrib["d"] == "M160 269H331V184H616V99H616"
    assert _root(_scatter()).find("s:path[@class='front']", NS) is None


@pytest.mark.parametrize(
    ("values", "log", "ticks"),
    [
        ([128000, 21000], False, "0 20k 40k 60k 80k 100k 120k 140k"),
        ([1.6], False, "0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6"),
        ([0.00037], False, "0 5e-5 0.0001 0.00015 0.0002 0.00025 0.0003 0.00035 0.0004"),
        ([-3, 4], False, "−3 −2 −1 0 1 2 3 4"),
        ([0, 0], False, "0 0.2 0.4 0.6 0.8 1"),
        ([0, 0], True, "0 0.2 0.4 0.6 0.8 1"),
        ([9000, 1_600_000], True, "5k 10k 20k 50k 100k 200k 500k 1M 2M"),
        ([0, 9000, 40000], True, "0 5k 10k 20k 50k"),
        ([7, 3_000_000], True, "10 100 1k 10k 100k 1M"),
        ([1000], True, "500 1k 2k"),
        ([1e-9, 1e9], True, "1e-9 1e-6 0.001 1 1k 1M 1B"),
    ],
)
def test_ticks_are_round(values, log, ticks):
    """1, 2 or 5 times a power of ten, few enough to read, in thousands and millions."""
    assert " ".join(map(short, axis(values, log).ticks)) == ticks


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (999, "999"), (1500, "1.5k"), (2e6, "2M"), (5e9, "5B"), (1e12, "1T"),
     (1e15, "1e15"), (0.0005, "0.0005"), (0.00002, "2e-5"), (-2000, "−2k")],
)  # fmt: skip
def test_a_round_number_is_short(value, text):
    """Thousands and their powers by letter, what is very small or large by its exponent."""
    assert short(value) == text


@given(
    st.lists(st.floats(0, 1e15).filter(lambda x: x == 0 or x > 1e-12), min_size=1), st.booleans()
)
def test_every_value_is_on_the_axis(values, log):
    """Between its ends, and a greater value never before a smaller one."""
    made = axis(values, log)
    places = [made.place(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(-1e-9 <= where <= 1 + 1e-9 for where in places)
    assert 2 <= len(made.ticks) <= 10
    assert all(-1e-9 <= made.place(value) <= 1 + 1e-9 for value in made.ticks)


def test_groups_differ_without_colour():
    """Each group has a marker of its own, and the legend shows the same one."""
    figure = _scatter(*(_point(i + 1, 0.1 * i, f"p{i}", f"group {i % 4}") for i in range(8)))
    root = _root(figure)
    shapes = [group.findall("s:path", NS)[-1].attrib["d"] for group in root.findall("s:g", NS)]
    intervals, marks, legend = shapes[:8], shapes[8:16], shapes[16:]
    assert len(set(intervals)) == 8
    assert len(set(legend)) == 4
    assert marks == [shape for shape in legend for _ in range(2)]


def test_few_points_have_their_names_beside_them():
    """With the kind where it is not a model's; and no key of numbers."""
    figure = _scatter(_point(2, 0.5, "BM25", kind="baseline"), _point(9, 0.7, "dense"))
    assert [text.text for text in _beside(_root(figure))] == ["BM25 (baseline)", "dense"]


def test_many_points_have_numbers_and_a_key():
    """From 13 on each number stands once in the plot and once beneath it, before its name."""
    root = _root(_spread(13))
    texts = [text.text for text in root.findall("s:text", NS)]
    assert sorted(int(text.text or "") for text in _beside(root)) == list(range(1, 14))
    key = texts[texts.index("group 0") :]
    # Numbers run through the groups: the points 0, 3, 6, 9 and 12 are the first five.
    assert key[1:11] == ["1", "way 0", "2", "way 3", "3", "way 6", "4", "way 9", "5", "way 12"]
    bottom = max(y for _, y in _marks(root))
    assert all(float(t.attrib["y"]) > bottom for t in root.findall("s:text", NS)[-len(key) :])
    assert len(_beside(_root(_spread(12)))) == 12


def test_the_numbers_of_the_front_are_bold():
    """Of 20 points, each dearer and worse than the one before, only the first is on it."""
    figure = _scatter(*(_point(i + 1, 0.9 - 0.04 * i) for i in range(20)))
    bold = [text.text for text in _beside(_root(figure)) if text.get("font-weight") == "700"]
    assert bold == ["1"]


def test_names_that_find_no_room_become_numbers():
    """Twelve equal points with long names cannot all have them beside themselves."""
    crowd = _scatter(*(_point(5, 0.5, f"a rather long name, number {i}") for i in range(12)))
    root = _root(crowd)
    assert sorted(int(text.text or "") for text in _beside(root)) == list(range(1, 13))
    assert len(root.findall("s:path[@class='leader']", NS)) > 0


@pytest.mark.parametrize("count", [3, 12, 18, 54])
def test_labels_cover_neither_each_other_nor_a_point(count):
    """And none leaves the drawing."""
    root = _root(_spread(count))
    boxes = [_extent(text) for text in _beside(root)]
    assert len(boxes) == count
    assert not any(_cover(a, b) for a, b in combinations(boxes, 2))
    points = [(x - 3, y - 3, x + 3, y + 3) for x, y in _marks(root)]
    assert not any(_cover(box, point) for box in boxes for point in points)
    assert all(left >= 0 and right <= 640 and top >= 0 for left, top, right, _ in boxes)


def test_a_label_stands_to_the_right_unless_something_is_there():
    """Right first; with a neighbour there, left; a label larger than the room is a clash."""
    room = Box(0, 0, 200, 200)
    alone = place([(100, 100)], [(40, 12)], room, points_are=5)
    assert alone[0].box.left > 100
    pair = place([(100, 100), (125, 100)], [(40, 12), (40, 12)], room, points_are=5)
    assert pair[0].box.right < 100
    assert pair[1].box.left > 125
    assert not any(spot.clash or spot.leader for spot in (*alone, *pair))
    assert place([(100, 100)], [(300, 12)], room, points_are=5)[0].clash


def test_a_label_moves_again_when_the_others_have_their_places():
    """In turn, the label of the last point finds only places that another covers by then."""
    points = [(60, 70), (60, 60), (150, 60), (30, 60)]
    spots = place(points, [(60, 12)] * 4, Box(0, 0, 200, 120), points_are=5)
    marks = [Box(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    assert not any(a.box.meets(b.box) for a, b in combinations(spots, 2))
    assert not any(spot.box.meets(mark) for spot in spots for mark in marks)


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("count", [0, 1, 12, 13])
def test_a_drawing_is_xml_whatever_its_words(log, count):
    """Nasty and endless text, equal points, no points: well-formed, twice the same, in its box."""
    points = (_point(i % 2, 0.5, NASTY * (i % 3), NASTY * (i % 4)) for i in range(count))
    figure = Scatter(NASTY, NASTY, NASTY, NASTY, NASTY * 5, tuple(points), log)
    root = _root(figure)
    assert svg.draw(figure) == svg.draw(figure)
    assert len(_marks(root)) == count
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for text in root.findall("s:text", NS):
        left, top, right, bottom = _extent(text)
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height


def test_what_has_no_place_is_refused():
    """A value that is no rate, and a cost below zero by factors, are said in one sentence."""
    with pytest.raises(ValueError, match=r"point 'p': 1\.5 is not a rate between 0 and 1"):
        svg.draw(_scatter(_point(1, 1.5)))
    with pytest.raises(ValueError, match=r"a cost of -2 has no place on an axis of factors"):
        svg.draw(_scatter(_point(-2, 0.5), log=True))
    assert _marks(_root(_scatter(_point(-2, 0.5), _point(2, 0.5)))) == [(46, 184), (616, 184)]


def test_the_page_shows_points_as_it_shows_lines():
    """Drawing, caption with the count, and a table with tags, whose kinds the key explains."""
    lines = Figure("l", "L", "", "x", ("a",), (Series("s", (Estimate(0.5),)),))
    points = _scatter(_point(1, 0.5, "BM25", kind="baseline"), _point(NAN, 0.5, NASTY))
    table = replace(_scatter(_point(1, 0.5)).as_table(), id="t")
    page = html.render(Report("R", "", {}, (table,), (lines, points)))
    section = page[page.index('<section id="figure-s">') :]
    assert section.count("<svg") == section.count("<details>") == 1
    assert "<figcaption><bdi>variant=paper. 1 point has no figures.</bdi>" in section
    assert '<span class="tag baseline">baseline</span>' in section
    assert "<bdi>yes</bdi>" in section
    assert "a program that needs no language model" in page
    assert "<script" not in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
