"""What the studio shows of texts that were written to mislead: bidi controls, and none."""

from __future__ import annotations

import html
import re
import time
from html.parser import HTMLParser

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from hypothesis import given
from hypothesis import strategies as st

from tamis.studio.invisible_characters import visible, visible_text
from tamis.studio.writing.marks import MAX_LINKS, Marks
from tamis.writing.edits import Run, word_diff

# As a title it reads "Report exe.jpg": what follows U+202E is turned round.
TURNED = 'Report \u202egpj.exe"><script>x</script>\u200b\nof <b>two</b> lines'
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


class Parsed(HTMLParser):
    """The tags of a page, each with its attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(str(page))
        self.close()

    def handle_starttag(self, tag, attributes):
        """Take in a tag."""
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        """Take in a text."""
        self.text += data


@pytest.mark.parametrize("op", ["same", "added", "deleted", "moved-to", "moved-from"])
def test_a_title_stays_within_its_attribute_whatever_is_in_it(op):
    """In every kind of run, one of several lines too: a link has four attributes and no more."""
    marks = Marks("/writing/x", (TURNED,))
    run = Run(op, "So \u200bit is [0].\nAnd [0, 0].", None if op[:2] != "mo" else 1)
    page = Parsed(marks.changes([run]))
    links = [attributes for tag, attributes in page.tags if tag == "a"]
    assert len(links) == 3
    for link in links:
        assert link.keys() == {"class", "href", "data-paper", "title"}
        assert link["title"] == TURNED.replace("\u202e", "U+202E")
    assert {tag for tag, _ in page.tags} <= {"a", "span", "ins", "del", "sup"}
    # What changed is named, and what stayed is left as it is.
    assert ("U+200B" in page.text, "\u200b" in page.text) == (op != "same", op == "same")


def test_signs_of_direction_are_named_in_every_text():
    """References behind one stay in their order: `[0, 1]` is not read as `[1 ,0]`."""
    marks = Marks("/writing/x", ("a", "b"))
    shown = marks.prose("\u202elive\u202c [77] [0, 1] \u2067and\u2069 on")
    page = Parsed(shown)
    assert not TURNING.search(str(shown))
    assert page.text == "U+202EliveU+202C [77] [0, 1] U+2067andU+2069 on"
    # Marks that turn nothing round, and joiners of scripts and emoji, stay.
    kept = "\u200eleft \u200fright \u200djoined \u200cparted"
    assert Parsed(marks.prose(kept)).text == kept


TEXTS = st.text(st.sampled_from("ab <&\"'[]{}0123,;\n\u200b\u202e\u2066\ufeff\u00ad"), max_size=60)


@given(TEXTS)
def test_every_text_is_shown_whole(text):
    """Named signs are all that differs; nothing of a text becomes markup."""
    for unseen in (False, True):
        page = Parsed(visible(text, unseen))
        assert {tag for tag, _ in page.tags} <= {"span"}
        back = re.sub("U[+]([0-9A-F]{4})", lambda m: chr(int(m[1], 16)), page.text)
        assert back == text
    assert not TURNING.search(visible_text(text))


@given(TEXTS, TEXTS)
def test_a_stream_can_be_spelt_in_pieces(one, two):
    """The pieces make the text that is sent to whoever connects late."""
    assert visible_text(one) + visible_text(two) == visible_text(one + two)


def test_only_so_many_references_are_links():
    """Sixty thousand in an edit are a page of text, and are there in well under a second."""
    marks = Marks("/writing/x", ("a", "b"))
    spent = []
    for _ in range(3):
        began = time.thread_time()
        prose = str(marks.prose("[1]" * 60_000))
        spent.append(time.thread_time() - began)
    # The least of three: a collection of garbage falls into one of them.
    assert min(spent) < 1
    assert prose.count("<a ") == MAX_LINKS
    assert html.unescape(re.sub(r"<[^>]+>", "", prose)) == "[1]" * 60_000
    group = str(marks.prose(f"[{'1, ' * 5_000}1]\n\n[0]"))
    assert group.count("<a ") == MAX_LINKS
    runs = [Run("same", "[1] " * 1_500, None), Run("added", "[0] " * 1_500, None)]
    assert str(marks.changes(runs)).count("<a ") == MAX_LINKS


def test_a_change_of_such_signs_alone_is_seen():
    """As a change of lines is."""
    marks = Marks("/writing/x", ())
    for old, new, sign in [
        ("One two.", "One tw\u200bo.", "U+200B"),
        ("One two.", "One \u202etwo.", "U+202E"),
        ("One two.", "One\n\ntwo.", "¶"),
    ]:
        assert sign in Parsed(marks.changes(word_diff(old, new))).text
