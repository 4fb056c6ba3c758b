"""Wiki pages as Markdown: what is kept of their tables and boxes, what is left out, how long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.documents.html.mediawiki import read, to_markdown

HIDDEN = '<span style="display:none">SECRET</span>'


def rows(markdown: str) -> list[list[str]]:
    """The cells of the Markdown tables, without lines of dashes and empty headings."""
    lines = [line for line in markdown.split("\n") if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if set("".join(row)) - {"-"}]


def test_headings_paragraphs_and_links():
    """Headings keep their level, links are their text, emphasis goes."""
    said = to_markdown(
        '<h2><span class="mw-headline" id="A">A <i>b</i></span><span class="mw-editsection">[<a>'
        'edit</a>]</span></h2><p>One <b>two</b> <a href="/wiki/X" title="X">three</a>.</p>\n'
        "<p>Four<br>five\nsix</p><h3>C</h3><p>seven</p>"
    )
    assert said == "## A b\n\nOne two three.\n\nFour\nfive six\n\n### C\n\nseven"


def test_titles_and_headings_with_nothing_under_them():
    """A heading of the first rank is the title, after the head's; one without text goes."""
    assert read("<h1>A</h1><p>b</p>") == ("A", "b")
    assert read("<head><title>T</title></head><h1>A</h1><p>b</p>") == ("T", "b")
    said = to_markdown("<h2>A</h2><h3>B</h3><h2>C</h2><h3>D</h3><p>x</p><h4>E</h4>")
    assert said == "## C\n\n### D\n\nx"
    # Where a page has the element of the content, the rest is the site's.
    page = '<body><h1>T</h1><div>menu</div><div id="mw-content-text"><p>text</p></div></body>'
    assert read(page) == ("", "text")


def test_lists_nest_and_are_numbered():
    """Items have marks, lower lists are indented, a paragraph within an item goes with it."""
    said = to_markdown(
        "<ul><li>a<ul><li>b</li><li>c<p>d</p></li></ul></li></ul><ol><li>e</li><li>f</li></ol>"
    )
    assert said == "- a\n  - b\n  - c\n    d\n\n1. e\n2. f"


@pytest.mark.parametrize(
    "left_out",
    [
        '<sup class="reference"><a href="#cite_note-1">[SECRET]</a></sup>',
        '<div role="navigation" class="navbox">SECRET</div>',
        '<table class="sidebar"><tr><td>SECRET</td></tr></table>',
        '<table class="box-Unreferenced metadata ambox"><tr><td>SECRET</td></tr></table>',
        '<div id="toc" class="toc"><h2>SECRET</h2><ul><li>SECRET</li></ul></div>',
        "<script>SECRET</script>",
        HIDDEN,
        '<span class="noprint x">SECRET</span>', '<p hidden>SECRET</p>',
        '<p style="color:red;visibility: hidden">SECRET</p>', '<div id="siteSub">SECRET</div>',
        '<div class="reflist"><ol class="references"><li>SECRET</li></ol></div>',
        "<!-- SECRET -->",
        '<img alt="SECRET" src="x.jpg" width="220">',
    ],
)  # fmt: skip
def test_what_is_no_text_of_the_page_is_left_out(left_out):
    """Marks, navigation, notices, the table of contents, styles, the hidden, citations."""
    assert to_markdown(f"<p>before</p>{left_out}<p>after</p>") == "before\n\nafter"


def test_a_table_with_spans_becomes_a_grid():
    """A value holds for every row and column that it reaches over; rows of headings become one."""
    said = to_markdown(
        '<table class="wikitable"><caption>Gross</caption>'
        '<tr><th rowspan="2">Year</th><th colspan="2">Gross</th></tr>'
        "<tr><th>US</th><th>World</th></tr>"
        '<tr><td rowspan="2">2001</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr>'
        '<tr><td>2002</td><td colspan="2">N/A</td></tr></table>'
    )
    assert said.startswith("Gross\n\n| Year |")
    assert rows(said) == [
        ["Year", "Gross / US", "Gross / World"], ["2001", "1", "2"], ["2001", "3", "4"],
        ["2002", "N/A", "N/A"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "cells"),
    [
        # A block of two by two, and a row that ends before a span of the one above.
        ('<tr><td>a</td><td colspan="2" rowspan="2">b</td><td rowspan="3">c</td></tr>'
         "<tr><td>d</td></tr><tr><td>e</td><td>f</td><td>g</td></tr>",
         [["a", "b", "b", "c"], ["d", "b", "b", "c"], ["e", "f", "g", "c"]]),
        # A row that spans the table is a heading within it, not a value of each column.
        ('<tr><th>a</th><th>b</th></tr><tr><td colspan="2">Part</td></tr><tr><td>1<td>2',
         [["a", "b"], ["Part", ""], ["1", "2"]]),
        *[(f'<tr><td>a<td>b<td>c<tr><td colspan="{span}">d<td>e', [["a", "b", "c"], row])
          for span, row in ((" 2 ", [*"dde"]), ("0", ["d", "e", ""]), ("x", ["d", "e", ""]))],
    ],
)  # fmt: skip
def test_spans_worked_by_hand(source, cells):
    """At least one column, and as many as the table has."""
    assert rows(to_markdown(f"<table>{source}</table>")) == cells


def test_cells_are_one_line_and_cannot_break_the_table():
    """Lists, line breaks and bars within a cell; a picture speaks only where there is no text."""
    said = to_markdown(
        "<table class=wikitable><tr><th>Gross<br>revenue</th><th>b</th><th>c</th><th>d</th></tr>"
        "<tr><td>x|y</td><td><ul><li>one</li><li>two</li></ul></td><td>Berlin,<br>Germany<br>1961"
        '</td><td><img alt="Yes" width="12"></td></tr><tr><td><img alt="Flag" width="20"> France'
        "</td><td>1</td><td>2</td><td>3</td></tr></table>"
    )
    assert "| Gross revenue | b | c | d |" in said
    assert "| x\\|y | one; two | Berlin, Germany; 1961 | Yes |" in said
    assert "| France | 1 | 2 | 3 |" in said


def test_an_infobox_keeps_every_value_beside_its_label():
    """Title, caption of the picture, sections, lists, boxes within the box, rows of three."""
    said = to_markdown(
        '<table class="infobox vcard"><caption>Sorrel</caption><tbody>'
        '<tr><td colspan="2" class="infobox-image"><img alt="a.jpg" width="250"><div>In 1961</div>'
        f'</td></tr><tr><th scope="row">Born</th><td>{HIDDEN}4 August 1961<br>Honolulu, U.S.</td>'
        '</tr><tr><th colspan="2">Area<sup class="reference">[1]</sup></th></tr>'
        "<tr><th>&#160;•&#160;Total</th><td>468.9&#160;km<sup>2</sup></td></tr>"
        '<tr><td colspan="2"><table class="infobox-subbox"><tr><th>Awards:</th><td><div><ul><li>One'
        "</li><li>Two</li></ul></div></td></tr></table></td></tr>"
        "<tr><th>Votes</th><td>10|1</td><td>20</td></tr></tbody></table><p>Text.</p>"
    )
    assert said.split("\n") == [
        "**Sorrel**", "- In 1961", "- Born: 4 August 1961; Honolulu, U.S.", "**Area**",
        "- Total: 468.9 km2", "- Awards: One; Two", "- Votes: 10|1 | 20", "", "Text.",
    ]  # fmt: skip
    # The title of a box within a box is a part of it.
    inner = "<table><caption>Part</caption><tr><th>a</th><td>1</td></tr></table>"
    said = to_markdown(f"<table class=infobox><caption>Whole</caption><tr><td>{inner}</table>")
    assert said == "**Whole**\n**Part**\n- a: 1"


def test_powers_are_not_more_digits():
    """10 to the 27th is not 1027; other raised text goes on with its word."""
    said = to_markdown("1.9×10<sup>27</sup> kg, 10<sup>−3</sup>, 20<sup>th</sup>, H<sub>2</sub>O")
    assert said == "1.9×10^27 kg, 10^−3, 20th, H2O"


def test_formulas_are_their_tex():
    """The hidden MathML and the picture say the same thing, which is written once."""
    math = '<math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math>'
    said = to_markdown(
        '<p>So <span class="mwe-math-element"><span style="display: none;">' + math + "</span><img "
        'class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}"></span>.</p>'
    )
    assert said == "So $E=mc^{2}$."
    assert to_markdown(f"<p>So {math} .</p>") == "So $E=mc^{2}$ ."


def test_blanks_and_invisible_characters_are_plain():
    """Non-breaking and thin spaces are blanks, zero-width ones go, joiners of scripts stay."""
    said = to_markdown(
        "<p>3,000&#160;km&#8239;now\u200b, co\u00adop \ufeffx a\u200db</p><p>می\u200cخواهم</p>"
    )
    assert said == "3,000 km now, coop x ab\n\nمی\u200cخواهم"
    # Preformatted text keeps its lines.
    assert to_markdown("<pre>a\n  b\n\nc</pre>") == "```\na\n  b\n\nc\n```"


@pytest.mark.parametrize(
    "part",
    [
        "<div class='a'>", "<table><tr><td>x", "<table class=wikitable><tr><td>x",
        "<table class=infobox><tr><td>x", "<ul><li>a", "<sup>1", "<b>", "<font color=red><p>",
        "</div><div><div>", "<a", "<table><tr><td rowspan=60000 colspan=9000>x",
    ],
)  # fmt: skip
def test_no_nesting_is_too_deep_and_time_is_linear(part):
    """Ten thousand levels take tenths of a second; with the square of that it would be many."""
    start = time.thread_time()
    to_markdown(part * 10_000)
    assert time.thread_time() - start < 5


def test_spans_cannot_make_a_table_grow_without_end():
    """Cells that claim a thousand columns and rows each stay within a bound."""
    said = to_markdown("<table>" + "<tr><td colspan=1000 rowspan=1000>long text" * 2_000)
    assert len(said) < 2_000_000


TAGS = ["table", "tr", "td", "th", "ul", "li", "sup", "h2", "p", "div", "pre", "caption", "dd"]
pieces = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
    st.sampled_from(
        ["<table class=infobox>", "<table class=wikitable>", "<td colspan=3 rowspan=2>"]
    ),
    st.text("ab |\n#<&\u200b", max_size=4),
)


@given(st.lists(pieces, max_size=40).map("".join))
def test_any_soup_of_tags_is_a_page(soup):
    """No markup breaks it, and each word of the text stays."""
    said = to_markdown(f"<p>first{soup}</p><p>last")
    assert said.count("first") >= 1
    assert said.count("last") >= 1
