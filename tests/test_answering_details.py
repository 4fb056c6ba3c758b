"""The small parts of answering: coverage, expressions, prices, quotes, findings, notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tamis.answering import asking_notes as notes
from tamis.answering.coverage import Coverage, many, percent, percent_down, plural, thinned
from tamis.answering.everything import expression as ex
from tamis.answering.everything.kept_verdicts import Effort
from tamis.answering.everything.prices import Line, expected_call, prices, sampled
from tamis.answering.everything.units import content_of, name_of, page_of, units_of
from tamis.answering.findings import (
    Finding,
    Findings,
    Passage,
    Quote,
    findings,
    joined,
    passages,
)
from tamis.answering.methods import METHODS, TABLE_2, Method, method
from tamis.answering.numbered import Numbered
from tamis.answering.quotes import Support, quote_support, supported
from tamis.answering.set_answer import SetAnswer
from tamis.retrieve.static import Whole
from tamis.spending import Limits, Spending
from tamis.types import Candidate, Document, Evidence, Hit, InputError, Verdict

# Coverage.

COVERAGE = Coverage(
    kind="row", units=2_000, verified=1_500, found=30, unread=7, recall=0.95, confidence=0.9,
    ended="budget", certified=0.8765, missed=4, size=(31, 1_040), likely_recall=0.97,
    likely_size=32.6, calls=1_400, kept_verdicts=100, calls_for_all=2_100, seconds=3.5,
    conditions={"a": "Is it?"}, expression="a", why="the limit of 1 call is reached",
)  # fmt: skip


def test_all_that_a_coverage_says():
    """The promise, the estimate, the size, why it ended, what it cost, against what it holds."""
    assert [*COVERAGE.words()] == [
        "Certified: at least 87.6% found, 30 rows; at most 4 missed (90% confidence).",
        "Estimated: probably 97% found, of some 33 in all; this is no promise.",
        "The whole set has from 31 to 1,040 rows (90% confidence).",
        "The limit of 1 call is reached: the 95% that were asked for are not certified; what is "
        "certified stands above.",
        "Cost: 1,500 of 2,000 rows verified, 1,400 calls made, 100 verdicts known from earlier; "
        "to verify everything takes some 2,100 calls.",
        "All figures hold against the verifier: what it wrongly accepts or rejects is not in them; "
        "labels by people (`labels`) correct for that.",
    ]
    assert COVERAGE.to_dict()["said"] == [*COVERAGE.words()]
    assert str(COVERAGE) == "\n".join(COVERAGE.words())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"found": 0, "missed": 1},
         "Certified: at most 1 row fits (90% confidence); none was found."),
        ({"found": 0, "missed": 1_200},
         "Certified: at most 1,200 rows fit (90% confidence); none was found."),
        ({"found": 1},
         "Certified: at least 87.6% found, 1 row; at most 4 missed (90% confidence)."),
        ({"verified": 2_000, "unread": 0},
         "Certain: all 2,000 rows were verified; 30 rows found."),
        ({"units": 1, "verified": 1, "unread": 0, "found": 0},
         "Certain: 1 of 1 row were verified; 0 rows found."),
    ],
)  # fmt: skip
def test_the_promise_of_a_coverage(changes, words):
    """One is no more than one, and what is whole is certain."""
    assert replace(COVERAGE, **changes).certified_words() == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"likely_recall": None}, ""),
        ({"likely_size": None}, ""),
        ({"verified": 2_000, "unread": 0}, ""),
        ({"found": 0, "likely_size": 1_234.4},
         "Estimated: some 1,234 in all; this is no promise."),
    ],
)  # fmt: skip
def test_the_estimate_of_a_coverage(changes, words):
    """None where everything is known, or nothing can be."""
    assert replace(COVERAGE, **changes).estimated_words() == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"certified": 0.95}, ""),
        ({"verified": 2_000, "unread": 0}, ""),
        ({"ended": "stopped"}, "Stopped: the 95% that were asked for are not certified; the same "
         "command goes on from here."),
        ({"ended": "unread", "why": "no verdict"}, "Given up, as the verifier's replies cannot be "
         "read (no verdict): the 95% that were asked for are not certified; try another "
         "`verifier`."),
        ({"ended": "everything"}, "7 rows could not be read, and may be among those that are "
         "wanted: the 95% that were asked for are not certified."),
    ],
)  # fmt: skip
def test_why_a_coverage_is_no_more(changes, words):
    """Nothing where the promise holds."""
    assert replace(COVERAGE, **changes).ended_words() == words


def test_what_a_whole_coverage_cost_and_holds_against():
    """Without kept verdicts, and with people's labels."""
    made = replace(
        COVERAGE, verified=2_000, unread=0, kept_verdicts=0, calls=1, corrected=0.8129, labels=40
    )
    assert made.size_words() == ""
    assert made.cost_words() == (
        "Cost: 2,000 of 2,000 rows verified, 1 call made; to verify everything takes some 2,100 "
        "calls."
    )
    assert made.against_words() == (
        "By 40 labels of people, at least 81.2% of what is right was found (90% confidence, the "
        "verifier's errors included)."
    )
    assert (made.reached, made.whole, COVERAGE.whole) == (False, True, False)
    assert replace(COVERAGE, verified=2_000).whole is False
    (row,) = made._rows()
    assert (row["size_from"], row["size_to"]) == (31, 1_040)
    assert not row.keys() & {"size", "conditions", "curve"}


def test_shares_and_numbers_in_words():
    """A promise is never rounded up; only all is 100%."""
    assert [percent(x) for x in (0.95, 0.995, 0.9999, 1, 0)] == [
        "95%", "99.5%", "over 99.9%", "100%", "0%",
    ]  # fmt: skip
    assert [percent_down(x) for x in (0.9999, 0.3, 1.0, 0.7)] == ["99.9%", "30%", "100%", "70%"]
    assert [many(n, "row") for n in (0, 1, 2, 2_000)] == ["0 rows", "1 row", "2 rows", "2,000 rows"]
    assert plural("row", 1) == "row"


def test_a_long_curve_is_thinned():
    """To 400 points, the first and the last among them."""
    curve = [(n, n // 3) for n in range(1_000)]
    thin = thinned(curve)
    assert (len(thin), thin[0], thin[-1]) == (400, (0, 0), (999, 333))
    assert thin[1] == (3, 1)
    assert thinned(curve[:400]) == tuple(curve[:400])
    assert len(thinned(curve[:401])) == 400


# Expressions.

VALUE = {"all": ["a", {"any": ["b", {"not": "c"}]}, {"not": {"all": ["a", "d"]}}]}


def test_an_expression_is_read_written_and_listed():
    """Its names in order, and those below an odd number of `not`."""
    made = ex.parsed(VALUE)
    assert ex.as_value(made) == VALUE
    assert [*ex.names(made)] == ["a", "b", "c", "a", "d"]
    assert [*ex.negated(made)] == [
        ("a", False), ("b", False), ("c", True), ("a", True), ("d", True),
    ]  # fmt: skip
    assert [*ex.negated(ex.parsed({"not": {"not": "a"}}))] == [("a", False)]


@pytest.mark.parametrize(
    "value", [{}, {"all": []}, {"any": "a"}, {"all": ["a"], "any": ["b"]}, {"or": ["a"]}, 3, ["a"]]
)
def test_what_is_no_expression(value):
    """It is said how one is written."""
    with pytest.raises(ValueError, match=r"is no expression: write the name of a condition, all"):
        ex.parsed(value)


@pytest.mark.parametrize(
    ("value", "known", "expected"),
    [
        ({"all": ["a", "b", "c"]}, {"a": True, "b": True, "c": True}, True),
        ({"all": ["a", "b", "c"]}, {"a": True, "b": False}, False),
        ({"all": ["a", "b", "c"]}, {"a": True, "b": True}, None),
        ({"any": ["a", "b", "c"]}, {"c": True}, True),
        ({"any": ["a", "b", "c"]}, {"a": False, "b": False, "c": False}, False),
        ({"any": ["a", "b", "c"]}, {"a": False, "b": None}, None),
        ({"not": "a"}, {"a": True}, False),
        ({"not": "a"}, {"a": False}, True),
        ({"not": "a"}, {"a": None}, None),
        ("a", {}, None),
    ],
)
def test_the_value_of_an_expression(value, known, expected):
    """As soon as it is decided; what could not be read decides nothing."""
    assert ex.value(ex.parsed(value), known) is expected


RATE = {"a": 0.5, "b": 0.9, "c": 0.2, "d": 0.6}
COST = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 10.0}


@pytest.mark.parametrize(
    ("value", "known", "first"),
    [
        ({"all": ["a", "b", "c"]}, {}, "c"),
        ({"any": ["a", "b", "c"]}, {}, "b"),
        ({"all": ["d", "b"]}, {}, "b"),
        ({"any": ["d", "c"]}, {}, "c"),
        ({"all": ["a", {"not": "b"}]}, {}, "b"),
        ({"all": ["a", "b", "c"]}, {"c": True}, "a"),
        ({"all": ["a", "b", "c"]}, {"c": False}, None),
        ({"all": ["a", "b"]}, {"a": None, "b": True}, None),
        ({"any": [{"all": ["b", "d"]}, {"all": ["a", "b"]}]}, {}, "a"),
    ],
)
def test_the_condition_to_judge_next(value, known, first):
    """The one that decides soonest for its cost."""
    made = ex.parsed(value)
    assert ex.next_condition(made, known, RATE.__getitem__, COST.__getitem__) == first


# Prices.


def test_what_promises_will_cost():
    """A line for each recall and one for everything; money, tokens and minutes of the calls."""
    made = prices(
        lambda recall: round(1_000 * recall), kind="row", units=950, conditions=2, known=3,
        asked=0.85, confidence=0.95, call=Effort(100.4, 20, 3), measured=True, price=(2.0, 5.0),
        connections=4, plan="so",
    )  # fmt: skip
    assert [one.recall for one in made.lines] == [0.8, 0.85, 0.9, 0.95, 0.99, 1.0]
    assert made.lines[0] == Line(0.8, 1_600, (160_640, 32_000), 0.48128, 20.0)
    assert [one.calls for one in made.lines] == [1_600, 1_700, 1_800, 1_900, 1_900, 1_900]
    assert (made.kind, made.units, made.conditions, made.asked) == ("row", 950, 2, 0.85)
    assert (made.known, made.measured, made.plan) == (3, True, "so")
    assert made.rare.startswith(
        "If few fit, certainty is dear whatever the method: where 10 of 950 rows fit, 85% cannot "
        "be certified with fewer than "
    )
    assert ", and 80% takes " in made.rare


def test_certainty_for_rare_answers():
    """Of one; not where none would be, nor where everything is asked for."""

    def rare(units: int, asked: float) -> str:
        return prices(
            lambda recall: 1, kind="row", units=units, conditions=1, known=0, asked=asked,
            confidence=0.95, call=Effort(1, 1, 1), measured=False, price=None, connections=1,
            plan="",
        ).rare  # fmt: skip

    assert rare(40, 0.9) == rare(500, 1) == ""
    assert "where 1 of 100 rows fits, 80% cannot be certified" in rare(100, 0.8)
    assert "takes" not in rare(100, 0.8)


def test_what_a_call_is_expected_to_take():
    """By its length, and by earlier calls where there were any."""
    assert expected_call(400, None) == Effort(100, 150, 2.0)
    assert expected_call(400, Effort(7, 30, 5)) == Effort(100, 30, 5)
    assert expected_call(400, Effort(7, 0, 5)) == Effort(100, 150, 5)
    assert [*sampled(399)] == [*range(399)]
    assert [*sampled(650)] == [*range(0, 650, 3)]
    assert [*sampled(3)] == [0, 1, 2]


# Units.


def _passages(*sizes: int) -> tuple[list[Document], list[int]]:
    made, sources = [], []
    for n, size in enumerate(sizes):
        for k in range(size):
            id = f"d{n}" if size == 1 else f"d{n}#{k}"
            made.append(Document(id, f"T{n}", f"text {n}.{k}"))
            sources.append(n)
    return made, sources


def test_units_are_documents_or_parts_of_them():
    """A document that is too long for a prompt is cut between passages."""
    made, sources = _passages(1, 3, 2)
    whole = units_of(made, sources, "document", 10, 100, False)
    assert (whole.noun, len(whole), whole.cut) == ("document", 3, 0)
    assert [whole.id(n) for n in range(3)] == ["d0", "d1", "d2"]
    assert whole.document(1) == Document("d1", "T1", "text 1.0\n\ntext 1.1\n\ntext 1.2")
    assert [whole.source(n) for n in range(3)] == [0, 1, 2]
    assert whole.scores(np.array([1, 5, 9, 2, 4, 3])).tolist() == [1, 9, 4]
    assert whole.texts()[0] == "T0\ntext 0.0"
    assert whole.texts()[-1] == "T2\ntext 2.0\n\ntext 2.1"
    assert whole.texts()[1:] == [*whole.texts()][1:]
    with pytest.raises(IndexError):
        whole.texts()[3]
    parts = units_of(made, sources, "document", 10, 24, False)
    assert (parts.noun, len(parts), parts.cut) == ("document part", 4, 1)
    assert [parts.id(n) for n in range(4)] == ["d0", "d1#0", "d1#2", "d2"]
    assert units_of(made, sources, "document", 10, 36, False).cut == 0
    single = units_of(made, sources, "passage", 10, 100, False)
    assert [single.id(n) for n in range(6)] == ["d0", "d1#0", "d1#1", "d1#2", "d2#0", "d2#1"]
    rows = units_of(made[:1], sources[:1], "row", 10, 100, True)
    assert (rows.noun, len(rows)) == ("row", 1)


@pytest.mark.parametrize(
    ("kind", "chunk", "said"),
    [
        ("page", 10, "there is no unit 'page'; choose from document, passage, row."),
        ("row", 10, "the corpus has no rows; "),
        ("passage", 101, "a passage may have 101 characters, more than the context holds (100)"),
    ],
)
def test_units_that_cannot_be(kind, chunk, said):
    """It is said what there is."""
    with pytest.raises(InputError) as error:
        units_of(*_passages(1), kind, chunk, 100, False)
    assert str(error.value).startswith(said)


def test_the_names_of_units():
    """The id of a page is that of its passages without their number."""
    assert [page_of(x) for x in ("a#1", "a#b#12", "a#", "a", "a#x")] == [
        "a",
        "a#b",
        "a#",
        "a",
        "a#x",
    ]
    assert name_of(Document("7", " A ", "x")) == "A"
    assert name_of(Document("7", " ", "x")) == "7"
    a, b = Document("7", "A", "x"), Document("8", "A", "x")
    assert content_of(a) == content_of(b) != content_of(replace(a, title="")) != b""
    assert len(content_of(Document("7", "A", "\ud83d"))) == 16


# Quotes and numbers.

TEXT = "The light-house – of “Marrow” was built in 1911, by A. Keeper; it is 40 m high and white."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("was built in 1911", (1, 1)),
        ("WAS  BUILT\nin 1911.", (1, 1)),
        ("was built in 1912", (0, 1)),
        ("light‑house - of Marrow", (1, 1)),
        ("house of Marrow", (0, 1)),
        ("was built in ... and white", (1, 1)),
        ("was built in … it is 40 m high", (2, 2)),
        ("was built in [...] it is 41 m high", (1, 2)),
        ("was built in (…) it is 40 m high . . . by A. Keeper", (3, 3)),
        ("was buil", (0, 1)),
        ("40 m", (1, 1)),
        ("... 40 m ... 41 m", (1, 2)),
        ("by a keeper of the light", (0, 1)),
        ("of Marrow was built in 1911, by A Keeper; it is 40 m high", (1, 1)),
        ("of Marrow was razed in 1911, by B Warden; it is 40 m high", (0, 1)),
        ("", (0, 0)),
        (" ... ", (0, 0)),
    ],
)
def test_pieces_of_a_quote_that_are_in_the_document(quote, expected):
    """Whole words; small differences in long pieces; short pieces beside others prove nothing."""
    assert supported(quote, TEXT) == expected


def test_the_support_of_many_quotes():
    """The title counts, and documents that are not known are counted."""
    documents = {"7": Document("7", "The Light of Marrow", TEXT), "8": Document("8", "", "x y z")}
    evidence = [
        Evidence("7", "The Light of Marrow"), Evidence("7", "was built ... and it was red"),
        Evidence("8", "x y z ... a b c"), Evidence("9", "x y z"), Evidence("", "x"),
    ]  # fmt: skip
    assert quote_support(evidence, documents) == Support(2, 4, 2)


def test_documents_under_numbers():
    """In the order in which they are found; the same one keeps its number."""
    made = Numbered(Whole.build([Document(x, x.upper(), "t") for x in ("b", "a", "c")]))
    assert (len(made), made.name) == (3, "whole corpus")
    assert [(one.document.id, one.score) for one in made.search("x", 2)] == [("1", 1.0), ("2", 1.0)]
    assert [one.document.title for one in made.search("x", None)] == ["B", "A", "C"]
    assert {n: one.id for n, one in made.documents.items()} == {"1": "b", "2": "a", "3": "c"}


# Notes.

EACH = method("top_k+each+verify")
JUSTIFIED = method("whole+justified+cot")


def _on(found: SetAnswer, method: Method = EACH, passages: int = 9, **spent) -> list[str]:
    return notes.on_answer(found, method, _spent(**spent), passages)


def _spent(**spent) -> Spending:
    spending = Spending(Limits())
    for name, value in spent.items():
        setattr(spending, name, value)
    return spending


@pytest.mark.parametrize(
    ("outcome", "more", "note"),
    [
        ("failed", {"why": "no route."}, "No answer: no route."),
        ("empty", {}, "No passage shares a word with the question, so the model was not asked; "
         "try other words."),
        ("unparsed", {}, "The model's reply could not be read."),
        ("missing", {}, "The model gave no reply."),
        ("refused", {}, "The model declined to answer, or the provider's filter stopped the "
         "reply."),
    ],
)  # fmt: skip
def test_the_note_on_an_outcome(outcome, more, note):
    """One sentence for each."""
    assert _on(SetAnswer((), (), outcome=outcome, **more)) == [note]


def test_without_a_model_there_are_passages():
    """Or not even those."""
    assert notes.without_model(3).endswith("these are the passages that fit best, not answers.")
    assert notes.without_model(0).endswith("and no passage shares a word with the question.")


def test_the_notes_on_an_answer():
    """What was cut, did not fit, was never looked at, and left out; each with its number."""
    counts = {
        "candidates without a document": 1, "unknown answers": 2, "unknown documents cited": 1_000,
    }  # fmt: skip
    found = SetAnswer(
        ("a",), ("1",), retrieved=("1", "2"), left_out=1_200, truncated=True, counts=counts
    )
    left_out = "1,200 of 1,202 passages did not fit the context and were not read."
    lost = [
        "Left out because there is no document to verify it on: 1 answer.",
        "Left out because it is no document of the corpus: 2 answers.",
        "Left out because its document was not read: 1,000 quotes.",
    ]
    cut = "The reply was cut short; its complete candidates are shown."
    assert _on(found, JUSTIFIED, 1_203) == [cut, left_out, *lost]
    assert _on(found, EACH, 1_203) == [
        cut,
        left_out,
        "2 of 1,203 passages were read, those that the search ranked first; 1,201 were never "
        "looked at, and what is only in them was not found (`recall=.95` looks for it, at a price "
        "that it names).",
        *lost,
    ]
    assert _on(found, EACH, 1_202) == [cut, left_out, *lost]
    empty = replace(found, outcome="empty", truncated=False, left_out=0)
    assert _on(empty, JUSTIFIED) == ["None of the model's answers could be kept.", *lost]
    assert _on(replace(empty, counts={}), JUSTIFIED) == [
        "Nothing in the documents answers the question, by the model's judgement."
    ]


def test_the_notes_on_missing_verdicts():
    """How many of each kind, and the commonest reason of calls that failed."""
    found = SetAnswer(("a",), ("1",), counts={"verdicts unparsed": 2, "verdicts failed": 5})
    failures = Counter({"no route": 1, "a timeout" * 50: 3})
    why = ("a timeout" * 50)[:200]
    assert _on(found, JUSTIFIED, failures=failures) == [
        f"Missing verdicts (unparsed ×2, failed ×5; {why}); the first judgement is used."
    ]
    assert _on(found, failures=failures, refused=3, limited="the limit of 2 calls is reached") == [
        "The limit of 2 calls is reached: 3 candidates not verified; these are not answers.",
        f"Missing verdicts (unparsed ×2, failed ×2; {why}); these are not answers.",
    ]
    assert _on(replace(found, counts={"verdicts failed": 1}), refused=1, limited="x") == [
        "X: 1 candidate not verified; these are not answers."
    ]
    assert _on(replace(found, counts={"verdicts unparsed": 1})) == [
        "Missing verdicts (unparsed ×1); these are not answers."
    ]
    assert _on(replace(found, outcome="failed", why="no route")) == ["No answer: no route."]


def _judged(*verdicts: Verdict | None) -> SetAnswer:
    return SetAnswer(candidates=tuple(Candidate("a", "1", verdict=one) for one in verdicts))


def test_where_only_verdicts_decide_theirs_is_the_outcome():
    """If none of them could be read."""
    unread = _judged(None, Verdict(None, "unparsed"), Verdict(None, "refused"))
    spent = _spent(failures=Counter({"no route": 2, "x": 1}), limited="a limit")
    assert notes.settled(unread, EACH, _spent()).outcome == "unparsed"
    made = notes.settled(unread, EACH, spent)
    assert (made.outcome, made.why) == ("failed", "no route")
    made = notes.settled(unread, EACH, _spent(refused=1, limited="a limit"))
    assert (made.outcome, made.why) == ("failed", "a limit")
    assert notes.settled(unread, JUSTIFIED, spent) is unread
    read = _judged(Verdict(None, "unparsed"), Verdict(False, "ok"))
    assert notes.settled(read, EACH, spent) is read
    assert notes.settled(_judged(None), EACH, spent).outcome == "ok"


# Findings.

DOCUMENTS = {
    "1": Document("a.md#0", "Fern", "a plant of the shade"),
    "2": Document("a.md#1", "Fern", "it has no flower at all"),
    "3": Document("b.md", "Heron", "a bird of the river"),
}


def _quote(document: str, title: str, text: str, found: bool) -> Quote:
    return Quote(document, title, text, found)


def test_candidates_become_findings():
    """Passages of one page are one; accepted ones first; quotes are looked up."""
    yes, no = Verdict(True, "ok", reasoning="it is"), Verdict(False, "ok", reasoning="no")
    plant, bird = Evidence("1", "plant of the shade"), Evidence("3", "a bird of the sea")
    found = SetAnswer(
        candidates=(
            Candidate("Heron", "3", (bird,), (), "r", True, no),
            Candidate("Fern", "1", (plant,), (bird,), "s", False, None),
            Candidate("fern", "2", (), (), "t", False, yes),
            Candidate(
                "Moss", None, (Evidence("9", "x"),), (), "u", True, Verdict(None, "unparsed")
            ),
        )
    )
    shade = _quote("a.md#0", "Fern", "plant of the shade", True)
    sea = _quote("b.md", "Heron", "a bird of the sea", False)
    whole = _quote("a.md#1", "Fern", "", True)
    moss = Finding("Moss", True, True, None, "u", (_quote("9", "", "x", False),), ())
    heron = Finding("Heron", False, True, False, "no", (sea,), ())
    assert findings(found, True, DOCUMENTS) == (
        Finding("fern", True, False, True, "it is", (whole, shade), (sea,)),
        moss,
        heron,
    )
    assert [one.accepted for one in findings(found, False, DOCUMENTS)] == [True, True, False]
    plain = SetAnswer(("Fern", "Heron"), ("1", "3"))
    assert findings(plain, True, DOCUMENTS) == (
        Finding("Fern", True, None, None, "", (_quote("a.md#0", "Fern", "", True),), ()),
        Finding("Heron", True, None, None, "", (_quote("b.md", "Heron", "", True),), ()),
    )


def test_findings_of_one_page_are_joined():
    """The accepted one counts, and each quote is there once."""
    a, b, c = (_quote("d", "t", text, True) for text in "abc")
    one = Finding("x", False, None, None, "r", (a, b), (c,))
    other = Finding("X", True, True, True, "s", (b, c), (a, c))
    assert joined(one, other) == replace(other, evidence_for=(b, c, a), evidence_against=(a, c))
    assert joined(other, one) == joined(one, other)
    assert joined(one, replace(other, accepted=False)) == replace(
        one, evidence_for=(a, b, c), evidence_against=(c, a)
    )


def test_what_findings_show():
    """The first five answers, those rejected, and how many notes there are."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay" * 30, "Gil"]
    quotes = (
        _quote("d", "t", "so", True),
        _quote("e", "t", "no", False),
        _quote("d", "t", "", True),
    )
    made = Findings(
        "who?", "m", model="x", notes=("one", "two", "three"),
        findings=(
            *(Finding(name, True, None, True, "r", quotes, ()) for name in names),
            *(Finding(name, False, None, None, "r", (), quotes[:1]) for name in ("Hal", "Ida")),
        ),
    )  # fmt: skip
    assert [*made._lines()] == [
        "7 answers to 'who?': Ann, Bob, Cid, Dan, Eve and 2 more",
        "2 candidates rejected (findings)",
        "one (3 notes)",
    ]
    assert made.answers == tuple(names)
    assert made.to_dict()["answers"] == names
    assert made._rows()[0] == {
        "answer": "Ann", "accepted": True, "verdict": True, "judgment": None, "reasoning": "r",
        "evidence_for": "so | no (not found in the document)", "evidence_against": "",
        "documents": "d; e",
    }  # fmt: skip
    assert made._shown()[0] == [
        "answer", "accepted", "evidence_for", "evidence_against", "documents",
    ]  # fmt: skip
    five = replace(made, findings=made.findings[:5], notes=("one",))
    assert [*five._lines()] == ["5 answers to 'who?': Ann, Bob, Cid, Dan, Eve"]
    assert five._shown()[0] == ["answer", "accepted", "evidence_for", "documents"]
    none = replace(made, findings=(), notes=())
    assert [*none._lines()] == ["0 answers to 'who?'"]
    hits = [Hit(Document("d", "T", "x"), 2.5), Hit(Document("e", "U", "y"), 1.0)]
    searched = Findings("who?", "m", passages=passages(hits))
    assert searched.passages == (Passage("d", "T", "x", 2.5), Passage("e", "U", "y", 1.0))
    assert [*searched._lines()] == ["2 passages for 'who?'"]
    assert searched._rows()[1] == {"document": "e", "title": "U", "text": "y", "score": 1.0}


# Methods.


def test_the_methods_of_the_papers_tables():
    """18, and what they are called as filters and by their verifier (Tables 2 to 8, App. B)."""
    assert [(one.name, one.filter, one.verifier) for one in TABLE_2.values()] == [
        *((f"{side} {name}", f"{side} {filter}", verifier) for side in ("CiC", "RAG")
          for name, filter, verifier in (
            ("Baseline", "Baseline" if side == "CiC" else "Baseline (RaR)", ""),
            ("Justified QA", "Justified", ""),
            ("Justified QA + CoT", "Justified - CoT", ""),
            ("Justified QA + Verification", "Justified", "Basic"),
            ("Justified QA + CoT + Verification", "Justified - CoT", "CoT"),
            ("Justified QA + Verification + QUEST", "Justified - QUEST", "QUEST"),
            ("Justified QA + CoT + Verification + QUEST", "Justified - CoT - QUEST",
             "CoT - QUEST"),
        )),
        ("RAG + Verification", "", "Basic"),
        ("RAG + Verification (w/ CoT)", "", "CoT"),
        ("RAG + Verification + QUEST", "", "QUEST"),
        ("RAG + Verification (w/ CoT) + QUEST", "", "CoT - QUEST"),
    ]  # fmt: skip
    assert [*METHODS] == [*TABLE_2, "Closed book"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cic baseline", Method("CiC Baseline", "whole", "corpus_in_context")),
        ("RAG  BASELINE", Method("RAG Baseline", "top_k", "retrieve_and_read")),
        ("everydocument", Method("Every document", "whole", "each", verification="basic")),
        ("Certified .95",
         Method("Certified .95", "whole", "certified", verification="basic", recall=0.95)),
        ("closed_book", Method("closed_book", "none", "closed_book")),
        ("Whole + justified + hint + verify-cot",
         Method("whole+justified+hint+verify_cot", "whole", "justified", False, "cot", True)),
        ("justified+cot+verify",
         Method("justified+cot+verify", "top_k", "justified", True, "basic", False)),
        ("corpus_in_context", Method("corpus_in_context", "whole", "corpus_in_context")),
        ("top_k+corpus_in_context",
         Method("top_k+corpus_in_context", "top_k", "corpus_in_context")),
        ("retrieve_and_read", Method("retrieve_and_read", "top_k", "retrieve_and_read")),
        ("whole+retrieve_and_read",
         Method("whole+retrieve_and_read", "whole", "retrieve_and_read")),
        ("each+verify+hint", Method("each+verify+hint", "top_k", "each", False, "basic", True)),
        ("whole+each+verify-cot", Method("whole+each+verify_cot", "whole", "each", False, "cot")),
    ],
)  # fmt: skip
def test_a_method_by_its_name_or_parts(name, expected):
    """In any case and spacing; the retrieval that a step takes where none is named."""
    assert method(name) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whole+top_k+justified", "one retrieval, and one verification at most."),
        ("justified+verify+verify_cot", "one retrieval, and one verification at most."),
        ("each+cot+verify", "cot goes with justified; for a verifier say verify-cot."),
        ("corpus_in_context+hint", "hint goes with justified or with a verification."),
        ("each", "each needs verify or verify-cot."),
        ("whole+closed_book", "closed_book needs no retrieval."),
        ("closed_book+verify", "there are no documents to verify against."),
        ("justified+justified", "there is no method 'justified+justified'; there are CiC Baseline"),
        ("justified+each+verify", "there is no method 'justified+each+verify'; "),
        ("justified+so", "there is no method 'justified+so'; "),
        ("", "there is no method ''; "),
    ],
)
def test_what_is_no_method(name, said):
    """It is said why, or which there are."""
    with pytest.raises(InputError) as error:
        method(name)
    assert said in str(error.value)
