"""What holds for every page of the studio, with data and with refused forms."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from filled_studio import ANN, answers, browsers, fill, one_of_each
from studio import OWNER, Served, on_sqlite, sqlite_database, studio_on
from test_studio_annotating import make, seeds_of
from test_studio_exchange import RECORDS
from test_studio_safety import addresses
from test_studio_writing import MODEL, settled


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The filled studio, and what is in it: the tests only read it."""
    database_url = sqlite_database(tmp_path_factory.mktemp("filled"))
    filled = fill(database_url)
    here = studio_on(database_url, models=(MODEL,))
    yield here, filled
    here.close()


def test_head_is_get_without_its_body(whole):
    """Every address that answers GET answers HEAD with the same status and headers."""
    here, filled = whole
    who = browsers(here)
    known = [(OWNER, path) for method, path in addresses(here.app) if method == "GET"]
    exports = [
        (OWNER, f"/annotating/{filled.projects['kiwi_error']}/export/{what}")
        for what in ("items.csv", "items.jsonl", "tasks.json", "config.xml", "own")
    ]
    # Projects of other kinds have the same routes.
    others = {id for kind, id in filled.projects.items() if kind != "kiwi_error"}
    pages = [one for one in one_of_each(filled.pages) if others.isdisjoint(one[1].split("/"))]
    codes = Counter()
    for name, path in known + exports + pages:
        # The first answer of all gives a stranger's browser its cookie.
        who[name].client.get(path)
        head, answer = who[name].client.head(path), who[name].client.get(path)
        assert head.status_code == answer.status_code, path
        assert head.headers == answer.headers, path
        assert head.content == b"", path
        codes[head.status_code] += 1
    assert codes[200] > 30
    assert 405 not in codes


class Names(HTMLParser):
    """The ids of a page, and those that its attributes name."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.named = Counter(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Note what an element is called and what it names."""
        for name, value in attributes:
            if name == "id":
                self.ids[value] += 1
            elif name in ("aria-describedby", "aria-labelledby", "aria-controls", "for", "form"):
                self.named += [(name, one) for one in (value or "").split() or [""]]
            elif (name, (value or "")[:1]) == ("href", "#"):
                self.named.append((name, value[1:]))


def test_what_names_an_element_names_one_that_is_there(whole):
    """On every page and in every refused form, with help and without, with problems and without."""
    described = refused = 0
    for path, answer in answers(*whole):
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        names = Names(answer.text)
        assert [one for one, count in names.ids.items() if count > 1] == [], path
        assert [named for named in names.named if names.ids[named[1]] != 1] == [], path
        # What is typed into a form of texts is kept while it is typed.
        for form in re.findall(r"<form[^>]*\smethod=\"post\".*?</form>", answer.text, re.DOTALL):
            assert "<textarea" not in form or " data-autosave=" in form, path
        described += sum(name == "aria-describedby" for name, _ in names.named)
        refused += path.startswith("POST") and "aria-invalid" in answer.text
        if "data-to-change" in answer.text:
            (said,) = re.findall(r"<span>(\d+) things? (?:is|are)</span> to change", answer.text)
            assert answer.text.count(" data-problem") == int(said), path
    assert described > 100
    assert refused > 15


# --- in a browser --------------------------------------------------------------------------------

SMALL = """() => {
  // Everything that can be pressed and is smaller than 24 by 24 px (WCAG 2.5.8), with its box.
  const found = [];
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip, [inert]");
  // A link within a sentence: there are words of the sentence beside it on its line.
  const inSentence = (link) => {
    if (getComputedStyle(link).display !== "inline") return false;
    const block = link.closest("p, li, dd, td, blockquote, label, .prose");
    if (!block) return false;
    const words = (node) => (node.textContent.match(/\\p{L}{2,}/gu) ?? []).length;
    let others = words(block);
    for (const one of block.querySelectorAll("a, button, kbd, .unseen")) others -= words(one);
    return others >= 4;
  };
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const one of document.querySelectorAll(targets)) {
    if (!shown(one) || (one.matches("a") && inSentence(one))) continue;
    const wrapped = one.matches("input[type=radio], input[type=checkbox]") && one.closest("label");
    const box = (wrapped || one).getBoundingClientRect();
    if (box.width >= 23.99 && box.height >= 23.99) continue;
    found.push(`${one.outerHTML.slice(0, 90)} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`);
  }
  return found;
}"""


RUN = "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'><svg onload='ran = 3'>"


@pytest.mark.slow
@on_sqlite
def test_every_page_fits_a_phone_and_runs_nothing_of_what_it_shows(database_url, browser):
    """At 390 and 1280 pixels nothing is wider than the page, and all that can be pressed is 24 by
    24 pixels or more, folds opened. No script of a paper, a question or a label runs."""
    made = fill(database_url)
    served = Served(database_url, models=(MODEL,))
    try:
        me, ann = served.person(OWNER, "owner"), served.person(ANN)
        record = RECORDS["quest_candidate"] | {"question": f"Q{RUN}", "title": f"T{RUN}"}
        seeds = seeds_of("quest_candidate", record)
        project = make(served.database, me.id, kind="quest_candidate", seeds=seeds, people=[ann])
        here = studio_on(database_url, models=())
        olga = here.owner()
        files = [("files", ("a.jsonl", json.dumps({"title": RUN, "paragraphs": [RUN]}).encode()))]
        form = {"question": f"How{RUN}?", "act": "begin"}
        place = olga.post("/writing/new", form, files=files).headers["location"]
        settled(olga, place)
        here.close()
        hostile = [(OWNER, place), (OWNER, f"{place}/papers/0"), (OWNER, "/writing")]
        hostile += [(OWNER, f"/annotating/{project}/items"), (ANN, f"/annotating/{project}/next")]
        contexts = {name: browser().new_page() for name in (OWNER, ANN, "")}
        for name in (OWNER, ANN):
            served.log_in(contexts[name], name, "owner" if name == OWNER else "annotator")
        small, seen = {}, 0
        # Of downloads and redirects there is nothing to see.
        pages = [one for one in made.pages if not one[1].endswith((".jsonl", "/healthz"))]
        for name, path in one_of_each(pages) + hostile:
            page = contexts[name]
            page.goto(served.url + path)
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
            for width in (390, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                for one in page.evaluate(SMALL):
                    small.setdefault(one, f"{width} {path}")
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
                seen += 1
            assert page.evaluate("window.ran") is None, path
            assert page.locator("main img, main svg[onload]").count() == 0, path
    finally:
        served.stop()
    assert small == {}
    assert seen > 150
